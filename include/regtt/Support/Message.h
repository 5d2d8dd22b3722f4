/// A message about the user's program, as what knows no Clang hands it to who
/// shows it: the row of the table, where it stands, and what the text's `%0`
/// and `%1` are.
///
///     {Diag::RTT2010, loc, {"n->left->right"}}
///       -> the child handed to the recursive call is not a child of the node:
///          'n->left->right'
#pragma once

#include "regtt/IR/Location.h"
#include "regtt/Support/Diag.h"

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace regtt {

struct Message {
  Diag id;
  ir::Location loc;
  std::vector<std::string> arguments = {};
  /// Belongs to the message.
  struct Note {
    ir::Location loc;
    std::string text;
    bool operator==(const Note &other) const {
      return loc == other.loc && text == other.text;
    }
  };
  std::vector<Note> notes = {};

  bool operator==(const Message &other) const {
    return id == other.id && loc == other.loc && arguments == other.arguments &&
           notes == other.notes;
  }
};

/// A row of Diagnostics.def.
struct MessageRow {
  llvm::StringLiteral id; ///< `RTT2010`
  enum Severity { Error, Warning } severity;
  llvm::StringLiteral text; ///< with `%0`, `%1`
};
const MessageRow &rowOf(Diag id);

/// With the arguments in their places, and without the id.
std::string textOf(const Message &message);

} // namespace regtt
