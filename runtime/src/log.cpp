/// Prints the lines that host/log.h describes.
#include <regtt/rt/host/log.h>

#include <cstdio>
#include <map>
#include <mutex>

namespace regtt::rt {

void logRun(const regtt_call &call, const char *target, const std::string &why,
            double totalMs) {
  if (!session().environment.log)
    return;
  const CallReport &r = session().report;
  std::string more;
  if (r.stragglers != 0)
    more = " stragglers=" + std::to_string(r.stragglers);
  if (r.children + r.refusedChildren != 0)
    more += " children=" + std::to_string(r.children) +
            " refused=" + std::to_string(r.refusedChildren);
  if (r.visits != 0)
    more += " visits=" + std::to_string(r.visits) +
            " warp_steps=" + std::to_string(r.warpSteps);
  if (r.warpNodes != 0)
    more += " neighbour_difference=" + std::to_string(r.neighbourDifference) +
            " warp_nodes=" + std::to_string(r.warpNodes);
  if (r.laneSteps != 0)
    more += " lane_visits=" + std::to_string(r.laneVisits) +
            " lane_steps=" + std::to_string(r.laneSteps);
  if (r.lists != 0)
    more += " lists=" + std::to_string(r.lists) +
            " listed=" + std::to_string(r.listed);
  std::fprintf(stderr,
               "%s:%d: regtt: info: traversal=%s target=%s variant=%s "
               "why=\"%s\" nodes=%zu depth=%zu unfolded=%zu queries=%zu "
               "threads=%d linearise_ms=%.3f transfer_ms=%.3f kernel_ms=%.3f "
               "total_ms=%.3f tree=%s reorder=%s reorder_ms=%.3f chosen=%s%s\n",
               call.site->file, call.site->line, call.site->traversal, target,
               r.variant, why.c_str(), r.nodes, r.depth,
               r.countShared ? r.countShared(call) : 0, numCalls(call),
               session().pool.numWorkers(), r.lineariseMs, r.transferMs,
               r.kernelMs, totalMs, r.resident ? "resident" : "linearised",
               r.reusedOrder       ? "reused"
               : r.wasOrdered == 1 ? "in-order"
                                   : toText(r.reorder).c_str(),
               r.reorderMs, whyName(session().way.why), more.c_str());
}

namespace {

/// A serial loop that runs: several may at a time, without the calls' lock.
struct SerialRun {
  std::string why;
  size_t queries = 0;
  Stopwatch watch;
};

struct SerialRuns {
  std::mutex lock;
  std::map<const regtt_call *, SerialRun> byCall;
};

SerialRuns &serialRuns() {
  static SerialRuns runs;
  return runs;
}

} // namespace

void forgetSerial(const regtt_call &call) {
  if (!session().environment.log)
    return;
  const std::lock_guard lock(serialRuns().lock);
  serialRuns().byCall.erase(&call);
}

void beginSerial(const regtt_call &call, const std::string &why) {
  if (!session().environment.log)
    return;
  const std::lock_guard lock(serialRuns().lock);
  serialRuns().byCall[&call] = {why, numCalls(call), Stopwatch()};
}

void logSerial(const regtt_call &call) {
  if (!session().environment.log)
    return;
  const std::lock_guard lock(serialRuns().lock);
  const auto found = serialRuns().byCall.find(&call);
  if (found == serialRuns().byCall.end())
    return;
  std::fprintf(stderr,
               "%s:%d: regtt: info: traversal=%s target=serial variant=none "
               "why=\"%s\" queries=%zu total_ms=%.3f\n",
               call.site->file, call.site->line, call.site->traversal,
               found->second.why.c_str(), found->second.queries,
               found->second.watch.lap());
  serialRuns().byCall.erase(found);
}

void logIdentical(const regtt_call &call, const std::string &target,
                  const std::string &variant) {
  std::fprintf(stderr,
               "%s:%d: regtt: info: traversal=%s target=%s variant=%s "
               "verify=identical queries=%zu\n",
               call.site->file, call.site->line, call.site->traversal,
               target.c_str(), variant.c_str(), numCalls(call));
}

} // namespace regtt::rt
