// Clauses: what they speak of, as places and values of the language.
#include "Body.h"

#include "regtt/Frontend/ClauseExprs.h"

using namespace regtt;
using namespace regtt::toir;

std::vector<ir::Clause> Body::clauses(const std::vector<ClauseExpr> &clauses) {
  std::vector<ir::Clause> result;
  for (const ClauseExpr &clause : clauses) {
    ir::Clause made;
    made.kind = clause.kind;
    made.word = clause.word;
    made.loc = at(clause.loc);
    const size_t faults = unit.lowered.notLowered.size();
    const ir::BlockStatement *effects = capture([&] {
      made.place = clause.place ? place(clause.place) : nullptr;
      made.value = clause.value ? value(clause.value) : nullptr;
    });
    const bool isWhole = clause.fault.empty() && effects->statements.empty() &&
                         unit.lowered.notLowered.size() == faults &&
                         !clause.place == !made.place &&
                         !clause.value == !made.value;
    unit.lowered.notLowered.resize(faults);
    if (isWhole) {
      result.push_back(std::move(made));
      continue;
    }
    const std::string what =
        ("the clause '" + ir::textOf(clause.kind) + "'").str();
    NotLowered fault{function,  clause.loc,   what,
                     clause.id, clause.fault, clause.declared};
    if (fault.arguments.empty()) {
      fault.id = Diag::RTT1103;
      fault.arguments = {what,
                         "evaluating it has an effect, or is not understood"};
    }
    unit.lowered.clauseFaults.push_back(std::move(fault));
  }
  return result;
}

std::vector<ir::Clause> Body::clausesOf(const clang::Stmt *s) {
  for (const PairedLoop &loop : unit.pairing.loops)
    if (loop.loop == s && loop.function == function && unit.pairing.sema) {
      std::vector<ClauseExpr> found =
          regtt::clausesOf(*unit.pairing.sema, loop);
      if (loop.rounds)
        found.push_back({ir::Clause::Fixpoint,
                         loop.rounds->goesOn ? "true" : "false",
                         loop.rounds->flag,
                         nullptr,
                         loop.rounds->directive->loc,
                         {},
                         Diag::RTT1008,
                         {}});
      return clauses(found);
    }
  return {};
}

std::vector<ir::Clause> Body::clausesOfTraversal() {
  const Directive *directive = unit.pairing.ownDirective(function);
  return directive && unit.pairing.sema
             ? clauses(
                   regtt::clausesOf(*unit.pairing.sema, *directive, function))
             : std::vector<ir::Clause>();
}
