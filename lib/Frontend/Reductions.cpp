// What is an operation of a reduction: `x += e`, `x = x + e`, `if (e < x) x =
// e` and the like, whose value nothing else looks at.
#include "Reductions.h"

#include "HostCode.h"
#include "Identity.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

namespace {
struct Form {
  const char *spelling, *combine;
};
constexpr Form forms[] = {
#define REDUCTION(SPELLING, KIND, COMBINE) {SPELLING, COMBINE},
#include "Reductions.def"
#undef REDUCTION
};
} // namespace

static const Form &formOf(ReductionKind kind) {
  return forms[static_cast<unsigned>(kind)];
}

std::optional<ReductionKind> regtt::reductionKind(llvm::StringRef spelling) {
  for (unsigned k = 0; k < std::size(forms); ++k)
    if (spelling == forms[k].spelling)
      return static_cast<ReductionKind>(k);
  return std::nullopt;
}

llvm::StringRef regtt::spelling(ReductionKind kind) {
  return formOf(kind).spelling;
}

const LoopReduction *regtt::reductionOf(const Builder &builder,
                                        const VarDecl *var) {
  for (const LoopReduction &reduction : builder.body.reductions)
    if (reduction.var == var)
      return &reduction;
  return nullptr;
}

/// The least or the greatest number of an integer type, as C spells it.
static std::string limitText(QualType type, bool least,
                             const ASTContext &context) {
  if (type->isBooleanType())
    return least ? "0" : "1";
  const unsigned bits = context.getTypeSize(type);
  const bool isSigned = type->isSignedIntegerType();
  const char *suffix = bits <= 32 ? (isSigned ? "" : "U")
                       : isSigned ? "L"
                                  : "UL";
  if (!isSigned)
    return least ? std::string("0")
                 : llvm::toString(llvm::APInt::getMaxValue(bits), 10, false) +
                       suffix;
  const std::string most =
      llvm::toString(llvm::APInt::getSignedMaxValue(bits), 10, true) + suffix;
  return least ? "(-" + most + " - 1)" : most;
}

std::string regtt::identityText(const Builder &builder,
                                const LoopReduction &of) {
  const QualType type = of.var->getType().getCanonicalType();
  switch (of.kind) {
  case ReductionKind::Sum:
  case ReductionKind::Or:
  case ReductionKind::Xor:
  case ReductionKind::LogicalOr:
    return "0";
  case ReductionKind::Product:
  case ReductionKind::LogicalAnd:
    return "1";
  case ReductionKind::And:
    return type->isSignedIntegerType()
               ? "-1"
               : limitText(type, false, builder.context);
  case ReductionKind::Min:
  case ReductionKind::Max:
    break;
  }
  const bool least = of.kind == ReductionKind::Max;
  if (!type->isFloatingType())
    return limitText(type, least, builder.context);
  const bool single =
      builder.context.hasSameUnqualifiedType(type, builder.context.FloatTy);
  return std::string(least ? "-" : "") +
         (single ? "__builtin_inff()" : "__builtin_inf()");
}

std::string regtt::combineText(const LoopReduction &of, llvm::StringRef copy) {
  std::string result;
  for (const char *c = formOf(of.kind).combine; *c; ++c)
    result += *c == '@'   ? of.var->getNameAsString()
              : *c == '$' ? copy.str()
                          : std::string(1, *c);
  return result;
}

namespace {

class OperationCheck {
public:
  OperationCheck(const Builder &builder, ReductionKind kind, bool copied,
                 llvm::function_ref<bool(const Expr *)> names)
      : builder(builder), kind(kind), copied(copied), names(names) {}

  /// The first other use in `s`, whose value, if it has one, is not looked at.
  const Expr *statement(const clang::Stmt *s) {
    if (!s)
      return nullptr;
    if (const auto *e = dyn_cast<Expr>(s)) {
      const Expr *bare = plain(e);
      if (const auto *comma = dyn_cast<BinaryOperator>(bare);
          comma && comma->getOpcode() == BO_Comma) {
        const Expr *left = statement(comma->getLHS());
        return left ? left : statement(comma->getRHS());
      }
      return isOperation(bare) ? nullptr : use(e);
    }
    if (const auto *choice = dyn_cast<IfStmt>(s); choice && isLimit(choice))
      return nullptr;
    const auto *loop = dyn_cast<ForStmt>(s);
    for (const clang::Stmt *child : s->children()) {
      const bool effect =
          isa<CompoundStmt, LabelStmt>(s) || isBranch(s, child) ||
          (loop && (child == loop->getInit() || child == loop->getInc()));
      const auto *value = dyn_cast_or_null<Expr>(child);
      if (const Expr *found = effect || !value ? statement(child) : use(value))
        return found;
    }
    return nullptr;
  }

private:
  /// Whether `child` is a statement that `s` runs, and no value of it.
  static bool isBranch(const clang::Stmt *s, const clang::Stmt *child) {
    if (const auto *choice = dyn_cast<IfStmt>(s))
      return child == choice->getThen() || child == choice->getElse();
    if (const auto *loop = dyn_cast<ForStmt>(s))
      return child == loop->getBody();
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(s))
      return child == loop->getBody();
    if (const auto *loop = dyn_cast<WhileStmt>(s))
      return child == loop->getBody();
    if (const auto *loop = dyn_cast<DoStmt>(s))
      return child == loop->getBody();
    const auto *label = dyn_cast<SwitchCase>(s);
    return label && child == label->getSubStmt();
  }

  /// The first use below `e`.
  const Expr *use(const clang::Stmt *s) {
    const auto *e = dyn_cast_or_null<Expr>(s);
    if (!s || (e && names(e)))
      return e;
    for (const clang::Stmt *child : s->children())
      if (const Expr *found = use(child))
        return found;
    return nullptr;
  }

  bool isIt(const Expr *e) const { return names(plain(e)); }
  bool isFree(const Expr *e) { return use(e) == nullptr; }

  bool isOperation(const Expr *e) {
    if (const auto *unary = dyn_cast<UnaryOperator>(e))
      return unary->isIncrementDecrementOp() && kind == ReductionKind::Sum &&
             isIt(unary->getSubExpr());
    const auto *assign = dyn_cast<BinaryOperator>(e);
    if (!assign || !assign->isAssignmentOp() || !isIt(assign->getLHS()) ||
        isCutOff(assign->getLHS(), assign->getRHS()))
      return false;
    if (assign->isCompoundAssignmentOp())
      return isOf(BinaryOperator::getOpForCompoundAssignment(
                 assign->getOpcode())) &&
             isFree(assign->getRHS());
    const Expr *value = plain(assign->getRHS());
    return isOperand(value) || isSetting(value) || isLimit(value);
  }

  bool isOf(BinaryOperatorKind op) const {
    switch (kind) {
    case ReductionKind::Sum:
      return op == BO_Add || op == BO_Sub;
    case ReductionKind::Product:
      return op == BO_Mul;
    case ReductionKind::And:
      return op == BO_And;
    case ReductionKind::Or:
      return op == BO_Or;
    case ReductionKind::Xor:
      return op == BO_Xor;
    case ReductionKind::LogicalAnd:
      return op == BO_LAnd;
    case ReductionKind::LogicalOr:
      return op == BO_LOr;
    default:
      return false;
    }
  }

  /// `x + e`, `e + x`, `x + e + f`.
  bool isOperand(const Expr *e) {
    const auto *binary = dyn_cast<BinaryOperator>(e);
    if (!binary || !isOf(binary->getOpcode()))
      return false;
    const Expr *left = plain(binary->getLHS()),
               *right = plain(binary->getRHS());
    if (isIt(left) || isOperand(left)) {
      // Where the copy decides whether it is evaluated, the variable would
      // decide otherwise.
      const bool skipped = copied && binary->isLogicalOp() && hasEffect(right);
      return isFree(right) && !skipped;
    }
    return binary->getOpcode() != BO_Sub && isIt(right) && isFree(left);
  }

  /// `all = false`, `any = true`.
  bool isSetting(const Expr *e) const {
    const auto value = e->getIntegerConstantExpr(builder.context);
    return value && ((kind == ReductionKind::LogicalAnd && *value == 0) ||
                     (kind == ReductionKind::LogicalOr && *value == 1));
  }

  bool isMinOrMax() const {
    return kind == ReductionKind::Min || kind == ReductionKind::Max;
  }

  /// Functions are looked into: most only compute.
  bool hasEffect(const Expr *e) const {
    HostCode code(builder.context);
    code.add(e);
    return code.effect != nullptr;
  }

  /// Whether both are one expression without an effect.
  bool isSame(const Expr *a, const Expr *b) {
    return isSameExpr(builder.context, a, b) && isFree(a) && !hasEffect(a);
  }

  /// Whether `cond` says that `e` is to be the variable's value: it is smaller,
  /// of a minimum. Of floating-point numbers the way of asking decides what
  /// becomes of those that compare as neither, and of zeros.
  bool asksFor(const Expr *cond, const Expr *e, bool negated = false) {
    const auto *test = dyn_cast<BinaryOperator>(plain(cond));
    if (!test || !test->isRelationalOp())
      return false;
    BinaryOperatorKind op = test->getOpcode();
    const Expr *left = test->getLHS(), *right = test->getRHS();
    if (isIt(left)) {
      op = BinaryOperator::reverseComparisonOp(op);
      std::swap(left, right);
    }
    if (!isIt(right) || !isSame(left, e))
      return false;
    if (negated)
      op = BinaryOperator::negateComparisonOp(op);
    const bool least = kind == ReductionKind::Min;
    if (op == (least ? BO_LT : BO_GT))
      return !(negated && isInexact(e));
    return op == (least ? BO_LE : BO_GE) && !isInexact(e);
  }

  /// Whether what becomes of a copy of `x` and of `x` itself differs when it is
  /// set to `value`, which is converted to its type: by more than the bits that
  /// an integer has not.
  bool isCutOff(const Expr *x, const Expr *value) const {
    const QualType from = plain(value)->getType(), to = x->getType();
    if (!copied || !to->isIntegerType())
      return false;
    return from->isFloatingType() ||
           (isMinOrMax() && !builder.context.hasSameUnqualifiedType(from, to) &&
            builder.context.getTypeSize(from) >=
                builder.context.getTypeSize(to));
  }

  bool isInexact(const Expr *e) const {
    return copied && e->getType()->isFloatingType();
  }

  /// `e < x ? e : x`, `std::min(x, e)`.
  bool isLimit(const Expr *e) {
    if (!isMinOrMax())
      return false;
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      const bool second = isIt(choice->getTrueExpr());
      const Expr *value =
          second ? choice->getFalseExpr() : choice->getTrueExpr();
      return isIt(second ? choice->getTrueExpr() : choice->getFalseExpr()) &&
             asksFor(choice->getCond(), value, second);
    }
    const auto *call = dyn_cast<CallExpr>(e);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || !callee->isInStdNamespace() || !callee->getIdentifier() ||
        callee->getName() != (kind == ReductionKind::Min ? "min" : "max") ||
        call->getNumArgs() != 2)
      return false;
    const Expr *first = call->getArg(0), *second = call->getArg(1);
    return (isIt(first) && isFree(second)) ||
           (isIt(second) && isFree(first) && !isInexact(first));
  }

  /// `if (e < x) x = e;`
  bool isLimit(const IfStmt *choice) {
    const clang::Stmt *then = choice->getThen();
    while (const auto *block = dyn_cast<CompoundStmt>(then)) {
      if (block->size() != 1)
        return false;
      then = block->body_front();
    }
    const auto *e = dyn_cast<Expr>(then);
    const auto *assign = e ? dyn_cast<BinaryOperator>(plain(e)) : nullptr;
    return isMinOrMax() && !choice->getElse() && !choice->getInit() &&
           !choice->hasVarStorage() && assign &&
           assign->getOpcode() == BO_Assign && isIt(assign->getLHS()) &&
           !isCutOff(assign->getLHS(), assign->getRHS()) &&
           asksAmong(choice->getCond(), assign->getRHS());
  }

  /// `asksFor`, perhaps among other conditions: `near && e < x`. Of what `x`
  /// decides whether it is evaluated, nothing is noticed.
  bool asksAmong(const Expr *cond, const Expr *e) {
    const auto *both = dyn_cast<BinaryOperator>(plain(cond));
    if (!both || both->getOpcode() != BO_LAnd)
      return asksFor(cond, e);
    const Expr *left = both->getLHS(), *right = both->getRHS();
    return (isFree(left) && asksAmong(right, e)) ||
           (isFree(right) && !hasEffect(right) && asksAmong(left, e));
  }

  const Builder &builder;
  const ReductionKind kind;
  const bool copied;
  llvm::function_ref<bool(const Expr *)> names;
};

} // namespace

const Expr *regtt::otherUse(const Builder &builder, const clang::Stmt *code,
                            ReductionKind kind, bool copied,
                            llvm::function_ref<bool(const Expr *)> names) {
  return OperationCheck(builder, kind, copied, names).statement(code);
}
