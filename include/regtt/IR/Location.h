/// Where in the user's files something stands.
#pragma once

namespace regtt::ir {

struct Location {
  unsigned file = 0; ///< from 1 on, see Module::files; 0: not known
  unsigned line = 0, column = 0;
  unsigned length = 0; ///< in bytes; 0: not known

  explicit operator bool() const { return file != 0; }
  bool operator==(const Location &other) const {
    return file == other.file && line == other.line && column == other.column &&
           length == other.length;
  }
};

} // namespace regtt::ir
