// A function's own stack of nodes, however it is spelled: one of the library's
// containers, or an array with the number of its elements, or with a pointer.
//
//     std::stack<Node *> todo;       Node *todo[64];          Node *todo[64];
//     todo.push(n);                  todo[count++] = n;       *top++ = n;
//     n = todo.top(); todo.pop();    n = todo[--count];       n = *--top;
#pragma once

#include "regtt/IR/Module.h"

#include <llvm/ADT/DenseMap.h>

#include <optional>

namespace regtt::recognise {

/// How many elements a stack has: `value`, or `value` more than it had where a
/// way through the code begins that is looked at.
struct Height {
  bool isConstant = false;
  int64_t value = 0;
};

/// A number or a pointer that an element holds: the steps to it from there.
struct ElementPart {
  std::vector<ir::Step> steps;
  const ir::Type *type = nullptr;
  std::string name; ///< the last field's; empty of an element without fields
};

/// What is known of the stack's height at some place.
struct StackState {
  Height now;
  /// Variables of the lowering's that keep what it was.
  llvm::DenseMap<const ir::Variable *, Height> held;
};

struct OwnStack {
  const ir::Variable *storage = nullptr; ///< the container or the array
  /// The variable that counts its elements, or points behind the last; null of
  /// a container.
  const ir::Variable *top = nullptr;
  const ir::Type *element = nullptr;
  /// The first element is `storage[shift]` where `top` begins as 0: 1 where it
  /// is the number of the last one.
  int shift = 0;
  /// What `top` is where the stack is empty.
  int64_t bottom = 0;
  std::vector<ElementPart> parts;

  bool isContainer() const { return !top; }

  /// The height that `e` says; nothing where it says something else, and of a
  /// constant.
  std::optional<Height> heightOf(const ir::Expr *e,
                                 const StackState &state) const;
  /// What `top` is by `e`, a constant or the address of an element.
  std::optional<int64_t> topNumber(const ir::Expr *e) const;
  /// The number of the element that `place` begins with, and how many of its
  /// steps say so; nothing of other places.
  std::optional<std::pair<Height, size_t>>
  elementAt(const ir::Place *place, const StackState &state) const;

  /// What a condition says of the stack.
  struct Test {
    bool isEmpty = false; ///< it holds where the stack is empty
    Height asked;         ///< of which height
    int64_t bottom = 0;
  };
  std::optional<Test> testOf(const ir::Expr *e, const StackState &state) const;

  /// The parts of a value of an element's type; nothing where they cannot be
  /// told from each other.
  std::optional<std::vector<const ir::Expr *>>
  partsOf(ir::Module &module, const ir::Expr *value) const;
  /// Of what a container makes an element of, in its place.
  std::optional<std::vector<const ir::Expr *>>
  emplaced(ir::Module &module, llvm::ArrayRef<const ir::Expr *> values) const;
  /// An element's value, of its parts.
  const ir::Expr *whole(ir::Module &module,
                        llvm::ArrayRef<const ir::Variable *> parts) const;
  /// The part to which `steps` lead; -1 if they lead to none.
  int partAt(llvm::ArrayRef<ir::Step> steps) const;

  bool isNamedBy(const ir::Variable *variable) const {
    return variable && (variable == storage || variable == top);
  }

private:
  std::optional<Test> comparison(const ir::BinaryExpr &e,
                                 const StackState &state) const;
};

/// The stacks that `body` may have: its local containers and arrays that
/// something is pushed on and taken from. Which of them are stacks, their use
/// has to show.
std::vector<OwnStack> ownStacks(const ir::BlockStatement *body);

/// The number of a constant.
std::optional<int64_t> constantOf(const ir::Expr *e);

} // namespace regtt::recognise
