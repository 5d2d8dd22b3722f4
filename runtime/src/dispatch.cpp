/// regtt_begin and regtt_end: which target runs a call, and what happens where
/// none can. What the targets do lies behind the site's launchers.
#include "call_lock.h"
#include "overwritten.h"
#include "region.h"
#include "room.h"
#include "target_choice.h"
#include "verify.h"

#include <regtt/rt/abi.h>
#include <regtt/rt/host/float_mode.h>
#include <regtt/rt/host/log.h>
#include <regtt/rt/host/session.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

namespace {

struct Candidate {
  Target target;
  regtt_launcher launcher;
};

/// The caller's loop is about to run, and changes what it likes.
int runSerially(const regtt_call &call, const char *why) {
  beginSerial(call, why);
  if (Region *const region = regionOf(call))
    region->reached.forget();
  return 1;
}

/// After a refusal: the caller's loop runs as if nothing had been, or nothing.
int serialInstead(const regtt_call &call) {
  if (!serialAllowed(call))
    std::exit(1);
  leaveDevice(call);
  putBack(call);
  return runSerially(call, "refused");
}

/// A refusal that a launcher did not make.
int refuseToSerial(const regtt_call &call, const std::string &why) {
  refuse(call, why);
  return serialInstead(call);
}

int launchOn(const regtt_call &call, regtt_launcher launcher) {
  try {
    return launcher(&call);
  } catch (const std::bad_alloc &) {
    return refuse(call, "out of memory");
  }
}

/// After a launcher that ran: 0, or 1 where the serial loop runs for
/// comparison.
int finish(regtt_call &call, Target target,
           std::unique_ptr<Verification> verification) {
  if (!verification)
    return 0;
  verification->elements = std::move(session().saved);
  verification->restore(call);
  verification->target = targetName(target);
  verification->variant = session().report.variant;
  call.verification = verification.release();
  return 1;
}

/// Rounds promise the state that they leave alone, and the loop as it stands is
/// a round: one thread is fastest by that, unless an engine is asked for.
bool runsAsItStands(const regtt_call &call) {
  Session &s = session();
  return areRounds(call) && s.pool.numWorkers() == 1 && !s.environment.verify &&
         s.environment.variant.empty();
}

/// Tries the candidates in order; the first that is available decides. `why`
/// the first one is first; null: it was asked for.
int tryTargets(regtt_call &call, const Candidate *candidates, int count,
               const char *why) {
  Session &s = session();
  std::unique_ptr<Verification> verification;
  if (s.environment.verify && !call.region)
    verification = std::make_unique<Verification>(call);
  const std::string mode = unusualFloatMode();
  std::string missing;
  for (int c = 0; c < count; ++c) {
    const char *name = targetName(candidates[c].target);
    s.report = {};
    s.saved.clear();
    s.deferred.clear();
    Stopwatch watch;
    enterTarget(call, candidates[c].target);
    if (!candidates[c].launcher) {
      s.report.unavailable = "not compiled in";
    } else if (candidates[c].target != Target::Cuda && runsAsItStands(call)) {
      return runSerially(call, "one thread");
    } else if (candidates[c].target == Target::Cuda && !mode.empty()) {
      s.report.unavailable =
          "the calling thread " + mode + ", which a device does not";
      if (!std::exchange(s.saidFloatMode, true))
        warn(call, s.report.unavailable + ": not on a GPU");
    } else if (const int status = launchOn(call, candidates[c].launcher);
               status == REGTT_REFUSED) {
      return serialInstead(call);
    } else if (status == REGTT_DONE) {
      const double totalMs = watch.lap();
      call.deferred_bytes = s.deferred.bytes();
      call.deferred = s.deferred.take().release();
      noteCall(call, candidates[c].target);
      leaveTarget(call);
      logRun(call, name,
             !missing.empty() ? missing
             : why            ? why
                              : "requested",
             totalMs);
      if (why && s.report.hasRun())
        noteTarget(call, candidates[c].target, totalMs);
      return finish(call, candidates[c].target, std::move(verification));
    }
    missing += std::string(missing.empty() ? "" : "; ") + name + ": " +
               s.report.unavailable;
  }
  if (!why)
    fail(call,
         "REGTT_TARGET asks for a target that cannot be used here: " + missing);
  return refuseToSerial(call, "no target can be used here: " + missing);
}

/// The host file's compiler and the one that found the fields' offsets must
/// agree; a flag that packs structs can part them.
std::string layoutFault(const regtt_call &call) {
  const auto differ = [](const char *what, std::size_t host,
                         std::size_t expected) {
    return std::string(what) + " has " + std::to_string(host) +
           " bytes in the host file and " + std::to_string(expected) +
           " as regtt-cc lays it out; compile both with the same flags";
  };
  const regtt_site &site = *call.site;
  if (site.node_bytes != 0 && call.node_bytes != site.node_bytes)
    return differ("the node", call.node_bytes, site.node_bytes);
  for (int o = 0; site.object_bytes && o < site.num_operands; ++o)
    if (call.operands[o].bytes != site.object_bytes[o])
      return differ("a query object", call.operands[o].bytes,
                    site.object_bytes[o]);
  return "";
}

/// Notes which iterations make their call. Returns whether any does.
bool chooseIterations(regtt_call &call) {
  if (!call.runs)
    return true;
  std::vector<std::size_t> &calls = session().calls;
  calls.clear();
  for (std::size_t i = 0; i < call.count; ++i)
    if (makesCall(call, i))
      calls.push_back(i);
  call.calls = calls.data();
  call.num_calls = calls.size();
  return !calls.empty();
}

int begin(regtt_call &call) {
  Session &s = session();
  if (const std::string error = s.configure(); !error.empty())
    fail(call, error);
  if (call.fault) {
    if (s.environment.target != Target::Serial)
      return refuseToSerial(call, call.fault);
    return runSerially(call, "requested");
  }
  // What it compares lies in the host's memory.
  if (call.region && s.environment.verify && !areRounds(call)) {
    leaveDevice(call);
    call.region = nullptr;
  }
  const Region *const region = regionOf(call);
  if (region && region->isSerial)
    return 1;
  if (!chooseIterations(call))
    return 0;
  // Without them the host file may have set nothing else.
  if (call.input_bytes != 0 && !call.inputs)
    return refuseToSerial(
        call, "out of memory for what " + std::to_string(call.count) +
                  " iterations hand over, " + std::to_string(call.input_bytes) +
                  " bytes each");
  for (int g = 0; g < call.num_roots; ++g)
    if (const regtt_roots &roots = call.roots[g]; roots.count != 0 && !roots.at)
      return refuseToSerial(call, "out of memory for the roots of " +
                                      std::to_string(roots.count) + " trees");
  if (const std::string fault = layoutFault(call); !fault.empty())
    return refuseToSerial(call, fault);
  const Candidate cuda = {Target::Cuda, call.site->cuda};
  const Candidate lanes = {Target::Lanes, call.site->lanes};
  const Candidate scalar = {Target::Cpu, call.site->cpu};
  // Lanes have the scalar engines, too.
  const Candidate cpu = lanes.launcher ? lanes : scalar;
  switch (s.environment.target) {
  case Target::Serial:
    return runSerially(call, "requested");
  case Target::Simt: {
    const Candidate simt = {Target::Simt, nullptr};
    return tryTargets(call, &simt, 1, nullptr);
  }
  case Target::Cuda: {
    const Candidate orCpu[] = {cuda, cpu};
    const bool isUsual = unusualFloatMode().empty();
    return tryTargets(call, orCpu, isUsual ? 1 : 2, nullptr);
  }
  case Target::Lanes:
    return tryTargets(call, &lanes, 1, nullptr);
  case Target::Cpu:
    return tryTargets(call, &scalar, 1, nullptr);
  case Target::Auto:
    break;
  }
  const Candidate both[] = {cuda, cpu};
  if (!cuda.launcher || !cpu.launcher)
    return tryTargets(call, both, 2, "first choice");
  const Candidate turned[] = {cpu, cuda};
  // What is on the device stays there.
  if (region && region->calls != 0 &&
      (areRounds(call) || region->target == Target::Cuda))
    return tryTargets(call, region->target == Target::Cuda ? both : turned, 2,
                      areRounds(call) ? "as the round before"
                                      : "as the region's call before");
  const TargetChoice choice = chooseTarget(call);
  return tryTargets(call, choice.first == Target::Cpu ? turned : both, 2,
                    choice.why);
}

} // namespace
} // namespace regtt::rt

using regtt::rt::freeZeros;
using regtt::rt::makeZeros;
using regtt::rt::Room;

extern "C" void *regtt_make_inputs(regtt_call *call, size_t bytes) {
  constexpr size_t most = static_cast<size_t>(PTRDIFF_MAX) / 2;
  call->input_bytes = bytes;
  call->inputs =
      call->count <= most / bytes ? makeZeros(call->count * bytes) : nullptr;
  return call->inputs;
}

extern "C" regtt_elements *regtt_make_elements(regtt_call *call, size_t count,
                                               size_t size) {
  static regtt_elements none = {nullptr, nullptr, nullptr};
  if (!call->room)
    call->room = new Room;
  Room &room = *static_cast<Room *>(call->room);
  if (count > static_cast<size_t>(PTRDIFF_MAX) / 2 / size)
    count = 0;
  auto *const made =
      static_cast<regtt_elements *>(room.bytes(sizeof(regtt_elements)));
  auto *const first = static_cast<char *>(room.bytes(count * size));
  if (!made || !first)
    return &none;
  made->first = first;
  made->last = made->end = first + count * size;
  return made;
}

extern "C" regtt_root *regtt_make_roots(regtt_roots *roots, size_t count) {
  roots->count = count;
  roots->at =
      count != 0
          ? static_cast<regtt_root *>(std::calloc(count, sizeof(regtt_root)))
          : nullptr;
  return roots->at;
}

extern "C" regtt_root *regtt_make_forest(regtt_roots *roots, size_t count,
                                         size_t arrays) {
  regtt_make_roots(roots, count);
  roots->arrays =
      roots->at && count <= static_cast<size_t>(PTRDIFF_MAX) / arrays
          ? static_cast<regtt_array *>(
                std::calloc(count * arrays, sizeof(regtt_array)))
          : nullptr;
  if (!roots->arrays) {
    std::free(roots->at);
    roots->at = nullptr;
  }
  return roots->at;
}

extern "C" int regtt_prepare(regtt_call *call) {
  using namespace regtt::rt;
  call->verification = nullptr;
  if (call->count == 0)
    return 0;
  const std::lock_guard lock(callLock());
  forgetSerial(*call);
  Session &s = session();
  if (const std::string error = s.configure(); !error.empty())
    fail(*call, error);
  if (s.environment.target == Target::Serial) {
    return runSerially(*call, "requested");
  }
  if (serialAllowed(*call))
    keepOverwritten(*call);
  return 0;
}

extern "C" int regtt_begin(regtt_call *call) {
  call->verification = nullptr;
  call->deferred = nullptr;
  call->deferred_bytes = 0;
  if (call->count == 0 && !call->fault)
    return 0;
  const std::lock_guard lock(regtt::rt::callLock());
  regtt::rt::forgetSerial(*call);
  try {
    return regtt::rt::begin(*call);
  } catch (const std::bad_alloc &) {
    regtt::rt::fail(*call, "out of memory");
  }
}

extern "C" void regtt_note_deferred(regtt_call *call, const void *record,
                                    size_t bytes) {
  auto &of = *static_cast<regtt::rt::Verification *>(call->verification);
  std::memcpy(of.deferred.add(bytes), record, bytes);
}

extern "C" void regtt_compare(regtt_call *call) {
  using namespace regtt::rt;
  const std::unique_ptr<Verification> verification(
      static_cast<Verification *>(call->verification));
  call->verification = nullptr;
  if (!verification)
    return;
  const std::string difference = verification->compare(*call);
  if (!difference.empty())
    fail(*call, "REGTT_VERIFY: " + verification->target + " " +
                    verification->variant + ": " + difference +
                    (call->resident ? "; has the tree changed, which the "
                                      "clause 'resident' says it has not?"
                                    : ""));
  logIdentical(*call, verification->target, verification->variant);
}

extern "C" void regtt_end(regtt_call *call) {
  regtt::rt::logSerial(*call);
  regtt_compare(call);
  freeZeros(call->inputs);
  call->inputs = nullptr;
  delete static_cast<Room *>(call->room);
  call->room = nullptr;
  std::free(call->deferred);
  call->deferred = nullptr;
  for (int g = 0; g < call->num_roots; ++g) {
    std::free(call->roots[g].at);
    std::free(call->roots[g].arrays);
    call->roots[g].at = nullptr;
    call->roots[g].arrays = nullptr;
  }
  regtt::rt::forgetOverwritten(*call);
}
