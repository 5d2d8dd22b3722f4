// Containers of the library whose size visits change.
#pragma once

#include "Object.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace regtt::recognise {

class Recogniser;

/// What the clause `bound` says of a container of the query's.
struct ContainerBound {
  std::optional<Object> object; ///< nothing where it names no such thing
  unsigned most = 1;
  std::string text;
  ir::Location loc;
  bool isUsed = false;
};

/// A vector that visits or the query program change the size of, and that no
/// clause names.
struct ChangedVector {
  Object object;
  ir::Location at;        ///< where its size changes
  bool isByVisits = true; ///< visits do that, not the program alone
  bool isAsked = false;   ///< its bound is asked for
};

/// What is known of the containers of the query's.
struct OwnContainers {
  std::vector<ContainerBound> bounds; ///< of the clause
  std::vector<ChangedVector> changed;
  /// Where visits make them larger, by rows.
  std::map<unsigned, ir::Location> growth;

  ChangedVector *changedAt(const Object &object);
};

/// Where something looked at a part of the container that is a row before it
/// was known to change.
std::optional<ir::Location> looksAhead(const Recogniser &site, unsigned row);
/// Where something looks at the elements of the container that is a row.
std::optional<ir::Location> looksInto(const Recogniser &site, unsigned row);

/// What the user calls it: `push_back`.
std::string methodOf(ir::ChangeOp op, bool isQueue);
/// Whether a container is declared as one without elements.
bool isMadeEmpty(const ir::Statement *declaration);
/// Whether a container's record does it.
bool isCarried(ir::ChangeOp op);
/// Whether it is a std::vector or a std::priority_queue.
bool isAnyContainer(const ir::Type *type);
/// Whether it is a std::priority_queue.
bool isQueue(const ir::Type *type);
/// Why the elements of such a container cannot be kept on a device; empty: they
/// can.
std::string faultOf(const ir::Module &module, const ir::LibraryType &type);

} // namespace regtt::recognise
