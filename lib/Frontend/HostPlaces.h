// What the host file reads or writes at the annotated loop, and whether two
// such places may be one: by the fields and types they hold, and by the arrays
// they lie in.
#pragma once

#include "Builder.h"

namespace regtt {

/// A number or a pointer that is read or written: a field's, or one by itself.
struct Leaf {
  const clang::FieldDecl *field;
  clang::QualType type;
};
using Leaves = std::vector<Leaf>;

/// What an array is an element of, as far as that can be told by its name.
struct Storage {
  const clang::VarDecl *root = nullptr; ///< null: the member function's object
  llvm::SmallVector<const clang::ValueDecl *, 4> fields;
  bool known = false;
};

/// Whether two of them are certainly no part of each other.
bool apart(const Storage &a, const Storage &b);

class HostPlaces {
public:
  explicit HostPlaces(Builder &builder) : builder(builder) {}

  /// The numbers and pointers that `lvalue`, or the datum at `steps`, is made
  /// of.
  Leaves leavesOf(const clang::Expr *lvalue) const;
  Leaves leavesOf(const PathSteps &steps, clang::QualType type) const;

  /// By fields and types, whether some number of `a` may be one of `b`.
  bool mayMeet(const Leaves &a, const Leaves &b) const;

  /// A variable, or a field of one, and not of an element or behind a pointer:
  /// no array holds it.
  bool isOneObject(const clang::Expr *lvalue) const;

  /// Whether, in an iteration, `lvalue` is of the object that `path` starts in:
  /// what is read there ahead of the call is as it was, and afterwards as the
  /// call left it. What lies in the iteration's record is nobody else's,
  /// either.
  bool isOwn(const clang::Expr *lvalue, const Path &path) const;
  /// Whether `path` is in the iteration's record, where nothing of the user's
  /// code lies that runs outside of the call.
  bool isInRecord(const Path &path) const;

  /// By type and field, whether `container`, an object or a pointer to one, may
  /// be the container at `path`.
  bool mayBeContainer(const clang::Expr *container, const Path &path) const;

  /// Whether `lvalue` is, or is a part of, an element of a container that the
  /// body declares.
  bool isInOwnContainer(const clang::Expr *lvalue) const;

  /// Whether `lvalue` is something of the iteration's own that the traversal
  /// writes: the runtime checks that no other iteration reads or writes it.
  bool isOwnResult(const clang::Expr *lvalue) const;

  /// Whether `lvalue` is, or is a part of, an object that the iteration finds
  /// by the loop variable.
  bool isOwnObject(const clang::Expr *lvalue) const;

  /// Whether an iteration may read or write one by the other, by fields, types
  /// and names of variables.
  bool mayBeOne(const clang::Expr *lvalue, const clang::Expr *other) const;

  /// Whether both are the same object, or parts of it, in each iteration, and
  /// of different iterations different ones.
  bool isSame(const clang::Expr *a, const clang::Expr *b) const;

  /// The variable outside of arrays that holds `lvalue`; null if there is none.
  const clang::VarDecl *holderOf(const clang::Expr *lvalue) const;

  /// Whether `var` is declared in the annotated loop, or private to its
  /// iterations by a clause, and holds its value.
  bool isOfIteration(const clang::VarDecl *var) const;

  /// Whether all that is done with `var` is to count loops that set it first:
  /// no value that it has outlives one of them.
  bool isScratch(const clang::VarDecl *var) const;

  /// How the host file spells `lvalue`, which stands at the loop or in a
  /// function that is called there.
  std::string textOf(const clang::Expr *lvalue) const;

  /// A call of regtt_keep for what `s` overwrites at `target`; empty if that
  /// cannot be said ahead of it.
  std::string keepText(const clang::Stmt *s, const clang::Expr *target) const;

  /// Whether `lvalue` stands at the loop, and not in a function that it calls:
  /// its text means the same in the host file.
  bool isAtLoop(const clang::Expr *lvalue) const;

  /// Whether what `lvalue` holds may have been written as anything.
  static bool isInUnion(const clang::Expr *lvalue);

  /// The array that `lvalue` is an element, or a part of an element, of; null.
  const clang::Expr *elementBase(const clang::Expr *lvalue) const;

  /// The array or container that holds `e`, if it has storage of its own.
  Storage storageOf(const clang::Expr *e) const;

  /// Whether `lvalue` is a variable, or a field of one, that all iterations
  /// share: it lies in one place, whatever it holds.
  bool isSharedVariable(const clang::Expr *lvalue) const;

  /// Whether `lvalue` can only be reached through a pointer or a reference of
  /// which it is not known where it leads: it may be any object of its type.
  bool isAnywhere(const clang::Expr *lvalue) const;

  /// Whether code may reach `var` by another name: its address is taken in the
  /// function around the loop, or it is visible elsewhere.
  bool escapes(const clang::VarDecl *var) const;

  /// Whether an object of `type` has storage of its own.
  static bool owns(clang::QualType type);

private:
  bool isInOperand(const clang::Expr *lvalue,
                   const QueryOperand &operand) const;
  bool isInFound(const clang::Expr *lvalue, const QueryOperand &operand) const;
  bool isOwnSlice(const clang::Expr *lvalue, const QueryOperand &operand) const;
  const clang::Expr *startsAs(const clang::Expr *pointer) const;
  const clang::Expr *pointsInto(const clang::Expr *pointer) const;
  bool isWithin(const clang::Expr *index, int count) const;
  bool isOwnElement(const clang::Expr *lvalue, const Path &path) const;
  bool compatible(clang::QualType a, clang::QualType b) const;

  Builder &builder;
};

/// `e`, or the array whose element it is, where that is a part of an object.
const clang::Expr *wholeArray(const clang::Expr *e);

/// Whether a member is a reference: what it names is no part of the object.
bool isElsewhere(const clang::MemberExpr *member);

/// The field that a path ends in; null where there is none.
const clang::FieldDecl *lastField(const PathSteps &steps);

} // namespace regtt
