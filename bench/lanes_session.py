"""A run of bench/lanes.py that may be cut into several: inputs side by side, each
on processors of its own, and the rows of what was measured, saved one by one.
What is measured is for those who import this.
"""
import os
import queue
import shlex
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path

import programs
import progress
from lanes_ways import AUTO, Absent, Input
from measure import Failed
from session import device_name

FIXED_S = 2  # of a program's time, what does not grow with the queries
SEARCH = "search"  # the part of rows that only find the best way
key = itemgetter("part", "program", "input", "order", "size", "target",
                 "variant", "reorder", "threads", "isa")


def add_options(parser):
    """Those of a run: what progress has, and what is side by side."""
    progress.add_options(parser)
    parser.add_argument("--side-by-side", type=int, default=1, metavar="N",
                        help="share the processors among so many inputs that "
                        "run at the same time, each pinned to its own (1, "
                        "which pins nothing)")


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def processors(parts):
    """Those that this process may use, in so many groups of equal size."""
    found = sorted(os.sched_getaffinity(0))
    size = len(found) // parts
    if size < 1:
        raise Failed(f"--side-by-side={parts}: there are only {len(found)} "
                     "processors")
    return [found[at * size:(at + 1) * size] for at in range(parts)]


class Session:
    """`part` names what the rows are for."""

    def __init__(self, options, part):
        self.options, self.part = options, part
        self.progress = progress.Progress(options, key)
        self.rows = {key(row): row for row in self.progress.rows
                     if row.get("timeout", 0) >= options.timeout
                     or "failed" not in row}
        self.lock = threading.Lock()
        self.groups = processors(options.side_by_side)
        self.threads = len(self.groups[0])  # all that an input may use
        self.host = device_name("cpu")
        self.built, self.failed = {}, False
        self.left = {}  # of inputs: how often no time was left

    def run(self, tasks, act):
        """act(input, size) of each task, (case, order, size), some side by
        side, in their order."""
        free = queue.SimpleQueue()
        for group in self.groups:
            free.put(group)

        def run_one(case, order, size):
            group = free.get()
            beside = [] if len(self.groups) == 1 else [
                "taskset", "-c", ",".join(map(str, group))]
            try:
                with tempfile.TemporaryDirectory(
                        dir=self.options.directory) as scratch:
                    act(Input(self.options, case, order, Path(scratch),
                              beside), size)
            finally:
                free.put(group)

        tasks = [task for task in tasks if self._is_built(task[0].program)]
        if not tasks:
            raise Failed("there is nothing to run")
        with ThreadPoolExecutor(len(self.groups)) as pool:
            for done in [pool.submit(run_one, *task) for task in tasks]:
                done.result()
        if self.left:
            say(f"--budget={self.options.budget:g} is spent: not run: " +
                ", ".join(f"{name} ({ways} ways)"
                          for name, ways in self.left.items()))
        return 1 if self.failed else 0

    def _is_built(self, program):
        if program not in self.built:
            self.built[program] = programs.description(
                self.options.directory, program)
            if not self.built[program]:
                say(f"skipped: not in {self.options.directory}: {program}")
        return bool(self.built[program])

    def _row(self, part, one, size, way, rounds, runs):
        """What a row says besides its figures."""
        command = [*(f"{name}={value}" for name, value in
                     way.environment().items()),
                   f"{one.case.program}/{way.binary}", *one.words(rounds)]
        built = self.built[one.case.program]
        return {"part": part, "program": one.case.program,
                "input": one.case.name, "order": one.order, "size": size,
                "target": way.target, "variant": way.variant,
                "reorder": way.reorder, "threads": way.threads,
                "isa": way.isa, "rounds": rounds, "runs": runs,
                "host": self.host, "processors": self.threads,
                "beside": len(self.groups) - 1, "version": built["version"],
                "build": progress.without_folders(
                    shlex.split(built["build"]), self.options),
                "command": shlex.join(command),
                "run": progress.without_folders(
                    ["bench/lanes.py", *sys.argv[1:]], self.options)}

    def _same(self, part, one, way):
        """The rows of a way, whatever the size."""
        asked = (part, one.case.program, one.order, way.target, way.variant,
                 way.reorder, way.threads, way.isa)
        return [row for row in list(self.rows.values())
                if asked == tuple(row[name] for name in (
                    "part", "program", "order", "target", "variant",
                    "reorder", "threads", "isa"))]

    def _expected_s(self, same, size, work):
        """How long so many rounds take at least, by the largest smaller
        size."""
        last = max((row for row in same if "wall_s" in row
                    and 0 < row["size"] < size),
                   key=itemgetter("size"), default=None)
        if not last:
            return 0
        return (last["wall_s"] - FIXED_S) * size / last["size"] * min(
            1, work / (last["rounds"] * last["runs"]))

    def milliseconds(self, one, size, way, rounds, runs=1, part=None):
        """Of a round, the best of some runs; None where there is no such way,
        it failed, or no time is left."""
        same = self._same(part or self.part, one, way)
        for row in same:
            # What a program does not have, it has at no size.
            if "absent" in row or (row["size"], row["input"]) == (
                    size, one.case.name):
                return row.get("ms")
        expected = self._expected_s(same, size, rounds * runs)
        if self.progress.seconds_left <= max(
                0, min(expected, self.options.timeout)):
            name = " ".join(filter(None, (one.case.program, one.order,
                                          size and f"{size:,}")))
            with self.lock:
                self.left[name] = self.left.get(name, 0) + 1
            return None
        row = self._row(part or self.part, one, size, way, rounds, runs)
        self._measure(one, way, row, expected)
        return row.get("ms")

    def _measure(self, one, way, row, expected):
        start = time.monotonic()
        try:
            if expected > self.options.timeout:
                raise Failed(f"would take longer than {self.options.timeout:g}"
                             f" s: about {expected:.0f} s")
            if way == AUTO:
                found, row["done"] = one.learned(row["rounds"])
            else:
                found = (one.plain if way.is_plain else one.fixed)(
                    way, row["rounds"], row["runs"])
            row.update(ms=round(found, 4),
                       wall_s=round(time.monotonic() - start, 2))
        except Absent as failure:
            row["absent"] = self._told(failure)
        except Failed as failure:
            row["failed"] = self._told(failure)
            late = "longer than" in row["failed"]
            if late:
                row["timeout"] = self.options.timeout
            self.failed |= not late
            say(f"{one.case.program}, {one.order}, {way}: {row['failed']}")
        with self.lock:
            self.rows[key(row)] = row
            self.progress.save(row)

    def _told(self, failure):
        return str(failure).replace(f"{self.options.directory}/", "").strip()

    def fastest(self, one, size, ways, rounds):
        """Of some ways that which takes least; None of none."""
        found = [(ms, str(way), way) for way in ways if (
            ms := self.milliseconds(one, size, way, rounds, part=SEARCH))]
        return min(found)[2] if found else None
