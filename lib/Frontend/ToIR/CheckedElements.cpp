// `v.at(i)` throws where no element is: it is the element `v[i]` where it is
// proved that one is there, and a call like any other elsewhere.
//
//     array.at(2)                                          // of four elements
//     for (std::size_t i = 0; i < v.size(); ++i) v.at(i)   // v does not change
//     for (int i = 0, e = v.size(); i < e; ++i) v.at(i)
//
// In the body of an annotated loop the host calls `at`, unless the iteration
// makes several calls of traversals: engines then do what stands among them.
#include "LibraryCalls.h"

#include "Unit.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;
using namespace regtt::toir;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace {

/// The proof for one call.
class CheckedElement {
public:
  CheckedElement(Body &body, const LibraryUse &use)
      : body(body), use(use), context(body.unit.context) {}

  bool isThere() {
    if (use.object->getType()->isPointerType())
      return false;
    const clang::Expr *index = withoutCasts(use.arguments[0]);
    if (const auto number = constant(index))
      return *number >= 0 && *number < arrayLength();
    const VarDecl *counter = variableOf(index);
    const clang::ForStmt *loop = counter ? loopOf(counter) : nullptr;
    return loop && isCounted(*loop, counter) &&
           endsBefore(*loop, loop->getCond(), counter);
  }

private:
  Body &body;
  const LibraryUse &use;
  clang::ASTContext &context;

  /// `e` without what widens integers.
  const clang::Expr *withoutCasts(const clang::Expr *e) const {
    for (;;) {
      e = e->IgnoreParens();
      const auto *cast = dyn_cast<clang::CastExpr>(e);
      const bool passes =
          cast && (cast->getCastKind() == clang::CK_LValueToRValue ||
                   cast->getCastKind() == clang::CK_NoOp ||
                   (cast->getCastKind() == clang::CK_IntegralCast &&
                    widthOf(cast->getType()) >=
                        widthOf(cast->getSubExpr()->getType())));
      if (!passes)
        return e;
      e = cast->getSubExpr();
    }
  }

  uint64_t widthOf(clang::QualType type) const {
    return context.getTypeSize(type);
  }

  static const VarDecl *variableOf(const clang::Expr *e) {
    const auto *name = dyn_cast<clang::DeclRefExpr>(e);
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() &&
                   variable->getType()->isIntegerType() &&
                   !variable->getType().isVolatileQualified() &&
                   !name->refersToEnclosingVariableOrCapture()
               ? variable
               : nullptr;
  }

  std::optional<int64_t> constant(const clang::Expr *e) const {
    const auto found = e->getIntegerConstantExpr(context);
    return found && found->getSignificantBits() <= 63
               ? std::optional(found->getExtValue())
               : std::nullopt;
  }

  /// Of a std::array; of no other container is it known.
  int64_t arrayLength() const {
    const auto *type = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
        use.objectType()->getAsCXXRecordDecl());
    if (!type || !type->isInStdNamespace() || type->getName() != "array")
      return 0;
    return type->getTemplateArgs()[1].getAsIntegral().getExtValue();
  }

  template <class Node> const clang::Stmt *parentOf(const Node &node) const {
    const auto parents = context.getParents(node);
    return parents.size() == 1 ? parents[0].template get<clang::Stmt>()
                               : nullptr;
  }

  /// The loop that declares the counter and in whose body the call stands.
  const clang::ForStmt *loopOf(const VarDecl *counter) const {
    const clang::Stmt *inner = use.e;
    while (inner && !llvm::isa<clang::LambdaExpr>(inner)) {
      const clang::Stmt *outer = parentOf(*inner);
      const auto *loop = dyn_cast_or_null<clang::ForStmt>(outer);
      const auto *first =
          loop ? dyn_cast_or_null<clang::DeclStmt>(loop->getInit()) : nullptr;
      if (first && loop->getBody() == inner &&
          llvm::is_contained(first->decls(), counter))
        return loop;
      inner = outer;
    }
    return nullptr;
  }

  /// Whether it counts up by ones from no less than zero, and nothing else
  /// changes it. What is narrower than int would go round.
  bool isCounted(const clang::ForStmt &loop, const VarDecl *counter) const {
    const auto first =
        counter->getInit() ? constant(counter->getInit()) : std::nullopt;
    const auto *step = dyn_cast_or_null<clang::UnaryOperator>(
        loop.getInc() ? loop.getInc()->IgnoreParens() : nullptr);
    if (!first || *first != 0 || !step || !step->isIncrementOp() ||
        variableOf(withoutCasts(step->getSubExpr())) != counter ||
        widthOf(counter->getType()) < widthOf(context.IntTy) ||
        isShared(counter) || !loop.getCond())
      return false;
    return !changes(loop.getBody(), counter) &&
           !changes(loop.getCond(), counter);
  }

  bool isShared(const VarDecl *variable) const {
    return body.uses.isShared(variable) || body.unit.effects.isShared(variable);
  }

  bool changes(const clang::Stmt *s, const VarDecl *variable) const {
    return body.unit.effects.of(s).writes.count(variable->getCanonicalDecl());
  }

  /// Whether the condition lets in what is less than the number of elements.
  bool endsBefore(const clang::ForStmt &loop, const clang::Expr *condition,
                  const VarDecl *counter) const {
    const auto *op = dyn_cast<clang::BinaryOperator>(condition->IgnoreParens());
    if (!op)
      return false;
    const clang::Expr *left = op->getLHS(), *right = op->getRHS();
    auto code = op->getOpcode();
    if (code == clang::BO_LAnd)
      return endsBefore(loop, left, counter) ||
             endsBefore(loop, right, counter);
    if (code == clang::BO_GT) {
      std::swap(left, right);
      code = clang::BO_LT;
    }
    if (code == clang::BO_NE && variableOf(withoutCasts(right)) == counter)
      std::swap(left, right);
    return (code == clang::BO_LT || code == clang::BO_NE) &&
           variableOf(withoutCasts(left)) == counter &&
           isNoMore(loop, right, code == clang::BO_NE,
                    widthOf(left->getType()));
  }

  /// Whether the number of elements is no less than `end`, which is compared
  /// with `width` bits. A number that was narrowed may have become negative; it
  /// is still the smaller one where no more bits are compared.
  bool isNoMore(const clang::ForStmt &loop, const clang::Expr *end,
                bool isExact, uint64_t width) const {
    const clang::Stmt *since = &loop;
    for (;;) {
      end = end->IgnoreParens();
      if (const auto number = constant(end))
        return *number >= 0 && *number <= arrayLength();
      if (const auto *cast = dyn_cast<clang::CastExpr>(end);
          cast && !llvm::isa<clang::CXXMemberCallExpr>(end)) {
        const uint64_t to = widthOf(cast->getType());
        const bool narrows = to < widthOf(cast->getSubExpr()->getType());
        const bool isNumber = cast->getType()->isIntegerType() &&
                              !cast->getType()->isBooleanType() &&
                              cast->getSubExpr()->getType()->isIntegerType();
        if (!isNumber || (narrows && (isExact || to < width)))
          return false;
        end = cast->getSubExpr();
        continue;
      }
      if (const VarDecl *kept = variableOf(end)) {
        if (!body.uses.isFixed(kept))
          return false;
        const clang::Stmt *declared = parentOf(*kept);
        if (declared && declared != loop.getInit())
          since = parentOf(*declared);
        end = kept->getInit();
        if (!declared || !since)
          return false;
        continue;
      }
      break;
    }
    const auto *size = dyn_cast<clang::CXXMemberCallExpr>(end);
    const auto *method = size ? size->getMethodDecl() : nullptr;
    return method && method->getIdentifier() && method->getName() == "size" &&
           size->getNumArgs() == 0 &&
           isSame(size->getImplicitObjectArgument(), use.object) &&
           staysIn(since);
  }

  bool isSame(const clang::Expr *a, const clang::Expr *b) const {
    for (;;) {
      a = a->IgnoreParenImpCasts(), b = b->IgnoreParenImpCasts();
      const auto *one = dyn_cast<clang::MemberExpr>(a);
      const auto *other = dyn_cast<clang::MemberExpr>(b);
      if (!one || !other)
        break;
      if (one->getMemberDecl() != other->getMemberDecl() ||
          one->isArrow() != other->isArrow())
        return false;
      a = one->getBase(), b = other->getBase();
    }
    if (llvm::isa<clang::CXXThisExpr>(a))
      return llvm::isa<clang::CXXThisExpr>(b);
    const auto *name = dyn_cast<clang::DeclRefExpr>(a);
    const auto *same = dyn_cast<clang::DeclRefExpr>(b);
    return name && same && name->getDecl() == same->getDecl() &&
           llvm::isa<VarDecl>(name->getDecl());
  }

  /// Whether the container is the same one, as long, all through `s`.
  bool staysIn(const clang::Stmt *s) const {
    const Accesses found = body.unit.effects.of(s);
    if (found.memoryWritten.any)
      return false;
    const clang::Expr *e = use.object->IgnoreParenImpCasts();
    while (const auto *member = dyn_cast<clang::MemberExpr>(e)) {
      const auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      if (!field || found.memoryWritten.fields.count(field))
        return false;
      e = member->getBase()->IgnoreParenImpCasts();
    }
    const auto *name = dyn_cast<clang::DeclRefExpr>(e);
    const auto *root = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return !root || !found.writes.count(root->getCanonicalDecl());
  }
};

/// Whether an iteration of an annotated loop makes one call of a traversal.
class OneCall : public clang::RecursiveASTVisitor<OneCall> {
public:
  explicit OneCall(const Pairing &pairing) : pairing(pairing) {}

  bool isOne(const clang::Stmt *loop) {
    TraverseStmt(const_cast<clang::Stmt *>(loop));
    return calls == 1 && !isInner;
  }

  bool dataTraverseStmtPre(clang::Stmt *s) {
    depth += isRepeated(s);
    return true;
  }
  bool dataTraverseStmtPost(clang::Stmt *s) {
    depth -= isRepeated(s);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) {
    const auto *callee = e->getDirectCallee();
    if (callee && pairing.traversalOf(callee)) {
      ++calls;
      isInner |= depth > 1;
    }
    return true;
  }

private:
  const Pairing &pairing;
  unsigned calls = 0, depth = 0;
  bool isInner = false;

  static bool isRepeated(const clang::Stmt *s) {
    return llvm::isa<clang::ForStmt, clang::CXXForRangeStmt, clang::WhileStmt,
                     clang::DoStmt, clang::LambdaExpr>(s);
  }
};

} // namespace

bool regtt::toir::isAskedByHost(Body &body) {
  const clang::Stmt *loop = body.loopAlone();
  return loop && OneCall(body.unit.pairing).isOne(loop);
}

bool regtt::toir::isThere(Body &body, const LibraryUse &use) {
  const auto *type =
      dyn_cast_or_null<ir::LibraryType>(body.type(use.objectType()));
  return type && !ir::keyOf(type) && CheckedElement(body, use).isThere();
}
