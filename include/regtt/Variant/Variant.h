/// The variants: ways to run a traversal's operator, by the traits they need.
/// Never names a backend; an engine of the same name exists on each.
#pragma once

#include "regtt/Model/Model.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace regtt {

struct Variant {
  llvm::StringLiteral name;   ///< as options and REGTT_VARIANT spell it
  llvm::StringLiteral engine; ///< the runtime's template, in regtt::rt
  bool preservesOrder;
  /// The trait that is missing and why, or an empty string.
  std::string (*obstacle)(const Traversal &);
};

/// All variants, in order of preference.
llvm::ArrayRef<Variant> allVariants();

/// The variant of that name; null if there is none.
const Variant *findVariant(llvm::StringRef name);

/// Every variant's name, for messages.
std::string variantNames();

#define VARIANT(NAME, OPTION, ENGINE, PRESERVES)                               \
  std::string obstacleTo##NAME(const Traversal &traversal);
#include "regtt/Variant/Variants.def"
#undef VARIANT

/// `trait, reason` where `trait` does not hold, else empty.
std::string missing(llvm::StringRef name, const Trait &trait);

} // namespace regtt
