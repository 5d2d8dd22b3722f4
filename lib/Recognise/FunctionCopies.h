// Functions that take the place of others.
#pragma once

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Module.h"

namespace regtt::recognise {

/// A function that stands for `from` with parameters of other types: it is
/// called as the user calls that one. Parameters, clauses and the body are the
/// caller's.
ir::Function *createCopy(ir::Module &module, const ir::Function &from,
                         llvm::ArrayRef<const ir::Type *> params);

/// `call` in a copy of the function that makes it, which `mapper` makes: of
/// another function, with other arguments.
ir::CallStatement *callInCopy(ir::Module &module, ir::Mapper &mapper,
                              const ir::CallStatement &call,
                              const ir::Function *callee,
                              std::vector<const ir::Expr *> arguments);

} // namespace regtt::recognise
