// Values that the query decides as well: each thing that they may be, with what
// holds of the node where they are that. A condition on one of them says what
// holds wherever it is met.
//
//     int kind = 0;                        // {} 0
//     if (n->has && n->x < q->x) kind = 1; // {n->has} 1, {} 0
//     if (kind == 1) ...                   // n->has
#include "NodeValues.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::ir;
using llvm::dyn_cast;
using llvm::isa;

//===--- Choices ----------------------------------------------------------===//

/// So many are told apart.
static constexpr size_t mostChoices = 6;

/// Whether `b` adds nothing to `a`.
static bool covers(const Choice &a, const Choice &b) {
  const bool isPart = llvm::all_of(
      a.way, [&](const Expr *term) { return contains(b.way, term); });
  return isPart && (!a.value || (b.value && equal(a.value, b.value)));
}

void ir::include(Choices &choices, Choice added) {
  if (llvm::any_of(choices,
                   [&](const Choice &known) { return covers(known, added); }))
    return;
  llvm::erase_if(choices,
                 [&](const Choice &known) { return covers(added, known); });
  choices.push_back(std::move(added));
  if (choices.size() <= mostChoices)
    return;
  Choice all;
  all.way = choices.front().way;
  for (const Choice &each : choices)
    all.way = common(all.way, each.way);
  choices = {all};
}

Choices ir::finished(Choices choices) {
  const auto saysNothing = [](const Choice &each) {
    return each.way.empty() && !each.value;
  };
  // That it is true or false.
  const auto isAnything = [](const Choice &each) {
    return each.way.empty() && isa<BoolExpr>(each.value);
  };
  if (llvm::any_of(choices, saysNothing) ||
      (choices.size() > 1 && llvm::all_of(choices, isAnything)))
    return {};
  return choices;
}

static bool areSame(const Choices &a, const Choices &b) {
  return llvm::equal(a, b, [](const Choice &x, const Choice &y) {
    return covers(x, y) && covers(y, x);
  });
}

bool ir::isSame(const Known &a, const Known &b) {
  const auto isIn = [](const Known &all, const Known &others) {
    return llvm::all_of(all, [&](const auto &entry) {
      return areSame(entry.second, others.lookup(entry.first));
    });
  };
  return isIn(a, b) && isIn(b, a);
}

/// Nothing is known of a variable: it is what it is.
static Choices orAnything(Choices choices) {
  return choices.empty() ? Choices{Choice()} : choices;
}

Known NodeValues::meet(Side a, Side b, const Expr *test) const {
  Known result;
  const auto add = [&](const Variable *variable) {
    const Choices ofA = held(variable, a.known), ofB = held(variable, b.known);
    const Expr *one = exactly(variable, a.known),
               *other = exactly(variable, b.known);
    Choices all;
    if (areSame(ofA, ofB))
      all = ofA; // set ahead of where they parted
    else if (one && other && test)
      all = {{{}, module.select(test, one, other)}};
    else if (!variable->type->isLink())
      for (const Side &side : {a, b})
        for (const Choice &each : orAnything(held(variable, side.known)))
          if (auto way = inRow(module, side.way, each.way))
            include(all, {std::move(*way), each.value});
    if (all = finished(std::move(all)); !all.empty())
      result[variable] = std::move(all);
  };
  for (const auto &entry : a.known)
    add(entry.first);
  for (const auto &entry : b.known)
    if (!a.known.contains(entry.first))
      add(entry.first);
  return result;
}

//===--- Of expressions ---------------------------------------------------===//

/// What holds where it is true, and where it is false.
Choices NodeValues::ofTruth(const Expr *e, const Known &known) const {
  Choices result;
  for (const bool holds : {true, false})
    if (auto way = implied(e, holds, known))
      include(result, {std::move(*way), module.boolean(holds)});
  return finished(std::move(result));
}

Choices NodeValues::ofSelect(const SelectExpr &e, const Known &known) const {
  Choices result;
  for (const bool holds : {true, false})
    if (const auto way = implied(e.condition, holds, known))
      for (const Choice &each :
           orAnything(choices(holds ? e.whenTrue : e.whenFalse, known)))
        if (auto all = inRow(module, *way, each.way))
          include(result, {std::move(*all), each.value});
  return finished(std::move(result));
}

Choices NodeValues::ofBinary(const BinaryExpr &e, const Known &known) const {
  Choices result;
  const Choices right = orAnything(choices(e.right, known));
  for (const Choice &one : orAnything(choices(e.left, known)))
    for (const Choice &other : right)
      if (auto all = inRow(module, one.way, other.way))
        include(result, {std::move(*all), binary(e, one.value, other.value)});
  return finished(std::move(result));
}

Choices NodeValues::choices(const Expr *e, const Known &known) const {
  if (const Expr *exact = of(e, known))
    return {{{}, exact}};
  if (e->type->isLink())
    return {};
  const auto *unary = dyn_cast<UnaryExpr>(e);
  if (isa<LogicalExpr>(e) || (unary && unary->op == UnaryOp::LNot))
    return ofTruth(e, known);
  if (const auto *choice = dyn_cast<SelectExpr>(e))
    return ofSelect(*choice, known);
  if (const auto *two = dyn_cast<BinaryExpr>(e))
    return ofBinary(*two, known);
  if (const auto *value = dyn_cast<ValueExpr>(e))
    return held(value->variable, known);
  if (const auto *load = dyn_cast<LoadExpr>(e)) {
    const Variable *whole = load->place->wholeVariable();
    return whole ? held(whole, known) : Choices();
  }
  if (const auto *call = dyn_cast<CallExpr>(e))
    return returned(*call->callee, call->arguments, known);
  const auto *cast = dyn_cast<CastExpr>(e);
  if (!unary && !cast)
    return {};
  Choices result = choices(unary ? unary->operand : cast->operand, known);
  for (Choice &each : result)
    if (each.value)
      each.value = unary ? module.unary(unary->op, each.value, e->loc)
                         : module.cast(cast->op, e->type, each.value,
                                       cast->isWritten, e->loc);
  return result;
}

//===--- Of conditions ----------------------------------------------------===//

/// What a term says, which is `holds`; nothing where it never is.
static std::optional<Way> saidBy(Module &module, const Expr *term, bool holds) {
  if (const auto always = constantOf(term))
    return *always == holds ? std::optional(Way()) : std::nullopt;
  term = withoutConstants(term);
  if (const auto *both = dyn_cast<LogicalExpr>(term);
      both && both->isAnd == holds)
    return inRow(module, saidBy(module, both->left, holds),
                 saidBy(module, both->right, holds));
  return Way{holds ? term : Ways(module).negated(term)};
}

std::optional<Way> NodeValues::impliedByChoices(const Expr *e, bool holds,
                                                const Known &known) const {
  std::vector<Way> ways;
  for (const Choice &each : orAnything(choices(e, known))) {
    const auto said = each.value ? saidBy(module, each.value, holds) : Way();
    if (auto way = inRow(module, each.way, said))
      ways.push_back(std::move(*way));
  }
  return oneOf(module, ways);
}

std::optional<Way> NodeValues::implied(const Expr *e, bool holds,
                                       const Known &known) const {
  const auto of = [&](const Expr *part, bool is) {
    return implied(part, is, known);
  };
  const auto *both = dyn_cast<LogicalExpr>(e);
  if (both && both->isAnd == holds)
    return inRow(module, of(both->left, holds), of(both->right, holds));
  if (const auto *unary = dyn_cast<UnaryExpr>(e);
      unary && unary->op == UnaryOp::LNot)
    return of(unary->operand, !holds);
  if (const Expr *term = this->of(e, known))
    return saidBy(module, term, holds);
  std::vector<Way> ways;
  const auto add = [&](std::optional<Way> way) {
    if (way)
      ways.push_back(std::move(*way));
  };
  if (both) {
    add(of(both->left, holds));
    add(inRow(module, of(both->left, !holds), of(both->right, holds)));
    return oneOf(module, ways);
  }
  if (const auto *choice = dyn_cast<SelectExpr>(e)) {
    add(inRow(module, of(choice->condition, true),
              of(choice->whenTrue, holds)));
    add(inRow(module, of(choice->condition, false),
              of(choice->whenFalse, holds)));
    return oneOf(module, ways);
  }
  return impliedByChoices(e, holds, known);
}
