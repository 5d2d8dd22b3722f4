// What linearising evaluates for a node, as text: the number of a child, how
// long a list of them is, whether the traversal looks at them.
#pragma once

#include "SliceWords.h"

namespace regtt {

class HostValues {
public:
  HostValues(const Site &site, const ValueTypes &values)
      : names(site.kernel, nullptr), site(site), values(values) {}

  const FunctionNames names;

  /// What `function`, of one `return`, returns: `n.left + 1`; `number` is what
  /// it is given.
  cpp::Text value(const ir::Function *function,
                  const std::string &number = "number") const;
  /// As an operand of a sum.
  std::string summand(const ir::Function *function) const {
    return value(function).atLeast(cpp::Precedence::Multiplicative);
  }

  /// How long a list is. Of a fixed array no longer than that: a loop that data
  /// leave early may have any bound.
  std::string extent(const kernel::SlotGroup &slots) const;

private:
  const Site &site;
  const ValueTypes &values;
};

} // namespace regtt
