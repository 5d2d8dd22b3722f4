// Which fields are parts of the library's tuples and optionals.
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
