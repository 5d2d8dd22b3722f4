/// Regions: which memory a place is, as far as an analysis of a loop can say.
/// A place names memory in the words of one function at one moment; a region
/// names it in the words of the function that holds the loop, and means the
/// same memory all the time:
///
///     double *p = &rows[i];     // p leads to the region rows-> [i]
///     set(p, 1.0);              // in set(), *to is that region, too
///
/// What cannot be said so is a region of which only types are known.
#pragma once

#include "regtt/IR/Place.h"

#include <memory>
#include <vector>

namespace regtt::ir {

struct Region;

/// An integer, as far as is known which one it is in each iteration.
struct Number {
  enum Kind {
    None,   ///< there is no value yet
    Any,    ///< not known
    Affine, ///< scale * (the loop variable `of`) + what is in [low, high]
    Held,   ///< what lay at `held` before the loop, which does not change it
    Chosen, ///< where the pointer `of` leads, which each iteration sets once
    Linked, ///< where the loop variable `of` leads, which follows a chain: to
            ///< another object in each iteration, beside which is nothing known
    Below,  ///< from 0 on, and below what is held
    Row     ///< what is held times the loop variable `of`, or what follows that
            ///< below the next such number, as `span` says
  } kind = None;
  int64_t scale = 0, low = 0, high = 0;
  const Variable *of = nullptr; ///< null where nothing varies
  std::shared_ptr<const Region> held;
  /// Of a row of elements.
  enum Span {
    Start,   ///< its first, if it has any
    End,     ///< where the next row begins
    Some,    ///< one of them, if it has any
    Inside,  ///< one of them
    Checked, ///< one of them, whatever is added: that is checked at run time
  } span = Start;

  static Number any();
  static Number constant(int64_t value) { return within(value, value); }
  static Number within(int64_t low, int64_t high);
  static Number counter(const Variable *of);
  static Number heldAt(const Region &region);
  static Number chosenBy(const Variable *pointer);
  static Number linkedBy(const Variable *pointer);
  /// `held` is such a number: one from 0 on that is below it.
  static Number below(const Number &held);
  /// Of where a row begins: any of its elements.
  static Number checkedRow(const Number &start);

  bool isWithin() const { return kind == Affine && scale == 0; }
  bool isConstant() const { return isWithin() && low == high; }
  bool operator==(const Number &other) const;
};

Number sum(const Number &a, const Number &b);
Number negative(const Number &a);
Number product(const Number &a, const Number &b);
/// What is known where it may be either.
Number join(const Number &a, const Number &b);
/// Whether no value of one is a value of the other.
bool areApart(const Number &a, const Number &b);
/// Whether the two are different in different iterations: a in one, b in
/// another.
bool differInIterations(const Number &a, const Number &b);

/// One step from the object at the region so far.
struct RegionStep {
  enum Kind {
    Field,   ///< into a member or a base of a struct
    Member,  ///< into a part of the library's object, by name
    Index,   ///< to an element that lies in the object itself
    Element, ///< to an element that the library's container owns
    Deref,   ///< to what the pointer there led to before the loop
    Part     ///< to some bytes in it, or beside it in its array
  } kind;
  const Type *type; ///< of the region then
  Number index;     ///< of Index, Element and Deref
  const ir::Field *field = nullptr;
  llvm::StringRef member = {};

  RegionStep(Kind kind, const Type *type, Number index = {})
      : kind(kind), type(type), index(std::move(index)) {}
  explicit RegionStep(const ir::Field *field)
      : kind(Field), type(field->type), field(field) {}

  /// Whether what follows lies outside of the object so far.
  bool leaves() const { return kind == Element || kind == Deref; }
  bool operator==(const RegionStep &other) const;
};

struct Region {
  enum Root {
    OfVariable, ///< of a function's call: `frame` tells calls apart
    OfGlobal,
    OfText, ///< a string literal
    Unknown ///< anything that pointers may lead to
  } root = Unknown;
  const void *what = nullptr; ///< the Variable, Global or StringExpr
  unsigned frame = 0;
  std::vector<RegionStep> steps;
  const Type *type = nullptr;

  static Region of(const Variable *variable, unsigned frame);
  static Region of(const Global *global);
  static Region unknown(const Type *type);

  const Variable *variable() const {
    return root == OfVariable ? static_cast<const Variable *>(what) : nullptr;
  }
  bool hasSameRoot(const Region &other) const {
    return root == other.root && what == other.what && frame == other.frame;
  }
  /// Whether it lies in the variable or global itself.
  bool isDirect() const;
  /// Whether it lies there, or in what containers there own.
  bool isHeld() const;
  /// The region without the steps from `count` on.
  Region prefix(size_t count) const;
  Region then(RegionStep step) const;
  bool operator==(const Region &other) const;
};

/// Whether each iteration has one such place, which is known ahead of the loop.
bool isExact(const Region &region);

/// `rows->[i].x`, for tests and messages.
std::string toString(const Number &number);
std::string toString(const Region &region);

/// Of a container's type: whether its elements are in memory that nothing else
/// has. Those of a std::span are another's.
bool ownsElements(const Type *type);

} // namespace regtt::ir
