"""The command line of scripts/fuzz-nested."""

import argparse
import itertools
import pathlib
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from .check import about
from .compilers import build_parallel, build_serial, execute, refusals
from .nested import Loop, program
from .rounds import Rounds


def parser():
    p = argparse.ArgumentParser(
        prog="scripts/fuzz-nested",
        description="Random loops without a traversal: built with g++ and with "
        "regtt-cc, run on 1 and 3 threads, or on a GPU, and compared. What a "
        "loop that may be refused does is refused, or right.")
    p.add_argument("--files", type=int,
                   help="how many (2, or as many as --minutes allows)")
    p.add_argument("--minutes", type=float, help="stop after this long")
    p.add_argument("--loops", type=int, default=12, help="in each file (12)")
    p.add_argument("--rounds", action="store_true",
                   help="only loops with rounds up to a fixed point, of which "
                   "else each fourth is one")
    p.add_argument("--regions", action="store_true",
                   help="each loop in a region, behind others whose results lie "
                   "on the device; on CPU threads with REGTT_REGION=check")
    p.add_argument("--seed", type=int, default=1, help="of all draws (1)")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--target", default="cpu", choices=["cpu", "lanes", "cuda"])
    p.add_argument("--variant", default="auto",
                   help="engine; where a loop cannot have it, thread_mapped "
                   "(auto)")
    p.add_argument("--level", type=int, default=1, help="-O of regtt-cc (1)")
    p.add_argument("--keep", metavar="DIR", type=pathlib.Path,
                   help="keep files with failures")
    p.add_argument("--regtt-cc", default="regtt-cc", metavar="PATH")
    return p


def in_region(text):
    """The function of a loop, whose body is a region."""
    begin, end = text.index("{"), text.rindex("}")
    ahead = "".join(
        f"#pragma regtt parallel\nfor (int ahead = 0; ahead < g.n; ++ahead)\n"
        f"{change};\n" for change in ("o.y[ahead] = o.y[ahead] * 0.5 + 1",
                                     "o.sum[ahead] += ahead"))
    return (f"{text[:begin]}{{\n#pragma regtt region\n{{\n{ahead}"
            f"{text[begin + 1:end]}}}\n}}\n")


class File:
    """One source: its counts and failures."""

    def __init__(self, options, folder, index):
        self.options = options
        self.folder = folder / f"nested_{options.seed}_{index}"
        self.folder.mkdir()
        self.source = self.folder / "nested.cpp"
        first = (options.seed * 100000 + index) * 1000
        self.loops = [
            (Rounds if options.rounds or k % 4 == 3 else Loop)(k, first + k)
            for k in range(options.loops)]
        if options.regions:
            for loop in self.loops:
                loop.text = in_region(loop.text)
        self.counts = Counter()
        self.failures = []

    def run(self):
        options = self.options
        parallel = self.folder / "parallel"
        while self.loops:
            self.source.write_text(program(self.loops))
            built = build_parallel(options.regtt_cc, self.source, "cpp17",
                                   parallel, self.folder / "emitted",
                                   options.target, options.level,
                                   self._variants())
            found = refusals(built.err)
            if built.code and (not found or not self._without(found, built.err)):
                self.failures.append("build: " + built.err[-3000:])
                return self
            if not built.code:
                break
        if not self.loops:
            return self
        serial = self.folder / "serial"
        plain = build_serial(self.source, "cpp17", serial)
        if plain.code:
            self.failures.append("g++: " + plain.err[:2000])
            return self
        for loop in self.loops:
            self._compare(serial, parallel, loop)
        return self

    def _variants(self):
        chosen = self.options.variant
        return chosen if chosen in ("auto", "all") else "all"

    def _without(self, found, messages):
        """Drops the loops that errors are about. Whether there were any."""
        starts = {}
        for at, line in enumerate(self.source.read_text().splitlines(), 1):
            said = re.match(r"// Loop (\d+):", line)
            if said:
                starts[at] = int(said.group(1))
        dropped = set()
        for line, ident in found:
            owner = [i for at, i in sorted(starts.items()) if at <= line]
            if not owner or owner[-1] in dropped:
                continue
            dropped.add(owner[-1])
            loop = next(each for each in self.loops if each.id == owner[-1])
            self.counts[f"refused {ident}"] += 1
            if not loop.hostile and not (loop.last and ident == "RTT1117"):
                self.failures.append(
                    f"refused {loop.id}: {about(messages, ident)}")
        self.loops = [each for each in self.loops if each.id not in dropped]
        return bool(dropped)

    def _execute(self, parallel, loop, threads):
        """By the engine that is asked for, if the loop has it."""
        chosen = self.options.variant
        ways = [{}] if chosen in ("auto", "all") else [
            {"REGTT_VARIANT": chosen}, {"REGTT_VARIANT": "thread_mapped"}]
        for way in ways:
            got = execute([str(parallel), str(loop.id)], 120,
                          {"REGTT_TARGET": self.options.target,
                           "REGTT_THREADS": threads, **way,
                           "REGTT_REGION": "check" if self.options.regions
                           else "off"})
            if "is not compiled in" not in got.err:
                break
        if chosen in way.values() and threads == "1":
            self.counts[chosen] += 1
        return got

    def _compare(self, serial, parallel, loop):
        wanted = execute([str(serial), str(loop.id)], 60)
        if wanted.code:
            self.counts["crash serially"] += 1
            return
        for threads in ("1", "3") if self.options.target != "cuda" else ("1",):
            got = self._execute(parallel, loop, threads)
            if loop.hostile and got.code == 1 and "regtt: error" in got.err:
                self.counts["refused at run time"] += 1
                return
            if got.code or got.out != wanted.out:
                self.failures.append(
                    f"loop {loop.id}, {threads} threads: exit code {got.code}, "
                    f"{got.err[:300]}\n{wanted.out[:300]}\n{got.out[:300]}")
                return
        self.counts["compared"] += 1


def main(root):
    options = parser().parse_args()
    deadline = (time.monotonic() + options.minutes * 60 if options.minutes
                else None)
    most = options.files or (10**6 if deadline else 2)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="nested"))
    counts, failures = Counter(), 0

    def check(index):
        if deadline and time.monotonic() > deadline:
            return None
        return File(options, folder, index).run()

    try:
        with ThreadPoolExecutor(options.jobs) as pool:
            numbers = itertools.takewhile(
                lambda _: not deadline or time.monotonic() < deadline,
                range(most))
            for done in pool.map(check, numbers) if not deadline else (
                    each for batch in _batches(numbers, options.jobs)
                    for each in pool.map(check, batch)):
                if not done:
                    continue
                counts += done.counts
                for failure in done.failures:
                    failures += 1
                    print(f"{done.folder.name}: {failure}", flush=True)
                if done.failures and options.keep:
                    shutil.copytree(done.folder,
                                    options.keep / done.folder.name,
                                    dirs_exist_ok=True)
                shutil.rmtree(done.folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{failures} failures; " + ", ".join(
        f"{word}: {count}" for word, count in sorted(counts.items())))
    return 1 if failures else 0


def _batches(numbers, size):
    while batch := list(itertools.islice(numbers, size)):
        yield batch
