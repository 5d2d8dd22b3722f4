// The one map from the user's declarations to emitted names, per function.
// Keeps the user's names; changes those that are C++ keywords or that the
// emitted code uses itself.
#pragma once

#include "regtt/Frontend/Model/Model.h"
#include "regtt/Frontend/Model/Names.h"

#include <llvm/ADT/StringRef.h>

namespace regtt {

class ValueTypes;

/// A type's name as an identifier: `Node`, or `fallback` where it has none.
std::string typeIdentifier(clang::QualType type, llvm::StringRef fallback);

/// Names inside one printed function.
struct FunctionNames {
  std::string query;               ///< the query object
  std::vector<std::string> groups; ///< record variables, by group

  FunctionNames(const Traversal &traversal, const Function &function);
};

/// The structs of one traversal's operator.
struct TypeNames {
  std::string query, node;
  std::vector<std::string> groups;   ///< record types, by group
  std::vector<std::string> elements; ///< of arrays whose elements are structs

  TypeNames(const Traversal &traversal, const ValueTypes &values);
};

} // namespace regtt
