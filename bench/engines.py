#!/usr/bin/env -S python3 -B
"""Times every engine on every sample and input, against autoropes on records as
they are written.

    bench/engines.py build DIR regtt-cc    builds the samples into DIR
    bench/engines.py run DIR               runs what DIR holds
    bench/report.py FILE docs/results      makes tables of what was saved

`build` builds each sample serially and with regtt-cc. `run` takes each input
through all engines that are legal for it and prints a Markdown table: of each
traversal the medians of the kernel, transfer, linearise and total milliseconds
over the repeats, the first left out; the kernel's speed-up over the baseline;
the nodes that a query visits and the share of a warp's lanes that make a visit
in a step, from counters in a program of its own; and whether the results are
those of the serial program, or where that takes long of the CPU target, byte for
byte. The recursion, which is slow, comes last, is repeated once and not counted.

A run may be cut into several: --budget ends it, and --resume goes on. Exits
with 1 if a result differs or a program fails, and says what was not run.
"""
import argparse
import os
import pathlib
import re
import sys

import inputs
import programs
import progress
from measure import Failed
from session import Session


def selected(options):
    """The inputs that the command line asks for."""
    if options.input:
        cases = [inputs.own_case(text) for text in options.input]
        for case in cases:
            if case.program not in inputs.PROGRAMS:
                sys.exit(f"bench: error: there is no program '{case.program}'; "
                         f"there are {', '.join(inputs.PROGRAMS)}")
        return cases
    cases = [case.scaled(options.scale) for case in inputs.CASES]
    for path, case in inputs.file_cases(options.data or ""):
        if options.data and os.path.exists(path):
            cases.append(case)
        elif matches(case, options.only):
            why = f"{path} is not there" if options.data else \
                f"--data says no folder with {path}"
            print(f"bench: {case.program}, {case.name}: skipped: {why}",
                  file=sys.stderr)
    return [case for case in cases if matches(case, options.only)]


def matches(case, regex):
    return re.search(regex, f"{case.program} {case.name}")


def build(options):
    names = dict.fromkeys(case.program for case in inputs.CASES
                          if matches(case, options.only))
    if not names:
        raise Failed(f"--only={options.only} matches no input")
    return programs.build(options.directory, list(names), options)


def benchmark(options):
    cases = selected(options)
    if not cases:
        raise Failed(f"--only={options.only} matches no input")
    built = {name: programs.description(options.directory, name)
             for name in dict.fromkeys(case.program for case in cases)}
    for name in [name for name in built if not built[name]]:
        print(f"bench: {name}: skipped: it is not in {options.directory}",
              file=sys.stderr)
        del built[name]
    for name, how in built.items():
        for target in options.targets:
            if target not in ("serial", *how["targets"]):
                raise Failed(f"--targets={target}: {name} is built for "
                             f"{', '.join(how['targets'])}")
    if not built:
        raise Failed("there is nothing to run")
    return Session(options, built).run(
        [case for case in cases if case.program in built])


def names(text):
    return [name for name in text.split(",") if name]


def binaries(text):
    found = names(text)
    if not found or not {*found} <= {*programs.BINARIES, "resident"}:
        raise ValueError
    return found


def build_options(parser):
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path)
    parser.add_argument("regtt_cc", metavar="regtt-cc",
                        help="the regtt-cc command")
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="programs with an input that matches (all)")
    parser.add_argument("--targets", default="cuda,cpu",
                        help="what to compile for (cuda,cpu)")
    parser.add_argument("--layout", default="auto",
                        help="the engines' records, as regtt-cc has it (auto)")
    parser.add_argument("--binaries", type=binaries,
                        default=programs.BINARIES, metavar="NAME,...",
                        help=f"of {','.join(programs.BINARIES)} and resident "
                        "(all but resident)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="programs built at a time (one a processor)")


def run_options(parser):
    parser.add_argument("directory", metavar="DIR", type=pathlib.Path)
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="inputs whose sample and name match (all)")
    parser.add_argument("--input", action="append",
                        metavar="'PROGRAM OPTION...'",
                        help="this input instead; may be repeated")
    parser.add_argument("--data", metavar="FOLDER",
                        help="run also the files of this folder")
    parser.add_argument("--scale", type=float, default=1, metavar="N",
                        help="divide sizes, for trying things out (1)")
    parser.add_argument("--targets", type=names, default=["cuda"],
                        help="of cuda, cpu and serial (cuda)")
    parser.add_argument("--threads", type=names, default=[str(os.cpu_count())],
                        help="comma list, for target cpu (all processors)")
    parser.add_argument("--variants", type=names,
                        help="comma list of engines (all)")
    parser.add_argument("--orders", type=names,
                        help="comma list of orders of the queries (all)")
    parser.add_argument("--repeat", type=int, default=7,
                        help="after a call that warms up (7)")
    parser.add_argument("--oracle", choices=("auto", "serial", "cpu"),
                        default="auto", help="whose results are right; auto: "
                        "the serial program, or where that takes long the cpu "
                        "target (auto)")
    progress.add_options(parser)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="programs that count visits at a time (one a "
                        "processor); those that are timed run alone")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    build_options(commands.add_parser("build"))
    run_options(commands.add_parser("run"))
    options = parser.parse_args()
    try:
        return build(options) if options.command == "build" \
            else benchmark(options)
    except Failed as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    sys.exit(main())
