/// Where an annotated loop stands in the user's file.
#pragma once

#include "regtt/Frontend/Regions.h"
#include "regtt/Frontend/Rounds.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace regtt {

struct LoopPlace {
  const clang::Stmt *loop = nullptr;
  std::optional<Rounds> rounds;             ///< around it
  std::shared_ptr<const HostRegion> region; ///< around it; null: there is none
  /// Of a loop in a template: where this instantiation is made, and the
  /// declarations that its arguments name.
  clang::SourceLocation instantiatedAt;
  std::string instantiation; ///< `lib::all<float>`
  std::vector<const clang::NamedDecl *> declarations;
};

} // namespace regtt
