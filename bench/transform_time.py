#!/usr/bin/env -S python3 -B
"""Times the transformation of a large source against Clang's own parse of it.

Writes a source of 2,000 lines with annotated traversals, and runs in turn
`clang++-19 -fsyntax-only` and regtt-cc, which writes the host file and a slice
for each target; nothing is compiled. Prints the medians of both, in milliseconds,
and the median of the ratios of the pairs. Exits with 1 if that is above
--at-most.
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

from large_source import source
from measure import run

ROOT = pathlib.Path(__file__).resolve().parent.parent


def milliseconds(command):
    start = time.perf_counter()
    run(command)
    return (time.perf_counter() - start) * 1000


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regtt-cc",
                        default=str(ROOT / "build/release/bin/regtt-cc"))
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--trees", type=int, default=4,
                        help="with three traversals each (4)")
    parser.add_argument("--repeat", type=int, default=15, help="pairs (15)")
    parser.add_argument("--at-most", type=float, default=2.0,
                        help="the ratio that is still good (2)")
    parser.add_argument("--write", metavar="FILE",
                        help="only write the source to FILE")
    options = parser.parse_args()
    text = source(options.lines, options.trees)
    if options.write:
        pathlib.Path(options.write).write_text(text, encoding="utf-8")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.cpp")
        pathlib.Path(path).write_text(text, encoding="utf-8")
        parse = [options.clang, "-std=c++17", "-Wno-unknown-pragmas",
                 "-fsyntax-only", path]
        transform = [options.regtt_cc, "-std=c++17", "--emit=host", "-o",
                     os.path.join(folder, "large.regtt.cpp"), path]
        milliseconds(parse), milliseconds(transform)  # files into the cache
        pairs = []
        for turn in range(options.repeat):
            # The order changes from pair to pair.
            if turn % 2:
                pairs.append((milliseconds(parse), milliseconds(transform)))
            else:
                second = milliseconds(transform)
                pairs.append((milliseconds(parse), second))
    parsed, transformed = zip(*pairs)
    ratio = statistics.median(b / a for a, b in pairs)
    print(f"{text.count(chr(10))} lines, {3 * options.trees} traversals, "
          f"{len(pairs)} pairs")
    print(f"clang -fsyntax-only: {statistics.median(parsed):.1f} ms")
    print(f"regtt-cc:            {statistics.median(transformed):.1f} ms")
    print(f"ratio:               {ratio:.2f}")
    return 0 if ratio <= options.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
