#!/usr/bin/env python3
"""Times every engine of every sample on a GPU, against autoropes.

    bench/engines.py build DIR regtt-cc    builds the samples into DIR
    bench/engines.py run DIR               runs what DIR holds

`run` takes each sample's inputs in shuffled and in tree order through all
variants that are legal for it, and prints a Markdown table: the medians of the
kernel, transfer, linearise and total milliseconds over the repeats, the first
left out, the kernel's speed-up over autoropes, the nodes that a query visits and
the share of a warp's lanes that make a visit in a step, from counters in a program
of its own, and whether the results are those of the serial program, or with
--oracle=cpu of the CPU target, byte for byte.
"""
import argparse
import filecmp
import glob
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLES = os.path.join(ROOT, "samples")
TIMES = ("kernel_ms", "transfer_ms", "linearise_ms", "total_ms")

# Programs: name, source, flags.
PROGRAMS = [
    ("point_correlation", "point_correlation/point_correlation.cpp", []),
    ("point_correlation_7d", "point_correlation/point_correlation.cpp",
     ["-DDIM=7"]),
    ("nearest_neighbor", "nearest_neighbor/nearest_neighbor.cpp", []),
    ("k_nearest", "k_nearest/k_nearest.c", []),
    ("barnes_hut", "barnes_hut/barnes_hut.c", []),
    ("barnes_hut_single", "barnes_hut/barnes_hut.c", ["-DSINGLE"]),
    ("vantage_point", "vantage_point/vantage_point.cpp", []),
    ("ball_tree", "ball_tree/ball_tree.cpp", []),
    ("ray_cast", "ray_cast/ray_cast.cpp", []),
]

# Inputs: program, title, arguments, orders, option that repeats the loop.
ORDERS = ("shuffled", "tree")
CASES = [
    ("point_correlation", "uniform 3-D, 1,000,000",
     "--points 1000000 --radius 0.0229", ORDERS, "--repeat"),
    ("point_correlation", "clustered 3-D, 1,000,000",
     "--points 1000000 --shape clustered --radius 0.002", ORDERS, "--repeat"),
    ("point_correlation_7d", "uniform 7-D, 200,000, radius 0.232",
     "--points 200000 --radius 0.232", ORDERS, "--repeat"),
    ("point_correlation_7d", "uniform 7-D, 200,000, radius 0.2634",
     "--points 200000 --radius 0.2634", ORDERS, "--repeat"),
    ("nearest_neighbor", "uniform 3-D, 1,000,000, in leaves",
     "--points 1000000", ORDERS, "--repeat"),
    ("nearest_neighbor", "uniform 3-D, 1,000,000, in nodes",
     "--points 1000000 --tree nodes", ORDERS, "--repeat"),
    ("nearest_neighbor", "plummer 3-D, 1,000,000, in nodes",
     "--points 1000000 --shape plummer --tree nodes", ORDERS, "--repeat"),
    ("k_nearest", "uniform 3-D, 1,000,000, k = 8", "--points 1000000", ORDERS,
     "--repeat"),
    ("barnes_hut", "plummer, 1,000,000, theta 0.5", "--bodies 1000000", ORDERS,
     "--steps"),
    ("barnes_hut", "plummer, 1,000,000, theta 0.9",
     "--bodies 1000000 --theta 0.9", ORDERS, "--steps"),
    ("barnes_hut_single", "plummer, 1,000,000, theta 0.33",
     "--bodies 1000000 --theta 0.33", ORDERS, "--steps"),
    ("barnes_hut_single", "plummer, 1,000,000, theta 0.6",
     "--bodies 1000000 --theta 0.6", ORDERS, "--steps"),
    ("vantage_point", "uniform 3-D, 200,000", "--points 200000", ORDERS,
     "--repeat"),
    ("ball_tree", "uniform 3-D, 200,000", "--points 200000", ORDERS,
     "--repeat"),
    ("ray_cast", "200,000 triangles", "--triangles 200000", (None,),
     "--repeat"),
]


def run(command, **environment):
    done = subprocess.run(command, env={**os.environ, **environment},
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"engines: error: {' '.join(command)} ended with exit code "
                 f"{done.returncode}\n{done.stderr}")
    return done


def build(options):
    for name, source, flags in PROGRAMS:
        if options.only and not re.search(options.only, name):
            continue
        folder = os.path.join(options.directory, name)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(SAMPLES, source)
        compiler = "gcc" if source.endswith(".c") else "g++"
        run([compiler, "-O3", "-ffp-contract=off", "-Wno-unknown-pragmas",
             *flags, path, "-o", os.path.join(folder, "serial"), "-lm"])
        command = [options.regtt_cc, "-O3", "--variant=all",
                   f"--layout={options.layout}", *flags, path, "-lm"]
        run([*command, "--target=cuda,cpu", f"--out-dir={folder}", "-o",
             os.path.join(folder, "parallel")])
        run([*command, "--target=cuda", "--count-visits", "-o",
             os.path.join(folder, "counting")])


def sites(folder):
    report, = glob.glob(os.path.join(folder, "*.regtt.json"))
    with open(report, encoding="utf-8") as file:
        return json.load(file)["sites"]


def variants(folder):
    """Legal for every traversal, in the order of the table."""
    legal = [[v["name"] for v in site["variants"] if "cuda" in v["targets"]]
             for site in sites(folder)]
    return [v for v in legal[0] if all(v in other for other in legal)]


def calls(log):
    for line in log.splitlines():
        if " target=" in line:
            yield dict(re.findall(r"(\w+)=(\"[^\"]*\"|\S+)", line))


def measure(program, arguments, repeat, output, **settings):
    done = run([program, *arguments, *repeat, "--output", output],
               REGTT_LOG="info", **settings)
    return list(calls(done.stderr))


def case(options, directory, program, title, arguments, order, repeats):
    folder = os.path.join(options.directory, program)
    arguments = arguments.split() + (["--order", order] if order else [])
    repeat = [repeats, str(options.repeat + 1)]
    # A loop that moves its queries has to make as many steps as the others.
    once = repeat if repeats == "--steps" else []
    expected = os.path.join(directory, "expected.txt")
    if options.oracle == "serial":
        run([os.path.join(folder, "serial"), *arguments, *once, "--output",
             expected])
    else:
        measure(os.path.join(folder, "parallel"), arguments, once, expected,
                REGTT_TARGET="cpu")
    rows, output = [], os.path.join(directory, "output.txt")
    wanted = options.variants.split(",") if options.variants else None
    for variant in variants(folder):
        if wanted and variant not in wanted:
            continue
        lines = measure(os.path.join(folder, "parallel"), arguments, repeat,
                        output, REGTT_TARGET="cuda", REGTT_VARIANT=variant)
        # Of several loops in a round the sum of their medians.
        names = dict.fromkeys(line["traversal"] for line in lines)
        times = {key: sum(statistics.median(
            float(line[key]) for line in
            [l for l in lines if l["traversal"] == name][1:])
            for name in names) for key in TIMES}
        same = filecmp.cmp(expected, output, shallow=False)
        counted = measure(os.path.join(folder, "counting"), arguments, once,
                          output, REGTT_TARGET="cuda", REGTT_VARIANT=variant)
        visits, steps, queries = (sum(int(line[key]) for line in counted)
                                  for key in ("visits", "warp_steps", "queries"))
        rows.append((variant, times, visits / queries, visits / steps / 32,
                     same))
    return rows


def benchmark(options):
    failed, ratios = False, {}
    print("| sample | input | order | variant | kernel | transfer | linearise "
          "| total | autoropes / kernel | visits | lanes | identical |")
    print("| --- " * 12 + "|")
    for program, title, arguments, orders, repeats in CASES:
        if not os.path.isdir(os.path.join(options.directory, program)):
            continue
        if options.only and not re.search(options.only, program + " " + title):
            continue
        for order in orders:
            with tempfile.TemporaryDirectory() as directory:
                rows = case(options, directory, program, title, arguments,
                            order, repeats)
            base = next((times["kernel_ms"] for variant, times, *_ in rows
                         if variant == "autoropes"), math.nan)
            for variant, times, visits, lanes, same in rows:
                failed |= not same
                ratio = base / times["kernel_ms"]
                ratios.setdefault(variant, []).append(ratio)
                cells = " | ".join(f"{times[key]:.2f}" for key in TIMES)
                print(f"| {program} | {title} | {order or '-'} | {variant} | "
                      f"{cells} | {ratio:.2f} | {visits:.1f} | {lanes:.2f} | "
                      f"{'yes' if same else 'NO'} |",
                      flush=True)
    print("\n| variant | inputs | geometric mean of autoropes / kernel |")
    print("| --- | --- | --- |")
    for variant, all_ratios in ratios.items():
        print(f"| {variant} | {len(all_ratios)} | "
              f"{statistics.geometric_mean(all_ratios):.2f} |")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    builds = commands.add_parser("build")
    builds.add_argument("directory")
    builds.add_argument("regtt_cc", help="the regtt-cc command")
    builds.add_argument("--layout", default="auto", help="as regtt-cc has it")
    runs = commands.add_parser("run")
    runs.add_argument("directory")
    runs.add_argument("--repeat", type=int, default=10)
    runs.add_argument("--variants", help="comma list; default: all")
    runs.add_argument("--oracle", choices=("serial", "cpu"), default="serial")
    for command in (builds, runs):
        command.add_argument("--only", help="regular expression of samples")
    options = parser.parse_args()
    return build(options) if options.command == "build" else benchmark(options)


if __name__ == "__main__":
    sys.exit(main())
