// Where C++ puts the fields of a struct, one after the other.
#include "regtt/Cpp/Layout.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

using namespace regtt;
using namespace regtt::cpp;
using llvm::dyn_cast;

//===--- Sizes ------------------------------------------------------------===//

namespace {
struct Extent {
  uint64_t size, align;
};
} // namespace

static std::optional<Extent> extentOf(const ir::Type *type);

static std::optional<Extent> sideBySide(const ir::Type *element,
                                        uint64_t count) {
  const auto one = element ? extentOf(element) : std::nullopt;
  return one ? std::optional(Extent{one->size * count, one->align})
             : std::nullopt;
}

static std::optional<Extent> pairOf(const ir::Type *first,
                                    const ir::Type *second) {
  const auto one = first ? extentOf(first) : std::nullopt;
  const auto other = second ? extentOf(second) : std::nullopt;
  if (!one || !other)
    return std::nullopt;
  const uint64_t align = std::max(one->align, other->align);
  const uint64_t end = llvm::alignTo(one->size, other->align) + other->size;
  return Extent{llvm::alignTo(end, align), align};
}

/// Nothing where it is not known.
static std::optional<Extent> extentOf(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return sideBySide(array->element, array->count);
  if (const auto *structure = dyn_cast<ir::StructType>(type))
    return structure->isComplete()
               ? std::optional(Extent{structure->size(), structure->align()})
               : std::nullopt;
  if (const auto *library = dyn_cast<ir::LibraryType>(type)) {
    if (library->name == "std::pair")
      return pairOf(library->typeArgument(0), library->typeArgument(1));
    const auto count = ir::lengthOf(library);
    return count ? sideBySide(library->typeArgument(0), *count) : std::nullopt;
  }
  const auto size = ir::sizeOf(type);
  return size ? std::optional(Extent{*size, *size}) : std::nullopt;
}

static bool isEmpty(const ir::Type *type) {
  const auto *structure = dyn_cast<ir::StructType>(type);
  return structure && structure->isComplete() &&
         llvm::all_of(structure->fields(), [](const ir::Field &field) {
           return field.isBase && isEmpty(field.type);
         });
}

/// Whether so many bits lie in two units of a bit-field's type.
static bool crosses(uint64_t from, uint64_t width, uint64_t unit) {
  return from / unit != (from + width - 1) / unit;
}

/// `unsigned : 5;`, of a type in which these bits lie in one unit.
static std::string gapText(uint64_t from, uint64_t width) {
  static constexpr std::pair<uint64_t, const char *> types[] = {
      {32, "unsigned"}, {64, "unsigned long"}};
  for (const auto &[unit, word] : types)
    if (width <= unit && !crosses(from, width, unit))
      return std::string(word) + " : " + std::to_string(width) + ";\n";
  return "";
}

//===--- Fields -----------------------------------------------------------===//

namespace {

class Layout {
public:
  explicit Layout(const ir::StructType &type) : type(type) {}

  StructLayout run() {
    for (const ir::Field &field : type.fields()) {
      FieldLayout &made = result.fields.emplace_back();
      if (field.isBitField())
        bitField(field, made);
      else if (!field.isBase || !isEmpty(field.type))
        place(field, made);
    }
    return std::move(result);
  }

private:
  void place(const ir::Field &field, FieldLayout &made) {
    const auto extent = extentOf(field.type);
    result.isKnown &= extent.has_value() && extent->align != 0;
    if (!result.isKnown)
      return;
    result.align = std::max(result.align, extent->align);
    const uint64_t from = type.isUnion() ? 0 : llvm::divideCeil(end, 8);
    end = std::max(end, 8 * (field.offset + extent->size));
    if (llvm::alignTo(from, extent->align) == field.offset)
      return;
    for (uint64_t wanted = 2 * extent->align; wanted <= type.align();
         wanted *= 2)
      if (llvm::alignTo(from, wanted) == field.offset) {
        result.align = std::max(result.align, wanted);
        made.align = wanted;
        return;
      }
    made.isElsewhere = true;
  }

  void bitField(const ir::Field &field, FieldLayout &made) {
    const auto extent = extentOf(field.type);
    const uint64_t unit = 8 * (extent ? extent->size : 1);
    const uint64_t at = 8 * field.offset + field.bitOffset;
    if (type.isUnion())
      end = 0;
    const uint64_t next =
        crosses(end, field.bitWidth, unit) ? llvm::alignTo(end, unit) : end;
    if (at < end || crosses(at, field.bitWidth, unit)) {
      made.isElsewhere = true;
    } else if (next != at) {
      made.gap = gapText(end, at - end);
      made.isElsewhere = made.gap.empty();
    }
    end = at + field.bitWidth;
    result.align = std::max(result.align, extent ? extent->align : 1);
  }

  const ir::StructType &type;
  StructLayout result;
  uint64_t end = 0; ///< in bits, of what is laid out
};

} // namespace

StructLayout cpp::layOut(const ir::StructType &type) {
  return Layout(type).run();
}
