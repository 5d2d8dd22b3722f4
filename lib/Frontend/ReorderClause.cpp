// The clause reorder of a loop: in which order its queries run.
#include "Builder.h"

#include <llvm/ADT/StringSwitch.h>

using namespace regtt;

bool regtt::lowerReorder(Builder &builder, const PairedLoop &paired) {
  const Clause *clause = paired.directive->find("reorder");
  if (!clause)
    return true;
  const llvm::StringRef argument = clause->arguments.front();
  const auto [name, levels] = argument.split(':');
  QueryReorder &reorder = builder.model.loop.reorder;
  const int kind = llvm::StringSwitch<int>(name.trim())
                       .Case("auto", QueryReorder::Auto)
                       .Case("none", QueryReorder::Never)
                       .Case("inspect", QueryReorder::Inspect)
                       .Case("curve", QueryReorder::Curve)
                       .Case("handover", QueryReorder::HandOver)
                       .Default(-1);
  const bool counts =
      kind >= 0 && kind != QueryReorder::Auto && kind != QueryReorder::Never;
  const bool given = argument.contains(':');
  if (kind < 0 ||
      (given && (!counts || levels.trim().getAsInteger(10, reorder.levels) ||
                 reorder.levels < 1 || reorder.levels > 32))) {
    builder.report(clause->loc, Diag::RTT1008)
        << clause->name << argument
        << "'auto', 'none', 'inspect', 'curve' or 'handover', the last three "
           "with a colon and a number from 1 to 32 or without";
    return false;
  }
  reorder.kind = QueryReorder::Kind(kind);
  return true;
}
