#!/usr/bin/env -S python3 -B
"""Measures Barnes-Hut over many time steps, as Table II of Zhang 2016 has it:
what sorting pays where bodies move, and how long an order serves.

    bench/engines.py build DIR regtt-cc --only barnes_hut \\
        --binaries as_written,auto,parallel builds the sample into DIR
    bench/time_steps.py run DIR             runs what DIR holds
    bench/time_steps.py report FILE FOLDER  makes FOLDER/time_steps.md of saved
                                            rows

`run` takes shuffled bodies through all steps: by autoropes on records as
written, unsorted, which is the baseline; by engines in the order of the loop,
or sorted anew in each step (REGTT_REORDER=curve, inspect and history); by engines
whose order serves as long as it pays (REGTT_REORDER=auto); and as the runtime chooses,
with nothing known of earlier runs. It prints a Markdown table, of sums over all
steps; the forces before the first step, with which the GPU starts, are left out.
Exits with 1 if a program fails, or if its results are not those of the baseline,
by their checksum.
"""
import argparse
import os
import pathlib
import re
import shlex
import sys

import inputs
import programs
import progress
from break_even import sizes
from break_even_ways import checksum
from measure import TIMES, Failed, attempt, calls
from reorder import REFUSED
from reorder_ways import LOCKSTEP, Way, legal_engines
from rows import heading, markdown, number, reason
from session import device_name
from time_steps_report import key, make_report

PROGRAMS = ("barnes_hut", "barnes_hut_single")
SHAPE, THETA = "plummer", "0.5"
# Engine and order, the baseline ahead of all.
ENGINES = ("autoropes", "lockstep", "fsm_lockstep")
SORTED = ("autoropes", "fsm_lockstep")
WAYS = [("auto", "auto"),
        *((engine, "none") for engine in ENGINES),
        *((engine, order) for order in ("curve", "inspect", "history", "auto")
          for engine in SORTED)]
COLUMNS = ("sample", "bodies", "engine", "asked", "kernel", "reorder", "sum",
           "linearise", "total", "sorted", "reused", "identical")


def way_of(program, bodies, engine, order, mode, options):
    case = inputs.Case(program, f"{SHAPE}, theta {THETA}",
                       ("--shape", SHAPE, "--theta", THETA),
                       {"--bodies": bodies})
    return Way(case, "shuffled", options.target, mode, engine, order,
               options.steps + 1, ("force",), ())


def ways(program, bodies, options):
    """All of an input, in the order in which they run."""
    legal = legal_engines(options.directory, program, options.target)["force"]
    yield way_of(program, bodies, programs.BASELINE, "none", "baseline",
                 options)
    for engine, order in WAYS:
        if re.search(options.ways, f"{engine} {order}") and (
                engine == "auto" or engine in legal):
            mode = "auto" if engine == "auto" else \
                "lockstep" if engine in LOCKSTEP else "non-lockstep"
            yield way_of(program, bodies, engine, order, mode, options)


def figures(log, way):
    """The sums over all steps, and how many of them ran in which way."""
    lines = list(calls(log))
    for line in lines:
        if (line["target"], line["queries"]) != (
                way.target, str(way.case.sizes["--bodies"])) or \
                way.engine not in ("auto", line["variant"]):
            raise Failed(f"{line['traversal']} ran on {line['target']}: "
                         f"{line.get('why')}")
    if len(lines) != way.rounds:
        raise Failed(f"{len(lines)} calls in {way.rounds - 1} steps")
    steps = lines[1:]
    done = {}
    for line in steps:
        one = f"{line['variant']}, {line['reorder']}"
        done[one] = done.get(one, 0) + 1
    orders = [line["reorder"] for line in steps]
    sums = {name: sum(float(line[name]) for line in steps)
            for name in (*TIMES, "reorder_ms")}
    sums["sum_ms"] = sums["kernel_ms"] + sums["reorder_ms"]
    return {**{name: round(value, 4) for name, value in sums.items()},
            "done": done, "reused": orders.count("reused"),
            "sorted": sum(":" in order for order in orders)}


class Stepping:
    """One run: what is timed, and the rows that come of it."""

    def __init__(self, options, built):
        self.options = options
        self.built = built
        self.progress = progress.Progress(options, key)
        self.rows = {key(row): row for row in self.progress.rows
                     if "failed" not in row}
        self.failed = False
        self.devices = {target: device_name(target)
                        for target in {options.target, "cpu"}}

    def run(self):
        """All inputs, the small ones first; returns the exit code."""
        print(heading(COLUMNS), flush=True)
        left = []
        for way in (way for bodies in self.options.sizes
                    for program in self.built
                    for way in ways(program, bodies, self.options)):
            row = self._description(way)
            if key(row) in self.rows:
                continue
            if self.progress.is_spent:
                left.append(" ".join(map(str, key(row))))
                continue
            self._add({**row, **self._measured(way, row)})
        if left:
            print(f"bench: --budget={self.options.budget:g} is spent: not run: "
                  + ", ".join(left), file=sys.stderr)
        return 1 if self.failed else 0

    def _measured(self, way, row):
        """The figures, or why there are none."""
        folder = self.options.directory / way.case.program
        try:
            done = attempt([folder / way.binary, *way.options()],
                           timeout=self.options.timeout,
                           **way.environment(self.options.directory))
            found = {**figures(done.stderr, way),
                     "checksum": checksum(done.stdout)}
        except Failed as failure:
            refused = REFUSED.search(str(failure))
            if refused:
                return {"refused": refused[2]}
            return {"failed": str(failure).replace(
                f"{self.options.directory}/", "")}
        baseline = self.rows.get((*key(row)[:3], "baseline",
                                  programs.BASELINE, "none"))
        if baseline:
            found["identical"] = found["checksum"] == baseline["checksum"]
        return found

    def _description(self, way):
        """What a row says besides its figures."""
        built = self.built[way.case.program]
        settings = [f"{name}={value}"
                    for name, value in way.environment(".").items()]
        return {"program": way.case.program, "input": way.case.name,
                "bodies": way.case.sizes["--bodies"],
                "steps": self.options.steps, "target": way.target,
                "mode": way.mode, "engine": way.engine,
                "reorder": way.reorder, "device": self.devices[way.target],
                "host": self.devices["cpu"], "version": built["version"],
                "command": shlex.join([
                    *settings, f"{way.case.program}/{way.binary}",
                    *way.options()]),
                "build": progress.without_folders(
                    shlex.split(built["build"]), self.options),
                "run": progress.without_folders(
                    ["bench/time_steps.py", *sys.argv[1:]], self.options)}

    def _add(self, row):
        self.rows[key(row)] = row
        self.failed |= "failed" in row or not row.get("identical", True)
        self.progress.save(row)
        engine = row["engine"] + ", as written" * (row["mode"] == "baseline")
        start = [row["program"], f"{row['bodies']:,}", engine, row["reorder"]]
        if "kernel_ms" not in row:
            why = f"failed: {reason(row)}" if "failed" in row else \
                f"refused: {row['refused']}"
            print(markdown([*start, why] + [""] * 7), flush=True)
            return
        print(markdown([
            *start, *(number(row[name], 1) for name in (
                "kernel_ms", "reorder_ms", "sum_ms", "linearise_ms",
                "total_ms")), str(row["sorted"]), str(row["reused"]),
            {True: "yes", False: "**NO**"}.get(row.get("identical"), "")]),
            flush=True)


def measure(options):
    for name in ("REGTT_VARIANT", "REGTT_REORDER"):
        os.environ.pop(name, None)  # what is asked for is this program's
    built = {name: programs.description(options.directory, name)
             for name in PROGRAMS if re.fullmatch(options.only or ".*", name)}
    for name, how in built.items():
        if not how:
            print(f"bench: {name}: skipped: it is not in {options.directory}",
                  file=sys.stderr)
        elif options.target not in how["targets"]:
            raise Failed(f"--target={options.target}: {name} is built for "
                         f"{', '.join(how['targets'])}")
    built = {name: how for name, how in built.items() if how}
    if not built:
        raise Failed("there is nothing to run")
    return Stepping(options, built).run()


def positive(text):
    if int(text) < 1:
        raise ValueError
    return int(text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="command", required=True)
    run = subparsers.add_parser("run")
    run.add_argument("directory", metavar="DIR", type=pathlib.Path)
    run.add_argument("--only", metavar="REGEX",
                     help=f"of {', '.join(PROGRAMS)} those whose whole name "
                     "matches (all)")
    run.add_argument("--ways", default="", metavar="REGEX",
                     help="those whose engine and order match, and the "
                     "baseline (all)")
    run.add_argument("--sizes", type=sizes, metavar="N,...",
                     default=[100000, 1000000],
                     help="numbers of bodies (100000,1000000)")
    run.add_argument("--steps", type=positive, default=100, metavar="N",
                     help="time steps (100)")
    run.add_argument("--target", choices=("cuda", "cpu"), default="cuda",
                     help="cuda or cpu (cuda)")
    progress.add_options(run)
    report = subparsers.add_parser("report")
    report.add_argument("data", metavar="FILE", type=pathlib.Path)
    report.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args()
    try:
        return measure(options) if options.command == "run" \
            else make_report(options)
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    sys.exit(main())
