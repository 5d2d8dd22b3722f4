// Reads of data and of children, found by the form of an expression alone.
#include "KernelReads.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;

//===--- Data and pointers ------------------------------------------------===//

std::optional<DataSteps>
regtt::kernel::stepsToLastPointer(const DataSteps &steps) {
  for (size_t end = steps.size(); end-- > 0;)
    if (steps[end].isDeref)
      return DataSteps(steps.begin(), steps.begin() + end);
  return std::nullopt;
}

int regtt::kernel::numberOfPointer(const Kernel &kernel, unsigned array,
                                   const DataSteps &steps) {
  for (size_t p = 0; p < kernel.pointers.size(); ++p)
    if (kernel.pointers[p].array == array && kernel.pointers[p].steps == steps)
      return int(p);
  return -1;
}

const ir::DataRoot *regtt::kernel::dataRootOf(const ir::Expr *e) {
  const ir::Place *place = ir::placeOf(e);
  return place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
}

bool regtt::kernel::isOnArrival(const Kernel &kernel, unsigned datum) {
  return !kernel.groups.empty() &&
         llvm::is_contained(kernel.groups[0].data, datum);
}

/// What a function of one `return` returns; null of others.
const ir::Expr *regtt::kernel::returnedBy(const ir::Function *function) {
  if (!function || !function->body || function->body->statements.size() != 1)
    return nullptr;
  const auto *s =
      dyn_cast<ir::ReturnStatement>(function->body->statements.front());
  return s ? s->value : nullptr;
}

/// Children that are asked for and no more.
void KernelReads::noteTests() {
  for (const ir::Function *function : kernel.bodies())
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
      if (asked && asked->op == ir::IntrinsicOp::IsNull)
        tested.insert(asked->arguments[0]);
    });
}

//===--- What is read ---------------------------------------------------===//

/// Number of the pointer that a datum lies behind; -1: none.
int KernelReads::pointerOf(const Datum &datum) const {
  if (datum.owner == Owner::Element)
    return kernel.arrays[datum.number].pointer;
  if (datum.owner != Owner::Node)
    return -1;
  const auto before = stepsToLastPointer(datum.steps);
  return before ? numberOfPointer(kernel, datum.number, *before) : -1;
}

/// The datum of the node or of an element that `e` itself reads; null of
/// others.
const Datum *KernelReads::datumOf(const ir::Expr *e) const {
  const ir::DataRoot *data = dataRootOf(e);
  return data && (data->kind == ir::DataRoot::Node ||
                  data->kind == ir::DataRoot::Element)
             ? &kernel.data[data->number]
             : nullptr;
}

bool KernelReads::readsThrough(const ir::Expr *e, int pointer) const {
  const Datum *datum = datumOf(e);
  if (const int group = datum ? -1 : groupOf(e); group >= 0)
    return pointerOfGroup(group) == pointer;
  if (!datum)
    return false;
  return datum->isComputed ? isOfInvariants(pointer)
                           : isBehind(*datum, pointer);
}

bool KernelReads::isBehind(const Datum &datum, int pointer) const {
  for (int p = pointerOf(datum); p >= 0; p = kernel.pointers[p].via)
    if (p == pointer)
      return true;
  return false;
}

/// Whether what linearising computes of a node is made of what lies there.
bool KernelReads::isOfInvariants(int pointer) const {
  bool result = false;
  for (const ir::Function *function : kernel.invariants)
    if (function && function->body)
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const Datum *datum = datumOf(e);
        result |= datum && !datum->isComputed && isBehind(*datum, pointer);
      });
  return result;
}

/// The slot of a child, where it is a constant, and the group; -1: neither.
std::pair<int, int> KernelReads::childOf(const ir::Expr *e) const {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  if (!call || call->name != "rt::child")
    return {-1, -1};
  const ir::Expr *index = call->arguments[0];
  const auto *constant = dyn_cast<ir::IntExpr>(index);
  const auto *sum = dyn_cast<ir::BinaryExpr>(index);
  const auto *first = constant ? constant
                      : sum && sum->op == ir::BinaryOp::Add
                          ? dyn_cast<ir::IntExpr>(sum->left)
                          : nullptr;
  const int slot = first ? int(first->value().getSExtValue()) : 0;
  const SlotGroup *group = kernel.groupOf(slot);
  if (!group)
    return {-1, -1};
  return {constant ? slot : -1, int(group - kernel.slots.data())};
}

/// Number of the pointer that children are looked for behind; -1: none.
int KernelReads::pointerOfGroup(int group) const {
  const SlotGroup &slots = kernel.slots[size_t(group)];
  const auto before = stepsToLastPointer(slots.steps);
  return before ? numberOfPointer(kernel, slots.array, *before) : -1;
}

/// The group of children that `e` itself looks at; -1: none.
int KernelReads::groupOf(const ir::Expr *e) const {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  if (call && call->name == "rt::children")
    return kernel.list() ? int(kernel.list() - kernel.slots.data()) : -1;
  return childOf(e).second;
}

/// Value of `term` where the child that `read` is of is there, if that
/// decides it.
std::optional<bool> KernelReads::whenPresent(const ir::Expr *term,
                                             const ir::Expr *read) const {
  if (const auto *call = dyn_cast<ir::CallExpr>(term)) {
    const ir::Expr *returned = returnedBy(call->callee);
    return returned ? whenPresent(returned, read) : std::nullopt;
  }
  if (const auto *asked = dyn_cast<ir::IntrinsicExpr>(term)) {
    if (asked->op != ir::IntrinsicOp::IsNull)
      return std::nullopt;
    const auto tested = childOf(asked->arguments[0]), is = childOf(read);
    const bool same =
        tested.first >= 0 ? tested == is : ir::equal(asked->arguments[0], read);
    return same ? std::optional(false) : std::nullopt;
  }
  if (const auto *unary = dyn_cast<ir::UnaryExpr>(term);
      unary && unary->op == ir::UnaryOp::LNot) {
    const auto inner = whenPresent(unary->operand, read);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto *both = dyn_cast<ir::LogicalExpr>(term);
  if (!both)
    return std::nullopt;
  const auto left = whenPresent(both->left, read),
             right = whenPresent(both->right, read);
  const bool decides = !both->isAnd;
  if (left == decides || right == decides)
    return decides;
  return left && right ? std::optional(!decides) : std::nullopt;
}

//===--- Places -----------------------------------------------------------===//

const ir::Expr *KernelReads::placeOf(const ir::Expr *child,
                                     const SlotGroup &group) const {
  const auto *call = dyn_cast<ir::LibraryCallExpr>(child);
  if (!call || call->name != "rt::child")
    return nullptr;
  const ir::Expr *slot = call->arguments[0];
  ir::Module &module = *kernel.module;
  if (const int constant = childOf(child).first; constant >= 0)
    return module.integer(slot->type, constant - group.first);
  if (group.first == 0)
    return slot;
  const auto *sum = dyn_cast<ir::BinaryExpr>(slot);
  const auto *first = sum && sum->op == ir::BinaryOp::Add
                          ? dyn_cast<ir::IntExpr>(sum->left)
                          : nullptr;
  if (!first)
    return nullptr;
  const int64_t after = first->value().getSExtValue() - group.first;
  return after == 0 ? sum->right
                    : module.binary(ir::BinaryOp::Add, sum->right,
                                    module.integer(sum->right->type, after));
}

/// Number of the array whose elements hold the group's children; -1: none.
int KernelReads::entriesOf(const SlotGroup &group) const {
  if (group.stride == 0)
    return -1;
  for (size_t k = 0; k < kernel.arrays.size(); ++k) {
    const DataArray &array = kernel.arrays[k];
    if (!array.isOfNodes() || array.isIndirect ||
        array.stride != group.stride ||
        array.countInNode < uint64_t(group.count))
      continue;
    const Datum &start = kernel.data[array.start];
    DataSteps steps = start.steps;
    if (start.number != group.array || !isHere(steps))
      continue;
    steps.back().isHere = false;
    if (steps.size() <= group.steps.size() &&
        std::equal(steps.begin(), steps.end(), group.steps.begin()))
      return int(k);
  }
  return -1;
}

bool KernelReads::isBaseOf(const ir::DataRoot &data,
                           const SlotGroup &group) const {
  const int entries = entriesOf(group);
  return entries >= 0 && data.kind == ir::DataRoot::Node &&
         kernel.arrays[entries].start == int(data.number);
}

const ir::Expr *KernelReads::entryAt(const ir::DataRoot &data,
                                     const ir::Expr *index,
                                     const SlotGroup &group) const {
  const Datum &datum = kernel.data[data.number];
  if (data.kind != ir::DataRoot::Element ||
      int(datum.number) != entriesOf(group) || datum.isPlace() ||
      datum.isContainer() || isThroughPointer(datum.steps))
    return nullptr;
  const auto *sum = dyn_cast<ir::BinaryExpr>(index);
  const auto isBase = [&](const ir::Expr *e) {
    const ir::DataRoot *root = dataRootOf(e);
    return root && dyn_cast<ir::LoadExpr>(e) && isBaseOf(*root, group);
  };
  if (isBase(index))
    return kernel.module->integer(index->type, 0);
  return sum && sum->op == ir::BinaryOp::Add && isBase(sum->left) ? sum->right
                                                                  : nullptr;
}
