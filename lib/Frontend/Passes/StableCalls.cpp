// Proves that leaving out some of a query's visits changes nothing about where
// the others go: what visits change is only ever added to, or overwritten.
#include "regtt/Frontend/Passes/StableCalls.h"

#include "regtt/Frontend/Passes/Effects.h"
#include "regtt/Frontend/Model/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace clang;

namespace {

/// Without what only C++ wraps around an expression.
const Expr *bare(const Expr *e) {
  while (true) {
    e = e->IgnoreParenImpCasts();
    if (const auto *made = dyn_cast<MaterializeTemporaryExpr>(e))
      e = made->getSubExpr();
    else if (const auto *full = dyn_cast<FullExpr>(e))
      e = full->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(e))
      e = bound->getSubExpr();
    else
      return e;
  }
}

class StableCallsProof {
public:
  explicit StableCallsProof(const Traversal &traversal)
      : traversal(traversal) {}

  Trait run() {
    if (!traversal.guards.empty())
      return {false, "a condition over a call depends on what visits change",
              traversal.guards.front().loc};
    if (!traversal.resumes.empty())
      return {false, "what follows a call depends on its visits",
              traversal.resumes.front().loc};
    // Until it is known what helpers are handed.
    do {
      grown = false;
      result = {true, "", {}};
      check(traversal.function);
      for (const auto &helper : traversal.helpers)
        check(*helper);
    } while (grown);
    return result;
  }

private:
  void check(const Function &function) {
    current = &function;
    const bool isHelper = &function != &traversal.function;
    walkStmts(function.body, [&](const Statement &stmt) {
      for (const Expr *own : ownExprs(traversal, stmt))
        if (stmt.kind == Statement::Eval)
          checkEffect(own);
        else if (stmt.kind == Statement::Return && isHelper)
          checkValue(own);
        else
          checkSteady(own);
    });
  }

  bool isSteady(const Expr *expr) const {
    bool handed = false;
    walkExpr(expr, [&](const Expr *e) {
      handed |= isHanded(e);
      if (const Function *helper = calledHelper(e))
        for (const VarDecl *captured : helper->captured)
          handed |= isHanded(captured);
    });
    return !handed && !effectsOf(traversal, *current, expr).readsWritten;
  }

  /// The helper that `e` calls; null for anything else.
  const Function *calledHelper(const Expr *e) const {
    const auto call = current->helperCalls.find(e);
    return call == current->helperCalls.end()
               ? nullptr
               : traversal.helpers[call->second].get();
  }

  /// Whether a parameter holds, or leads to, what visits change; null: what the
  /// function is called on.
  bool isHanded(const ValueDecl *parameter) const {
    const auto known = parameters.find(current);
    return known != parameters.end() && known->second.count(parameter);
  }
  bool isHanded(const Expr *e) const {
    if (const auto *name = dyn_cast<DeclRefExpr>(e))
      return isHanded(name->getDecl());
    return isa<CXXThisExpr>(e) && isHanded(static_cast<ValueDecl *>(nullptr));
  }

  /// `parameter` of a helper; null: the object that it is called on.
  void hand(const Function &helper, const ValueDecl *parameter) {
    grown |= parameters[&helper].insert(parameter).second;
  }

  /// What decides something, or where something is.
  void checkSteady(const Expr *expr) {
    if (result.holds && expr && !isSteady(expr))
      result = {false, "what a visit does depends on what others have changed",
                expr->getExprLoc()};
  }

  /// A datum of the query's that is there whatever visits have changed. Returns
  /// false where `e` is something else.
  bool isPlace(const Expr *e) {
    while (true) {
      if (const auto access = current->accesses.find(e);
          access != current->accesses.end()) {
        for (const regtt::Selector &part : access->second.parts)
          checkSteady(part.index);
        for (const Expr *offset : access->second.element.offsets)
          checkSteady(offset);
        return true;
      }
      if (isHanded(e))
        return true;
      if (const auto *pointed = dyn_cast<UnaryOperator>(e);
          pointed && pointed->getOpcode() == UO_Deref &&
          isa<CXXThisExpr>(pointed->getSubExpr()->IgnoreParenImpCasts()))
        return isHanded(pointed->getSubExpr()->IgnoreParenImpCasts());
      if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
        checkSteady(element->getIdx());
        e = element->getBase()->IgnoreParenImpCasts();
      } else if (const auto *member = dyn_cast<MemberExpr>(e)) {
        e = member->getBase()->IgnoreParenImpCasts();
      } else {
        return false;
      }
    }
  }

  /// What is written to the query: sums and products of what was there, of
  /// which nothing depends but the value. Of integers none is divided by it.
  void checkValue(const Expr *expr) {
    if (isSteady(expr))
      return;
    const Expr *e = bare(expr);
    if (e->getType()->isPointerType())
      return checkSteady(e);
    if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
      return checkValue(cast->getSubExpr());
    if (const auto *unary = dyn_cast<UnaryOperator>(e);
        unary &&
        (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus ||
         unary->getOpcode() == UO_Not || unary->getOpcode() == UO_LNot))
      return checkValue(unary->getSubExpr());
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && !binary->isAssignmentOp() && !binary->isCommaOp())
      return checkOperands(*binary);
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      checkSteady(choice->getCond());
      checkValue(choice->getTrueExpr());
      return checkValue(choice->getFalseExpr());
    }
    if (calledHelper(e))
      return checkArguments(e);
    if (const auto *list = dyn_cast<InitListExpr>(e)) {
      for (const Expr *part : list->inits())
        checkValue(part);
      return;
    }
    // A copy, bit by bit.
    if (const auto *made = dyn_cast<CXXConstructExpr>(e);
        made && made->getConstructor()->isCopyOrMoveConstructor() &&
        made->getConstructor()->isTrivial())
      return checkValue(made->getArg(0));
    if (current->libraryCalls.count(e) &&
        !effectsOf(traversal, *current, e).writesLocal) {
      for (const Expr *argument : cast<CallExpr>(e)->arguments())
        checkValue(argument);
      return;
    }
    if (!isPlace(e))
      checkSteady(e);
  }

  void checkOperands(const BinaryOperator &binary) {
    const bool decides = binary.isLogicalOp() || dividesIntegers(binary);
    decides ? checkSteady(binary.getLHS()) : checkValue(binary.getLHS());
    dividesIntegers(binary) ? checkSteady(binary.getRHS())
                            : checkValue(binary.getRHS());
  }

  /// What may trap: by 0, or the least number by -1.
  static bool dividesIntegers(const BinaryOperator &binary) {
    switch (binary.getOpcode()) {
    case BO_Div:
    case BO_Rem:
    case BO_DivAssign:
    case BO_RemAssign:
      return binary.getType()->isIntegerType();
    default:
      return false;
    }
  }

  /// Helpers are looked at by themselves, with what they are handed. What is
  /// written through must be the query's: a local that took a value from there
  /// could decide something.
  void checkArguments(const Expr *call) {
    const Function &helper = *calledHelper(call);
    const auto refuse = [&] {
      if (result.holds)
        result = {false, "a local takes what visits change",
                  call->getExprLoc()};
    };
    for (const VarDecl *captured : helper.captured) {
      if (helper.written.count(captured))
        return refuse();
      if (isHanded(captured))
        hand(helper, captured);
    }
    if (const Expr *object = calledObject(call)) {
      if (!isSteady(object)) {
        if (!isPlace(object->IgnoreParenImpCasts()))
          return checkSteady(object);
        hand(helper, nullptr);
      } else if (helper.writesThis) {
        return refuse();
      }
    }
    for (unsigned k = 0; k < helper.paramRoles.size(); ++k) {
      const Expr *argument = argumentOf(call, k);
      const ParmVarDecl *parameter = helper.decl->getParamDecl(k);
      const QualType type = parameter->getType();
      const bool through = (type->isReferenceType() || type->isPointerType()) &&
                           helper.written.count(parameter);
      if (argument && !isSteady(argument)) {
        if (through && !isPlace(argument->IgnoreParenImpCasts()))
          return checkSteady(argument);
        checkValue(argument);
        hand(helper, parameter);
      } else if (through) {
        return refuse();
      }
    }
  }

  /// What is evaluated for its effect on the query.
  void checkEffect(const Expr *expr) {
    if (isSteady(expr))
      return;
    const Expr *e = bare(expr);
    if (const auto *cast = dyn_cast<ExplicitCastExpr>(e))
      return checkEffect(cast->getSubExpr());
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      checkSteady(choice->getCond());
      checkEffect(choice->getTrueExpr());
      return checkEffect(choice->getFalseExpr());
    }
    if (const auto *unary = dyn_cast<UnaryOperator>(e);
        unary && unary->isIncrementDecrementOp() &&
        isPlace(unary->getSubExpr()->IgnoreParenImpCasts()))
      return;
    if (const auto *binary = dyn_cast<BinaryOperator>(e)) {
      if (binary->isCommaOp()) {
        checkEffect(binary->getLHS());
        return checkEffect(binary->getRHS());
      }
      if (binary->isLogicalOp()) {
        checkSteady(binary->getLHS());
        return checkEffect(binary->getRHS());
      }
      if (binary->isAssignmentOp() &&
          isPlace(binary->getLHS()->IgnoreParenImpCasts())) {
        return dividesIntegers(*binary) ? checkSteady(binary)
                                        : checkValue(binary->getRHS());
      }
    }
    if (calledHelper(e))
      return checkArguments(e);
    if (const auto *assignment = dyn_cast<CXXOperatorCallExpr>(e);
        assignment && assignment->getOperator() == OO_Equal &&
        isPlace(assignment->getArg(0)->IgnoreParenImpCasts()))
      return checkValue(assignment->getArg(1));
    checkSteady(e);
  }

  const Traversal &traversal;
  const Function *current = nullptr;
  llvm::DenseMap<const Function *, llvm::SmallPtrSet<const ValueDecl *, 4>>
      parameters; ///< of helpers, that are handed what visits change
  bool grown = false;
  Trait result = {true, "", {}};
};

} // namespace

Trait regtt::stableCalls(const Traversal &traversal) {
  return StableCallsProof(traversal).run();
}
