"""The programs that bench/engines.py measures: how they are built, and what a
folder of them holds.

    DIR/PROGRAM/built.json      how it was built; not there if that failed
    DIR/PROGRAM/serial          by g++ or gcc
    DIR/PROGRAM/parallel        by regtt-cc, with every legal engine
    DIR/PROGRAM/as_written      autoropes on records as written: the baseline
    DIR/PROGRAM/auto            by regtt-cc, with the engines that it chooses
    DIR/PROGRAM/counting        as parallel, with counters of visits
    DIR/PROGRAM/resident        as auto, of a copy whose loops have the clause
                                resident; only where it is asked for
    DIR/PROGRAM/SAMPLE.regtt.json  which engines each traversal has
    DIR/PROGRAM/expected        results to compare with, as they are needed
    DIR/PROGRAM/output          results of the program that runs
"""
import json
import pathlib
import re
import shlex
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from inputs import PROGRAMS
from measure import Failed, attempt, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = "autoropes"
DESCRIPTION = "built.json"
BINARIES = ("as_written", "auto", "counting", "parallel", "serial")


def _with_resident_tree(program, folder):
    """The flags that compile a copy of a sample, whose pragmas cannot come out
    of a macro, with the clause; what it includes is found where the sample is."""
    source = ROOT / "samples" / program.source
    copy = folder / f"resident{source.suffix}"
    copy.write_text(re.sub(r"(?m)^#pragma regtt parallel$",
                           rf"\g<0> resident({program.root})",
                           source.read_text(encoding="utf-8")),
                    encoding="utf-8")
    return ["-iquote", str(source.parent), *program.flags, str(copy)]


def _commands(program, folder, options):
    """What builds each binary of a program that is asked for."""
    source = str(ROOT / "samples" / program.source)
    compiler = "gcc" if source.endswith(".c") else "g++"
    flags = [*program.flags, source]
    regtt = [options.regtt_cc, "-O3", f"--target={options.targets}"]
    chosen = [*regtt, f"--layout={options.layout}"]
    everything = [*chosen, "--variant=all"]
    commands = {
        "as_written": [*regtt, f"--variant={BASELINE}", "--layout=plain",
                       *flags],
        "auto": [*chosen, *flags],
        "counting": [*everything, "--count-visits", *flags],
        "parallel": [*everything, f"--out-dir={folder}", "--no-format", *flags],
        "serial": [compiler, "-O3", "-ffp-contract=off",
                   "-Wno-unknown-pragmas", *flags],
    }
    if "resident" in options.binaries and program.root:
        commands["resident"] = [*chosen,
                                *_with_resident_tree(program, folder)]
    return {name: [*command, "-o", str(folder / name), "-lm"]
            for name, command in commands.items() if name in options.binaries}


def build(directory, names, options):
    """Builds programs anew, several at a time; returns 1 if any fails."""
    start = time.monotonic()
    version = run([options.regtt_cc, "--version"]).stdout.strip()
    tasks, failed = {}, set()
    with ThreadPoolExecutor(options.jobs) as pool:
        for name in names:
            folder = directory / name
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            for binary, command in _commands(PROGRAMS[name], folder,
                                             options).items():
                tasks[pool.submit(attempt, command)] = name, binary
        for number, task in enumerate(as_completed(tasks), 1):
            name, binary = tasks[task]
            what = f"[{number}/{len(tasks)}] {name}/{binary}"
            try:
                task.result()
                print(what, flush=True)
            except Failed as failure:
                failed.add(name)
                print(f"{what}: failed", flush=True)
                print(f"bench: error: {failure}", file=sys.stderr, flush=True)
    for name in names:
        if name not in failed:
            (directory / name / DESCRIPTION).write_text(json.dumps({
                "version": version, "layout": options.layout,
                "targets": options.targets.split(","),
                "build": shlex.join(["bench/engines.py", *sys.argv[1:]])},
                indent=2) + "\n", encoding="utf-8")
    print(f"{len(names) - len(failed)} of {len(names)} programs built in "
          f"{time.monotonic() - start:.0f} s")
    return 1 if failed else 0


def description(directory, name):
    """What build wrote about a program; None where it is not built."""
    path = directory / name / DESCRIPTION
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() \
        else None


def engines(directory, name, target, order):
    """The engines that a program has on a target, in the order of preference:
    True for those that are legal for all of its traversals. Those are left out
    that only traversals with another order of queries have."""
    report, = (directory / name).glob("*.regtt.json")
    sites = json.loads(report.read_text(encoding="utf-8"))["sites"]
    legal = [[variant["name"] for variant in site["variants"]
              if target in variant["targets"]] for site in sites]
    ordered = PROGRAMS[name].ordered
    here = [engine for site, found in zip(sites, legal) for engine in found
            if ordered.get(site["traversal"], order) == order]
    return {engine: all(engine in found for found in legal)
            for engine in dict.fromkeys(here)}
