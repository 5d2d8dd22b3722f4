#!/usr/bin/env -S python3 -B
"""Predicts from a few depths at which depth of the tree it is best to reorder
queries (Zhang 2016, Figures 5 and 6).

    bench/engines.py build DIR regtt-cc --only point_correlation
                                            builds the samples into DIR
    bench/depth_model.py run DIR            runs what DIR holds
    bench/depth_model.py report FILE FOLDER makes FOLDER/depth_model.md of
                                            saved rows, and its plots

`run` takes inputs whose queries are shuffled and can be handed over, with the
engines that have ropes in the tree, in lockstep and not: as they come, and with
REGTT_REORDER=handover:N. Programs are run and compared, and rows kept, as
bench/reorder.py does. Of some inputs and depths it then counts, by ncu, idle
lanes, memory sectors a request and divergent branches, in the top of the tree
and below; these rows have the mode `profile`. The model itself is in
bench/depth_fit.py.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import sys
from dataclasses import replace

import depth_profile
import progress
from measure import Failed, calls
from reorder import Reordering, measure, numbers_of_levels
from reorder_report import plain_order
from rows import markdown, number

ENGINES = ("static_ropes", "static_lockstep")
INPUTS = "^point_correlation\\S* (uniform|plummer)"
PROFILED = "^point_correlation uniform"
LEVELS = "2,4,6,8,10,12,14,16,18"
PROFILED_LEVELS = "4,8,12,16"
FITTED = "4,8,12,16"


class Depths(Reordering):
    """One run. Its rows are those of bench/reorder.py, and profiles."""
    command = "bench/depth_model.py"

    def __init__(self, options):
        super().__init__(options)
        self.ncu = shutil.which(options.ncu)
        if options.profile_levels and not self.ncu:
            print(f"bench: {options.ncu} is not here: nothing is profiled",
                  file=sys.stderr)

    def _ways(self, case, order, target):
        timed = [way for way in super()._ways(case, order, target)
                 if way.mode == "baseline" or way.engine in ENGINES
                 and plain_order(way.reorder) in ("none", "handover")
                 and way.reorder != "handover"]
        yield from timed
        if not self.ncu or not re.search(self.options.profile,
                                         f"{case.program} {case.name}"):
            return
        levels = {None, *self.options.profile_levels}
        for way in timed:
            if way.mode != "baseline" and way.levels.get("levels") in levels:
                yield replace(way, mode=depth_profile.MODE, rounds=1)

    def _measure(self, way, partial, row):
        if way.mode != depth_profile.MODE:
            yield from super()._measure(way, partial, row)
            return
        folder = self.options.directory / way.case.program
        words = [folder / way.binary, *way.options()]
        log = depth_profile.run(self.ncu, words, self.options.timeout,
                                way.environment(self.options.directory,
                                                partial))
        lines = [line for line in calls(log)
                 if line["traversal"] in way.traversals]
        for line in lines:
            if (line["target"], line["variant"]) != (way.target, way.engine):
                raise Failed(f"{line['traversal']} ran on {line['target']}: "
                             f"{line.get('why')}")
        if len(lines) != 1:  # a kernel's name does not say whose it is
            raise Failed(f"{len(lines)} calls, where one is profiled\n{log}")
        name = f"{way.case.program}/{way.binary}"
        yield {**row, "traversal": lines[0]["traversal"],
               "done": lines[0]["reorder"],
               "command": row["command"].replace(
                   name, f"{shlex.join(depth_profile.COMMAND)} {name}", 1),
               "phases": depth_profile.phases(log)}

    def _figures(self, way, name, lines):
        """With the size of the tree, which says when the top is all of it."""
        nodes = lines[-1].get("nodes")
        return {**super()._figures(way, name, lines),
                **({"nodes": int(nodes)} if nodes else {})}

    @staticmethod
    def _print(row):
        if "phases" not in row:
            Reordering._print(row)
            return
        told = "; ".join(f"{part}: " + ", ".join(
            f"{name} {number(value, 1)}" for name, value in
            depth_profile.metrics(sums).items())
            for part, sums in row["phases"].items())
        print(markdown([row["program"], row["input"], row["order"],
                        row["traversal"], row["mode"], row["engine"],
                        row["reorder"], told] + [""] * 5), flush=True)


def run_options(parser):
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path)
    parser.add_argument("--only", default=INPUTS, metavar="REGEX",
                        help=f"inputs whose sample and name match ({INPUTS})")
    parser.add_argument("--scale", type=float, default=1, metavar="N",
                        help="divide sizes, for trying things out (1)")
    parser.add_argument("--levels", type=numbers_of_levels, metavar="N,...",
                        default=numbers_of_levels(LEVELS),
                        help=f"tops of the tree of so many levels ({LEVELS})")
    parser.add_argument("--profile", default=PROFILED, metavar="REGEX",
                        help=f"which of the inputs ncu sees ({PROFILED})")
    parser.add_argument("--profile-levels", metavar="N,...",
                        default=numbers_of_levels(PROFILED_LEVELS),
                        type=lambda text: numbers_of_levels(text)
                        if text else [],
                        help="of those of --levels, and as queries come; '' "
                        f"for no profile ({PROFILED_LEVELS})")
    parser.add_argument("--ncu", default="ncu", help="the profiler (ncu)")
    parser.add_argument("--repeat", type=int, default=6, metavar="K",
                        help="after a call that warms up (6)")
    progress.add_options(parser)
    parser.set_defaults(targets=["cuda"], orders=["shuffled"])


def report_options(parser):
    parser.add_argument("data", metavar="FILE", type=pathlib.Path)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--fit", type=numbers_of_levels, metavar="N,...",
                        default=numbers_of_levels(FITTED),
                        help="the depths that the model is fitted to "
                        f"({FITTED})")
    parser.add_argument("--no-plots", action="store_true",
                        help="tables only, which need no matplotlib")


def report(options):
    import depth_report  # which needs scipy
    depth_report.make_report(options)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="command", required=True)
    run_options(subparsers.add_parser("run"))
    report_options(subparsers.add_parser("report"))
    options = parser.parse_args()
    try:
        return measure(options, Depths) if options.command == "run" \
            else report(options)
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    sys.exit(main())
