"""What `ncu` counts of a program that hands its queries over: in the top of the
tree, and in the rest of their ways. Which programs are profiled, and when, is
bench/depth_model.py's.
"""
import csv
import math
import re

from measure import Failed, attempt

INSTRUCTIONS = "smsp__inst_executed.sum"
THREADS = "smsp__thread_inst_executed_per_inst_executed.ratio"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
DIVERGENT = "smsp__sass_branch_targets_threads_divergent.sum"
BRANCHES = "smsp__sass_branch_targets.sum"
# Kernels are told apart by their template arguments, which the name that the
# filter sees is without. Clocks stay as they are: nothing here is a time.
COMMAND = ("ncu", "--csv", "--log-file", "stderr", "--print-units", "base",
           "--print-kernel-base", "demangled", "--kernel-name-base", "function",
           "--kernel-name", "regex:traverse", "--clock-control", "none",
           "--metrics", ",".join((INSTRUCTIONS, THREADS, SECTORS, REQUESTS,
                                  DIVERGENT, BRANCHES)))
MODE = "profile"  # of rows with these sums
TOP, REST = "top", "rest"  # the kernels' part of a query's way
BOTH = "both"  # together
SUMS = ("instructions", "thread_instructions", "sectors", "requests",
        "divergent", "branches")
METRICS = {  # what a document calls them, and what they are of sums
    "idle lanes, %": lambda sums: 100 * (
        1 - sums["thread_instructions"] / 32 / sums["instructions"]),
    "sectors a request": lambda sums: sums["sectors"] / sums["requests"],
    "divergent branches, %": lambda sums: 100 * (
        sums["divergent"] / sums["branches"]),
}


def run(ncu, words, timeout, environment):
    """What a program and the profiler say of it on stderr; `ncu` is where the
    profiler lies on this machine, which no row tells."""
    try:
        return attempt([ncu, *COMMAND[1:], *words], timeout=timeout,
                       **environment, LC_ALL="C").stderr
    except Failed as failure:
        text = str(failure).replace(ncu, COMMAND[0])
        said = re.findall(r"^==ERROR== (.*)", text, re.MULTILINE)
        raise Failed("\n".join([text, *(f"ncu: error: {line}" for line in
                                        said[:1])])) from None


def _number(text):
    """0 for what ncu cannot say, as quotients of nothing."""
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return 0.0
    return value if math.isfinite(value) else 0.0


def _launches(log):
    """(kernel's name, values) of each launch."""
    found = {}
    for row in csv.DictReader(line for line in log.splitlines()
                              if line.startswith('"')):
        _, values = found.setdefault(row["ID"], (row["Kernel Name"], {}))
        values[row["Metric Name"]] = _number(row["Metric Value"])
    return found.values()


def phases(log):
    """Sums over the launches of each part. A kernel also runs once without
    queries, so that it is loaded, which adds next to nothing."""
    found = {}
    for name, values in _launches(log):
        sums = found.setdefault(TOP if "TopVisitor" in name else REST,
                                dict.fromkeys(SUMS, 0.0))
        executed = values.get(INSTRUCTIONS, 0)
        here = (executed, executed * values.get(THREADS, 0),
                *(values.get(name, 0) for name in (SECTORS, REQUESTS, DIVERGENT,
                                                   BRANCHES)))
        for key, value in zip(SUMS, here):
            sums[key] += value
    if REST not in found:
        raise Failed(f"ncu saw no traversal\n{log}")
    for part, sums in found.items():
        for key in SUMS:
            if not sums[key] and key != "divergent":
                raise Failed(f"ncu counts no {key} in the {part}\n{log}")
    return {part: {key: round(value) for key, value in found[part].items()}
            for part in (TOP, REST) if part in found}


def metrics(sums):
    """By name."""
    return {name: quotient(sums) for name, quotient in METRICS.items()}


def with_both(parts):
    """The parts' sums, and those of both where there are two."""
    if len(parts) == 1:
        return parts
    return {**parts, BOTH: {key: sum(part[key] for part in parts.values())
                            for key in SUMS}}
