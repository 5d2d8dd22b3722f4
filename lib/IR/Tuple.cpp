// Which fields are parts of the library's tuples.
#include "regtt/IR/Tuple.h"

using namespace regtt;

std::optional<unsigned> ir::partOfTuple(const Field &field) {
  unsigned number = 0;
  llvm::StringRef name = field.name;
  const bool isPart =
      field.parent &&
      llvm::StringRef(field.parent->name).starts_with("std::tuple<") &&
      name.consume_front("part") && !name.getAsInteger(10, number);
  return isPart ? std::optional(number) : std::nullopt;
}
