// The clause resident of a loop: `resident(root)`, the tree stays linearised
// for later runs of the loop; `resident(root : version)`, until `version` has
// another value.
#include "Builder.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;

/// `root` and `version` of `root:version`, whose names may have `::` in them.
static std::pair<llvm::StringRef, llvm::StringRef>
splitAtColon(llvm::StringRef argument) {
  for (size_t at = argument.find(':'); at != llvm::StringRef::npos;
       at = argument.find(':', at)) {
    if (!argument.substr(at).starts_with("::"))
      return {argument.take_front(at), argument.drop_front(at + 1)};
    at += 2;
  }
  return {argument, ""};
}

/// What a root's text names: of `*root`, `&root` and `(root)` that is `root`.
static std::string named(llvm::StringRef text) {
  const std::string whole = normalised(text.ltrim("*&"));
  llvm::StringRef rest = whole;
  while (rest.starts_with("(") && rest.ends_with(")"))
    rest = rest.drop_front().drop_back();
  return rest.str();
}

bool regtt::lowerResident(Builder &builder, const PairedLoop &paired) {
  const Clause *clause = paired.directive->find("resident");
  if (!clause)
    return true;
  QueryLoop &loop = builder.model.loop;
  const auto [root, version] = splitAtColon(clause->arguments[0]);
  std::vector<std::string> roots = builder.rootArrays;
  if (!builder.rootSource.empty())
    roots.push_back(builder.rootSource);
  for (const RootGroup &group : loop.roots) // of an array, its own name
    roots.push_back(
        llvm::StringRef(group.text).split("[regtt_root]").first.str());
  std::string known;
  bool found = false;
  for (const std::string &other : roots) {
    found |= named(other) == named(root);
    known += (known.empty() ? "'" : ", '") + named(other) + "'";
  }
  if (!found) {
    builder.report(clause->loc, Diag::RTT1008)
        << clause->name << root << "a root of the loop's trees, " + known;
    return false;
  }
  if (const std::string unknown = firstUnknownName(builder, version);
      !unknown.empty()) {
    builder.report(clause->loc, Diag::RTT1008)
        << clause->name << unknown
        << "the name of something visible at the loop";
    return false;
  }
  loop.resident = true;
  loop.version = version.str();
  return true;
}
