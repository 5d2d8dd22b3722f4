// Structs of our own through which the host file looks at objects whose types
// the user's text does not see into where the loop stands: another file has
// them, or they stand behind the loop.
//
//     double nearest(const struct tree *t, double x);      is all that main.c
//     has struct tree { int n; struct node *root; };           tree.c
//
//     struct __attribute__((__may_alias__)) regtt_view_tree {
//       int n;
//       void *root;
//     };
//     ... regtt_view(struct regtt_view_tree, t)->root ...
#pragma once

#include "regtt/Cpp/Words.h"

#include <vector>

namespace regtt::recognise {

class HostViews {
public:
  explicit HostViews(const ir::Module &module)
      : module(module), isC(module.isC) {}

  /// `struct regtt_view_tree`, which is then defined; `words` spells what the
  /// user's text does see.
  std::string nameOf(const ir::StructType &type, cpp::Words &words);
  /// Whether the view has the field, by its name.
  bool has(const ir::Field &field) const;

  std::vector<std::string> definitions; ///< each ahead of those that name it

private:
  const ir::Module &module;
  const bool isC;
  std::vector<const ir::StructType *> made;

  std::string define(const ir::StructType &type, const std::string &name,
                     cpp::Words &words);
  bool isSpelled(const ir::Type *type) const;
  uint64_t bytesOf(const ir::LibraryType &type) const;
  uint64_t spaceOf(const ir::Type *type) const;
  uint64_t alignOf(const ir::Type *type) const;
  std::string declare(const ir::Field &field, cpp::Words &words);
};

} // namespace regtt::recognise
