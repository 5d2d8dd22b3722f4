/// Prints what stands in the host file for an annotated loop.
///
///     { /* regtt-cc: runs the loop below in parallel */
///     const int regtt_first = 0;
///     ...
///     regtt_serial = regtt_begin(&regtt_call);
///     if (regtt_serial) {
///     for (int i = 0; i < n; ++i)
///       correlate(&points[i], root);
///     }
///     regtt_end(&regtt_call);
///     }
#pragma once

#include "regtt/Host/Loop.h"

namespace regtt::host {

/// Plain C89 or C++11.
struct Block {
  std::string open;  ///< up to the loop, which runs if the runtime says so
  std::string close; ///< after it
  /// Of a loop in a template: tells it which site this instantiation is.
  std::string specialization;
  /// By what stands for it, what names a member that the loop must not name:
  /// ahead of the function that holds the loop, at namespace scope.
  std::vector<std::string> members;
  /// Of a loop with several texts: which one an instantiation has, a constant
  /// that it is asked for where the loop stands, and the number of this one.
  std::string asked;
  int text = -1;
};

/// `text`: of several that instantiations of the loop have, or -1.
Block printBlock(const Tables &tables, int text = -1);

/// What stands around a loop whose rounds end at a fixed point, which asks
/// ahead of the first one for the variable `flag`; empty: it asks for none.
Block printRounds(bool isC, const std::string &flag, bool isInner);

/// Whether what its iterations use stays on a device between the loops of the
/// region around it.
bool staysInRegion(const Tables &tables);

/// Around the code of a region. `isInner`: it is in another one.
Block printRegion(bool isC, bool isInner);

/// `#line 7 "user.cpp"`, in a line of its own.
std::string lineDirective(llvm::StringRef file, unsigned line);

/// Marks, in a line of its own, that what follows is not the user's text that a
/// line directive stands ahead of. No compiler takes it.
std::string endOfUserText();

} // namespace regtt::host
