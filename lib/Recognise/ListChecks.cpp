// Children whose number is known at run time only: one loop takes them in
// order, from the first to the last, and how long an array of them is, the node
// alone says.
//
//     for { var %i = 0 } while lt(load %i, load %n->count) step { ... } {
//       visit(rt::child(%n->kid, load %i))
//     }
//  -> the list %n->kid, `load node(1: i32)` long
//
// In a list a call's position is its child's number.
#include "Accessors.h"
#include "Recogniser.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using kernel::SlotGroup;
using llvm::dyn_cast;

//===--- Tables -----------------------------------------------------------===//

unsigned Recogniser::list(const Object &object, SlotGroup::Form form,
                          bool isInPlace, ir::Location loc) {
  const unsigned group = slots(object, 1, loc);
  SlotGroup &made = kernel.slots[group];
  if (made.form == SlotGroup::Fields) {
    kernel.numSlots -= made.count;
    made.form = form;
    made.count = 0;
    made.isInPlace = isInPlace;
  }
  return group;
}

/// Whether `e` is the same in every visit of a node.
static bool isOfNodeAlone(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *each) {
    const ir::Place *place = ir::placeOf(each);
    const auto *root =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    result &= !place || (root && (root->kind == ir::DataRoot::Node ||
                                  root->kind == ir::DataRoot::Shared));
    result &=
        !llvm::isa<ir::ValueExpr, ir::CallExpr, ir::LibraryCallExpr>(each);
  });
  return result;
}

/// `e` where it is the same in every visit of a node, with what functions
/// return that do nothing else: `load node(1: i32)` for `n->kids.size()`. Null:
/// it may differ.
static const ir::Expr *inWordsOfNode(ir::Module &module, const ir::Expr *e) {
  const ir::Expr *result = withoutAccessors(module, e);
  return isOfNodeAlone(result) ? result : nullptr;
}

/// A count of elements without the casts that keep it: one that is less than
/// zero may come to any number, since nobody has so many elements.
static const ir::Expr *plainCount(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  if (!cast || cast->op != ir::CastOp::IntToInt)
    return e;
  const auto from = ir::integerFormat(cast->operand->type);
  const auto to = ir::integerFormat(e->type);
  const bool isKept =
      from && to &&
      (from->isSigned ? to->bits >= from->bits : to->bits > from->bits);
  return isKept ? plainCount(cast->operand) : e;
}

/// How many elements the fixed array of `slots` has; 0 where it may have more
/// than it says: at the end of a node, which may lie in a larger block.
static int roomOf(const SlotGroup &slots, const kernel::Kernel &kernel,
                  const ir::StructType *node) {
  if (slots.steps.empty() || kernel::isThroughPointer(slots.steps))
    return 0;
  if (kernel.nodesAreNumbers) // an element of an array
    return slots.count;
  if (!node || !node->isComplete())
    return 0;
  const uint64_t end =
      kernel::offsetOf(slots.steps) +
      uint64_t(slots.count) * (slots.stride != 0 ? slots.stride : 8);
  const bool isInside =
      llvm::any_of(node->fields(),
                   [&](const ir::Field &field) { return field.offset >= end; });
  return isInside ? slots.count : 0;
}

bool Recogniser::makeList(unsigned group, const ir::Expr *extent,
                          ir::Location loc) {
  SlotGroup &made = kernel.slots[group];
  if (made.form == SlotGroup::Fields) {
    kernel.numSlots -= made.count;
    made.room = roomOf(made, kernel, nodeType);
    made.count = 0;
    made.form = SlotGroup::Array;
  }
  extent = inWordsOfNode(module, extent);
  if ((made.form != SlotGroup::Array && made.form != SlotGroup::Counted &&
       made.form != SlotGroup::Consecutive) ||
      !extent) {
    refuse(loc, Diag::RTT2033, {made.text});
    return false;
  }
  if (made.extent) {
    const auto *known =
        llvm::cast<ir::ReturnStatement>(made.extent->body->statements[0]);
    if (ir::equal(known->value, extent))
      return true;
    // One loop counts to `n->count`, another to `(size_t)n->count`.
    if (const ir::Expr *plain = plainCount(extent);
        ir::equal(plainCount(known->value), plain)) {
      extent = plain;
    } else {
      refuse(loc, Diag::RTT2033, {made.text});
      return false;
    }
  }
  made.extent =
      module.createFunction(module.freeName(kernel.name + "::extent"),
                            module.functionType(extent->type, {}), loc);
  made.extent->body = module.block({module.ret(extent, loc)});
  return true;
}

//===--- Loops ------------------------------------------------------------===//

namespace {

/// `rt::child(group, number)`
struct ChildRef {
  unsigned group = 0;
  const ir::Expr *number = nullptr;
};

class ListFinder {
public:
  explicit ListFinder(Recogniser &site)
      : site(site), kernel(site.kernel), visit(*site.kernel.enter) {}

  void run() {
    look(visit.body, {});
    if (kernel.list())
      for (const ir::Location loc : others)
        site.refuse(loc, Diag::RTT2016);
    for (const SlotGroup &group : kernel.slots)
      if (group.isList() && !site.isRefused())
        check(group);
  }

private:
  static std::optional<ChildRef> childAt(const ir::Expr *e) {
    const auto *child = dyn_cast<ir::LibraryCallExpr>(e);
    if (!child || child->name != "rt::child")
      return std::nullopt;
    const auto *group = llvm::cast<ir::IntExpr>(child->arguments[0]);
    return ChildRef{unsigned(group->low), child->arguments.size() > 1
                                              ? child->arguments[1]
                                              : nullptr};
  }

  /// What `e` is, through variables with one value.
  const ir::Expr *heldBy(const ir::Expr *e) const {
    for (;;) {
      const ir::Variable *variable = nullptr;
      if (const auto *value = dyn_cast<ir::ValueExpr>(e))
        variable = value->variable;
      else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
        variable = load->place->wholeVariable();
      const ir::Expr *only =
          variable ? ir::onlyValueOf(variable, visit) : nullptr;
      if (!only)
        return e;
      e = only;
    }
  }

  /// The variable that `e` is, perhaps as a wider integer.
  static const ir::Variable *countedBy(const ir::Expr *e) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
      const auto to = ir::integerFormat(cast->type);
      const auto from = ir::integerFormat(cast->operand->type);
      if (cast->op != ir::CastOp::IntToInt || !to || !from ||
          to->bits < from->bits)
        return nullptr;
      e = cast->operand;
    }
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load ? load->place->wholeVariable() : nullptr;
  }

  /// Whether the child is in slots that do not change with a loop's variable.
  bool isFixed(const ir::Expr *e,
               llvm::SmallPtrSet<const ir::Variable *, 8> &seen) const {
    if (const auto child = childAt(e))
      return !kernel.slots[child->group].isList() &&
             (!child->number || llvm::isa<ir::IntExpr>(child->number));
    if (llvm::isa<ir::NullExpr, ir::ZeroExpr>(e))
      return true;
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
      return isFixed(choice->whenTrue, seen) &&
             isFixed(choice->whenFalse, seen);
    if (const auto *list = dyn_cast<ir::AggregateExpr>(e))
      return llvm::all_of(list->elements, [&](const ir::Expr *each) {
        return isFixed(each, seen);
      });
    const ir::Variable *variable = nullptr;
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      variable = value->variable;
    else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      variable = load->place->variable();
    if (!variable || llvm::is_contained(visit.params, variable))
      return false;
    if (!seen.insert(variable).second)
      return true; // said by what else it is set to
    bool result = true;
    ir::walk(visit.body, [&](const ir::Statement *s) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      const ir::Expr *value = nullptr;
      if (let && let->variable == variable)
        value = let->value;
      else if (var && var->variable == variable)
        value = var->init;
      else if (store && store->place->variable() == variable)
        value = store->value;
      result &= !value || isFixed(value, seen);
    });
    return result;
  }

  /// What is around a statement: the innermost loop of run-time length, and
  /// whether another loop stands in that.
  struct Around {
    const ir::LoopStatement *loop = nullptr;
    bool isRepeated = false;
  };

  void look(const ir::Statement *s, Around around) {
    if (const auto *visited = dyn_cast<ir::VisitStatement>(s))
      return call(*visited, around);
    if (const auto *branch = dyn_cast<ir::IfStatement>(s);
        branch && branch->otherwise && asksWhich(branch->condition)) {
      // Each function has a loop of its own.
      const ir::LoopStatement *before = taking;
      look(branch->then, around);
      const ir::LoopStatement *then = taking;
      taking = before;
      look(branch->otherwise, around);
      taking = taking ? taking : then;
      return;
    }
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    if (loop && !kernel::countedLoop(visit, *loop))
      around = {loop, false};
    else if (loop)
      around.isRepeated = true;
    ir::forEachChild(s,
                     [&](const ir::Statement *inner) { look(inner, around); });
  }

  /// Whether `e` asks which of several functions it is, and nothing else.
  bool asksWhich(const ir::Expr *e) const {
    bool asks = false, isAlone = true;
    ir::walk(e, [&](const ir::Expr *each) {
      const ir::Place *place = ir::placeOf(each);
      const bool isWhich = place && site.which &&
                           place->wholeVariable() == site.which &&
                           llvm::isa<ir::LoadExpr>(each);
      asks |= isWhich;
      isAlone &=
          isWhich || llvm::isa<ir::IntExpr, ir::BinaryExpr, ir::CastExpr>(each);
    });
    return asks && isAlone;
  }

  /// A visit inside the innermost loop of run-time length, if there is one.
  void call(const ir::VisitStatement &s, Around around) {
    const ir::Expr *child = heldBy(s.arguments[0]);
    const auto ref = childAt(child);
    if (!around.loop) {
      if (ref && kernel.slots[ref->group].isList())
        site.refuse(s.loc, Diag::RTT2033, {kernel.slots[ref->group].text});
      return;
    }
    llvm::SmallPtrSet<const ir::Variable *, 8> seen;
    if (isFixed(child, seen))
      return; // visited in every iteration
    const auto head = kernel::indexLoop(visit, *around.loop);
    if (!head || !goesOverChildren(*head, ref) || around.isRepeated ||
        (taking && taking != around.loop))
      return any(*around.loop, ref);
    if (!taking)
      loops.push_back(taking = around.loop);
    const SlotGroup &group = kernel.slots[ref->group];
    if (group.form != SlotGroup::Vector && !isCount(head->last))
      site.makeList(ref->group, expanded(head->last), around.loop->loc);
  }

  /// Whether iteration K of the loop visits child K: those of a list, or, of
  /// slots, as many as the node says.
  bool goesOverChildren(const kernel::IndexLoop &head,
                        const std::optional<ChildRef> &ref) const {
    if (head.isInclusive || head.isDown || !ref || !ref->number ||
        !head.first || !isZero(head.first) ||
        countedBy(ref->number) != head.variable)
      return false;
    return kernel.slots[ref->group].form != SlotGroup::Fields ||
           inWordsOfNode(site.module, expanded(head.last));
  }

  /// Whether the node says where the loop that counts `number` ends, or begins.
  bool isAsManyAsNodeSays(const ir::LoopStatement &loop,
                          const ir::Expr &number) const {
    const ir::Variable *counter = countedBy(heldBy(&number));
    bool isCounted = false, isOfNode = false;
    const auto look = [&](const ir::Expr *e) {
      ir::walk(expanded(e), [&](const ir::Expr *each) {
        const ir::Place *place = ir::placeOf(each);
        const auto *root =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        isCounted |= place && counter && place->variable() == counter;
        isOfNode |= root && root->kind == ir::DataRoot::Node;
      });
    };
    look(loop.condition);
    // Where it begins is the end of one that goes backwards.
    bool goesBack = false;
    ir::walk(&loop, [&](const ir::Statement *s) {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      const auto *step = store && store->place->wholeVariable() == counter
                             ? dyn_cast<ir::BinaryExpr>(store->value)
                             : nullptr;
      goesBack |= step && step->op != ir::BinaryOp::Add;
    });
    if (loop.init && goesBack)
      ir::walk(loop.init,
               [&](const ir::Statement *s) { ir::forEachOperand(s, look); });
    return isCounted && isOfNode;
  }

  /// A loop whose visits are found in another way, any number of them. Of slots
  /// that is fine: what follows each visit is a resume point.
  /// But where the node says how many there are, what is behind may be
  /// anything.
  void any(const ir::LoopStatement &loop, const std::optional<ChildRef> &ref) {
    if (ref && (kernel.slots[ref->group].isList() ||
                (ref->number && isAsManyAsNodeSays(loop, *ref->number))))
      site.refuse(loop.loc, Diag::RTT2016);
    else
      others.push_back(loop.loc);
  }

  /// `e` with the values of locals that have one, which the node decides.
  const ir::Expr *expanded(const ir::Expr *e) const {
    ir::Mapper copy(site.module);
    copy.onExpr = [&](const ir::Expr *each) -> const ir::Expr * {
      const ir::Expr *held = heldBy(each);
      return held != each ? inWordsOfNode(site.module, held) : nullptr;
    };
    return copy.expr(e);
  }

  static bool isZero(const ir::Expr *e) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(e))
      e = cast->operand;
    const auto *number = dyn_cast<ir::IntExpr>(e);
    return number && number->low == 0 && number->high == 0;
  }

  /// `rt::children()`
  static bool isCount(const ir::Expr *e) {
    while (const auto *cast = dyn_cast<ir::CastExpr>(e))
      e = cast->operand;
    const auto *count = dyn_cast<ir::LibraryCallExpr>(e);
    return count && count->name == "rt::children";
  }

  void check(const SlotGroup &group) {
    if (kernel.slots.size() != 1) {
      const SlotGroup &other = kernel.slots[&group == &kernel.slots[0]];
      site.refuse(group.loc, Diag::RTT2034, {group.text},
                  {{other.loc, "and here is '" + other.text + "'"}});
      return;
    }
    const auto visitsOnce = [](const ir::LoopStatement *loop) {
      unsigned calls = 0;
      ir::walk(loop, [&](const ir::Statement *s) {
        calls += llvm::isa<ir::VisitStatement>(s);
      });
      return calls == 1;
    };
    if (loops.empty() || !llvm::all_of(loops, visitsOnce)) {
      site.refuse(group.loc, Diag::RTT2033, {group.text});
      return;
    }
    if (group.form == SlotGroup::Counted && !group.extent)
      site.refuse(
          group.loc, Diag::RTT2015,
          {group.text, "extent(" + group.text + " : COUNT)", "traversal"});
    if (group.form != SlotGroup::Vector)
      checkElements(group);
  }

  /// What is behind the end of an array is not linearised: only the loop that
  /// knows the end looks at elements.
  void checkElements(const SlotGroup &group) {
    unsigned known = 0, all = 0;
    for (const ir::LoopStatement *loop : loops) {
      const auto head = kernel::indexLoop(visit, *loop);
      ir::walkExprs(loop->body, [&](const ir::Expr *e) {
        const auto ref = childAt(e);
        known += ref && ref->number && head &&
                 countedBy(ref->number) == head->variable;
      });
    }
    for (const ir::Function *function : site.functions())
      ir::walkExprs(function->body,
                    [&](const ir::Expr *e) { all += childAt(e).has_value(); });
    if (all != known)
      site.refuse(group.loc, Diag::RTT2033, {group.text});
  }

  Recogniser &site;
  kernel::Kernel &kernel;
  const ir::Function &visit;
  std::vector<const ir::LoopStatement *> loops; ///< that take the children
  const ir::LoopStatement *taking = nullptr;    ///< of the function looked at
  std::vector<ir::Location> others; ///< other loops of run-time length
};

} // namespace

bool Recogniser::checkLists() {
  ListFinder(*this).run();
  return !isRefused();
}
