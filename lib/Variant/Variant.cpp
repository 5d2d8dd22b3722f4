// The table of variants.
#include "regtt/Variant/Variant.h"

#include "regtt/Kernel/InnerRange.h"

using namespace regtt;

static constexpr Variant table[] = {
#define VARIANT(NAME, OPTION, ENGINE, ORDER, LANES, CHOICE, VISIT)             \
  {OPTION,          ENGINE,         Variant::ORDER,  Variant::LANES,           \
   Variant::CHOICE, Variant::VISIT, obstacleTo##NAME},
#include "regtt/Variant/Variants.def"
#undef VARIANT
};

llvm::ArrayRef<Variant> regtt::allVariants() { return table; }

std::string Variant::obstacle(const kernel::Kernel &kernel) const {
  if (kernel.isNested() != isForNested())
    return kernel.isNested() ? "iterations of the loop call no traversal"
                             : "iterations of the loop call a traversal";
  return ownObstacle(kernel);
}

std::vector<const Variant *>
regtt::legalVariants(const kernel::Kernel &kernel) {
  std::vector<const Variant *> result;
  for (const Variant &variant : table)
    if (variant.obstacle(kernel).empty())
      result.push_back(&variant);
  return result;
}

std::vector<const Variant *>
regtt::usualVariants(const kernel::Kernel &kernel) {
  std::vector<const Variant *> result;
  // Lanes that differ in their order of children hold each other up, and their
  // queries differ in how far they go.
  const bool isGuided = !kernel.traits.fixedOrder.holds;
  bool lockstep = isGuided;
  for (const Variant *variant : legalVariants(kernel)) {
    if (variant->choice == Variant::OnRequest ||
        (variant->choice == Variant::Guided && !isGuided) ||
        (variant->choice == Variant::Lockstep && lockstep))
      continue;
    lockstep |= variant->choice == Variant::Lockstep;
    result.push_back(variant);
  }
  return result;
}

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

std::string regtt::obstacleOfPuttingOff(const kernel::Kernel &kernel) {
  if (std::string obstacle = obstacleOfInner(kernel); !obstacle.empty())
    return obstacle;
  if (!kernel::changesOwnAlone(*kernel.inner->begin))
    return "what precedes the inner loop changes elements that others change, "
           "too (line " +
           std::to_string(kernel.program->loc.line) + ")";
  return "";
}

std::string regtt::obstacleOfInner(const kernel::Kernel &kernel) {
  if (kernel.inner)
    return "";
  const ir::Location loc = kernel.innerObstacleLoc;
  return kernel.innerObstacle +
         (loc ? " (line " + std::to_string(loc.line) + ")" : "");
}
