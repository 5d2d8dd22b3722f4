// The clause reorder of a loop: in which order its queries run.
#include "Builder.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;

bool regtt::lowerReorder(Builder &builder, const PairedLoop &paired) {
  const Clause *clause = paired.directive->find("reorder");
  if (!clause)
    return true;
  const llvm::StringRef argument = clause->arguments.front();
  const auto [name, levels] = argument.split(':');
  QueryReorder &reorder = builder.model.loop.reorder;
  struct Order {
    llvm::StringRef text;
    QueryReorder::Kind kind;
    bool counts; ///< levels or bits
  };
  static constexpr Order orders[] = {
#define ORDER(NAME, TEXT, LEVELS) {TEXT, QueryReorder::NAME, LEVELS},
#include "regtt/Host/Orders.def"
#undef ORDER
  };
  const Order *order = llvm::find_if(orders, [name = name](const Order &known) {
    return known.text == name.trim();
  });
  const bool given = argument.contains(':');
  if (order == std::end(orders) ||
      (given &&
       (!order->counts || levels.trim().getAsInteger(10, reorder.levels) ||
        reorder.levels < 1 || reorder.levels > 32))) {
    builder.report(clause->loc, Diag::RTT1008)
        << clause->name << argument
        << "'auto', 'none', 'inspect', 'curve', 'handover', 'history' or "
           "'hybrid', the last five with a colon and a number from 1 to 32 or "
           "without";
    return false;
  }
  reorder.kind = order->kind;
  return true;
}
