// Which engines a loop is compiled for.
#include "ChosenVariants.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;

static std::string names(llvm::ArrayRef<const Variant *> variants) {
  std::string result;
  for (const Variant *variant : variants)
    result += (result.empty() ? "" : ", ") + variant->name.str();
  return result;
}

/// Says which targets that have vector lanes have none for this loop, and why.
static void tellWithoutLanes(const Site &site, clang::SourceLocation where,
                             Diagnostics &diagnostics) {
  for (const Backend *backend : site.backends) {
    bool hasLanes = false;
    std::string obstacle;
    for (const Variant &variant : allVariants()) {
      if (!variant.isForVectors() || !backend->has(variant))
        continue;
      const std::string own = variant.obstacle(site.kernel);
      hasLanes |= own.empty();
      obstacle = own.empty() ? obstacle : own;
    }
    if (!hasLanes && !obstacle.empty())
      diagnostics.report(where, Diag::RTT3003) << backend->name << obstacle;
  }
}

bool regtt::chooseVariants(const PairedLoop &loop, llvm::StringRef option,
                           Site &site, Diagnostics &diagnostics) {
  llvm::SmallVector<llvm::StringRef, 4> wanted;
  clang::SourceLocation where = loop.loop->getBeginLoc();
  if (const Clause *clause = loop.directive->find("variant")) {
    wanted.append(clause->arguments.begin(), clause->arguments.end());
    where = clause->loc;
  }
  if (option != "auto") {
    wanted.clear();
    option.split(wanted, ',');
  }
  if (const Variant *asked = site.consolidation.variant) {
    where = loop.consolidation->loc;
    if (wanted.empty() || llvm::is_contained(wanted, "auto"))
      wanted = {asked->name};
    else if (!llvm::is_contained(wanted, "all") &&
             !llvm::is_contained(wanted, asked->name))
      wanted.push_back(asked->name);
  }
  if (llvm::is_contained(wanted, "all")) {
    site.variants = legalVariants(site.kernel);
    tellWithoutLanes(site, where, diagnostics);
    return true;
  }
  if (wanted.empty() || llvm::is_contained(wanted, "auto")) {
    site.variants = usualVariants(site.kernel);
    tellWithoutLanes(site, where, diagnostics);
    return true;
  }
  for (llvm::StringRef name : wanted) {
    const Variant *variant = findVariant(name);
    if (!variant) {
      diagnostics.report(where, Diag::RTT2102) << name << variantNames();
      return false;
    }
    const std::string obstacle = variant->obstacle(site.kernel);
    if (!obstacle.empty()) {
      diagnostics.report(where, Diag::RTT2101) << name << obstacle;
      return false;
    }
    site.variants.push_back(variant);
  }
  if (wanted.size() == 1 && site.consolidation.variant)
    return true; // that speaks of GPUs alone
  for (const Backend *backend : site.backends)
    if (llvm::none_of(site.variants, [&](const Variant *variant) {
          return backend->has(*variant);
        }))
      diagnostics.report(where, Diag::RTT2105)
          << backend->name << names(site.variantsOn(*backend));
  return true;
}
