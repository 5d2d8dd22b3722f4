// Vectors that an iteration makes for itself, of a size that never changes.
//
//     std::vector<int> votes(numClasses, 0);
//     for (const Tree &tree : forest)
//       votes[predict(tree, row)]++;
//     label[i] = std::max_element(votes.begin(), votes.end()) - votes.begin();
//
// The host file makes room for as many elements ahead of the calls, and the
// record holds where they are, as of any vector that an iteration finds. What
// they begin with is a part of the program, which stores it where the vector
// is declared.
#pragma once

#include "regtt/IR/Module.h"

#include <optional>
#include <string>

namespace regtt::recognise {

struct LocalVector {
  const ir::Variable *variable = nullptr;
  const ir::Statement *declaration = nullptr;
  /// What says how many elements it has: its declaration, or `resize` or
  /// `assign` behind that.
  const ir::Statement *sized = nullptr;
  const ir::Expr *count = nullptr;   ///< null: as many as `copied` has
  const ir::Expr *value = nullptr;   ///< of each element; null: zero
  const ir::Place *copied = nullptr; ///< the vector whose elements it begins
                                     ///< with
};

/// Why a vector is none of these, and where that is seen.
struct VectorFault {
  std::string why;
  ir::Location at;
};

/// What `statements`, from the declaration of `variable` on, say of it;
/// nothing: its size changes, or is said in another way.
std::optional<LocalVector>
localVector(llvm::ArrayRef<const ir::Statement *> statements,
            const ir::Variable *variable, VectorFault &fault);

/// Whether it is declared without elements.
bool isDeclaredEmpty(llvm::ArrayRef<const ir::Statement *> statements,
                     const ir::Variable *variable);

/// Whether the call is handed where the vector, or an element of it, lies.
bool isLent(const ir::CallStatement &call, const ir::Variable *variable);

} // namespace regtt::recognise
