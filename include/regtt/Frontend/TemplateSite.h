/// A loop in a template: which of its instantiations is meant.
///
///     template <class T> void run(Tree<T> *tree);     tag: void(T *)
///     run<float>(...)                                 specialization:
///                                                     void(float *)
#pragma once

#include "regtt/Frontend/Pairing.h"
#include "regtt/Support/Diagnostics.h"

#include <clang/AST/Decl.h>

#include <optional>
#include <string>
#include <vector>

namespace regtt {

/// Template arguments of the function that holds the loop.
struct TemplateSite {
  std::string tag;            ///< at the loop: names the instantiation
  std::string specialization; ///< the same tag with this one's arguments
  /// Names that stand in it for types without one: `Regtt0`.
  std::vector<std::string> deduced;
  std::vector<const clang::NamedDecl *> declarations; ///< that they name
  clang::SourceLocation instantiatedAt;
};

/// `lib::all<float>`, for messages.
std::string nameOfInstantiation(const clang::FunctionDecl *function);

/// Nothing outside of templates, and where an instantiation cannot be named,
/// which is reported; `ok` is then false.
std::optional<TemplateSite> templateSite(const clang::ASTContext &context,
                                         const PairedLoop &paired,
                                         Diagnostics &diagnostics, bool &ok);

} // namespace regtt
