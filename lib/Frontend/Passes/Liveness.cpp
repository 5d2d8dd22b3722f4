// Liveness over the statements of the segments, from their ends to their
// beginnings; what a resume point needs lives where a rope to it is made, so
// the segments are gone through until nothing changes.
#include "regtt/Frontend/Passes/Liveness.h"

#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

//===--- Variables --------------------------------------------------------===//

Variables::Variables(const Traversal &traversal)
    : traversal(traversal), function(traversal.function) {
  for (const Arg &arg : traversal.args)
    add(arg.param);
  walkStmts(function.body, [&](const Statement &stmt) {
    for (const VarDecl *var : stmt.vars)
      add(var);
  });
}

void Variables::add(const VarDecl *var) {
  if (numbers.try_emplace(var, variables.size()).second)
    variables.push_back(var);
}

int Variables::numberOf(const VarDecl *var) const {
  const auto found = numbers.find(var);
  return found == numbers.end() ? -1 : static_cast<int>(found->second);
}

Variables::Set Variables::usedBy(const clang::Stmt *expr) const {
  Set result;
  collect(expr, result);
  return result;
}

void Variables::collect(const clang::Stmt *expr, Set &set) const {
  const auto use = [&](const VarDecl *var) {
    if (const int number = numberOf(var); number >= 0)
      set.insert(number);
  };
  walkData(function, expr, [&](const Expr *e) {
    if (const auto kept = function.results.find(e);
        kept != function.results.end())
      use(kept->second);
    if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
      if (const auto *var = dyn_cast<VarDecl>(name->getDecl()))
        use(var);
      if (const auto *binding = dyn_cast<BindingDecl>(name->getDecl()))
        if (const auto *whole =
                dyn_cast_or_null<VarDecl>(binding->getDecomposedDecl()))
          use(whole);
    }
    // What no source names: indices that loops over ranges stand for.
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end())
      collect(access->second, set);
    if (const auto element = function.elements.find(e);
        element != function.elements.end())
      collect(element->second, set);
    if (const auto call = function.helperCalls.find(e);
        call != function.helperCalls.end())
      for (const VarDecl *captured : traversal.helpers[call->second]->captured)
        use(captured);
  });
}

void Variables::collect(const Access &access, Set &set) const {
  for (const Selector &part : access.parts)
    if (part.index)
      collect(part.index, set);
  collect(access.element, set);
}

void Variables::collect(const ElementRef &element, Set &set) const {
  if (element.from)
    if (const int number = numberOf(element.from); number >= 0)
      set.insert(number);
  for (const Expr *offset : element.offsets)
    if (!isa<OpaqueValueExpr>(offset->IgnoreImpCasts()))
      collect(offset, set);
}

//===--- Liveness ---------------------------------------------------------===//

namespace {

class Liveness {
public:
  Liveness(const Traversal &traversal, const Variables &variables)
      : traversal(traversal), variables(variables),
        live(traversal.resumes.size()) {}

  std::vector<Variables::Set> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t k = 0; k < live.size(); ++k) {
        Set before = listBefore(traversal.resumes[k].body, {});
        changed |= before != live[k];
        live[k] = std::move(before);
      }
    }
    return std::move(live);
  }

private:
  using Set = Variables::Set;

  static void add(Set &to, const Set &from) {
    to.insert(from.begin(), from.end());
  }

  /// What lives before a list, by what does after it.
  Set listBefore(const std::vector<Statement> &body, Set after) {
    for (size_t i = body.size(); i-- > 0;)
      after = before(body[i], std::move(after));
    return after;
  }

  Set before(const Statement &stmt, Set after) {
    switch (stmt.kind) {
    case Statement::Block:
      return listBefore(stmt.body, std::move(after));
    case Statement::If: {
      Set result = listBefore(stmt.body, after);
      add(result, listBefore(stmt.orElse, std::move(after)));
      add(result, variables.usedBy(stmt.cond));
      return result;
    }
    case Statement::Loop:
      return loop(stmt, std::move(after));
    case Statement::Switch: {
      // Any of its statements may be the first one.
      Set result = after;
      leaves.push_back({after, {}});
      if (leaves.size() > 1)
        leaves.back().onContinue = leaves[leaves.size() - 2].onContinue;
      for (size_t i = stmt.body.size(); i-- > 0;) {
        after = before(stmt.body[i], std::move(after));
        add(result, after);
      }
      leaves.pop_back();
      add(result, variables.usedBy(stmt.cond));
      return result;
    }
    case Statement::Let:
      for (size_t i = stmt.vars.size(); i-- > 0;) {
        after.erase(variables.numberOf(stmt.vars[i]));
        add(after, variables.usedBy(stmt.vars[i]->getInit()));
      }
      return after;
    case Statement::Eval:
      if (const BinaryOperator *set = assignment(stmt.cond)) {
        after.erase(variables.numberOf(target(set)));
        add(after, variables.usedBy(set->getRHS()));
      } else {
        add(after, variables.usedBy(stmt.cond));
      }
      return after;
    case Statement::Return:
      return variables.usedBy(stmt.cond);
    case Statement::Break:
      return leaves.empty() ? Set() : leaves.back().onBreak;
    case Statement::Continue:
      return leaves.empty() ? Set() : leaves.back().onContinue;
    case Statement::Resume:
      return live[stmt.point];
    case Statement::CallNode:
    case Statement::CallTree:
      for (const Expr *own : ownExprs(traversal, stmt))
        add(after, variables.usedBy(own));
      return after;
    case Statement::Case:
    case Statement::Keep:
      return after;
    }
    llvm_unreachable("no such statement");
  }

  Set loop(const Statement &stmt, Set after) {
    Set head = after;
    add(head, variables.usedBy(stmt.cond));
    add(head, variables.usedBy(stmt.step));
    // The body twice: what an iteration needs lives at the end of the one
    // before it.
    for (int round = 0; round < 2; ++round) {
      leaves.push_back({after, head});
      add(head, listBefore(stmt.body, head));
      leaves.pop_back();
    }
    if (stmt.form == Statement::Children && !stmt.goesOn)
      head.erase(variables.numberOf(stmt.vars[0]));
    if (stmt.form == Statement::Children && stmt.goesOn)
      head.insert(variables.numberOf(stmt.vars[0]));
    return stmt.goesOn ? head : listBefore(stmt.init, std::move(head));
  }

  static const VarDecl *target(const BinaryOperator *assignment) {
    const auto *name =
        dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
    return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  }

  /// `e` where it sets a number, as a whole, without reading it.
  const BinaryOperator *assignment(const Expr *e) const {
    const auto *assign = dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
    if (!assign || assign->getOpcode() != BO_Assign)
      return nullptr;
    const VarDecl *var = target(assign);
    if (!var || var->getType()->isReferenceType())
      return nullptr;
    const int number = variables.numberOf(var);
    return number >= 0 && !variables.usedBy(assign->getRHS()).count(number)
               ? assign
               : nullptr;
  }

  const Traversal &traversal;
  const Variables &variables;
  std::vector<Set> live;
  struct Leaves {
    Set onBreak, onContinue;
  };
  std::vector<Leaves> leaves; ///< of the loops around
};

} // namespace

std::vector<Variables::Set> regtt::liveAtResumes(const Traversal &traversal,
                                                 const Variables &variables) {
  return Liveness(traversal, variables).run();
}
