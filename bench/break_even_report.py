"""The page and the plot that are made of the rows of bench/break_even.py."""
import math
import os

from break_even_ways import INPUTS, WAYS
from measure import Failed
from reorder_report import means
from report import commands, machines
from rows import heading, markdown, number, read, reason

HEADER = """\
# Where a GPU pays

Made by bench/break_even.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Times are milliseconds of everything that replaces the loops, by the host's
clock; queries are shuffled where nothing else is said, and points, bodies or
keys as many as queries. `first` is the first call of a process, which on a GPU
starts it; `second` a call by itself on a GPU that runs, which may try a way, or
find queries sorted by the first; `again` is the median of all calls but the
first, and `reused` of those among them whose queries had the order of a call
before: of how many is said beside it. `resident` is a program whose loops have
the clause of that name: the tree is laid out and copied once. `device` is the
median of the kernel and of what orders the queries. `serial` is the loops as
they were. Where the runtime chooses (`auto`), of up to {auto:,} queries, nothing
is known of earlier runs. A cell is empty where there is no such call, or it was
not measured; nothing is extrapolated.

{inputs}
"""


def key(row):
    if row["program"] not in INPUTS:
        raise KeyError(row["program"])
    return row["program"], row["size"], row["target"]


def measured(rows):
    """Of each program and size the rows of the targets, in order."""
    names = list(INPUTS)
    found = {}
    for row in sorted(rows, key=lambda row: (
            names.index(row["program"]), row["size"])):
        if "failed" not in row:
            found.setdefault((row["program"], row["size"]), {})[
                row["target"]] = row
    return found


# Columns of figures: name, way, and what its row has.
FIGURES = (
    ("serial", "serial", "again_ms"), ("cpu first", "cpu", "one_shot_ms"),
    ("cpu again", "cpu", "again_ms"), ("cuda first", "cuda", "one_shot_ms"),
    ("cuda second", "cuda", "second_ms"), ("cuda again", "cuda", "again_ms"),
    ("cuda reused", "cuda", "reused_ms"),
    ("cuda device", "cuda", "device_ms"),
    ("resident again", "resident", "again_ms"),
    ("resident reused", "resident", "reused_ms"),
    ("auto first", "auto", "one_shot_ms"), ("chosen", "auto", "first"),
    ("auto again", "auto", "again_ms"), ("chosen last", "auto", "last"))


def cell(here, way, name):
    row = here.get(way, {})
    value = row.get(name)
    if isinstance(value, str):
        return value
    of = f" ({row['reused']} of {row['rounds'] - 1})" \
        if value is not None and name == "reused_ms" else ""
    return number(value, 3) + of


def table(found):
    yield heading(["sample", "queries", *(name for name, _, _ in FIGURES)])
    for (program, size), here in found.items():
        yield markdown([program, f"{size:,}", *(
            cell(here, way, name) for _, way, name in FIGURES)])


def below_one(points):
    """Where a ratio is below 1, of (size, ratio) in growing sizes; between two
    sizes the logarithms are on a line."""
    if not points:
        return "not measured"
    spans = []
    start = "" if points[0][1] < 1 else None  # "": from the least on
    for (size, ratio), (larger, then) in zip(points, points[1:]):
        if (ratio < 1) == (then < 1):
            continue
        share = math.log(ratio) / (math.log(ratio) - math.log(then))
        at = float(f"{size * (larger / size) ** share:.2g}")
        if start is None:
            start = f"from {at:,.0f}"
        else:
            spans.append(f"{start} to {at:,.0f}".strip())
            start = None
    if start is not None:
        spans.append(start or f"everywhere, from {points[0][0]:,}")
    return "; ".join(spans) or f"nowhere, up to {points[-1][0]:,}"


# What is compared: a way and its time, against another.
COMPARED = (
    (("cpu", "again_ms"), ("serial", "again_ms")),
    (("cuda", "again_ms"), ("serial", "again_ms")),
    (("cuda", "again_ms"), ("cpu", "again_ms")),
    (("cuda", "second_ms"), ("cpu", "again_ms")),
    (("resident", "again_ms"), ("cpu", "again_ms")),
    (("cuda", "one_shot_ms"), ("cpu", "one_shot_ms")))
NAMES = {(way, name): title for title, way, name in FIGURES}


def figure(here, which):
    way, name = which
    return here.get(way, {}).get(name)


def break_even(found):
    yield heading(["sample", *(f"{NAMES[one]} < {NAMES[other]}"
                               for one, other in COMPARED)])
    for program in dict.fromkeys(program for program, _ in found):
        yield markdown([program, *(below_one([
            (size, figure(here, one) / figure(here, other))
            for (name, size), here in found.items() if name == program
            and figure(here, one) and figure(here, other)])
            for one, other in COMPARED)])


def gpu_losses(found):
    """Where a GPU that runs is slower than the better of CPU and serial loops,
    the worst first."""
    rows = []
    for (program, size), here in found.items():
        others = [figure(here, (way, "again_ms")) for way in ("cpu", "serial")]
        best = min(filter(None, others), default=None)
        for which in (("cuda", "second_ms"), ("cuda", "again_ms"),
                      ("resident", "again_ms")):
            own = figure(here, which)
            if own and best and own > best:
                rows.append((-own / best, [
                    program, f"{size:,}", NAMES[which], number(own, 3),
                    *(number(other, 3) for other in others),
                    number(own / best)]))
    yield heading(["sample", "queries", "way", "ms", "cpu again", "serial",
                   "ms / better"])
    for _, cells in sorted(rows):
        yield markdown(cells)


def losses(found):
    """Where auto is slower than the better target, the worst first."""
    rows, ratios = [], {"first": [], "again": []}
    for (program, size), here in found.items():
        for call, time, way in (("first", "one_shot_ms", "first"),
                                ("again", "again_ms", "last")):
            others = {target: here[target][time] for target in ("cpu", "cuda")
                      if target in here}
            if "auto" not in here or not others:
                continue
            over = here["auto"][time] / min(others.values())
            ratios[call].append(over)
            if over > 1:
                rows.append((-over, [
                    program, f"{size:,}", call, here["auto"][way],
                    number(here["auto"][time], 3),
                    *(number(others.get(target), 3)
                      for target in ("cpu", "cuda")), number(over)]))
    for call, all_of in ratios.items():
        yield (f"{call}: slower in {sum(over > 1 for over in all_of)} of "
               f"{len(all_of)}, by more than a tenth in "
               f"{sum(over > 1.1 for over in all_of)}.\n")
    yield from means("auto / better", ratios.items())
    yield ""
    yield heading(["sample", "queries", "call", "chosen", "auto", "cpu",
                   "cuda", "auto / better"])
    for _, cells in sorted(rows):
        yield markdown(cells)


def draw(found, path):
    """A panel for each program."""
    import plots  # which needs matplotlib
    ways = (("serial", "again_ms", "serial", "#000000", "-", "o"),
            ("cpu", "again_ms", "cpu again", "#E69F00", "-", "s"),
            ("cuda", "one_shot_ms", "cuda first", "#56B4E9", "--", "^"),
            ("cuda", "again_ms", "cuda again", "#0072B2", "-", "D"),
            ("resident", "again_ms", "resident again", "#D55E00", "-", "X"),
            ("cuda", "device_ms", "cuda device", "#009E73", ":", "v"))
    panels = {name: [] for name, _ in found}
    for name, drawn in panels.items():
        for target, time, label, colour, line, marker in ways:
            drawn.append(([(size, here[target][time])
                           for (program, size), here in found.items()
                           if program == name and target in here],
                          {"label": label, "color": colour,
                           "linestyle": line, "marker": marker}))
    plots.lines(path, "bench/break_even.py", panels, "queries",
                "milliseconds", xscale="log", yscale="log")


def checked(rows):
    """Whether results were compared, and with which."""
    wrong = [row for row in rows if not row.get("identical", True)]
    compared = [row["oracle"] for row in rows if "oracle" in row]
    if compared:
        yield (f"Results of {len(compared)} rows were compared by their "
               f"checksum, with those of the serial program in "
               f"{compared.count('serial')}, and of the CPU in "
               f"{compared.count('cpu')}; {len(wrong)} differ.\n")
    for row in wrong:
        yield (f"**Other results: {row['program']}, {row['size']:,}, "
               f"{row['target']}.**\n")


def page(rows, found, data, plotted):
    """The lines of break_even.md."""
    about = {name: row["input"] for name in INPUTS for row in rows
             if row["program"] == name}
    yield HEADER.format(
        data=data, commands=commands(rows), machines=machines(rows),
        auto=WAYS["auto"].most,
        inputs="\n".join(f"- {name}: {text}" for name, text in about.items()))
    yield from checked(rows)
    yield "## Break-even\n\nBetween two sizes that were measured it is " \
        "interpolated, on logarithmic scales.\n"
    yield from break_even(found)
    if plotted:
        yield "\n![milliseconds over queries](break_even.svg)"
    yield "\n## All sizes\n"
    yield from table(found)
    yield "\n## Where a GPU that runs is slower than the better of cpu and " \
        "serial\n"
    yield from gpu_losses(found)
    yield "\n## Where auto is slower than the better of cpu and cuda\n"
    yield from losses(found)
    failed = [row for row in rows if "failed" in row]
    if failed:
        yield "\n## Left out\n\nLarger sizes were not tried.\n"
        yield heading(["sample", "queries", "way", "why"])
        for row in failed:
            yield markdown([row["program"], f"{row['size']:,}", row["target"],
                            reason(row)])


def make_report(options):
    rows = read(options.data, key)
    found = measured(rows)
    if not found:
        raise Failed(f"{options.data} has no row")
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.no_plots:
        draw(found, options.folder / "break_even.svg")
    path = options.folder / "break_even.md"
    path.write_text("\n".join(page(
        rows, found, os.path.relpath(options.data, options.folder),
        not options.no_plots)).rstrip() + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} rows")
