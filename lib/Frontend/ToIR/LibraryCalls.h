// Calls of the library's functions, as Library, Containers and Iterators look
// at them.
#pragma once

#include "Body.h"

namespace regtt::toir {

/// A call, a method's object apart from its arguments; without default ones.
struct LibraryUse {
  LibraryUse(const clang::CallExpr *e, const clang::FunctionDecl *callee);

  const clang::CallExpr *e;
  const clang::FunctionDecl *callee;
  const clang::CXXMethodDecl *method; ///< null: no method
  const clang::Expr *object = nullptr;
  std::vector<const clang::Expr *> arguments;
  llvm::StringRef name; ///< empty of operators
  clang::OverloadedOperatorKind operation;

  const ir::Place *objectPlace(Body &body) const;
  clang::QualType objectType() const; ///< null: no object
};

/// Each says whether it knows the call; if so, what that gives.
const ir::Expr *containerCall(Body &body, const LibraryUse &use, bool isUsed,
                              bool &isKnown);
const ir::Expr *iteratorCall(Body &body, const LibraryUse &use, bool isUsed,
                             bool &isKnown);
const ir::Expr *algorithmCall(Body &body, const LibraryUse &use, bool isUsed,
                              bool &isKnown);
/// The same of function objects, and of values that are compared and summed up
/// as they are.
const ir::Expr *appliedAlgorithm(Body &body, const LibraryUse &use, bool isUsed,
                                 bool &isKnown);
/// `e` as a number of that type, or the same; null: that may call something.
const ir::Expr *convertedTo(Body &body, const ir::Type *type,
                            const ir::Expr *e);
/// `a < b` of the library's pairs and tuples of numbers; null of anything else.
const ir::Expr *pairComparison(Body &body, clang::OverloadedOperatorKind kind,
                               const clang::Expr *a, const clang::Expr *b);
/// Whether it is a number, or a pair of such.
bool isNumberOrPair(const ir::Type *type);
/// `a < b` of what is.
const ir::Expr *lessThan(Body &body, const ir::Place *a, const ir::Place *b);

/// The same of what has parts that lie where `a` and `b` refer to.
const ir::Expr *comparisonOfParts(Body &body,
                                  clang::OverloadedOperatorKind kind,
                                  llvm::ArrayRef<const ir::Expr *> a,
                                  llvm::ArrayRef<const ir::Expr *> b);
/// strlen, memcmp and the like.
const ir::Expr *textCall(Body &body, const LibraryUse &use, bool &isKnown);
/// The conversion of a std::string to a view of it.
bool isViewOfString(const clang::CXXMemberCallExpr *e);
/// `a == b` of strings and pointers to characters; null of anything else.
const ir::Expr *textComparison(Body &body, clang::OverloadedOperatorKind kind,
                               const clang::Expr *a, const clang::Expr *b);
/// Whether of the integer `e` nothing but its sign is looked at.
bool onlySignIsUsed(Body &body, const clang::Expr *e);
/// `lt` for `<`; nothing for what is no comparison.
std::optional<ir::BinaryOp> comparisonOf(clang::OverloadedOperatorKind kind);
/// A std::unique_ptr or std::shared_ptr that holds a pointer as it is.
bool isSmartPointer(clang::QualType type);
/// The iterator that is handed over where `e` is: no object is made of what is
/// only made to be handed over, and none is taken for a base that iterators of
/// one kind have.
const clang::Expr *iteratorIn(const clang::Expr *e);
/// Where an iterator or a smart pointer leads to; and what else is a place.
const ir::Place *iteratorPlace(Body &body, const LibraryUse &use,
                               bool &isKnown);
/// Of `v.at(i)`: whether an element is proved to be there.
bool isThere(Body &body, const LibraryUse &use);
/// Whether the host evaluates what is lowered, where it may throw.
bool isAskedByHost(Body &body);
/// The function of the user's that orders a queue; null where there is none, or
/// it is not known.
const ir::Function *orderOf(Body &body, const LibraryUse &use);
const ir::Expr *callByName(Body &body, const LibraryUse &use, bool isUsed);

} // namespace regtt::toir
