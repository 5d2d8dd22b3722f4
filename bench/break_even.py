#!/usr/bin/env -S python3 -B
"""Measures from how many queries on a GPU pays.

    bench/engines.py build DIR regtt-cc --binaries auto,resident
                                               builds the samples into DIR
    bench/break_even.py run DIR                runs what DIR holds
    bench/break_even.py report FILE FOLDER     makes FOLDER/break_even.md and
                                               break_even.svg of saved rows

`run` takes one input of each program in growing sizes, the small ones of all
programs first, in each way (bench/break_even_ways.py): serially, on the CPU, on
the GPU, there with a tree that stays, and, of few queries, where the runtime
chooses, with nothing known of earlier runs. It prints a Markdown table, of the
calls but the first the medians of the total milliseconds and of those on the
device. What fails, takes longer than --timeout, or would, as the size before
says, is said and left out, and so are the larger sizes of that program in that
way. Sizes go up to 10,000,000 with --most=10000000, which takes several runs,
with --resume. Exits with 1 if a program fails, or if results are not those of
the serial program, or of the CPU where that was left out, by their checksum.
"""
import argparse
import math
import os
import pathlib
import re
import shlex
import sys
import time

import inputs
import programs
import progress
from break_even_report import key, make_report
from break_even_ways import (INPUTS, ORACLES, WAYS, checksum, figures,
                             options_of, rounds_of)
from engines import names
from measure import Failed, attempt, serial_milliseconds
from rows import heading, markdown, number, reason
from session import device_name

BUDGET_S = 180  # of a run that is asked for nothing
FIXED_S = 2  # of a program's time, what does not grow with the queries
UNUSABLE = re.compile(r"cannot be used here: cuda: (.*)")
COLUMNS = ("sample", "queries", "target", "first call", "ms", "last call",
           "again ms", "device ms", "order reused", "identical")
IDENTICAL = {True: "yes", False: "**NO**", None: ""}


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


class Measurement:
    """One run: what is timed, and the rows that come of it."""

    def __init__(self, options, built):
        self.options = options
        self.built = built
        self.progress = progress.Progress(options, key)
        self.rows = {key(row): row for row in self.progress.rows
                     if row.get("timeout", 0) >= options.timeout
                     or "failed" not in row}
        self.stopped = {}  # from which size on, by program and way
        self.failed = False
        self.lacking = {way: self._without(way) for way in options.ways}
        for way, lacking in self.lacking.items():
            if lacking:
                say(f"{way} is skipped: not built for it: " +
                    ", ".join(lacking))
        self.devices = {target: device_name(target)
                        for target in ("cuda", "cpu")}

    def _without(self, way):
        """The programs that are not built for a way, but could be."""
        return [name for name, how in self.built.items()
                if self._is_meant(name, way) and (
                    WAYS[way].needs_gpu and "cuda" not in how["targets"]
                    or not (self.options.directory / name /
                            WAYS[way].binary).exists())]

    @staticmethod
    def _is_meant(name, way):
        """A tree that is new in each round cannot stay."""
        return way != "resident" or inputs.PROGRAMS[name].root

    def run(self):
        """All sizes, the small ones of all programs first."""
        print(heading(COLUMNS), flush=True)
        left = []
        for each in ((name, size, way) for size in self.options.sizes
                     for name in self.built for way in self.options.ways):
            name, size, way = each
            if size > min(self.stopped.get((name, way), math.inf),
                          WAYS[way].most) or name in self.lacking[way] \
                    or not self._is_meant(name, way):
                continue
            if each not in self.rows:
                expected = self._expected_s(*each)
                if self.progress.seconds_left <= expected <= \
                        self.options.timeout or self.progress.is_spent:
                    left.append(each)
                    continue
                self._measure(*each)
            if "failed" in self.rows.get(each, ()):
                self.stopped[name, way] = size
        if left:
            say(f"--budget={self.options.budget:g} is spent: not run: " +
                ", ".join(f"{name} {size} {way}"
                          for name, size, way in left))
        return 1 if self.failed else 0

    def _measured(self, *ways):
        return (row for row in self.rows.values()
                if row["target"] in ways and "failed" not in row)

    def _expected_s(self, name, size, way):
        """How long it takes at least, by the largest smaller size: all of the
        program, or its serial loops alone, of whose time nothing is fixed."""
        row = max((row for row in self._measured(way)
                   if row["program"] == name and row["size"] < size),
                  key=lambda row: row["size"], default=None)
        if not row:
            return 0
        rounds = rounds_of(name, size, way, self.options.repeat)
        loops = row["again_ms"] / 1000 * rounds if way == "serial" else 0
        return size / row["size"] * max(
            (row["wall_s"] - FIXED_S) * min(1, rounds / row["rounds"]), loops)

    def _measure(self, name, size, way):
        rounds = rounds_of(name, size, way, self.options.repeat)
        words = options_of(name, size, rounds)
        row = self._description(name, size, way, rounds, words)
        start = time.monotonic()
        late = False
        try:
            expected = self._expected_s(name, size, way)
            late = expected > self.options.timeout
            if late:
                raise Failed(f"would take longer than {self.options.timeout:g}"
                             f" s: about {expected:.0f} s")
            folder = self.options.directory / name
            done = attempt([folder / WAYS[way].binary, *words],
                           timeout=self.options.timeout, **WAYS[way].settings(),
                           REGTT_TUNE_FILE=str(folder / "no_tuning"))
            row["wall_s"] = round(time.monotonic() - start, 2)
            row.update(self._figures(done.stderr, row))
            row["checksum"] = checksum(done.stdout)
            row.update(self._compared(row))
        except Failed as failure:
            late |= time.monotonic() - start >= self.options.timeout
            why = str(failure).replace(f"{self.options.directory}/", "")
            unusable = WAYS[way].needs_gpu and UNUSABLE.search(why)
            if unusable and not any(self._measured("cuda", "resident")):
                self.lacking.update((each, list(self.built)) for each in WAYS
                                    if WAYS[each].needs_gpu)
                say(f"cuda is skipped everywhere: {unusable[1]}")
                return
            row["failed"] = why
            if late:
                row["timeout"] = self.options.timeout
            self.failed |= not late
        self._add(row)

    @staticmethod
    def _figures(log, row):
        if row["target"] != "serial":
            return figures(log, row["rounds"], row["target"])
        # Of what moves it is the sum of all rounds.
        moves = inputs.PROGRAMS[row["program"]].moves
        return {"again_ms": round(serial_milliseconds(log) /
                                  (row["rounds"] if moves else 1), 4)}

    def _compared(self, row):
        """With what ran first of ORACLES, if that moved as far."""
        moves = inputs.PROGRAMS[row["program"]].moves
        for way in ORACLES:
            if way == row["target"]:
                break
            known = self.rows.get((row["program"], row["size"], way), {})
            if "checksum" in known and (
                    not moves or known["rounds"] == row["rounds"]):
                return {"identical": known["checksum"] == row["checksum"],
                        "oracle": way}
        return {}

    def _description(self, name, size, way, rounds, words):
        """What a row says besides its figures."""
        told = {**WAYS[way].settings(), "REGTT_TUNE_FILE": f"{name}/no_tuning"}
        on_gpu = WAYS[way].needs_gpu or way == "auto" and \
            "cuda" in self.built[name]["targets"]
        return {"program": name, "size": size, "target": way,
                "input": INPUTS[name][0], "rounds": rounds,
                "device": self.devices["cuda" if on_gpu else "cpu"],
                "host": self.devices["cpu"],
                "version": self.built[name]["version"],
                "command": shlex.join([
                    *(f"{key}={value}" for key, value in told.items()),
                    f"{name}/{WAYS[way].binary}", *words]),
                "build": progress.without_folders(
                    shlex.split(self.built[name]["build"]), self.options),
                "run": progress.without_folders(
                    ["bench/break_even.py", *sys.argv[1:]], self.options)}

    def _add(self, row):
        self.rows[key(row)] = row
        self.progress.save(row)
        self.failed |= not row.get("identical", True)
        start = [row["program"], f"{row['size']:,}", row["target"]]
        if "failed" in row:
            print(markdown([*start, f"left out: {reason(row)}"] + [""] * 6),
                  flush=True)
            say(f"{row['program']}, {row['target']}: sizes from "
                f"{row['size']:,} on are skipped")
            return
        print(markdown([*start, row.get("first", ""),
                        number(row.get("one_shot_ms"), 3), row.get("last", ""),
                        number(row["again_ms"], 3),
                        number(row.get("device_ms"), 3),
                        str(row.get("reused", "")), IDENTICAL[
                            row.get("identical")]]), flush=True)


def measure(options):
    for name in ("REGTT_TARGET", "REGTT_VARIANT", "REGTT_REORDER"):
        os.environ.pop(name, None)  # what is asked for is this program's
    found = [name for name in INPUTS if re.search(options.only, name)]
    if not found:
        raise Failed(f"--only={options.only} matches no program")
    built = {name: programs.description(options.directory, name)
             for name in found}
    absent = ", ".join(name for name in found if not built[name])
    if absent:
        say(f"skipped: not in {options.directory}: {absent}")
    built = {name: how for name, how in built.items() if how}
    if not built:
        raise Failed("there is nothing to run")
    options.sizes = options.sizes or [
        10 ** power for power in range(2, 8) if 10 ** power <= options.most]
    return Measurement(options, built).run()


def ways(text):
    """In the order in which they run: what others are compared with first."""
    found = names(text)
    if not found or not {*found} <= {*WAYS}:
        raise ValueError
    return [way for way in WAYS if way in found]


def sizes(text):
    found = sorted({int(size) for size in text.split(",")})
    if found[0] < 1:
        raise ValueError
    return found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="command", required=True)
    run = subparsers.add_parser("run")
    run.add_argument("directory", metavar="DIR", type=pathlib.Path)
    run.add_argument("--only", default="", metavar="REGEX",
                     help="programs whose name matches (all)")
    run.add_argument("--most", type=int, default=1000000, metavar="N",
                     help="powers of ten up to so many queries (1000000)")
    run.add_argument("--sizes", type=sizes, metavar="N,...",
                     help="these numbers of queries instead")
    run.add_argument("--ways", type=ways, metavar="WAY,...", default=list(WAYS),
                     help=f"of {','.join(WAYS)} (all)")
    run.add_argument("--repeat", type=int, default=6, metavar="K",
                     help="calls after the first (6), fewer where they are "
                     "long")
    progress.add_options(run)
    run.set_defaults(budget=BUDGET_S)
    report = subparsers.add_parser("report")
    report.add_argument("data", metavar="FILE", type=pathlib.Path)
    report.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    report.add_argument("--no-plots", action="store_true",
                        help="tables only, which need no matplotlib")
    options = parser.parse_args()
    try:
        return measure(options) if options.command == "run" \
            else make_report(options)
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    sys.exit(main())
