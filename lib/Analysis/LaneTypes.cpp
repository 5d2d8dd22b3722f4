// Which types have a form for lanes.
#include "regtt/Analysis/LaneTypes.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using llvm::dyn_cast;

bool kernel::isLaneNumber(const ir::Type *type) {
  if (const auto *real = dyn_cast<ir::FloatType>(type))
    return real->bytes == 4 || real->bytes == 8;
  if (const auto *number = dyn_cast<ir::IntType>(type))
    return number->bits <= 64;
  if (const auto *named = dyn_cast<ir::EnumType>(type))
    return isLaneNumber(named->underlying);
  return type->isBool();
}

/// Each field by its name, where a pointer to it can be had.
static bool isLaneStruct(const ir::StructType &type) {
  return type.isComplete() && !type.isUnion() && !type.isPolymorphic() &&
         !type.fields().empty() &&
         llvm::all_of(type.fields(), [](const ir::Field &field) {
           return !field.isBitField() && !field.isAnonymous &&
                  !field.isVolatile && kernel::isLaneValue(field.type);
         });
}

bool kernel::isLaneValue(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isLaneValue(array->element);
  if (const auto *structure = dyn_cast<ir::StructType>(type))
    return isLaneStruct(*structure);
  return isLaneNumber(type);
}

uint64_t kernel::numbersIn(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return array->count * numbersIn(array->element);
  uint64_t result = 0;
  if (const auto *structure = dyn_cast<ir::StructType>(type)) {
    for (const ir::Field &field : structure->fields())
      result += numbersIn(field.type);
    return result;
  }
  return 1;
}
