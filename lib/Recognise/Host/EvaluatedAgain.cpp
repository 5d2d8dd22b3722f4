// Whether what is evaluated again reads the same.
#include "LoopPairs.h"

#include "regtt/Analysis/Overlap.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;

/// An access has the place of its statement, or that of an expression in it,
/// which is a point.
bool recognise::isWithin(UserTexts &texts, const ir::Access &access,
                         ir::Location range) {
  ir::Location at = access.loc;
  at.length = std::max(at.length, 1u);
  return range && (access.loc == range || texts.isWithin(at, range));
}

static bool isAhead(ir::Location a, ir::Location b) {
  return a.file == b.file &&
         std::pair(a.line, a.column) < std::pair(b.line, b.column);
}

std::set<const ir::Variable *>
recognise::declaredInHead(const ir::Statement *loop) {
  std::set<const ir::Variable *> result;
  if (const auto *counted = llvm::dyn_cast<ir::LoopStatement>(loop))
    for (const ir::BlockStatement *part : {counted->init, counted->head})
      if (part)
        ir::walk(part, [&](const ir::Statement *s) {
          if (const ir::Variable *variable = ir::declaredBy(s))
            result.insert(variable);
        });
  return result;
}

/// Whether `read` finds what it found before, for all that `write` does. Pairs
/// of other iterations, of which the earlier one's comes later in the split
/// loop, are decided anyhow.
bool LoopPairs::isSameAgain(const EvaluatedAgain &text, const ir::Access &read,
                            const ir::Access &write) {
  const bool isOfOne = ir::isOfOneIteration(write.region, read.region);
  // Locals that statements ahead of the calls change are not bound again.
  const bool isLocal = read.region.isDirect() && read.region.variable() &&
                       recogniser.origins->isLocal(read.region.variable());
  if ((write.phases & ir::Before) && !isLocal &&
      !(isOfOne && isAhead(write.loc, read.loc))) {
    // What calls write of operands, too, the runtime compares with `reads`.
    const int written = own->of(write);
    const bool isCompared = written >= 0 && own->isUsed(write, written, true) &&
                            isNoted(reads, read);
    // So it does, for the call, of what may be one place by its type alone.
    const bool isOfCall = text.name.empty() && !(write.phases & ir::During);
    if (!isCompared && (!isOfCall || areInOne(write, read) ||
                        !note(writes, write) || !note(reads, read)))
      return false;
  }
  // A serial run makes the calls in their order.
  if (!(write.phases & ir::During) || text.name.empty())
    return true;
  const int object = own->of(read);
  return !isLocal && !isOfOne && (object < 0 || object != own->of(write));
}

/// `out[i] = q[i].count + visit(&q[i], root)`: the statement runs when the
/// calls are over, with what the call has returned in its place.
bool LoopPairs::isBesideCall(const EvaluatedAgain &text, const ir::Access &read,
                             const ir::Access &write) {
  const ir::Location call = recogniser.iteration.call->loc;
  return text.name.empty() && recogniser.iteration.call->result &&
         !recogniser.iteration.isProgram && !(text.range == call) &&
         (write.phases & ir::During) && !isWithin(texts, read, call);
}

void LoopPairs::decide(const EvaluatedAgain &text) {
  const std::set<const ir::Variable *> ofHead = declaredInHead(recogniser.loop);
  const auto isOfHead = [&](const ir::Access &access) {
    const ir::Variable *variable =
        access.region.isDirect() ? access.region.variable() : nullptr;
    return variable && (variable == counter.variable || ofHead.count(variable));
  };
  for (const ir::Access &read : accesses.all)
    for (const ir::Access &write : accesses.all) {
      if (read.isWrite || !write.isWrite || !(read.phases & ir::Before) ||
          isOfHead(write) || !isWithin(texts, read, text.range) ||
          !accesses.mayMeet(write.region, read.region))
        continue;
      if (isBesideCall(text, read, write)) {
        refusals.push_back({&read, &write, Diag::RTT1119});
        continue;
      }
      if (isSameAgain(text, read, write))
        continue;
      if (write.phases & ir::Before)
        refusals.push_back({&write, &read, Diag::RTT1120});
      else
        refusals.push_back({&read,
                            &write,
                            Diag::RTT1118,
                            {text.name, "the call may change what leads to "
                                        "what it is bound to"}});
    }
}
