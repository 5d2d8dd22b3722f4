// Whether types are sound: what structs hold, and where.
#include "Faults.h"

#include "regtt/IR/Printer.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/MathExtras.h>

using namespace regtt::ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Twine;

std::string regtt::ir::faultOfObject(const Type *type) {
  if (const auto *array = dyn_cast<ArrayType>(type)) {
    if (array->element->isReference())
      return "there are no arrays of references";
    return faultOfObject(array->element);
  }
  const auto *structure = dyn_cast<StructType>(type);
  if (isa<VoidType, FunctionType, OpaqueType>(type) ||
      (structure && !structure->isComplete()))
    return "there is no object of type '" + toString(type) + "'";
  return "";
}

/// The struct that an object is, or is an array of; null of others.
static const StructType *structIn(const Type *type) {
  while (const auto *array = dyn_cast<ArrayType>(type))
    type = array->element;
  const auto *structure = dyn_cast<StructType>(type);
  return structure && structure->isComplete() ? structure : nullptr;
}

/// Whether a struct holds itself, other than by a pointer.
static bool holdsItself(const StructType &type) {
  llvm::SmallPtrSet<const StructType *, 8> seen;
  llvm::SmallVector<const StructType *, 8> open = {&type};
  while (!open.empty())
    for (const Field &field : open.pop_back_val()->fields()) {
      const StructType *inner = structIn(field.type);
      if (inner == &type)
        return true;
      if (inner && seen.insert(inner).second)
        open.push_back(inner);
    }
  return false;
}

/// Up to where an object has data: a derived struct may use the padding behind
/// that of its base. In bits; 0 of what is empty, or of no known size.
static uint64_t dataBits(const Type *type) {
  if (const auto *array = dyn_cast<ArrayType>(type)) {
    const uint64_t element = dataBits(array->element);
    const auto size = sizeOf(array->element);
    return array->count && element && size
               ? (array->count - 1) * *size * 8 + element
               : 0;
  }
  const auto *structure = dyn_cast<StructType>(type);
  if (!structure || !structure->isComplete())
    return sizeOf(type).value_or(0) * 8;
  uint64_t end = 0;
  for (const Field &field : structure->fields()) {
    const uint64_t bits =
        field.isBitField() ? field.bitWidth : dataBits(field.type);
    if (bits)
      end = std::max(end, field.offset * 8 + field.bitOffset + bits);
  }
  return end;
}

static void verifyField(const StructType &type, const Field &field,
                        Faults &faults) {
  const std::string where = "struct '" + toString(&type) + "'";
  const std::string name = "field '" + field.name + "' ";
  if (field.name.empty())
    faults.add(where, "a field has no name");
  if (const std::string fault = faultOfObject(field.type); !fault.empty())
    return faults.add(where, Twine(name) + "cannot be: " + fault);
  if (field.isBase && !isa<StructType, LibraryType>(field.type))
    faults.add(where, Twine(name) + "is a base and no struct");
  const auto size = sizeOf(field.type);
  if (field.isBitField()) {
    if (!integerFormat(field.type))
      faults.add(where, Twine(name) + "is a bit-field and no integer");
    else if (field.bitOffset > 7 || field.bitWidth > *size * 8)
      faults.add(where, Twine(name) + "has more bits than there are");
  }
  const uint64_t bits = field.isBitField() ? field.bitOffset + field.bitWidth
                                           : size.value_or(0) * 8;
  // A base's padding may lie outside of a struct that uses it.
  const uint64_t needed = field.isBase ? dataBits(field.type) : bits;
  if (field.offset > type.size() || needed > (type.size() - field.offset) * 8)
    faults.add(where, Twine(name) + "does not lie in its " +
                          Twine(type.size()) + " bytes");
}

static void verifyStruct(const StructType &type, Faults &faults) {
  const std::string where = "struct '" + toString(&type) + "'";
  if (!llvm::isPowerOf2_32(type.align()) || type.size() % type.align() != 0)
    faults.add(where, Twine("size ") + Twine(type.size()) +
                          " does not go with alignment " + Twine(type.align()));
  struct Range {
    uint64_t first, end;
    const Field *field;
  };
  std::vector<Range> ranges;
  for (const Field &field : type.fields()) {
    verifyField(type, field, faults);
    const uint64_t first = field.offset * 8 + field.bitOffset;
    const uint64_t bits =
        field.isBitField() ? field.bitWidth : dataBits(field.type);
    if (bits)
      ranges.push_back({first, first + bits, &field});
  }
  for (const StructType *each : type.classes())
    if (!type.isPolymorphic() || !beginsWith(each, &type))
      faults.add(where, "no object that begins with one is a '" +
                            toString(each) + "'");
  if (type.isUnion())
    return;
  llvm::stable_sort(
      ranges, [](const Range &a, const Range &b) { return a.first < b.first; });
  for (size_t k = 1; k < ranges.size(); ++k)
    if (ranges[k].first < ranges[k - 1].end)
      faults.add(where, "fields '" + ranges[k - 1].field->name + "' and '" +
                            ranges[k].field->name + "' overlap");
}

static void verifyEnum(const EnumType &type, Faults &faults) {
  const std::string where = "enum '" + toString(&type) + "'";
  llvm::StringSet<> names;
  for (const EnumType::Constant &constant : type.constants) {
    if (!names.insert(constant.name).second)
      faults.add(where, "two constants are called '" + constant.name + "'");
    if (constant.value.getBitWidth() != integerFormat(&type)->bits)
      faults.add(where, "'" + constant.name + "' is no value of its type");
  }
}

void regtt::ir::verifyTypes(const Module &module, Faults &faults) {
  std::vector<const StructType *> structs;
  bool isEndless = false;
  for (const NamedType *type : module.namedTypes()) {
    if (const auto *enumeration = dyn_cast<EnumType>(type))
      verifyEnum(*enumeration, faults);
    const auto *structure = dyn_cast<StructType>(type);
    if (!structure || !structure->isComplete())
      continue;
    structs.push_back(structure);
    if (holdsItself(*structure)) {
      faults.add("struct '" + toString(type) + "'", "it holds itself");
      isEndless = true;
    }
  }
  if (!isEndless)
    for (const StructType *structure : structs)
      verifyStruct(*structure, faults);
}
