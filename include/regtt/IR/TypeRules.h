/// Which types operators, steps and calls take, and what they give. Module's
/// factory functions assert these rules, the reader and the verifier report
/// what breaks them. Each answers with what is wrong, or an empty text.
#pragma once

#include "regtt/IR/Function.h"

namespace regtt::ir {

std::string fault(UnaryOp op, const Expr *operand);
std::string fault(BinaryOp op, const Expr *left, const Expr *right);
std::string faultOfLogical(const Expr *left, const Expr *right);
std::string fault(CastOp op, const Type *to, const Expr *operand);
std::string faultOfSelect(const Expr *condition, const Expr *whenTrue,
                          const Expr *whenFalse);
std::string faultOfCall(const Function *callee,
                        llvm::ArrayRef<const Expr *> arguments);
std::string fault(ReadOp op, const Place *container,
                  llvm::ArrayRef<const Expr *> arguments);
std::string fault(IntrinsicOp op, llvm::ArrayRef<const Expr *> arguments);
std::string faultOfAggregate(const Type *type,
                             llvm::ArrayRef<const Expr *> elements);
std::string faultOfLoad(const Place *place);
std::string faultOfAddress(const Place *place);
/// Of a step at a place of type `from`.
std::string fault(const Step &step, const Type *from);
std::string fault(const Root &root);

/// Of `e` itself, by the above; not of what it is made of.
std::string fault(const Expr *e);

/// Where `step` leads to from a place of type `from`; it has no fault.
const Type *typeAfter(const Step &step, const Type *from);
const Type *typeOf(const Root &root);

/// What Library.def says of a type; null where it says nothing.
const Type *elementOf(const Type *type);    ///< `[i]`
const Type *keyOf(const LibraryType *type); ///< null: any integer
/// How many elements an array has, the library's std::array among them; nothing
/// where the type does not say.
std::optional<uint64_t> lengthOf(const Type *type);
const Type *memberOf(const Type *type, llvm::StringRef name);
/// What a pointer, a reference, a link or a smart pointer leads to.
const Type *followedFrom(const Type *type);
bool liesInside(const LibraryType *type);

} // namespace regtt::ir
