"""The inputs and rows of bench/break_even.py, and the page and the plot that are
made of them."""
import math
import os

from measure import Failed
from reorder_report import means
from report import commands, machines
from rows import heading, markdown, number, read, reason

MOST_SERIAL = 1000000  # queries


def _picture(rays):
    """Width and height, as near to a square as they come."""
    height = max(side for side in range(1, math.isqrt(rays) + 1)
                 if rays % side == 0)
    return ("--width", rays // height, "--height", height)


# Of each program what its input is, and the options of a size.
INPUTS = {
    "point_correlation": ("uniform 3-D, about 50 neighbours", lambda size: (
        "--points", size, "--radius", f"{0.0229 * (1e6 / size) ** (1 / 3):.6g}")
    ),
    "nearest_neighbor": ("uniform 3-D, in nodes", lambda size: (
        "--points", size, "--tree", "nodes")),
    "k_nearest": ("uniform 3-D, k = 8", lambda size: ("--points", size)),
    "vantage_point": ("uniform 3-D", lambda size: ("--points", size)),
    "ball_tree": ("uniform 3-D", lambda size: ("--points", size)),
    "barnes_hut": ("plummer, theta 0.5", lambda size: ("--bodies", size)),
    "binary_search": ("uniform, whole keys", lambda size: ("--keys", size)),
    "ray_cast": ("spheres, 200,000 triangles at every size", lambda size: (
        "--triangles", 200000, *_picture(size))),
}

HEADER = """\
# Where a GPU pays

Made by bench/break_even.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Times are milliseconds of everything that replaces the loops, by the host's
clock; queries are shuffled, and points, bodies or keys as many as queries.
`first` is the first call of a process, which on a GPU starts it; `again` is the
median of the others. `device` is the median of the kernel and of what orders the
queries: what a resident tree and an order that serves again come close to.
`serial` is the loops as they were, of up to {serial:,} queries. Where the runtime
chooses (`auto`), nothing is known of earlier runs.

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


def table(found):
    yield heading(["sample", "queries", "serial", "cpu first", "cpu again",
                   "cuda first", "cuda again", "cuda device", "auto first",
                   "chosen", "auto again", "chosen last"])
    for (program, size), here in found.items():
        def cell(target, name):
            value = here.get(target, {}).get(name)
            return value if isinstance(value, str) else number(value, 3)
        yield markdown([program, f"{size:,}", *(cell(*each) for each in (
            ("serial", "again_ms"), ("cpu", "one_shot_ms"),
            ("cpu", "again_ms"), ("cuda", "one_shot_ms"),
            ("cuda", "again_ms"), ("cuda", "device_ms"),
            ("auto", "one_shot_ms"), ("auto", "first"),
            ("auto", "again_ms"), ("auto", "last")))])


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


def break_even(found):
    yield heading(["sample", "cuda again < cpu again",
                   "cuda first < cpu first"])
    for program in dict.fromkeys(program for program, _ in found):
        yield markdown([program, *(below_one([
            (size, here["cuda"][time] / here["cpu"][time])
            for (name, size), here in found.items()
            if name == program and "cuda" in here and "cpu" in here])
            for time in ("again_ms", "one_shot_ms"))])


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


def page(rows, found, data, plotted):
    """The lines of break_even.md."""
    about = {name: row["input"] for name in INPUTS for row in rows
             if row["program"] == name}
    yield HEADER.format(
        data=data, commands=commands(rows), machines=machines(rows),
        serial=MOST_SERIAL,
        inputs="\n".join(f"- {name}: {text}" for name, text in about.items()))
    yield "## Break-even\n\nBetween two sizes that were measured it is " \
        "interpolated, on logarithmic scales.\n"
    yield from break_even(found)
    if plotted:
        yield "\n![milliseconds over queries](break_even.svg)"
    yield "\n## All sizes\n"
    yield from table(found)
    yield "\n## Where auto is slower than the better of cpu and cuda\n"
    yield from losses(found)
    failed = [row for row in rows if "failed" in row]
    if failed:
        yield "\n## Left out\n\nLarger sizes were not tried.\n"
        yield heading(["sample", "queries", "target", "why"])
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
