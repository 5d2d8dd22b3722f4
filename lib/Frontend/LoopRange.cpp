// The head of the annotated loop: where it starts and ends, and what each
// iteration adds. Taken are counters (up, down, by constant steps), pointers
// and iterators over elements side by side, and loops over a range of such.
#include "LoopRange.h"

#include "LoopBody.h"

using namespace regtt;
using namespace clang;

namespace {

class RangeOfLoop {
public:
  explicit RangeOfLoop(Builder &builder)
      : builder(builder), out(builder.model.loop) {}

  bool run(const clang::Stmt *loop) {
    if (const auto *range = dyn_cast<CXXForRangeStmt>(loop))
      return overRange(range);
    const auto *counted = cast<ForStmt>(loop);
    return variable(counted) && step(counted) && bound(counted);
  }

private:
  bool notTaken(SourceLocation loc) {
    builder.report(loc.isValid() ? loc : out.loop->getBeginLoc(),
                   Diag::RTT1101);
    return false;
  }

  std::string textOf(const Expr *expr) {
    std::string text = builder.sourceText(expr);
    if (text.empty())
      builder.report(expr->getBeginLoc(), Diag::RTT1108);
    return text;
  }

  /// Iterators are copied and converted by constructors, until C++17.
  static const Expr *uncopied(const Expr *expr) {
    expr = plain(expr);
    while (const auto *made = dyn_cast<CXXConstructExpr>(expr)) {
      if (made->getNumArgs() != 1 ||
          !made->getConstructor()->isCopyOrMoveConstructor())
        break;
      expr = plain(made->getArg(0));
    }
    return expr;
  }

  /// Evaluated once instead of before each iteration, `expr` is the same.
  bool invariant(const Expr *expr) {
    out.bounds.push_back(expr);
    if (isInvariant(builder, uncopied(expr)))
      return true;
    builder.report(expr->getBeginLoc(), Diag::RTT1102);
    return false;
  }

  /// An iterator of the standard library over elements side by side.
  static bool isIterator(QualType type) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    return record && record->getIdentifier() &&
           (record->getName() == "__normal_iterator" ||
            record->getName() == "__wrap_iter");
  }

  /// A counter's type: an integer with arithmetic that is known here.
  bool isCounted(QualType type) {
    return type->isIntegerType() && !type->isBooleanType() &&
           (type->isBuiltinType() || type->isEnumeralType()) &&
           builder.context.getTypeSize(type) <= 64;
  }

  /// Whether a test that converts the counter to `left` is one of numbers that
  /// the host file can compute with.
  bool comparesNumbers(const Expr *left) {
    const QualType type = left->getType();
    return isCounted(type) || type->isSpecificBuiltinType(BuiltinType::Float) ||
           type->isSpecificBuiltinType(BuiltinType::Double);
  }

  /// Whether the pointer `value` leads to elements of another size than
  /// one of type `type`.
  bool isConverted(const Expr *value, QualType type) {
    QualType own = uncopied(value)->getType();
    if (own->isArrayType())
      own = builder.context.getDecayedType(own);
    return own->isPointerType() &&
           !builder.context.hasSameUnqualifiedType(own->getPointeeType(),
                                                   type->getPointeeType());
  }

  /// Any other iterator of the standard library that can go twice.
  static bool isAnyIterator(QualType type) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && record->getIdentifier() &&
           record->getName().contains("iterator") &&
           !record->getName().contains("stream");
  }

  /// Of `int i = 0, n = v.size()`, i; the others are the same in each
  /// iteration.
  const VarDecl *loopVariable(const ForStmt *loop, const DeclStmt *declared) {
    const VarDecl *var = nullptr;
    for (const Decl *decl : declared->decls()) {
      const auto *one = dyn_cast<VarDecl>(decl);
      if (!one || !one->hasInit())
        return nullptr;
      if (!var && (!loop->getInc() || mentions(loop->getInc(), one)) &&
          mentions(loop->getCond(), one))
        var = one;
    }
    for (const Decl *decl : declared->decls()) {
      const auto *other = cast<VarDecl>(decl);
      if (other == var)
        continue;
      if (isReassigned(loop, other) || mentions(other->getInit(), var) ||
          other->getType()->isReferenceType())
        return nullptr;
      LoopLocal &local = builder.body.locals[other];
      local.kind = LoopLocal::Copy;
      local.varies = false;
      builder.body.inHead.push_back(other);
    }
    return var;
  }

  bool variable(const ForStmt *loop) {
    const Expr *first = nullptr;
    if (const auto *declared = dyn_cast_or_null<DeclStmt>(loop->getInit())) {
      const auto *var = loopVariable(loop, declared);
      if (!var || !var->hasInit())
        return notTaken(declared->getBeginLoc());
      out.var = var;
      first = var->getInit();
      out.varTypeText = builder.sourceText(
          {var->getTypeSpecStartLoc(), var->getTypeSpecEndLoc()});
      if (var->getType()->getContainedAutoType())
        out.varTypeText = "auto";
      else if (out.varTypeText.empty()) // out of a macro
        out.varTypeText =
            var->getType().getCanonicalType().getAsString(policy());
    } else if (const auto *assigned =
                   dyn_cast_or_null<BinaryOperator>(loop->getInit());
               assigned && assigned->getOpcode() == BO_Assign) {
      out.var = namedVariable(assigned->getLHS());
      first = assigned->getRHS();
      out.varDeclaredOutside = true;
      if (out.var)
        out.varTypeText = out.var->getType().getAsString(policy());
    }
    if (!out.var)
      return notTaken(loop->getBeginLoc());
    // Another run of the loop would go on where the last one ended.
    if (!out.varDeclaredOutside && !out.var->hasLocalStorage())
      return notTaken(loop->getInit()->getBeginLoc());
    const QualType type = out.var->getType();
    const bool pointer =
        type->isPointerType() && type->getPointeeType()->isObjectType();
    out.scattered =
        !out.varDeclaredOutside && !isIterator(type) && isAnyIterator(type);
    if (pointer || out.scattered ||
        (isIterator(type) && !out.varDeclaredOutside)) {
      out.form = QueryLoop::Elements;
      // What stands around the name is not in the type's words alone.
      out.varTypeText = builder.model.c || (pointer && isConverted(first, type))
                            ? type.getUnqualifiedType().getAsString(policy())
                            : "auto";
    } else if (!isCounted(type)) {
      return notTaken(loop->getBeginLoc());
    }
    if (!invariant(first))
      return false;
    out.firstText = textOf(first);
    return !out.firstText.empty();
  }

  /// What an iteration adds; 0 if that is no constant.
  int added(const Expr *step) {
    if (!step)
      return 0;
    step = plain(step);
    const auto isVar = [&](const Expr *e) {
      return namedVariable(e) == out.var;
    };
    const auto constant = [&](const Expr *e, int sign) {
      const auto value = e->getIntegerConstantExpr(builder.context);
      return value && *value > 0 && value->getActiveBits() < 31
                 ? sign * static_cast<int>(value->getExtValue())
                 : 0;
    };
    if (const auto *unary = dyn_cast<UnaryOperator>(step))
      return !unary->isIncrementDecrementOp() || !isVar(unary->getSubExpr()) ? 0
             : unary->isIncrementOp()                                        ? 1
                                      : -1;
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(step)) {
      // Of a number, it is the user's own, which may do anything.
      if (!isVar(op->getArg(0)) || out.form == QueryLoop::Counted)
        return 0;
      switch (op->getOperator()) {
      case OO_PlusPlus:
        return 1;
      case OO_PlusEqual:
        return constant(op->getArg(1), 1);
      default:
        return 0;
      }
    }
    const auto *binary = dyn_cast<BinaryOperator>(step);
    if (!binary || !isVar(binary->getLHS()))
      return 0;
    if (binary->getOpcode() == BO_AddAssign)
      return constant(binary->getRHS(), 1);
    if (binary->getOpcode() == BO_SubAssign)
      return constant(binary->getRHS(), -1);
    const auto *sum = dyn_cast<BinaryOperator>(plain(binary->getRHS()));
    if (binary->getOpcode() != BO_Assign || !sum || !isVar(sum->getLHS()) ||
        !sum->isAdditiveOp())
      return 0;
    return constant(sum->getRHS(), sum->getOpcode() == BO_Add ? 1 : -1);
  }

  bool step(const ForStmt *loop) {
    out.step = added(loop->getInc());
    // `for (i = n; i-- > 0;)` counts down in its test.
    if (!loop->getInc() && loop->getCond() && out.form == QueryLoop::Counted) {
      const Expr *test = plain(loop->getCond());
      if (const auto *compared = dyn_cast<BinaryOperator>(test))
        test = plain(compared->getLHS());
      const auto *down = dyn_cast<UnaryOperator>(test);
      if (down && down->getOpcode() == UO_PostDec &&
          namedVariable(down->getSubExpr()) == out.var) {
        out.step = -1;
        out.countsInTest = true;
      }
    }
    return out.step != 0 ||
           notTaken(loop->getInc() ? loop->getInc()->getBeginLoc()
                                   : SourceLocation());
  }

  /// The two sides of the loop's test, and its operator.
  bool sides(const Expr *test, const Expr *&left, const Expr *&right,
             BinaryOperatorKind &op) {
    if (const auto *binary = dyn_cast<BinaryOperator>(test)) {
      left = binary->getLHS();
      right = binary->getRHS();
      op = binary->getOpcode();
      return binary->isComparisonOp();
    }
    if (const auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(test)) {
      left = rewritten->getLHS();
      right = rewritten->getRHS();
      op = rewritten->getOperator();
      return true;
    }
    const auto *call = dyn_cast<CXXOperatorCallExpr>(test);
    if (!call || call->getNumArgs() != 2 || !call->isComparisonOp())
      return false;
    left = call->getArg(0);
    right = call->getArg(1);
    op = BinaryOperator::getOverloadedOpcode(call->getOperator());
    return true;
  }

  bool bound(const ForStmt *loop) {
    const Expr *left = nullptr, *right = nullptr;
    BinaryOperatorKind op = BO_LT;
    const bool counted = out.form == QueryLoop::Counted;
    if (!loop->getCond() || !sides(plain(loop->getCond()), left, right, op) ||
        (counted && !(isa<BinaryOperator>(plain(loop->getCond())) &&
                      comparesNumbers(left))))
      return notTaken(loop->getCond() ? loop->getCond()->getBeginLoc()
                                      : SourceLocation());
    out.comparedType = left->getType().getCanonicalType().getUnqualifiedType();
    if (namedVariable(right) == out.var && namedVariable(left) != out.var) {
      std::swap(left, right); // `n > i`
      op = BinaryOperator::isEqualityOp(op)
               ? op
               : BinaryOperator::reverseComparisonOp(op);
    }
    // A bound that the head declares is its initial value.
    const VarDecl *declared = namedVariable(right);
    if (!llvm::is_contained(builder.body.inHead, declared))
      declared = nullptr;
    else
      right = declared->getInit();
    if (out.countsInTest)
      left = cast<UnaryOperator>(plain(left))->getSubExpr();
    const bool up = out.step > 0;
    const bool one = out.step == 1 || out.step == -1 || counted;
    out.test = op;
    out.inclusive = op == (up ? BO_LE : BO_GE);
    // `for (i = n - 1; i < n; --i)` ends past zero.
    const bool pastZero = counted && !up && op == BO_LT &&
                          out.var->getType()->isUnsignedIntegerType();
    const bool taken = op == (up ? BO_LT : BO_GT) || (op == BO_NE && one) ||
                       pastZero || (out.inclusive && !out.countsInTest);
    // No unsigned number is less than zero: such a loop does not end.
    const auto zero = right->getIntegerConstantExpr(builder.context);
    const bool endless = !up && out.inclusive && zero && *zero == 0 &&
                         out.var->getType()->isUnsignedIntegerType();
    // Of iterators over nodes there is no order.
    const bool ordered = out.scattered && (op != BO_NE || out.step != 1);
    if (namedVariable(left) != out.var || !taken || endless || ordered)
      return notTaken(loop->getCond()->getBeginLoc());
    if (!invariant(right))
      return false;
    out.lastText = textOf(right);
    // In C++ the bound's type may depend on a template parameter.
    out.lastTypeText =
        builder.context.getLangOpts().CPlusPlus
            ? "auto"
            : plain(right)->getType().getUnqualifiedType().getAsString(
                  policy());
    const QualType type = out.var->getType();
    if (type->isPointerType() &&
        (isConverted(right, type) ||
         (builder.model.c && plain(right)->getType()->isArrayType())))
      out.lastTypeText = type.getUnqualifiedType().getAsString(policy());
    if (declared)
      out.lastTypeText = declaredType(builder, declared);
    return !out.lastText.empty();
  }

  bool overRange(const CXXForRangeStmt *loop) {
    const Expr *range = plain(loop->getRangeInit());
    const QualType type = range->getType();
    out.var = loop->getLoopVariable();
    const bool array = builder.context.getAsConstantArrayType(type) != nullptr;
    const auto *container = type->getAsCXXRecordDecl();
    out.scattered = !array && !isContiguous(type) && container &&
                    container->isInStdNamespace();
    if (loop->getInit() || !range->isLValue() ||
        (isa<DecompositionDecl>(out.var) && !out.scattered) ||
        !(array || out.scattered || isContiguous(type))) {
      notTaken(range->getBeginLoc());
      builder.diagnostics.note(
          range->getBeginLoc(),
          "the range is neither a variable that is an array nor one that is a "
          "container of the standard library; loop over pointers to its "
          "elements in a vector");
      return false;
    }
    out.form = QueryLoop::Range;
    if (!out.scattered)
      out.elementType =
          array ? builder.context.getAsArrayType(type)->getElementType()
                : cast<ClassTemplateSpecializationDecl>(
                      type->getAsCXXRecordDecl())
                      ->getTemplateArgs()[0]
                      .getAsType();
    if (!invariant(range))
      return false;
    out.rangeText = textOf(range);
    out.varTypeText = out.lastTypeText = "auto";
    out.firstText = "std::begin(regtt_range)";
    out.lastText = "std::end(regtt_range)";
    return !out.rangeText.empty();
  }

  const PrintingPolicy &policy() { return builder.context.getPrintingPolicy(); }

  Builder &builder;
  QueryLoop &out;
};

} // namespace

bool regtt::lowerLoopRange(Builder &builder, const clang::Stmt *loop) {
  return RangeOfLoop(builder).run(loop);
}
