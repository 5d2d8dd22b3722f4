// Sums up what an iteration's thread has to have room for.
#include "regtt/Kernel/HeldBytes.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;

/// Of an rt::AppendedHead.
static constexpr uint64_t appendedBytes = 40;

kernel::HeldBytes kernel::heldBytes(const Kernel &kernel) {
  HeldBytes held;
  const auto add = [&](uint64_t bytes, const std::string &text) {
    held.bytes += bytes;
    if (bytes <= held.largest)
      return;
    held.largest = bytes;
    held.text = text;
  };
  for (const Datum &row : kernel.data)
    if (row.owner == Owner::Query)
      add(!row.container ? row.bytes
          : row.container->isAppended
              ? appendedBytes
              : 8 + row.container->bound * row.container->elementBytes,
          row.text);
  for (const ir::Function *function : {kernel.whole, kernel.program})
    if (function && function->body)
      ir::walk(static_cast<const ir::Statement *>(function->body),
               [&](const ir::Statement *s) {
                 const ir::Variable *variable = ir::declaredBy(s);
                 if (variable && !variable->type->isReference())
                   add(ir::sizeOf(variable->type).value_or(0), variable->name);
               });
  return held;
}
