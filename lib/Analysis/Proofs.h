// What Classify proves of a traversal, a question a file.
#pragma once

#include "regtt/Kernel/Kernel.h"

namespace regtt::kernel {

inline Trait proved(std::string reason = "") {
  return {true, std::move(reason), {}};
}
inline Trait unproved(std::string reason, ir::Location where = {}) {
  return {false, std::move(reason), where};
}

/// The datum that `place` is in, or whose address it begins with, where that is
/// one that visits change; null of others, and of what pointers lead to.
const Datum *writtenDatum(const Kernel &kernel, const ir::Place *place);

/// What chooses where in its datum `place` lies: indices, and what is added to
/// the datum's address.
std::vector<const ir::Expr *> indicesOf(const ir::Place *place);

/// The query's state does not depend on the order of visits: each datum is only
/// ever combined, by one operator whose results do not depend on the order,
/// with values that do not depend on it.
Trait orderFree(const Kernel &kernel);

/// Neither which children a visit calls, nor the arguments it hands them, nor
/// which elements of arrays it touches depend on what visits change: visits may
/// then be left out and the others still be the same.
Trait stableCalls(const Kernel &kernel);

/// Queries that come to a node by the same path come with the same arguments.
/// Asks callPaths and the trait slotsClosed.
Trait uniformArgs(const Kernel &kernel);

} // namespace regtt::kernel
