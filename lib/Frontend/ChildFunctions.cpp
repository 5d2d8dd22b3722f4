// Functions that choose a child:
//
//     Node *near(float k) const { return k < x ? l : r; }
//     if (n->near(q.d)) visit(q, n->near(q.d));
//  -> if (q.d < n->x ? n->l : n->r) visit(q, q.d < n->x ? n->l : n->r);
//
// Calls of them become what they return, in the caller's words, before anything
// else looks at the traversal: which child is chosen by which data is then in
// plain sight. A function may test, return in branches and have locals that
// keep their values; it has no effect, so that it may be evaluated as often as
// the text says. Functions that only return a place stay (Accessors.cpp).
#include "Attributes.h"
#include "Builder.h"
#include "HostCode.h"
#include "Substitution.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

using namespace regtt;
using namespace clang;

namespace {

class ChildFunctions {
public:
  explicit ChildFunctions(Builder &builder)
      : context(builder.context), fn(builder.traversal) {}

  void run() { replaceIn(fn->getBody()); }

private:
  void replaceIn(clang::Stmt *s) {
    if (!s)
      return;
    for (clang::Stmt *&child : s->children()) {
      auto *call = dyn_cast_or_null<CallExpr>(child);
      Expr *value = call ? valueOf(call) : nullptr;
      if (!value) {
        replaceIn(child);
        continue;
      }
      auto *made = new (context)
          ParenExpr(call->getBeginLoc(), call->getEndLoc(), value);
      child = made;
      active.push_back(call->getDirectCallee()->getCanonicalDecl());
      replaceIn(made);
      active.pop_back();
    }
  }

  /// Whether `type` leads to a struct that a parameter or the object leads to.
  bool leadsToNode(QualType type) const {
    QualType object = anyPointee(type, context);
    if (object.isNull() && type->isReferenceType())
      object = type->getPointeeType();
    const RecordDecl *record =
        object.isNull() ? nullptr : object->getAsRecordDecl();
    if (!record)
      return false;
    const auto *method = dyn_cast<CXXMethodDecl>(fn);
    return (method && declaresSameEntity(method->getParent(), record)) ||
           llvm::any_of(fn->parameters(), [&](const ParmVarDecl *param) {
             const RecordDecl *of = pointedRecord(param->getType());
             return of && declaresSameEntity(of, record);
           });
  }

  /// What `call` returns, in the words of this place; null where it stays.
  Expr *valueOf(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (!callee || !leadsToNode(callee->getReturnType()) ||
        callee->isInStdNamespace() || callee->isVariadic() ||
        !hasBody(callee, definition) ||
        callee->getCanonicalDecl() == fn->getCanonicalDecl() ||
        llvm::is_contained(active, callee->getCanonicalDecl()) ||
        isPlace(definition))
      return nullptr;
    HostCode effects(context);
    effects.add(call);
    Substitution words(context);
    if (effects.effect || !bind(call, definition, words))
      return nullptr;
    const auto *body = dyn_cast<CompoundStmt>(definition->getBody());
    if (!body) // a try block
      return nullptr;
    return returned(llvm::ArrayRef(body->body_begin(), body->size()), words,
                    definition);
  }

  /// Whether `callee` does nothing but return what it finds at a fixed place,
  /// or at an index that it is given.
  static bool isPlace(const FunctionDecl *callee) {
    const Expr *value = onlyReturns(callee);
    bool result = value != nullptr;
    walkExpr(value, [&](const Expr *e) {
      const auto *unary = dyn_cast<UnaryOperator>(e);
      result &= isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CXXThisExpr,
                    ParenExpr, CastExpr, IntegerLiteral, CallExpr,
                    CXXNullPtrLiteralExpr, ExprWithCleanups,
                    MaterializeTemporaryExpr>(e) ||
                (unary && (unary->getOpcode() == UO_Deref ||
                           unary->getOpcode() == UO_AddrOf));
    });
    return result;
  }

  /// Puts the arguments in the parameters' places.
  bool bind(CallExpr *call, const FunctionDecl *definition,
            Substitution &words) {
    const auto *method = dyn_cast<CXXMethodDecl>(definition);
    if (method && method->isVirtual())
      return false;
    if (method && method->getParent()->isLambda()) {
      if (!keepsCaptures(method->getParent()))
        return false;
    } else if (method && method->isInstance()) {
      bool arrow = false;
      const Expr *object = calledObject(call, &arrow);
      if (!object)
        return false;
      words.replaceThis(const_cast<Expr *>(object), arrow);
    }
    for (unsigned k = 0; k < definition->getNumParams(); ++k) {
      const ParmVarDecl *param = definition->getParamDecl(k);
      const Expr *argument = argumentOf(call, k);
      if (const auto *standard = dyn_cast_or_null<CXXDefaultArgExpr>(argument))
        argument = standard->getExpr();
      if (!argument || isReassigned(definition->getBody(), param))
        return false;
      Expr *value = asVariable(const_cast<Expr *>(argument), param->getType());
      if (!value)
        return false;
      words.replace(param, value);
    }
    return true;
  }

  /// Whether what a lambda has captured is what it is around it.
  bool keepsCaptures(const CXXRecordDecl *lambda) const {
    return llvm::all_of(lambda->captures(), [&](const LambdaCapture &capture) {
      if (!capture.capturesVariable() || capture.getCaptureKind() == LCK_ByRef)
        return true;
      const auto *var = dyn_cast<VarDecl>(capture.getCapturedVar());
      return var && !var->isInitCapture() && !isReassigned(fn->getBody(), var);
    });
  }

  /// `value` as a variable of `type` holds it: in parentheses, and with its
  /// conversion, which the place it gets into would not make.
  Expr *asVariable(Expr *value, QualType type) {
    if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(value))
      value = temporary->getSubExpr();
    if (const auto *copy = dyn_cast<CXXConstructExpr>(value)) {
      if (!copy->getConstructor()->isCopyOrMoveConstructor() ||
          !copy->getConstructor()->isTrivial())
        return nullptr;
      return const_cast<Expr *>(copy->getArg(0));
    }
    Expr *bare = const_cast<Expr *>(plain(value));
    type = type.getNonReferenceType();
    if (type->isArithmeticType() || type->isEnumeralType()) {
      if (!context.hasSameUnqualifiedType(bare->getType(), type)) {
        auto *conversion = dyn_cast<ImplicitCastExpr>(value->IgnoreParens());
        if (!conversion)
          return nullptr;
        const SourceLocation loc = value->getBeginLoc();
        return CStyleCastExpr::Create(
            context, type.getUnqualifiedType(), VK_PRValue,
            conversion->getCastKind(), conversion->getSubExpr(), nullptr,
            FPOptionsOverride(),
            context.getTrivialTypeSourceInfo(type.getUnqualifiedType(), loc),
            loc, value->getEndLoc());
      }
    }
    return inParens(value);
  }

  Expr *inParens(Expr *value) {
    if (isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CallExpr, ParenExpr,
            IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
            ExplicitCastExpr, CXXThisExpr>(plain(value)))
      return value;
    return new (context)
        ParenExpr(value->getBeginLoc(), value->getEndLoc(), value);
  }

  /// What the statements return: `if (c) return a; return b;` is `c ? a : b`.
  Expr *returned(llvm::ArrayRef<clang::Stmt *> body, Substitution words,
                 const FunctionDecl *callee) {
    if (body.empty())
      return nullptr;
    clang::Stmt *first = body.front();
    const auto rest = body.drop_front();
    if (auto *leave = dyn_cast<ReturnStmt>(first)) {
      Expr *value = leave->getRetValue();
      if (auto *cleanups = dyn_cast_or_null<ExprWithCleanups>(value))
        value = cleanups->getSubExpr();
      return value ? words.copy(value) : nullptr;
    }
    if (auto *block = dyn_cast<CompoundStmt>(first)) {
      llvm::SmallVector<clang::Stmt *, 8> all(block->body());
      all.append(rest.begin(), rest.end());
      return returned(all, words, callee);
    }
    if (auto *declared = dyn_cast<DeclStmt>(first)) {
      for (Decl *decl : declared->decls()) {
        const auto *var = dyn_cast<VarDecl>(decl);
        Expr *init = var && var->hasLocalStorage() && var->hasInit() &&
                             !isReassigned(callee->getBody(), var)
                         ? words.copy(const_cast<Expr *>(var->getInit()))
                         : nullptr;
        Expr *value = init ? asVariable(init, var->getType()) : nullptr;
        if (!value)
          return nullptr;
        words.replace(var, value);
      }
      return returned(rest, words, callee);
    }
    auto *branch = dyn_cast<IfStmt>(first);
    if (!branch || branch->getInit() || branch->getConditionVariable() ||
        branch->isConstexpr() || branch->isConsteval())
      return nullptr;
    const auto side = [&](clang::Stmt *s) {
      llvm::SmallVector<clang::Stmt *, 8> all;
      if (s)
        all.push_back(s);
      all.append(rest.begin(), rest.end());
      return returned(all, words, callee);
    };
    Expr *cond = words.copy(branch->getCond());
    if (!cond)
      return nullptr;
    if (bool taken; cond->EvaluateAsBooleanCondition(taken, context))
      return side(taken ? branch->getThen() : branch->getElse());
    Expr *left = side(branch->getThen()), *right = side(branch->getElse());
    if (!left || !right)
      return nullptr;
    if (isa<ConditionalOperator>(plain(cond)))
      cond = inParens(cond);
    return new (context) ConditionalOperator(
        cond, branch->getIfLoc(), left, branch->getIfLoc(), right,
        left->getType(), left->getValueKind(), OK_Ordinary);
  }

  ASTContext &context;
  const FunctionDecl *fn;
  llvm::SmallVector<const FunctionDecl *, 4> active;
};

} // namespace

void regtt::replaceChildFunctions(Builder &builder) {
  ChildFunctions(builder).run();
}
