// What an expression has to do with a parameter, by its shape alone: a guess,
// which whoever makes something of it has to prove.
#include "Reach.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

#include <functional>

using namespace regtt::suggest;
using namespace clang;

const Expr *regtt::suggest::bare(const Expr *e) {
  for (;;) {
    const Expr *inner = e->IgnoreParenCasts();
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto *made = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = made->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto *made = dyn_cast<CXXConstructExpr>(inner);
             made && made->getNumArgs() == 1)
      inner = made->getArg(0);
    else if (const auto *list = dyn_cast<InitListExpr>(inner);
             list && list->getNumInits() == 1)
      inner = list->getInit(0);
    if (inner == e)
      return e;
    e = inner;
  }
}

const ValueDecl *regtt::suggest::holderOf(const Expr *e) {
  for (;;) {
    e = bare(e);
    if (const auto *name = dyn_cast<DeclRefExpr>(e))
      return name->getDecl();
    if (const auto *member = dyn_cast<MemberExpr>(e)) {
      if (isa<CXXThisExpr>(bare(member->getBase())))
        return member->getMemberDecl();
      e = member->getBase();
    } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
      e = element->getBase();
    } else if (const auto *unary = dyn_cast<UnaryOperator>(e)) {
      e = unary->getSubExpr();
    } else if (const auto *binary = dyn_cast<BinaryOperator>(e);
               binary && binary->isAdditiveOp()) {
      e = binary->getLHS();
    } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(e);
               call && call->getNumArgs() > 0) {
      e = call->getArg(0);
    } else if (const auto *call = dyn_cast<CXXMemberCallExpr>(e)) {
      e = call->getImplicitObjectArgument();
    } else {
      return nullptr;
    }
  }
}

namespace {

/// All that sets a function's variables.
class Setters : public RecursiveASTVisitor<Setters> {
public:
  /// `onlyPointers`: numbers that are assigned lead nowhere.
  template <class Map>
  Setters(Map &map, bool onlyPointers) : onlyPointers(onlyPointers) {
    add = [&map](const VarDecl *variable, const Expr *e, bool isElement) {
      map[variable].push_back({e, isElement});
    };
  }

  bool VisitVarDecl(VarDecl *variable) {
    if (const Expr *init = variable->getInit();
        init && !variable->isCXXForRangeDecl())
      add(variable, init, false);
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *loop) {
    add(loop->getLoopVariable(), loop->getRangeInit(), true);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *e) {
    if (!e->isAssignmentOp())
      return true;
    // An element of a local array, too.
    const Expr *set = bare(e->getLHS());
    while (const auto *element = dyn_cast<ArraySubscriptExpr>(set))
      set = bare(element->getBase());
    if (const auto *name = dyn_cast<DeclRefExpr>(set))
      if (const auto *variable = dyn_cast<VarDecl>(name->getDecl());
          variable &&
          (set == bare(e->getLHS()) || variable->getType()->isArrayType()) &&
          !(onlyPointers &&
            variable->getType().getNonReferenceType()->isArithmeticType()))
        add(variable, e->getRHS(), false);
    return true;
  }

private:
  std::function<void(const VarDecl *, const Expr *, bool)> add;
  const bool onlyPointers;
};

} // namespace

Reaches::Reaches(const FunctionDecl *function, const ParmVarDecl *root, Way way)
    : root(root), way(way) {
  Setters(set, way == ByPointers).TraverseStmt(function->getBody());
}

static Reach most(Reach a, Reach b) { return a < b ? b : a; }
static Reach below(Reach a) {
  return a == Reach::None ? Reach::None : Reach::Below;
}

Reach Reaches::ofVariable(const VarDecl *variable) {
  Reach result = variable == root ? Reach::At : Reach::None;
  if (!open.insert(variable).second)
    return result;
  if (const auto found = set.find(variable); found != set.end()) {
    const auto setters = found->second;
    for (const auto &[e, isElement] : setters)
      result = most(result, isElement ? below(of(e)) : of(e));
  }
  open.erase(variable);
  return result;
}

Reach Reaches::ofElement(const Expr *array, const Expr *at) {
  const Reach by = way == ByIndexToo ? of(at) : Reach::None;
  if (by != Reach::None)
    arrays.insert(holderOf(array));
  return below(most(of(array), by));
}

Reach Reaches::ofOperator(const CXXOperatorCallExpr *call) {
  switch (call->getOperator()) {
  case OO_Star:
  case OO_Arrow:
    if (call->getNumArgs() == 1)
      return of(call->getArg(0));
    break;
  case OO_Subscript:
    return ofElement(call->getArg(0), call->getArg(1));
  default:
    break;
  }
  return ofCall(call);
}

/// A made object is nothing that was found, unless it leads to it.
static bool isFound(const CallExpr *call, const ASTContext &context) {
  const QualType type = call->getCallReturnType(context);
  if (type->isReferenceType() || type->isPointerType() || type->isIntegerType())
    return true;
  const auto *record = type->getAsCXXRecordDecl();
  return record && llvm::any_of(record->methods(), [](const auto *method) {
           return method->getOverloadedOperator() == OO_Arrow;
         });
}

Reach Reaches::ofCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !isFound(call, callee->getASTContext()))
    return Reach::None;
  Reach result = Reach::None;
  if (const auto *method = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = method->getImplicitObjectArgument();
    if (callee->getDeclName().isIdentifier() && callee->getName() == "at" &&
        call->getNumArgs() == 1)
      return ofElement(object, call->getArg(0));
    result = of(object);
  }
  for (const Expr *argument : call->arguments())
    result = most(result, of(argument));
  return below(result);
}

Reach Reaches::ofBinary(const BinaryOperator *e) {
  if (e->isAssignmentOp())
    return of(e->getRHS());
  if (e->isComparisonOp() || e->isLogicalOp())
    return Reach::None;
  if (e->getOpcode() == BO_Comma)
    return of(e->getRHS());
  if (e->getType()->isPointerType()) {
    const bool first = e->getLHS()->getType()->isPointerType();
    return ofElement(first ? e->getLHS() : e->getRHS(),
                     first ? e->getRHS() : e->getLHS());
  }
  const Reach result = most(of(e->getLHS()), of(e->getRHS()));
  return result == Reach::At ? Reach::Computed : result;
}

Reach Reaches::of(const Expr *e) {
  e = bare(e);
  if (isa<CXXThisExpr>(e))
    return root ? Reach::None : Reach::At;
  if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
    const ValueDecl *decl = name->getDecl();
    if (const auto *part = dyn_cast<BindingDecl>(decl))
      return below(ofVariable(cast<VarDecl>(part->getDecomposedDecl())));
    const auto *variable = dyn_cast<VarDecl>(decl);
    return variable ? ofVariable(variable) : Reach::None;
  }
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return below(of(member->getBase()));
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
    return ofElement(element->getBase(), element->getIdx());
  if (const auto *unary = dyn_cast<UnaryOperator>(e))
    return unary->getOpcode() == UO_LNot ? Reach::None
                                         : of(unary->getSubExpr());
  if (const auto *binary = dyn_cast<BinaryOperator>(e))
    return ofBinary(binary);
  if (const auto *choice = dyn_cast<ConditionalOperator>(e))
    return most(of(choice->getTrueExpr()), of(choice->getFalseExpr()));
  if (const auto *list = dyn_cast<InitListExpr>(e)) {
    Reach result = Reach::None;
    for (const Expr *init : list->inits())
      result = most(result, of(init));
    return result;
  }
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(e))
    return ofOperator(call);
  if (const auto *call = dyn_cast<CallExpr>(e))
    return ofCall(call);
  return Reach::None;
}
