// What tests of numbers ask.
#include "NumberTests.h"

#include "LibraryLayout.h"
#include "Multiples.h"
#include "Numbers.h"
#include "Recogniser.h"

#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

NumberReader::NumberReader(Recogniser &site)
    : site(site), body(site.kernel.enter->body) {
  ir::walk(body, [&](const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      sets[let->variable].push_back(let->value);
    else if (const auto *var = dyn_cast<ir::VarStatement>(s))
      sets[var->variable].push_back(var->init);
    else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      if (const ir::Variable *set = store->place->variable())
        sets[set].push_back(store->value);
  });
}

//===--- Tests ------------------------------------------------------------===//

/// Without casts that the user did not write.
static const ir::Expr *bare(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  while (cast && cast->op == ir::CastOp::IntToInt && !cast->isWritten) {
    e = cast->operand;
    cast = dyn_cast<ir::CastExpr>(e);
  }
  return e;
}

bool NumberReader::isFixed(const ir::Expr *e) const {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *inner) {
    if (isa<ir::CallExpr, ir::LibraryCallExpr, ir::ValueExpr, ir::AddressExpr,
            ir::ContainerReadExpr>(inner))
      result = false;
    if (const ir::Place *place = ir::placeOf(inner)) {
      const auto *root = std::get_if<ir::DataRoot>(&place->root);
      result &= root && root->kind == ir::DataRoot::Shared;
    }
  });
  return result;
}

/// An integer that is the node's own or may lead to a child.
bool NumberReader::isNumber(const ir::Expr *e) const {
  return e->type->isInt() && !isFixed(e);
}

ir::BinaryOp recognise::turned(ir::BinaryOp op) {
  switch (op) {
  case ir::BinaryOp::Lt:
    return ir::BinaryOp::Gt;
  case ir::BinaryOp::Le:
    return ir::BinaryOp::Ge;
  case ir::BinaryOp::Gt:
    return ir::BinaryOp::Lt;
  case ir::BinaryOp::Ge:
    return ir::BinaryOp::Le;
  default:
    return op;
  }
}

static ir::BinaryOp negated(ir::BinaryOp op) {
  switch (op) {
  case ir::BinaryOp::Lt:
    return ir::BinaryOp::Ge;
  case ir::BinaryOp::Le:
    return ir::BinaryOp::Gt;
  case ir::BinaryOp::Gt:
    return ir::BinaryOp::Le;
  case ir::BinaryOp::Ge:
    return ir::BinaryOp::Lt;
  case ir::BinaryOp::Eq:
    return ir::BinaryOp::Ne;
  default:
    return ir::BinaryOp::Eq;
  }
}

std::optional<NumberTest> NumberReader::testOf(const ir::Expr *e) const {
  NumberTest result;
  result.e = e;
  if (const auto *cast = dyn_cast<ir::CastExpr>(e);
      cast && cast->op == ir::CastOp::ToBool) {
    result.number = bare(cast->operand);
    return isNumber(result.number) ? std::optional(result) : std::nullopt;
  }
  const auto *compared = dyn_cast<ir::BinaryExpr>(e);
  if (!compared || !ir::isComparison(compared->op) ||
      !compared->left->type->isInt())
    return std::nullopt;
  const bool isLeft =
      isNumber(bare(compared->left)) && isFixed(compared->right);
  if (!isLeft && !(isNumber(bare(compared->right)) && isFixed(compared->left)))
    return std::nullopt;
  result.number = bare(isLeft ? compared->left : compared->right);
  result.fixed = isLeft ? compared->right : compared->left;
  result.op = isLeft ? compared->op : turned(compared->op);
  result.type = compared->left->type;
  if (const auto value = fixedInteger(result.fixed); value && *value == 0) {
    // No unsigned number is below.
    if (!ir::integerFormat(result.number->type)->isSigned)
      result.op = result.op == ir::BinaryOp::Gt   ? ir::BinaryOp::Ne
                  : result.op == ir::BinaryOp::Le ? ir::BinaryOp::Eq
                                                  : result.op;
    if (result.op == ir::BinaryOp::Eq || result.op == ir::BinaryOp::Ne)
      result.fixed = nullptr;
  }
  return result;
}

static bool sameFixed(const ir::Expr *a, const ir::Expr *b) {
  if (ir::equal(a, b))
    return true;
  const auto left = fixedInteger(a), right = fixedInteger(b);
  return left && right && a->type == b->type && *left == *right;
}

bool NumberReader::sameTest(const NumberTest &a, const NumberTest &b,
                            bool &same) const {
  if (!a.fixed != !b.fixed ||
      (a.fixed && (a.type != b.type || !sameFixed(a.fixed, b.fixed))))
    return false;
  same = a.op == b.op;
  return same || a.op == negated(b.op);
}

/// What holds for the number of a node.
static ir::BinaryOp present(const NumberTest &test) {
  return test.whenPresent ? test.op : negated(test.op);
}

/// The least number that a test for greater ones lets pass.
static std::optional<int64_t> leastOf(const NumberTest &test) {
  const auto bound = fixedInteger(test.fixed);
  const ir::BinaryOp op = present(test);
  if (!bound || !bound->isSigned() ||
      (op != ir::BinaryOp::Gt && op != ir::BinaryOp::Ge))
    return std::nullopt;
  return bound->getExtValue() + (op == ir::BinaryOp::Gt);
}

bool NumberReader::implies(const NumberTest &a, const NumberTest &b) const {
  if (bool same; sameTest(a, b, same))
    return same == (a.whenPresent == b.whenPresent);
  const auto from = leastOf(a);
  if (!from || a.type != b.type)
    return false;
  if (const auto least = leastOf(b))
    return *from >= *least;
  const auto none = fixedInteger(b.fixed);
  return present(b) == ir::BinaryOp::Ne && none && none->getExtValue() < *from;
}

bool NumberReader::excludesNegatives(const NumberTest &test, bool value) const {
  const auto bound = fixedInteger(test.fixed);
  if (!bound)
    return false;
  const ir::BinaryOp absent = value ? test.op : negated(test.op);
  return (absent == ir::BinaryOp::Lt && *bound <= 0) ||
         (absent == ir::BinaryOp::Le && bound->isNegative()) ||
         (absent == ir::BinaryOp::Eq && bound->isNegative());
}

bool NumberReader::excludesMinusOne(const NumberTest &test, bool value) const {
  const auto bound = fixedInteger(test.fixed);
  const ir::BinaryOp absent = value ? test.op : negated(test.op);
  return bound && ((absent == ir::BinaryOp::Lt && *bound >= 0) ||
                   (absent == ir::BinaryOp::Le && *bound >= -1) ||
                   (absent == ir::BinaryOp::Eq && *bound == -1));
}

//===--- Numbers and links ------------------------------------------------===//

static const ir::DataRoot *nodeDatum(const ir::Expr *e) {
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const auto *root =
      load ? std::get_if<ir::DataRoot>(&load->place->root) : nullptr;
  return root && root->kind == ir::DataRoot::Node ? root : nullptr;
}

bool NumberReader::isOwnNumber(const ir::Expr *number) const {
  const ir::DataRoot *root = nodeDatum(number);
  return root && site.kernel.data[root->number].number == kernel::nodeNumber;
}

const ir::Expr *NumberReader::linkIn(const ir::Expr *number) {
  const auto *called = dyn_cast<ir::LibraryCallExpr>(number);
  return called && called->name == "rt::number" ? called->arguments[0]
                                                : nullptr;
}

const ir::Variable *NumberReader::heldBy(const ir::Expr *link) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(link))
    return value->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(link);
  return load ? load->place->wholeVariable() : nullptr;
}

const ir::Expr *NumberReader::valueOf(const ir::Variable *variable) const {
  const auto found = sets.find(variable);
  return found != sets.end() && found->second.size() == 1
             ? found->second.front()
             : nullptr;
}

std::optional<ChildRef> NumberReader::childOf(const ir::Expr *link) const {
  if (const ir::Variable *held = heldBy(link)) {
    const ir::Expr *value = valueOf(held);
    return value ? childOf(value) : std::nullopt;
  }
  const auto *child = dyn_cast<ir::LibraryCallExpr>(link);
  if (!child || child->name != "rt::child")
    return std::nullopt;
  return ChildRef{unsigned(llvm::cast<ir::IntExpr>(child->arguments[0])->low),
                  child->arguments.size() > 1 ? child->arguments[1] : nullptr};
}

void NumberReader::eachChild(
    const ir::Expr *link,
    llvm::function_ref<void(const ir::Expr *)> visit) const {
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
  std::vector<const ir::Expr *> open = {link};
  while (!open.empty()) {
    const ir::Expr *e = open.back();
    open.pop_back();
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      open.push_back(choice->whenFalse);
      open.push_back(choice->whenTrue);
    } else if (const ir::Variable *held = heldBy(e)) {
      if (seen.insert(held).second)
        if (const auto found = sets.find(held); found != sets.end())
          for (const ir::Expr *value : llvm::reverse(found->second))
            if (value && !isa<ir::NullExpr>(value))
              open.push_back(value);
    } else {
      visit(e);
    }
  }
}

bool NumberReader::sameChild(const ChildRef &a, const ChildRef &b) {
  return a.group == b.group &&
         (!a.index ||
          (b.index && ir::equal(withoutCasts(a.index), withoutCasts(b.index))));
}

/// The child whose number `number` is as an element of an array of the node's.
std::optional<ChildRef> NumberReader::listedAt(const ir::Expr *number) const {
  const auto *load = dyn_cast<ir::LoadExpr>(number);
  const auto *root =
      load ? std::get_if<ir::DataRoot>(&load->place->root) : nullptr;
  if (!root || root->kind != ir::DataRoot::Element ||
      !load->place->steps.empty() ||
      !site.kernel.data[root->number].steps.empty())
    return std::nullopt;
  const kernel::DataArray &array =
      site.kernel.arrays[site.kernel.data[root->number].number];
  // The first element's number, and the element's in the array.
  const auto *sum = dyn_cast<ir::BinaryExpr>(root->index);
  const ir::DataRoot *first = sum ? nodeDatum(sum->left) : nullptr;
  if (!array.isOfNodes() || !first || sum->op != ir::BinaryOp::Add ||
      int(first->number) != array.start)
    return std::nullopt;
  const kernel::Datum &start = site.kernel.data[array.start];
  const auto &slots = site.kernel.slots;
  for (unsigned group = 0; group < slots.size(); ++group) {
    const kernel::SlotGroup &list = slots[group];
    const size_t behind = list.form == kernel::SlotGroup::Vector ? 2 : 0;
    if ((behind == 0 && list.form != kernel::SlotGroup::Counted) ||
        list.array != start.number ||
        start.steps.size() != list.steps.size() + behind ||
        !std::equal(list.steps.begin(), list.steps.end(), start.steps.begin()))
      continue;
    const auto *cast = dyn_cast<ir::CastExpr>(sum->right);
    return ChildRef{group, cast && cast->op == ir::CastOp::IntToInt
                               ? cast->operand
                               : sum->right};
  }
  return std::nullopt;
}

std::optional<ChildRef> NumberReader::childAt(const ir::Expr *number) const {
  number = bare(number);
  if (const ir::Expr *link = linkIn(number))
    return childOf(link);
  if (const auto child = listedAt(number))
    return child;
  const auto &slots = site.kernel.slots;
  if (const ir::DataRoot *root = nodeDatum(number)) {
    const kernel::Datum &datum = site.kernel.data[root->number];
    kernel::DataSteps steps = datum.steps;
    if (isStdArray(datum.type))
      steps.push_back(elementsOfArray());
    const auto &parts = llvm::cast<ir::LoadExpr>(number)->place->steps;
    const bool isArray =
        isStdArray(datum.type) || datum.type->kind == ir::Type::Array;
    for (unsigned group = 0; group < slots.size(); ++group) {
      if (slots[group].form != kernel::SlotGroup::Fields ||
          slots[group].array != datum.number || slots[group].steps != steps ||
          parts.size() != (isArray ? 1 : 0))
        continue;
      if (!isArray)
        return ChildRef{group, nullptr};
      if (const auto *index = std::get_if<ir::IndexStep>(&parts[0]))
        return ChildRef{group, index->index};
      if (const auto *element = std::get_if<ir::ElementStep>(&parts[0]))
        return ChildRef{group, element->index};
    }
  }
  for (unsigned group = 0; group < slots.size(); ++group)
    if (slots[group].form == kernel::SlotGroup::Computed &&
        slots[group].count == 1)
      if (const auto behind = distance(
              sumOf(Recogniser::valueOf(slots[group].value)), sumOf(number));
          behind && *behind == 0 && number->type == slots[group].type)
        return ChildRef{group, nullptr};
  return std::nullopt;
}

std::vector<ChildRef> NumberReader::childrenAt(const ir::Expr *number) const {
  if (const auto child = childAt(number))
    return {*child};
  std::vector<ChildRef> result;
  const ir::Expr *link = linkIn(bare(number));
  bool all = link != nullptr;
  if (link)
    eachChild(link, [&](const ir::Expr *leaf) {
      const auto child = childOf(leaf);
      all &= child.has_value();
      if (child)
        result.push_back(*child);
    });
  if (!all)
    result.clear();
  return result;
}
