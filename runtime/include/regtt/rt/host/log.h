/// What REGTT_LOG=info says: one line per call on stderr.
///
///   FILE:LINE: regtt: info: traversal=correlate target=cuda
///     variant=static_ropes why="first choice" nodes=1999999 depth=21
///     unfolded=0 queries=1000000 threads=16 linearise_ms=12.345
///     transfer_ms=2.345 kernel_ms=5.678 total_ms=20.500 tree=linearised
///
/// on one line, in this order; new keys are added at the end. Values that may
/// hold spaces are in double quotes. target=serial says only why, queries, and
/// total_ms, the time of the serial loop; it is said when that ends.
/// unfolded counts nodes that were copied because several parents share them.
/// total_ms is the whole of regtt_begin, checks included. tree=resident: it was
/// on the device already. reorder= says how queries were ordered: none,
/// inspect:N, curve:N and the like, in-order (they were looked at, and came
/// so) or reused (the order of the call before); reorder_ms is the time for it,
/// with the visits that are handed over. chosen= says
/// what engine and order come from: rule, trial, measured, file or asked
/// (host/tuner.h). stragglers= is there where the host took queries over from a
/// device (core/stragglers.h): how many; kernel_ms goes on until they are done,
/// too. children=N refused=N are there where an engine launched grids on the
/// device (core/putting_off.h): how many, and how many the device had no room
/// for, whose work their parents did. Programs compiled with --count-visits add
/// visits=N
/// warp_steps=N (core/visit_counters.h), and on CPUs neighbour_difference=N
/// warp_nodes=N (cpu/visit_sets.h), but for queries that are handed over; for
/// lanes lane_visits=N lane_steps=N instead, and lists=N listed=N where queries
/// come to nodes in lists (lanes/visit_counters.h).
/// REGTT_VERIFY=1 adds
///
///   FILE:LINE: regtt: info: traversal=correlate target=cpu
///     variant=autoropes verify=identical queries=1000000
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/session.h>

#include <string>

namespace regtt::rt {

/// The line of a call that ran; prints only under REGTT_LOG=info.
void logRun(const regtt_call &call, const char *target, const std::string &why,
            double totalMs);

/// A call begins where another may have been, whose serial loop an exception
/// left.
void forgetSerial(const regtt_call &call);
/// The serial loop of a call is about to run.
void beginSerial(const regtt_call &call, const std::string &why);
/// The line of a call whose serial loop has run, if it is one; prints only
/// under REGTT_LOG=info.
void logSerial(const regtt_call &call);

/// The line of a verified call; always printed.
void logIdentical(const regtt_call &call, const std::string &target,
                  const std::string &variant);

} // namespace regtt::rt
