#!/usr/bin/env -S python3 -B
"""Times what lanes make of the samples on CPU threads, everything counted, beside
the plain program by the same compiler and the scalar engines.

    bench/lanes.py build DIR regtt-cc    builds the samples into DIR
    bench/lanes.py run DIR               each input once: all engines and orders,
                                         and what the program learns by itself
    bench/lanes.py sizes DIR             the same from 100 to 1,000,000 queries
    bench/lanes.py threads DIR           the best engine on one thread, two, all
    bench/lanes.py isa DIR               each instruction set
    bench/lanes.py wu DIR                Figures 4.8 to 4.10 of Wu 2019
    bench/lanes.py report FILE... FOLDER makes FOLDER/lanes_sizes.md and so on of
                                         saved rows, and of sizes a plot
    bench/lanes.py lines regtt-cc        counts lines of lane code that differ
                                         from the scalar code; runs nothing

Each prints its tables when it ends. A run may be cut into several: every time is
saved at once with --save=FILE, --budget ends the run and --resume goes on. With
--side-by-side=N as many inputs run at the same time, pinned to their share of the
processors; `all` threads are then those of the share, so that

    bench/lanes.py sizes DIR --save sizes.jsonl --side-by-side 16 --timeout 60
    bench/lanes.py threads DIR --save threads.jsonl --side-by-side 4
    bench/lanes.py isa DIR --save isa.jsonl --side-by-side 16
    bench/lanes.py wu DIR --save wu.jsonl

suit 16 processors, with --budget 420 in less than nine minutes each. Engines that
a program does not have are left out, and sizes that would take longer than
--timeout, as smaller ones say. Results are compared with the plain program's,
byte for byte; of bodies that move, after as many steps of it, up to a few. Exits
with 1 if they differ or a program fails.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor

from inputs import PROGRAMS
from lanes_lines import count
from lanes_parts import PARTS, matches
from lanes_report import TABLES, make_report
from lanes_session import add_options
from lanes_ways import CASES
from lanes_wu import WU_CASES, wu
from measure import Failed, attempt
from programs import DESCRIPTION

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
ACTS = {**PARTS, "wu": wu}
SAME = ("-O3", "-march=native", "-ffp-contract=off")


def _with_openmp(program, folder):
    """The words that compile a copy of a sample whose loops have the pragma of
    OpenMP; what it includes is found where the sample is."""
    source = SAMPLES / program.source
    copy = folder / f"openmp{source.suffix}"
    copy.write_text(re.sub(
        r"(?m)^#pragma regtt parallel.*$",
        "#pragma omp parallel for schedule(dynamic, 64)",
        source.read_text(encoding="utf-8")), encoding="utf-8")
    return ["-fopenmp", "-iquote", str(source.parent), *program.flags,
            str(copy)]


def _commands(name, folder, options):
    """What builds each binary of a program."""
    program = PROGRAMS[name]
    source = str(SAMPLES / program.source)
    plain = ["gcc" if source.endswith(".c") else "g++", *SAME,
             "-Wno-unknown-pragmas"]
    commands = {
        "serial": [*plain, *program.flags, source],
        "lanes": [options.regtt_cc, *SAME, "--target=lanes,cpu",
                  "--variant=all", *program.flags, source]}
    if any(case.program == name for case in WU_CASES):
        commands["openmp"] = [*plain, *_with_openmp(program, folder)]
    return [[*command, "-o", str(folder / binary), "-lm"]
            for binary, command in commands.items()]


def build(options):
    """Builds each sample; several at a time."""
    names = dict.fromkeys(case.program for case in [*CASES, *WU_CASES]
                          if matches(options, case))
    version = attempt([options.regtt_cc, "--version"]).stdout.splitlines()[0]
    tasks = {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for name in names:
            folder = options.directory / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / DESCRIPTION).unlink(missing_ok=True)
            tasks[name] = [pool.submit(attempt, command) for command
                           in _commands(name, folder, options)]
        for name, builds in tasks.items():
            for each in builds:
                each.result()
            (options.directory / name / DESCRIPTION).write_text(json.dumps({
                "version": version, "build": shlex.join(
                    ["bench/lanes.py", *sys.argv[1:]])}) + "\n",
                encoding="utf-8")
    return 0


def lines(options):
    options.samples = SAMPLES
    return count(options, [name for name in dict.fromkeys(
        case.program for case in CASES) if re.search(options.only, name)])


def measure(options):
    for name in ("TARGET", "VARIANT", "REORDER", "THREADS", "ISA"):
        os.environ.pop(f"REGTT_{name}", None)  # what is asked for is our own
    session, code = ACTS[options.part](options)
    for line in TABLES[options.part](list(session.rows.values())):
        print(line)
    return code


def sizes(text):
    found = sorted({int(size) for size in text.split(",")})
    if found[0] < 1:
        raise ValueError
    return found


def _add_parts(commands):
    """The commands that run what DIR holds."""
    for part, act in ACTS.items():
        one = commands.add_parser(part, help=act.__doc__.split(":")[0])
        one.add_argument("directory", metavar="DIR", type=pathlib.Path)
        one.add_argument("--ways", default="", metavar="REGEX",
                         help="engines whose target, name and order match, as "
                         "'lanes packed none' (all)")
        if part in ("run", "sizes"):
            one.add_argument("--rounds", type=int, default=32,
                             help="of what learns (32)")
        if part == "sizes":
            one.add_argument("--sizes", type=sizes, metavar="N,...",
                             default=[10 ** power for power in range(2, 7)],
                             help="numbers of queries (100 to 1000000)")
        else:
            one.add_argument("--scale", type=float, default=1, metavar="N",
                             help="divide sizes, for trying things out (1)")
        add_options(one)
        one.set_defaults(act=measure, part=part)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("build")
    one.add_argument("directory", metavar="DIR", type=pathlib.Path)
    one.set_defaults(act=build)
    two = commands.add_parser("lines")
    two.set_defaults(act=lines)
    for each in (one, two):
        each.add_argument("regtt_cc", metavar="regtt-cc")
        each.add_argument("--jobs", type=int, default=os.cpu_count())
    _add_parts(commands)
    for each in commands.choices.values():
        each.add_argument("--only", default="", metavar="REGEX",
                          help="inputs whose sample, name and order match "
                          "(all)")
    one = commands.add_parser("report")
    one.add_argument("data", metavar="FILE", type=pathlib.Path, nargs="+")
    one.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    one.add_argument("--no-plots", action="store_true",
                     help="tables only, which need no matplotlib")
    one.set_defaults(act=make_report)
    options = parser.parse_args()
    try:
        sys.exit(options.act(options))
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    main()
