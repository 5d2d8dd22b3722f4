// Where what the loop's call comes to is put: in an object that is the
// iteration's own, where the loop stores it there at once.
//
//     let %t: i32 = call @count(%q, load %root)
//     store %q->found = %t        ->  row 0 is `found` of the operand `q`
//     store %sums[load %i] = %t   ->  row 0 is an operand of its own
//
// Else row 0 is a value that the statements after the call look at.
#include "Recogniser.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// The store that follows the loop's call and puts its value somewhere, the
/// only one that looks at it; null: there is none.
static const ir::StoreStatement *storeOf(const Iteration &iteration,
                                         const ir::Variable *result) {
  const Statements &after = iteration.levels.back().after;
  const auto *store =
      after.empty() ? nullptr : dyn_cast<ir::StoreStatement>(after.front());
  const auto *value = store ? dyn_cast<ir::ValueExpr>(store->value) : nullptr;
  if (!value || value->variable != result || store->place->wholeVariable() ||
      store->place->type != result->type)
    return nullptr;
  unsigned uses = 0;
  for (const Level &level : iteration.levels)
    for (const ir::Statement *s : level.after)
      ir::walkExprs(s, [&](const ir::Expr *e) {
        const auto *named = dyn_cast<ir::ValueExpr>(e);
        uses += named && named->variable == result;
      });
  return uses == 1 ? store : nullptr;
}

/// Whether one of the ways leads into what the other leads to.
static bool meet(const kernel::DataSteps &a, const kernel::DataSteps &b) {
  const size_t common = std::min(a.size(), b.size());
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common),
                    b.begin());
}

/// Row 0 is what lies at `part`, an operand that has no other row there; the
/// operand that it had is none.
void Recogniser::moveResult(const OwnPart &part) {
  kernel::Datum &datum = kernel.data[0];
  const Operand &operand = iteration.operands[part.operand];
  datum.steps = part.steps;
  datum.number = part.operand;
  datum.text = operand.prefix + joined(part.steps, ".", "->");
  const std::string name = joined(part.steps, "_", "_");
  datum.name = name;
  const auto isTaken = [&](const kernel::Datum &other) {
    return &other != &datum && other.owner == kernel::Owner::Query &&
           other.name == datum.name;
  };
  for (int suffix = 2; llvm::any_of(kernel.data, isTaken); ++suffix)
    datum.name = name + "_" + std::to_string(suffix);
  const auto closeGap = [](unsigned &number) {
    if (number > 0 && number < kernel::firstScratch)
      --number;
  };
  for (kernel::Datum &each : kernel.data)
    if (each.owner == kernel::Owner::Query)
      closeGap(each.number);
  for (Role &role : roles)
    if (role.object.root == Object::Own)
      closeGap(role.object.number);
  for (OwnElement &each : ownElements)
    closeGap(each.operand);
  for (NamedPointer &each : namedPointers)
    closeGap(each.operand);
  iteration.operands.erase(iteration.operands.begin());
}

void Recogniser::placeResult() {
  const ir::StoreStatement *store =
      kernel.returnsValue && call->result && programCalls.empty()
          ? storeOf(iteration, call->result)
          : nullptr;
  if (!store)
    return;
  std::vector<Operand> &operands = iteration.operands;
  const size_t known = operands.size();
  OperandFinder finder(module, *host, loop, traversal, iteration, *origins);
  const auto part = finder.place(store->place);
  const bool isNew = operands.size() > known;
  bool isPossible = part && !part->isCopied &&
                    part->type == call->result->type &&
                    (!isNew || part->steps.empty());
  // What the traversal looks at must not change before the call is over.
  for (const kernel::Datum &datum : kernel.data)
    isPossible = isPossible && !(datum.owner == kernel::Owner::Query &&
                                 datum.number == part->operand &&
                                 meet(datum.steps, part->steps));
  // The loop stores it after the calls, over what they have written there.
  isPossible = isPossible && !mayBeWritten(*part);
  if (isPossible)
    resultPlace = store->place;
  if (isPossible && isNew) {
    operands[0] = operands.back();
    operands[0].name = "returned";
    kernel.data[0].text = operands[0].text =
        llvm::StringRef(operands[0].prefix).drop_back().str();
  } else if (isPossible) {
    moveResult(*part);
  }
  if (isNew)
    operands.pop_back();
  Statements &after = iteration.levels.back().after;
  if (isPossible)
    after.erase(after.begin());
}
