// The clause resident of a loop: `resident(root)`, the tree stays linearised
// for later runs of the loop; `resident(root : version)`, until `version` has
// another value. Of several trees all roots are named.
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
  const std::string whole = normalised(text.trim().ltrim("*&"));
  llvm::StringRef rest = whole;
  while (rest.starts_with("(") && rest.ends_with(")"))
    rest = rest.drop_front().drop_back();
  return rest.str();
}

namespace {

class ResidentReader {
public:
  ResidentReader(Builder &builder, const Clause &clause)
      : builder(builder), loop(builder.model.loop), clause(clause) {
    const auto add = [&](llvm::StringRef text) {
      if (!llvm::is_contained(roots, named(text)))
        roots.push_back(named(text));
    };
    if (!builder.rootSource.empty())
      add(builder.rootSource);
    for (const RootGroup &group : loop.roots) // of an array, its own name
      add(llvm::StringRef(group.text).split("[regtt_root]").first);
  }

  bool run() {
    std::vector<std::string> given;
    for (const std::string &argument : clause.arguments) {
      const auto [root, version] = splitAtColon(argument);
      if (version.empty() && root.size() != argument.size())
        return refuse(argument, "a root and its version");
      if (!llvm::is_contained(roots, named(root)))
        return refuse(root, "a root of the loop's trees, " + list());
      given.push_back(named(root));
      if (version.empty())
        continue;
      if (&argument != &clause.arguments.back())
        return refuse(version, "a root, which come before the version");
      if (const std::string unknown = firstUnknownName(builder, version);
          !unknown.empty())
        return refuse(unknown, "the name of something visible at the loop");
      if (!mayBeInteger(version))
        return refuse(version, "an integer");
      loop.version = version.str();
    }
    if (!llvm::all_of(roots, [&](const std::string &root) {
          return llvm::is_contained(given, root);
        }))
      return refuse(given.front(),
                    "all of the roots of the loop's trees, " + list());
    return loop.resident = true;
  }

private:
  bool refuse(llvm::StringRef name, const std::string &what) {
    builder.report(clause.loc, Diag::RTT1008) << clause.name << name << what;
    return false;
  }

  /// Of a local variable or a parameter its type tells; of anything else the
  /// host file's compiler.
  bool mayBeInteger(llvm::StringRef text) const {
    const clang::FunctionDecl *function = builder.loopFunction;
    if (const auto *pattern = function->getTemplateInstantiationPattern())
      function = pattern;
    for (const clang::Decl *decl : function->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
          var && var->getIdentifier() && var->getName() == text)
        return var->getType().getNonReferenceType()->isIntegerType() ||
               var->getType()->isDependentType();
    return true;
  }

  std::string list() const {
    std::string result;
    for (const std::string &root : roots)
      result += (result.empty() ? "'" : ", '") + root + "'";
    return result;
  }

  Builder &builder;
  QueryLoop &loop;
  const Clause &clause;
  std::vector<std::string> roots;
};

} // namespace

bool regtt::lowerResident(Builder &builder, const PairedLoop &paired) {
  const Clause *clause = paired.directive->find("resident");
  return !clause || ResidentReader(builder, *clause).run();
}
