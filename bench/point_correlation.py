#!/usr/bin/env python3
"""Times point correlation on every target and variant, against plain g++.

Builds the sample serially and with regtt-cc, runs both on the same points, and
prints a Markdown table: kernel, transfer, linearise and total milliseconds (the
medians of the repeats, the first left out), and whether the counts are the
serial program's, byte for byte.
"""
import argparse
import filecmp
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(ROOT, "samples", "point_correlation",
                      "point_correlation.cpp")
TIMES = ("kernel_ms", "transfer_ms", "linearise_ms", "total_ms")


def run(command, **environment):
    done = subprocess.run(command, env={**os.environ, **environment},
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: error: {' '.join(command)} ended with exit code "
                 f"{done.returncode}\n{done.stderr}")
    return done


def calls(log):
    """The runtime's log lines, as dictionaries."""
    for line in log.splitlines():
        if " target=" in line:
            yield dict(re.findall(r"(\w+)=(\"[^\"]*\"|\S+)", line))


def measure(program, arguments, serial_output, directory, repeat, **settings):
    output = os.path.join(directory, "parallel.txt")
    done = run([program, *arguments, "--repeat", str(repeat + 1), "--output",
                output], REGTT_LOG="info", **settings)
    runs = list(calls(done.stderr))[1:]
    if not runs:
        sys.exit(f"bench: error: nothing ran in parallel\n{done.stderr}")
    same = filecmp.cmp(serial_output, output, shallow=False)
    return {key: statistics.median(float(r[key]) for r in runs)
            for key in TIMES}, runs[0], same


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument("regtt_cc", help="the regtt-cc command")
    parser.add_argument("--points", default="1000000")
    parser.add_argument("--radius", default="0.0229")
    parser.add_argument("--dim", default="3")
    parser.add_argument("--shape", default="uniform")
    parser.add_argument("--orders", default="shuffled,tree")
    parser.add_argument("--targets", default="cuda,cpu")
    parser.add_argument("--variants", default="autoropes,static_ropes")
    parser.add_argument("--threads", default=str(os.cpu_count()),
                        help="comma list, for target cpu")
    parser.add_argument("--repeat", type=int, default=10)
    options = parser.parse_args()

    failed = False
    with tempfile.TemporaryDirectory() as directory:
        serial = os.path.join(directory, "serial")
        parallel = os.path.join(directory, "parallel")
        define = f"-DDIM={options.dim}"
        run(["g++", "-O3", "-ffp-contract=off", "-Wno-unknown-pragmas", define,
             SOURCE, "-o", serial])
        run([options.regtt_cc, "-O3", f"--target={options.targets}", define,
             SOURCE, "-o", parallel])
        print(f"{options.points} "
              f"{options.shape} points in {options.dim}-D, radius "
              f"{options.radius}, {options.repeat} repeats\n")
        print("| queries | target | variant | kernel | transfer | linearise "
              "| total | serial / total | identical |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for order in options.orders.split(","):
            arguments = ["--points", options.points, "--radius",
                         options.radius, "--shape", options.shape, "--order",
                         order]
            expected = os.path.join(directory, "serial.txt")
            done = run([serial, *arguments, "--repeat", "3", "--output",
                        expected])
            walk = float(re.search(r"traversal +([0-9.]+)", done.stderr)[1])
            print(f"| {order} | serial | g++ -O3 | {walk:.1f} | | | "
                  f"{walk:.1f} | 1.0 | |")
            for target in options.targets.split(","):
                threads = (options.threads.split(",") if target == "cpu"
                           else [""])
                for variant in options.variants.split(","):
                    for count in threads:
                        settings = {"REGTT_TARGET": target,
                                    "REGTT_VARIANT": variant}
                        if count:
                            settings["REGTT_THREADS"] = count
                        times, _, same = measure(
                            parallel, arguments, expected, directory,
                            options.repeat, **settings)
                        failed |= not same
                        name = target + (f", {count} threads" if count else "")
                        cells = " | ".join(f"{times[key]:.2f}"
                                           for key in TIMES)
                        print(f"| {order} | {name} | {variant} | {cells} | "
                              f"{walk / times['total_ms']:.1f} | "
                              f"{'yes' if same else 'NO'} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
