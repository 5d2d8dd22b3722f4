// Pointers that only carry a value from one statement to the next, as iterators
// do that the library's operators are handed, are put where they are used.
//
//     let %t: ptr f32 = load %it
//     var %end: ptr f32
//     store %end = ptradd(data(%n->xs), size(%n->xs))
//     if ne(%t, load %end) { ... }
//  -> if ne(load %it, ptradd(data(%n->xs), size(%n->xs))) { ... }
//
// Only what is mentioned once, by what the very next statement evaluates
// itself: nothing runs in between, and expressions have no effects, so that it
// is the same there, however often and in whatever order the rest is evaluated.
#include "PointerTemporaries.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class PointerTemporaries {
public:
  explicit PointerTemporaries(ir::Module &module) : module(module) {}

  void foldIn(const ir::Function *function) {
    if (!function->body || !done.insert(function).second)
      return;
    count(function->body);
    fold(function->body);
    ir::walk(function->body, [&](const ir::Statement *s) {
      if (const auto *called = dyn_cast<ir::CallStatement>(s))
        foldIn(called->callee);
    });
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const auto *called = dyn_cast<ir::CallExpr>(e))
        foldIn(called->callee);
    });
  }

private:
  /// A variable with its one value, and the statements that give it that.
  struct Held {
    const ir::Variable *variable;
    const ir::Expr *value;
    std::vector<ir::Statement *> statements;
  };

  void count(const ir::Statement *body) {
    const auto mention = [&](const ir::Place *place) {
      if (place && place->variable())
        ++uses[place->variable()];
    };
    ir::walkExprs(body, [&](const ir::Expr *e) {
      if (const auto *value = dyn_cast<ir::ValueExpr>(e))
        ++uses[value->variable];
      mention(ir::placeOf(e));
    });
    ir::walk(body,
             [&](const ir::Statement *s) { ir::forEachPlace(s, mention); });
  }

  /// So the lowering calls what it makes.
  static bool isTemporary(const ir::Variable *variable) {
    return variable->name == temporaryName && variable->type->isPointer();
  }

  /// What the statements from `k` on give a pointer that is mentioned once.
  std::optional<Held> heldAt(const std::vector<ir::Statement *> &list,
                             size_t k) const {
    if (const auto *let = dyn_cast<ir::LetStatement>(list[k]))
      return isTemporary(let->variable) && uses.lookup(let->variable) == 1
                 ? std::optional(Held{let->variable, let->value, {list[k]}})
                 : std::nullopt;
    const auto *var = dyn_cast<ir::VarStatement>(list[k]);
    const auto *store = k + 1 < list.size()
                            ? dyn_cast<ir::StoreStatement>(list[k + 1])
                            : nullptr;
    if (!var || var->init || !store || !isTemporary(var->variable) ||
        store->place->wholeVariable() != var->variable ||
        uses.lookup(var->variable) != 2)
      return std::nullopt;
    return Held{var->variable, store->value, {list[k], list[k + 1]}};
  }

  /// The value of what `e` mentions, which is used with that.
  const ir::Expr *valueOf(const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    const ir::Variable *variable = value  ? value->variable
                                   : load ? load->place->wholeVariable()
                                          : nullptr;
    for (const Held &each : held)
      if (variable && each.variable == variable) {
        used.insert(variable);
        return expr(each.value);
      }
    return nullptr;
  }

  const ir::Expr *expr(const ir::Expr *e) {
    if (!e || held.empty())
      return e;
    ir::Mapper copy(module);
    copy.onExpr = [this](const ir::Expr *part) { return valueOf(part); };
    return copy.expr(e);
  }

  const ir::Place *place(const ir::Place *p) {
    if (held.empty())
      return p;
    ir::Mapper copy(module);
    copy.onExpr = [this](const ir::Expr *part) { return valueOf(part); };
    return copy.place(p);
  }

  /// What `s` evaluates itself, before it changes anything.
  void foldInto(ir::Statement *s) {
    if (auto *let = dyn_cast<ir::LetStatement>(s)) {
      let->value = expr(let->value);
    } else if (auto *var = dyn_cast<ir::VarStatement>(s)) {
      var->init = expr(var->init);
    } else if (auto *store = dyn_cast<ir::StoreStatement>(s)) {
      store->place = place(store->place);
      store->value = expr(store->value);
    } else if (auto *branch = dyn_cast<ir::IfStatement>(s)) {
      branch->condition = expr(branch->condition);
    } else if (auto *leave = dyn_cast<ir::ReturnStatement>(s)) {
      leave->value = expr(leave->value);
    }
  }

  /// Puts back what was held and not used.
  void release(std::vector<ir::Statement *> &made) {
    for (const Held &each : held)
      if (!used.contains(each.variable))
        made.insert(made.end(), each.statements.begin(), each.statements.end());
    held.clear();
    used.clear();
  }

  void inside(ir::Statement *s) {
    if (auto *loop = dyn_cast<ir::LoopStatement>(s)) {
      fold(loop->init);
      fold(loop->step);
      fold(loop->body);
      foldHead(*loop);
      return;
    }
    ir::forEachChild(s, [&](ir::Statement *child) {
      if (auto *block = dyn_cast<ir::BlockStatement>(child))
        fold(block);
      else
        inside(child);
    });
  }

  /// A loop's condition follows what stands before it.
  void foldHead(ir::LoopStatement &loop) {
    if (!loop.head)
      return;
    std::vector<ir::Statement *> made = folded(loop.head->statements);
    loop.condition = expr(loop.condition);
    release(made);
    loop.head->statements = std::move(made);
    if (loop.head->statements.empty())
      loop.head = nullptr;
  }

  /// Without the temporaries; the last of them are still held.
  std::vector<ir::Statement *>
  folded(const std::vector<ir::Statement *> &list) {
    std::vector<ir::Statement *> made;
    for (size_t k = 0; k < list.size(); ++k) {
      if (auto found = heldAt(list, k)) {
        k += found->statements.size() - 1;
        held.push_back(std::move(*found));
        continue;
      }
      foldInto(list[k]);
      release(made);
      inside(list[k]);
      made.push_back(list[k]);
    }
    return made;
  }

  void fold(ir::BlockStatement *block) {
    if (!block)
      return;
    std::vector<ir::Statement *> made = folded(block->statements);
    release(made);
    block->statements = std::move(made);
  }

  ir::Module &module;
  llvm::SmallPtrSet<const ir::Function *, 16> done;
  llvm::DenseMap<const ir::Variable *, unsigned> uses;
  std::vector<Held> held;
  llvm::SmallPtrSet<const ir::Variable *, 4> used;
};

} // namespace

void recognise::foldPointerTemporaries(ir::Module &module,
                                       const ir::Function *from) {
  PointerTemporaries(module).foldIn(from);
}
