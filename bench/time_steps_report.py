"""The page that is made of the rows of bench/time_steps.py."""
import os
from operator import itemgetter

from measure import Failed
from report import commands, machines
from reorder_report import ratio
from rows import heading, markdown, number, read, reason

key = itemgetter("program", "bodies", "steps", "mode", "engine", "reorder")
PRECISION = {"barnes_hut": "double precision",
             "barnes_hut_single": "single precision"}
LOCKSTEP_ENGINES = ("lockstep", "fsm_lockstep")

HEADER = """\
# Barnes-Hut over time steps

Made by bench/time_steps.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Zhang 2016, Table II: shuffled bodies, {inputs}. Milliseconds, summed over all
steps; the forces before the first step are left out. `sum` is the kernel and
what orders the queries. Each step builds a new tree on the host, so that no
tree can stay on the GPU: laying it out (`linearise`) and copying are in every
step's `total`, and neither is in `sum`. `autoropes, as written` is the
baseline; where `auto` is asked for, an order serves the next steps as long as
that pays. *sorted* and *reused* are the numbers of steps whose queries were
sorted, and had the order of a step before. Speed-ups are ratios of `sum`: over
the baseline, and over the faster unsorted lockstep.
"""


def unsorted_lockstep(rows):
    """The least time of lockstep engines in the loop's order, or none."""
    return min((row["sum_ms"] for row in rows
                if row["engine"] in LOCKSTEP_ENGINES
                and row["reorder"] == "none"), default=None)


def table(rows):
    """Of one input."""
    base = next((row for row in rows if row["mode"] == "baseline"), None)
    lockstep = unsorted_lockstep(rows)
    yield heading(["engine", "asked", "kernel", "reorder", "sum", "linearise",
                   "total", "sorted", "reused", "over autoropes",
                   "over lockstep", "total over autoropes"])
    for row in rows:
        yield markdown([
            row["engine"] + ", as written" * (row is base), row["reorder"],
            *(number(row[name], 1) for name in (
                "kernel_ms", "reorder_ms", "sum_ms", "linearise_ms",
                "total_ms")), str(row["sorted"]), str(row["reused"]),
            number(ratio(base and base["sum_ms"], row["sum_ms"])),
            number(ratio(lockstep, row["sum_ms"])),
            number(ratio(base and base["total_ms"], row["total_ms"]))])


def chosen(rows):
    """In which ways the steps ran where nothing was asked for."""
    for row in rows:
        if row["mode"] == "auto":
            ways = sorted(row["done"].items(), key=lambda way: -way[1])
            yield "\n`auto` ran " + "; ".join(
                f"{steps} steps by {way}" for way, steps in ways) + "."


def page(rows, data):
    """The lines of time_steps.md."""
    inputs = ", ".join(dict.fromkeys(row["input"] for row in rows))
    yield HEADER.format(data=data, commands=commands(rows),
                        machines=machines(rows), inputs=inputs)
    for row in rows:
        if not row.get("identical", True):
            yield (f"**Other results: {row['program']}, {row['bodies']:,} "
                   f"bodies, {row['engine']}, {row['reorder']}.**\n")
    found = {}
    for row in rows:
        if "kernel_ms" in row:
            found.setdefault((row["program"], row["bodies"], row["steps"]),
                             []).append(row)
    for (program, bodies, steps), here in sorted(found.items()):
        yield (f"## {bodies:,} bodies, {PRECISION[program]}, {steps} "
               "steps\n")
        yield from table(here)
        yield from chosen(here)
        yield ""
    missing = [row for row in rows if "kernel_ms" not in row]
    if missing:
        yield "## Not measured\n"
        yield heading(["sample", "bodies", "engine", "asked", "why"])
        for row in missing:
            yield markdown([row["program"], f"{row['bodies']:,}",
                            row["engine"], row["reorder"],
                            row.get("refused") or reason(row)])


def make_report(options):
    rows = read(options.data, key)
    if not rows:
        raise Failed(f"{options.data} has no row")
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / "time_steps.md"
    path.write_text("\n".join(page(rows, os.path.relpath(
        options.data, options.folder))).rstrip() + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} rows")
