// Conditions of what is left for later, asked ahead of it.
#include "LoopPairs.h"

#include "../Claims.h"
#include "../Deferral.h"

#include "regtt/Analysis/Overlap.h"

using namespace regtt;
using namespace regtt::recognise;

/// Where neither is the iteration's, whether two containers are one is asked
/// when the loop runs.
bool LoopPairs::noteApart(const ir::Access &write, const ir::Access &ahead) {
  const auto one = ir::containerOf(write.region);
  const auto other = ir::containerOf(ahead.region);
  const auto written = one ? finder->rowOf(*one, write) : std::nullopt;
  const auto asked = other ? finder->rowOf(*other, ahead) : std::nullopt;
  const auto isPlain = [](const std::optional<ComparedPlace> &row) {
    return row && row->at.place && !row->at.element && !row->isFound;
  };
  if (!isPlain(written) || !isPlain(asked) || isOnePlace(*written, *asked))
    return false;
  if (llvm::none_of(apart, [&](const auto &known) {
        return isOnePlace(known.first, *written) &&
               isOnePlace(known.second, *asked);
      }))
    apart.push_back({*written, *asked});
  return true;
}

/// Whether statements are left for later is asked of elements that those set:
/// nothing else may, or only what leaves an answer what it is.
void LoopPairs::askedAhead() {
  std::vector<Claim> claims;
  for (const ir::DeferStatement *s : deferredIn(bodyOf(recogniser.loop)))
    if (s->when)
      if (const auto claim = claimOf(module, s->when, s->body))
        claims.push_back(*claim);
  for (const ir::Access &ahead : accesses.all) {
    if (!ahead.isAskedAhead)
      continue;
    const auto asked = llvm::find_if(
        claims, [&](const Claim &claim) { return claim.asked == ahead.place; });
    for (const ir::Access &write : accesses.all) {
      if (!write.isWrite || !accesses.mayMeet(write.region, ahead.region))
        continue;
      const bool isAlike =
          asked != claims.end() && write.isDeferred &&
          llvm::any_of(claims, [&](const Claim &claim) {
            return claim.stored == write.place && claim.isAlike(*asked);
          });
      if (!isAlike && !noteApart(write, ahead))
        refusals.push_back({&write, &ahead, Diag::RTT1117});
    }
  }
}
