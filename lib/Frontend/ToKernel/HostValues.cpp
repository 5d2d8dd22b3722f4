// What linearising evaluates for a node: children's numbers, how long lists of
// them are, and under which conditions they are looked at.
#include "Segment.h"

#include "regtt/Frontend/Model/Walk.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::tokernel;
using clang::VarDecl;
using llvm::dyn_cast;

void Segment::hostValue(const clang::Expr *e) {
  isOnHost = true;
  if (const ir::Expr *value = as(made->type->result, code.value(e)))
    emit(module.ret(value, at(e->getBeginLoc())));
}

static std::optional<ir::BinaryOp> comparison(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_EQ:
    return ir::BinaryOp::Eq;
  case clang::BO_NE:
    return ir::BinaryOp::Ne;
  case clang::BO_LT:
    return ir::BinaryOp::Lt;
  case clang::BO_LE:
    return ir::BinaryOp::Le;
  case clang::BO_GT:
    return ir::BinaryOp::Gt;
  case clang::BO_GE:
    return ir::BinaryOp::Ge;
  default:
    return std::nullopt;
  }
}

/// `number >= 0` of `n.left < 0`, which holds where there is no node. That it
/// is known for a node that is there says nothing here.
const ir::Expr *Segment::hostTest(const NumberTest &test) {
  given.clear();
  given[test.number] = made->params[0];
  const auto *asked = test.cond == test.number
                          ? nullptr
                          : dyn_cast<clang::BinaryOperator>(test.cond);
  if (!asked) {
    const ir::Expr *number = make.load(make.place(made->params[0]));
    return make.binary(test.whenPresent ? ir::BinaryOp::Ne : ir::BinaryOp::Eq,
                       number, make.integer(number->type, 0));
  }
  const auto op = comparison(
      test.whenPresent
          ? asked->getOpcode()
          : clang::BinaryOperator::negateComparisonOp(asked->getOpcode()));
  return op ? make.binary(*op, code.value(asked->getLHS()),
                          code.value(asked->getRHS()))
            : code.refuse(test.cond, "such a test of a number");
}

void Segment::hostTests(llvm::ArrayRef<NumberTest> tests) {
  isOnHost = true;
  const ir::Expr *all = nullptr;
  for (const NumberTest &test : tests) {
    const ir::Expr *holds = hostTest(test);
    all = all ? make.logical(true, all, holds) : holds;
  }
  if (all)
    emit(module.ret(all, at(traversal.loc)));
}

//===--- Meanings ---------------------------------------------------------===//

/// What a local is initialised with: the body's own is not around.
std::optional<const ir::Expr *> Segment::firstValue(const clang::Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!isOnHost || given.count(name) || !var || !var->isLocalVarDecl() ||
      !var->getInit() || !function.roles.count(var) ||
      function.accesses.count(name) ||
      !var->getType().getNonReferenceType()->isArithmeticType())
    return std::nullopt;
  return as(code.type(var->getType().getNonReferenceType()),
            code.value(var->getInit()));
}

/// The number of a child, where nodes are numbers.
std::optional<const ir::Expr *> Segment::hostNumber(const clang::Expr *e) {
  if (!isOnHost || !traversal.nodesAreNumbers ||
      given.count(e->IgnoreParenImpCasts()))
    return std::nullopt;
  const auto child = function.children.find(e->IgnoreParenImpCasts());
  if (child == function.children.end())
    return std::nullopt;
  const unsigned number = child->second.group;
  const SlotGroup &group = traversal.slots[number];
  const clang::Expr *index = child->second.index;
  if (group.form == SlotGroup::Fields) {
    const ir::Type *type = code.type(group.type);
    const ir::Place *place =
        data(ir::DataRoot::Host, number,
             index ? module.array(type, group.count) : type);
    return make.load(index ? make.element(place, code.value(index)) : place);
  }
  // A number that tests alone mention has no data of its own any more. Not for
  // what the number is made of: `(int)n.next` of `n.next`.
  bool isPart = false;
  if (group.form == SlotGroup::Computed)
    walkExpr(group.value,
             [&](const clang::Expr *part) { isPart |= part == child->first; });
  if (group.form != SlotGroup::Computed || index || isPart)
    return std::nullopt;
  return code.value(group.value);
}

//===--- The functions ----------------------------------------------------===//

/// `number`: what the function is given, if it is about a number.
ir::Function *Kernels::hostValue(llvm::StringRef part, const ir::Type *result,
                                 const clang::Expr *number,
                                 llvm::function_ref<void(Segment &)> lower) {
  std::vector<const ir::Type *> types;
  if (number)
    types.push_back(
        unit.types.of(number->getType().getUnqualifiedType(), traversal.loc));
  ir::Function *made = make(part, result, types, traversal.loc);
  if (made && number)
    module.parameter(made, "number");
  fill(traversal.function, made, lower);
  return made;
}

void Kernels::lowerHostValues() {
  const auto value = [&](const std::string &part, const clang::Expr *e) {
    return e ? hostValue(part, unit.types.of(e->getType(), e->getBeginLoc()),
                         nullptr, [&](Segment &s) { s.hostValue(e); })
             : nullptr;
  };
  const auto tests = [&](const std::string &part,
                         llvm::ArrayRef<NumberTest> all) {
    return hostValue(part, module.boolType(), all.front().number,
                     [&](Segment &s) { s.hostTests(all); });
  };
  kernel.slots.resize(traversal.slots.size());
  for (size_t k = 0; k < traversal.slots.size(); ++k) {
    const SlotGroup &group = traversal.slots[k];
    const std::string name = "slot" + std::to_string(k) + "::";
    kernel::SlotGroup &made = kernel.slots[k];
    made.value = value(name + "value", group.value);
    made.extent = value(name + "extent", group.extent);
    if (group.test)
      made.test = tests(name + "test", *group.test);
  }
  if (!traversal.nodeTests.empty())
    kernel.isNode = tests("isNode", traversal.nodeTests);
}
