// Children that are there: where a visit of no node would do something, each
// call stands where its child was asked for.
//
//     if (n->left) visit(q, n->left);           there
//     Node *c = n->child[i];
//     if (!c || c == n->right) continue;
//     visit(q, c);                              there
//     Node *c = near ? n->left : n->right;
//     if (n->left && n->right) visit(q, c);     there, either
//     i++; visit(q, n->child[i]);               not the one that was asked for
//
// A walk along the body holds which links are there, and what locals are made
// of. What changes a local ends all that was said with it.
#include "Arrival.h"
#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What holds at a statement.
struct Facts {
  bool isReached = true;
  std::vector<const ir::Expr *> present; ///< links
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
};

bool mentions(const ir::Expr *e, const ir::Variable *variable) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *part) {
    const auto *fixed = dyn_cast<ir::ValueExpr>(part);
    const ir::Place *place = ir::placeOf(part);
    result |= (fixed && fixed->variable == variable) ||
              (place && place->variable() == variable);
  });
  return result;
}

/// The variable that `e` is the value of.
const ir::Variable *heldIn(const ir::Expr *e) {
  if (const auto *fixed = dyn_cast<ir::ValueExpr>(e))
    return fixed->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

class PresentChildren {
public:
  explicit PresentChildren(const Recogniser &site)
      : site(site), kernel(site.kernel) {
    const ir::Function &visit = *kernel.enter;
    ir::walkExprs(visit.body, [&](const ir::Expr *e) {
      if (const auto *address = dyn_cast<ir::AddressExpr>(e))
        if (const ir::Variable *variable = address->place->variable())
          addressed.insert(variable);
      if (const ir::Variable *variable = heldIn(e))
        uses.try_emplace(variable, e);
    });
    Facts facts;
    block(visit.body, facts);
  }

  std::optional<ir::Location> absent; ///< a call of what may not be there

private:
  //===--- What is known ----------------------------------------------------//

  /// Whether `e` is the same for as long as the variables in it are.
  bool isTracked(const ir::Expr *e) const {
    bool result = true;
    ir::walk(e, [&](const ir::Expr *part) {
      if (isa<ir::CallExpr, ir::ContainerReadExpr, ir::AddressExpr>(part))
        result = false;
      const ir::Place *place = ir::placeOf(part);
      if (!place)
        return;
      const auto *root = std::get_if<ir::DataRoot>(&place->root);
      const ir::Variable *variable = place->variable();
      result &= !place->isVolatile && !place->isIndirect() &&
                (variable ? !addressed.count(variable)
                          : root && (root->kind == ir::DataRoot::Node ||
                                     root->kind == ir::DataRoot::Shared));
    });
    return result;
  }

  /// What `e` holds, as far as the locals are known that it is the value of.
  static const ir::Expr *resolved(const ir::Expr *e, const Facts &facts) {
    for (int depth = 0; depth < 16; ++depth) {
      const ir::Variable *held = heldIn(e);
      const ir::Expr *value = held ? facts.values.lookup(held) : nullptr;
      if (!value)
        break;
      e = value;
    }
    return e;
  }

  void isThere(const ir::Expr *link, Facts &facts) const {
    for (const ir::Expr *each : {link, resolved(link, facts)})
      if (isTracked(each))
        facts.present.push_back(each);
  }

  void assume(const ir::Expr *e, bool value, Facts &facts) const {
    e = resolved(e, facts);
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot)
      return assume(negation->operand, !value, facts);
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e);
        both && both->isAnd == value) {
      assume(both->left, value, facts);
      return assume(both->right, value, facts);
    }
    const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
    if (asked && asked->op == ir::IntrinsicOp::IsNull && !value)
      isThere(asked->arguments[0], facts);
    if (const auto held = site.entryTests.find(e);
        held != site.entryTests.end() && held->second.second == value)
      isThere(held->second.first, facts);
  }

  /// Whether it is one of children that are found by going from one to the
  /// next, or that are elements themselves: of those none is null. `rt::child`
  /// has the number of its group until the order of these is known.
  bool isOneOfMany(const ir::Expr *link) const {
    const auto *child = dyn_cast<ir::LibraryCallExpr>(link);
    if (!child || child->name != "rt::child" || child->arguments.size() != 2)
      return false;
    const auto *group = dyn_cast<ir::IntExpr>(child->arguments[0]);
    if (!group || group->low >= kernel.slots.size())
      return false;
    const kernel::SlotGroup &slots = kernel.slots[group->low];
    return slots.form == kernel::SlotGroup::Siblings || slots.isInPlace;
  }

  bool mustBeThere(const ir::Expr *link, const Facts &facts) const {
    const ir::Expr *held = resolved(link, facts);
    if (isOneOfMany(held))
      return true;
    for (const ir::Expr *each : {link, held})
      if (llvm::any_of(facts.present, [&](const ir::Expr *known) {
            return ir::equal(known, each);
          }))
        return true;
    const auto *choice = dyn_cast<ir::SelectExpr>(held);
    if (!choice)
      return false;
    Facts whenTrue = facts, whenFalse = facts;
    assume(choice->condition, true, whenTrue);
    assume(choice->condition, false, whenFalse);
    return mustBeThere(choice->whenTrue, whenTrue) &&
           mustBeThere(choice->whenFalse, whenFalse);
  }

  /// `variable` is no longer what it was.
  static void forget(const ir::Variable *variable, Facts &facts) {
    facts.values.erase(variable);
    std::vector<const ir::Variable *> lost;
    for (const auto &[other, value] : facts.values)
      if (mentions(value, variable))
        lost.push_back(other);
    for (const ir::Variable *other : lost)
      facts.values.erase(other);
    llvm::erase_if(facts.present, [&](const ir::Expr *link) {
      return mentions(link, variable);
    });
  }

  static void forgetChanged(const ir::Statement *s, Facts &facts) {
    ir::walk(s, [&](const ir::Statement *each) {
      if (const ir::Variable *made = ir::declaredBy(each))
        forget(made, facts);
      ir::forEachPlace(each, [&](const ir::Place *place) {
        if (place->variable())
          forget(place->variable(), facts);
      });
    });
  }

  void set(const ir::Variable *variable, const ir::Expr *value,
           Facts &facts) const {
    const bool there =
        value && value->type->isLink() && mustBeThere(value, facts);
    // Of `c = next(c)` nothing is said with the new one.
    const bool isTrackedValue =
        value && isTracked(value) && !mentions(value, variable);
    forget(variable, facts);
    if (addressed.count(variable))
      return;
    if (isTrackedValue)
      facts.values[variable] = value;
    const auto use = uses.find(variable);
    if (there && use != uses.end())
      facts.present.push_back(use->second);
  }

  static Facts meet(const Facts &a, const Facts &b) {
    if (!a.isReached || !b.isReached)
      return a.isReached ? a : b;
    Facts result;
    for (const ir::Expr *link : a.present)
      if (llvm::any_of(b.present, [&](const ir::Expr *other) {
            return ir::equal(link, other);
          }))
        result.present.push_back(link);
    for (const auto &[variable, value] : a.values)
      if (const ir::Expr *other = b.values.lookup(variable);
          other && ir::equal(value, other))
        result.values[variable] = value;
    return result;
  }

  //===--- Statements -------------------------------------------------------//

  void block(const ir::BlockStatement *block, Facts &facts) {
    if (!block)
      return;
    const bool isLeft = !block->label.empty();
    Facts before = facts;
    if (isLeft)
      forgetChanged(block, before);
    for (const ir::Statement *s : block->statements)
      statement(s, facts);
    if (isLeft)
      facts = std::move(before); // as where it is left
  }

  void loop(const ir::LoopStatement &s, Facts &facts) {
    block(s.init, facts);
    forgetChanged(&s, facts);
    Facts inside = facts;
    const bool isAsked = s.form != ir::LoopForm::DoWhile;
    if (isAsked && s.head)
      block(s.head, inside);
    if (isAsked && s.condition)
      assume(s.condition, true, inside);
    block(s.body, inside);
    // A step, or the end of a `do`, may come by `continue`.
    for (const ir::BlockStatement *end : {s.step, isAsked ? nullptr : s.head}) {
      Facts then = facts;
      block(end, then);
    }
  }

  void choose(const ir::SwitchStatement &s, Facts &facts) {
    const Facts before = facts;
    forgetChanged(&s, facts);
    Facts fallen = before;
    fallen.isReached = false;
    for (const ir::SwitchStatement::Case &each : s.cases) {
      Facts inside = meet(before, fallen);
      block(each.body, inside);
      fallen = std::move(inside);
      fallen.isReached &= each.fallsThrough;
    }
  }

  void statement(const ir::Statement *s, Facts &facts);

  const Recogniser &site;
  const kernel::Kernel &kernel;
  llvm::DenseSet<const ir::Variable *> addressed;
  /// An expression of the body that is the variable's value.
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> uses;
};

void PresentChildren::statement(const ir::Statement *s, Facts &facts) {
  if (!facts.isReached)
    return;
  if (const auto *visit = dyn_cast<ir::VisitStatement>(s)) {
    if (!mustBeThere(visit->arguments[0], facts) && !absent)
      absent = s->loc;
    return forgetChanged(s, facts);
  }
  if (const auto *inner = dyn_cast<ir::BlockStatement>(s))
    return block(inner, facts);
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return set(let->variable, let->value, facts);
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return set(var->variable, var->init, facts);
  if (const auto *store = dyn_cast<ir::StoreStatement>(s)) {
    if (const ir::Variable *whole = store->place->wholeVariable())
      return set(whole, store->value, facts);
    return forgetChanged(s, facts);
  }
  if (const auto *branch = dyn_cast<ir::IfStatement>(s)) {
    Facts then = facts, otherwise = facts;
    assume(branch->condition, true, then);
    assume(branch->condition, false, otherwise);
    block(branch->then, then);
    block(branch->otherwise, otherwise);
    facts = meet(then, otherwise);
    facts.isReached = then.isReached || otherwise.isReached;
    return;
  }
  if (const auto *inner = dyn_cast<ir::LoopStatement>(s))
    return loop(*inner, facts);
  if (const auto *choice = dyn_cast<ir::SwitchStatement>(s))
    return choose(*choice, facts);
  if (isa<ir::ReturnStatement, ir::BreakStatement, ir::ContinueStatement,
          ir::LeaveStatement>(s)) {
    facts.isReached = false;
    return;
  }
  forgetChanged(s, facts);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    Facts inside = facts;
    statement(child, inside);
  });
}

} // namespace

bool recognise::visitsOnlyNodes(const Recogniser &site, ir::Location &where) {
  const PresentChildren children(site);
  if (children.absent)
    where = *children.absent;
  return !children.absent;
}
