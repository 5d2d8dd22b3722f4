#!/usr/bin/env -S python3 -B
"""Turns the rows that `bench/engines.py run --save FILE` has saved into tables
and plots.

Writes FOLDER/engines.md, which is this program's alone, and the pictures that
it shows: speedup.svg, shares.svg and lanes.svg. The same rows give the same
bytes with the same matplotlib.
"""
import argparse
import os
import pathlib
import statistics
import sys

from measure import TIMES, Failed
from rows import (against, baselines, engine, heading, is_baseline, key,
                  markdown, number, place, read, reason, runners)

HEADER = """\
# Engines

Made by bench/report.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Times are milliseconds: medians of the repeats, the first call left out, and of
several calls in a round (the trees of a forest) the sum. `kernel` on a GPU is by
CUDA events, `transfer` is copies in both directions, `linearise` lays the tree
out, `total` is everything that replaces the loop, by the host's clock. The
baseline is `autoropes` on records as written (`--layout=plain`), from the first
query to the last on the device; all others have the records that the commands above
say, and leave stragglers to the host: where that took some over, `+ host`, `kernel`
lasts until they are done. `visits` are nodes that a query visits,
`lanes` is the share of a warp's 32 lanes that make a visit in a step; both are
counted, the recursion's are not. `identical`: the results are byte for byte those
of the serial program, or where that takes long of the CPU target.
"""


def in_order(rows):
    """Rows of one input together, all as they come first; of engines the
    baseline, and then the fastest."""
    places = {}
    for row in rows:
        for part in against(row):
            places.setdefault(part, len(places))
    return sorted(rows, key=lambda row: (
        *(places[part] for part in against(row)), not is_baseline(row),
        row.get("kernel_ms", 0)))


class Report:
    def __init__(self, rows):
        self.failed = [row for row in rows if "failed" in row]
        self.rows = [row for row in rows if "failed" not in row]
        self.base = baselines(self.rows)
        self.serial = {(row["program"], row["input"], row["order"]): row
                       for row in self.rows if row["target"] == "serial"}
        self.places = list(dict.fromkeys(
            place(row) for row in self.rows if row["target"] != "serial"))

    def speedup(self, row):
        """Of a kernel over the baseline's; None where that is not there."""
        base = self.base.get(against(row))
        return base / row["kernel_ms"] if base and row["kernel_ms"] else None

    def compared(self, where):
        """The rows of a place that have a speed-up, without the baseline."""
        return [row for row in self.rows if place(row) == where
                and not is_baseline(row) and self.speedup(row)]

    def _tell(self, row):
        return [row["program"], row["input"], row["order"], row["traversal"]]

    def summary(self, where):
        yield heading(["engine", "inputs",
                       "geometric mean of baseline / kernel", "least", "most"])
        found = {}
        for row in self.compared(where):
            found.setdefault(engine(row), []).append(self.speedup(row))
        for name, ratios in sorted(found.items(), key=lambda item:
                                   -statistics.geometric_mean(item[1])):
            yield markdown([name, str(len(ratios)),
                            number(statistics.geometric_mean(ratios)),
                            number(min(ratios)), number(max(ratios))])

    def best(self, where):
        """Of each input the row with the least time in the kernel."""
        found = {}
        for row in self.rows:
            if place(row) == where:
                now = found.setdefault(against(row), row)
                if row["kernel_ms"] < now["kernel_ms"]:
                    found[against(row)] = row
        return list(found.values())

    def winners(self, where):
        yield heading(["sample", "input", "order", "traversal", "best engine",
                       "kernel", "baseline / kernel"])
        for row in self.best(where):
            yield markdown([*self._tell(row), runners(row),
                            number(row["kernel_ms"], 3),
                            number(self.speedup(row))])

    def slower(self, where):
        rows = [row for row in self.compared(where) if self.speedup(row) < 1]
        if not rows:
            yield "None."
            return
        yield heading(["sample", "input", "order", "traversal", "engine",
                       "kernel / baseline"])
        for row in rows:
            yield markdown([*self._tell(row), runners(row),
                            number(1 / self.speedup(row))])

    def sample(self, program):
        rows = [row for row in self.rows if row["program"] == program]
        serial = any(row["target"] == "serial" for row in rows)
        yield heading(["input", "order", "traversal", "target", "engine",
                       "kernel", "transfer", "linearise", "total",
                       "baseline / kernel", *["serial / total"] * serial,
                       "visits", "lanes", "identical"])
        for row in rows:
            yield markdown([
                row["input"], row["order"], row["traversal"], place(row),
                runners(row), *(number(row[time], 3) for time in TIMES),
                number(self.speedup(row)),
                *[number(self._over_serial(row))] * serial,
                number(row["visits"], 1), number(row["lanes"]),
                f"yes ({row['oracle']})" if row["identical"] else "**NO**"])

    def _over_serial(self, row):
        """The serial loops' time over the total, where there is one loop."""
        serial = self.serial.get((row["program"], row["input"], row["order"]))
        several = len({other["traversal"] for other in self.rows
                       if other["program"] == row["program"]
                       and other["input"] == row["input"]}) > 2
        if not serial or several or not row["total_ms"]:
            return None
        return serial["total_ms"] / row["total_ms"]

    def failures(self):
        yield heading(["sample", "input", "order", "target", "engine", "why"])
        for row in self.failed:
            yield markdown([row["program"], row["input"], row["order"],
                            place(row), engine(row), reason(row)])


def commands(rows):
    """What was typed to make the rows."""
    return "\n".join("    " + command for key in ("build", "run") for command
                     in dict.fromkeys(row[key] for row in rows))


def machines(rows):
    gpus = [f"{row['device']}; its host: {row['host']}" for row in rows
            if row["target"] == "cuda"]
    lines = dict.fromkeys(gpus or [row["host"] for row in rows])
    versions = dict.fromkeys(row["version"] for row in rows)
    return "\n".join(f"{line}." for line in [*lines, *versions])


def page(report, rows, data, plotted):
    """The lines of engines.md."""
    yield HEADER.format(data=data, commands=commands(rows),
                        machines=machines(rows))
    wrong = sum(not row["identical"] for row in report.rows)
    if wrong:
        yield f"**{wrong} of {len(report.rows)} rows have other results.**\n"
    for where in report.places:
        on = f" on {where}" if len(report.places) > 1 else ""
        yield f"## Summary{on}\n"
        yield from report.summary(where)
        yield ""
        if where == plotted:
            yield "![speed-up of each engine](speedup.svg)\n"
            yield "![lanes that make a visit, and speed-up](lanes.svg)\n"
            yield "![what the total is made of](shares.svg)\n"
        yield f"## Best engine of each input{on}\n"
        yield from report.winners(where)
        yield f"\n## Slower than the baseline{on}\n"
        yield from report.slower(where)
        yield ""
    for program in dict.fromkeys(row["program"] for row in report.rows):
        yield f"## {program}\n"
        yield from report.sample(program)
        yield ""
    if report.failed:
        yield "## Not measured\n"
        yield from report.failures()
        yield ""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", metavar="FILE", type=pathlib.Path)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--no-plots", action="store_true",
                        help="tables only, which need no matplotlib")
    options = parser.parse_args()
    try:
        rows = in_order(read(options.data, key))
        report = Report(rows)
        if not report.places:
            raise Failed(f"{options.data} has no row of a parallel program")
        # The plots show one target: a GPU, where there is one.
        where = min(report.places, key=lambda each: each != "cuda")
        options.folder.mkdir(parents=True, exist_ok=True)
        if not options.no_plots:
            import plots  # which needs matplotlib
            plots.draw(report, where, options.folder)
        text = "\n".join(page(report, rows,
                              os.path.relpath(options.data, options.folder),
                              None if options.no_plots else where))
        path = options.folder / "engines.md"
        path.write_text(text.rstrip() + "\n", encoding="utf-8")
        print(f"{path}: {len(report.rows)} rows, {len(report.failed)} failed")
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    main()
