// The table of variants.
#include "regtt/Variant/Variant.h"

using namespace regtt;

static constexpr Variant table[] = {
#define VARIANT(NAME, OPTION, ENGINE, PRESERVES)                               \
  {OPTION, ENGINE, PRESERVES, obstacleTo##NAME},
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

std::string regtt::missing(llvm::StringRef name, const Trait &trait) {
  if (trait.holds)
    return "";
  return "it needs " + name.str() + ", but " + trait.reason;
}
