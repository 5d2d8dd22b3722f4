"""The page and the plots that are made of the rows of bench/depth_model.py:
what is predicted from a few depths and what is measured, and what ncu counts by
depth.
"""
import os
import statistics

import depth_fit
import depth_profile
from measure import Failed
from reorder_report import key, milliseconds
from report import commands, machines
from rows import heading, markdown, number, read, reason

CREATOR = "bench/depth_model.py"
DEFAULT = 12  # levels, where only the order is asked for (core/hand_over.h)
LOCKSTEP = "#E69F00"
PLACE = ("sample", "input", "order", "traversal", "engine")

HEADER = """\
# The depth to reorder at

Made by bench/depth_model.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Zhang 2016 chooses the depth at which queries are reordered by a model of the
time that is fitted to measurements at a few depths (Figure 5 there), and says
what the depth does to idle threads, memory transactions and branches (Figure 6).
These are the same two questions, of this GPU. `handover:N` visits a top of N
levels, sorts, and goes on below. Times are milliseconds, medians over the calls,
the first left out: `reorder` has the visits in the top and the sort, `kernel` the
visits below.

## The model

{model}
The fitted depths are {fitted}; the others are only compared with.
"""
CHOICES = """\
The predicted depth is that of the measured ones with the least T(d); its time
is the measured one, and the gap is what it takes more than the best measured
depth. Without a model: `best fitted` is the fastest of the fitted depths, which
costs as many measurements; `search` begins at {default} levels, the runtime's own
choice, and goes to the next depth as long as that is faster (in brackets, where
it ends, and how many depths it measures); `{default} levels` measures nothing.
`none` is the engine on queries as they come.
"""
ALL = """\
At a depth marked * the top is all of the tree but its last level or two: there
is next to nothing to reorder, so it is neither fitted nor a choice.
"""
METRICS = """\
Counted by `ncu` over one call. `top` are the visits before the sort, `rest` those
after it, `both` is all of them; at depth 0 queries run from the root as they
come. Idle lanes are those of 32 that do not take part in an instruction of their
warp; sectors are the 32-byte pieces that a global load asks of the L1 cache for
its warp; divergent branches are the share of branch targets at which the lanes
of a warp come apart.
"""


class Swept:
    """The times of one engine on one input, by depth."""

    def __init__(self, place, rows, fitted):
        self.place = place
        self.none = next((row["sum_ms"] for row in rows
                          if "levels" not in row), None)
        self.rows = {row["levels"]: row for row in
                     sorted((row for row in rows if "levels" in row),
                            key=lambda row: row["levels"])}
        # Depths at which there is something to reorder.
        self.times = {depth: row["sum_ms"] for depth, row in self.rows.items()
                      if not self.is_all(depth)}
        self.fitted = [depth for depth in fitted if depth in self.times]
        self.model = None
        if len(self.fitted) > depth_fit.PARAMETERS:
            self.model = depth_fit.fit([
                (depth, *(self.rows[depth][name]
                          for name in ("reorder_ms", "kernel_ms")))
                for depth in self.fitted])
            self.predicted = dict(zip(self.times,
                                      self.model.sums(list(self.times))))

    def is_all(self, depth):
        """Whether the subtrees below the top have up to two nodes."""
        row = self.rows[depth]
        bits = (row.get("nodes", 1 << 32) - 1).bit_length()
        return bits - int(row["done"].partition(":")[2] or 0) <= 1

    @property
    def best(self):
        return min(self.times, key=self.times.get)

    @property
    def choice(self):
        return min(self.predicted, key=self.predicted.get)

    @property
    def best_fitted(self):
        return min(self.fitted, key=self.times.get)

    def search(self):
        """The depth that going downhill ends at, and how many it measures."""
        depths = list(self.times)
        at = min(range(len(depths)), key=lambda i: abs(depths[i] - DEFAULT))
        seen = {at}
        while True:
            near = [i for i in (at - 1, at + 1) if 0 <= i < len(depths)]
            seen.update(near)
            least = min([at, *near], key=lambda i: self.times[depths[i]])
            if least == at:
                return depths[at], len(seen)
            at = least

    def ratio(self, depth):
        """What a depth takes, over what the best takes."""
        return self.times[depth] / self.times[self.best] \
            if depth in self.times else None

    def error(self, fitted):
        """The mean error of the model, of fitted depths or the others."""
        errors = [abs(self.predicted[depth] / time - 1)
                  for depth, time in self.times.items()
                  if (depth in self.fitted) == fitted]
        return percent(statistics.mean(errors)) if errors else ""


def percent(part):
    return "" if part is None else f"{100 * part:.1f} %"


def gap(ratio):
    return percent(ratio and ratio - 1)


def choices(swept):
    """Figure 5: the depth that is predicted, and those found otherwise."""
    yield heading([*PLACE, "none", "predicted depth", "its time", "best depth",
                   "its time", "gap", "best fitted: gap", "search: gap",
                   f"{DEFAULT} levels: gap"])
    groups = {name: [] for name in ("predicted", "best fitted", "search",
                                    f"{DEFAULT} levels")}
    for each in swept:
        found, count = each.search()
        ratios = [each.ratio(depth) for depth in (
            each.choice, each.best_fitted, found, DEFAULT)]
        for group, ratio in zip(groups.values(), ratios):
            group.append(ratio)
        gaps = [gap(ratio) for ratio in ratios]
        yield markdown([
            *each.place, number(each.none, 3), str(each.choice),
            number(each.times[each.choice], 3), str(each.best),
            number(each.times[each.best], 3), gaps[0],
            f"{gaps[1]} ({each.best_fitted})", f"{gaps[2]} ({found}; {count})",
            gaps[3]])
    yield ""
    yield heading(["depth", "rows", "gap, geometric mean", "most"])
    for name, ratios in groups.items():
        ratios = [ratio for ratio in ratios if ratio]
        if ratios:
            yield markdown([name, str(len(ratios)),
                            gap(statistics.geometric_mean(ratios)),
                            gap(max(ratios))])


def parameters(swept):
    yield heading([*PLACE, "r", "b", "g", "o", "l", "m",
                   "error, fitted depths", "error, others"])
    for each in swept:
        yield markdown([
            *each.place, *(number(value, 3) for value in
                           (*each.model.before, *each.model.after)),
            each.error(True), each.error(False)])


def depths(swept):
    """What is measured, and below it what the model says."""
    every = sorted({depth for each in swept for depth in each.rows})
    yield heading([*PLACE, "times", *map(str, every)])
    for each in swept:
        cells = []
        for depth in every:
            row = each.rows.get(depth)
            star = " *" * bool(row and each.is_all(depth))
            cells.append(milliseconds(row) + star)
        yield markdown([*each.place, "measured", *cells])
        if not each.model:
            continue
        said = dict(zip(each.times, each.model.times(list(each.times))))
        yield markdown([*each.place, "model", *(
            "{} + {} = {}".format(*(number(ms, 3) for ms in (
                *said[depth], sum(said[depth])))) if depth in said else ""
            for depth in every)])


def place(row):
    return (row["program"], row["input"], row["order"], row["traversal"],
            row["engine"])


def counted(rows):
    """Figure 6: the metrics of each part by depth."""
    yield heading([*PLACE, "depth", "part", *depth_profile.METRICS,
                   "warp instructions"])
    places = list(dict.fromkeys(map(place, rows)))
    for row in sorted(rows, key=lambda row: (
            places.index(place(row)), row.get("levels", 0))):
        for part, sums in depth_profile.with_both(row["phases"]).items():
            found = depth_profile.metrics(sums)
            yield markdown([*place(row), str(row.get("levels", 0)), part,
                            *map(number, found.values()),
                            f"{sums['instructions']:,}"])


def _drawn(engine):
    """As elsewhere, but for the colour, which both engines have in common."""
    import plots  # which needs matplotlib
    return {**plots.marked(engine),
            **({"color": LOCKSTEP} if "lockstep" in engine else {})}


def draw_times(swept, path):
    """A panel for each input: points are measured, lines the model's."""
    import plots
    panels = {}
    for each in swept:
        program, name, order, traversal, engine = each.place
        drawn = panels.setdefault(
            f"{program}: {traversal}, {order}\n{name}", [])
        style = _drawn(engine)
        drawn.append((list(each.times.items()), {
            "label": f"{engine}, measured", **style, "linestyle": "none"}))
        drawn.append((list(each.predicted.items()), {
            "label": f"{engine}, model", **style, "marker": ""}))
    plots.lines(path, CREATOR, panels, "levels of the top", "milliseconds",
                yscale="log")


def _curves(of_input, name):
    """The lines of one metric: of both parts, of the rest, and once of the top,
    whose kernel is the same whatever the engine."""
    lines = {}
    for row in of_input:
        for part, sums in depth_profile.with_both(row["phases"]).items():
            value = depth_profile.metrics(sums)[name]
            labels = [part] if part != depth_profile.REST or "levels" in row \
                else [part, depth_profile.BOTH]
            for label in labels:
                lines.setdefault((row["engine"], label), []).append(
                    (row.get("levels", 0), value))
    shown = {depth_profile.REST: "-", depth_profile.BOTH: "--",
             depth_profile.TOP: ":"}
    tops = [way for way in lines if way[1] == depth_profile.TOP]
    for (engine, part), points in lines.items():
        if (engine, part) not in tops[1:]:
            is_top = part == depth_profile.TOP
            yield sorted(points), {
                "label": part if is_top else f"{engine}, {part}",
                **_drawn("" if is_top else engine),
                "linestyle": shown[part]}


def draw_metrics(rows, path):
    """A row of panels for each input, a panel for each metric."""
    import plots
    inputs = {}
    for row in rows:
        inputs.setdefault(place(row)[:2], []).append(row)
    panels = {}
    for (program, title), of_input in inputs.items():
        for name in depth_profile.METRICS:
            where = title.replace(", ", "\n", 1)
            panels[f"{program}: {where}\n{name}"] = list(
                _curves(of_input, name))
    plots.lines(path, CREATOR, panels, "levels of the top", "")


def page(rows, swept, profiled, options):
    """The lines of depth_model.md."""
    fitted = [each for each in swept if each.model]
    show = not options.no_plots
    yield HEADER.format(
        data=os.path.relpath(options.data, options.folder),
        commands=commands(rows), machines=machines(rows),
        model=depth_fit.ABOUT,
        fitted=", ".join(map(str, options.fit)))
    wrong = sum(not row.get("identical", True) for row in rows)
    if wrong:
        yield f"**Left out: {wrong} rows with other results.**\n"
    if fitted:
        yield "## Predicted and best depths\n"
        yield CHOICES.format(default=DEFAULT)
        if show:
            yield "![milliseconds over levels](depth_model.svg)\n"
        yield from choices(fitted)
        yield "\n## What is fitted\n"
        yield from parameters(fitted)
        yield ""
    if swept:
        yield "## Time by depth\n"
        if any(each.is_all(depth) for each in swept for depth in each.rows):
            yield ALL
        yield from depths(swept)
        yield ""
    if profiled:
        yield f"## What is counted by depth\n\n{METRICS}"
        if show:
            yield "![counters over levels](depth_metrics.svg)\n"
        yield from counted(profiled)
        yield ""
    failed = [row for row in rows if "failed" in row or "refused" in row]
    if failed:
        yield "## Not measured\n"
        yield heading(["sample", "input", "order", "engine", "asked", "why"])
        for row in failed:
            yield markdown([row["program"], row["input"], row["order"],
                            row["engine"], row["reorder"], reason(row)
                            if "failed" in row else row["refused"]])


def make_report(options):
    if len(options.fit) <= depth_fit.PARAMETERS:
        raise Failed("--fit: a model of so many parameters needs more than "
                     f"{depth_fit.PARAMETERS} depths")
    rows = read(options.data, key)
    if not rows:
        raise Failed(f"{options.data} has no row")
    groups = {}
    for row in rows:
        if "kernel_ms" in row and row["identical"] \
                and row["mode"] != "baseline" and (
                    row["reorder"] == "none"
                    or row["reorder"].startswith("handover:")):
            groups.setdefault(place(row), []).append(row)
    swept = [Swept(*group, options.fit) for group in groups.items()]
    swept = [each for each in swept if each.times]
    profiled = [row for row in rows if "phases" in row]
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.no_plots:
        fitted = [each for each in swept if each.model]
        if fitted:
            draw_times(fitted, options.folder / "depth_model.svg")
        if profiled:
            draw_metrics(profiled, options.folder / "depth_metrics.svg")
    path = options.folder / "depth_model.md"
    path.write_text("\n".join(page(rows, swept, profiled, options)).rstrip()
                    + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} rows")
