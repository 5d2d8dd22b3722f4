// Tests of the node's own link, in the body of a node that is there.
//
//     if (!n || far(q, n)) return;      if (far(q, n)) return;
//
// and of what the lowering keeps of it:
//
//     var %t: bool = isnull(%self)
//     if lnot(load %t) { let %t.2: bool = call @far(); store %t = %t.2 }
//     if load %t { return }
//  -> let %t.2: bool = call @far()
//     if %t.2 { return }
#include "Arrival.h"
#include "LocalUses.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

std::optional<bool> truthOf(const ir::Expr *e) {
  const auto *value = llvm::dyn_cast_or_null<ir::BoolExpr>(e);
  return value ? std::optional(value->value) : std::nullopt;
}

//===--- Folding ----------------------------------------------------------===//

class Folder {
public:
  Folder(ir::Module &module, const ir::Variable *self)
      : module(module), self(self), copy(module) {
    copy.onExpr = [this](const ir::Expr *e) { return folded(e); };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
  }

  ir::BlockStatement *run(const ir::BlockStatement *body) {
    ir::walkExprs(body, [&](const ir::Expr *e) {
      if (const auto *address = dyn_cast<ir::AddressExpr>(e))
        if (const ir::Variable *variable = address->place->variable())
          addressed.insert(variable);
    });
    return copy.block(body);
  }

private:
  using Statements = std::optional<std::vector<ir::Statement *>>;
  using Known = llvm::DenseMap<const ir::Variable *, bool>;

  /// `e`, of which parts are known; null: what its parts become.
  const ir::Expr *folded(const ir::Expr *e) {
    if (asksForSelf(e, self))
      return module.boolean(false, e->loc);
    if (const ir::Variable *held = heldIn(e))
      if (const auto found = known.find(held); found != known.end())
        return module.boolean(found->second, e->loc);
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot) {
      const ir::Expr *operand = copy.expr(negation->operand);
      const auto value = truthOf(operand);
      if (operand == negation->operand)
        return nullptr;
      return value ? module.boolean(!*value, e->loc)
                   : module.unary(ir::UnaryOp::LNot, operand, e->loc);
    }
    const auto *both = dyn_cast<ir::LogicalExpr>(e);
    if (!both)
      return nullptr;
    const ir::Expr *left = copy.expr(both->left),
                   *right = copy.expr(both->right);
    if (left == both->left && right == both->right)
      return nullptr;
    if (const auto value = truthOf(left))
      return *value == both->isAnd ? right : left;
    if (const auto value = truthOf(right); value && *value == both->isAnd)
      return left;
    return both->isAnd ? module.andAlso(left, right, e->loc)
                       : module.orElse(left, right, e->loc);
  }

  bool asks(const ir::Expr *e) const {
    bool result = false;
    ir::walk(e,
             [&](const ir::Expr *part) { result |= asksForSelf(part, self); });
    return result;
  }

  /// Notes what a test, or what is known of it, makes of `variable`.
  void set(const ir::Variable *variable, const ir::Expr *value) {
    const auto is = value ? truthOf(copy.expr(value)) : std::optional<bool>();
    if (is && !isa<ir::BoolExpr>(value) && !addressed.count(variable))
      known[variable] = *is;
    else
      known.erase(variable);
  }

  void forget(const ir::Statement *s) {
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto *store = dyn_cast<ir::StoreStatement>(each))
        if (const ir::Variable *variable = store->place->variable())
          known.erase(variable);
    });
  }

  Statements branch(const ir::IfStatement &s) {
    const ir::Expr *condition = copy.expr(s.condition);
    if (const auto value = truthOf(condition);
        value && condition != s.condition) {
      ir::BlockStatement *taken = copy.block(*value ? s.then : s.otherwise);
      if (!taken || taken->statements.empty())
        return std::vector<ir::Statement *>();
      if (!asks(s.condition))
        return taken->statements; // the lowering's
      taken->loc = s.loc;
      return std::vector<ir::Statement *>{taken};
    }
    const Known before = known;
    ir::BlockStatement *then = copy.block(s.then);
    known = before;
    ir::BlockStatement *otherwise = copy.block(s.otherwise);
    known = before;
    forget(&s);
    return std::vector<ir::Statement *>{
        module.ifThen(condition, then, otherwise, s.loc)};
  }

  Statements statement(const ir::Statement *s) {
    if (s == entered) {
      entered = nullptr;
      return std::nullopt;
    }
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      set(let->variable, let->value);
    else if (const auto *var = dyn_cast<ir::VarStatement>(s))
      set(var->variable, var->init);
    else if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
      if (const ir::Variable *variable = store->place->variable())
        set(variable, store->place->steps.empty() ? store->value : nullptr);
    } else if (const auto *choice = dyn_cast<ir::IfStatement>(s))
      return branch(*choice);
    else if (const auto *block = dyn_cast<ir::BlockStatement>(s);
             !block || !block->label.empty()) {
      // It may run in part, or again.
      forget(s);
      const Known before = known;
      entered = s;
      auto made = copy.statements({const_cast<ir::Statement *>(s)});
      known = before;
      return made;
    }
    return std::nullopt;
  }

  ir::Module &module;
  const ir::Variable *const self;
  ir::Mapper copy;
  Known known;
  llvm::DenseSet<const ir::Variable *> addressed;
  const ir::Statement *entered = nullptr; ///< which is copied as it is
};

//===--- Temporaries ------------------------------------------------------===//

/// Of the lowering's temporaries that start as a constant, which nothing looks
/// at any more.
class Temporaries {
public:
  Temporaries(ir::Module &module, ir::BlockStatement *body) : module(module) {
    const LocalUses all = usesOf(body);
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               if (const auto *var = dyn_cast<ir::VarStatement>(s);
                   var && isTemporary(var->variable) && truthOf(var->init))
                 uses[var->variable] = all.lookup(var->variable);
             });
    list(body->statements);
    if (!values.empty() || !removed.empty() || !unused.empty())
      replace(body);
  }

private:
  static bool mentions(const ir::Statement *s, const ir::Variable *variable) {
    bool result = false;
    ir::walkExprs(s, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      result |= place && place->variable() == variable;
    });
    ir::walk(s, [&](const ir::Statement *each) {
      ir::forEachPlace(each, [&](const ir::Place *place) {
        result |= place->variable() == variable;
      });
    });
    return result;
  }

  /// Whether what `s` evaluates first and once reads the variable.
  static bool reads(const ir::Statement *s, const ir::Variable *variable) {
    if (!isa<ir::IfStatement, ir::LetStatement, ir::VarStatement,
             ir::StoreStatement, ir::ReturnStatement, ir::SwitchStatement>(s))
      return false;
    bool result = false;
    ir::forEachOperand(s, [&](const ir::Expr *operand) {
      ir::walk(operand,
               [&](const ir::Expr *e) { result |= heldIn(e) == variable; });
    });
    return result;
  }

  void list(const std::vector<ir::Statement *> &statements) {
    for (size_t k = 0; k < statements.size(); ++k)
      if (const auto *var = dyn_cast<ir::VarStatement>(statements[k]);
          var && uses.count(var->variable) &&
          !uses[var->variable].isAddressed) {
        if (!uses[var->variable].loads)
          unused.insert(var->variable);
        else
          begin(*var, llvm::ArrayRef(statements).drop_front(k + 1));
      }
    for (ir::Statement *s : statements)
      ir::forEachChild(s, [&](ir::Statement *child) {
        if (auto *block = dyn_cast<ir::BlockStatement>(child))
          list(block->statements);
      });
  }

  void begin(const ir::VarStatement &var,
             llvm::ArrayRef<ir::Statement *> rest) {
    while (!rest.empty() && !mentions(rest.front(), var.variable))
      rest = rest.drop_front();
    const auto *store =
        rest.empty() ? nullptr : dyn_cast<ir::StoreStatement>(rest.front());
    if (!store || store->place->wholeVariable() != var.variable)
      return;
    const LocalUse &known = uses[var.variable];
    if (known.changes == 1 && known.loads == 1 && rest.size() > 1 &&
        reads(rest[1], var.variable)) {
      values[var.variable] = store->value;
      removed.insert(store);
    } else {
      starts.insert(store);
    }
    removed.insert(&var);
  }

  void replace(ir::BlockStatement *body) {
    ir::Mapper copy(module);
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const ir::Variable *held = heldIn(e);
      const ir::Expr *value = held ? values.lookup(held) : nullptr;
      return value ? copy.expr(value) : nullptr;
    };
    copy.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *set = dyn_cast<ir::StoreStatement>(s);
      if (removed.count(s) || (var && unused.count(var->variable)) ||
          (set && unused.count(set->place->wholeVariable())))
        return std::vector<ir::Statement *>();
      if (!starts.count(s))
        return std::nullopt;
      const auto *store = llvm::cast<ir::StoreStatement>(s);
      const ir::Variable *old = store->place->wholeVariable();
      const ir::Expr *value = copy.expr(store->value);
      ir::Variable *made =
          module.variable(old->kind, old->name, old->type, old->loc);
      copy.variables[old] = made;
      return std::vector<ir::Statement *>{module.var(made, value, s->loc)};
    };
    body->statements = copy.block(body)->statements;
  }

  ir::Module &module;
  LocalUses uses;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
  llvm::DenseSet<const ir::Statement *> removed, starts;
  llvm::DenseSet<const ir::Variable *> unused;
};

} // namespace

void recognise::foldNullTests(ir::Module &module, ir::Function &visit,
                              const ir::Variable *self) {
  visit.body = Folder(module, self).run(visit.body);
  const Temporaries temporaries(module, visit.body);
  // `if (n) { whole body }` leaves one block: the body itself.
  while (visit.body->statements.size() == 1) {
    auto *inner = dyn_cast<ir::BlockStatement>(visit.body->statements[0]);
    if (!inner || !inner->label.empty())
      return;
    visit.body = inner;
  }
}
