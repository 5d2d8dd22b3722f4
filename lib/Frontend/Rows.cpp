// Rows of an array that iterations share: a pointer to an element that each
// iteration chooses, behind which others are read.
//
//     const float *row = &x[i * width];
//     predict(root, row);            ... row[n->feature] ...
//  -> input row: i * width           ... x.at(query.row + n.feature) ...
//
// The array is gathered once, as any that iterations share; of the pointer the
// query holds the number of the element that it leads to (DataArray::row). What
// is written through such a pointer is refused: rows may overlap.
#include "Attributes.h"
#include "LoopBody.h"
#include "QueryOperands.h"
#include "SharedArrays.h"

using namespace regtt;
using namespace clang;

namespace {

/// An array, and what is added to reach the element.
struct RowStart {
  const Expr *array = nullptr;
  llvm::SmallVector<const Expr *, 2> offsets;
};

class RowFinder {
public:
  explicit RowFinder(Builder &builder) : builder(builder) {}

  /// Where the pointer `e` leads to.
  bool pointer(const Expr *e) {
    e = plain(standsFor(builder, e));
    if (const auto *address = dyn_cast<UnaryOperator>(e);
        address && address->getOpcode() == UO_AddrOf)
      return element(plain(address->getSubExpr()));
    if (const auto *sum = dyn_cast<BinaryOperator>(e);
        sum && sum->getOpcode() == BO_Add && e->getType()->isPointerType()) {
      const bool left = sum->getLHS()->getType()->isPointerType();
      return found(left ? sum->getLHS() : sum->getRHS(),
                   left ? sum->getRHS() : sum->getLHS());
    }
    return array(e);
  }

  RowStart start;

private:
  /// `base[index]`.
  bool element(const Expr *e) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
      return found(subscript->getBase(), subscript->getIdx());
    const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
    return op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2 &&
           op->isLValue() && isContiguous(op->getArg(0)->getType()) &&
           array(plain(op->getArg(0))) && add(op->getArg(1));
  }

  bool found(const Expr *base, const Expr *index) {
    return pointer(base) && add(index);
  }

  bool add(const Expr *index) {
    start.offsets.push_back(index);
    return index->getType()->isIntegralOrUnscopedEnumerationType();
  }

  /// An array, or a pointer to its first element, that is one for all.
  bool array(const Expr *e) {
    start.array = e;
    const QualType type = e->getType();
    return (type->isPointerType() || type->isConstantArrayType() ||
            (isContiguous(type) && e->isLValue())) &&
           isInvariant(builder, e);
  }

  Builder &builder;
};

} // namespace

/// The sum of the offsets, in words of the loop.
static const Expr *sumOf(Builder &builder,
                         llvm::ArrayRef<const Expr *> offsets) {
  ASTContext &context = builder.context;
  const QualType type = context.getPointerDiffType();
  const Expr *sum = nullptr;
  std::string text;
  for (const Expr *offset : offsets) {
    const std::string own = builder.sourceText(offset);
    if (own.empty())
      return nullptr;
    text += (sum ? " + " : "") +
            (builder.model.c
                 ? "(" + type.getAsString() + ")(" + own + ")"
                 : "static_cast<" + type.getAsString() + ">(" + own + ")");
    sum = !sum ? offset
               : BinaryOperator::Create(
                     context, const_cast<Expr *>(sum),
                     const_cast<Expr *>(offset), BO_Add, type, VK_PRValue,
                     OK_Ordinary, offset->getExprLoc(), FPOptionsOverride());
  }
  builder.texts[sum] = text;
  return sum;
}

std::optional<unsigned> regtt::rowOf(Builder &builder, const Expr *first,
                                     llvm::StringRef name) {
  RowFinder finder(builder);
  if (!finder.pointer(first) || finder.start.offsets.empty())
    return std::nullopt;
  const RowStart &start = finder.start;
  const Expr *offset = start.offsets.size() == 1
                           ? start.offsets[0]->IgnoreParenImpCasts()
                           : sumOf(builder, start.offsets);
  const std::string text = hostText(builder, start.array);
  if (!offset || text.empty())
    return std::nullopt;
  const VarDecl *var = namedVariable(start.array);
  const auto *member = dyn_cast<MemberExpr>(start.array);
  const bool isName = var || member;
  const std::string spelled = isName ? text : "(" + text + ")";
  if (start.array->getType()->isPointerType())
    noteExtent(builder, spelled, standsFor(builder, start.array));
  auto array =
      arrayAt(builder, start.array->getType(), spelled,
              var      ? static_cast<const NamedDecl *>(var)
              : member ? static_cast<const NamedDecl *>(member->getMemberDecl())
                       : nullptr,
              first->getBeginLoc());
  if (!array || array->stored.isVolatileQualified())
    return std::nullopt;
  const QualType type = offset->getType().getUnqualifiedType();
  const auto operand = addInput(builder, offset, type, false, name);
  if (!operand)
    return std::nullopt;
  builder.body.evaluated.push_back(start.array);
  array->row = static_cast<int>(
      queryPath(builder.model, *operand, {}, first->getBeginLoc()));
  Traversal &traversal = builder.model.traversal;
  for (unsigned known = 0; known < traversal.arrays.size(); ++known)
    if (traversal.arrays[known].hostText == array->hostText &&
        traversal.arrays[known].row == array->row)
      return known;
  return addSharedArray(builder, std::move(*array));
}

namespace {

/// Looks for more than one object behind a pointer, in helpers and other names
/// of it, too.
class Walks {
public:
  Walks(llvm::function_ref<bool(const CallExpr *)> isHandedOn,
        const ASTContext &context)
      : isHandedOn(isHandedOn), context(context) {}

  bool walks(const clang::Stmt *s, const VarDecl *var) {
    if (!s)
      return false;
    const auto names = [&](const Expr *e) { return namedVariable(e) == var; };
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(s);
        subscript && names(subscript->getBase())) {
      const auto index = subscript->getIdx()->getIntegerConstantExpr(context);
      if (!index || *index != 0)
        return true;
    }
    if (const auto *sum = dyn_cast<BinaryOperator>(s);
        sum &&
        (sum->isAdditiveOp() || sum->getOpcode() == BO_AddAssign ||
         sum->getOpcode() == BO_SubAssign) &&
        (names(sum->getLHS()) || names(sum->getRHS())) &&
        !(sum->getLHS()->getType()->isPointerType() &&
          sum->getRHS()->getType()->isPointerType()))
      return true;
    if (const auto *step = dyn_cast<UnaryOperator>(s);
        step && step->isIncrementDecrementOp() && names(step->getSubExpr()))
      return true;
    if (const auto *declared = dyn_cast<DeclStmt>(s))
      for (const Decl *decl : declared->decls())
        if (const auto *other = dyn_cast<VarDecl>(decl);
            other && other->getInit() && names(other->getInit()) &&
            isOtherName(other) && seen.insert(other).second &&
            walks(bodyOf(other), other))
          return true;
    if (const auto *call = dyn_cast<CallExpr>(s)) {
      if (isHandedOn(call))
        return llvm::any_of(call->arguments(), [&](const Expr *argument) {
          return !names(argument) && walks(argument, var);
        });
      if (handsToWalk(call, names))
        return true;
    }
    return llvm::any_of(s->children(), [&](const clang::Stmt *child) {
      return walks(child, var);
    });
  }

private:
  /// A pointer, or a reference to one.
  static bool isOtherName(const VarDecl *var) {
    return var->getType().getNonReferenceType()->isPointerType();
  }

  static const clang::Stmt *bodyOf(const VarDecl *var) {
    const auto *function = dyn_cast<FunctionDecl>(var->getDeclContext());
    return function ? function->getBody() : nullptr;
  }

  /// Whether a helper that is handed the pointer walks it.
  bool handsToWalk(const CallExpr *call,
                   llvm::function_ref<bool(const Expr *)> names) {
    const FunctionDecl *callee = nullptr;
    if (!call->getDirectCallee() || !hasBody(call->getDirectCallee(), callee))
      return false;
    for (unsigned k = 0; k < callee->getNumParams(); ++k) {
      const Expr *argument = argumentOf(call, k);
      const ParmVarDecl *param = callee->getParamDecl(k);
      if (argument && names(argument) && isOtherName(param) &&
          seen.insert(param).second && walks(callee->getBody(), param))
        return true;
    }
    return false;
  }

  llvm::function_ref<bool(const CallExpr *)> isHandedOn;
  const ASTContext &context;
  llvm::SmallPtrSet<const VarDecl *, 4> seen;
};

} // namespace

bool regtt::isWalked(const clang::Stmt *body, const VarDecl *var,
                     llvm::function_ref<bool(const CallExpr *)> isHandedOn,
                     const ASTContext &context) {
  return Walks(isHandedOn, context).walks(body, var);
}
