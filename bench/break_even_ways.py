"""What bench/break_even.py runs: of each program an input in growing sizes, the
ways to run it, and what the logs of a way say.
"""
import math
import re
import statistics
from dataclasses import dataclass

import inputs
from measure import Failed, calls
from reorder import in_rounds, joined

ORDER = "shuffled"
LARGE, LARGEST = 1000000, 10000000  # a round takes long from there on
LARGEST_ROUNDS = 4
CHECKSUM = re.compile(r"^checksum +(\w+)$", re.MULTILINE)


@dataclass(frozen=True)
class Way:
    """`target`: what REGTT_TARGET asks for; nothing where the runtime is to
    choose. `most`: queries up to which it is run."""
    target: str
    binary: str = "auto"
    most: float = math.inf

    @property
    def needs_gpu(self):
        return self.target == "cuda"

    def settings(self):
        found = {"REGTT_LOG": "info", "REGTT_TUNE": "read"}
        return {**found, "REGTT_TARGET": self.target} if self.target else found


# The serial program is an oracle, and the CPU where that takes too long. Where
# the runtime chooses, it takes the GPU from the first call on with more queries.
WAYS = {
    "serial": Way("serial"),
    "cpu": Way("cpu"),
    "cuda": Way("cuda"),
    "resident": Way("cuda", "resident"),
    "auto": Way("", most=100000),
}
ORACLES = ("serial", "cpu")


def _picture(rays):
    """Width and height, as near to a square as they come."""
    height = max(side for side in range(1, math.isqrt(rays) + 1)
                 if rays % side == 0)
    return ("--width", rays // height, "--height", height)


# Of each program what its input is, and the options of a size.
INPUTS = {
    "point_correlation": ("uniform 3-D, about 50 neighbours", lambda size: (
        "--points", size, "--radius", f"{0.0229 * (1e6 / size) ** (1 / 3):.6g}")
    ),
    "nearest_neighbor": ("uniform 3-D, in nodes", lambda size: (
        "--points", size, "--tree", "nodes")),
    "k_nearest": ("uniform 3-D, k = 8", lambda size: ("--points", size)),
    "vantage_point": ("uniform 3-D", lambda size: ("--points", size)),
    "ball_tree": ("uniform 3-D", lambda size: ("--points", size)),
    "barnes_hut": ("plummer, theta 0.5; a new tree in each call",
                   lambda size: ("--bodies", size)),
    "decision_forest": ("clouds, 50 trees of 5,000 samples at every size, "
                        "queries as generated", lambda size: (
                            "--samples", size, "--training", 5000)),
    "binary_search": ("uniform, whole keys", lambda size: ("--keys", size)),
    "ray_cast": ("spheres, 200,000 triangles at every size", lambda size: (
        "--triangles", 200000, *_picture(size))),
}


def rounds_of(name, size, way, repeat):
    """How often the loops run. What moves has to move as far in all ways, or
    results cannot be compared; serially its large sizes take too long for
    that."""
    program = inputs.PROGRAMS[name]
    if way == "serial" and size >= LARGE:
        return 1
    if way == "serial" and not program.moves:
        return 3
    most = LARGEST_ROUNDS if size >= LARGEST else repeat + 1
    return min(most, program.most_rounds)


def options_of(name, size, rounds):
    program = inputs.PROGRAMS[name]
    order = ["--order", ORDER] if ORDER in program.orders else []
    return [str(word) for word in INPUTS[name][1](size)] + order + \
        program.rounds(rounds)


def checksum(output):
    """That of all results; raises Failed."""
    found = CHECKSUM.search(output)
    if not found:
        raise Failed(f"the program says no checksum of its results\n{output}")
    return found[1]


def _is_reused(lines):
    """Whether no queries of a round were sorted anew, and some were before."""
    done = {line["reorder"] for line in lines}
    return "reused" in done and done <= {"reused", "none", "in-order"}


def _median(part, *names):
    return round(statistics.median(
        sum(float(line[name]) for line in lines for name in names)
        for lines in part), 4) if part else None


def figures(log, rounds, way):
    """What a log says of the first round, of the second, which starts no GPU,
    and of all but the first; of these again those whose order served."""
    lines = list(calls(log))
    for line in lines:
        if WAYS[way].target not in ("", line["target"]) or \
                "reorder_ms" not in line:
            raise Failed(f"{line['traversal']} ran on {line['target']}: "
                         f"{line.get('why')}")
    taken = in_rounds(lines, rounds)
    later = taken[1:] or taken
    reused = [lines for lines in later if _is_reused(lines)]

    def said(lines, *names):
        return ", ".join(joined(lines, name) for name in names).replace('"', "")

    done = ("target", "variant", "reorder")
    return {"first": said(taken[0], *done), "first_why": said(taken[0], "why"),
            "second": said(later[0], *done),
            "last": said(taken[-1], *done), "last_why": said(taken[-1], "why"),
            "one_shot_ms": _median(taken[:1], "total_ms"),
            "second_ms": _median(later[:1], "total_ms"),
            "again_ms": _median(later, "total_ms"),
            "device_ms": _median(later, "kernel_ms", "reorder_ms"),
            "reused": len(reused), "reused_ms": _median(reused, "total_ms"),
            "stayed": sum(all(line.get("tree") == "resident" for line in lines)
                          for lines in later)}
