/// A piece of C++: what it says, and how tightly it binds.
#pragma once

#include <string>

namespace regtt::cpp {

/// From what binds loosest on. `a + b` is Additive.
enum class Precedence {
  Assignment,
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary
};

struct Text {
  std::string text;
  Precedence precedence = Precedence::Primary;

  /// With parentheses where it binds looser than `least`.
  std::string atLeast(Precedence least) const {
    return precedence < least ? "(" + text + ")" : text;
  }
};

} // namespace regtt::cpp
