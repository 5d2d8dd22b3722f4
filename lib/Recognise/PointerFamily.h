// Pointers that are moved along one array, as the numbers of its elements.
#pragma once

#include "PointedArrays.h"

#include "regtt/IR/Mapper.h"

#include <llvm/ADT/SetVector.h>

namespace regtt::recognise {

/// Variables of one pointer type all of whose values lead into one array, and
/// what stands for them in a copy of the code:
///
///     var %s: ptr i8 = load %text       var %s: i64 = 0
///     store %s = addressof %s[1]    ->  store %s = add(load %s, 1)
///     if load (*%s) { ... }             if load %text[load %s] { ... }
///
/// Whoever copies asks it for expressions, places and statements, ahead of the
/// mapper, and adds and removes members ahead of the copy.
class PointerFamily {
public:
  /// `array` is called as the copy calls it.
  PointerFamily(ir::Module &module, ir::Mapper &copy, const ir::Type *type,
                PointedArray array = {})
      : module(module), copy(copy), type(type), array(array),
        index(module.intType(ir::IntType::I64)) {}

  llvm::SetVector<const ir::Variable *> members;
  /// Whether members may be null: the least of all numbers.
  bool isNullable = false;

  void leadInto(const PointedArray &whole) { array = whole; }
  /// What the copy has for a member that it does not declare.
  void stands(const ir::Variable *member, const ir::Variable *number) {
    numbers[member] = number;
  }

  /// The variable that `place` is an element behind, and which one it is.
  static const ir::Variable *behind(const ir::Place *place,
                                    const ir::Expr *&offset);

  bool has(const ir::Variable *variable) const {
    return variable && members.contains(variable);
  }
  /// Whether `e` is made of members alone, or leads into the array by its name.
  bool derives(const ir::Expr *e) const;
  /// The member that `s` itself gives a value of something else.
  const ir::Variable *setElsewise(const ir::Statement *s) const;

  //===--- What the copy has instead; null and nothing: what it has of all ===//

  /// Which element `e`, which derives from the members, leads to.
  const ir::Expr *number(const ir::Expr *e);
  const ir::Expr *expr(const ir::Expr *e);
  const ir::Place *place(const ir::Place *place);
  std::optional<std::vector<ir::Statement *>> statement(const ir::Statement *s);

private:
  const ir::Expr *numberIn(const ir::Variable *variable, ir::Location loc);
  const ir::Expr *further(const ir::Expr *number, const ir::Expr *offset);
  const ir::Expr *fromBase(const ir::Expr *e);
  const ir::Expr *base(ir::Location loc);
  const ir::Expr *nullNumber(ir::Location loc);
  const ir::Expr *isNull(const ir::Expr *e);
  const ir::Expr *askedForNull(const ir::Expr *e);
  const ir::Variable *declare(const ir::Variable *local);
  std::optional<ElementPointer> named(const ir::Expr *e) const;

  ir::Module &module;
  ir::Mapper &copy;
  const ir::Type *const type;
  PointedArray array;
  const ir::IntType *const index;
  llvm::DenseMap<const ir::Variable *, const ir::Variable *> numbers;
};

} // namespace regtt::recognise
