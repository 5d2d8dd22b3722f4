// Finds `for { var %e = FIRST } while lt(load %e, LAST) step { %e = %e + 1 }`.
#include "InnerLoop.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::kernel;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Search {
public:
  explicit Search(InnerObstacle &why) : why(why) {}

  bool block(const ir::BlockStatement *of) {
    if (!of || !of->label.empty())
      return false;
    around.push_back(of);
    for (const ir::Statement *s : of->statements)
      if (statement(s))
        return true;
    around.pop_back();
    return false;
  }

  InnerLoop found;

private:
  bool statement(const ir::Statement *s) {
    if (const auto *choice = dyn_cast<ir::IfStatement>(s))
      return block(choice->then) || block(choice->otherwise);
    if (const auto *inner = dyn_cast<ir::BlockStatement>(s))
      return block(inner);
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    if (!loop)
      return false;
    found = {};
    found.loop = loop;
    const char *fault = faultOf(*loop);
    if (!fault && isa<ir::IntExpr>(constant(found.first)) &&
        isa<ir::IntExpr>(constant(found.last)))
      return false; // as long for each iteration
    if (fault && why.what.empty())
      why = {fault, loop->loc};
    found.around = around;
    return !fault;
  }

  static const ir::Expr *constant(const ir::Expr *e) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    return cast ? constant(cast->operand) : e;
  }

  const char *faultOf(const ir::LoopStatement &loop) {
    const auto *start =
        loop.form == ir::LoopForm::For && loop.init->statements.size() == 1
            ? dyn_cast<ir::VarStatement>(loop.init->statements.front())
            : nullptr;
    if (!start || !start->init || !start->variable->type->isInt() ||
        start->variable->isVolatile || loop.head)
      return "the inner loop does not count from one number to another by a "
             "variable of its own";
    found.counter = start->variable;
    found.first = start->init;
    if (!steps(*loop.step) || isStored(*loop.body))
      return "the inner loop's variable is not counted up by one alone";
    if (!compares(loop.condition))
      return "the inner loop does not end by comparing its variable";
    return nullptr;
  }

  bool isCounter(const ir::Expr *e) const {
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load && load->place->wholeVariable() == found.counter;
  }

  /// Without conversions that keep the counter's bits: of a counter narrower
  /// than int.
  const ir::Expr *narrow(const ir::Expr *e) const {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    const auto from =
        cast ? ir::integerFormat(cast->operand->type) : std::nullopt;
    return cast && cast->op == ir::CastOp::IntToInt && from &&
                   from->bits >= ir::integerFormat(found.counter->type)->bits
               ? narrow(cast->operand)
               : e;
  }

  bool steps(const ir::BlockStatement &step) const {
    const auto *store =
        step.statements.size() == 1
            ? dyn_cast<ir::StoreStatement>(step.statements.front())
            : nullptr;
    const auto *sum =
        store ? dyn_cast<ir::BinaryExpr>(narrow(store->value)) : nullptr;
    const auto *one = sum ? dyn_cast<ir::IntExpr>(sum->right) : nullptr;
    return store && store->place->wholeVariable() == found.counter && one &&
           sum->op == BinaryOp::Add && isCounter(narrow(sum->left)) &&
           one->value().isOne();
  }

  bool isStored(const ir::BlockStatement &body) const {
    bool result = false;
    ir::walk(&body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) {
        result |= place->variable() == found.counter;
      });
    });
    return result;
  }

  /// The counter, or a wider integer of its value.
  bool isCompared(const ir::Expr *e) const {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    if (!cast)
      return isCounter(e);
    const auto to = ir::integerFormat(cast->type);
    const auto from = ir::integerFormat(cast->operand->type);
    return cast->op == ir::CastOp::IntToInt && to && from &&
           to->bits >= from->bits && isCompared(cast->operand);
  }

  bool mentionsCounter(const ir::Expr *e) const {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) { result |= isCounter(part); });
    return result;
  }

  bool compares(const ir::Expr *condition) {
    const auto *test = dyn_cast<ir::BinaryExpr>(condition);
    if (!test || !test->left->type->isInt())
      return false;
    const bool isLeft = isCompared(test->left);
    found.last = isLeft ? test->right : test->left;
    if ((!isLeft && !isCompared(test->right)) || mentionsCounter(found.last))
      return false;
    if (test->op == BinaryOp::Ne)
      found.until = InnerRange::NotEqual;
    else if (test->op == (isLeft ? BinaryOp::Lt : BinaryOp::Gt))
      found.until = InnerRange::Less;
    else if (test->op == (isLeft ? BinaryOp::Le : BinaryOp::Ge))
      found.until = InnerRange::LessEqual;
    else
      return false;
    return true;
  }

  InnerObstacle &why;
  std::vector<const ir::BlockStatement *> around;
};

} // namespace

std::optional<InnerLoop> kernel::findInnerLoop(const ir::Function &program,
                                               InnerObstacle &why) {
  Search search(why);
  if (search.block(program.body))
    return search.found;
  if (why.what.empty())
    why = {"there is no inner loop over a number of elements that differs",
           program.loc};
  return std::nullopt;
}
