// The head of an annotated loop: what its variable begins with, what an
// iteration adds, and what ends it.
//
//     for { var %i: i32 = 0:i32 } while lt(load %i, load %n) step {
//       store %i = add(load %i, 2:i32) } { ... }
//                                  first 0, step 2, test lt, last n
//
// Taken are numbers that count up or down by a constant, pointers and iterators
// that go over elements, pointers that follow a chain (`q = q->next`), and
// loops over arrays and containers.
#pragma once

#include "../Iteration.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace regtt::recognise {

struct LoopHead {
  enum Kind { Number, Pointer, Iterator, Chain } kind = Number;
  const ir::Variable *counter = nullptr;
  bool isDeclared = false; ///< in the head
  bool isSet = true;       ///< there; else the loop goes on from what it is
  const ir::Expr *first = nullptr, *last = nullptr;
  int step = 0; ///< what an iteration adds; less than zero: down
  const ir::LoadExpr *next = nullptr;   ///< of a chain: `load (*%q).next`
  bool countsInTest = false;            ///< `i-- > 0`
  bool stepsAhead = false;              ///< `--i > 0`: the first is one less
  ir::BinaryOp test = ir::BinaryOp::Lt; ///< of the counter and the last
  const ir::Type *compared = nullptr;   ///< what the test compares numbers in
  /// What the head declares besides it.
  std::vector<const ir::Variable *> others;
  std::vector<const ir::Expr *> otherValues;
  bool setsOthers = false; ///< which are declared outside of it
  const ir::Variable *bound =
      nullptr; ///< that of them that ends it, if one does

  bool isInclusive() const {
    return test == (step > 0 ? ir::BinaryOp::Le : ir::BinaryOp::Ge);
  }
};

/// Nothing: `refuse` is told why.
std::optional<LoopHead> loopHead(ir::Module &module,
                                 const ir::LoopStatement &loop,
                                 const ir::Variable *counter,
                                 llvm::function_ref<void(Message)> refuse);

/// `i < next()`, where nothing is known of what the call does.
Message unknownInHead(const ir::CallStatement &call);

} // namespace regtt::recognise
