// Null nodes: engines skip them, so arriving at one has to do nothing.
//
//     if (!n) return;                   it returns
//     if (n == NULL || far(n)) return;  the left side decides
//     int i = 0; if (!n) return;        nothing is changed
//     b.visited++; if (!n) return;      not so: the effect would be lost
//     b.visited++; b.sum += n->x;       no null node gets here
//     count(b, n); if (near(n)) return; no null node gets behind what looks
//
// Where a visit of no node may do something, every call has to be of a node:
// PresentChildren.cpp.
#include "Arrival.h"

#include "LocalUses.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <utility>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool recognise::asksForSelf(const ir::Expr *e, const ir::Variable *self) {
  const auto *asked = dyn_cast<ir::IntrinsicExpr>(e);
  if (!asked || asked->op != ir::IntrinsicOp::IsNull)
    return false;
  const auto *load = dyn_cast<ir::LoadExpr>(asked->arguments[0]);
  return load && load->place->wholeVariable() == self;
}

namespace {

/// Runs a visit of no node, or a function that it calls, as far as it can be
/// told.
class NullVisit {
public:
  NullVisit(const kernel::Kernel &kernel, const ir::Variable *self,
            const Which &which)
      : kernel(kernel), self(self), which(which) {}

  /// Of the ways that have not come back.
  enum Outcome {
    GoesOn,
    Returns,
    Impossible ///< it looks at the node: nobody gets here without one
  };
  /// What `function` does. Where it comes back, or ends the program, after a
  /// change of what others see, `change` is the change.
  void runAll(const ir::Function &function) {
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      if (const auto *address = dyn_cast<ir::AddressExpr>(e))
        if (const ir::Variable *variable = address->place->variable())
          addressed.insert(variable);
    });
    if (block(function.body) == GoesOn)
      leaves();
  }
  std::optional<ir::Location> change;
  bool comesBack = false;                 ///< or ends the program
  std::vector<const ir::Expr *> returned; ///< by ways that come back

private:
  using Known = llvm::DenseMap<const ir::Variable *, bool>;

  //===--- Expressions ------------------------------------------------------//

  /// What `e` is; nothing where that is not known.
  std::optional<bool> value(const ir::Expr *e) const {
    if (asksForSelf(e, self))
      return true;
    if (const auto *constant = dyn_cast<ir::BoolExpr>(e))
      return constant->value;
    if (const auto *asked = dyn_cast<ir::BinaryExpr>(e);
        asked && asked->op == ir::BinaryOp::Eq && which.param) {
      const auto left = number(asked->left), right = number(asked->right);
      if (left && right)
        return llvm::APSInt::isSameValue(*left, *right);
    }
    if (const ir::Variable *held = heldIn(e)) {
      const auto found = known.find(held);
      return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot) {
      const auto inner = value(negation->operand);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    const auto *both = dyn_cast<ir::LogicalExpr>(e);
    const auto left = both ? value(both->left) : std::nullopt;
    if (!left)
      return std::nullopt;
    return *left == both->isAnd ? value(both->right) : left;
  }

  /// What `e` comes to, as far as constants and the function that is run say.
  std::optional<llvm::APSInt> number(const ir::Expr *e) const {
    return ir::integerOf(
        e, [&](const ir::Variable *variable) -> std::optional<llvm::APSInt> {
          if (variable == which.param)
            return llvm::APSInt(llvm::APInt(8, which.number), true);
          return std::nullopt;
        });
  }

  bool isNodeDatum(const ir::Place *place) const {
    const auto *root = std::get_if<ir::DataRoot>(&place->root);
    return root && root->kind == ir::DataRoot::Node &&
           !kernel.data[root->number].isAddress;
  }

  /// Whether `e` itself is a child that is read in the node. `rt::child` has
  /// the number of its group until the order of these is known.
  bool isReadChild(const ir::Expr *e) const {
    const auto *child = dyn_cast<ir::LibraryCallExpr>(e);
    if (!child || child->name != "rt::child" || child->arguments.empty())
      return false;
    const auto *group = dyn_cast<ir::IntExpr>(child->arguments[0]);
    return group && group->low < kernel.slots.size() &&
           kernel.slots[group->low].form == kernel::SlotGroup::Fields &&
           !kernel.slots[group->low].isInPlace;
  }

  /// Whether evaluating `e` looks at the node, whatever else it does.
  bool looks(const ir::Expr *e) {
    if (kernel.nodesAreNumbers)
      return false;
    if (const auto *load = dyn_cast<ir::LoadExpr>(e);
        load && isNodeDatum(load->place))
      return true;
    if (const auto *both = dyn_cast<ir::LogicalExpr>(e)) {
      const auto left = value(both->left);
      return looks(both->left) ||
             (left && *left == both->isAnd && looks(both->right));
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      const auto decided = value(choice->condition);
      return looks(choice->condition) ||
             ((decided == false || looks(choice->whenTrue)) &&
              (decided == true || looks(choice->whenFalse)));
    }
    if (const auto *called = dyn_cast<ir::CallExpr>(e);
        called && of(called->callee).first == Impossible)
      return true;
    // How many children there are is said by what the node holds.
    const auto *asked = dyn_cast<ir::LibraryCallExpr>(e);
    bool result = isReadChild(e) || (asked && asked->name == "rt::children");
    ir::forEachOperand(e, [&](const ir::Expr *part) { result |= looks(part); });
    return result;
  }

  /// Whether `e` looks at the node wherever it comes to `outcome`.
  ///
  ///     b.isOn && n->count > 3      true only where n->count is read
  bool looksWhere(const ir::Expr *e, bool outcome) {
    if (looks(e))
      return true;
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(e);
        negation && negation->op == ir::UnaryOp::LNot)
      return looksWhere(negation->operand, !outcome);
    const auto *both = dyn_cast<ir::LogicalExpr>(e);
    if (!both)
      return false;
    const bool byRight =
        looksWhere(both->left, both->isAnd) || looksWhere(both->right, outcome);
    return byRight &&
           (outcome == both->isAnd || looksWhere(both->left, outcome));
  }

  //===--- Functions --------------------------------------------------------//

  using Result = std::pair<Outcome, std::optional<ir::Location>>;

  /// What a call of `function` does, and where it changes something.
  Result of(const ir::Function *function) {
    if (!function->body)
      return {GoesOn,
              function->isPure ? std::nullopt : std::optional(function->loc)};
    const auto [at, isNew] =
        called.try_emplace(function, GoesOn, std::optional(function->loc));
    if (!isNew)
      return at->second;
    NullVisit inner(kernel, nullptr, {});
    inner.called = called;
    inner.runAll(*function);
    return called[function] = {inner.comesBack ? GoesOn : Impossible,
                               inner.change};
  }

  //===--- Statements -------------------------------------------------------//

  /// Control goes to where nothing more is known.
  void leaves() {
    comesBack = true;
    if (changed && !change)
      change = changed;
  }
  void changes(ir::Location loc) { changed = changed ? changed : loc; }

  Outcome block(const ir::BlockStatement *block) {
    if (!block)
      return GoesOn;
    for (const ir::Statement *s : block->statements)
      if (const Outcome outcome = run(s); outcome != GoesOn)
        return outcome;
    return GoesOn;
  }

  /// One of two ways; what happens on one that no null node survives does not.
  Outcome branch(const ir::IfStatement &s, bool isThen, Known &after,
                 std::optional<ir::Location> &changedAfter) {
    const Known before = known;
    const auto changedBefore = changed;
    const Outcome outcome = looksWhere(s.condition, isThen)
                                ? Impossible
                                : block(isThen ? s.then : s.otherwise);
    after = std::move(known);
    changedAfter = outcome == GoesOn ? changed : changedBefore;
    known = before;
    changed = changedBefore;
    return outcome;
  }

  Outcome fork(const ir::IfStatement &s) {
    if (const auto decided = value(s.condition))
      return block(*decided ? s.then : s.otherwise);
    Known first, second;
    std::optional<ir::Location> changedFirst, changedSecond;
    const Outcome then = branch(s, true, first, changedFirst);
    const Outcome other = branch(s, false, second, changedSecond);
    if (then != GoesOn && other != GoesOn)
      return then == Impossible ? other : then;
    changed = changedFirst ? changedFirst : changedSecond;
    if (then != GoesOn || other != GoesOn) {
      known = then == GoesOn ? first : second;
      return GoesOn;
    }
    known.clear();
    for (const auto &[variable, is] : first)
      if (const auto found = second.find(variable);
          found != second.end() && found->second == is)
        known[variable] = is;
    return GoesOn;
  }

  /// Of what may run any number of times, or in part: what it may change.
  Outcome whole(const ir::Statement *s) {
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *store = dyn_cast<ir::StoreStatement>(each);
      const auto *call = dyn_cast<ir::CallStatement>(each);
      if (isa<ir::VisitStatement, ir::LibraryCallStatement,
              ir::ContainerChangeStatement, ir::ReduceStatement,
              ir::TrapStatement, ir::ReturnStatement>(each) ||
          (store &&
           (!store->place->variable() || store->place->isIndirect())) ||
          (call && of(call->callee).second))
        changes(each->loc);
      if (isa<ir::TrapStatement, ir::ReturnStatement>(each))
        leaves();
      if (const auto *leave = dyn_cast<ir::ReturnStatement>(each);
          leave && leave->value)
        returned.push_back(leave->value);
    });
    std::vector<const ir::Variable *> lost;
    for (const auto &[variable, is] : known)
      if (ir::mayChange(s, variable))
        lost.push_back(variable);
    for (const ir::Variable *variable : lost)
      known.erase(variable);
    return GoesOn;
  }

  void set(const ir::Variable *variable, const ir::Expr *to) {
    const auto is = to ? value(to) : std::nullopt;
    if (is && !addressed.count(variable))
      known[variable] = *is;
    else
      known.erase(variable);
  }

  Outcome call(const ir::CallStatement &s) {
    const auto [outcome, change] = of(s.callee);
    if (outcome == Impossible && !kernel.nodesAreNumbers)
      return Impossible;
    return whole(&s);
  }

  bool entersIn(const ir::LoopStatement &s);
  Outcome run(const ir::Statement *s);

  const kernel::Kernel &kernel;
  const ir::Variable *const self;
  const Which which;
  Known known; ///< locals
  llvm::DenseSet<const ir::Variable *> addressed;
  std::optional<ir::Location> changed; ///< so far, and not come back yet
  llvm::DenseMap<const ir::Function *, Result> called;
  bool jumps = false; ///< out of an iteration
};

/// Whether something in `s` leaves a block around it.
bool mayLeave(const ir::Statement *s) {
  bool result = false;
  ir::walk(s, [&](const ir::Statement *each) {
    result |= isa<ir::LeaveStatement>(each);
  });
  return result;
}

/// Whether the loop has a first iteration: what its condition comes to with
/// what `init` sets.
bool NullVisit::entersIn(const ir::LoopStatement &s) {
  if (s.form == ir::LoopForm::DoWhile)
    return true;
  const auto *asked = dyn_cast<ir::BinaryExpr>(s.condition);
  if (s.head || !asked || !ir::isComparison(asked->op))
    return false;
  const auto number = [&](const ir::Expr *e) {
    return ir::integerOf(
        e, [&](const ir::Variable *variable) -> std::optional<llvm::APSInt> {
          const ir::Expr *first = nullptr;
          for (const ir::Statement *set :
               s.init ? s.init->statements : std::vector<ir::Statement *>()) {
            const auto *var = dyn_cast<ir::VarStatement>(set);
            if (var && var->variable == variable)
              first = var->init;
            const auto *store = dyn_cast<ir::StoreStatement>(set);
            if (store && store->place->wholeVariable() == variable)
              first = store->value;
          }
          return first ? ir::integerOf(first,
                                       [](const ir::Variable *) {
                                         return std::optional<llvm::APSInt>();
                                       })
                       : std::nullopt;
        });
  };
  const auto left = number(asked->left), right = number(asked->right);
  if (!left || !right)
    return false;
  const int order = llvm::APSInt::compareValues(*left, *right);
  switch (asked->op) {
  case ir::BinaryOp::Lt:
    return order < 0;
  case ir::BinaryOp::Le:
    return order <= 0;
  case ir::BinaryOp::Gt:
    return order > 0;
  case ir::BinaryOp::Ge:
    return order >= 0;
  case ir::BinaryOp::Eq:
    return order == 0;
  default:
    return order != 0;
  }
}

NullVisit::Outcome NullVisit::run(const ir::Statement *s) {
  bool looked = false;
  // A loop over values evaluates what it begins with in any case.
  if (const auto *loop = dyn_cast<ir::LoopStatement>(s)) {
    if (loop->form != ir::LoopForm::DoWhile && !loop->head)
      looked = looks(loop->condition);
    if (entersIn(*loop)) {
      const Known before = known;
      const auto changedBefore = changed;
      const bool jumpsBefore = std::exchange(jumps, false);
      const Outcome first =
          block(loop->init) == GoesOn ? block(loop->body) : GoesOn;
      looked |= first == Impossible && !jumps;
      jumps = jumpsBefore;
      known = before;
      changed = changedBefore;
    }
  } else {
    ir::forEachOperand(s, [&](const ir::Expr *e) { looked |= looks(e); });
  }
  if (looked)
    return Impossible;
  switch (s->kind) {
  case ir::Statement::Block: {
    const auto *inner = llvm::cast<ir::BlockStatement>(s);
    if (!inner->label.empty() && mayLeave(s))
      return whole(s);
    return block(inner);
  }
  case ir::Statement::If:
    return fork(*llvm::cast<ir::IfStatement>(s));
  case ir::Statement::Return: {
    leaves();
    if (const ir::Expr *e = llvm::cast<ir::ReturnStatement>(s)->value) {
      const auto known = e->type->isBool() ? value(e) : std::nullopt;
      returned.push_back(known ? kernel.module->boolean(*known, e->loc) : e);
    }
    return Returns;
  }
  case ir::Statement::Let: {
    const auto *let = llvm::cast<ir::LetStatement>(s);
    set(let->variable, let->value);
    return GoesOn;
  }
  case ir::Statement::Var: {
    const auto *var = llvm::cast<ir::VarStatement>(s);
    set(var->variable, var->init);
    return GoesOn;
  }
  case ir::Statement::Store: {
    const auto *store = llvm::cast<ir::StoreStatement>(s);
    if (const ir::Variable *local = store->place->wholeVariable();
        local && !local->type->isReference()) {
      set(local, store->value);
      return GoesOn;
    }
    return whole(s);
  }
  case ir::Statement::Break:
  case ir::Statement::Continue:
  case ir::Statement::Leave:
    jumps = true;
    return Returns;
  case ir::Statement::Call:
    return call(*llvm::cast<ir::CallStatement>(s));
  default:
    return whole(s);
  }
}

} // namespace

bool recognise::doesNothingOnNull(const kernel::Kernel &kernel,
                                  const ir::Variable *self, const Which &which,
                                  ir::Location &where,
                                  std::vector<const ir::Expr *> &returned) {
  NullVisit visit(kernel, self, which);
  visit.runAll(*kernel.enter);
  returned = visit.returned;
  if (visit.change)
    where = *visit.change;
  return !visit.change;
}
