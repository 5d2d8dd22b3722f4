// Lays fields out where they are: characters stand for what is between them,
// and for those that have no type there.
#include "HostViews.h"

#include "LibraryLayout.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isUnseen(const ir::Type *type) {
  const auto *structure = dyn_cast<ir::StructType>(type);
  return structure && structure->isComplete() && structure->isUnseen();
}

/// Whether a pointer to it has a type there; others are kept as `void *`.
bool HostViews::isSpelled(const ir::Type *type) const {
  if (const auto *pointer = dyn_cast<ir::PointerType>(type))
    return isSpelled(pointer->pointee);
  // Of a class, which may keep it to itself.
  const auto *named = dyn_cast<ir::NamedType>(type);
  const auto [outer, inner] =
      llvm::StringRef(named ? named->name : "").rsplit("::");
  if (!inner.empty() && module.findType(outer))
    return false;
  const auto *structure = dyn_cast<ir::StructType>(type);
  return type->isVoid() || type->isInt() || type->isFloat() ||
         (structure && structure->isComplete() && !structure->isUnseen() &&
          !structure->isLocal());
}

/// A pointer or a container of the library's, whose elements have a type there,
/// as libstdc++ keeps it; 0 bytes of any other.
uint64_t HostViews::bytesOf(const ir::LibraryType &type) const {
  const ir::Type *element =
      type.arguments.size() == 1 ? type.typeArgument(0) : nullptr;
  if (!element || !(isSpelled(element) || isUnseen(element)))
    return 0;
  return type.name == "std::unique_ptr"                     ? 8
         : type.name == "std::shared_ptr"                   ? 16
         : type.name == "std::vector" && !element->isBool() ? vectorBytes
                                                            : 0;
}

uint64_t HostViews::spaceOf(const ir::Type *type) const {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library ? bytesOf(*library) : *ir::sizeOf(type);
}

/// 0 of what a view has no field for.
uint64_t HostViews::alignOf(const ir::Type *type) const {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return array->count == 0 ? 0 : alignOf(array->element);
  if (const auto *structure = dyn_cast<ir::StructType>(type))
    return structure->isComplete() && !structure->isLocal() ? structure->align()
                                                            : 0;
  if (const auto *pointer = dyn_cast<ir::PointerType>(type))
    return isSpelled(pointer->pointee) || isUnseen(pointer->pointee)
               ? *ir::sizeOf(type)
               : 0;
  if (const auto *library = dyn_cast<ir::LibraryType>(type))
    return bytesOf(*library) == 0 ? 0 : 8;
  if (type->isInt() || type->isFloat() || type->isBool() || type->isEnum())
    return ir::sizeOf(type).value_or(0);
  return 0;
}

bool HostViews::has(const ir::Field &field) const {
  const ir::StructType *whole = field.parent;
  const uint64_t align = alignOf(field.type);
  // The views of the library's types are templates.
  if (isC && llvm::isa<ir::LibraryType>(field.type))
    return false;
  return field.isNamed() && !field.isBitField() && !whole->isUnion() &&
         align != 0 && field.offset % align == 0 && whole->size() % align == 0;
}

std::string HostViews::nameOf(const ir::StructType &type, cpp::Words &words) {
  const std::string name = "regtt_view_" + cpp::identifier(type.name);
  if (!llvm::is_contained(made, &type)) {
    made.push_back(&type);
    const std::string definition = define(type, name, words);
    definitions.push_back(definition);
  }
  return "struct " + name;
}

/// `int n`, `void *root`
std::string HostViews::declare(const ir::Field &field, cpp::Words &words) {
  std::string name = field.name;
  const ir::Type *type = field.type;
  while (const auto *array = dyn_cast<ir::ArrayType>(type)) {
    name += "[" + std::to_string(array->count) + "]";
    type = array->element;
  }
  const std::string isVolatile = field.isVolatile ? "volatile " : "";
  if (const auto *structure = dyn_cast<ir::StructType>(type);
      structure && structure->isUnseen())
    return isVolatile + nameOf(*structure, words) + " " + name;
  if (const auto *pointer = dyn_cast<ir::PointerType>(type);
      pointer && !isSpelled(pointer->pointee))
    return "void *" + std::string(isVolatile.empty() ? "" : " volatile ") +
           name;
  if (const auto *library = dyn_cast<ir::LibraryType>(type)) {
    const ir::Type *element = library->typeArgument(0);
    const llvm::StringRef kind = library->name;
    const auto *inner =
        isUnseen(element) ? dyn_cast<ir::StructType>(element) : nullptr;
    // Elements lie side by side, as long as they are.
    const std::string held = !inner ? words.declare(element, "")
                             : kind == "std::vector" ? nameOf(*inner, words)
                                                     : "void";
    return isVolatile + "regtt_" + kind.drop_front(5).str() + "_view<" + held +
           "> " + name;
  }
  if (const auto *named = dyn_cast<ir::EnumType>(type);
      named && (isC || named->isUnseen))
    type = named->underlying;
  if (type->isBool() && isC)
    return isVolatile + "_Bool " + name;
  return isVolatile + words.declare(type, name);
}

std::string HostViews::define(const ir::StructType &type,
                              const std::string &name, cpp::Words &words) {
  std::string body;
  uint64_t end = 0, gaps = 0;
  const auto fillTo = [&](uint64_t offset) {
    if (end < offset)
      body += "char regtt_gap" + std::to_string(gaps++) + "[" +
              std::to_string(offset - end) + "];\n";
    end = offset;
  };
  uint64_t whole = 1;
  for (const ir::Field &field : type.fields()) {
    const uint64_t align = alignOf(field.type);
    if (!has(field))
      continue;
    if (llvm::alignTo(end, align) != field.offset)
      fillTo(field.offset);
    whole = std::max(whole, align);
    body += declare(field, words) + ";\n";
    end = field.offset + spaceOf(field.type);
  }
  if (llvm::alignTo(end, whole) != type.size())
    fillTo(type.size());
  return "struct __attribute__((__may_alias__)) " + name + " {\n" + body +
         "};\n";
}
