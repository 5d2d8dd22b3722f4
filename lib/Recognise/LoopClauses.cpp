// The clauses private, firstprivate and reduction, put into the loop's code:
//
//     #pragma regtt parallel private(t) reduction(+ : hits)
//     t = q[i].x;                          var %t; var %hits.2 = 0:i32
//     count(root, t, &hits);        ->     store %t = load %q[load %i].x
//                                          call @count(..., addressof %hits.2)
//                                          store %hits = add(load %hits,
//                                                            load %hits.2)
//
// An iteration then has variables of its own like any that its body declares.
// What a private variable holds behind the loop is not said. Operations of a
// reduction in the body stay as they stand: they run in the iterations' order.
#include "LoopClauses.h"

#include "CombinedUses.h"
#include "Deferral.h"
#include "NestedLoops.h"
#include "Recogniser.h"
#include "SharedFlags.h"
#include "SharedScalars.h"
#include "Spelling.h"
#include "SplitValues.h"
#include "ValueCalls.h"
#include "WalkedPointers.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Updates.h"
#include "regtt/IR/Identities.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <functional>
#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class ClauseApplier {
public:
  ClauseApplier(Recogniser &recogniser, ir::Statement *loop,
                ir::BlockStatement *&body)
      : recogniser(recogniser), module(recogniser.module), loop(loop),
        body(body) {}

  void run(llvm::ArrayRef<ir::Clause> clauses) {
    std::set<const ir::Variable *> named;
    for (const ir::Clause &clause : clauses) {
      if (isOfVariable(clause) && clause.place &&
          clause.place->wholeVariable() &&
          !named.insert(clause.place->wholeVariable()).second) {
        recogniser.refuse(clause.loc, Diag::RTT1013,
                          {ir::textOf(clause.kind).str(),
                           clause.place->wholeVariable()->name});
        continue;
      }
      if (clause.kind == ir::Clause::Private)
        own(clause, nullptr);
      if (clause.kind == ir::Clause::FirstPrivate)
        own(clause, clause.place ? module.load(clause.place) : nullptr);
      if (clause.kind == ir::Clause::Reduction)
        reduction(clause);
    }
  }

private:
  static bool isOfVariable(const ir::Clause &clause) {
    return clause.kind == ir::Clause::Private ||
           clause.kind == ir::Clause::FirstPrivate ||
           clause.kind == ir::Clause::Reduction;
  }

  const ir::Variable *variableOf(const ir::Clause &clause) {
    const ir::Variable *variable =
        clause.place ? clause.place->wholeVariable() : nullptr;
    const ir::Global *global = clause.place ? clause.place->global() : nullptr;
    const bool isRead = clause.kind == ir::Clause::FirstPrivate && variable &&
                        !isChanged(variable);
    if (variable && !isRead && (variable->isConst || variable->isFixed()) &&
        !variable->type->isReference())
      recogniser.refuse(
          clause.loc, Diag::RTT1014,
          {ir::textOf(clause.kind).str(), variable->name, "which is const"},
          {{variable->loc, "declared here"}});
    else if (!variable || variable->type->isReference())
      recogniser.refuse(
          clause.loc, Diag::RTT1014,
          {ir::textOf(clause.kind).str(),
           clause.place ? spelled(module, clause.place) : "",
           "which is no local variable"},
          global ? std::vector<Message::Note>{{global->loc, "declared here"}}
                 : std::vector<Message::Note>());
    return recogniser.isRefused() ? nullptr : variable;
  }

  /// Whether the body, not the loop's head, may change it.
  bool isChanged(const ir::Variable *variable) const {
    return ir::mayChange(body, variable);
  }

  /// Whether a part of it may be set by itself.
  static bool hasParts(const ir::Variable *variable) {
    return isa<ir::StructType, ir::LibraryType, ir::ArrayType>(variable->type);
  }

  bool isOfHead(const ir::Variable *variable) const {
    bool result = false;
    ir::forEachChild(static_cast<const ir::Statement *>(loop),
                     [&](const ir::Statement *part) {
                       result |= part != body && isStoredTo(part, variable);
                     });
    return result;
  }

  /// Each iteration has its own, which starts as `first`, or as anything.
  void own(const ir::Clause &clause, const ir::Expr *first) {
    const ir::Variable *variable = variableOf(clause);
    // An iteration has a loop variable of its own.
    if (!variable || isOfHead(variable) || (first && !isChanged(variable)))
      return;
    const ir::Statement *lent = first ? lends(variable) : nullptr;
    if (lent && hasParts(variable))
      return void(recogniser.refuse(clause.loc, Diag::RTT1016, {variable->name},
                                    {{lent->loc, "read here"}}));
    if (const ir::Statement *read =
            readBeforeSet(body, variable, first != nullptr, lent != nullptr))
      return void(
          recogniser.refuse(clause.loc, first ? Diag::RTT1016 : Diag::RTT1015,
                            {variable->name}, {{read->loc, "read here"}}));
    replace(variable, first,
            {variable, nullptr, {}, clause.loc, first != nullptr});
  }

  /// What may write through its address; null: nothing.
  const ir::Statement *lends(const ir::Variable *variable) const {
    const ir::Statement *result = nullptr;
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               const auto *called = dyn_cast<ir::CallStatement>(s);
               unsigned number = 0;
               ir::forEachOperand(s, [&](const ir::Expr *e) {
                 const bool isKept =
                     called && !ir::writesThrough(called->callee, number);
                 ++number;
                 if (!result && !isKept && takesAddress(e, variable))
                   result = s;
               });
             });
    return result;
  }

  /// A variable whose address calls of traversals are handed is combined behind
  /// each of them.
  void reduction(const ir::Clause &clause) {
    const ir::Variable *variable = variableOf(clause);
    if (!variable)
      return;
    const auto combiner = clauseCombiner(clause.word);
    if (!combiner)
      return void(recogniser.refuse(
          clause.loc, Diag::RTT1008,
          {"reduction", clause.word + ":" + variable->name,
           "of the form 'operator : variable' with one of + * & | ^ && || min "
           "max"}));
    const ir::Expr *identity =
        ir::identityOf(module, *combiner, variable->type);
    if (!identity)
      return void(recogniser.refuse(
          clause.loc, Diag::RTT1014,
          {"reduction", variable->name,
           "whose values '" + clause.word + "' does not combine"}));
    const auto values = ir::lawClassOf(variable->type);
    bool isHandedOn = false;
    ir::walk(
        static_cast<const ir::Statement *>(body),
        [&](const ir::Statement *s) { isHandedOn |= handsOn(s, variable); });
    const bool isExact = ir::lawsOf(*combiner, *values)->isExact;
    const bool isOfBody = isNested(body);
    if (isHandedOn && !isExact)
      return void(recogniser.refuse(
          clause.loc, Diag::RTT1128,
          {clause.word, variable->name, spelled(module, variable->type)}));
    // A sum that rounds is no combination; it is the body's, in order.
    if (const ir::Statement *other =
            isExact ? usedOtherwise(body, variable, *combiner) : nullptr)
      return void(recogniser.refuse(clause.loc, Diag::RTT1017,
                                    {clause.word, variable->name},
                                    {{other->loc, "used here"}}));
    if (isNamedInHead(loop, body, variable))
      return void(recogniser.refuse(clause.loc, Diag::RTT1017,
                                    {clause.word, variable->name},
                                    {{loop->loc, "used here"}}));
    const OwnCopy copy = {variable, identity, *combiner, clause.loc};
    if (isOfBody && isExact)
      replaceInBody(variable, copy);
    else if (isHandedOn) // else the body's operations run in their order
      replaceInCalls(variable, copy);
  }

  /// Of the loop's only body: what it declares stays what it is, which calls
  /// and own copies of other clauses name.
  static const ir::Variable *sameVariable(const ir::Variable *declared) {
    return declared;
  }

  const ir::Variable *copyOf(const ir::Variable *variable,
                             const OwnCopy &copy) {
    ir::Variable *own = module.variable(ir::Variable::Local, variable->name,
                                        variable->type, variable->loc);
    recogniser.ownCopies[own] = copy;
    return own;
  }

  /// In all of the body.
  void replace(const ir::Variable *variable, const ir::Expr *first,
               const OwnCopy &copy) {
    const ir::Variable *own = copyOf(variable, copy);
    ir::Mapper mapper(module);
    mapper.onDeclare = sameVariable;
    mapper.variables[variable] = own;
    body = mapper.block(body);
    if (first || !narrowToLoops(module, body, own))
      declare(own, first);
  }

  /// Ahead of the statement that names it first: what names the iteration's
  /// element stays where it is.
  void declare(const ir::Variable *own, const ir::Expr *first) {
    const auto isNamed = [&](const ir::Statement *s) {
      bool result = false;
      ir::walk(s, [&](const ir::Statement *each) {
        ir::forEachPlace(each, [&](const ir::Place *place) {
          result |= place->variable() == own;
        });
      });
      ir::walkExprs(s, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        result |= place && place->variable() == own;
      });
      return result;
    };
    auto &list = body->statements;
    list.insert(llvm::find_if(list, isNamed), module.var(own, first));
  }

  /// In all of a body, which what it comes to is combined behind.
  void replaceInBody(const ir::Variable *variable, const OwnCopy &copy) {
    const ir::Variable *own = copyOf(variable, copy);
    ir::Mapper mapper(module);
    mapper.onDeclare = sameVariable;
    mapper.variables[variable] = own;
    body = mapper.block(body);
    // Ahead of all that may go on with the next iteration, but behind the copy
    // of an element, which a range's body begins with.
    auto &list = body->statements;
    const bool isCopy = isa<ir::RangeLoopStatement>(loop) && !list.empty() &&
                        isa<ir::LetStatement, ir::VarStatement>(list.front());
    list.insert(list.begin() + isCopy,
                module.var(own, copy.identity, copy.loc));
    const ir::Place *scalar = recogniser.scalars.lookup(variable);
    body->statements.push_back(
        module.reduce(copy.combiner, scalar ? scalar : module.place(variable),
                      module.load(module.place(own)), loop->loc));
  }

  /// In calls of traversals, which what they found is combined behind.
  void replaceInCalls(const ir::Variable *variable, const OwnCopy &copy) {
    const ir::Variable *own = copyOf(variable, copy);
    ir::Mapper inCalls(module), mapper(module);
    inCalls.variables[variable] = own;
    mapper.onDeclare = sameVariable;
    mapper.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      if (!handsOn(s, variable))
        return std::nullopt;
      std::vector<ir::Statement *> made =
          inCalls.statements({const_cast<ir::Statement *>(s)});
      made.push_back(module.reduce(copy.combiner, module.place(variable),
                                   module.load(module.place(own)), s->loc));
      return made;
    };
    body = mapper.block(body);
    declare(own, copy.identity);
  }

  Recogniser &recogniser;
  ir::Module &module;
  ir::Statement *loop;
  ir::BlockStatement *&body;
};

} // namespace

llvm::ArrayRef<ir::Clause> recognise::clausesOf(const ir::Statement *loop) {
  const auto *range = dyn_cast<ir::RangeLoopStatement>(loop);
  return range ? range->clauses : llvm::cast<ir::LoopStatement>(loop)->clauses;
}

const ir::Clause *Recogniser::clauseOfTraversal(ir::Clause::Kind kind) const {
  const auto found =
      llvm::find_if(entered->clauses, [&](const ir::Clause &clause) {
        return clause.kind == kind;
      });
  return found == entered->clauses.end() ? nullptr : &*found;
}

bool Recogniser::applyClauses(ir::Function *function,
                              ir::Statement *annotated) {
  const auto apply = [&](auto &each) {
    addImpliedPrivates(module, *function, &each, each.body, each.clauses);
    deferStatements(*this, &each, each.body);
    nameScalars(*this, *function, &each, each.body, each.clauses);
    shareFlags(*this, *function, &each, each.body, each.clauses);
    addImpliedReductions(module, &each, each.body, each.clauses);
    ClauseApplier(*this, &each, each.body).run(each.clauses);
    shareScalars(*this, *function, &each, each.body, each.clauses);
    if (isNested(each.body)) {
      ownText = each.body;
      evaluateValueCalls(module, each.body);
      splitValues(module, each.body);
      numberWalkedPointers(module, *function, each.body);
    }
  };
  if (auto *range = dyn_cast<ir::RangeLoopStatement>(annotated))
    apply(*range);
  else if (auto *each = dyn_cast<ir::LoopStatement>(annotated))
    apply(*each);
  return !isRefused();
}

/// A program keeps what its calls share in data of the query, and has no loop
/// behind each call that what they found could be combined in.
bool Recogniser::checkProgramClauses() {
  const auto refuseIn = [&](ir::Location loc, llvm::StringRef clause,
                            const std::string &name) {
    refuse(loc, Diag::RTT1014,
           {clause.str(), name,
            "in a loop whose iterations make several calls; declare a variable "
            "in the loop's body"});
  };
  if (iteration.isProgram && !iteration.isNested) {
    for (const auto &[own, copy] : ownCopies)
      if (!copy.identity)
        refuseIn(copy.loc, copy.isFirst ? "firstprivate" : "private",
                 own->name);
    for (const ir::Clause &clause : clausesOf(loop))
      if (clause.kind == ir::Clause::Reduction)
        refuseIn(clause.loc, "reduction", spelled(module, clause.place));
  }
  return !isRefused();
}

/// Whether visits do nothing with an iteration's part of a reduction but
/// combine it.
bool Recogniser::checkReductions() {
  if (!checkProgramClauses())
    return false;
  // Of a body without visits all that it does was looked at.
  for (const auto &[own, copy] : ownCopies)
    if (copy.identity && !iteration.isNested)
      for (size_t k = 0; k < iteration.operands.size(); ++k)
        if (iteration.operands[k].local == own)
          checkReduction(k, copy);
  return !isRefused();
}

void Recogniser::checkReduction(unsigned operand, const OwnCopy &copy) {
  const auto isIt = [&](const ir::Place *place) {
    const auto *data =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    if (!data || data->kind != ir::DataRoot::Own)
      return false;
    const kernel::Datum &row = kernel.data[data->number];
    return row.owner == kernel::Owner::Query && row.number == operand;
  };
  const auto mentionsIt = [&](const ir::Statement *s) {
    bool result = false;
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      ir::walk(
          e, [&](const ir::Expr *part) { result |= isIt(ir::placeOf(part)); });
    });
    ir::forEachPlace(s, [&](const ir::Place *place) { result |= isIt(place); });
    return result;
  };
  const auto isUsed = [&](const ir::Statement *s) {
    refuse(copy.loc, Diag::RTT1017,
           {ir::textOf(copy.combiner).str(), copy.user->name},
           {{s->loc, "used here"}});
  };
  const std::function<void(const ir::Statement *)> check =
      [&](const ir::Statement *s) {
        const auto update = kernel::combinationOf(s);
        if (update && isIt(update->place)) {
          const bool isOther =
              !combineAlike(update->combiner, copy.combiner) ||
              llvm::any_of(update->operands, [&](const ir::Expr *e) {
                bool result = false;
                ir::walk(e, [&](const ir::Expr *part) {
                  result |= isIt(ir::placeOf(part));
                });
                return result;
              });
          if (isOther)
            isUsed(s);
          return;
        }
        if (mentionsIt(s))
          isUsed(s);
        ir::forEachChild(s, [&](const ir::Statement *child) { check(child); });
      };
  for (const ir::Function *function : functions())
    if (function->body)
      check(function->body);
}
