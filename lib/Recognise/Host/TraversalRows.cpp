// Rows of tables by fields and types.
#include "TraversalRows.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Names = std::vector<llvm::StringRef>;

/// The fields from the last pointer on.
Names namesOf(const ir::Region &region) {
  Names names;
  for (const ir::RegionStep &step : region.steps)
    if (step.leaves())
      names.clear();
    else if (step.kind == ir::RegionStep::Field && !step.field->isBase)
      names.push_back(step.field->name);
    else if (step.kind == ir::RegionStep::Member)
      names.push_back(step.member);
  return names;
}

Names namesOf(const kernel::DataSteps &steps, size_t count) {
  Names names;
  for (const kernel::DataStep &step : llvm::ArrayRef(steps).take_front(count))
    if (step.isDeref)
      names.clear();
    else if (!step.field.empty())
      names.push_back(step.field);
  return names;
}

/// The numbers and pointers of a value.
void collect(const ir::Type *type, std::vector<const ir::Type *> &parts) {
  if (type->kind == ir::Type::Array || isStdArray(type))
    return collect(ir::elementOf(type), parts);
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record || !record->isComplete()) {
    parts.push_back(type);
    return;
  }
  for (const ir::Field &field : record->fields())
    collect(field.type, parts);
}

bool mayBeOne(const ir::Type *a, const ir::Type *b) {
  const auto first = ir::integerFormat(a), second = ir::integerFormat(b);
  if (first && second)
    return first->bits == second->bits;
  return a == b || (a->isPointer() && b->isPointer()) ||
         (!first && !a->isFloat() && !a->isPointer()) ||
         (!second && !b->isFloat() && !b->isPointer());
}

bool shareParts(const ir::Type *a, const ir::Type *b) {
  std::vector<const ir::Type *> left, right;
  collect(a, left);
  collect(b, right);
  return llvm::any_of(left, [&](const ir::Type *one) {
    return llvm::any_of(
        right, [&](const ir::Type *other) { return mayBeOne(one, other); });
  });
}

/// One access, by its fields.
class Rows {
public:
  Rows(const Recogniser &recogniser, const ir::Region &region)
      : recogniser(recogniser), kernel(recogniser.kernel), region(region),
        names(namesOf(region)) {}

  TraversalRows run() {
    for (unsigned k = 0; k < kernel.data.size(); ++k)
      look(k);
    for (unsigned k = 0; k < recogniser.uniformObjects.size(); ++k)
      if (isUniform(recogniser.uniformObjects[k]))
        result.uniforms.push_back(k);
    for (unsigned k = 0; k < kernel.slots.size(); ++k) {
      const kernel::SlotGroup &group = kernel.slots[k];
      if (!group.steps.empty())
        result.isFollowed |= isPointerAt(group.steps, group.steps.size());
      if (kernel.nodesAreNumbers &&
          ((group.holdsNumbers() &&
            mayBe(namesOf(group.steps, group.steps.size()), group.held)) ||
           (group.leadsToNumbers() && mayBe({}, group.type))))
        result.slots.push_back(k);
    }
    return std::move(result);
  }

private:
  void look(unsigned row) {
    const kernel::Datum &datum = kernel.data[row];
    // The node's own number lies nowhere.
    if (datum.isScratch() || datum.isComputed ||
        (datum.owner == kernel::Owner::Node &&
         datum.number >= kernel::outsideOfArrays))
      return;
    for (size_t k = 0; k < datum.steps.size(); ++k)
      if (datum.steps[k].isDeref && datum.owner == kernel::Owner::Node)
        result.isFollowed |= isPointerAt(datum.steps, k);
    if (datum.isAddress ||
        !mayBe(namesOf(datum.steps, datum.steps.size()), datum.type))
      return;
    (datum.owner == kernel::Owner::Node    ? result.nodes
     : datum.owner == kernel::Owner::Query ? result.own
                                           : result.elements)
        .push_back(row);
  }

  /// Whether it is the pointer that the first `count` steps lead to.
  bool isPointerAt(const kernel::DataSteps &steps, size_t count) const {
    const Names other = namesOf(steps, count);
    return !names.empty() && !other.empty() && names.back() == other.back();
  }

  /// What is a field of something is no other field, and no number by itself
  /// that is known to be none.
  bool mayBe(const Names &other, const ir::Type *type) const {
    if (!names.empty() && !other.empty())
      return llvm::any_of(names, [&](llvm::StringRef name) {
        return llvm::is_contained(other, name);
      });
    return region.type && shareParts(region.type, type);
  }

  /// What starts elsewhere, or follows more pointers, is something else.
  bool isUniform(const Object &object) const {
    const SharedObject &of = recogniser.shared[object.number];
    if (isHandedByValue(object) || isTemporary(object))
      return false;
    if (object.isSize)
      return region.type && region.type->kind == ir::Type::Library;
    if (of.at && region.root != ir::Region::Unknown &&
        (region.what != rootOf(of.at) ||
         pointersOf(region) !=
             pointersOf(of.at.steps) + pointersOf(object.steps)))
      return false;
    Names other = namesOf(object.steps, object.steps.size());
    if (other.empty() && of.at)
      other = namesOf(of.at.steps, of.at.steps.size());
    // No field is an element of an array by itself.
    if (of.at && other.empty() && !names.empty() &&
        !isa<ir::StructType>(object.type))
      return false;
    return mayBe(other, object.type);
  }

  /// What the calls are handed was read when they were.
  bool isHandedByValue(const Object &object) const {
    return llvm::any_of(recogniser.roles, [&](const Role &role) {
      return role.kind == Role::Value && role.object.root == Object::Shared &&
             role.object.number == object.number;
    });
  }

  /// What the body declares has one value, and nobody else reaches it.
  bool isTemporary(const Object &object) const {
    const HostPlace &at = recogniser.shared[object.number].at;
    return at.variable && !at.variable->type->isReference() &&
           recogniser.origins->isLocal(at.variable) &&
           pointersOf(at.steps) + pointersOf(object.steps) == 0;
  }

  static const void *rootOf(const HostPlace &place) {
    return place.variable ? static_cast<const void *>(place.variable)
                          : place.global;
  }
  static size_t pointersOf(const kernel::DataSteps &steps) {
    return llvm::count_if(
        steps, [](const kernel::DataStep &step) { return step.isDeref; });
  }
  /// A variable that is a reference is what it refers to; a member leads there.
  static size_t pointersOf(const ir::Region &region) {
    size_t count = 0;
    for (size_t k = 0; k < region.steps.size(); ++k) {
      const ir::Type *from = region.prefix(k).type;
      count += region.steps[k].kind == ir::RegionStep::Deref &&
               !(k == 0 && from && from->isReference());
    }
    return count;
  }

  const Recogniser &recogniser;
  const kernel::Kernel &kernel;
  const ir::Region &region;
  const Names names;
  TraversalRows result;
};

} // namespace

TraversalRows recognise::rowsOf(const Recogniser &recogniser,
                                const ir::Region &region) {
  return Rows(recogniser, region).run();
}
