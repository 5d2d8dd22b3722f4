// The user's functions that a slice has as functions of its own: what they are
// called, and what calls of them are handed.
#pragma once

#include "Names.h"

#include "regtt/Cpp/Text.h"

#include <llvm/ADT/ArrayRef.h>

#include <optional>

namespace regtt {

/// The operator that `helper` is emitted as: `+`; nothing where it is none, or
/// where another one has that operator.
std::optional<std::string> operatorToken(const kernel::Kernel &kernel,
                                         const kernel::Helper &helper);

/// The name that `helper` is declared by: `dot`, `operator+`.
std::string functionName(const kernel::Kernel &kernel,
                         const kernel::Helper &helper);

/// A call from a function with the names `names`. `arguments` are those of its
/// Kernel's function; the records it reads, the arrays and the uniforms are
/// handed on besides.
cpp::Text helperCall(const kernel::Kernel &kernel, const kernel::Helper &helper,
                     const FunctionNames &names,
                     llvm::ArrayRef<cpp::Text> arguments);

/// What `helper` is handed, in the order of its emitted parameters: the query
/// and the node's records once each, where the first that stands for them does.
struct HandedOn {
  llvm::function_ref<void()> query, node;
  llvm::function_ref<void(const kernel::Helper::Param &)> other;
};
void eachHandedOn(const kernel::Helper &helper, const HandedOn &visit);

} // namespace regtt
