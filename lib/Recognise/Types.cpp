// What is asked of types: names, alignments, and which bytes hold values.
#include "Body.h"
#include "LibraryLayout.h"
#include "Recogniser.h"

#include "regtt/Cpp/Layout.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// `T<a::b>` of `x::y<int>::T<a::b>`.
llvm::StringRef recognise::lastName(llvm::StringRef name) {
  int depth = 0;
  size_t begin = 0;
  for (size_t k = 0; k + 1 < name.size(); ++k) {
    depth += name[k] == '<' ? 1 : name[k] == '>' ? -1 : 0;
    if (depth == 0 && name.substr(k).starts_with("::"))
      begin = k + 2;
  }
  return name.substr(begin);
}

std::string recognise::stemOf(const ir::Type *type) {
  const auto *named = dyn_cast<ir::NamedType>(type);
  if (!named)
    return "";
  return lastName(named->name).split('<').first.str();
}

/// `asFloat` of `number::operator float`; empty of what is no conversion.
static std::string conversionName(llvm::StringRef function) {
  const size_t at = function.find("operator ");
  if (at == llvm::StringRef::npos || (at != 0 && function[at - 1] != ':'))
    return "";
  const llvm::StringRef type = function.drop_front(at + strlen("operator "));
  std::string name;
  for (const char c : type.split('.').first)
    if (llvm::isAlnum(c))
      name += name.empty() ? llvm::toUpper(c) : c;
  return "as" + name;
}

std::string recognise::stemOf(const ir::Function &function) {
  const llvm::StringRef own = operatorName(lastName(function.name));
  if (!own.empty())
    return own.str();
  if (const std::string conversion = conversionName(function.name);
      !conversion.empty())
    return conversion;
  llvm::StringRef name = lastName(function.name).split('<').first;
  // `load.2` is another `load` of the user's.
  const auto [plain, number] = name.rsplit('.');
  return (llvm::all_of(number, llvm::isDigit) && !number.empty() ? plain : name)
      .str();
}

std::string recognise::joined(const kernel::DataSteps &steps,
                              llvm::StringRef separator,
                              llvm::StringRef arrow) {
  std::string text;
  bool isFollowed = false;
  for (const kernel::DataStep &step : steps) {
    if (step.isDeref) {
      isFollowed = true;
      continue;
    }
    if (step.field.empty())
      continue;
    if (!text.empty())
      text += isFollowed ? arrow : separator;
    text += step.field;
    isFollowed = false;
  }
  return text;
}

bool recognise::isPair(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && library->name == "std::pair" && library->typeArgument(0) &&
         library->typeArgument(1);
}

/// What members of a library's object lie side by side in it, in their order.
static std::vector<const ir::Type *> membersOf(const ir::LibraryType &type) {
  if (isPair(&type))
    return {type.typeArgument(0), type.typeArgument(1)};
  return {};
}

/// Rounded up to a multiple of `align`.
static uint64_t aligned(uint64_t offset, uint64_t align) {
  return (offset + align - 1) / align * align;
}

namespace {
struct Room {
  uint64_t bytes, align;
};
} // namespace

/// What an object takes inside another, whether its bytes are values or not.
static std::optional<Room> roomOf(const ir::Type *type) {
  if (const auto bytes = bytesOfLibraryObject(type))
    return Room{*bytes, sizeof(void *)};
  if (!isPair(type)) {
    const auto bytes = bytesOf(type), align = alignOf(type);
    return bytes && align ? std::optional(Room{*bytes, *align}) : std::nullopt;
  }
  Room room{0, 1};
  for (const ir::Type *member : membersOf(*llvm::cast<ir::LibraryType>(type))) {
    const auto inside = roomOf(member);
    if (!inside)
      return std::nullopt;
    room.bytes = aligned(room.bytes, inside->align) + inside->bytes;
    room.align = std::max(room.align, inside->align);
  }
  room.bytes = aligned(room.bytes, room.align);
  return room;
}

std::optional<uint64_t> recognise::offsetOfMember(const ir::Type *type,
                                                  llvm::StringRef name) {
  if (!isPair(type))
    return std::nullopt;
  const auto members = membersOf(*llvm::cast<ir::LibraryType>(type));
  const auto first = roomOf(members[0]), second = roomOf(members[1]);
  if (!first || !second)
    return std::nullopt;
  return name == "first" ? 0 : aligned(first->bytes, second->align);
}

uint64_t recognise::strideOf(const ir::Type *element) {
  const auto room = roomOf(element);
  return room ? room->bytes : 0;
}

std::optional<uint64_t> recognise::bytesOf(const ir::Type *type) {
  if (isPair(type)) {
    const auto align = alignOf(type);
    const auto second = offsetOfMember(type, "second");
    const auto bytes = bytesOf(ir::memberOf(type, "second"));
    return align && second && bytes
               ? std::optional(aligned(*second + *bytes, *align))
               : std::nullopt;
  }
  if (const auto *library = dyn_cast<ir::LibraryType>(type);
      library && isStdArray(type)) {
    const auto *count = std::get_if<int64_t>(&library->arguments[1]);
    const auto element = bytesOf(ir::elementOf(type));
    return count && *count > 0 && element
               ? std::optional(*element * uint64_t(*count))
               : std::nullopt;
  }
  if (const auto *array = dyn_cast<ir::ArrayType>(type)) {
    const auto element = bytesOf(array->element);
    return element ? std::optional(*element * array->count) : std::nullopt;
  }
  return ir::sizeOf(type);
}

std::optional<uint64_t> recognise::alignOf(const ir::Type *type) {
  if (isStdArray(type))
    return alignOf(ir::elementOf(type));
  if (isPair(type)) {
    uint64_t most = 1;
    for (const ir::Type *member : membersOf(*llvm::cast<ir::LibraryType>(type)))
      if (const auto align = alignOf(member))
        most = std::max(most, *align);
      else
        return std::nullopt;
    return most;
  }
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return alignOf(array->element);
  if (const auto *record = dyn_cast<ir::StructType>(type))
    return record->isComplete() ? std::optional<uint64_t>(record->align())
                                : std::nullopt;
  return ir::sizeOf(type);
}

/// Of a struct without bases; what bases leave free, their copies do as well.
static bool isElsewhere(const ir::StructType &record) {
  return llvm::none_of(record.fields(),
                       [](const ir::Field &field) { return field.isBase; }) &&
         llvm::any_of(
             cpp::layOut(record).fields,
             [](const cpp::FieldLayout &field) { return field.isElsewhere; });
}

bool recognise::hasFieldsElsewhere(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return hasFieldsElsewhere(array->element);
  const auto *record = dyn_cast<ir::StructType>(type);
  return record && record->isComplete() &&
         (isElsewhere(*record) ||
          llvm::any_of(record->fields(), [](const ir::Field &field) {
            return hasFieldsElsewhere(field.type);
          }));
}

bool recognise::isCopyable(const ir::Type *type) {
  if (isStdArray(type))
    return bytesOf(type) && isCopyable(ir::elementOf(type));
  if (isPair(type))
    return llvm::all_of(membersOf(*llvm::cast<ir::LibraryType>(type)),
                        isCopyable);
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isCopyable(array->element);
  if (const auto *record = dyn_cast<ir::StructType>(type))
    return record->isComplete() && record->isTriviallyCopyable() &&
           !record->isPolymorphic() &&
           llvm::all_of(record->fields(),
                        [](const ir::Field &field) {
                          return isCopyable(field.type) && !field.isVolatile;
                        }) &&
           !isElsewhere(*record);
  if (const auto *number = dyn_cast<ir::FloatType>(type))
    return number->name == ir::FloatType::F32 ||
           number->name == ir::FloatType::F64;
  return type->isInt() || type->isBool() || type->isEnum();
}

bool recognise::isTrivial(const ir::Type *type) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isTrivial(array->element);
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record)
    return type->isPointer() || isCopyable(type);
  return record->isComplete() && record->isTriviallyCopyable() &&
         !record->isPolymorphic() && !isElsewhere(*record) &&
         llvm::all_of(record->fields(), [](const ir::Field &field) {
           return isTrivial(field.type) && !field.isVolatile;
         });
}

bool recognise::isHostOnly(const ir::Type *type) {
  return type->isFloat() && !isCopyable(type);
}

bool recognise::isThis(const ir::Variable *param) {
  return param->name == "this" && param->type->isReference();
}
