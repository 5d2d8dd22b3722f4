// What decides how far iterations come in an array: the indices of its
// elements, the conditions that they stand under, and all that these are made
// of. Iterations are asked before any of them has run, so that nothing that
// they change may be part of it (ReachSteady.cpp).
//
//     for (int e = row[i]; e < row[i + 1]; ++e)    needed: e, for which the
//       if (kind[e] == 1)                          whole loop counts, and the
//         s += x[col[e]];                          condition; s is not
#include "ReachNeeds.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

static llvm::ArrayRef<const ir::Expr *> argumentsOf(const ir::Statement *s) {
  if (const auto *call = dyn_cast<ir::CallStatement>(s))
    return call->arguments;
  if (const auto *call = dyn_cast<ir::LibraryCallStatement>(s))
    return call->arguments;
  return {};
}

/// Whether it ends more than a loop, or a case of a switch, within it.
static bool endsMore(const ir::Statement *s) {
  return isa<ir::ReturnStatement, ir::LeaveStatement>(s);
}

ReachNeeds::ReachNeeds(const kernel::Kernel &kernel,
                       const std::set<unsigned> &arrays)
    : kernel(kernel), arrays(arrays) {
  ir::walk(static_cast<const ir::Statement *>(kernel.program->body),
           [&](const ir::Statement *s) {
             if (const auto *block = dyn_cast<ir::BlockStatement>(s))
               for (const ir::Statement *each : block->statements)
                 blockOf[each] = block;
             if (const auto *let = dyn_cast<ir::LetStatement>(s))
               values[let->variable] = let->value;
           });
  ir::walk(static_cast<const ir::Statement *>(kernel.program->body),
           [&](const ir::Statement *s) { noteChange(s); });
}

void ReachNeeds::stop(ir::Location loc, const std::string &why) {
  if (!obstacle)
    obstacle = {loc, why};
}

bool ReachNeeds::isReached(const ir::Place *place) const {
  const ir::DataRoot *root = dataOf(place);
  return root && root->kind == ir::DataRoot::Element &&
         arrays.count(kernel.data[root->number].number) != 0;
}

/// Whether a function looks at any, itself or in what it calls.
bool ReachNeeds::reachesIn(const ir::Function &function) const {
  bool result = false;
  if (function.body)
    ir::walkExprs(function.body,
                  [&](const ir::Expr *e) { result |= reachesItself(e); });
  return result;
}

bool ReachNeeds::reachesItself(const ir::Expr *e) const {
  if (const auto *call = dyn_cast<ir::CallExpr>(e))
    return reachesIn(*call->callee);
  return isReached(ir::placeOf(e)) && !isa<ir::AddressExpr>(e);
}

bool ReachNeeds::reaches(const ir::Expr *e) const {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *each) { result |= reachesItself(each); });
  return result;
}

bool ReachNeeds::setsNeeded(const ir::Statement *s) const {
  const ir::Variable *declared = ir::declaredBy(s);
  const ir::Place *place = placeChangedBy(s);
  const ir::DataRoot *root = dataOf(place);
  return (declared && needed.contains(declared)) ||
         (place && needed.contains(place->variable())) ||
         (root && root->kind == ir::DataRoot::Own &&
          neededOwn.count(root->number) != 0) ||
         changesNeeded(argumentsOf(s));
}

/// Whether what is needed is handed over by its address.
bool ReachNeeds::changesNeeded(
    llvm::ArrayRef<const ir::Expr *> arguments) const {
  bool result = false;
  for (const ir::Expr *argument : arguments)
    ir::walk(argument, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      const ir::DataRoot *root = address ? dataOf(address->place) : nullptr;
      result |= address && needed.contains(address->place->variable());
      result |= root && root->kind == ir::DataRoot::Own &&
                neededOwn.count(root->number) != 0;
    });
  return result;
}

//===--- What is kept -----------------------------------------------------===//

/// Whether the statement itself, without those in it, has to do with it.
bool ReachNeeds::matters(const ir::Statement *s) const {
  bool result = setsNeeded(s) || endsMore(s);
  ir::forEachOperand(s, [&](const ir::Expr *e) { result |= reaches(e); });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    result |= isReached(place);
    ir::forEachOperand(place, [&](const ir::Expr *e) { result |= reaches(e); });
  });
  return result;
}

/// Whether a jump in `s` ends an iteration of a loop around it.
static bool endsIteration(const ir::Statement *s) {
  if (isa<ir::BreakStatement, ir::ContinueStatement>(s))
    return true;
  bool result = false;
  if (!isa<ir::LoopStatement, ir::CountedLoopStatement, ir::RangeLoopStatement>(
          s))
    ir::forEachChild(
        s, [&](const ir::Statement *child) { result |= endsIteration(child); });
  return result;
}

/// Of a condition that is not known ahead: whether its branches come to other
/// elements than those that it has looked at, or set what is needed.
bool ReachNeeds::keepsBranches(const ir::IfStatement *s) const {
  bool result = endsIteration(s);
  const auto look = [&](const ir::Expr *operand) {
    ir::walk(operand, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      result |=
          isReached(place) && !isa<ir::AddressExpr>(e) && !isCovered(place, s);
    });
  };
  ir::forEachChild(s, [&](const ir::Statement *branch) {
    ir::walk(branch, [&](const ir::Statement *each) {
      result |= setsNeeded(each) || endsMore(each);
      ir::forEachOperand(each, look);
      ir::forEachPlace(each, [&](const ir::Place *place) {
        result |= isReached(place) && !isCovered(place, s);
        ir::forEachOperand(place, look);
      });
    });
  });
  return result;
}

/// Whether it is an if of which nothing but the condition counts.
bool ReachNeeds::isPassedBy(const ir::Statement *s) const {
  const auto *branch = dyn_cast<ir::IfStatement>(s);
  return branch && isUnsteady(branch->condition) && !keepsBranches(branch);
}

bool ReachNeeds::runs(const ir::Statement *s) const {
  switch (s->kind) {
  case ir::Statement::If:
    return !isPassedBy(s);
  case ir::Statement::Block:
  case ir::Statement::Loop:
  case ir::Statement::CountedLoop:
  case ir::Statement::Switch:
  case ir::Statement::Break:
  case ir::Statement::Continue:
  case ir::Statement::Leave:
  case ir::Statement::Return:
    return true;
  default:
    return setsNeeded(s);
  }
}

/// Whether what has been found so far keeps it.
bool ReachNeeds::isKeptNow(const ir::Statement *s) const {
  if (isPassedBy(s))
    return reaches(llvm::cast<ir::IfStatement>(s)->condition);
  bool result = endsIteration(s);
  ir::walk(s, [&](const ir::Statement *each) { result |= matters(each); });
  return result;
}

//===--- What it needs ----------------------------------------------------===//

void ReachNeeds::need(const ir::Expr *e) {
  if (!e || !exprs.insert(e).second)
    return;
  isChanged = true;
  order.push_back(e);
  needIn(e);
}

/// Everything that `e` names, functions that it calls among it: they may look
/// at the iteration's own data.
void ReachNeeds::needIn(const ir::Expr *e) {
  ir::walk(e, [&](const ir::Expr *each) {
    if (const auto *call = dyn_cast<ir::CallExpr>(each);
        call && call->callee->body && called.insert(call->callee).second)
      ir::walkExprs(call->callee->body,
                    [&](const ir::Expr *inside) { needIn(inside); });
    if (const auto *value = dyn_cast<ir::ValueExpr>(each))
      needed.insert(value->variable);
    const ir::Place *place = ir::placeOf(each);
    if (place && place->variable())
      needed.insert(place->variable());
    if (const ir::DataRoot *root = dataOf(place);
        root && root->kind == ir::DataRoot::Own)
      neededOwn.insert(root->number);
  });
}

/// What the elements that `e` looks at are found by, and under which
/// conditions.
void ReachNeeds::needIndices(const ir::Expr *e) {
  if (!e || !reaches(e))
    return;
  if (isReached(ir::placeOf(e)) && !isa<ir::AddressExpr>(e))
    return ir::forEachOperand(ir::placeOf(e),
                              [&](const ir::Expr *index) { need(index); });
  if (reachesItself(e))
    return need(e);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e);
      choice && (reaches(choice->whenTrue) || reaches(choice->whenFalse)))
    need(choice->condition);
  if (const auto *both = dyn_cast<ir::LogicalExpr>(e);
      both && reaches(both->right))
    need(both->left);
  ir::forEachOperand(e, [&](const ir::Expr *part) { needIndices(part); });
}

/// The same of all that a statement looks at itself.
void ReachNeeds::needOperands(const ir::Statement *s) {
  ir::forEachOperand(s, [&](const ir::Expr *e) { needIndices(e); });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    ir::forEachOperand(place, [&](const ir::Expr *e) {
      isReached(place) ? need(e) : needIndices(e);
    });
  });
}

void ReachNeeds::visit(const ir::Statement *s) {
  if (obstacle || !isKeptNow(s))
    return;
  isChanged |= kept.insert(s).second;
  bool hasParts = false;
  ir::forEachChild(s, [&](const ir::Statement *) { hasParts = true; });
  if (isPassedBy(s) || (!runs(s) && !hasParts))
    return needOperands(s);
  if (!runs(s) || isa<ir::CallStatement, ir::LibraryCallStatement,
                      ir::ContainerChangeStatement>(s))
    return stop(s->loc, "how far iterations come depends on what is called "
                        "here");
  ir::forEachOperand(s, [&](const ir::Expr *e) { need(e); });
  ir::forEachPlace(s, [&](const ir::Place *place) {
    ir::forEachOperand(place, [&](const ir::Expr *e) { need(e); });
  });
  ir::forEachChild(s, [&](const ir::Statement *child) { visit(child); });
}

//===--- What it may be made of -------------------------------------------===//

/// Whether it says where an array of an iteration's or of an element's lies, or
/// how long it is: it is an address until that is gathered.
bool ReachNeeds::saysWhere(const ir::DataRoot &root) const {
  return (root.kind == ir::DataRoot::Own ||
          root.kind == ir::DataRoot::Element) &&
         llvm::any_of(kernel.arrays, [&](const kernel::DataArray &array) {
           return !array.isShared() && (array.start == int(root.number) ||
                                        array.size == int(root.number));
         });
}

/// Whether the answer is the same whoever has run: it is all that iterations
/// are asked for ahead.
void ReachNeeds::checkSteady(const ir::Expr *e) {
  ir::walk(e, [&](const ir::Expr *each) {
    const ir::DataRoot *root = dataOf(ir::placeOf(each));
    if (root && saysWhere(*root))
      stop(each->loc, "how far iterations come depends on this, which lies in "
                      "an array of their own");
    if (root && root->kind == ir::DataRoot::Element) {
      const kernel::DataArray &array =
          kernel.arrays[kernel.data[root->number].number];
      if (isChanging(each))
        stop(each->loc, "how far iterations come depends on this, which they "
                        "change");
      else if (!array.isShared())
        stop(each->loc, "how far iterations come depends on this, which lies "
                        "in an array of their own");
    } else if (root && root->kind != ir::DataRoot::Own &&
               root->kind != ir::DataRoot::Shared) {
      stop(each->loc, "how far iterations come depends on this");
    }
    if (!rounded && each->type->isFloat() && isa<ir::BinaryExpr>(each))
      rounded = ReachObstacle{each->loc,
                              "how far iterations come depends on this, which "
                              "is rounded in another way where --fp allows it"};
    if (const auto *call = dyn_cast<ir::CallExpr>(each))
      checkFunction(*call->callee, each->loc);
    if (isa<ir::ContainerReadExpr>(each))
      stop(each->loc, "how far iterations come depends on what is called here");
  });
}

/// What is needed may be changed by another name: where its address is taken,
/// or a pointer is needed itself, nothing is stored behind other ones.
void ReachNeeds::checkPointers() {
  const auto *body = static_cast<const ir::Statement *>(kernel.program->body);
  bool isAddressed = llvm::any_of(needed, [](const ir::Variable *variable) {
    return ir::followedFrom(variable->type) != nullptr;
  });
  ir::walkExprs(body, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    isAddressed |= address && changesNeeded({e});
  });
  if (!isAddressed)
    return;
  ir::walk(body, [&](const ir::Statement *s) {
    const ir::Place *changed = placeChangedBy(s);
    const bool isElsewhere = changed && changed->isIndirect() &&
                             !needed.contains(changed->variable());
    const bool isHanded =
        isa<ir::CallStatement, ir::LibraryCallStatement>(s) &&
        llvm::any_of(argumentsOf(s), [](const ir::Expr *argument) {
          return ir::followedFrom(argument->type) != nullptr;
        });
    if (isElsewhere || isHanded)
      stop(s->loc, "how far iterations come may depend on what is changed "
                   "here, by another name");
  });
}

/// The same of what a function evaluates, which may change nothing.
void ReachNeeds::checkFunction(const ir::Function &function, ir::Location loc) {
  if (!function.body || !functions.insert(&function).second)
    return;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             const ir::Place *changed = placeChangedBy(s);
             if ((changed && !changed->variable()) ||
                 isa<ir::CallStatement, ir::LibraryCallStatement,
                     ir::ContainerChangeStatement>(s))
               stop(loc, "how far iterations come depends on what is called "
                         "here");
             ir::forEachOperand(s, [&](const ir::Expr *e) { checkSteady(e); });
           });
}

std::optional<ReachObstacle> ReachNeeds::find() {
  findUnsteady();
  do {
    isChanged = false;
    visit(kernel.program->body);
  } while (isChanged && !obstacle);
  for (const ir::Expr *e : order)
    checkSteady(e);
  checkPointers();
  // Calls that are statements, and are not taken with them, look at none.
  ir::walk(static_cast<const ir::Statement *>(kernel.program->body),
           [&](const ir::Statement *s) {
             const auto *call = dyn_cast<ir::CallStatement>(s);
             if (call && reachesIn(*call->callee))
               stop(s->loc, "a function that does more than to answer looks at "
                            "it");
           });
  return obstacle;
}
