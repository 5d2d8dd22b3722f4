/// Which functions change what they are handed.
#pragma once

#include "Reach.h"

#include <map>

namespace regtt::suggest {

/// By the shape of the code, through any number of functions.
class Writers {
public:
  /// Whether `function` writes to what the parameter leads to, or deletes it;
  /// null: to its object.
  bool writes(const clang::FunctionDecl *function,
              const clang::ParmVarDecl *parameter);

private:
  std::map<std::pair<const clang::FunctionDecl *, const clang::ParmVarDecl *>,
           bool>
      known;
};

/// Whether `function` itself allocates.
bool allocates(const clang::FunctionDecl *function);
/// Whether it writes to elements of `array`, or changes its size.
bool changesElements(const clang::FunctionDecl *function,
                     const clang::ValueDecl *array);

/// Whether it writes to an element that one of these variables finds by itself:
/// `seen[v] = true`.
bool marks(const clang::FunctionDecl *function,
           const llvm::SmallPtrSetImpl<const clang::ValueDecl *> &variables);

} // namespace regtt::suggest
