// Arrays that all iterations share, as the loop's host code names them
// (SharedArrays.cpp), and rows of them: pointers to an element that each
// iteration chooses (Rows.cpp).
#pragma once

#include "Builder.h"

namespace regtt {

/// Letters and digits of an array's text, as a name.
std::string arrayName(llvm::StringRef text);

/// The array that the host file calls `text`, a pointer, an array or a
/// container of type `type`. Its extent is empty if it is not known; nothing if
/// `type` is none of these.
std::optional<DataArray> arrayAt(const Builder &builder, clang::QualType type,
                                 const std::string &text,
                                 const clang::NamedDecl *decl,
                                 clang::SourceLocation loc);

/// Adds `array` to the traversal under a name of its own. Returns its number.
unsigned addArray(Traversal &traversal, DataArray array);

/// The same of a shared one, whose extent has to be known: else there is a
/// diagnostic.
unsigned addSharedArray(Builder &builder, DataArray array);

/// A row of an array that iterations share, to which the pointer `first` leads
/// at the loop: `&x[i * width]`, `x + offsets[i]`. Nothing if it is none.
/// `name`: what its start is called.
std::optional<unsigned> rowOf(Builder &builder, const clang::Expr *first,
                              llvm::StringRef name);

/// Whether `body` reaches more through the pointer `var` than the one object
/// that it points to. What it hands to calls of which `isHandedOn` holds does
/// not count.
bool isWalked(const clang::Stmt *body, const clang::VarDecl *var,
              llvm::function_ref<bool(const clang::CallExpr *)> isHandedOn,
              const clang::ASTContext &context);

} // namespace regtt
