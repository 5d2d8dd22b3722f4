/// Places: where a value lies. A root and the steps from there, `%n->left->x`.
///
/// There is one form for each spelling of a place, which Module's factory
/// functions bring about: `(*p).x`, `p->x` and `p[0].x` are the variable p, a
/// step through it without an offset, and the field; `*&x` is x.
#pragma once

#include "regtt/IR/Expr.h"

#include <variant>

namespace regtt::ir {

struct Global;

/// A variable of a function: a declaration, not a name. Two blocks with an
/// `acc` have two variables, and a printer tells them apart.
struct Variable {
  enum Kind {
    Let,      ///< has one value; its address is not taken
    Local,    ///< a place
    Parameter ///< a place that starts as the argument
  };
  const Kind kind;
  const std::string name; ///< the user's
  const Type *type;
  bool isConst = false, isVolatile = false;
  bool isRegister = false; ///< it has no address
  Location loc;

  Variable(Kind kind, llvm::StringRef name, const Type *type, Location loc)
      : kind(kind), name(name.str()), type(type), loc(loc) {}

  /// Whether nothing ever changes it, so that its name is its value.
  bool isFixed() const { return kind == Let || type->isReference(); }
};

//===--- Roots ------------------------------------------------------------===//

/// `(*e)`: what the value of `pointer` leads to.
struct PointeeRoot {
  const Expr *pointer;
};

/// What passes find that a place belongs to: `node(0: @Node).x`.
struct DataRoot {
  enum Kind {
    Node,    ///< the node that is visited; of node array `number`
    Own,     ///< operand `number` of this iteration
    Shared,  ///< datum `number` of what all iterations share
    Element, ///< of array `number`, at `index`
    Host,    ///< datum `number` of the host's
    Linked   ///< of another node, to which the link `index` leads
  } kind;
  unsigned number;
  const Type *type;
  const Expr *index = nullptr; ///< of an Element, a Linked; null of all others
};

llvm::StringRef textOf(DataRoot::Kind kind);

/// A string literal is where its characters lie.
using Root = std::variant<const Variable *, const Global *, const StringExpr *,
                          PointeeRoot, DataRoot>;

//===--- Steps ------------------------------------------------------------===//

/// `.x`, or `.@Base`: into a field of the struct at the place so far.
struct FieldStep {
  const Field *field;
};

/// `[i]`: to an element of the array at the place so far.
struct IndexStep {
  const Expr *index;
};

/// `->` or `[i]`: to what the pointer, reference, link or smart pointer at the
/// place so far leads to, or `offset` objects further.
struct DerefStep {
  const Expr *offset; ///< null: none
};

/// `[i]`: to an element of the library's container at the place so far.
struct ElementStep {
  const Expr *index;
};

/// `.first`: into the library's object at the place so far, as Library.def has
/// it.
struct MemberStep {
  llvm::StringRef name;
};

/// `.(lib "rt::list" <ptr @Item, 16, -1>)`: to the list that begins with the
/// pointer at the place so far, or to the ring whose head lies there, seen as a
/// container of pointers to its elements, the null one or the head at its end
/// among them. The arguments of `list`: a pointer to an element, where in it
/// the pointer to the next one lies, and, of a ring, what that leads to; else
/// -1.
struct ListStep {
  const LibraryType *list;
};

using Step = std::variant<FieldStep, IndexStep, DerefStep, ElementStep,
                          MemberStep, ListStep>;

/// Immutable; Module's factory functions make and own it.
struct Place {
  const Root root;
  const llvm::ArrayRef<Step> steps;
  const Type *const type;
  const bool isVolatile;

  const Variable *variable() const {
    const auto *found = std::get_if<const Variable *>(&root);
    return found ? *found : nullptr;
  }
  const Global *global() const {
    const auto *found = std::get_if<const Global *>(&root);
    return found ? *found : nullptr;
  }
  /// The variable that it is as a whole; null of other places.
  const Variable *wholeVariable() const {
    return steps.empty() ? variable() : nullptr;
  }
  /// Whether a pointer is followed on the way, by the root or by a step.
  bool isIndirect() const;
  /// The bit-field that it is; null of other places.
  const Field *bitField() const;
};

} // namespace regtt::ir
