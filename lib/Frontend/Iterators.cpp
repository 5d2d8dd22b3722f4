// Iterators over elements that lie side by side become pointers:
//
//     for (auto it = n->items.begin(); it != n->items.end(); ++it)
//       if (it->key == q.key) ...
//  -> for (const Item *it = n->items.data();
//          it != n->items.data() + n->items.size(); ++it)
//
// so that whatever is taken of pointers into arrays (Arrays.cpp) is taken of
// them. Iterators over children stay: their loops are in ChildLists.cpp. An
// iterator that is used in any other way stays, too, and is refused by name.
#include "Iterators.h"
#include "regtt/Frontend/Model/Links.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/MapVector.h>

using namespace regtt;
using namespace clang;

namespace {

class Iterators {
public:
  Iterators(Builder &builder, const FunctionDecl *fn)
      : builder(builder), context(builder.context), fn(fn) {}

  void run() {
    collect(fn->getBody());
    if (candidates.empty())
      return;
    // A query program's calls are handed roots, which elements may hold.
    const Traversal &traversal = builder.model.traversal;
    if (!traversal.program || traversal.program->decl != fn)
      dropChildren(fn->getBody());
    // What is not wholly understood stays, and so does what it is set from.
    for (size_t before = ~size_t(0); before != candidates.size();) {
      before = candidates.size();
      consumed.clear();
      rewrite(fn->getBody(), /*commit=*/false);
      dropUnconsumed(fn->getBody());
    }
    if (!candidates.empty())
      rewrite(fn->getBody(), /*commit=*/true);
  }

private:
  //===--- Which variables -------------------------------------------------===

  void collect(clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *declared = dyn_cast<DeclStmt>(s))
      for (Decl *decl : declared->decls())
        if (auto *var = dyn_cast<VarDecl>(decl);
            var && var->hasLocalStorage() && var->getInit() &&
            !var->getType()->isReferenceType())
          if (const QualType type = pointerType(var->getInit());
              !type.isNull() && !anyPointeeIsNode(type))
            candidates[var] = type;
    for (clang::Stmt *child : parts(s))
      collect(child);
  }

  /// The pointer type that the iterator `e` becomes; null where `e` is none.
  QualType pointerType(Expr *e) {
    const QualType type = e->getType();
    if (!type->isRecordType() && !type->isPointerType())
      return {};
    Expr *made = pointer(e);
    return made ? made->getType() : QualType();
  }

  bool anyPointeeIsNode(QualType pointer) const {
    const QualType element = pointer->getPointeeType();
    QualType object = anyPointee(element, context);
    if (object.isNull())
      object = element;
    const QualType node = builder.model.traversal.nodeType;
    return !node.isNull() && node->isRecordType() &&
           object->getAsRecordDecl() &&
           declaresSameEntity(object->getAsRecordDecl(),
                              node->getAsRecordDecl());
  }

  /// Where nodes are numbers: iterators over those that calls are made with.
  void dropChildren(const clang::Stmt *s) {
    if (!s)
      return;
    const auto *call = dyn_cast<CallExpr>(s);
    if (call && call->getDirectCallee() &&
        declaresSameEntity(call->getDirectCallee(), builder.traversal))
      for (const Expr *argument : call->arguments())
        drop(argument);
    for (const clang::Stmt *child : s->children())
      dropChildren(child);
  }

  void drop(const clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *name = dyn_cast<DeclRefExpr>(s))
      if (const auto *var = dyn_cast<VarDecl>(name->getDecl()))
        if (!candidates.erase(var) && var->isLocalVarDecl() &&
            followed.insert(var).second)
          drop(var->getInit());
    for (const clang::Stmt *child : s->children())
      drop(child);
  }

  void dropUnconsumed(clang::Stmt *s) {
    if (!s)
      return;
    if (const auto *name = dyn_cast<DeclRefExpr>(s);
        name && !consumed.contains(name))
      candidates.erase(dyn_cast<VarDecl>(name->getDecl()));
    for (clang::Stmt *child : s->children())
      dropUnconsumed(child);
  }

  /// What is written in `s`: of a loop over a range, not its own iterators.
  static llvm::SmallVector<clang::Stmt *, 4> parts(clang::Stmt *s) {
    if (auto *range = dyn_cast<CXXForRangeStmt>(s))
      return {range->getInit(), range->getBody()};
    return {s->child_begin(), s->child_end()};
  }

  //===--- Rewriting -------------------------------------------------------===

  void rewrite(clang::Stmt *s, bool commit) {
    if (!s)
      return;
    if (auto *declared = dyn_cast<DeclStmt>(s)) {
      for (Decl *decl : declared->decls()) {
        auto *var = dyn_cast<VarDecl>(decl);
        if (!var || !var->getInit())
          continue;
        const auto known = candidates.find(var);
        if (known == candidates.end()) {
          Expr *init = value(var->getInit());
          if (init && commit)
            var->setInit(init);
          if (!init)
            rewrite(var->getInit(), commit);
          continue;
        }
        Expr *init = pointer(var->getInit());
        if (init && commit) {
          var->setInit(init);
          var->setType(known->second);
        }
      }
      return;
    }
    if (auto *range = dyn_cast<CXXForRangeStmt>(s)) {
      rewrite(range->getInit(), commit);
      return rewrite(range->getBody(), commit);
    }
    for (clang::Stmt *&child : s->children()) {
      auto *e = dyn_cast_or_null<Expr>(child);
      Expr *made = e ? value(e) : nullptr;
      if (!made)
        rewrite(child, commit);
      else if (commit)
        child = made;
    }
  }

  /// What `e`, which is made with iterators, is with pointers; null where it
  /// is no such expression. Its operands may be made with others.
  Expr *value(Expr *e) {
    if (auto *member = dyn_cast<MemberExpr>(e)) {
      auto *arrow = dyn_cast<CXXOperatorCallExpr>(member->getBase());
      Expr *base =
          arrow && arrow->getOperator() == OO_Arrow && mentionsCandidate(arrow)
              ? pointer(arrow->getArg(0))
              : nullptr;
      if (!base)
        return nullptr;
      auto *made = MemberExpr::CreateImplicit(
          context, base, /*IsArrow=*/true, member->getMemberDecl(),
          member->getType(), member->getValueKind(), member->getObjectKind());
      made->setMemberLoc(member->getMemberLoc());
      return made;
    }
    if (auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(e))
      return mentionsCandidate(e)
                 ? binary(rewritten->getOperator(),
                          const_cast<Expr *>(rewritten->getLHS()),
                          const_cast<Expr *>(rewritten->getRHS()), e)
                 : nullptr;
    auto *op = dyn_cast<CXXOperatorCallExpr>(e);
    if (!op || !mentionsCandidate(op))
      return nullptr;
    switch (op->getOperator()) {
    case OO_Star:
      if (Expr *at = op->getNumArgs() == 1 ? pointer(op->getArg(0)) : nullptr)
        return UnaryOperator::Create(
            context, at, UO_Deref, op->getType(), VK_LValue, OK_Ordinary,
            op->getOperatorLoc(), false, FPOptionsOverride());
      return nullptr;
    case OO_Subscript:
      if (Expr *at = pointer(op->getArg(0)))
        return new (context)
            ArraySubscriptExpr(at, op->getArg(1), op->getType(), VK_LValue,
                               OK_Ordinary, op->getEndLoc());
      return nullptr;
    case OO_EqualEqual:
    case OO_ExclaimEqual:
    case OO_Less:
    case OO_LessEqual:
    case OO_Greater:
    case OO_GreaterEqual:
      return op->getNumArgs() == 2 ? binary(BinaryOperator::getOverloadedOpcode(
                                                op->getOperator()),
                                            op->getArg(0), op->getArg(1), e)
                                   : nullptr;
    case OO_Minus:
      if (op->getNumArgs() == 2 && op->getType()->isIntegerType())
        return binary(BO_Sub, op->getArg(0), op->getArg(1), e);
      return pointer(e);
    default:
      return pointer(e);
    }
  }

  Expr *binary(BinaryOperatorKind kind, Expr *left, Expr *right, Expr *of) {
    Expr *a = pointer(left), *b = pointer(right);
    return a && b
               ? BinaryOperator::Create(context, a, b, kind, of->getType(),
                                        VK_PRValue, OK_Ordinary,
                                        of->getExprLoc(), FPOptionsOverride())
               : nullptr;
  }

  //===--- Pointers --------------------------------------------------------===

  /// The pointer that the iterator `e` becomes; null where that is not known.
  Expr *pointer(Expr *e, bool lvalue = false) {
    e = e->IgnoreParens();
    if (auto *cleanups = dyn_cast<ExprWithCleanups>(e))
      return pointer(cleanups->getSubExpr(), lvalue);
    if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
      return pointer(temporary->getSubExpr(), lvalue);
    if (auto *cast = dyn_cast<ImplicitCastExpr>(e))
      return pointer(cast->getSubExpr(), lvalue);
    if (auto *made = dyn_cast<CXXConstructExpr>(e)) // a copy, or made const
      return made->getNumArgs() == 1 && !lvalue ? pointer(made->getArg(0))
                                                : nullptr;
    if (auto *name = dyn_cast<DeclRefExpr>(e))
      return variable(name, lvalue);
    if (auto *op = dyn_cast<CXXOperatorCallExpr>(e))
      return operation(op, lvalue);
    auto *call = dyn_cast<CallExpr>(e);
    return call && !lvalue ? endOfRange(call) : nullptr;
  }

  Expr *variable(DeclRefExpr *name, bool lvalue) {
    auto *var = dyn_cast<VarDecl>(name->getDecl());
    const auto known = candidates.find(var);
    if (known == candidates.end())
      return nullptr;
    consumed.insert(name);
    const QualType type = known->second;
    Expr *made =
        DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(),
                            var, false, name->getLocation(), type, VK_LValue);
    return lvalue ? made
                  : ImplicitCastExpr::Create(context, type, CK_LValueToRValue,
                                             made, nullptr, VK_PRValue,
                                             FPOptionsOverride());
  }

  Expr *operation(CXXOperatorCallExpr *op, bool lvalue) {
    const OverloadedOperatorKind kind = op->getOperator();
    if (kind == OO_PlusPlus || kind == OO_MinusMinus) {
      Expr *at = pointer(op->getArg(0), /*lvalue=*/true);
      const bool post = op->getNumArgs() == 2;
      if (!at || (lvalue && post))
        return nullptr;
      return UnaryOperator::Create(
          context, at, UnaryOperator::getOverloadedOpcode(kind, post),
          at->getType(), post ? VK_PRValue : VK_LValue, OK_Ordinary,
          op->getOperatorLoc(), false, FPOptionsOverride());
    }
    if (op->getNumArgs() != 2)
      return nullptr;
    Expr *left = op->getArg(0), *right = op->getArg(1);
    if (kind == OO_Equal || kind == OO_PlusEqual || kind == OO_MinusEqual) {
      Expr *at = pointer(left, /*lvalue=*/true);
      Expr *by = kind == OO_Equal ? pointer(right) : distance(right);
      if (!at || !by)
        return nullptr;
      const auto opcode = BinaryOperator::getOverloadedOpcode(kind);
      if (kind == OO_Equal)
        return BinaryOperator::Create(
            context, at, by, opcode, at->getType(), VK_LValue, OK_Ordinary,
            op->getOperatorLoc(), FPOptionsOverride());
      return CompoundAssignOperator::Create(
          context, at, by, opcode, at->getType(), VK_LValue, OK_Ordinary,
          op->getOperatorLoc(), FPOptionsOverride(), at->getType(),
          at->getType());
    }
    if ((kind != OO_Plus && kind != OO_Minus) || lvalue)
      return nullptr;
    Expr *at = pointer(left), *by = distance(right);
    if (!at && kind == OO_Plus) {
      at = pointer(right);
      by = distance(left);
    }
    return at && by ? sum(at, by, BinaryOperator::getOverloadedOpcode(kind))
                    : nullptr;
  }

  /// A number of elements, which the operator takes by reference.
  static Expr *distance(Expr *e) {
    if (!e->getType()->isIntegerType())
      return nullptr;
    if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e->IgnoreParens()))
      e = temporary->getSubExpr();
    while (auto *cast = dyn_cast<ImplicitCastExpr>(e))
      e = cast->getSubExpr();
    return e->getType()->isIntegerType() ? e : nullptr;
  }

  Expr *sum(Expr *at, Expr *by, BinaryOperatorKind kind = BO_Add) {
    return BinaryOperator::Create(context, at, by, kind, at->getType(),
                                  VK_PRValue, OK_Ordinary, by->getBeginLoc(),
                                  FPOptionsOverride());
  }

  /// `items.begin()`, `std::cend(items)`, of containers and arrays.
  Expr *endOfRange(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier())
      return nullptr;
    llvm::StringRef name = callee->getName();
    Expr *range = nullptr;
    bool arrow = false;
    if (isa<CXXMemberCallExpr>(call))
      range = const_cast<Expr *>(objectOf(call, arrow));
    else if (callee->isInStdNamespace() && call->getNumArgs() == 1)
      range = call->getArg(0);
    if (!range ||
        (name.size() > 3 && name != "begin" && !name.consume_front("c")))
      return nullptr;
    if (name != "begin" && name != "end")
      return nullptr;
    const QualType type =
        arrow ? range->getType()->getPointeeType() : range->getType();
    if (const auto *array = context.getAsConstantArrayType(type))
      return endOfArray(range, array, name == "end");
    if (!isContiguous(type))
      return nullptr;
    const QualType element =
        cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())
            ->getTemplateArgs()[0]
            .getAsType();
    const bool constant =
        type.isConstQualified() || callee->getName()[0] == 'c';
    Expr *first = member(
        range, arrow, type, "data",
        context.getPointerType(constant ? element.withConst() : element));
    if (!first || name == "begin")
      return first;
    Expr *size = member(range, arrow, type, "size", context.getSizeType());
    return size ? sum(first, size) : nullptr;
  }

  static const Expr *objectOf(const CallExpr *call, bool &arrow) {
    const auto *callee =
        dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    arrow = callee && callee->isArrow();
    return callee ? callee->getBase() : nullptr;
  }

  Expr *endOfArray(Expr *array, const ConstantArrayType *type, bool end) {
    Expr *first = ImplicitCastExpr::Create(
        context, context.getPointerType(type->getElementType()),
        CK_ArrayToPointerDecay, array, nullptr, VK_PRValue,
        FPOptionsOverride());
    return end ? sum(first, IntegerLiteral::Create(
                                context,
                                type->getSize().zextOrTrunc(
                                    context.getIntWidth(context.getSizeType())),
                                context.getSizeType(), array->getEndLoc()))
               : first;
  }

  /// `object.name()`.
  Expr *member(Expr *object, bool arrow, QualType type, llvm::StringRef name,
               QualType result) {
    for (NamedDecl *found :
         type->getAsCXXRecordDecl()->lookup(&context.Idents.get(name))) {
      auto *method = dyn_cast<CXXMethodDecl>(found);
      if (!method || method->getNumParams() != 0)
        continue;
      auto *callee = MemberExpr::CreateImplicit(context, object, arrow, method,
                                                context.BoundMemberTy,
                                                VK_PRValue, OK_Ordinary);
      callee->setMemberLoc(object->getEndLoc());
      return CXXMemberCallExpr::Create(context, callee, {}, result, VK_PRValue,
                                       object->getEndLoc(),
                                       FPOptionsOverride());
    }
    return nullptr;
  }

  bool mentionsCandidate(const clang::Stmt *s) const {
    if (!s)
      return false;
    const auto *name = dyn_cast<DeclRefExpr>(s);
    return (name && candidates.count(dyn_cast<VarDecl>(name->getDecl()))) ||
           llvm::any_of(s->children(), [&](const clang::Stmt *child) {
             return mentionsCandidate(child);
           });
  }

  Builder &builder;
  ASTContext &context;
  const FunctionDecl *fn;
  llvm::MapVector<const VarDecl *, QualType> candidates;
  llvm::SmallPtrSet<const VarDecl *, 4> followed;
  llvm::SmallPtrSet<const DeclRefExpr *, 16> consumed;
};

} // namespace

void regtt::replaceIterators(Builder &builder, const FunctionDecl *fn) {
  Iterators(builder, fn).run();
}
