// The table of variants.
#include "regtt/Variant/Variant.h"

using namespace regtt;

static constexpr Variant table[] = {
#define VARIANT(NAME, OPTION, ENGINE, ORDER, LANES)                            \
  {OPTION, ENGINE, Variant::ORDER, Variant::LANES, obstacleTo##NAME},
#include "regtt/Variant/Variants.def"
#undef VARIANT
};

llvm::ArrayRef<Variant> regtt::allVariants() { return table; }

const Variant *regtt::findVariant(llvm::StringRef name) {
  for (const Variant &variant : table)
    if (variant.name == name)
      return &variant;
  return nullptr;
}

std::string regtt::variantNames() {
  std::string result;
  for (const Variant &variant : table)
    result += (result.empty() ? "" : ", ") + variant.name.str();
  return result;
}

std::string regtt::missing(std::initializer_list<Need> needs) {
  for (const Need &need : needs)
    if (!need.trait.holds)
      return "it needs " + need.name.str() + ", but " + need.trait.reason;
  return "";
}
