// Names what is read, and bounds sums that may overflow on the way.
#include "FixpointBody.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using ir::Combiner;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Writer {
public:
  Writer(ir::Module &module, const Progress &progress,
         const FixpointUpdates &updates)
      : module(module), progress(progress), updates(updates) {}

  void rewrite(ir::BlockStatement &block) {
    std::vector<ir::Statement *> list;
    for (ir::Statement *s : block.statements) {
      if (const auto found = updates.find(s); found != updates.end()) {
        update(found->second, s->loc, list);
        continue;
      }
      if (auto *let = dyn_cast<ir::LetStatement>(s))
        let->value = made(let->value, &list);
      else if (auto *var = dyn_cast<ir::VarStatement>(s); var && var->init)
        var->init = made(var->init, &list);
      else if (auto *store = dyn_cast<ir::StoreStatement>(s))
        store->value = made(store->value, &list);
      else if (auto *choice = dyn_cast<ir::IfStatement>(s))
        ask(*choice, list);
      list.push_back(s);
      if (auto *nested = dyn_cast<ir::BlockStatement>(s)) {
        rewrite(*nested);
        continue;
      }
      ir::forEachChild(s, [&](ir::Statement *child) {
        if (auto *inner = dyn_cast<ir::BlockStatement>(child))
          rewrite(*inner);
      });
    }
    block.statements = std::move(list);
  }

private:
  /// A name for `e`, so that it is evaluated once.
  const ir::Expr *named(const ir::Expr *e, llvm::StringRef name,
                        std::vector<ir::Statement *> &list) {
    if (isa<ir::IntExpr, ir::FloatExpr, ir::BoolExpr, ir::ValueExpr>(e))
      return e;
    ir::Variable *made =
        module.variable(ir::Variable::Let, name, e->type, e->loc);
    list.push_back(module.let(made, e, e->loc));
    return module.load(module.place(made), e->loc);
  }

  /// A sum that may overflow on the way, though the final one does not: it is
  /// beyond all that elements can be then, and changes none.
  const ir::Expr *bounded(const ir::BinaryExpr &e,
                          std::vector<ir::Statement *> *list) {
    const Course course = progress.of(&e);
    const auto format = ir::integerFormat(e.type);
    const ir::Expr *left = e.left, *right = e.right;
    if (list) {
      left = named(left, "from", *list);
      right = named(right, "by", *list);
    }
    const bool isUp = course == Course::Falls;
    const auto number = [&](const llvm::APInt &value) {
      return module.integer(e.type, value, e.loc);
    };
    const ir::Expr *zero = module.integer(e.type, 0, e.loc);
    const ir::Expr *end =
        number(isUp ? llvm::APInt::getSignedMaxValue(format->bits)
                    : llvm::APInt::getSignedMinValue(format->bits));
    // Of `a + b`: up, b > 0 and a > end - b; down, b < 0 and a < end - b.
    const bool isSum = e.op == BinaryOp::Add;
    const ir::Expr *room =
        module.binary(isSum ? BinaryOp::Sub : BinaryOp::Add, end, right, e.loc);
    const ir::Expr *towards = module.binary(
        isSum == isUp ? BinaryOp::Gt : BinaryOp::Lt, right, zero, e.loc);
    const ir::Expr *beyond =
        module.binary(isUp ? BinaryOp::Gt : BinaryOp::Lt, left, room, e.loc);
    return module.select(module.andAlso(towards, beyond, e.loc), end,
                         module.binary(e.op, left, right, e.loc), e.loc);
  }

  /// `a < b ? a : b`, of which each is read once: what is less may be greater
  /// when it is read again.
  const ir::Expr *chosen(const ir::SelectExpr &e) {
    const ir::Expr *a = made(e.whenTrue, nullptr);
    const ir::Expr *b = made(e.whenFalse, nullptr);
    // std::min(b, a) is `a < b ? a : b`.
    return module.libraryCall(*choosesOne(e) == Combiner::Min ? "std::min"
                                                              : "std::max",
                              e.type, {b, a}, e.loc);
  }

  /// `e`, with sums that are bounded. `list`, if any, gets the names.
  const ir::Expr *made(const ir::Expr *e, std::vector<ir::Statement *> *list) {
    ir::walk(e, [&](const ir::Expr *part) {
      if (isa<ir::LogicalExpr, ir::SelectExpr>(part))
        list = nullptr; // parts of it may not be evaluated
    });
    ir::Mapper mapper(module);
    mapper.onExpr = [&](const ir::Expr *part) -> const ir::Expr * {
      if (const auto *one = dyn_cast<ir::SelectExpr>(part);
          one && progress.of(one->condition) != Course::Fixed)
        return chosen(*one);
      const auto *binary = dyn_cast<ir::BinaryExpr>(part);
      const bool isSum =
          binary && binary->type->isInt() &&
          (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) &&
          progress.of(part) != Course::Fixed;
      return isSum ? bounded(*binary, list) : nullptr;
    };
    return mapper.expr(e);
  }

  /// Whoever acts on the answer is told the same one, however engines take the
  /// loop apart.
  void ask(ir::IfStatement &choice, std::vector<ir::Statement *> &list) {
    const ir::Expr *value = nullptr;
    if (progress.of(choice.condition) == Course::Fixed)
      return;
    if (choosesLocal(module, &choice, value))
      return choose(choice, value, list);
    choice.condition = named(made(choice.condition, &list), "holds", list);
  }

  /// `if (x[u] < best) best = x[u];`
  void choose(ir::IfStatement &choice, const ir::Expr *value,
              std::vector<ir::Statement *> &list) {
    const ir::Expr *one = named(made(value, &list), "candidate", list);
    ir::Mapper mapper(module);
    mapper.onExpr = [&](const ir::Expr *part) {
      return ir::equal(part, value) ? one : nullptr;
    };
    choice.condition = mapper.expr(choice.condition);
    auto *store =
        llvm::cast<ir::StoreStatement>(choice.then->statements.front());
    store->value = one;
  }

  void update(const FixpointUpdate &found, ir::Location loc,
              std::vector<ir::Statement *> &list) {
    std::vector<ir::Statement *> inner;
    std::vector<ir::Statement *> &here = found.before ? inner : list;
    const ir::Expr *test = found.test;
    ir::Statement *change = found.store;
    if (found.combiner) {
      const ir::Expr *value =
          named(made(found.store->value, &here), "candidate", here);
      test = module.binary(*found.combiner == Combiner::Min ? BinaryOp::Lt
                                                            : BinaryOp::Gt,
                           value, module.load(found.store->place, loc), loc);
      change = module.reduce(*found.combiner, found.store->place, value,
                             found.store->loc);
    } else {
      found.store->store = ir::StoreKind::Shared;
    }
    if (found.behind)
      test = module.andAlso(test, made(found.behind, nullptr), loc);
    test = named(test, "isBetter", here);
    std::vector<ir::Statement *> changes = found.flags;
    changes.push_back(change);
    here.push_back(
        module.ifThen(test, module.block(changes, loc), nullptr, loc));
    if (found.before)
      list.push_back(
          module.ifThen(named(made(found.before, &list), "holds", list),
                        module.block(inner, loc), nullptr, loc));
  }

  ir::Module &module;
  const Progress &progress;
  const FixpointUpdates &updates;
};

} // namespace

void recognise::writeUpdates(ir::Module &module, const Progress &progress,
                             const FixpointUpdates &updates,
                             ir::BlockStatement &body) {
  Writer(module, progress, updates).rewrite(body);
}
