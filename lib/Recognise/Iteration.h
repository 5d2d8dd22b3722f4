// What one iteration of an annotated loop does, as the program that holds the
// loop has it: what stands before the calls of the traversal and the conditions
// on the way to them, the calls, and what follows.
//
//     parallel each %q: ref @Query in (*%queries) {
//       if load %q->isDone { continue }             levels[1].condition,
//       negated let %r: f32 = mul(load %q->r, 0x1p1:f32)    levels[1].before
//       call @within(%q, load %root, %r)            call
//       store %q->sum = ...                         levels[1].after
//     }
//
// Engines run what stands before for all iterations, then all calls, then what
// follows; whether that may be is LoopOrder's question.
#pragma once

#include "LoopCalls.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>

#include <string>

namespace regtt::recognise {

using Statements = std::vector<const ir::Statement *>;

/// The loop's body itself, or what is left of it under a condition.
struct Level {
  const ir::Expr *condition = nullptr;     ///< null of the body itself
  const ir::IfStatement *choice = nullptr; ///< that asks for it
  bool isNegated = false; ///< the calls are made where it is false
  Statements before, after;
  Statements otherwise; ///< runs where the calls are not made
};

/// What an iteration has of its own: an object, or a value.
struct Operand {
  std::string name;   ///< the parameter's
  std::string prefix; ///< before a field, as the user writes it: `q->`
  std::string text;   ///< of it as a whole; empty: what `prefix` is before
  const ir::Type *type = nullptr;

  /// Where an iteration finds it.
  enum Form {
    Element, ///< of an array, at the loop variable, or of what the loop is over
    Local,   ///< a variable of the body's, which calls write
    Address, ///< `expr` leads to it
    Value,   ///< `expr` is it
    Room     ///< the host file makes it, with `expr` elements: `local`
  } form = Value;
  /// Of an Element: what holds the elements, all the same in all iterations;
  /// null: what the loop is over.
  const ir::Place *array = nullptr;
  const ir::Expr *base = nullptr; ///< the same as a pointer, where it is one
  std::string arrayName;   ///< of the variable or the field that holds them
  bool isIndirect = false; ///< elements are pointers to the objects
  uint64_t extent = 0; ///< elements side by side are one iteration's; 0: one is
  bool wraps = false;  ///< its index is computed in 32 bits that wrap around
  const ir::Type *computed = nullptr; ///< of several: the type of their index
  bool isByParameter = false; ///< the traversal finds it, by its own parameter
  const ir::Variable *local = nullptr;
  const ir::Expr *expr = nullptr;
  const ir::Expr *origin = nullptr; ///< `expr`, followed back through locals
};

bool isSame(const Operand &a, const Operand &b);

struct Iteration {
  /// What the loop's head counts, or what it goes over.
  const ir::Variable *counter = nullptr;
  /// Of a loop without a traversal over values: the variable that has a copy of
  /// each, if the body leaves it alone; else null.
  const ir::Variable *headVariable = nullptr;
  std::vector<Level> levels{1};
  /// From the first to the last of several statements with calls; or the one
  /// that the call is.
  Statements calls;
  const ir::CallStatement *call = nullptr; ///< the first
  /// There are several, or one that is made somehow: what stands from the first
  /// to the last is a program, which engines run for each iteration.
  bool isProgram = false;
  /// The body calls no traversal: all of it is the program.
  bool isNested = false;
  std::vector<Operand> operands;
  InlinedCalls inlined;
  /// Temporaries of the program that what follows it names: the text of the
  /// call that each is the value of (ProgramStores.cpp).
  llvm::MapVector<const ir::Variable *, ir::Location> values;

  /// Where the text of the body makes the call: the function that holds it may
  /// have been inlined.
  ir::Location textOf(const ir::CallStatement *call) const {
    const auto found = inlined.texts.find(call);
    return found == inlined.texts.end() ? call->loc : found->second;
  }
  /// The calls of the program, in the order of its text.
  std::vector<const ir::CallStatement *> allCalls() const;
  /// Lets the program go on as long as the temporaries that its calls set are
  /// read: `store %sum = add(load %sum, %t)`.
  void takeResults();
  /// Lets the program begin where `variable` is declared; false: that is in
  /// another level.
  bool takeFrom(const ir::Variable *variable);
  /// Lets the program reach from where `variable` is declared to where it is
  /// named last; false: it is declared in another level.
  bool takeAll(const ir::Variable *variable);
  /// Makes a program of all that names pointers to nodes whose addresses calls
  /// are handed.
  void takeKeptNodes();
  /// The same of what names vectors of the body's that are a program's own.
  void takeLocalVectors();
  bool isOfHost(const ir::Variable *variable) const;
  /// Whether the program declares it.
  bool isOfProgram(const ir::Variable *variable) const;
  /// Whether the program may change it.
  bool isChanged(const ir::Variable *variable) const;
  /// Whether the program may go on with the loop's next iteration.
  bool goesOnEarly() const;
  /// Whether what follows the program names it.
  bool isUsedAfter(const ir::Variable *variable) const;

  /// What data of the operand are called after.
  static llvm::StringRef nameOf(const Operand &operand) {
    return !operand.name.empty()        ? llvm::StringRef(operand.name)
           : !operand.arrayName.empty() ? llvm::StringRef(operand.arrayName)
                                        : "value";
  }
};

using KeptNodes = llvm::SetVector<const ir::Variable *>;

/// The variable whose value `e` is, or may be, of those that keep nodes; null:
/// none.
const ir::Variable *copiedFrom(const ir::Expr *e, const KeptNodes &kept);

/// Calls `found` with each variable, not yet one of those that keep nodes, that
/// statements set to what one of them leads to.
void forEachCopy(llvm::ArrayRef<const ir::Statement *> statements,
                 const KeptNodes &kept,
                 llvm::function_ref<void(const ir::Variable *)> found);

/// The body of `loop` taken apart. `refuse` is told what cannot be.
Iteration iterationOf(const ir::Statement *loop, InlinedCalls inlined,
                      llvm::function_ref<void(Message)> refuse);

const ir::BlockStatement *bodyOf(const ir::Statement *loop);
void setBody(ir::Statement *loop, ir::BlockStatement *body);

} // namespace regtt::recognise
