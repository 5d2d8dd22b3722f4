// The numbers of children: slots in the order in which the body first calls
// them, so that preorder of the linearised tree is the order of a traversal
// whose order is fixed.
#include "Recogniser.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// The group of `rt::child(group, number)`; null: it is no child.
static const ir::IntExpr *groupOf(const ir::Expr *e) {
  const auto *child = dyn_cast<ir::LibraryCallExpr>(e);
  return child && child->name == "rt::child"
             ? llvm::cast<ir::IntExpr>(child->arguments[0])
             : nullptr;
}

namespace {

/// Finds the groups in the order in which visits follow them.
class CallOrder {
public:
  CallOrder(const ir::Function &visit, size_t numGroups) : rank(numGroups, -1) {
    ir::walk(visit.body, [&](const ir::Statement *s) { note(s); });
    ir::walk(visit.body, [&](const ir::Statement *s) {
      if (const auto *visit = dyn_cast<ir::VisitStatement>(s)) {
        seen.clear();
        follow(visit->arguments[0]);
      }
    });
  }

  std::vector<int> rank; ///< by group; -1: no visit follows it

private:
  void note(const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      values[let->variable].push_back(let->value);
    else if (const auto *var = dyn_cast<ir::VarStatement>(s); var && var->init)
      values[var->variable].push_back(var->init);
    else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
      if (const ir::Variable *set = store->place->variable())
        values[set].push_back(store->value);
  }

  void follow(const ir::Expr *e) {
    if (const ir::IntExpr *group = groupOf(e)) {
      int &known = rank[group->low];
      known = known < 0 ? next++ : known;
      return;
    }
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      follow(choice->whenTrue);
      return follow(choice->whenFalse);
    }
    if (const auto *list = dyn_cast<ir::AggregateExpr>(e))
      for (const ir::Expr *each : list->elements)
        follow(each);
    const ir::Variable *held = nullptr;
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      held = value->variable;
    else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      held = load->place->variable();
    if (held && seen.insert(held).second)
      for (const ir::Expr *value : values[held])
        follow(value);
  }

  llvm::DenseMap<const ir::Variable *, std::vector<const ir::Expr *>> values;
  llvm::SmallPtrSet<const ir::Variable *, 8> seen;
  int next = 0;
};

} // namespace

/// Engines number slots in the bits of a word.
static constexpr int maxSlots = 32;

bool Recogniser::orderSlots() {
  const CallOrder order(*kernel.enter, kernel.slots.size());
  for (unsigned k = 0; k < order.rank.size(); ++k)
    if (order.rank[k] < 0) {
      refuse(traversal->loc, Diag::RTT2018, {kernel.slots[k].text},
             {{kernel.slots[k].loc, "no call follows it"}});
      return false;
    }
  if (kernel.numSlots > maxSlots) {
    refuse(traversal->loc, Diag::RTT2024,
           {std::to_string(kernel.numSlots), std::to_string(maxSlots)});
    return false;
  }
  std::vector<kernel::SlotGroup> sorted(order.rank.size());
  for (unsigned k = 0; k < order.rank.size(); ++k)
    sorted[order.rank[k]] = kernel.slots[k];
  int first = 0;
  for (kernel::SlotGroup &group : sorted) {
    group.first = first;
    first += group.count;
  }
  kernel.slots = std::move(sorted);
  renumber(order.rank);
  return true;
}

/// `rt::child(group, number)` -> `rt::child(first + number)`
void Recogniser::renumber(llvm::ArrayRef<int> rank) {
  ir::Mapper copy(module);
  copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    const ir::IntExpr *group = groupOf(e);
    if (!group)
      return nullptr;
    const auto arguments = llvm::cast<ir::LibraryCallExpr>(e)->arguments;
    const int first = kernel.slots[rank[group->low]].first;
    const ir::Expr *number =
        arguments.size() > 1 ? copy.expr(arguments[1]) : nullptr;
    if (number && number->type != counter())
      number =
          module.cast(ir::CastOp::IntToInt, counter(), number, false, e->loc);
    const ir::Expr *begin = module.integer(counter(), first, e->loc);
    if (number && first != 0)
      number = module.binary(ir::BinaryOp::Add, begin, number, e->loc);
    return module.libraryCall("rt::child", link, {number ? number : begin},
                              e->loc);
  };
  for (ir::Function *function : functions())
    function->body = copy.block(function->body);
}
