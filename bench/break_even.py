#!/usr/bin/env -S python3 -B
"""Measures from how many queries on a GPU pays.

    bench/engines.py build DIR regtt-cc        builds the samples into DIR
    bench/break_even.py run DIR                runs what DIR holds
    bench/break_even.py report FILE FOLDER     makes FOLDER/break_even.md and
                                               break_even.svg of saved rows

`run` takes one input of each program in growing sizes, the small ones of all
programs first: serially, on the CPU, on the GPU, and where the runtime chooses,
with nothing known of earlier runs. It prints a Markdown table, of the calls but
the first the medians of the total milliseconds and of those on the device. What
fails or takes longer than --timeout is said and left out, and so are the larger
sizes of that program on that target. Exits with 1 if a program fails. Results
are compared by bench/engines.py and bench/reorder.py, not here.
"""
import argparse
import math
import os
import pathlib
import re
import shlex
import statistics
import sys
import time

import inputs
import programs
import progress
from measure import Failed, attempt, calls, serial_milliseconds
from break_even_report import INPUTS, MOST_SERIAL, key, make_report
from reorder import in_rounds, joined
from rows import heading, markdown, number, reason
from session import device_name

TARGETS = ("serial", "cpu", "cuda", "auto")
ORDER = "shuffled"
LARGE, LARGE_ROUNDS = 10000000, 4  # a round takes long from there on
FIXED_S = 2  # of a program's time, what does not grow with the queries
UNUSABLE = re.compile(r"cannot be used here: cuda: (.*)")
COLUMNS = ("sample", "queries", "target", "first call", "ms", "last call",
           "again ms", "device ms")


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def figures(log, rounds, target):
    """What a log says of the first round, and of the others."""
    lines = list(calls(log))
    for line in lines:
        if target not in ("auto", line["target"]) or "reorder_ms" not in line:
            raise Failed(f"{line['traversal']} ran on {line['target']}: "
                         f"{line.get('why')}")
    taken = in_rounds(lines, rounds)

    def said(lines, *names):
        return ", ".join(joined(lines, name) for name in names).replace('"', "")

    def median(part, *names):
        return round(statistics.median(
            sum(float(line[name]) for line in lines for name in names)
            for lines in part), 4)
    way = ("target", "variant", "reorder")
    return {"first": said(taken[0], *way), "first_why": said(taken[0], "why"),
            "last": said(taken[-1], *way), "last_why": said(taken[-1], "why"),
            "one_shot_ms": median(taken[:1], "total_ms"),
            "again_ms": median(taken[1:] or taken, "total_ms"),
            "device_ms": median(taken[1:] or taken, "kernel_ms", "reorder_ms")}


class Measurement:
    """One run: what is timed, and the rows that come of it."""

    def __init__(self, options, built):
        self.options = options
        self.built = built
        self.progress = progress.Progress(options, key)
        self.rows = {key(row): row for row in self.progress.rows
                     if row.get("timeout", 0) >= options.timeout
                     or "failed" not in row}
        self.stopped = {}  # from which size on, by program and target
        self.failed = False
        self.lacking = [name for name, how in built.items()
                        if "cuda" not in how["targets"]]
        if self.lacking:
            say("cuda is skipped: not built for it: " +
                ", ".join(self.lacking))
        self.devices = {target: device_name(target)
                        for target in ("cuda", "cpu")}

    def run(self):
        """All sizes, the small ones of all programs first."""
        print(heading(COLUMNS), flush=True)
        left = []
        for each in ((name, size, target) for size in self.options.sizes
                     for name in self.built for target in TARGETS):
            name, size, target = each
            stopped = self.stopped.get((name, target), math.inf)
            if size > stopped or (target == "cuda" and name in self.lacking) \
                    or (target == "serial" and size > MOST_SERIAL):
                continue
            if each not in self.rows:
                if self.progress.is_spent:
                    left.append(each)
                    continue
                self._measure(*each)
            if "failed" in self.rows.get(each, ()):
                self.stopped[name, target] = size
        if left:
            say(f"--budget={self.options.budget:g} is spent: not run: " +
                ", ".join(f"{name} {size} {target}"
                          for name, size, target in left))
        return 1 if self.failed else 0

    def _rounds(self, name, size, target):
        if target == "serial":
            return 1 if size >= MOST_SERIAL else 3
        most = LARGE_ROUNDS if size >= LARGE else self.options.repeat + 1
        return min(most, inputs.PROGRAMS[name].most_rounds)

    def _of_target(self, target):
        return (row for row in self.rows.values() if row["target"] == target)

    def _expected_s(self, name, size, target, rounds):
        """How long it takes at least, by the largest smaller size."""
        row = max((row for row in self._of_target(target)
                   if row["program"] == name and row["size"] < size
                   and "failed" not in row),
                  key=lambda row: row["size"], default=None)
        return row and (row["wall_s"] - FIXED_S) * size / row["size"] * min(
            1, rounds / row["rounds"])

    def _measure(self, name, size, target):
        rounds = self._rounds(name, size, target)
        words = [str(word) for word in INPUTS[name][1](size)] + [
            "--order", ORDER, *inputs.PROGRAMS[name].rounds(rounds)]
        settings = {"REGTT_LOG": "info", "REGTT_TUNE": "read"}
        if target != "auto":
            settings["REGTT_TARGET"] = target
        row = self._description(name, size, target, rounds, words, settings)
        start = time.monotonic()
        late = False
        try:
            expected = self._expected_s(name, size, target, rounds) or 0
            late = expected > self.options.timeout
            if late:
                raise Failed(f"would take longer than {self.options.timeout:g}"
                             f" s: about {expected:.0f} s")
            folder = self.options.directory / name
            log = attempt([folder / "parallel", *words],
                          timeout=self.options.timeout, **settings,
                          REGTT_TUNE_FILE=str(folder / "no_tuning")).stderr
            row["wall_s"] = round(time.monotonic() - start, 2)
            if target == "serial":
                moves = inputs.PROGRAMS[name].moves  # the sum of all rounds
                row["again_ms"] = round(serial_milliseconds(log) /
                                        (rounds if moves else 1), 4)
            else:
                row.update(figures(log, rounds, target))
        except Failed as failure:
            late |= time.monotonic() - start >= self.options.timeout
            why = str(failure).replace(f"{self.options.directory}/", "")
            unusable = target == "cuda" and UNUSABLE.search(why)
            if unusable and not any("failed" not in known for known in
                                    self._of_target("cuda")):
                self.lacking = list(self.built)
                say(f"cuda is skipped everywhere: {unusable[1]}")
                return
            row["failed"] = why
            if late:
                row["timeout"] = self.options.timeout
            self.failed |= not late
        self._add(row)

    def _description(self, name, size, target, rounds, words, settings):
        """What a row says besides its figures."""
        told = {**settings, "REGTT_TUNE_FILE": f"{name}/no_tuning"}
        on_gpu = target == "cuda" or target == "auto" and \
            name not in self.lacking
        return {"program": name, "size": size, "target": target,
                "input": INPUTS[name][0], "rounds": rounds,
                "device": self.devices["cuda" if on_gpu else "cpu"],
                "host": self.devices["cpu"],
                "version": self.built[name]["version"],
                "command": shlex.join([
                    *(f"{key}={value}" for key, value in told.items()),
                    f"{name}/parallel", *words]),
                "build": progress.without_folders(
                    shlex.split(self.built[name]["build"]), self.options),
                "run": progress.without_folders(
                    ["bench/break_even.py", *sys.argv[1:]], self.options)}

    def _add(self, row):
        self.rows[key(row)] = row
        self.progress.save(row)
        start = [row["program"], f"{row['size']:,}", row["target"]]
        if "failed" in row:
            print(markdown([*start, f"left out: {reason(row)}"] + [""] * 4),
                  flush=True)
            say(f"{row['program']}, {row['target']}: sizes from "
                f"{row['size']:,} on are skipped")
            return
        print(markdown([*start, row.get("first", ""),
                        number(row.get("one_shot_ms"), 3), row.get("last", ""),
                        number(row["again_ms"], 3),
                        number(row.get("device_ms"), 3)]), flush=True)


def measure(options):
    for name in ("REGTT_TARGET", "REGTT_VARIANT", "REGTT_REORDER"):
        os.environ.pop(name, None)  # what is asked for is this program's
    names = [name for name in INPUTS if re.search(options.only, name)]
    if not names:
        raise Failed(f"--only={options.only} matches no program")
    built = {name: programs.description(options.directory, name)
             for name in names}
    absent = ", ".join(name for name in names if not built[name])
    if absent:
        say(f"skipped: not in {options.directory}: {absent}")
    built = {name: how for name, how in built.items() if how}
    if not built:
        raise Failed("there is nothing to run")
    return Measurement(options, built).run()


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
    run.add_argument("--sizes", type=sizes, metavar="N,...",
                     default=[10 ** power for power in range(2, 8)],
                     help="numbers of queries (100,1000,...,10000000)")
    run.add_argument("--repeat", type=int, default=6, metavar="K",
                     help="calls after the first (6), fewer where they are "
                     "long")
    progress.add_options(run)
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
