// What comparisons of numbers ask: of which number, the same as another one,
// and of which child.
#include "NumberTests.h"

#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"

using namespace regtt;
using namespace clang;

NumberReader::NumberReader(PassContext &context)
    : traversal(context.model.traversal), function(traversal.function),
      ast(context.ast), diagnostics(context.diagnostics) {
  walkStmts(function.body, [&](const Statement &stmt) {
    if (stmt.kind == Statement::If ||
        (stmt.kind == Statement::Loop && stmt.cond))
      noteTruths(stmt.cond);
    for (const Expr *own : ownExprs(traversal, stmt))
      walkExpr(own, [&](const Expr *inner) {
        if (const auto *choice = dyn_cast<ConditionalOperator>(inner))
          noteTruths(choice->getCond());
        else if (const auto *cast = dyn_cast<CastExpr>(inner);
                 cast && cast->getCastKind() == CK_IntegralToBoolean)
          truths.insert(bare(cast->getSubExpr()));
        else if (const auto *binary = dyn_cast<BinaryOperator>(inner);
                 binary && binary->isLogicalOp())
          noteTruths(binary);
        else if (const auto *unary = dyn_cast<UnaryOperator>(inner);
                 unary && unary->getOpcode() == UO_LNot)
          noteTruths(unary);
      });
  });
}

void NumberReader::noteTruths(const Expr *e) {
  e = bare(e);
  if (const auto *binary = dyn_cast<BinaryOperator>(e);
      binary && binary->isLogicalOp()) {
    noteTruths(binary->getLHS());
    return noteTruths(binary->getRHS());
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(e);
      unary && unary->getOpcode() == UO_LNot)
    return noteTruths(unary->getSubExpr());
  truths.insert(e);
}

/// Whether `e` is the same wherever it is evaluated: made of constants and
/// uniforms.
bool NumberReader::isFixed(const Expr *e) const {
  bool result = true;
  walkExpr(e, [&](const Expr *inner) {
    if (inner->isValueDependent() || isa<CallExpr>(inner))
      result &= function.uniforms.count(inner) != 0;
    result &= !function.accesses.count(inner) &&
              !function.elements.count(inner) &&
              !function.nullTests.count(inner);
    const auto *name = dyn_cast<DeclRefExpr>(inner);
    const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (var) {
      const auto role = function.roles.find(var);
      result &= role == function.roles.end() ||
                role->second.kind == Role::Uniform ||
                role->second.kind == Role::Shared;
    }
  });
  return result;
}

const Expr *NumberReader::testedNumber(const Expr *e) const {
  e = bare(e);
  if (const auto *comparison = dyn_cast<BinaryOperator>(e);
      comparison && comparison->isComparisonOp()) {
    for (const Expr *side : {comparison->getLHS(), comparison->getRHS()}) {
      const Expr *other = side == comparison->getLHS() ? comparison->getRHS()
                                                       : comparison->getLHS();
      if (isNumber(bare(side)) && isFixed(other))
        return bare(side);
    }
    return nullptr;
  }
  return isNumber(e) ? e : nullptr;
}

bool NumberReader::mayTest(const Expr *e) const {
  if (const auto *binary = dyn_cast<BinaryOperator>(e))
    return bare(e) == e && binary->isComparisonOp();
  return bare(e) == e && truths.count(e);
}

/// An integer that is the node's own or may lead to a child.
bool NumberReader::isNumber(const Expr *e) const {
  // In C these are integers.
  const auto *unary = dyn_cast<UnaryOperator>(e);
  const auto *binary = dyn_cast<BinaryOperator>(e);
  if ((unary && unary->getOpcode() == UO_LNot) ||
      (binary && (binary->isLogicalOp() || binary->isComparisonOp())))
    return false;
  return e->getType()->isIntegerType() && !e->getType()->isBooleanType() &&
         !isFixed(e);
}

/// `number op fixed`, as values of `type`; a null `fixed` is 0, and equal or
/// not in any type.
struct NumberReader::Comparison {
  BinaryOperatorKind op = BO_NE;
  const Expr *fixed = nullptr;
  QualType type;
};

bool NumberReader::sameTest(const Expr *a, const Expr *b, bool &same) const {
  a = bare(a);
  b = bare(b);
  const Expr *numberA = testedNumber(a), *numberB = testedNumber(b);
  if (!numberA || !numberB)
    return false;
  const auto left = normalised(a, numberA), right = normalised(b, numberB);
  if (!left.fixed != !right.fixed)
    return false;
  if (left.fixed && (!ast.hasSameUnqualifiedType(left.type, right.type) ||
                     !sameNumbers(function, left.fixed, right.fixed, ast)))
    return false;
  same = left.op == right.op;
  return same || left.op == BinaryOperator::negateComparisonOp(right.op);
}

NumberReader::Comparison NumberReader::normalised(const Expr *test,
                                                  const Expr *number) const {
  const auto *comparison = dyn_cast<BinaryOperator>(test);
  if (test == number || !comparison)
    return {};
  Comparison result;
  const bool left = bare(comparison->getLHS()) == number;
  result.type = comparison->getLHS()->getType();
  result.fixed = left ? comparison->getRHS() : comparison->getLHS();
  result.op =
      left ? comparison->getOpcode()
           : BinaryOperator::reverseComparisonOp(comparison->getOpcode());
  if (const auto value = result.fixed->getIntegerConstantExpr(ast);
      value && *value == 0) {
    // No unsigned number is below.
    if (number->getType()->isUnsignedIntegerType())
      result.op = result.op == BO_GT   ? BO_NE
                  : result.op == BO_LE ? BO_EQ
                                       : result.op;
    if (BinaryOperator::isEqualityOp(result.op))
      result.fixed = nullptr;
  }
  return result;
}

/// What holds for the number of a node.
NumberReader::Comparison NumberReader::present(const NumberTest &test) const {
  Comparison result = normalised(bare(test.cond), test.number);
  if (!test.whenPresent)
    result.op = BinaryOperator::negateComparisonOp(result.op);
  return result;
}

/// The least number that a test for greater ones lets pass.
std::optional<int64_t> NumberReader::leastOf(const Comparison &test) const {
  const auto bound =
      test.fixed ? test.fixed->getIntegerConstantExpr(ast) : std::nullopt;
  if (!bound || !bound->isSigned() || (test.op != BO_GT && test.op != BO_GE))
    return std::nullopt;
  return bound->getExtValue() + (test.op == BO_GT);
}

bool NumberReader::implies(const NumberTest &a, const NumberTest &b) const {
  if (bool same; sameTest(a.cond, b.cond, same))
    return same == (a.whenPresent == b.whenPresent);
  const Comparison left = present(a), right = present(b);
  const auto from = leastOf(left);
  if (!from || !ast.hasSameUnqualifiedType(left.type, right.type))
    return false;
  if (const auto least = leastOf(right))
    return *from >= *least;
  const auto none =
      right.fixed ? right.fixed->getIntegerConstantExpr(ast) : std::nullopt;
  return right.op == BO_NE && none && none->getExtValue() < *from;
}

bool NumberReader::excludesNegatives(const Expr *test, bool value) const {
  const Expr *number = testedNumber(test);
  const Comparison asked = normalised(bare(test), number);
  const auto bound =
      asked.fixed ? asked.fixed->getIntegerConstantExpr(ast) : std::nullopt;
  if (!bound)
    return false;
  const BinaryOperatorKind absent =
      value ? asked.op : BinaryOperator::negateComparisonOp(asked.op);
  return (absent == BO_LT && *bound <= 0) ||
         (absent == BO_LE && bound->isNegative()) ||
         (absent == BO_EQ && bound->isNegative());
}

bool NumberReader::excludesMinusOne(const Expr *test, bool value) const {
  const Comparison asked = normalised(bare(test), testedNumber(test));
  const auto bound =
      asked.fixed ? asked.fixed->getIntegerConstantExpr(ast) : std::nullopt;
  const BinaryOperatorKind absent =
      value ? asked.op : BinaryOperator::negateComparisonOp(asked.op);
  return bound && ((absent == BO_LT && *bound >= 0) ||
                   (absent == BO_LE && *bound >= -1) ||
                   (absent == BO_EQ && *bound == -1));
}

const VarDecl *NumberReader::linkVariable(const Expr *e) const {
  const VarDecl *var = variableOf(linkExpr(e)); // `*it` as well as `c`
  return var && function.roles.lookup(var).kind == Role::Link ? var : nullptr;
}

/// `n.kids[k]`, read as a number, where calls go to what is listed there.
std::optional<ChildRef> NumberReader::listElement(const Access &access) const {
  const ElementRef &element = access.element;
  const DataArray &array = traversal.arrays[element.array];
  if (!array.ofNodes() || element.from || element.fromThis ||
      element.offsets.size() != 1 || !access.parts.empty() ||
      !traversal.paths[access.path].steps.empty())
    return std::nullopt;
  const Path &start = traversal.paths[array.start];
  for (unsigned group = 0; group < traversal.slots.size(); ++group) {
    const SlotGroup &slots = traversal.slots[group];
    // A vector's elements start at a pointer within it.
    const size_t steps = slots.steps.size();
    const bool here = slots.form == SlotGroup::Vector
                          ? start.steps.size() > steps
                          : start.steps.size() == steps;
    if (slots.isList() && !slots.value && slots.array == start.number && here &&
        std::equal(slots.steps.begin(), slots.steps.end(), start.steps.begin()))
      return ChildRef{group, element.offsets[0]};
  }
  return std::nullopt;
}

std::optional<ChildRef> NumberReader::childAt(const Expr *number) const {
  number = bare(number);
  if (const auto found = function.children.find(linkExpr(number));
      found != function.children.end())
    return found->second;
  if (const VarDecl *var = linkVariable(number)) {
    if (const auto each = function.eachChild.find(var);
        each != function.eachChild.end())
      return ChildRef{each->second, nullptr};
    return var->getInit() && !function.linkValues.count(var)
               ? childAt(var->getInit())
               : std::nullopt;
  }
  if (const auto access = function.accesses.find(number);
      access != function.accesses.end()) {
    const Path &path = traversal.paths[access->second.path];
    if (path.base == Base::Element)
      return listElement(access->second);
    for (unsigned group = 0; group < traversal.slots.size(); ++group) {
      const SlotGroup &slots = traversal.slots[group];
      const FieldDecl *held = heldArray(path.type);
      PathSteps steps = path.steps;
      if (held)
        steps.push_back({PathStep::Field, held});
      if (path.base != Base::Node || slots.form != SlotGroup::Fields ||
          slots.array != path.number || slots.steps != steps)
        continue;
      const auto &parts = access->second.parts;
      const bool whole = parts.empty() && slots.count == 1 && !held &&
                         !path.type->isArrayType();
      const bool element = parts.size() == 1 && parts[0].index &&
                           (held || path.type->isArrayType());
      if (whole || element)
        return ChildRef{group, element ? parts[0].index : nullptr};
    }
  }
  // Of several side by side, the one that a call is handed in the same words.
  for (const auto &[link, child] : function.children)
    if (traversal.slots[child.group].form == SlotGroup::Computed &&
        traversal.slots[child.group].count > 1 &&
        sameSpelling(link, number, ast))
      return child;
  for (unsigned group = 0; group < traversal.slots.size(); ++group)
    if (traversal.slots[group].form == SlotGroup::Computed &&
        traversal.slots[group].count == 1 &&
        sameNumbers(function, traversal.slots[group].value, number, ast))
      return ChildRef{group, nullptr};
  return std::nullopt;
}

llvm::SmallVector<ChildRef, 2>
NumberReader::childrenAt(const Expr *number) const {
  llvm::SmallVector<ChildRef, 2> result;
  if (const auto child = childAt(number))
    return {*child};
  bool all = linkVariable(number) || isa<BinaryOperator>(bare(number));
  eachLink(function, number, [&](const Expr *leaf) {
    const auto child =
        bare(leaf) == bare(number) ? std::nullopt : childAt(leaf);
    all &= child.has_value();
    if (child)
      result.push_back(*child);
  });
  if (!all)
    result.clear();
  return result;
}

void NumberReader::eachNegation(
    llvm::function_ref<void(const Expr *, const Expr *)> visit) const {
  eachOwnExpr([&](const Expr *own) {
    std::vector<const UnaryOperator *> found;
    walkExpr(own, [&](const Expr *e) {
      if (const auto *unary = dyn_cast<UnaryOperator>(e);
          unary && unary->getOpcode() == UO_LNot)
        found.push_back(unary);
    });
    for (size_t i = found.size(); i-- > 0;)
      visit(found[i], bare(found[i]->getSubExpr()));
  });
}
