// Binary heaps as libstdc++ keeps them: each step moves the same elements, so
// that equal ones come out in the same order. Elements above a new one go down
// until it is in place; where the first is taken, greater children go up into
// its hole (the right one of equals), and the last element goes up from the
// leaf that is left. rt::pushHeap and rt::popHeap do the same.
//
//     std::push_heap(v.begin(), v.end())
//  -> var %added: i32 = load data(%v)[size(%v) - 1]
//     var %hole: i64 = size(%v) - 1
//     while lt(0, load %hole) {
//       var %parent: i64 = (load %hole - 1) / 2
//       if lnot(lt(load data(%v)[load %parent], load %added)) { break }
//       store data(%v)[load %hole] = load data(%v)[load %parent]
//       store %hole = load %parent
//     }
//     store data(%v)[load %hole] = load %added
#include "HeapLoops.h"
#include "LibraryCalls.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;

HeapLoops::HeapLoops(Body &body, const ir::Expr *first, bool isGreater)
    : body(body), loops(body), first(first),
      index(body.unit.module.intType(ir::IntType::I64)), isGreater(isGreater),
      here(body.at(body.make.loc)) {}

const ir::Place *HeapLoops::at(const ir::Expr *number) {
  return body.make.pointee(first, number);
}

const ir::Expr *HeapLoops::less(const ir::Place *a, const ir::Place *b) {
  return isGreater ? lessThan(body, b, a) : lessThan(body, a, b);
}

const ir::Expr *HeapLoops::sum(const ir::Expr *e, int64_t by) {
  return body.make.binary(BinaryOp::Add, e,
                          body.unit.module.integer(index, by));
}

const ir::Expr *HeapLoops::half(const ir::Expr *e) {
  return body.make.binary(BinaryOp::Div, e, body.unit.module.integer(index, 2));
}

void HeapLoops::move(const ir::Expr *to, const ir::Expr *from) {
  body.emit(body.unit.module.store(at(to), body.make.load(at(from)), here));
}

/// `while condition { }`
void HeapLoops::repeat(const ir::Expr *condition,
                       llvm::function_ref<void()> emit) {
  auto *made = body.unit.module.make<ir::LoopStatement>(here);
  made->form = ir::LoopForm::While;
  made->condition = condition;
  made->body = body.capture(emit);
  body.emit(made);
}

/// Puts the value into the hole, or where its way up from there ends, not above
/// `top`.
void HeapLoops::up(const ir::Variable *hole, const ir::Expr *top,
                   const ir::Variable *value) {
  repeat(body.make.binary(BinaryOp::Lt, top, loops.load(hole)), [&] {
    const ir::Variable *parent =
        loops.local("parent", index, half(sum(loops.load(hole), -1)));
    loops.when(body.make.unary(ir::UnaryOp::LNot, less(at(loops.load(parent)),
                                                       body.make.place(value))),
               [&] { loops.leaveLoop(); });
    move(loops.load(hole), loops.load(parent));
    loops.store(hole, loops.load(parent));
  });
  body.emit(
      body.unit.module.store(at(loops.load(hole)), loops.load(value), here));
}

/// Moves the hole at `top` of `count` elements down to a leaf, and puts the
/// value in from there.
void HeapLoops::down(const ir::Expr *top, const ir::Expr *count,
                     const ir::Variable *value) {
  const ir::Variable *hole = loops.local("hole", index, top);
  const auto left = [&] {
    return sum(
        body.make.binary(BinaryOp::Add, loops.load(hole), loops.load(hole)), 1);
  };
  repeat(body.make.binary(BinaryOp::Lt, left(), count), [&] {
    const ir::Variable *child = loops.local("child", index, left());
    // The last parent may have a left child alone.
    loops.when(
        body.make.binary(BinaryOp::Lt, sum(loops.load(child), 1), count), [&] {
          loops.when(body.make.unary(ir::UnaryOp::LNot,
                                     less(at(sum(loops.load(child), 1)),
                                          at(loops.load(child)))),
                     [&] { loops.store(child, sum(loops.load(child), 1)); });
        });
    move(loops.load(hole), loops.load(child));
    loops.store(hole, loops.load(child));
  });
  up(hole, top, value);
}

void HeapLoops::push(const ir::Expr *count) {
  const ir::Expr *last = sum(count, -1);
  const ir::Variable *added = loops.local("added", ir::pointeeOf(first->type),
                                          body.make.load(at(last)));
  const ir::Variable *hole = loops.local("hole", index, last);
  up(hole, body.unit.module.integer(index, 0), added);
}

void HeapLoops::pop(const ir::Expr *count) {
  const ir::Expr *zero = body.unit.module.integer(index, 0);
  loops.when(
      body.make.binary(BinaryOp::Lt, body.unit.module.integer(index, 1), count),
      [&] {
        const ir::Expr *last = sum(count, -1);
        const ir::Variable *moved = loops.local(
            "moved", ir::pointeeOf(first->type), body.make.load(at(last)));
        move(last, zero);
        down(zero, last, moved);
      });
}

/// The greatest of ever fewer goes to the end.
void HeapLoops::sort(const ir::Expr *count) {
  const ir::Variable *left = loops.local("left", index, count);
  repeat(body.make.binary(BinaryOp::Lt, body.unit.module.integer(index, 1),
                          loops.load(left)),
         [&] {
           pop(loops.load(left));
           loops.store(left, sum(loops.load(left), -1));
         });
}

/// Each parent becomes the top of a heap, from the last one on.
void HeapLoops::make(const ir::Expr *count) {
  const ir::Variable *left = loops.local("left", index, half(count));
  repeat(body.make.binary(BinaryOp::Lt, body.unit.module.integer(index, 0),
                          loops.load(left)),
         [&] {
           loops.store(left, sum(loops.load(left), -1));
           const ir::Variable *moved =
               loops.local("moved", ir::pointeeOf(first->type),
                           body.make.load(at(loops.load(left))));
           down(loops.load(left), count, moved);
         });
}
