// The arithmetic types of C++ and what it makes of them by itself.
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/APSInt.h>

namespace regtt::cpp {

/// The type that a text has, and what is known of its value beside that.
struct TextType {
  /// No enum (they are printed as integers) and no link (as pointers are).
  const ir::Type *type = nullptr;
  unsigned bitWidth = 0;             ///< of a bit-field; 0 of all else
  std::optional<llvm::APSInt> value; ///< of an integer's literal
  bool isConstant = false;           ///< made of literals alone
};

/// The underlying integer of an enum; else the type itself.
const ir::Type *plain(const ir::Type *type);

bool isArithmetic(const ir::Type *type);
/// Of two bytes: arithmetic is another type's.
bool isHalf(const ir::Type *type);

/// Whether every value of `from` is one of `to`.
bool holds(const ir::Type *to, const TextType &from);

/// Whether converting a text to `through` and then to `to` is converting it to
/// `to`, so that the first conversion need not be written.
bool composes(const TextType &from, const ir::Type *through,
              const ir::Type *to);

/// Whether a number has a literal of type int.
bool isInt(const llvm::APSInt &value);

/// C++'s integer promotions: `char` is computed with as `int`.
const ir::Type *promoted(const TextType &from, const ir::Module &module);

/// C++'s usual arithmetic conversions; null where there is none.
const ir::Type *common(const TextType &a, const TextType &b,
                       const ir::Module &module);

} // namespace regtt::cpp
