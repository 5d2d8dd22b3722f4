// The one map from the user's names to emitted ones, per function.
// Keeps the user's names; changes those that are C++ keywords or that the
// emitted code uses itself.
#pragma once

#include "regtt/Kernel/Kernel.h"
#include "regtt/Kernel/Names.h"

#include <llvm/ADT/StringRef.h>

namespace regtt {

class ValueTypes;

/// Names inside one printed function.
struct FunctionNames {
  std::string query;               ///< the query object
  std::vector<std::string> groups; ///< record variables, by group

  /// `helper`: null in the traversal's own functions.
  FunctionNames(const kernel::Kernel &kernel, const kernel::Helper *helper);
};

/// The structs of one traversal's operator.
struct TypeNames {
  std::string query, node;
  std::vector<std::string> groups;   ///< record types, by group
  std::vector<std::string> elements; ///< of arrays whose elements are structs

  TypeNames(const kernel::Kernel &kernel, const ValueTypes &values);
};

} // namespace regtt
