/// The numbers of a query that say where it lies, as far as any do.
#pragma once

#include "regtt/Frontend/Model/Model.h"

#include <string>
#include <vector>

namespace regtt {

/// Numbers side by side in what a query holds at one path, which no visit
/// changes.
struct Coordinate {
  const Path *path;
  uint64_t offset;  ///< bytes into the path
  uint64_t count;   ///< of numbers
  std::string kind; ///< as rt::Coordinate names it
};

/// Floating-point numbers, or, where there are none, integers; in the order in
/// which the query holds them.
std::vector<Coordinate> coordinates(const Traversal &traversal,
                                    const clang::ASTContext &ast);

} // namespace regtt
