// The table of backends.
#include "regtt/Backend/Backend.h"

using namespace regtt;

static constexpr Backend table[] = {
#define BACKEND(NAME, OPTION, EXTENSION, LANES, ROOM)                          \
  {OPTION, EXTENSION, Backend::LANES, ROOM, print##NAME##Slice},
#include "regtt/Backend/Backends.def"
#undef BACKEND
};

llvm::ArrayRef<Backend> regtt::allBackends() { return table; }

const Backend *regtt::findBackend(llvm::StringRef name) {
  for (const Backend &backend : table)
    if (backend.name == name)
      return &backend;
  return nullptr;
}

bool regtt::launchesGrids(const Unit &unit, const Backend &backend) {
  return llvm::any_of(unit.sites, [&](const Site &site) {
    return llvm::any_of(site.variantsOn(backend), [](const Variant *variant) {
      return variant->lanes == Variant::Grids;
    });
  });
}

std::vector<const Variant *>
regtt::Site::variantsOn(const Backend &backend) const {
  std::vector<const Variant *> result;
  for (const Variant *variant : variants)
    if (backend.has(*variant))
      result.push_back(variant);
  if (result.empty())
    for (const Variant *variant : usualVariants(kernel))
      if (backend.has(*variant))
        result.push_back(variant);
  return result;
}
