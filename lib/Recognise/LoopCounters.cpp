// Variables that loops begin with as 0 and count up by one, with the last thing
// that they do.
//
//     for { store %k = 0 } while ... step { store %k = add(load %k, 1) } {}
//
//     var %k = 0
//     while ... { ...; store %k = add(load %k, 1) }
#include "LoopCounters.h"
#include "Multiples.h"
#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

bool recognise::isNumber(const ir::Expr *e, uint64_t value) {
  const auto number = fixedInteger(e);
  return number && *number == value;
}

bool recognise::isCounter(const ir::Expr *e, const ir::Variable *counter) {
  const auto *load = dyn_cast<ir::LoadExpr>(withoutCasts(e));
  return load && load->place->wholeVariable() == counter;
}

bool recognise::isLent(const ir::Function &function,
                       const ir::Variable *variable) {
  bool result = false;
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    result |= address && address->place->variable() == variable &&
              !address->place->isIndirect();
  });
  return result;
}

/// The variable that `s` declares as 0, or sets to 0.
static const ir::Variable *begunAtZero(const ir::Statement *s) {
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return var->init && isNumber(var->init, 0) ? var->variable : nullptr;
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  return store && isNumber(store->value, 0) ? store->place->wholeVariable()
                                            : nullptr;
}

/// From `s` to `to`, a statement in it, with both; false: it is not in it.
static bool findWay(const ir::Statement *s, const ir::Statement *to,
                    std::vector<const ir::Statement *> &way) {
  way.push_back(s);
  bool isFound = s == to;
  ir::forEachChild(s, [&](const ir::Statement *child) {
    isFound = isFound || findWay(child, to, way);
  });
  if (!isFound)
    way.pop_back();
  return isFound;
}

/// Whether `counter` is 0 where the loop begins.
static bool beginsAtZero(const ir::Function &function,
                         const ir::LoopStatement &loop,
                         const ir::Variable *counter) {
  if (loop.init && !loop.init->statements.empty())
    return loop.init->statements.size() == 1 &&
           begunAtZero(loop.init->statements[0]) == counter;
  std::vector<const ir::Statement *> way;
  findWay(function.body, &loop, way);
  bool isZero = false;
  for (size_t k = 0; k + 1 < way.size(); ++k) {
    const auto *block = dyn_cast<ir::BlockStatement>(way[k]);
    if (!block) {
      // What stands around an `if` is run ahead of it; a loop comes back.
      isZero &= llvm::isa<ir::IfStatement>(way[k]);
      continue;
    }
    for (const ir::Statement *s : block->statements) {
      if (s == way[k + 1])
        break;
      if (begunAtZero(s) == counter)
        isZero = true;
      else if (ir::mayChange(s, counter))
        isZero = false;
    }
  }
  return isZero;
}

/// The variable that `s` makes greater by one.
static const ir::Variable *countedUpBy(const ir::Statement *s) {
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  const auto *sum =
      store ? dyn_cast<ir::BinaryExpr>(withoutCasts(store->value)) : nullptr;
  const ir::Variable *counter = store ? store->place->wholeVariable() : nullptr;
  // A narrow counter goes round.
  return counter && sum && ir::sizeOf(counter->type).value_or(0) >= 4 &&
                 sum->op == ir::BinaryOp::Add && isNumber(sum->right, 1) &&
                 isCounter(sum->left, counter)
             ? counter
             : nullptr;
}

static bool hasContinue(const ir::BlockStatement *body) {
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(body),
           [&](const ir::Statement *s) {
             result |= llvm::isa<ir::ContinueStatement, ir::LeaveStatement>(s);
           });
  return result;
}

const ir::Variable *recognise::counterFromZero(const ir::Function &function,
                                               const ir::LoopStatement &loop) {
  llvm::ArrayRef<ir::Statement *> all = loop.body->statements;
  const ir::Variable *counter = nullptr;
  if (loop.form == ir::LoopForm::For && loop.step &&
      loop.step->statements.size() == 1) {
    counter = countedUpBy(loop.step->statements[0]);
  } else if (loop.form != ir::LoopForm::DoWhile && !all.empty() &&
             (!loop.step || loop.step->statements.empty()) &&
             !hasContinue(loop.body)) {
    counter = countedUpBy(all.back());
    all = all.drop_back();
  }
  if (!counter || !beginsAtZero(function, loop, counter) ||
      llvm::any_of(all, [&](const ir::Statement *s) {
        return ir::mayChange(s, counter);
      }))
    return nullptr;
  return isLent(function, counter) ? nullptr : counter;
}
