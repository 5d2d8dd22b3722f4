/// Attributes that Clang drops because it does not know them, and the host
/// compiler may.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Preprocessor.h>

#include <string>
#include <vector>

namespace regtt {

/// An attribute as it is written in code of the user's.
struct DroppedAttribute {
  std::string name;
  clang::SourceLocation loc;
  /// The `;`, `{` or `}` before it and the next one after it.
  clang::SourceLocation before, after;
};

/// From `loc` on, functions have the attribute `name`; none where it is empty:
/// `#pragma GCC optimize ("fast-math")`, `#pragma GCC pop_options`.
struct PragmaAttribute {
  std::string name;
  clang::SourceLocation loc;
};

struct DroppedAttributes {
  std::vector<DroppedAttribute> written;
  std::vector<PragmaAttribute> pragmas; ///< as they follow each other
};

/// Appends to `found` what the parser will drop, while it reads its tokens.
void collectDroppedAttributes(clang::Preprocessor &preprocessor,
                              DroppedAttributes &found);

/// Leaves a note of each at the declarations that it belongs to, so that it is
/// found where Clang's own are.
void noteDroppedAttributes(clang::ASTContext &context,
                           const DroppedAttributes &dropped);

} // namespace regtt
