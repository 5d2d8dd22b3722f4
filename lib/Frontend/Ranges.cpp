// Ranges of integers that are made of tests, masks and constants:
//
//     d > 0                                      0 to 1
//     (x > cx) | (y > cy) << 1                   0 to 3
//     int octant = 0; if (x > cx) octant |= 1;   0 to 1
#include "Ranges.h"

#include "Attributes.h"

using namespace regtt;
using namespace clang;

namespace {

class RangeReader {
public:
  RangeReader(const Builder &builder, const FunctionDecl *function,
              const LoopRanges &loops)
      : context(builder.context), function(function), loops(loops) {}

  std::optional<Range> read(const Expr *e) {
    e = plain(e);
    if (!e->getType()->isIntegralOrEnumerationType())
      return std::nullopt;
    if (const auto value = e->getIntegerConstantExpr(context))
      return !value->isRepresentableByInt64() ||
                     value->getSignificantBits() > 32
                 ? std::nullopt
                 : std::optional<Range>(
                       {value->getExtValue(), value->getExtValue()});
    if (isTruth(e))
      return Range{0, 1};
    if (const auto *cast = dyn_cast<ExplicitCastExpr>(e)) {
      // Small numbers stay what they are.
      const auto inner = cast->getType()->isIntegerType()
                             ? read(cast->getSubExpr())
                             : std::nullopt;
      return inner && inner->low >= 0 && inner->high <= 127 ? inner
                                                            : std::nullopt;
    }
    if (const auto *choice = dyn_cast<ConditionalOperator>(e))
      return either(read(choice->getTrueExpr()), read(choice->getFalseExpr()));
    if (const auto *unary = dyn_cast<UnaryOperator>(e))
      return unary->getOpcode() == UO_Minus
                 ? difference(Range{0, 0}, read(unary->getSubExpr()))
                 : std::nullopt;
    if (const auto *binary = dyn_cast<BinaryOperator>(e))
      return read(binary);
    if (const auto *call = dyn_cast<CallExpr>(e))
      return result(call);
    const VarDecl *var = namedVariable(e);
    return var ? variable(var) : std::nullopt;
  }

private:
  using MaybeRange = std::optional<Range>;

  static bool isTruth(const Expr *e) {
    if (e->getType()->isBooleanType())
      return true;
    const auto *unary = dyn_cast<UnaryOperator>(e);
    const auto *binary = dyn_cast<BinaryOperator>(e); // in C
    return (unary && unary->getOpcode() == UO_LNot) ||
           (binary && (binary->isComparisonOp() || binary->isLogicalOp()));
  }

  static MaybeRange either(MaybeRange a, MaybeRange b) {
    if (!a || !b)
      return std::nullopt;
    return Range{std::min(a->low, b->low), std::max(a->high, b->high)};
  }

  static MaybeRange sum(MaybeRange a, MaybeRange b) {
    if (!a || !b)
      return std::nullopt;
    return Range{a->low + b->low, a->high + b->high};
  }

  static MaybeRange difference(MaybeRange a, MaybeRange b) {
    if (!a || !b)
      return std::nullopt;
    return Range{a->low - b->high, a->high - b->low};
  }

  /// `a | b` and `a ^ b` have no more bits than either.
  static MaybeRange bits(MaybeRange a, MaybeRange b) {
    if (!a || !b || a->low < 0 || b->low < 0)
      return std::nullopt;
    int64_t all = 1;
    while (all <= std::max(a->high, b->high))
      all *= 2;
    return Range{0, all - 1};
  }

  MaybeRange read(const BinaryOperator *e) {
    const Expr *left = e->getLHS(), *right = e->getRHS();
    const auto constant = right->getIntegerConstantExpr(context);
    switch (e->getOpcode()) {
    case BO_Add:
      return sum(read(left), read(right));
    case BO_Sub:
      return difference(read(left), read(right));
    case BO_Or:
    case BO_Xor:
      return bits(read(left), read(right));
    case BO_And:
      for (const Expr *side : {left, right})
        if (const auto mask = read(side); mask && mask->low >= 0)
          return Range{0, mask->high};
      return std::nullopt;
    case BO_Rem:
      if (const auto of = read(left);
          constant && *constant > 0 &&
          ((of && of->low >= 0) ||
           plain(left)->getType()->isUnsignedIntegerType()))
        return Range{0, constant->getExtValue() - 1};
      return std::nullopt;
    case BO_Mul: {
      const auto a = read(left), b = read(right);
      if (!a || !b || a->low < 0 || b->low < 0 || a->high > 64 || b->high > 64)
        return std::nullopt;
      return Range{a->low * b->low, a->high * b->high};
    }
    case BO_Shl: {
      const auto of = read(left);
      if (!constant || *constant < 0 || *constant > 8 || !of || of->low < 0 ||
          of->high > 64)
        return std::nullopt;
      return Range{of->low << constant->getExtValue(),
                   of->high << constant->getExtValue()};
    }
    default:
      return std::nullopt;
    }
  }

  MaybeRange variable(const VarDecl *var) {
    for (const auto &[loop, range] : loops)
      if (loop == var)
        return range;
    if (!var->isLocalVarDecl() || !var->hasLocalStorage() ||
        var->getType()->isReferenceType() || !visited.insert(var).second)
      return std::nullopt;
    Changes changes;
    if (var->getInit())
      changes.set(read(var->getInit()));
    collect(function->getBody(), var, false, changes);
    visited.erase(var);
    return changes.result();
  }

  /// All that a local is set to, what is added to it and what bits are set.
  struct Changes {
    bool known = true;
    MaybeRange values, added, masked;

    void set(MaybeRange value) { merge(values, value); }
    void mask(MaybeRange value) { merge(masked, value); }
    void add(MaybeRange value) {
      const Range none = {0, 0};
      known &= value.has_value();
      if (value) // or not, if the statement is not run
        added = sum(added.value_or(none), either(value, none));
    }
    MaybeRange result() const {
      if (!known || !values || (added && masked))
        return std::nullopt;
      return added    ? sum(values, added)
             : masked ? bits(values, masked)
                      : values;
    }

  private:
    void merge(MaybeRange &into, MaybeRange value) {
      known &= value.has_value();
      into = into ? either(into, value) : value;
    }
  };

  /// What changes `var` in `s`. Nothing is added to it in a loop.
  void collect(const clang::Stmt *s, const VarDecl *var, bool inLoop,
               Changes &changes) {
    if (!s || !changes.known)
      return;
    inLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s);
    if (isa<LambdaExpr>(s) && isReassigned(s, var))
      changes.known = false;
    if (const auto *e = dyn_cast<Expr>(s); e && changesVariable(e, var)) {
      const auto *assign = dyn_cast<BinaryOperator>(e);
      const MaybeRange value = assign ? read(assign->getRHS()) : std::nullopt;
      if (assign && assign->getOpcode() == BO_Assign)
        changes.set(value);
      else if (assign && (assign->getOpcode() == BO_OrAssign ||
                          assign->getOpcode() == BO_XorAssign))
        changes.mask(value);
      else if (assign && assign->getOpcode() == BO_AddAssign && !inLoop)
        changes.add(value);
      else
        changes.known = false;
    }
    if (const auto *declared = dyn_cast<DeclStmt>(s);
        declared && isReassigned(onlyBindings(declared), var))
      changes.known = false;
    for (const clang::Stmt *child : s->children())
      collect(child, var, inLoop, changes);
  }

  static const clang::Stmt *onlyBindings(const DeclStmt *declared) {
    for (const Decl *decl : declared->decls())
      if (const auto *var = dyn_cast<VarDecl>(decl);
          var && var->getType()->isLValueReferenceType())
        return declared;
    return nullptr;
  }

  /// What a function whose body is visible returns.
  MaybeRange result(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
    if (!callee || !hasBody(callee, definition) || ++depth > 4)
      return std::nullopt;
    std::vector<const Expr *> values;
    returned(definition->getBody(), values);
    MaybeRange range;
    const FunctionDecl *caller = std::exchange(function, definition);
    for (size_t i = 0; i < values.size(); ++i) {
      range = i ? either(range, read(values[i])) : read(values[i]);
      if (!range)
        break;
    }
    function = caller;
    --depth;
    return range;
  }

  static void returned(const clang::Stmt *s,
                       std::vector<const Expr *> &values) {
    if (!s || isa<LambdaExpr>(s))
      return;
    if (const auto *leave = dyn_cast<ReturnStmt>(s))
      if (leave->getRetValue())
        values.push_back(leave->getRetValue());
    for (const clang::Stmt *child : s->children())
      returned(child, values);
  }

  const ASTContext &context;
  const FunctionDecl *function;
  const LoopRanges &loops;
  llvm::SmallPtrSet<const VarDecl *, 4> visited;
  unsigned depth = 0;
};

} // namespace

std::optional<Range> regtt::rangeOf(const Builder &builder,
                                    const FunctionDecl *function, const Expr *e,
                                    const LoopRanges &loops) {
  return RangeReader(builder, function, loops).read(e);
}
