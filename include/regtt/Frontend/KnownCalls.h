/// What of C++ and its library is known to touch nothing but what it is handed,
/// as code that stays the host's uses it.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>

namespace regtt {

/// Numbers, pointers and enumerators, which others do not change meanwhile.
bool isScalar(clang::QualType type);

/// `most` of what hands it over as a constant.
const clang::Expr *withoutQualification(const clang::Expr *e);

/// Null: `e` names no variable, and nothing else.
const clang::VarDecl *namedVariable(const clang::Expr *e);

bool isInStd(const clang::Decl *decl);
/// Null: it is none, or depends on a template's parameters.
const clang::CXXRecordDecl *classOf(clang::QualType type);

/// Whether it is declared in std::chrono. May be null.
bool isOfChrono(const clang::Decl *decl);
/// std::vector and std::array, whose elements lie side by side.
bool isArrayClass(clang::QualType type);
/// Not of bool.
bool isVector(clang::QualType type);
bool isVectorOfNumbers(clang::QualType type);

/// Functions that know numbers alone, and what they print.
bool isOfNumbers(const clang::FunctionDecl *function,
                 const clang::ASTContext &context);
/// std::cout and its like.
bool isStream(const clang::VarDecl *variable);

} // namespace regtt
