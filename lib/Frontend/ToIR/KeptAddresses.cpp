// Follows each mention of a variable outwards through the expressions around
// it.
#include "KeptAddresses.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/ParentMapContext.h>

using namespace regtt::toir;
using llvm::dyn_cast;
using llvm::isa;

/// Looks at each mention of the variable; of null, at `this`.
class KeptAddresses::Visitor
    : public clang::RecursiveASTVisitor<KeptAddresses::Visitor> {
public:
  Visitor(KeptAddresses &addresses, const clang::VarDecl *variable, State state)
      : addresses(addresses), variable(variable), state(state) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    if (variable &&
        e->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl())
      add(e->refersToEnclosingVariableOrCapture() ? Fate::Kept
                                                  : addresses.fateOf(e, state));
    return true;
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr *e) {
    if (!variable)
      add(addresses.fateOf(e, state));
    return true;
  }
  // What a closure captures, it keeps.
  bool VisitLambdaExpr(clang::LambdaExpr *e) {
    for (const clang::LambdaCapture &capture : e->captures())
      if (variable ? capture.capturesVariable() &&
                         capture.getCapturedVar()->getCanonicalDecl() ==
                             variable->getCanonicalDecl()
                   : capture.capturesThis())
        add(Fate::Kept);
    return true;
  }

  Fate result = Fate::Passes;

private:
  void add(Fate fate) { result = std::max(result, fate); }

  KeptAddresses &addresses;
  const clang::VarDecl *variable;
  const State state;
};

bool KeptAddresses::keeps(const clang::FunctionDecl *function,
                          const clang::VarDecl *variable) {
  known.clear(); // what was found on the way took others to pass
  makers.clear();
  return fateOf(function, variable, State::Object) != Fate::Passes ||
         isKeptWhenMade(variable);
}

KeptAddresses::Fate KeptAddresses::fateOf(const clang::FunctionDecl *function,
                                          const clang::VarDecl *variable,
                                          State state) {
  const clang::QualType answer = function->getReturnType();
  const auto [found, isNew] = known.try_emplace(
      {function, variable}, answer->isReferenceType() || answer->isPointerType()
                                ? Fate::Answered
                                : Fate::Passes);
  if (!isNew)
    return found->second;
  Visitor visitor(*this, variable, state);
  visitor.TraverseStmt(function->getBody());
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
    for (const clang::CXXCtorInitializer *init : constructor->inits())
      if (init->isWritten())
        visitor.TraverseStmt(init->getInit());
  return known[{function, variable}] = visitor.result;
}

KeptAddresses::Fate KeptAddresses::fateOfThis(const clang::Expr *in) {
  Visitor visitor(*this, nullptr, State::Pointer);
  visitor.TraverseStmt(const_cast<clang::Expr *>(in));
  return visitor.result;
}

const clang::Stmt *KeptAddresses::parentOf(const clang::Stmt *s) const {
  const auto parents = context.getParents(*s);
  return parents.size() == 1 ? parents[0].get<clang::Stmt>() : nullptr;
}

KeptAddresses::Fate KeptAddresses::fateOf(const clang::Expr *e, State state) {
  const clang::Stmt *part = e;
  for (const clang::Stmt *outer = parentOf(part); outer;
       part = outer, outer = parentOf(outer))
    if (const auto fate = through(part, outer, state))
      return *fate;
  return Fate::Kept;
}

/// What a conversion makes of it; nothing: that is not known.
template <typename State>
static std::optional<State> converted(const clang::CastExpr *cast,
                                      State state) {
  switch (cast->getCastKind()) {
  case clang::CK_NoOp:
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
    return state;
  case clang::CK_ArrayToPointerDecay:
    return state == State::Object ? std::optional(State::Pointer)
                                  : std::nullopt;
  case clang::CK_LValueToRValue:
    return state == State::Object ? std::nullopt
                                  : std::optional(State::Pointer);
  default:
    return std::nullopt;
  }
}

std::optional<KeptAddresses::Fate>
KeptAddresses::through(const clang::Stmt *part, const clang::Stmt *outer,
                       State &state) {
  if (const auto *call = dyn_cast<clang::CallExpr>(outer))
    return through(part, call, state);
  if (const auto *made = dyn_cast<clang::CXXConstructExpr>(outer))
    return fateWhenCopied(part, made, state);
  if (const auto *cast = dyn_cast<clang::CastExpr>(outer)) {
    const clang::CastKind kind = cast->getCastKind();
    if ((kind == clang::CK_LValueToRValue && state == State::Object) ||
        kind == clang::CK_PointerToBoolean || kind == clang::CK_ToVoid)
      return Fate::Passes; // its value is read
    const auto made = converted(cast, state);
    if (!made)
      return Fate::Kept;
    state = *made;
    return std::nullopt;
  }
  if (const auto *member = dyn_cast<clang::MemberExpr>(outer)) {
    if (member->isArrow() != (state == State::Pointer))
      return Fate::Kept;
    const auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field && field->getType()->isReferenceType())
      return Fate::Passes; // somebody else's object
    // Of a method's name the call goes on with the object.
    state = field || !member->isArrow() ? State::Object : State::Pointer;
    return std::nullopt;
  }
  if (const auto *op = dyn_cast<clang::UnaryOperator>(outer)) {
    const bool isStep = op->isIncrementDecrementOp();
    if (isStep && state == State::Object)
      return op->isPostfix() ? std::optional(Fate::Passes) : std::nullopt;
    if (op->getOpcode() == clang::UO_AddrOf && state == State::Object)
      state = State::Pointer;
    else if (op->getOpcode() == clang::UO_Deref && state == State::Pointer)
      state = State::Object;
    else if (isStep && state == State::Holder)
      state = op->isPostfix() ? State::Pointer : State::Holder;
    else
      return Fate::Kept;
    return std::nullopt;
  }
  if (isa<clang::ArraySubscriptExpr>(outer)) {
    state = State::Object;
    return std::nullopt;
  }
  if (const auto *op = dyn_cast<clang::BinaryOperator>(outer)) {
    if (op->isComparisonOp())
      return Fate::Passes;
    if (op->isCommaOp())
      return op->getRHS() == part ? std::nullopt : std::optional(Fate::Passes);
    if (op->isAssignmentOp())
      return op->getLHS() == part && state != State::Pointer
                 ? std::nullopt
                 : std::optional(Fate::Kept);
    return op->isAdditiveOp() && op->getType()->isPointerType()
               ? std::nullopt
               : std::optional(Fate::Kept);
  }
  if (isa<clang::ReturnStmt>(outer))
    return Fate::Answered;
  if (isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt,
          clang::DoStmt, clang::SwitchCase, clang::LabelStmt,
          clang::CXXForRangeStmt>(outer))
    return Fate::Passes; // nobody looks at it
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(outer))
    return choice->getCond() == part ? std::optional(Fate::Kept) : std::nullopt;
  return isa<clang::ParenExpr, clang::ExprWithCleanups>(outer)
             ? std::nullopt
             : std::optional(Fate::Kept);
}

KeptAddresses::Fate KeptAddresses::fateWhenCopied(
    const clang::Stmt *part, const clang::CXXConstructExpr *made, State state) {
  const clang::CXXConstructorDecl *constructor = made->getConstructor();
  const clang::FunctionDecl *body = nullptr;
  if (state != State::Object || made->getArg(0) != part ||
      !constructor->isCopyOrMoveConstructor())
    return Fate::Kept;
  if (constructor->isDefaulted())
    return Fate::Passes;
  return constructor->hasBody(body)
             ? fateOf(body, body->getParamDecl(0), State::Object)
             : Fate::Kept;
}

std::optional<KeptAddresses::Fate>
KeptAddresses::through(const clang::Stmt *part, const clang::CallExpr *call,
                       State &state) {
  const clang::FunctionDecl *callee = call->getDirectCallee(), *body = nullptr;
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (!callee || !callee->hasBody(body) || callee->hasAttr<clang::WeakAttr>() ||
      callee->isVariadic() || (method && method->isVirtual()))
    return Fate::Kept;
  const bool isObject =
      isa<clang::CXXMemberCallExpr>(call) && call->getCallee() == part;
  const bool isOperator =
      isa<clang::CXXOperatorCallExpr>(call) && method && !method->isStatic();
  const clang::VarDecl *to = nullptr;
  State start = State::Pointer; // `this`
  if (!isObject && !(isOperator && call->getArg(0) == part)) {
    unsigned index = 0;
    while (index < call->getNumArgs() && call->getArg(index) != part)
      ++index;
    index -= isOperator;
    if (index >= body->getNumParams())
      return Fate::Kept;
    to = body->getParamDecl(index);
    const bool isReference = to->getType()->isReferenceType();
    if (isReference
            ? state != State::Object
            : state != State::Pointer || !to->getType()->isPointerType())
      return Fate::Kept;
    start = isReference ? State::Object : State::Holder;
  } else if (method->isTrivial()) {
    return Fate::Passes;
  }
  const Fate fate = fateOf(body, to, start);
  if (fate != Fate::Answered)
    return fate;
  const clang::QualType answer = body->getReturnType();
  if (!answer->isReferenceType() && !answer->isPointerType())
    return Fate::Kept;
  state = answer->isReferenceType() ? State::Object : State::Pointer;
  return std::nullopt;
}
