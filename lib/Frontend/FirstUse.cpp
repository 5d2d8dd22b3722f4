// Definite assignment of one variable in the body of the annotated loop, by its
// structured statements. A loop that sets the variable is taken to run.
#include "FirstUse.h"

using namespace regtt;
using namespace clang;

namespace {

class Uses {
public:
  Uses(const VarDecl *var, bool handedSets, bool all)
      : var(var), handedSets(handedSets), all(all) {}

  void run(const clang::Stmt *body) { statement(body, false); }

  const clang::Stmt *found = nullptr; ///< what reads it before it is set
  bool sets = false;                  ///< as far as the walk went

private:
  /// Walks `s`, where the variable is set already if `set` says so; returns
  /// whether it is behind it, on every way that leads there.
  bool statement(const clang::Stmt *s, bool set) {
    if (!s || (!all && (set || found)) || isa<UnaryExprOrTypeTraitExpr>(s))
      return set;
    if (isa<ContinueStmt, BreakStmt, ReturnStmt, GotoStmt>(s)) {
      inOrder(s, set);
      return true; // nothing follows
    }
    if (const auto *choice = dyn_cast<IfStmt>(s)) {
      set = statement(choice->getInit(), set);
      set = statement(choice->getConditionVariableDeclStmt(), set);
      set = statement(choice->getCond(), set);
      const bool then = statement(choice->getThen(), set);
      const bool otherwise =
          choice->getElse() ? statement(choice->getElse(), set) : set;
      return then && otherwise;
    }
    if (const auto *choice = dyn_cast<SwitchStmt>(s)) {
      set = statement(choice->getCond(), set);
      statement(choice->getBody(), set);
      return set;
    }
    if (const auto *loop = dyn_cast<ForStmt>(s)) {
      set = statement(loop->getInit(), set);
      const bool tested = statement(loop->getCond(), set);
      return statement(loop->getInc(), statement(loop->getBody(), tested));
    }
    const auto *e = dyn_cast<Expr>(s);
    return e ? expression(e, set) : inOrder(s, set);
  }

  bool inOrder(const clang::Stmt *s, bool set) {
    for (const clang::Stmt *child : s->children())
      set = statement(child, set);
    return set;
  }

  bool expression(const Expr *e, bool set) {
    if (const auto *assign = dyn_cast<BinaryOperator>(e);
        assign && assign->isAssignmentOp()) {
      set = statement(assign->getRHS(), set);
      return target(assign->getLHS(), set, assign->isCompoundAssignmentOp());
    }
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
        op && op->isAssignmentOp() && op->getNumArgs() == 2) {
      set = statement(op->getArg(1), set);
      return target(op->getArg(0), set, op->getOperator() != OO_Equal);
    }
    if (const auto *unary = dyn_cast<UnaryOperator>(e);
        unary && unary->isIncrementDecrementOp())
      return target(unary->getSubExpr(), set, true);
    if (const auto *binary = dyn_cast<BinaryOperator>(e);
        binary && binary->isLogicalOp()) {
      set = statement(binary->getLHS(), set);
      statement(binary->getRHS(), set);
      return set;
    }
    if (const auto *choice = dyn_cast<AbstractConditionalOperator>(e)) {
      set = statement(choice->getCond(), set);
      const bool yes = statement(choice->getTrueExpr(), set);
      return statement(choice->getFalseExpr(), set) && yes;
    }
    if (const auto *lambda = dyn_cast<LambdaExpr>(e)) {
      if (mentions(lambda->getBody(), var))
        read(e);
      return set;
    }
    if (!e->isLValue() || !isPlace(e))
      return isRead(e) ? read(e) : inOrder(e, set);
    // Bound to something that may write it, or taken the address of.
    set = indices(e, set);
    return handedSets && !e->getType().isConstQualified() ? write() : read(e);
  }

  /// `x`, `x.y`, `x[k]` of the variable, which is no pointer there.
  bool isPlace(const Expr *e) const {
    e = plain(e);
    while (true) {
      if (const auto *member = dyn_cast<MemberExpr>(e);
          member && !member->isArrow())
        e = plain(member->getBase());
      else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e);
               subscript &&
               plain(subscript->getBase())->getType()->isArrayType())
        e = plain(subscript->getBase());
      else
        return namedVariable(e) == var;
    }
  }

  /// Whether `e` takes the value of the variable, or of a part of it.
  bool isRead(const Expr *e) const {
    const auto *cast = dyn_cast<CastExpr>(e);
    const Expr *of = cast ? plain(cast->getSubExpr()) : nullptr;
    if (const auto *address = dyn_cast_or_null<UnaryOperator>(of);
        address && address->getOpcode() == UO_AddrOf)
      of = address->getSubExpr();
    if (!of || !isPlace(of))
      return false;
    return cast->getCastKind() == CK_LValueToRValue ||
           (e->isLValue() && e->getType().isConstQualified()) ||
           (e->getType()->isPointerType() &&
            e->getType()->getPointeeType().isConstQualified());
  }

  bool indices(const Expr *e, bool set) {
    e = plain(e);
    if (const auto *member = dyn_cast<MemberExpr>(e))
      return indices(member->getBase(), set);
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
      set = indices(subscript->getBase(), set);
      return statement(subscript->getIdx(), set);
    }
    return set;
  }

  /// What `e`, on the left of an assignment, does.
  bool target(const Expr *e, bool set, bool reads) {
    if (!isPlace(e))
      return statement(e, set);
    set = indices(e, set);
    if (reads && !set)
      read(e);
    return write();
  }

  bool write() {
    sets = true;
    return true;
  }

  bool read(const Expr *e) {
    if (!found)
      found = e;
    return true;
  }

  const VarDecl *var;
  const bool handedSets;
  const bool all; ///< goes on behind what sets it
};

} // namespace

const clang::Stmt *regtt::readBeforeSet(const clang::Stmt *body,
                                        const VarDecl *var, bool handedSets) {
  Uses uses(var, handedSets, /*all=*/false);
  uses.run(body);
  return uses.found;
}

bool regtt::isSetIn(const clang::Stmt *body, const VarDecl *var) {
  Uses uses(var, /*handedSets=*/true, /*all=*/true);
  uses.run(body);
  return uses.sets;
}
