// Containers that a query program keeps for itself, and their elements.
#pragma once

#include "Object.h"

#include <optional>
#include <vector>

namespace regtt::recognise {

class Body;
class Recogniser;

/// What becomes of them in one function.
class KeptContainers {
public:
  explicit KeptContainers(Body &body);

  using Statements = std::optional<std::vector<ir::Statement *>>;
  /// The container `found` is set to `value`: to one without elements, or that
  /// is refused. `text` is what the user calls it.
  Statements emptied(const Part &found, const std::string &text,
                     const ir::Expr *value, ir::Location at);
  /// The same of the container at `place`; nothing of other places.
  Statements emptied(const ir::Place *place, const ir::Expr *value,
                     ir::Location at);
  /// The element at `place`, if a pointer leads there that is made of where a
  /// container's elements begin.
  std::optional<Part> elementAt(const ir::Place *place);

private:
  Body &body;
  Recogniser &site;
  ir::Module &module;
};

} // namespace regtt::recognise
