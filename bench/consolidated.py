#!/usr/bin/env -S python3 -B
"""Times one step of each of five applications (Wu 2019, section 3.7) on graphs, by
engines that put long inner loops off or launch grids for them, beside those of the
literature that do not.

    bench/consolidated.py build DIR regtt-cc   builds what runs into DIR
    bench/consolidated.py run DIR              runs it, and prints tables
    bench/consolidated.py report FILE FOLDER   makes FOLDER/consolidated.md of
                                               saved rows

A run may be cut into several: --save=FILE saves each time at once, --budget ends
the run and --resume goes on. Each step is compared with the serial one, bit for
bit. Kernels are timed by CUDA events; medians of --rounds, the first left out.
Exits with 1 if a result differs or a program fails.
"""
import concurrent.futures
import itertools
import os
import pathlib
import re
import sys
from operator import itemgetter

import nested_command
import progress
from consolidated_report import make_report, tables
from measure import Failed, attempt, calls, medians
from progress import Progress
from session import device_name

ROOT = pathlib.Path(__file__).resolve().parent
APPLICATIONS = {"SpMV": "multiply", "PageRank": "pagerank", "SSSP": "sssp",
                "BFS": "bfs", "coloring": "coloring"}
GRAPHS = ("coauthors", "kronecker", "power")
GRANULARITIES = ("warp", "block", "grid")
CONSOLIDATED = tuple(f"consolidated_{each}" for each in GRANULARITIES)
HOST = ("thread_mapped", "warp_mapped", "block_mapped", "stream",
        "delayed_shared", "delayed_global", "dual_queue")
LAUNCHING = ("dpar_naive", "dpar_opt")
# What the launched grids' size is, by the name of the configuration.
SIZES = {"KC_1": "-DCONCURRENCY=1", "KC_16": "-DCONCURRENCY=16",
         "KC_32": "-DCONCURRENCY=32", "1-1": "-DBLOCKS=1000000000"}
THRESHOLDS = (32, 96, 256, 512, 1024)
FROM = ("consolidated_grid", "delayed_global", "dpar_naive")  # and of these
ALL_LAUNCHED = {"way": "dpar_naive", "size": "all launched",
                "environment": {"REGTT_PENDING_LAUNCHES": "1048576"}}

key = itemgetter("application", "graph", "way", "size", "threshold")


def thresholds(application):
    """Besides the usual one: of one application several, of the others a warp's
    width."""
    return THRESHOLDS if application == "SpMV" else THRESHOLDS[:1]


def programs(application):
    """(name, what it is compiled with) of each program of an application."""
    yield "host", ["--variant=" + ",".join(HOST)]
    yield "launching", ["--variant=" + ",".join(LAUNCHING)]
    for size, flag in SIZES.items():
        yield size, ["--variant=" + ",".join(CONSOLIDATED), flag]
    for threshold in thresholds(application):
        yield f"from{threshold}", [
            "--variant=" + ",".join(FROM),
            f"-DTHRESHOLD={threshold}", SIZES["KC_1"]]


def build(options):
    """The programs, several at a time."""
    options.directory.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as several:
        made = [several.submit(
            attempt, [options.regtt_cc, "-O3", "--target=cuda", *flags,
                      ROOT / "nested" / f"{source}.cpp", "-o",
                      options.directory / f"{source}_{name}"])
            for application, source in APPLICATIONS.items()
            for name, flags in programs(application)]
    for each in made:
        each.result()


def ways(application):
    """What runs of an application on each graph."""
    for engine in HOST:
        yield {"way": engine, "program": "host"}
    for engine in LAUNCHING:
        yield {"way": engine, "program": "launching"}
    yield {"program": "launching", **ALL_LAUNCHED}
    for size, engine in itertools.product(SIZES, CONSOLIDATED):
        yield {"way": engine, "program": size, "size": size}
    for threshold in thresholds(application):
        of = {"program": f"from{threshold}", "threshold": threshold}
        yield {"way": "consolidated_grid", "size": "KC_1", **of}
        yield {"way": "delayed_global", **of}
        yield {**ALL_LAUNCHED, **of}


def measure(program, graph, way, options):
    """The figures of one program."""
    done = attempt([program, graph, options.rounds], options.timeout,
                   REGTT_LOG="info", REGTT_TARGET="cuda", REGTT_VARIANT=way["way"],
                   **way.get("environment", {}))
    log = list(calls(done.stderr))
    row = medians(log, len(log))
    said = dict(re.findall(r"(\w+) ([0-9.e+-]+)", done.stdout))
    row.update(rows=int(said["rows"]), nonzeros=int(said["nonzeros"]),
               longest=int(said["longest"]),
               identical=int(said["same"]) == options.rounds,
               serial_ms=float(said["serial"]),
               children=int(log[-1].get("children", 0)),
               refused=int(log[-1].get("refused", 0)))
    return row


def run(options):
    """False where a result differs or a program fails."""
    saved = Progress(options, key)
    rows = [row for row in saved.rows if "failed" not in row]
    done = {key(row) for row in rows}
    left, right = [], True
    for name, graph, way in (
            (name, graph, way) for name in APPLICATIONS
            for graph in options.graphs.split(",") for way in ways(name)):
        row = {"application": name, "graph": graph, "way": way["way"],
               "size": way.get("size", ""), "threshold": way.get("threshold", 0)}
        program = (options.directory
                   / f"{APPLICATIONS[name]}_{way['program']}")
        if key(row) in done or not program.exists():
            continue
        if saved.is_spent:
            left.append(" ".join(map(str, key(row))))
            continue
        row["device"] = device_name("cuda")
        row["run"] = progress.without_folders(
            [os.path.relpath(sys.argv[0], ROOT.parent), *sys.argv[1:]], options)
        try:
            row.update(measure(program, graph, way, options))
            right &= row["identical"]
        except Failed as failure:
            row["failed"], right = str(failure), False
            print(f"bench: {' '.join(map(str, key(row)))}: {failure}",
                  file=sys.stderr)
        saved.save(row)
        rows.append(row)
    print(tables(rows))
    if left:
        print(f"bench: not run: {len(left)}, from {left[0]} on", file=sys.stderr)
    return right


def add_options(timed):
    timed.add_argument("--graphs", default=",".join(GRAPHS), metavar="NAME,...",
                       help="of which (all three)")
    timed.add_argument("--rounds", type=int, default=5, help="steps (5)")


if __name__ == "__main__":
    nested_command.main(
        __doc__, build, run,
        lambda options: make_report(options.file, options.folder, key),
        add_options)
