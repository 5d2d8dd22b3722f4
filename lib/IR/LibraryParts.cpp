// Which fields are parts of the library's tuples and optionals, and where its
// containers of links have the first one.
#include "regtt/IR/LibraryParts.h"

using namespace regtt;

std::optional<std::string> ir::accessOf(const Field &field) {
  if (!field.parent)
    return std::nullopt;
  const llvm::StringRef of = field.parent->name;
  llvm::StringRef name = field.name;
  unsigned number = 0;
  if (of.starts_with("std::tuple<") && name.consume_front("part") &&
      !name.getAsInteger(10, number))
    return "std::get<" + std::to_string(number) + ">";
  if (!of.starts_with("std::optional<"))
    return std::nullopt;
  return name == "value"        ? std::optional<std::string>("*")
         : name == "_M_engaged" ? std::optional<std::string>("bool")
                                : std::nullopt;
}

std::optional<ir::LinkedContainer> ir::linkedContainer(llvm::StringRef name) {
  constexpr uint64_t pointer = 8;
  if (name == "std::list")
    return LinkedContainer{3 * pointer, 0};
  if (name == "std::forward_list")
    return LinkedContainer{pointer, 0};
  // Buckets, how many, then the first element's.
  if (name == "std::unordered_set" || name == "std::unordered_multiset" ||
      name == "std::unordered_map" || name == "std::unordered_multimap")
    return LinkedContainer{7 * pointer, 2 * pointer};
  return std::nullopt;
}

std::optional<ir::LinkedContainer> ir::linkedContainer(const Type *type) {
  const auto *library = llvm::dyn_cast_or_null<LibraryType>(type);
  if (!library)
    return std::nullopt;
  const bool isMap = library->name.ends_with("map");
  return library->arguments.size() == (isMap ? 2 : 1)
             ? linkedContainer(library->name)
             : std::nullopt;
}

bool ir::isLinkOfRing(const Field &field) {
  return field.parent &&
         llvm::StringRef(field.parent->name).starts_with(ringNode);
}

bool ir::isNodeOfLibrary(const StructType &type) {
  const llvm::StringRef name = type.name;
  return name.starts_with(ringNode) || name.starts_with(chainNode) ||
         name.starts_with(hashNode);
}
