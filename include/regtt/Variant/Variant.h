/// The variants: ways to run a traversal's operator, by the traits they need.
/// Never names a backend; an engine of the same name exists on each that has
/// such lanes.
#pragma once

#include "regtt/Kernel/Kernel.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace regtt {

struct Variant {
  enum Order { Kept, KeptUnlessFree };
  enum Lanes { Any, Warp, Grids, Vector, VectorApart };
  enum Choice { Always, Lockstep, Guided, OnRequest };
  enum Visit { Whole, Tested, None, Inner };

  llvm::StringLiteral name;   ///< as options and REGTT_VARIANT spell it
  llvm::StringLiteral engine; ///< the runtime's template, in regtt::rt
  Order order;
  Lanes lanes;
  Choice choice;
  Visit visit;
  /// Of a kernel with the visits that it makes: see `obstacle`.
  std::string (*ownObstacle)(const kernel::Kernel &);

  /// The trait that is missing and why, or an empty string.
  std::string obstacle(const kernel::Kernel &kernel) const;

  /// Of loops whose iterations call no traversal.
  bool isForNested() const { return visit == None || visit == Inner; }
  bool isForVectors() const { return lanes == Vector || lanes == VectorApart; }

  /// Whether each query meets nodes in the order of its recursion.
  bool preservesOrder(const kernel::Kernel &kernel) const {
    return order == Kept || kernel.traits.fixedOrder.holds ||
           !kernel.mayReorder();
  }
};

/// All variants, in order of preference.
llvm::ArrayRef<Variant> allVariants();

/// Those that are legal.
std::vector<const Variant *> legalVariants(const kernel::Kernel &kernel);

/// Of these, what `auto` compiles in.
std::vector<const Variant *> usualVariants(const kernel::Kernel &kernel);

/// The variant of that name; null if there is none.
const Variant *findVariant(llvm::StringRef name);

/// Every variant's name, for messages.
std::string variantNames();

/// Why the inner loop of a loop without a traversal cannot be shared out among
/// threads; empty: it can.
std::string obstacleOfInner(const kernel::Kernel &kernel);

/// The same where an iteration begins a second time, by somebody else, if its
/// inner loop is long.
std::string obstacleOfPuttingOff(const kernel::Kernel &kernel);

#define VARIANT(NAME, OPTION, ENGINE, ORDER, LANES, CHOICE, VISIT)             \
  std::string obstacleTo##NAME(const kernel::Kernel &kernel);
#include "regtt/Variant/Variants.def"
#undef VARIANT

/// A trait and its name.
struct Need {
  llvm::StringLiteral name;
  const kernel::Trait &trait;
};
#define REGTT_NEED(KERNEL, NAME)                                               \
  regtt::Need { #NAME, (KERNEL).traits.NAME }

/// What is missing of `needs`, and why: the first; empty if nothing is.
std::string missing(std::initializer_list<Need> needs);

} // namespace regtt
