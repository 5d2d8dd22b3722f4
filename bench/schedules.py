#!/usr/bin/env -S python3 -B
"""Counts how alike the visits of neighbouring queries are in each order that
queries can have: what the schedules of Liu 2016 are to make small.

    bench/engines.py build DIR regtt-cc --targets cpu \\
        --binaries counting                 builds the samples into DIR
    bench/schedules.py run DIR              runs what DIR holds
    bench/schedules.py report FILE FOLDER   makes FOLDER/schedules.md of saved
                                            rows

`run` takes each input through one round of autoropes on CPUs: as its queries
come, shuffled where the sample can shuffle them; sorted by the runtime
(REGTT_REORDER=inspect, curve and history, with --levels also inspect:N); and
sorted by hand, as the sample does it. It prints a Markdown table, of each
traversal what its calls come to together. Nothing is timed. Exits with 1 if a
program fails, or if its results are not those of the first order, byte for
byte, and says what was not run. An order that is refused is a row, not a
failure. A traversal whose queries come in one order, whatever the sample is
asked for, has rows of that order only.
"""
import argparse
import pathlib
import sys
from dataclasses import dataclass, replace

import inputs
import programs
import progress
from measure import Failed, calls
from reorder import Reordering, measure, numbers_of_levels
from reorder_report import key
from reorder_ways import Way
from rows import heading, markdown, number, reason
from schedules_report import (ASKED, MEASURES, make_report, schedule,
                              visits_a_query)
from session import by_traversal

COUNTERS = ("queries", "visits", "neighbour_difference", "warp_nodes")
WARP = 32  # queries, of which the last of a call may have fewer
COLUMNS = ("sample", "input", "order", "traversal", "asked", "done", "queries",
           "visits a query", *MEASURES, "identical")


@dataclass(frozen=True)
class Counting(Way):
    """A program to run. Which traversals it has, its log says."""

    @property
    def binary(self):
        return "counting"

    def schedules(self, traversal):
        """Whether it says something of a traversal."""
        return schedule(self.case.program, self.order, self.reorder, traversal)


def ways(case, levels):
    """All of an input, in the order in which they run."""
    program = inputs.PROGRAMS[case.program]
    for order in program.orders:
        for reorder in ("none", *ASKED, *(f"inspect:{each}"
                                          for each in levels)):
            if reorder == "none" or order == program.orders[0] or \
                    order in program.ordered.values():
                yield Counting(case, order, "cpu", "counting",
                               programs.BASELINE, reorder, 1, (), ())


class Scheduling(Reordering):
    """One run: what is counted, and the rows that come of it. Programs are run
    and compared as bench/reorder.py does, but that no list of what a program
    was compiled to is there: its queries as they come say which traversals it
    has."""
    command = "bench/schedules.py"

    def run(self, cases, built):
        """All inputs; returns the exit code."""
        print(heading(COLUMNS), flush=True)
        every = left = 0
        for case in cases:
            of_input = list(ways(case, self.options.levels))
            todo = self._todo(of_input)
            every += len(of_input)
            while todo and not self.progress.is_spent:
                self._run(todo.pop(0), built[case.program])
            if todo:
                left += len(todo)
                print(f"bench: not run: {case.program}, {case.name}: " +
                      ", ".join(f"{way.order} {way.reorder}" for way in todo),
                      file=sys.stderr)
                continue
            for way in of_input:
                self._expected(way).unlink(missing_ok=True)
        if left:
            print(f"bench: --budget={self.options.budget:g} is spent: {left} "
                  f"of {every} programs were not run", file=sys.stderr)
        return 1 if self.failed else 0

    def _todo(self, of_input):
        """What has no row yet, and what others are compared with where its
        results are not there any more."""
        done = {key(row) for row in self.known}
        todo = [way for way in of_input
                if way.key not in done and self._runs(way)]
        for expected in dict.fromkeys(map(self._expected, todo)):
            first = next(way for way in of_input
                         if self._expected(way) == expected)
            if first not in todo and not expected.exists():
                todo.insert(0, first)
        return todo

    def _expected(self, way):
        """The file of the results of what ran first of an input; where they are
        listed in the order of the queries, of that order."""
        program = inputs.PROGRAMS[way.case.program]
        if not program.results_follow_order:
            way = replace(way, order=program.orders[0])
        return super()._expected(way).with_suffix(".counting")

    def _traversals(self, way):
        """Those that are to have a row of it; None if that is not known."""
        as_they_come = [row["traversal"] for row in self.known
                        if key(row)[:4] == way.key[:4]
                        and row["reorder"] == "none" and row["traversal"]]
        return [name for name in dict.fromkeys(as_they_come)
                if way.schedules(name)] if as_they_come else None

    def _runs(self, way):
        here = self._traversals(way)
        return here is None or not self._refused(way).issuperset(here)

    def _measure(self, way, partial, row):
        """Yields a row of each traversal."""
        if way.reorder != "none":
            here = self._traversals(way)
            if here is None:
                raise Failed("what runs is not known, since the queries in the "
                             "order of the loop were not counted")
            yield from super()._measure(replace(way, traversals=tuple(here)),
                                        partial, row)
            return
        log, identical = self._start(way, partial, way.reorder)
        found = {name: lines for name, lines in by_traversal(calls(log)).items()
                 if way.schedules(name)}
        if not found:
            raise Failed(f"nothing ran in parallel\n{log}")
        for name, lines in found.items():
            yield {**row, "traversal": name,
                   **self._figures(way, name, lines), "identical": identical}

    def _figures(self, way, name, lines):
        """What the calls of a traversal come to."""
        found = super()._figures(way, name, lines)
        if "refused" in found:
            return found
        for counter in COUNTERS:
            if not any(counter in line for line in lines):
                raise Failed(f"{name}: the log does not say {counter}")
        # Calls that visit nothing say nothing.
        return {"done": found["done"],
                **{counter: sum(int(line.get(counter, 0)) for line in lines)
                   for counter in COUNTERS},
                "warps": sum(-(-int(line["queries"]) // WARP)
                             for line in lines)}

    @staticmethod
    def _print(row):
        start = [row["program"], row["input"], row["order"],
                 row["traversal"] or "", row["reorder"]]
        if "visits" not in row:
            why = f"failed: {reason(row)}" if "failed" in row else \
                f"refused: {row['refused']}"
            print(markdown([*start, why] + [""] * 5), flush=True)
            return
        print(markdown([
            *start, row["done"], f"{row['queries']:,}",
            *(number(figure(row)) for figure in (visits_a_query,
                                                 *MEASURES.values())),
            "yes" if row["identical"] else "**NO**"]), flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="command", required=True)
    run = subparsers.add_parser("run")
    run.add_argument("directory", metavar="DIR", type=pathlib.Path)
    run.add_argument("--only", default="", metavar="REGEX",
                     help="inputs whose sample and name match (all)")
    run.add_argument("--scale", type=float, default=1, metavar="N",
                     help="divide sizes, for trying things out (1)")
    run.add_argument("--levels", type=numbers_of_levels, default=[],
                     metavar="N,...", help="also inspect tops of the tree of "
                     "so many levels, 1 to 32 (only the runtime's choice)")
    progress.add_options(run)
    run.set_defaults(targets=["cpu"])
    report = subparsers.add_parser("report")
    report.add_argument("data", metavar="FILE", type=pathlib.Path)
    report.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args()
    try:
        return measure(options, Scheduling) if options.command == "run" \
            else make_report(options)
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    sys.exit(main())
