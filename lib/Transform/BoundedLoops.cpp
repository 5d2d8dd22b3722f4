// Loops over the first elements of a local array, as many as another local
// says, go over all of it, and ask of each whether it is among those: what
// loops that make a known number of calls are, their calls may be handed over
// together.
//
//     for { var %k = 0 } while lt(load %k, load %count) step { ... } {
//       if lt(load %near[load %k], load own(0: f32)) { visit @f(load
//       %order[load %k]) }
//     }                                 %near: [4 x f32], read in every
//     iteration
//  -> for { var %k = 0 } while lt(load %k, 4:i32) step { ... } {
//       if lt(load %k, load %count) { if lt(load %near[load %k], ...) { visit
//       ... } }
//     }
//
// Where the element would lie behind the array's end the program has no
// meaning.
#include "Cuts.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class LoopBounds {
public:
  explicit LoopBounds(Kernel &kernel)
      : kernel(kernel), module(*kernel.module) {}

  void run() {
    ir::walk(kernel.enter->body, [&](ir::Statement *s) {
      if (auto *loop = dyn_cast<ir::LoopStatement>(s))
        bound(*loop);
    });
  }

private:
  void bound(ir::LoopStatement &loop) {
    const auto head = indexLoop(*kernel.enter, loop);
    const auto first = head && head->first
                           ? ir::integerOf(head->first, *kernel.enter)
                           : std::nullopt;
    if (!first || !first->isZero() || head->isDown || head->isInclusive ||
        head->isUnequal || loop.head || loop.form == ir::LoopForm::DoWhile ||
        !holdsVisit(&loop) || countedLoop(*kernel.enter, loop) ||
        !isSteady(loop, *head->variable) || names(head->last, *head->variable))
      return;
    const uint64_t count = lengthOf(loop.body->statements, *head->variable);
    if (count == 0 || count > smallArray)
      return;
    const ir::Expr *asked = loop.condition;
    loop.condition = module.binary(
        ir::BinaryOp::Lt, module.load(module.place(head->variable), asked->loc),
        module.integer(head->variable->type, count, asked->loc), asked->loc);
    loop.body = module.block(
        {module.ifThen(asked, loop.body, nullptr, asked->loc)}, loop.body->loc);
  }

  static bool names(const ir::Expr *e, const ir::Variable &variable) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      const ir::Place *place = ir::placeOf(part);
      result |= place && place->variable() == &variable;
    });
    return result;
  }

  /// Whether the condition, once it is false, stays so: what it compares the
  /// counter with are locals and parameters that nothing in the loop changes.
  bool isSteady(const ir::LoopStatement &loop,
                const ir::Variable &counter) const {
    bool result = true;
    ir::walk(loop.condition, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      const ir::Variable *variable = place ? place->wholeVariable() : nullptr;
      result &=
          isa<ir::IntExpr, ir::CastExpr, ir::ValueExpr, ir::BinaryExpr>(e) ||
          (isa<ir::LoadExpr>(e) && variable && !variable->isVolatile);
      result &= !variable || variable == &counter || isKept(loop, *variable);
    });
    return result;
  }

  /// Nothing in the loop changes it, and nothing has its address.
  bool isKept(const ir::LoopStatement &loop,
              const ir::Variable &variable) const {
    bool result = !ir::mayChange(&loop, &variable);
    ir::walkExprs(kernel.enter->body, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      result &= !address || address->place->variable() != &variable;
    });
    return result;
  }

  /// How many elements a local array has that every iteration reads the
  /// counter's element of, before anything else can end it; 0: there is none.
  static uint64_t lengthOf(llvm::ArrayRef<ir::Statement *> body,
                           const ir::Variable &counter) {
    for (const ir::Statement *s : body) {
      const auto *block = dyn_cast<ir::BlockStatement>(s);
      if (block && block->label.empty() && body.size() == 1)
        return lengthOf(block->statements, counter);
      if (!isPlainDeclaration(s) &&
          !isa<ir::IfStatement, ir::VisitStatement>(s))
        return 0;
      uint64_t result = 0;
      ir::forEachOperand(s, [&](const ir::Expr *operand) {
        result = result ? result : readIn(operand, counter);
      });
      if (result || !isPlainDeclaration(s))
        return result;
    }
    return 0;
  }

  /// The same of what is evaluated wherever `e` is.
  static uint64_t readIn(const ir::Expr *e, const ir::Variable &counter) {
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
      return readIn(both->left, counter);
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return readIn(choice->condition, counter);
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      if (const uint64_t count = elementsOf(*load->place, counter))
        return count;
    uint64_t result = 0;
    ir::forEachOperand(e, [&](const ir::Expr *part) {
      result = result ? result : readIn(part, counter);
    });
    return result;
  }

  static uint64_t elementsOf(const ir::Place &place,
                             const ir::Variable &counter) {
    const ir::Variable *array = place.variable();
    const auto *type = array ? dyn_cast<ir::ArrayType>(array->type) : nullptr;
    const auto *step = !type || place.steps.empty()
                           ? nullptr
                           : std::get_if<ir::IndexStep>(&place.steps.front());
    const ir::Expr *index = step ? step->index : nullptr;
    while (const auto *cast = llvm::dyn_cast_or_null<ir::CastExpr>(index))
      index = cast->op == ir::CastOp::IntToInt ? cast->operand : nullptr;
    const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(index);
    return load && load->place->wholeVariable() == &counter ? type->count : 0;
  }

  Kernel &kernel;
  ir::Module &module;
};

} // namespace

bool regtt::kernel::runBoundedLoops(PassContext &context) {
  Kernel &kernel = context.kernel;
  // Of a list, loops that begin at 0 take its children.
  if (kernel.enter && kernel.enter->body && !kernel.list())
    LoopBounds(kernel).run();
  return true;
}
