// Which object of an iteration's own a parameter of the traversal is bound to.
#pragma once

#include "Builder.h"
#include "QueryOperands.h"

#include <optional>

namespace regtt {

/// The object that `param` is bound to, or a part of one, where the loop hands
/// `first`; nothing where each iteration has none.
std::optional<OperandPart> findOwnObject(Builder &builder,
                                         const clang::ParmVarDecl *param,
                                         const clang::Expr *first);

/// What no array holds at the loop variable: an object that the host file finds
/// for each iteration, or a value that it computes. `changes`: the traversal
/// may write to it.
std::optional<OperandPart> foundAhead(Builder &builder,
                                      const clang::ParmVarDecl *param,
                                      const clang::Expr *first, bool changes);

/// Whether the loop passes a variable of the body's own that the traversal may
/// write.
bool isOwnResult(const Builder &builder, const clang::ParmVarDecl *param,
                 const clang::Expr *first);

/// Whether `object` is, or lies in, a value of the body's own, which is gone
/// when the traversals run.
bool isOwnLocal(const Builder &builder, const clang::Expr *object);

/// Whether the loop passes its variable, as a number.
bool isLoopNumber(const Builder &builder, const clang::ParmVarDecl *param,
                  const clang::Expr *first);

/// Whether a parameter of type `type` can be bound to an object of `object`:
/// not if it is converted, to its base class or another number.
bool fits(const clang::ASTContext &context, clang::QualType type,
          clang::QualType object);

/// Of `&x`, x; an array's name.
const clang::Expr *pointedAt(const clang::Expr *object);

} // namespace regtt
