// Where iteration i of the annotated loop finds its objects: recognises what
// the loop's call passes, and what the traversal reaches by the loop variable.
#pragma once

#include "Builder.h"

namespace regtt {

/// One iteration's object in an operand of the loop, or a part of it.
struct OperandPart {
  unsigned number; ///< index into QueryLoop::operands
  PathSteps steps; ///< fields from the operand's object
  clang::QualType type;
  bool copied = false; ///< the loop's variable is a copy of it
};

/// What `argument` refers to (`q[i]`, `q[i].hits`, `*p[i]`) or, if `byPointer`,
/// points at (`&q[i]`, `q + i`, `&out[K * i]`, `p[i]`). Nothing if that is not
/// found by the loop variable in an array.
std::optional<OperandPart>
findOperand(Builder &builder, const clang::Expr *argument, bool byPointer);

/// The same before it is an operand of the loop.
struct LocatedPart {
  QueryOperand operand;
  PathSteps steps;
  clang::QualType type;
  bool copied = false;

  /// Where the iterations' lie, if not behind pointers.
  HostRead place() const;
};

/// What the lvalue `e` is, if it is found by the loop variable in an array.
std::optional<LocatedPart> locateOperand(Builder &builder,
                                         const clang::Expr *e);

/// What the pointer `e` leads to, if that is.
std::optional<LocatedPart> locatePointee(Builder &builder,
                                         const clang::Expr *e);

/// `factor * var`, `var * factor` or `var`, with a constant factor of at least
/// one; 0 for anything else.
int multipleOf(const clang::Expr *index, const clang::VarDecl *var,
               const clang::ASTContext &context);

/// Whether something in `index` is computed in an unsigned type that wraps
/// around ahead of the ends of memory.
bool wrapsIn32(const clang::Expr *index, const clang::ASTContext &context);

/// The datum at `steps` of the operand, or the whole operand; of type `type`
/// where that is not the user's; its `address` instead. Returns its index in
/// Traversal::paths.
unsigned queryPath(Model &model, unsigned operand, const PathSteps &steps,
                   clang::SourceLocation loc, clang::QualType type = {},
                   bool address = false);

/// The type of that datum.
clang::QualType operandDatum(const QueryLoop &loop, unsigned operand,
                             const PathSteps &steps);

/// How operand `number` is spelled; also of what is none: the loop variable,
/// and what an iteration keeps for itself.
QueryOperand operandOf(const QueryLoop &loop, unsigned number);

/// Adds what an iteration keeps as long as it runs. Returns its `number`.
unsigned addScratch(QueryLoop &loop, clang::QualType type,
                    llvm::StringRef name);

/// What the emitted code calls an iteration's data.
void nameQuery(Model &model);

/// Adds an operand, if the loop has it not yet. Returns its number.
unsigned addOperand(QueryLoop &loop, QueryOperand operand);

} // namespace regtt
