// An inner loop declares what it counts by, and counts behind its body:
//
//     var %p: i64 = FIRST                for { var %p: i64 = FIRST }
//     while lt(load %p, LAST) {            while lt(load %p, LAST)
//       let %at: i64 = load %p        ->   step { store %p = add(load %p, 1) }
//       { store %p = add(load %p, 1)         let %at: i64 = load %p
//       ...                                ...
//     }                                  }
//
// Loops of that form, whose step is to count alone, are shared out among
// threads (kernel::findInnerLoop). It is done where nothing looks at the
// variable when the loop is over.
#include "CountingLoops.h"
#include "Leaving.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class CountingLoops {
public:
  CountingLoops(ir::Module &module, ir::BlockStatement *body)
      : module(module), uses(usesOf(body)) {
    block(body);
  }

private:
  /// A list of statements, and where in it the walk is.
  struct At {
    ir::BlockStatement *block;
    size_t k;
  };

  void block(ir::BlockStatement *of) {
    around.push_back({of, 0});
    for (size_t k = 0; k < of->statements.size(); ++k) {
      ir::Statement *s = of->statements[k];
      around.back().k = k;
      if (auto *loop = dyn_cast<ir::LoopStatement>(s))
        k += rewrite(of, k, *loop);
      // A loop comes again to what is ahead in it, a case goes on in the next.
      if (isLoop(s) || isa<ir::SwitchStatement>(s)) {
        std::vector<At> outside;
        std::swap(outside, around);
        ir::forEachChild(s, [&](ir::Statement *child) { inside(child); });
        std::swap(outside, around);
      } else {
        ir::forEachChild(s, [&](ir::Statement *child) { inside(child); });
      }
    }
    around.pop_back();
  }

  void inside(ir::Statement *child) {
    if (auto *list = dyn_cast<ir::BlockStatement>(child))
      block(list);
  }

  //===--- What counts ----------------------------------------------------===//

  const ir::Variable *counterIn(const ir::Expr *e) const {
    while (const auto *cast = llvm::dyn_cast_or_null<ir::CastExpr>(e))
      e = cast->operand;
    const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(e);
    const ir::Variable *variable =
        load ? load->place->wholeVariable() : nullptr;
    return variable && variable->kind == ir::Variable::Local &&
                   variable->type->isInt() && !variable->isVolatile &&
                   !uses.lookup(variable).isAddressed
               ? variable
               : nullptr;
  }

  static bool isCounting(const ir::Statement *s, const ir::Variable *variable) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    return store && store->place->wholeVariable() == variable;
  }

  /// The one statement of the body that changes the variable, behind which
  /// nothing names it, and ahead of which nothing goes on with the next
  /// iteration; behind the last one: there is none.
  static size_t countedAt(const ir::BlockStatement &body,
                          const ir::Variable *variable) {
    const auto &list = body.statements;
    Leaving leaving;
    for (size_t k = 0; k < list.size(); ++k) {
      if (isCounting(list[k], variable))
        return !leaving.next && stepIn(body, k, variable) &&
                       std::none_of(list.begin() + k + 1, list.end(),
                                    [&](const ir::Statement *s) {
                                      return namesVariable(s, variable);
                                    })
                   ? k
                   : list.size();
      bool isChanged = false;
      ir::walk(static_cast<const ir::Statement *>(list[k]),
               [&](const ir::Statement *s) {
                 isChanged |= isCounting(s, variable);
               });
      if (isChanged)
        return list.size();
      leaving.find(list[k]);
    }
    return list.size();
  }

  /// The number that statement `k` adds to the variable; null: it sets it
  /// otherwise. `let %t = load %v` ahead of it is the variable, too.
  static const ir::Expr *stepIn(const ir::BlockStatement &body, size_t k,
                                const ir::Variable *variable) {
    const auto *store = llvm::cast<ir::StoreStatement>(body.statements[k]);
    const auto *sum = dyn_cast<ir::BinaryExpr>(store->value);
    if (!sum || sum->op != ir::BinaryOp::Add || !isa<ir::IntExpr>(sum->right))
      return nullptr;
    const ir::Variable *held = heldIn(sum->left);
    for (size_t at = 0; at < k; ++at)
      if (const auto *let = dyn_cast<ir::LetStatement>(body.statements[at]);
          let && let->variable == held && heldIn(let->value) == variable)
        held = variable;
    return held == variable ? sum->right : nullptr;
  }

  static bool declares(const ir::Statement *s, const ir::Variable *variable) {
    const auto *var = dyn_cast<ir::VarStatement>(s);
    return var && var->variable == variable;
  }

  /// Whether it is declared since the innermost loop around began, and not
  /// named behind this one.
  bool isOfLoopAlone(const ir::LoopStatement &loop,
                     const ir::Variable *variable) const {
    bool isDeclared = loop.init && llvm::any_of(loop.init->statements,
                                                [&](const ir::Statement *s) {
                                                  return declares(s, variable);
                                                });
    for (const At &at : around) {
      const auto &list = at.block->statements;
      for (size_t k = 0; k < at.k; ++k)
        isDeclared |= declares(list[k], variable);
      for (size_t k = at.k + 1; k < list.size(); ++k)
        if (namesVariable(list[k], variable))
          return false;
    }
    return isDeclared;
  }

  //===--- The exchange ---------------------------------------------------===//

  /// How many statements are ahead of the loop now that were not; the wrapped
  /// number of those that are no longer there.
  size_t rewrite(ir::BlockStatement *of, size_t at, ir::LoopStatement &loop) {
    const auto *test = dyn_cast<ir::BinaryExpr>(loop.condition);
    if (!test || !ir::isComparison(test->op) || loop.head ||
        loop.form == ir::LoopForm::DoWhile || !loop.body->label.empty())
      return 0;
    for (const ir::Expr *side : {test->left, test->right})
      if (const ir::Variable *variable = counterIn(side);
          variable && counts(loop, variable) && isOfLoopAlone(loop, variable))
        return exchange(of, at, loop, variable);
    return 0;
  }

  static bool isEmpty(const ir::BlockStatement *block) {
    return !block || block->statements.empty();
  }

  /// Whether it is counted in one place, and not yet as it should be.
  static bool counts(const ir::LoopStatement &loop,
                     const ir::Variable *variable) {
    if (isEmpty(loop.step))
      return countedAt(*loop.body, variable) < loop.body->statements.size();
    const auto &steps = loop.step->statements;
    const bool isDone = loop.init && loop.init->statements.size() == 1 &&
                        declares(loop.init->statements.front(), variable) &&
                        steps.size() == 1;
    bool isChanged = false;
    ir::walk(
        static_cast<const ir::Statement *>(loop.body),
        [&](const ir::Statement *s) { isChanged |= isCounting(s, variable); });
    Leaving leaving;
    if (steps.size() > 1)
      leaving.find(loop.body);
    return !isDone && !isChanged && !leaving.next &&
           llvm::count_if(steps,
                          [&](const ir::Statement *s) {
                            return namesVariable(s, variable);
                          }) == 1 &&
           llvm::any_of(steps, [&](const ir::Statement *s) {
             return isCounting(s, variable);
           });
  }

  size_t exchange(ir::BlockStatement *of, size_t at, ir::LoopStatement &loop,
                  const ir::Variable *variable) {
    auto &list = of->statements;
    size_t before = at;
    if (loop.init) {
      list.insert(list.begin() + at, loop.init->statements.begin(),
                  loop.init->statements.end());
      at += loop.init->statements.size();
    }
    if (isEmpty(loop.step)) {
      auto &inside = loop.body->statements;
      const size_t k = countedAt(*loop.body, variable);
      loop.step = module.block(
          {module.store(module.place(variable),
                        module.binary(ir::BinaryOp::Add,
                                      module.load(module.place(variable)),
                                      stepIn(*loop.body, k, variable)),
                        inside[k]->loc)},
          inside[k]->loc);
      inside.erase(inside.begin() + k);
    }
    // What else is done between iterations ends the body.
    auto &steps = loop.step->statements;
    const auto others = std::stable_partition(
        steps.begin(), steps.end(),
        [&](const ir::Statement *s) { return isCounting(s, variable); });
    loop.body->statements.insert(loop.body->statements.end(), others,
                                 steps.end());
    steps.erase(others, steps.end());
    ir::Variable *own = module.variable(ir::Variable::Local, variable->name,
                                        variable->type, variable->loc);
    ir::Mapper mapper(module);
    mapper.onDeclare = [](const ir::Variable *declared) { return declared; };
    mapper.variables[variable] = own;
    loop.form = ir::LoopForm::For;
    loop.init =
        module.block({module.var(own, firstOf(list, at, variable))}, loop.loc);
    loop.condition = mapper.expr(loop.condition);
    loop.step = mapper.block(loop.step);
    loop.body = mapper.block(loop.body);
    return at - before;
  }

  /// What the variable starts as: what it is declared as right ahead of the
  /// loop, which then is no longer there, or what it is.
  const ir::Expr *firstOf(std::vector<ir::Statement *> &list, size_t &at,
                          const ir::Variable *variable) {
    for (size_t k = at; k-- != 0;) {
      const auto *var = dyn_cast<ir::VarStatement>(list[k]);
      if (var && var->variable == variable && var->init) {
        const ir::Expr *first = var->init;
        list.erase(list.begin() + k);
        --at;
        return first;
      }
      if (!isa<ir::VarStatement, ir::LetStatement>(list[k]) ||
          namesVariable(list[k], variable))
        break;
    }
    return module.load(module.place(variable));
  }

  ir::Module &module;
  LocalUses uses;
  std::vector<At> around; ///< since the innermost loop, from outside in
};

} // namespace

void recognise::declareCounters(ir::Module &module, ir::BlockStatement *body) {
  CountingLoops(module, body);
}
