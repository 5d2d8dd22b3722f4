// libstdc++'s layout: a std::array is its elements; a std::vector is three
// pointers, to the first element, behind the last one, and behind the room; a
// std::priority_queue is a std::vector and what orders it.
#include "LibraryLayout.h"

using namespace regtt;
using namespace regtt::recognise;

static constexpr uint64_t pointerBytes = 8;
static_assert(vectorBytes == 3 * pointerBytes);

kernel::DataStep recognise::elementsOfArray() {
  kernel::DataStep step;
  step.field = "_M_elems";
  return step;
}

static kernel::DataSteps pointerOf(kernel::DataSteps vector,
                                   llvm::StringRef name, uint64_t offset) {
  kernel::DataStep held;
  held.field = "_M_impl";
  vector.push_back(held);
  kernel::DataStep pointer;
  pointer.field = name.str();
  pointer.offset = offset;
  pointer.isPointer = true;
  vector.push_back(pointer);
  return vector;
}

kernel::DataSteps recognise::startOfVector(kernel::DataSteps vector) {
  return pointerOf(std::move(vector), "_M_start", 0);
}
kernel::DataSteps recognise::finishOfVector(kernel::DataSteps vector) {
  return pointerOf(std::move(vector), "_M_finish", pointerBytes);
}

std::optional<uint64_t> recognise::bytesOfContainer(const ir::Type *type) {
  const auto *library = llvm::dyn_cast<ir::LibraryType>(type);
  if (library && library->name == "std::vector")
    return 3 * pointerBytes;
  // The elements, then what orders them, one byte at least.
  return library && library->name == "std::priority_queue"
             ? std::optional(4 * pointerBytes)
             : std::nullopt;
}
