// libstdc++'s layout: a std::array is its elements; a std::vector is three
// pointers, to the first element, behind the last one, and behind the room; a
// std::priority_queue is a std::vector and what orders it. A std::string, a
// std::string_view and a std::span hold a pointer and a number of elements.
#include "LibraryLayout.h"

#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;

static constexpr uint64_t pointerBytes = 8;
static_assert(vectorBytes == 3 * pointerBytes);

/// Whether an object of that class takes no room as a base.
static bool isWithoutData(const ir::Type *type) {
  const auto *record = llvm::dyn_cast_or_null<ir::StructType>(type);
  return record && record->isComplete() && record->size() == 1 &&
         llvm::all_of(record->fields(), [](const ir::Field &field) {
           return field.isBase && isWithoutData(field.type);
         });
}

bool recognise::isVector(const ir::Type *type) {
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(type);
  // The usual allocator is left out.
  return library && library->name == "std::vector" &&
         (library->arguments.size() == 1 ||
          (library->arguments.size() == 2 &&
           isWithoutData(library->typeArgument(1))));
}

std::optional<CountedElements>
recognise::countedElements(const ir::Type *type) {
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(type);
  if (!library || library->arguments.empty())
    return std::nullopt;
  const bool isUsual = library->arguments.size() == 1;
  if (isUsual && library->name == "std::basic_string")
    return CountedElements{
        {"_M_dataplus._M_p", 0}, {"_M_string_length", pointerBytes}, 1, 32};
  if (isUsual && library->name == "std::basic_string_view")
    return CountedElements{{"_M_str", pointerBytes}, {"_M_len", 0}, 0, 16};
  const auto *extent = library->name == "std::span" && !isUsual
                           ? std::get_if<int64_t>(&library->arguments[1])
                           : nullptr;
  if (extent && *extent == -1)
    return CountedElements{
        {"_M_ptr", 0}, {"_M_extent._M_extent_value", pointerBytes}, 0, 16};
  return std::nullopt;
}

kernel::DataSteps recognise::memberAt(kernel::DataSteps object,
                                      const LibraryMember &member,
                                      bool isPointer) {
  kernel::DataStep step;
  step.field = member.name.str();
  step.offset = member.offset;
  step.isPointer = isPointer;
  object.push_back(std::move(step));
  return object;
}

kernel::DataSteps recognise::startOfElements(kernel::DataSteps object,
                                             const ir::Type *type) {
  const auto counted = countedElements(type);
  return counted ? memberAt(std::move(object), counted->start, true)
                 : startOfVector(std::move(object));
}

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
  if (isVector(type))
    return vectorBytes;
  if (const auto counted = countedElements(type))
    return counted->bytes;
  if (const auto linked = ir::linkedContainer(type))
    return linked->bytes;
  // The elements, then what orders them, one byte at least.
  const auto *library = llvm::dyn_cast<ir::LibraryType>(type);
  return library && library->name == "std::priority_queue"
             ? std::optional(4 * pointerBytes)
             : std::nullopt;
}

std::optional<uint64_t> recognise::bytesOfLibraryObject(const ir::Type *type) {
  const auto *library = llvm::dyn_cast<ir::LibraryType>(type);
  if (!library || library->arguments.size() != 1)
    return bytesOfContainer(type);
  // A std::shared_ptr has what counts its owners, too.
  return library->name == "std::unique_ptr"   ? std::optional(pointerBytes)
         : library->name == "std::shared_ptr" ? std::optional(2 * pointerBytes)
                                              : bytesOfContainer(type);
}
