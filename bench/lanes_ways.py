"""The inputs of bench/lanes.py, the ways to run them, and one input run in one
way; which are run, and what becomes of the figures, is for those who import this.

    DIR/PROGRAM/built.json    how it was built
    DIR/PROGRAM/serial        by g++ or gcc
    DIR/PROGRAM/lanes         by regtt-cc, with every legal engine
    DIR/PROGRAM/openmp        by g++ or gcc, of a copy whose loops have a pragma
                              of OpenMP instead; for Wu 2019
"""
import filecmp
import re
import statistics
from dataclasses import dataclass

from break_even_ways import INPUTS
from inputs import AS_GENERATED, PROGRAMS, Case
from measure import Failed, attempt, calls, serial_milliseconds

SCALAR = ("static_ropes", "autoropes", "sibling_ropes")
LANES = ("packed", "lane_lockstep", "lane_ropes", "lane_recursion")
REORDERS = ("none", "curve")
FEW = 3  # rounds, of which the first is left out
ABSENT = re.compile("not compiled in|cannot be reordered|"
                    "which this processor has not")


def input_of(program, title, arguments, **sizes):
    return Case(program, title, tuple(arguments.split()),
                {f"--{option}": size for option, size in sizes.items()})


CASES = [
    input_of("point_correlation", "3-D, radius 0.0391", "--radius 0.0391",
             points=200000),
    input_of("point_correlation_7d", "7-D, radius 0.28", "--radius 0.28",
             points=50000),
    input_of("barnes_hut", "double, theta 0.5", "--theta 0.5",
                bodies=100000),
    input_of("barnes_hut_single", "float, theta 0.5", "--theta 0.5",
             bodies=100000),
    input_of("nearest_neighbor", "3-D, in nodes", "--tree nodes",
             points=200000),
    input_of("k_nearest", "3-D, k = 8", "", points=200000),
    input_of("vantage_point", "3-D", "", points=200000),
    input_of("ball_tree", "3-D", "", points=200000),
    input_of("binary_search", "whole keys", "--type whole", keys=200000),
    input_of("ray_cast", "200,000 triangles", "", triangles=200000, width=1920,
             height=1080),
    input_of("decision_forest", "50 trees", "", samples=100000,
             training=5000),
]


def _neighbours_7d(size):
    """As many neighbours at every size."""
    return ("--points", size,
            "--radius", f"{0.28 * (50000 / size) ** (1 / 7):.6g}")


# Of each program of CASES what its input is, and the options of a size.
_ALL = {**INPUTS, "barnes_hut_single": INPUTS["barnes_hut"],
        "point_correlation_7d": ("uniform 7-D, as many neighbours at every "
                                 "size", _neighbours_7d)}
SIZED = {case.program: _ALL[case.program] for case in CASES}


def sized(program, size):
    """The input of a program with so many queries."""
    about, options = SIZED[program]
    return Case(program, about, tuple(map(str, options(size))))


@dataclass(frozen=True)
class Way:
    """How an input is run: `target` is `serial` or `openmp`, programs of their
    own, or what REGTT_TARGET asks for. What is empty is not asked for."""
    target: str
    variant: str = ""
    reorder: str = ""
    threads: int = 1
    isa: str = ""

    @property
    def is_plain(self):
        return self.target in ("serial", "openmp")

    @property
    def binary(self):
        return self.target if self.is_plain else "lanes"

    def environment(self):
        if self.is_plain:
            return {"OMP_NUM_THREADS": str(self.threads)}
        asked = {"TARGET": self.target, "VARIANT": self.variant,
                 "REORDER": self.reorder, "THREADS": str(self.threads),
                 "ISA": self.isa}
        return {"REGTT_LOG": "info", **{f"REGTT_{name}": value
                for name, value in asked.items() if value}}

    def __str__(self):
        return " ".join(filter(None, (
            self.target, self.variant, self.reorder, self.isa,
            f"{self.threads} threads" if self.threads > 1 else "")))


PLAIN, AUTO = Way("serial"), Way("auto")


def fixed_ways(*targets, **more):
    """Every engine of some targets with every order."""
    engines = {"cpu": SCALAR, "lanes": LANES}
    return [Way(target, engine, order, **more) for target in targets
            for engine in engines[target] for order in REORDERS]


class Absent(Failed):
    """A way that a program or a processor does not have."""


class Input:
    """A case with its queries in one order. What it writes is in `scratch`,
    which is its own; `beside` are words before the program's, taskset's."""

    def __init__(self, options, case, order, scratch, beside=()):
        self.case, self.order = case, order
        self.program = PROGRAMS[case.program]
        self.folder = options.directory / case.program
        self.timeout = options.timeout
        self.scratch, self.beside = scratch, beside
        self.expected = {}  # by rounds, which count only for what moves

    def words(self, rounds):
        here = self.order if self.order in self.program.orders \
            else AS_GENERATED
        return [*self.case.options(here), *self.program.rounds(rounds)]

    def _run(self, way, rounds, output, **environment):
        return attempt([*self.beside, self.folder / way.binary,
                        *self.words(rounds), "--output", output],
                       timeout=self.timeout, **way.environment(),
                       **environment).stderr

    def plain(self, way, rounds, runs=1):
        """Milliseconds of a round of the loops as they were written: the best
        of some runs."""
        output = self.scratch / f"{way.target}{rounds}"
        moved = rounds if self.program.moves else 1
        found = [serial_milliseconds(self._run(way, rounds, output)) / moved
                 for _ in range(runs)]
        if way == PLAIN:
            self.expected[moved] = output
        else:
            self._compare(output, way, rounds)
        return min(found)

    def _compare(self, output, way, rounds):
        """With the plain program's; of what moves after as many rounds."""
        moved = rounds if self.program.moves else 1
        if moved not in self.expected:
            if way == AUTO and moved > FEW:
                return
            self.plain(PLAIN, moved)
        if not filecmp.cmp(self.expected[moved], output, shallow=False):
            raise Failed(f"{self.case.program}: other results: {way}")

    def _rounds(self, log, rounds):
        """Of each round the milliseconds of its calls, and what they ran."""
        lines = list(calls(log))
        each, rest = divmod(len(lines), rounds)
        if rest or not each:
            raise Failed(f"{len(lines)} calls in {rounds} rounds")
        return [(sum(float(line["total_ms"]) for line in lines[at:at + each]),
                 lines[at]) for at in range(0, len(lines), each)]

    def timed(self, way, rounds, tuning="read"):
        """(ms, what ran) of each round; nothing is known of earlier runs."""
        output, memory = self.scratch / "output", self.scratch / "tuning"
        memory.unlink(missing_ok=True)
        try:
            log = self._run(way, rounds, output, REGTT_TUNE=tuning,
                            REGTT_TUNE_FILE=str(memory))
        except Failed as failure:
            if ABSENT.search(str(failure)):
                raise Absent(str(failure)) from None
            raise
        self._compare(output, way, rounds)
        return self._rounds(log, rounds)

    def fixed(self, way, rounds, runs=1):
        """Milliseconds of one engine with one order, without the first round,
        where there are others: the best of some runs. Raises Absent."""
        found = [self.timed(way, rounds) for _ in range(runs)]
        return min(statistics.median(ms for ms, _ in each[1:] or each)
                   for each in found)

    def learned(self, rounds):
        """(ms, way) that the program comes to by itself."""
        found = self.timed(AUTO, rounds, "write")
        later = found[-max(1, rounds // 4):]
        last = later[-1][1]
        return (statistics.median(ms for ms, _ in later),
                f"{last['variant']}, {last.get('reorder', 'none')}")
