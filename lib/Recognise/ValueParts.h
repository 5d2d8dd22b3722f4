// Values that lead to elements of arrays, and consist of several numbers and
// pointers: a std::span, a pair of pointers, a struct of such as graph
// libraries answer where they are asked for a vertex's neighbours.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::recognise {

struct ValuePart {
  std::string name;
  const ir::Type *type = nullptr;
};

/// The parts of a value of the type, all of them numbers and pointers, one a
/// pointer; nothing of other types. A span has a pointer and a count.
std::optional<std::vector<ValuePart>> valueParts(ir::Module &module,
                                                 const ir::Type *type);

bool isSpan(const ir::Type *type);

/// Which part a step leads to: of a struct, of a pair.
std::optional<unsigned> partAt(const ir::Step &step);

/// The parts of a value that is made here of others; empty of what is not.
std::vector<const ir::Expr *> partsMade(ir::Module &module, const ir::Expr *e);

/// Part `k` of what lies at `place`.
const ir::Place *partOf(ir::Module &module, const ir::Place *place, unsigned k);

} // namespace regtt::recognise
