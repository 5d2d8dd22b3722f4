// Data, pointers and children that share their bytes with others, as members
// of unions do.
//
//     union { struct { Node *left, *right; }; Node *child[2]; }
//  -> left is child[0], right is child[1]: one slot each, one copy of each tree
//
// What an iteration changes of a union is one datum, the union (Places.cpp).
// Of what holds pointers there is none as a whole: it is only read.
#include "Unions.h"

#include "Body.h"
#include "SlotMerging.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

//===--- Types ------------------------------------------------------------===//

/// Whether all that `type` is made of is `one`, where that is set.
static bool isMadeOf(const ir::Type *type, const ir::Type *&one) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isMadeOf(array->element, one);
  if (const auto *record = dyn_cast<ir::StructType>(type);
      record && record->isComplete())
    return llvm::all_of(record->fields(), [&](const ir::Field &field) {
      return !field.isBitField() && isMadeOf(field.type, one);
    });
  if (!one)
    one = type;
  return one == type;
}

bool recognise::isMixed(const ir::StructType &type) {
  const ir::Type *one = nullptr;
  return type.isUnion() && !isMadeOf(&type, one);
}

//===--- Places -----------------------------------------------------------===//

/// Whether the union at `part` is one datum, whatever members are looked at:
/// what an iteration writes to one of them it may read of another.
bool Body::isOneDatum(const Part &part) const {
  const Object &object = part.object;
  const bool isChanged = object.root == Object::Own ||
                         (object.root == Object::Element &&
                          site.kernel.arrays[object.number].isOfQueries);
  return isChanged && part.before == 0 && isCopyable(object.type);
}

namespace {

/// The bits of the object that the last pointer on the way leads to.
struct Extent {
  llvm::ArrayRef<kernel::DataStep> before;
  uint64_t first = 0, size = 0;

  bool meets(const Extent &other) const {
    return before == other.before && first < other.first + other.size &&
           other.first < first + size;
  }
};

} // namespace

static llvm::ArrayRef<kernel::DataStep>
throughPointers(llvm::ArrayRef<kernel::DataStep> steps) {
  while (!steps.empty() && !steps.back().isDeref)
    steps = steps.drop_back();
  return steps;
}

static Extent extentOf(const kernel::Datum &datum) {
  const uint64_t at = 8 * kernel::offsetOf(datum.steps);
  return {throughPointers(datum.steps), at + datum.bitShift,
          datum.isBitField() ? datum.bitWidth : 8 * datum.bytes};
}

static bool sharesBytes(const kernel::Datum &datum) {
  return llvm::any_of(
      llvm::ArrayRef(datum.steps)
          .drop_front(throughPointers(datum.steps).size()),
      [](const kernel::DataStep &step) { return step.sharesBytes; });
}

bool recognise::checkUnions(Recogniser &site) {
  const kernel::Kernel &kernel = site.kernel;
  for (const kernel::Datum &datum : kernel.data) {
    if (!datum.isWritten || datum.isAddress)
      continue;
    const auto isOther = [&](const kernel::Datum &other) {
      return &other != &datum && other.owner == datum.owner &&
             other.number == datum.number && !other.isAddress &&
             other.steps != datum.steps &&
             extentOf(other).meets(extentOf(datum));
    };
    if (sharesBytes(datum) || llvm::any_of(kernel.data, isOther))
      site.refuse(datum.firstUse, Diag::RTT2004,
                  {"an assignment to a member of a union that holds pointers"});
  }
  return !site.isRefused();
}

//===--- Children ---------------------------------------------------------===//

/// Which child of `several` the first one of `single` is.
static std::optional<uint64_t> childAmong(const kernel::SlotGroup &several,
                                          const kernel::SlotGroup &single) {
  const uint64_t from = kernel::offsetOf(several.steps),
                 at = kernel::offsetOf(single.steps), bytes = sizeof(void *);
  if (several.form != kernel::SlotGroup::Fields ||
      single.form != kernel::SlotGroup::Fields ||
      several.array != single.array ||
      throughPointers(several.steps) != throughPointers(single.steps) ||
      at < from || (at - from) % bytes != 0)
    return std::nullopt;
  const uint64_t place = (at - from) / bytes;
  return place + single.count <= uint64_t(several.count) ? std::optional(place)
                                                         : std::nullopt;
}

void recognise::mergeUnitedSlots(Recogniser &site) {
  const kernel::Kernel &kernel = site.kernel;
  std::vector<SlotHome> homes(kernel.slots.size());
  if (kernel.nodesAreNumbers)
    return;
  // The largest group is a part of none.
  const auto isBefore = [&](unsigned a, unsigned b) {
    const int one = kernel.slots[a].count, other = kernel.slots[b].count;
    return one != other ? one > other : a < b;
  };
  for (unsigned k = 0; k < homes.size(); ++k) {
    unsigned best = k;
    for (unsigned other = 0; other < homes.size(); ++other)
      if (const auto at = childAmong(kernel.slots[other], kernel.slots[k]);
          at && isBefore(other, best)) {
        best = other;
        homes[k] = {other, int64_t(*at)};
      }
  }
  keepSlots(site, homes);
}
