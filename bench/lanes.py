#!/usr/bin/env -S python3 -B
"""Times what lanes make of the samples on one CPU thread, everything counted:
beside the plain program by the same compiler, and beside the scalar engines.

    bench/lanes.py build DIR regtt-cc    builds the samples into DIR
    bench/lanes.py run DIR               runs what DIR holds

Of each input and order of the queries a row says how long the plain program's
loop takes; the best scalar engine and the best engine of lanes, each with the
order that suits it (none, or sorted along a curve); and what the program comes
to by itself, after it has learned: the median of the last quarter of its rounds.
Results are compared with the plain program's, byte for byte; of bodies that move,
after the few steps of a fixed engine.
"""
import argparse
import filecmp
import math
import os
import pathlib
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

from inputs import PROGRAMS, Case
from measure import Failed, attempt, calls, serial_milliseconds

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAME = ("-O3", "-march=native", "-ffp-contract=off")
SCALAR = ("static_ropes", "autoropes", "sibling_ropes")
LANES = ("packed", "lane_lockstep", "lane_ropes")
ORDERS = ("none", "curve")
FEW = 3  # rounds, of which the first is left out


def _case(program, title, arguments, **sizes):
    return Case(program, title, tuple(arguments.split()),
                {f"--{option}": size for option, size in sizes.items()})


CASES = [
    _case("point_correlation", "3-D, radius 0.0391", "--radius 0.0391",
          points=200000),
    _case("point_correlation_7d", "7-D, radius 0.28", "--radius 0.28",
          points=50000),
    _case("barnes_hut", "double, theta 0.5", "--theta 0.5", bodies=100000),
    _case("barnes_hut_single", "float, theta 0.5", "--theta 0.5",
          bodies=100000),
    _case("nearest_neighbor", "3-D, in nodes", "--tree nodes", points=200000),
    _case("k_nearest", "3-D, k = 8", "", points=200000),
    _case("vantage_point", "3-D", "", points=200000),
    _case("ball_tree", "3-D", "", points=200000),
    _case("binary_search", "whole keys", "--type whole", keys=200000),
    _case("ray_cast", "200,000 triangles", "", triangles=200000, width=1920,
          height=1080),
    _case("decision_forest", "50 trees", "", samples=100000, training=5000),
]


def selected(options):
    return [case.scaled(options.scale) for case in CASES
            if re.search(options.only, f"{case.program} {case.name}")]


def build(options):
    """Builds each sample twice; several at a time."""
    commands = []
    for case in selected(options):
        program = PROGRAMS[case.program]
        source = str(ROOT / "samples" / program.source)
        folder = options.directory / case.program
        folder.mkdir(parents=True, exist_ok=True)
        plain = "gcc" if source.endswith(".c") else "g++"
        commands += [
            [plain, *SAME, "-Wno-unknown-pragmas", *program.flags, source,
             "-o", str(folder / "serial"), "-lm"],
            [options.regtt_cc, *SAME, "--target=lanes,cpu", "--variant=all",
             *program.flags, source, "-o", str(folder / "lanes"), "-lm"]]
    with ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(attempt, command) for command in commands]:
            done.result()
    return 0


class Input:
    """A case with its queries in one order."""

    def __init__(self, options, case, order):
        self.case, self.order = case, order
        self.program = PROGRAMS[case.program]
        self.folder = options.directory / case.program
        self.words = case.options(order)
        self.expected = self.folder / "expected"

    def _run(self, binary, rounds, output, **environment):
        words = [self.folder / binary, *self.words,
                 *self.program.rounds(rounds)]
        return attempt([*words, "--output", output], timeout=120,
                       REGTT_LOG="info", REGTT_THREADS="1", **environment)

    def serial(self):
        """Milliseconds of the plain program's loops: the best of two runs."""
        rounds = FEW if self.program.moves else 1
        return min(serial_milliseconds(
            self._run("serial", rounds, self.expected).stderr)
                   for _ in range(2)) / rounds

    def _rounds(self, log, rounds):
        """Of each round the milliseconds of its calls, and what they ran."""
        ordered = self.program.ordered
        lines = [line for line in calls(log) if ordered.get(
            line["traversal"], self.order) == self.order]
        each, rest = divmod(len(lines), rounds)
        if rest or not each:
            raise Failed(f"{len(lines)} calls in {rounds} rounds")
        return [(sum(float(line["total_ms"]) for line in lines[at:at + each]),
                 lines[at]) for at in range(0, len(lines), each)]

    def _timed(self, rounds, **environment):
        output = self.folder / "output"
        log = self._run("lanes", rounds, output, **environment).stderr
        # What moves is compared after as many rounds.
        if (rounds == FEW or not self.program.moves) and not filecmp.cmp(
                self.expected, output, shallow=False):
            raise Failed(f"{self.case.name}: other results with {environment}")
        return self._rounds(log, rounds)

    def fixed(self, target, engine, order):
        """Milliseconds of one engine with one order; None: it has none."""
        try:
            found = self._timed(FEW, REGTT_TARGET=target, REGTT_VARIANT=engine,
                                REGTT_REORDER=order)
        except Failed as failure:
            if re.search("not compiled in|cannot be reordered", str(failure)):
                return None
            raise
        return statistics.median(ms for ms, _ in found[1:])

    def best(self, target, engines):
        """The fastest of some engines: (ms, its name and order)."""
        found = [(ms, f"{engine}, {order}") for engine in engines
                 for order in ORDERS
                 if (ms := self.fixed(target, engine, order)) is not None]
        return min(found, default=(None, "none"))

    def learned(self, rounds, folder):
        """(ms, way) that the program comes to by itself, from nothing."""
        (folder / "tuning").unlink(missing_ok=True)
        found = self._timed(rounds, REGTT_TARGET="auto",
                            REGTT_TUNE_FILE=str(folder / "tuning"),
                            REGTT_TUNE="write")
        later = found[-max(1, rounds // 4):]
        last = later[-1][1]
        return (statistics.median(ms for ms, _ in later),
                f"{last['variant']}, {last.get('reorder', 'none')}")


def run(options):
    print("| input | order | plain, ms | scalar, ms | lanes, ms | auto, ms | "
          "plain / auto | scalar / auto |\n"
          "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    ratios, worst, failed = [], [], 0
    for case in selected(options):
        for order in PROGRAMS[case.program].orders:
            one = Input(options, case, order)
            try:
                plain = one.serial()
                scalar = one.best("cpu", SCALAR)
                lanes = one.best("lanes", LANES)
                auto = one.learned(options.rounds, options.directory)
            except Failed as failure:
                print(f"bench: error: {case.program}: {failure}",
                      file=sys.stderr)
                failed += 1
                continue
            ratios.append(scalar[0] / auto[0])

            def told(pair):
                return f"{pair[0]:.1f} ({pair[1]})" if pair[0] else "-"

            print(f"| {case.program} {case.name} | {order} | {plain:.1f} | "
                  f"{told(scalar)} | {told(lanes)} | {told(auto)} | "
                  f"{plain / auto[0]:.2f} | {scalar[0] / auto[0]:.2f} |",
                  flush=True)
    if ratios:
        mean = math.exp(statistics.fmean(math.log(each) for each in ratios))
        print(f"| geometric mean of {len(ratios)} | | | | | | | {mean:.2f} |")
    return 1 if failed or not ratios else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("build")
    one.add_argument("directory", metavar="DIR", type=pathlib.Path)
    one.add_argument("regtt_cc", metavar="regtt-cc")
    one.add_argument("--jobs", type=int, default=os.cpu_count())
    one.set_defaults(act=build)
    one = commands.add_parser("run")
    one.add_argument("directory", metavar="DIR", type=pathlib.Path)
    one.add_argument("--rounds", type=int, default=32,
                     help="of what learns (32)")
    one.set_defaults(act=run)
    for one in commands.choices.values():
        one.add_argument("--only", default="", metavar="REGEX",
                         help="inputs whose sample and name match (all)")
        one.add_argument("--scale", type=float, default=1, metavar="N",
                         help="divide sizes, for trying things out (1)")
    options = parser.parse_args()
    try:
        sys.exit(options.act(options))
    except Failed as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    main()
