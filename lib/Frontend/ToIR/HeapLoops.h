// Binary heaps of numbers, or of pairs of them, that lie side by side: the
// loops that libstdc++ makes of std::push_heap and the like.
#pragma once

#include "ElementLoops.h"

namespace regtt::toir {

class HeapLoops {
public:
  /// `first` leads to the elements; `isGreater`: the least is in front.
  HeapLoops(Body &body, const ir::Expr *first, bool isGreater);

  // `count`: the elements, a number that stays what it is.
  void push(const ir::Expr *count);
  void pop(const ir::Expr *count);
  void sort(const ir::Expr *count);
  void make(const ir::Expr *count);

private:
  const ir::Place *at(const ir::Expr *number);
  const ir::Expr *less(const ir::Place *a, const ir::Place *b);
  const ir::Expr *sum(const ir::Expr *e, int64_t by);
  const ir::Expr *half(const ir::Expr *e);
  void move(const ir::Expr *to, const ir::Expr *from);
  void repeat(const ir::Expr *condition, llvm::function_ref<void()> emit);
  void up(const ir::Variable *hole, const ir::Expr *top,
          const ir::Variable *value);
  void down(const ir::Expr *top, const ir::Expr *count,
            const ir::Variable *value);

  Body &body;
  ElementLoops loops;
  const ir::Expr *first;
  const ir::Type *index;
  bool isGreater;
  ir::Location here;
};

} // namespace regtt::toir
