/// What the emitted header says of an annotated loop: facts for the runtime.
#pragma once

#include "regtt/IR/Type.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>
#include <string>
#include <vector>

namespace regtt::kernel {

/// How an arithmetic type keeps its values, as regtt_number says it.
struct NumberFormat {
  enum Kind { Unsigned, Signed, Real } kind = Unsigned;
  uint64_t bytes = 0;
};

struct SiteLoop {
  std::string file; ///< as the user spelled it
  unsigned line = 0;
  std::string baseName; ///< siteName, the same for all instantiations
  bool isTemplate = false;
  std::string instantiation; ///< of a template: its arguments, for messages
  bool isRange = false;      ///< over the elements of a range
  /// Of a loop in a region: whether what it uses stays on a device.
  std::optional<bool> staysInRegion = std::nullopt;

  /// Of a loop whose variable is a number: what the runtime computes the number
  /// of iterations from.
  struct Head {
    enum Test { Less, LessEqual, Greater, GreaterEqual, NotEqual } test = Less;
    int step = 1;
    bool countsInTest = false;
    NumberFormat counter, compared,
        index;                  ///< index: 0 bytes where not handed on
    bool findsInMemory = false; ///< iterations find objects by their numbers
    int wrapFactor = 0; ///< elements an iteration, where 32 bits wrap around
    bool findsByParameter = false;
  };
  bool isCounted = false;
  Head head;

  struct Input {
    std::string name;
    const ir::Type *type = nullptr; ///< null: the field holds an address
    /// Not 0: that of room for elements of so many bytes, made for the
    /// iteration.
    uint64_t elementBytes = 0;
  };
  std::vector<Input> inputs;
  std::vector<uint64_t> operandBytes; ///< of the object of each operand
  size_t numRoots = 0;
  uint64_t rootBytes = 0; ///< of the first root, where it is of a derived class
  size_t numGivenArrays = 0; ///< that the host file hands over
  /// Arrays of the kernel's that stay on a device for later runs.
  std::vector<unsigned> staying;
};

} // namespace regtt::kernel
