"""One run of bench/engines.py: what is compared, counted and timed, and the
rows that come of it.

Of each input first what need not be alone runs, several at a time: results to
compare with, and the programs that count visits. Then what is timed, one by
one.
"""
import filecmp
import hashlib
import os
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from inputs import PROGRAMS
from measure import (TIMES, Failed, attempt, calls, medians,
                     serial_milliseconds)
from progress import Progress, without_folders
from rows import Table, key
from units import units


def device_name(target):
    """The GPU, or the processor."""
    if target == "cuda":
        try:
            return attempt(["nvidia-smi", "--query-gpu=name",
                            "--format=csv,noheader"]).stdout.splitlines()[0]
        except (Failed, IndexError):
            return "unknown GPU"
    cpu = [line.split(":", 1)[1].strip() for line in
           Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
           if line.startswith("model name")]
    return (cpu or ["unknown processor"])[0] + f", {os.cpu_count()} processors"


def by_traversal(lines):
    found = {}
    for line in lines:
        found.setdefault(line["traversal"], []).append(line)
    return found


class Session:
    def __init__(self, options, built):
        self.options = options
        self.built = built  # how each program was built
        self.progress = Progress(options, key)
        self.counts = {}  # of traversals: queries, visits, lanes
        self.left = []  # units that no time was left for
        self.devices = {target: device_name(target)
                        for target in ("cuda", "cpu")
                        if target in options.targets or target == "cpu"}

    def run(self, cases):
        table = Table(self.progress)
        every = [unit for case in cases for unit in units(
            case, self.options, self.built[case.program]["layout"])]
        todo = [unit for unit in every if unit.key not in table.done]
        if len(todo) < len(every):
            print(f"bench: {len(every) - len(todo)} of {len(every)} programs "
                  f"are in {self.options.save} already", file=sys.stderr)
        for slow in (False, True):
            for case in cases:
                of_case = [unit for unit in todo
                           if unit.case is case and unit.is_slow == slow]
                if of_case:
                    self._run_case(of_case, table)
        left = {}
        for unit in self.left:
            left.setdefault(unit.input, []).append(unit.engine)
        for name, engines in left.items():
            print(f"bench: not run: {name}: {', '.join(engines)}",
                  file=sys.stderr)
        if left:
            print(f"bench: --budget={self.options.budget:g} is spent: "
                  f"{len(self.left)} of {len(every)} programs were not run",
                  file=sys.stderr)
        return 1 if table.failed else 0

    def _run_case(self, todo, table):
        if self.progress.is_spent:
            self.left += todo
            return
        self._prepare(todo)
        for unit in todo:
            if self.progress.is_spent:
                self.left.append(unit)
                continue
            try:
                for row in self._measure(unit):
                    table.add(row)
            except Failed as failure:
                table.add({**self._description(unit), "traversal": None,
                           "failed": str(failure).replace(
                               f"{self.options.directory}/", "")})

    def _folder(self, unit):
        return self.options.directory / unit.case.program

    def _attempt(self, unit, binary, words, environment):
        return attempt([self._folder(unit) / binary, *words],
                       timeout=self.options.timeout, **environment)

    def _oracle(self, unit):
        """The program whose results are right, its options, and the file of
        them. The order of the queries has no influence on them, unless they are
        listed in that order."""
        program = PROGRAMS[unit.case.program]
        which = self.options.oracle
        if which == "auto":
            slow = unit.case.serial_is_slow and "cpu" in self.built[
                unit.case.program]["targets"]
            which = "cpu" if slow else "serial"
        order = (unit.order if program.results_follow_order
                 else program.orders[-1])
        words = unit.case.options(order) + program.rounds(
            unit.rounds if program.moves else 1)
        name = hashlib.sha256(shlex.join([which, *words]).encode()).hexdigest()
        return which, words, self._folder(unit) / "expected" / name[:16]

    def _expect(self, unit):
        """Makes the file of the right results."""
        which, words, path = self._oracle(unit)
        path.parent.mkdir(exist_ok=True)
        unfinished = path.with_suffix(".part")
        self._attempt(unit, "serial" if which == "serial" else "parallel",
                      [*words, "--output", unfinished],
                      {} if which == "serial" else {"REGTT_TARGET": "cpu"})
        unfinished.rename(path)

    def _count_key(self, unit):
        return (unit.case.program, unit.case.name, unit.order, unit.target,
                unit.variant)

    def _count(self, unit):
        """Counts the visits of one round."""
        words = (unit.case.options(unit.order) +
                 PROGRAMS[unit.case.program].rounds(1))
        done = self._attempt(unit, "counting", words, unit.environment())
        found = {}
        for name, lines in by_traversal(calls(done.stderr)).items():
            if all("visits" in line for line in lines):
                queries, visits, steps = (sum(int(line[key]) for line in lines)
                                          for key in ("queries", "visits",
                                                      "warp_steps"))
                lanes = round(visits / max(1, steps) / 32, 4)
                found[name] = (round(visits / max(1, queries), 2),
                               lanes if unit.target == "cuda" else None)
        self.counts[self._count_key(unit)] = found

    def _prepare(self, todo):
        """Results to compare with and counts, for all that do not have them."""
        tasks = {}
        for unit in todo:
            path = self._oracle(unit)[2]
            if not path.exists():
                tasks[path] = (self._expect, unit)
            key = self._count_key(unit)
            if (unit.target != "serial" and not unit.is_slow
                    and key not in self.counts):
                tasks[key] = (self._count, unit)
        with ThreadPoolExecutor(self.options.jobs) as pool:
            waiting = [pool.submit(*task) for task in tasks.values()]
        for task in waiting:
            if isinstance(task.exception(), Failed):
                print(f"bench: error: {task.exception()}", file=sys.stderr)
            elif task.exception():
                raise task.exception()

    def _description(self, unit):
        """What a row says besides its figures."""
        command = [f"{name}={value}" for name, value in
                   unit.environment().items()]
        target = "cpu" if unit.target == "serial" else unit.target
        built = self.built[unit.case.program]
        return {"program": unit.case.program, "input": unit.case.name,
                "order": unit.order, "target": unit.target,
                "threads": unit.threads, "layout": unit.layout,
                "variant": unit.variant, "device": self.devices[target],
                "host": self.devices["cpu"], "version": built["version"],
                "command": shlex.join([
                    *command, f"{unit.case.program}/{unit.binary}",
                    *unit.options()]),
                "build": without_folders(shlex.split(built["build"]),
                                         self.options),
                "run": without_folders(["bench/engines.py", *sys.argv[1:]],
                                       self.options)}

    def _measure(self, unit):
        """Yields the row of each traversal."""
        which, _, expected = self._oracle(unit)
        if not expected.exists():
            raise Failed("there are no results to compare with")
        output = self._folder(unit) / "output"
        done = self._attempt(unit, unit.binary,
                             [*unit.options(), "--output", output],
                             unit.environment())
        identical = filecmp.cmp(expected, output, shallow=False)
        output.unlink()
        for name, times, size in self._times(unit, done.stderr):
            visits, lanes = self.counts.get(self._count_key(unit), {}).get(
                name, (None, None))
            yield {**self._description(unit), "traversal": name,
                   **{key: round(times[key], 4) for key in TIMES}, **size,
                   "rounds": unit.rounds, "visits": visits, "lanes": lanes,
                   "identical": identical, "oracle": which}

    def _times(self, unit, log):
        """(traversal, medians, sizes) of each traversal that ran as asked."""
        if unit.target == "serial":
            taken = serial_milliseconds(log)
            if PROGRAMS[unit.case.program].moves:  # the sum of all rounds
                taken /= unit.rounds
            yield "all loops", {"kernel_ms": taken, "transfer_ms": 0,
                                "linearise_ms": 0, "total_ms": taken}, {}
            return
        ran = False
        ordered = PROGRAMS[unit.case.program].ordered
        for name, lines in by_traversal(calls(log)).items():
            if ordered.get(name, unit.order) != unit.order:
                continue
            if all((line["target"], line["variant"]) ==
                   (unit.target, unit.variant) for line in lines):
                ran = True
                last = lines[-1]
                yield name, medians(lines, unit.rounds), {
                    key: int(last[key]) for key in ("queries", "nodes",
                                                    "depth", "stragglers")
                    if key in last}
            elif not unit.partial:
                raise Failed(f"{name} ran on {lines[-1]['target']}: "
                             f"{lines[-1].get('why')}")
        if not ran and not unit.partial:
            raise Failed(f"nothing ran in parallel\n{log}")
