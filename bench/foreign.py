#!/usr/bin/env -S python3 -B
"""Times the annotated loops of the programs of test/Foreign on one CPU thread:
the user's own loops, as the compiler underneath makes them, beside what regtt-cc
makes of them.

Both are run from one binary, with REGTT_TARGET=serial and REGTT_TARGET=cpu. What
a loop costs besides the runtime (records that are filled, results that are put
away) counts, too: of the whole run's time that is taken off which the serial run
spends outside of its loops. Prints a row for each program, medians in
milliseconds, and the geometric mean of the ratios; programs whose loops take less
than --least milliseconds in all are left out of that.
"""
import argparse
import concurrent.futures
import math
import os
import pathlib
import re
import shlex
import statistics
import sys
import tempfile
import time

from measure import Failed, attempt, calls

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOREIGN = ROOT / "test" / "Foreign"


class Program:
    """One that is taken: its sources, and the clause that it needs."""

    def __init__(self, path):
        line = re.search(r"%as-written(.*)", path.read_text(encoding="utf-8"))
        words = shlex.split(line.group(1).replace("*/", "").replace(
            "%S", str(path.parent)).replace("%s", str(path)))
        self.name = path.stem
        self.isTaken = words[0] not in ("--refused", "--stops")
        self.clause = words[1] if words[0] == "--with" else None
        self.words = words[2:] if self.clause else words

    def build(self, options, folder):
        """The binary, with the clause added as test/as-written does it."""
        words = list(self.words)
        first = pathlib.Path(words[0])
        if self.clause:
            pragma = "parallel" if self.clause.startswith("copyin") \
                else "traversal"
            text = re.sub(rf"^( *#pragma regtt {pragma})",
                          rf"\1 {self.clause}",
                          first.read_text(encoding="utf-8"),
                          count=0 if pragma == "parallel" else 1,
                          flags=re.MULTILINE)
            words[0] = os.path.join(folder, first.name)
            pathlib.Path(words[0]).write_text(text, encoding="utf-8")
            words += ["-iquote", str(first.parent)]
        standard = "-std=gnu11" if first.suffix == ".c" else "-std=c++17"
        binary = os.path.join(folder, self.name)
        attempt([options.regtt_cc, standard, "-w", "-O3", "-march=native",
                 "-ffp-contract=off", f"--target={options.target}", *words,
                 "-o", binary, "-lm"])
        return binary


def run_once(binary, target):
    """Milliseconds of the whole run, and of its loops as the runtime says."""
    start = time.perf_counter()
    done = attempt([binary], REGTT_TARGET=target, REGTT_THREADS="1",
                   REGTT_LOG="info", REGTT_TUNE="off")
    whole = (time.perf_counter() - start) * 1000
    return whole, sum(float(call["total_ms"]) for call in calls(done.stderr))


def measure(binary, options):
    for target in ("serial", options.target):
        run_once(binary, target)
    serial, outside, parallel = [], [], []
    for _ in range(options.rounds):
        whole, loops = run_once(binary, "serial")
        serial.append(loops)
        outside.append(whole - loops)
        parallel.append(run_once(binary, options.target)[0])
    return (statistics.median(serial),
            statistics.median(parallel) - statistics.median(outside))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regtt-cc",
                        default=str(ROOT / "build/release/bin/regtt-cc"))
    parser.add_argument("--target", default="cpu", choices=("cpu", "lanes"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--least", type=float, default=2.0,
                        help="milliseconds of loops that are told apart (2)")
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="programs whose names match")
    options = parser.parse_args()
    programs = [program for path in sorted(FOREIGN.iterdir())
                if path.suffix in (".c", ".cpp", ".test")
                and re.search(options.only, path.stem)
                and (program := Program(path)).isTaken]
    ratios = []
    print("| program | serial loops, ms | parallel, ms | times as fast |")
    print("| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        # Several at a time; what is timed runs alone, when all are there.
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            builds = [pool.submit(program.build, options, folder)
                      for program in programs]
        for program, build in zip(programs, builds):
            try:
                serial, parallel = measure(build.result(), options)
            except Failed as failure:
                print(f"bench: error: {program.name}: {failure}",
                      file=sys.stderr)
                continue
            ratio = serial / max(parallel, 0.001)
            isTold = serial >= options.least
            if isTold:
                ratios.append(ratio)
            print(f"| {program.name} | {serial:.2f} | {parallel:.2f} | "
                  f"{f'{ratio:.2f}' if isTold else 'too short'} |",
                  flush=True)
    if not ratios:
        sys.exit("bench: error: no program was measured")
    mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
    print(f"| geometric mean of {len(ratios)} | | | {mean:.2f} |")


if __name__ == "__main__":
    main()
