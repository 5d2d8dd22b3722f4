#!/usr/bin/env -S python3 -B
"""Times loops without a traversal: a sparse matrix times a vector, and its
transpose, whose rows give to elements that all share, of six matrices, by each
engine, beside cuSPARSE, OpenMP and the serial loop.

    bench/nested.py build DIR regtt-cc   builds what runs into DIR; cuSPARSE's
                                         program where there is nvcc
    bench/nested.py run DIR              runs it, and prints a table
    bench/nested.py report FILE FOLDER   makes FOLDER/nested.md of saved rows

A run may be cut into several: --save=FILE saves each time at once, --budget ends
the run and --resume goes on. Each product is compared with the serial loop's, bit
for bit, but for --fp=fast, of which the greatest difference is told. Kernels are
timed by CUDA events, totals by the log; medians of --rounds, the first left out.
Exits with 1 if a result differs or a program fails.
"""
import concurrent.futures
import itertools
import os
import pathlib
import re
import shutil
import sys
from operator import itemgetter

import nested_command
import progress
from measure import Failed, attempt, calls, medians
from nested_report import fast, make_report, pushed, table
from progress import Progress
from session import device_name

ROOT = pathlib.Path(__file__).resolve().parent
SOURCES = ROOT / "nested"
MATRICES = ("uniform32", "power", "power_band", "band3", "uniform4",
            "coauthors")
TYPES = ("float", "double")
ENGINES = ("stream", "warp_mapped", "block_mapped", "thread_mapped")
# Sums that are rounded may be regrouped.
FAST = ("stream", "balanced", "thread_mapped")
# Too many blocks of one row each.
LEFT_OUT = {("band3", "block_mapped"), ("uniform4", "block_mapped")}
SAME = ("-O3", "-march=native", "-ffp-contract=off")
PRODUCTS = {"spmv": "", "push": "push_"}  # the source, what programs begin with


def key(row):
    return row.get("product", "spmv"), *itemgetter("matrix", "type", "way")(row)


def build(options):
    """The programs: strict and fast ones, each as users compile them and with
    what is timed by name; with arrays that stay; for CPU threads."""
    folder = options.directory
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for real in TYPES:
        for product, prefix in PRODUCTS.items():
            words = [options.regtt_cc, *SAME, f"-DREAL={real}",
                     str(SOURCES / f"{product}.cpp")]
            commands = {
                "strict": words,
                "engines": [*words, "--variant=" + ",".join(ENGINES)],
                "resident": [*words, "-DRESIDENT"],
                "fast": [*words, "--fp=fast"],
                "fast_engines": [*words, "--fp=fast",
                                 "--variant=" + ",".join(FAST)],
                "cpu": [*words, str(SOURCES / "openmp.cpp"), "--target=cpu",
                        f"-D{product.upper()}", "-DOPENMP", "-fopenmp"]}
            if product == "push":
                # Sums in elements keep their order.
                del commands["fast"], commands["fast_engines"]
            made += [[*command, "-o", folder / f"{prefix}{name}_{real}"]
                     for name, command in commands.items()]
        if shutil.which("nvcc"):
            made.append(["nvcc", "-O3", "-std=c++17", "-arch=sm_90",
                         f"-DREAL={real}", SOURCES / "cusparse.cu",
                         "-lcusparse", "-o", folder / f"cusparse_{real}"])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as together:
        list(together.map(attempt, made))


def ways(product, matrix):
    """What runs of a matrix: a name, a program and its environment."""
    if product == "spmv":
        yield "cusparse", "cusparse", {}
    for engine in ENGINES:
        if (matrix, engine) not in LEFT_OUT:
            yield engine, "engines", {"REGTT_TARGET": "cuda",
                                      "REGTT_VARIANT": engine}
    yield "auto", "strict", {"REGTT_TARGET": "cuda"}
    yield "resident", "resident", {"REGTT_TARGET": "cuda"}
    if product == "spmv":
        for engine in FAST:
            yield "fast " + engine, "fast_engines", {"REGTT_TARGET": "cuda",
                                                     "REGTT_VARIANT": engine}
        yield "fast", "fast", {"REGTT_TARGET": "cuda"}
    yield "cpu", "cpu", {"REGTT_TARGET": "cpu", "OMP_WAIT_POLICY": "passive"}


def measure(program, matrix, environment, options):
    """The figures of one program."""
    if "cusparse" in program.name:
        said = attempt([program, matrix], options.timeout).stdout
        return {"kernel_ms": min(float(ms) for ms in
                                 re.findall(r"alg. ([0-9.]+)", said))}
    done = attempt([program, matrix, options.rounds], options.timeout,
                   REGTT_LOG="info", **environment)
    log = list(calls(done.stderr))
    row = medians(log, len(log))
    said = dict(re.findall(r"(\w+) ([0-9.e+-]+)", done.stdout))
    row.update(variant=log[-1]["variant"], first_ms=float(log[0]["kernel_ms"]),
               rows=int(said["rows"]),
               nonzeros=int(said["nonzeros"]), longest=int(said["longest"]),
               identical=int(said["same"]) == options.rounds,
               error=float(said["error"]), serial_ms=float(said["serial"]))
    if "openmp" in said:
        row["openmp_ms"] = float(said["openmp"])
    return row


def run(options):
    """False where a result differs or a program fails."""
    saved = Progress(options, key)
    rows = [row for row in saved.rows if "failed" not in row]
    done = {key(row) for row in rows}
    left, right = [], True
    for product, matrix in itertools.product(
            options.products.split(","), options.matrices.split(",")):
        for real in TYPES:
            for way, name, environment in ways(product, matrix):
                row = {"product": product, "matrix": matrix, "type": real,
                       "way": way}
                program = (options.directory
                           / f"{PRODUCTS[product]}{name}_{real}")
                if key(row) in done or not program.exists():
                    continue
                if saved.is_spent:
                    left.append(f"{product} {matrix} {real} {way}")
                    continue
                row["device"] = device_name("cpu" if way == "cpu" else "cuda")
                row["run"] = progress.without_folders(
                    [os.path.relpath(sys.argv[0], ROOT.parent), *sys.argv[1:]],
                    options)
                try:
                    row.update(measure(program, matrix, environment, options))
                    right &= way.startswith("fast") or row.get("identical", True)
                except Failed as failure:
                    row["failed"], right = str(failure), False
                    print(f"bench: {product} {matrix} {real} {way}: {failure}",
                          file=sys.stderr)
                saved.save(row)
                rows.append(row)
    print(table(rows))
    print(fast(rows))
    print(pushed(rows))
    if left:
        print("bench: not run: " + ", ".join(left), file=sys.stderr)
    return right


def add_options(timed):
    timed.add_argument("--matrices", default=",".join(MATRICES),
                       metavar="NAME,...", help="of which (all six)")
    timed.add_argument("--products", default=",".join(PRODUCTS),
                       metavar="NAME,...", help="of which (spmv and push)")
    timed.add_argument("--rounds", type=int, default=9, help="products (9)")


if __name__ == "__main__":
    nested_command.main(
        __doc__, build, run,
        lambda options: make_report(options.file, options.folder, key),
        add_options)
