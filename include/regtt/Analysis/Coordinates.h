/// The numbers of a query that say where it lies, as far as any do.
///
///     struct Query { Vec at; float sum; };     // visits change `sum`
///  -> the two floats of `at`
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

/// Numbers side by side in a datum of the query that no visit changes.
struct Coordinate {
  unsigned datum;   ///< into Kernel::data
  uint64_t offset;  ///< bytes into the datum
  uint64_t count;   ///< of numbers
  std::string kind; ///< as rt::Coordinate names it
};

/// Floating-point numbers, or, where there are none, integers; in the order of
/// the kernel's data.
std::vector<Coordinate> coordinates(const Kernel &kernel);

} // namespace regtt::kernel
