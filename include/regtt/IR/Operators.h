/// Operators that combine the contributions of several iterations or nodes, and
/// the laws that they obey. Operators.def is the one table.
#pragma once

#include "regtt/IR/Expr.h"

#include <optional>

namespace regtt::ir {

enum class Combiner {
#define COMBINER(NAME, TEXT, OPERATOR, INVERSE) NAME,
#include "regtt/IR/Operators.def"
};
llvm::StringRef textOf(Combiner combiner);

/// For which values a law holds, bit for bit.
enum class Holds {
  Always,
  WithoutNaN,      ///< if none of them is NaN
  WithoutNaNZeros, ///< if none is NaN, and -0 does not meet +0
  Never
};

/// What is known of an operator on the types of one class.
struct Laws {
  enum Of { Bool, Integer, Float };
  enum Identity { Zero, MinusZero, One, AllOnes, Lowest, Highest };
  Identity identity; ///< combined with x, from either side, it gives x
  Holds isIdentity;
  bool isExact;                ///< no result is rounded
  Holds associative;           ///< (a b) c is a (b c)
  Holds commutative;           ///< a b is b a
  Holds idempotent;            ///< a a is a
  llvm::StringRef nan, equals; ///< what comes of NaN, and of values that are
                               ///< equal; empty where there is nothing to say
};

/// Null where the operator does not take such values.
const Laws *lawsOf(Combiner combiner, Laws::Of values);
std::optional<Laws::Of> lawClassOf(const Type *type);

/// The one that `op` is; nothing of what does not combine, such as sub.
std::optional<Combiner> combinerOf(BinaryOp op);

/// What undoes it, exactly where its laws say it is exact: sub of add.
std::optional<BinaryOp> inverseOf(Combiner combiner);

} // namespace regtt::ir
