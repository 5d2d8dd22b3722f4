// How structs lose pointers that become variables beside them.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/SetVector.h>

namespace regtt::recognise {

/// The struct that `place` is, the variable itself or what it leads to.
bool isWhole(const ir::Place *place);
/// Whether the variable that `place` begins with is the struct, not a pointer
/// to it.
bool isInVariable(const ir::Place *place);
/// The field of that struct that `place` lies in, or leads on from.
const ir::Field *fieldOf(const ir::Place *place);
/// That field, where `place` is the field itself.
const ir::Field *wholeField(const ir::Place *place);
/// The struct that `variable` leads to; null: none.
const ir::StructType *structBehind(const ir::Variable *variable);

/// Exchanges all functions but `host`: each pointer of `fields` is a variable
/// where the struct is declared, and a parameter where one leads to the struct.
void splitFields(ir::Module &module, const ir::Function &host,
                 const llvm::SetVector<const ir::Field *> &fields);

} // namespace regtt::recognise
