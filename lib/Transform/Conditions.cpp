// Puts what statements compute for a condition into the condition.
#include "Conditions.h"

#include "Cuts.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

using Names = llvm::DenseSet<const ir::Variable *>;

static void addNames(const ir::Expr *e, Names &names) {
  ir::walk(e, [&](const ir::Expr *inner) {
    const ir::Place *place = ir::placeOf(inner);
    if (place && place->variable())
      names.insert(place->variable());
    if (const auto *value = dyn_cast<ir::ValueExpr>(inner))
      names.insert(value->variable);
  });
}

/// Of `s` and all in it: what it reads and what it sets.
static void addNames(const ir::Statement *s, Names &names) {
  ir::walkExprs(s, [&](const ir::Expr *e) { addNames(e, names); });
  ir::walk(s, [&](const ir::Statement *inner) {
    ir::forEachPlace(inner, [&](const ir::Place *place) {
      if (place->variable())
        names.insert(place->variable());
    });
  });
}

/// Whether it only declares and sets variables; which it declares and sets.
static bool onlySets(const ir::Statement *s, EffectFinder &effects,
                     Names &declared, Names &set) {
  bool result = true;
  ir::walk(s, [&](const ir::Statement *inner) {
    const auto *store = dyn_cast<ir::StoreStatement>(inner);
    const auto *call = dyn_cast<ir::CallStatement>(inner);
    const Effects found = call ? effects.of(call) : Effects();
    result &=
        isa<ir::LetStatement, ir::VarStatement, ir::IfStatement,
            ir::BlockStatement>(inner) ||
        (store && store->place->wholeVariable()) ||
        (call && call->result && !found.writesLocal && !found.writesQuery);
    if (store && store->place->variable())
      set.insert(store->place->variable());
    if (const ir::Variable *variable = ir::declaredBy(inner)) {
      declared.insert(variable);
      set.insert(variable);
    }
  });
  return result;
}

namespace {

/// Runs statements in expressions: what variables hold is an expression of what
/// there was before.
class Folder {
public:
  Folder(ir::Module &module, EffectFinder &effects, GuardFinder &guards)
      : module(module), effects(effects), guards(guards) {}

  /// What does not depend on visits; it comes first.
  std::vector<ir::Statement *> ahead;
  bool isPossible = true;

  void run(llvm::ArrayRef<ir::Statement *> list) {
    for (ir::Statement *s : list)
      if (isPossible)
        run(s);
  }

  /// `e` without the variables that were set.
  const ir::Expr *folded(const ir::Expr *e) {
    ir::Mapper map(module);
    map.onExpr = [&](const ir::Expr *inner) -> const ir::Expr * {
      const ir::Place *place = ir::placeOf(inner);
      const auto *value = dyn_cast<ir::ValueExpr>(inner);
      const ir::Variable *named = value   ? value->variable
                                  : place ? place->variable()
                                          : nullptr;
      const auto held = values.find(named);
      if (!named || held == values.end())
        return nullptr;
      const bool isValue = value || (isa<ir::LoadExpr>(inner) &&
                                     place->wholeVariable() == named);
      // Twice would be evaluated twice.
      isPossible &= isValue && used.insert(held->second).second;
      return isValue ? held->second : inner;
    };
    return map.expr(e);
  }

private:
  void run(ir::Statement *s) {
    if (const auto *block = dyn_cast<ir::BlockStatement>(s))
      return block->label.empty() ? run(block->statements) : fail();
    if (const auto *branch = dyn_cast<ir::IfStatement>(s))
      return this->branch(*branch);
    if (const auto *call = dyn_cast<ir::CallStatement>(s))
      return this->call(*call, s);
    if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      return set(store->place->wholeVariable(), folded(store->value), s);
    const auto *let = dyn_cast<ir::LetStatement>(s);
    const auto *var = dyn_cast<ir::VarStatement>(s);
    if (const ir::Expr *init = let ? let->value : var ? var->init : nullptr)
      return set(ir::declaredBy(s), folded(init), s);
    if (var)
      empty[var->variable] = s;
    else
      fail();
  }

  void fail() { isPossible = false; }

  /// One that may change variables of its own has no place in an expression.
  void call(const ir::CallStatement &call, ir::Statement *s) {
    auto &speculation = guards.speculation;
    for (const ir::Expr *argument : call.arguments)
      isPossible &= folded(argument) == argument &&
                    !(isBranch && speculation.mayFail(argument));
    if (effects.of(&call).dependsOnVisits() ||
        (isBranch && speculation.mayFail(call.callee)))
      return fail();
    isAhead.insert(call.result);
    ahead.push_back(s);
  }

  /// The first value of a variable may come ahead of all.
  void set(const ir::Variable *variable, const ir::Expr *value,
           ir::Statement *s) {
    if (!isPossible)
      return;
    ir::Statement *declaration = empty.lookup(variable);
    const bool isFirst = !values.count(variable);
    if (isAhead.contains(variable) ||
        (isFirst && isBranch && !declaration && isa<ir::StoreStatement>(s)))
      return fail();
    if (!isFirst || reset.contains(variable) ||
        effects.of(value).dependsOnVisits()) {
      values[variable] = value;
      return;
    }
    if (isBranch && guards.speculation.mayFail(value))
      return fail();
    isAhead.insert(variable);
    if (isa<ir::StoreStatement>(s) && !declaration)
      ahead.push_back(module.store(module.place(variable), value, s->loc));
    else if (isa<ir::LetStatement>(s))
      ahead.push_back(module.let(variable, value, s->loc));
    else
      ahead.push_back(module.var(variable, value, s->loc));
  }

  /// `if load %t { store %t = e }` and the like.
  void branch(const ir::IfStatement &s) {
    const auto before = values;
    const ir::Variable *tested = nullptr;
    bool isNegated = false;
    const ir::Expr *condition = s.condition;
    if (const auto *unary = dyn_cast<ir::UnaryExpr>(condition);
        unary && unary->op == ir::UnaryOp::LNot) {
      isNegated = true;
      condition = unary->operand;
    }
    if (const auto *load = dyn_cast<ir::LoadExpr>(condition))
      tested = load->place->wholeVariable();
    if (!tested || s.otherwise || !before.count(tested))
      return fail();
    const bool outer = isBranch;
    isBranch = true;
    run(s.then->statements);
    isBranch = outer;
    const ir::Expr *first = before.lookup(tested);
    const ir::Expr *second = values.lookup(tested);
    for (const auto &[variable, value] : values)
      if (variable != tested && before.lookup(variable) != value &&
          before.count(variable))
        return fail();
    if (!isPossible || first == second || used.contains(first))
      return fail();
    values[tested] = isNegated ? module.orElse(first, second, s.loc)
                               : module.andAlso(first, second, s.loc);
  }

public:
  /// Variables that are set more than once.
  Names reset;

private:
  ir::Module &module;
  EffectFinder &effects;
  GuardFinder &guards;
  bool isBranch = false;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
  llvm::DenseMap<const ir::Variable *, ir::Statement *> empty;
  Names isAhead;
  llvm::DenseSet<const ir::Expr *> used;
};

class ConditionFinder {
public:
  explicit ConditionFinder(Kernel &kernel)
      : kernel(kernel), effects(kernel), guards(kernel, effects) {}

  void run() { list(*kernel.enter->body, false); }

private:
  /// `isCalled`: a visit may come before.
  void list(ir::BlockStatement &block, bool isCalled) {
    for (size_t k = 0; k < block.statements.size(); ++k) {
      ir::Statement *s = block.statements[k];
      const bool isLoop = isa<ir::LoopStatement>(s) && holdsVisit(s);
      ir::forEachChild(s, [&](ir::Statement *child) {
        if (auto *inner = dyn_cast<ir::BlockStatement>(child))
          list(*inner, isCalled || isLoop);
      });
      if (auto *inner = dyn_cast<ir::BlockStatement>(s))
        list(*inner, isCalled);
      if (auto *branch = dyn_cast<ir::IfStatement>(s); branch && isCalled)
        fold(block, k, *branch);
      isCalled |= holdsVisit(s);
    }
  }

  static bool isOverOneVisit(const ir::IfStatement &s) {
    unsigned visits = 0;
    ir::walk(&s, [&](const ir::Statement *inner) {
      visits += isa<ir::VisitStatement>(inner);
    });
    return visits == 1 && onlyBranch(s);
  }

  /// The `if` is statement `k`; it stays the one after what comes ahead of it.
  void fold(ir::BlockStatement &block, size_t &k, ir::IfStatement &s) {
    if (!isOverOneVisit(s))
      return;
    const size_t begin = beginOf(block, k, s.condition);
    const llvm::ArrayRef made =
        llvm::ArrayRef(block.statements).slice(begin, k - begin);
    const bool depends = llvm::any_of(made, [&](const ir::Statement *part) {
      return effects.of(part).dependsOnVisits();
    });
    if (!depends || isUsedElsewhere(made, s))
      return;
    if (nest(block, k, s)) {
      while (nest(block, k, s))
        ;
      return fold(block, k, s);
    }
    Folder folder(*kernel.module, effects, guards);
    findReset(made, folder.reset);
    folder.run(made);
    const ir::Expr *condition = folder.folded(s.condition);
    if (!folder.isPossible || !guards.isCarriable(condition))
      return;
    s.condition = condition;
    auto &all = block.statements;
    all.erase(all.begin() + begin, all.begin() + k);
    all.insert(all.begin() + begin, folder.ahead.begin(), folder.ahead.end());
    k = begin + folder.ahead.size();
  }

  /// What stands in the branch of one term stays there: computing it ahead of
  /// the term could do harm.
  ///
  ///     if load %t { ...; store %t = e }
  ///     if load %t { visit @f(%c) }
  ///  -> if load %t { ...; if e { visit @f(%c) } }
  ///
  /// A value that is only handed on, `var %t: bool = e`, becomes the condition.
  /// Whether there was such a statement; `s` is the outer `if` then.
  bool nest(ir::BlockStatement &block, size_t &k, ir::IfStatement &s) {
    const auto *asked = dyn_cast<ir::LoadExpr>(s.condition);
    const ir::Variable *tested =
        asked ? asked->place->wholeVariable() : nullptr;
    Names inside;
    addNames(s.then, inside);
    if (s.otherwise)
      addNames(s.otherwise, inside);
    if (!tested || k == 0 || inside.contains(tested))
      return false;
    auto &all = block.statements;
    ir::Statement *last = all[k - 1];
    const auto *store = dyn_cast<ir::StoreStatement>(last);
    const auto *var = dyn_cast<ir::VarStatement>(last);
    const ir::Expr *value = store && store->place->wholeVariable() == tested
                                ? store->value
                            : var && var->variable == tested ? var->init
                                                             : nullptr;
    if (value && value->type == asked->type) {
      s.condition = value;
      all.erase(all.begin() + --k);
      return true;
    }
    auto *term = dyn_cast<ir::IfStatement>(last);
    const auto *load = term ? dyn_cast<ir::LoadExpr>(term->condition) : nullptr;
    if (!load || load->place->wholeVariable() != tested || term->otherwise ||
        onlyBranch(s) != s.then || !term->then->label.empty())
      return false;
    auto &inner = term->then->statements;
    const auto *result =
        inner.empty() ? nullptr : dyn_cast<ir::StoreStatement>(inner.back());
    if (!result || result->place->wholeVariable() != tested)
      return false;
    ir::Module &module = *kernel.module;
    inner.back() = module.ifThen(result->value, s.then, nullptr, s.loc);
    s.then = term->then;
    s.otherwise = nullptr;
    all.erase(all.begin() + --k);
    size_t number = inner.size() - 1;
    fold(*s.then, number, *llvm::cast<ir::IfStatement>(inner.back()));
    return true;
  }

  /// Where what the condition is made of begins: statements that do nothing
  /// else.
  size_t beginOf(const ir::BlockStatement &block, size_t k,
                 const ir::Expr *condition) {
    Names needed;
    addNames(condition, needed);
    size_t result = k;
    Names declared, set;
    for (size_t begin = k; begin-- > 0;) {
      const ir::Statement *s = block.statements[begin];
      Names setHere;
      if (!onlySets(s, effects, declared, setHere) ||
          llvm::none_of(setHere, [&](const ir::Variable *each) {
            return needed.contains(each);
          }))
        break;
      set.insert(setHere.begin(), setHere.end());
      addNames(s, needed);
      if (llvm::all_of(set, [&](const ir::Variable *each) {
            return declared.contains(each);
          }))
        result = begin;
    }
    return result;
  }

  bool isUsedElsewhere(llvm::ArrayRef<ir::Statement *> made,
                       const ir::IfStatement &s) {
    Names declared, ignored, elsewhere;
    for (const ir::Statement *part : made)
      onlySets(part, effects, declared, ignored);
    addElsewhere(kernel.enter->body, made, s, elsewhere);
    return llvm::any_of(declared, [&](const ir::Variable *each) {
      return elsewhere.contains(each);
    });
  }

  static void addElsewhere(const ir::Statement *in,
                           llvm::ArrayRef<ir::Statement *> made,
                           const ir::IfStatement &s, Names &names) {
    if (llvm::is_contained(made, in))
      return;
    if (in != &s) {
      ir::forEachOperand(in, [&](const ir::Expr *e) { addNames(e, names); });
      ir::forEachPlace(in, [&](const ir::Place *place) {
        if (place->variable())
          names.insert(place->variable());
      });
    }
    ir::forEachChild(in, [&](const ir::Statement *child) {
      addElsewhere(child, made, s, names);
    });
  }

  static void findReset(llvm::ArrayRef<ir::Statement *> made, Names &reset) {
    Names once;
    for (const ir::Statement *part : made)
      ir::walk(part, [&](const ir::Statement *inner) {
        const auto *store = dyn_cast<ir::StoreStatement>(inner);
        const auto *var = dyn_cast<ir::VarStatement>(inner);
        const ir::Variable *set = store ? store->place->wholeVariable()
                                  : var && var->init ? var->variable
                                                     : nullptr;
        if (set && !once.insert(set).second)
          reset.insert(set);
      });
  }

  Kernel &kernel;
  EffectFinder effects;
  GuardFinder guards;
};

} // namespace

void kernel::foldConditions(Kernel &kernel) { ConditionFinder(kernel).run(); }
