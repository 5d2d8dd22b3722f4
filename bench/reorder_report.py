"""The rows of bench/reorder.py, and the page and the plot that are made of
them.
"""
import os
import re
import statistics
from operator import itemgetter

import inputs
import programs
from measure import Failed
from report import commands, machines
from rows import heading, markdown, number, read, reason

# Of queries, as asked for.
ORDERS = ("none", "inspect", "curve", "handover", "history", "hybrid")
SWEPT = ("inspect", "handover", "history")  # by the top of the tree: levels
LINES = dict(zip(SWEPT, ("-", "--", ":")))  # in the plot
MANY = 1000000  # queries, which fill a GPU
LEARNS = 6  # rounds, of which the first four try nothing
KEY = ("program", "input", "order", "target", "mode", "engine", "reorder")
key = itemgetter(*KEY)

HEADER = """\
# Queries in another order

Made by bench/reorder.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Times are milliseconds: medians over the calls, the first left out, and of
several calls in a round (the trees of a forest) the sum. `reorder` finds and
sorts the queries' keys, `kernel` runs them; transfers and linearising, which
stay the same, are left out. A sum is the median of sums, not a sum of medians.
{notes}"""
NOTES = {  # on orders, where they were measured
    "handover": """\
Of `handover` the visits in the top of the tree are in `reorder`, the others in
`kernel`.
""",
    "hybrid": """\
Of `hybrid` the host puts queries in order; copies of keys and order, as far as
nothing overlaps them, are in `reorder`.
""",
}
DEPTHS = """\
By the number of levels of the tree's top that queries are sorted by, if it were
balanced and binary ({orders}): what a deeper top
costs, and what it saves.
"""
AUTO = """\
Neither engine nor order is asked for, nor is there a tuning file. The `rule`
chooses the first call, whose time has in it what only first calls do, the
median over so many starts of the program; `first / rule` compares it with the
baseline's first call, of as many starts. `warm` is
the same way (engine and order) asked for, without the first call. `learned` is
the median of the last third of the calls: `reused` is an order that serves
again, `trial` says that it was still trying. Nothing is learned in fewer than
{learns} rounds (Barnes-Hut, whose rounds are time steps: bench/time_steps.py).
`trials` is in how many rounds another way was tried, and what these took beside
as many in the learned way. `best` is the best of all ways in the table above.
The baseline is autoropes on records as written, queries as they come. Of
several calls in a round the rule's time is the first round's, which may have
trials in it.
"""


def plain_order(asked):
    """Without the number of levels."""
    return asked.partition(":")[0]


def ratio(over, under):
    return over / under if over and under else None


def milliseconds(row):
    """The sum, and what it is made of where queries were sorted."""
    if not row:
        return ""
    parts = [number(row[name], 3) for name in ("reorder_ms", "kernel_ms",
                                               "sum_ms")]
    return parts[2] if row["done"] == "none" else \
        f"{parts[0]} + {parts[1]} = {parts[2]}"


def trials(row):
    """How many there were, and what they cost; nothing where it is not known."""
    if not row.get("trials"):
        return str(row.get("trials", ""))
    return f"{row['trials']}: {number(row['trials_cost_ms'], 3)} ms"


def means(title, groups):
    """A table of ratios: (group, ratios)."""
    yield heading([title, "rows", "geometric mean", "least", "most"])
    for name, ratios in groups:
        ratios = [each for each in ratios if each]
        if ratios:
            yield markdown([name, str(len(ratios)), number(
                statistics.geometric_mean(ratios)), number(min(ratios)),
                            number(max(ratios))])


def kind(order):
    return order if order in ("shuffled", inputs.AS_GENERATED) else "in order"


class Report:
    """The tables of one target."""

    def __init__(self, rows):
        self.rows = rows
        asked = {"none", *(row["reorder"] for row in rows)}
        self.orders = [order for order in ORDERS if order in asked]
        self.found = {}  # input and traversal: engine and order: row
        self.swept = {}  # input and traversal: engine and order: levels: row
        for row in rows:
            if "kernel_ms" not in row:
                continue
            place = (row["program"], row["input"], row["order"],
                     row["traversal"])
            way = (row["mode"], row["engine"], plain_order(row["reorder"]))
            if "levels" in row:
                self.swept.setdefault(place, {}).setdefault(way, {})[
                    row["levels"]] = row
            else:
                self.found.setdefault(place, {})[way] = row

    def engines(self):
        """Each engine with and without."""
        yield heading(["sample", "input", "order", "traversal", "mode",
                       "engine", *self.orders, "best", "none / best"])
        groups = {}
        for place, measured in self.found.items():
            for mode, engine in dict.fromkeys(each[:2] for each in measured):
                here = [measured.get((mode, engine, order))
                        for order in self.orders]
                if mode in ("baseline", "auto") or not any(here):
                    continue
                best = min(row["sum_ms"] for row in here if row)
                gain = here[0] and any(here[1:]) and ratio(here[0]["sum_ms"],
                                                           best)
                groups.setdefault((mode, kind(place[2])), []).append(gain)
                if max(row["queries"] for row in here if row) >= MANY:
                    groups.setdefault((mode, f"{kind(place[2])}, {MANY:,} "
                                       "queries and more"), []).append(gain)
                yield markdown([*place, mode, engine, *map(milliseconds, here),
                                number(best, 3), number(gain or None)])
        yield ""
        yield from means("none / best", [
            (f"{mode}, {order}", groups[mode, order])
            for mode, order in sorted(groups, reverse=True)])

    def auto(self):
        """What the runtime chose and learned, and the best that was there."""
        yield heading(["sample", "input", "order", "traversal", "rule",
                       "rule ms", "warm ms", "learned", "learned ms",
                       "trials", "best",
                       "best ms", "learned / best", "first / rule",
                       "baseline / rule", "baseline / warm",
                       "baseline / learned"])
        ratios = []
        for place, measured in self.found.items():
            row = measured.get(("auto",) * 3)
            if not row:
                continue
            rule = row["rule"]
            asked = {(engine, order): each for (mode, engine, order), each
                     in measured.items() if mode not in ("baseline", "auto")}
            order = rule["done"].split(":")[0]
            warm = asked.get((rule["variant"], order if order in ORDERS
                              else "none"), {}).get("sum_ms")
            best = min(asked, key=lambda way: asked[way]["sum_ms"],
                       default=None)
            least = best and asked[best]["sum_ms"]
            baseline = measured.get(("baseline", programs.BASELINE, "none"),
                                    {})
            base = baseline.get("sum_ms")
            first = row.get("first_ms", rule["sum_ms"])
            learned = row if row["rounds"] >= LEARNS else {}
            over = ratio(learned.get("sum_ms"), least)
            gains = [ratio(baseline.get("first_ms"), first), *(
                ratio(base, each)
                for each in (first, warm, learned.get("sum_ms")))]
            ratios.append((place[0], dict(zip(
                ("learned / best", "first / rule", "baseline / rule",
                 "baseline / warm", "baseline / learned"), (over, *gains)))))
            chosen = f" ({row['chosen']})" * ("trial" in row["chosen"])
            told = f"{row['variant']}, {row['done']}{chosen}"
            yield markdown([
                *place, f"{rule['variant']}, {rule['done']}",
                number(first, 3), number(warm, 3),
                told * bool(learned), number(learned.get("sum_ms"), 3),
                trials(learned), ", ".join(best or ()),
                number(least, 3), f"{100 * over:.0f} %" if over else "",
                *map(number, gains)])
        yield ""
        yield from means("ratio", [
            (f"{name}, {title}", [each[name] for program, each in ratios
                                  if re.match(pattern, program)])
            for name in (ratios[0][1] if ratios else ())
            for title, pattern in (
                ("all", ""), ("point correlation", "point_correlation"),
                ("point correlation, 3-D", "point_correlation$"),
                ("Barnes-Hut", "barnes_hut"))])

    def depths(self):
        """Orders that look at the tree's top, by how many levels it has."""
        levels = sorted({number for ways in self.swept.values()
                         for rows in ways.values() for number in rows})
        yield heading(["sample", "input", "order", "traversal", "engine",
                       "none", "asked", *map(str, levels),
                       "the runtime's choice", "best"])
        for place, ways in self.swept.items():
            for way, rows in ways.items():
                here = self.found.get(place, {})
                own = here.get(way)
                best = min([*rows.values(), *filter(None, [own])],
                           key=lambda row: row["sum_ms"])
                yield markdown([
                    *place, way[1],
                    milliseconds(here.get((*way[:2], "none"))), way[2],
                    *(milliseconds(rows.get(number)) for number in levels),
                    own and f"{milliseconds(own)} ({own['done']})" or "",
                    f"{number(best['sum_ms'], 3)} ({best['done']})"])

    def draw_depths(self, path):
        """A panel for each input, a line for each engine and order."""
        import plots  # which needs matplotlib
        panels = {}
        for (program, name, order, traversal), ways in self.swept.items():
            drawn = panels.setdefault(
                f"{program}: {traversal}, {order}\n{name}", [])
            for (_, engine, asked), rows in ways.items():
                points = [(number, rows[number]["sum_ms"])
                          for number in sorted(rows)]
                drawn.append((points, {
                    "label": f"{engine}, {asked}", **plots.marked(engine),
                    "linestyle": LINES[asked]}))
        plots.lines(path, "bench/reorder.py", panels, "levels of the top",
                    "milliseconds", yscale="log")

    def left_out(self, what):
        """What was refused, differs or failed, whatever the input."""
        told = {}
        for row in self.rows:
            if what in row:
                why = reason(row) if what == "failed" else row[what]
                asked = plain_order(row["reorder"]) if what == "refused" \
                    else row["reorder"]
                told.setdefault((row["program"], row["traversal"] or "", asked,
                                 why), []).append(row["engine"])
        yield heading(["sample", "traversal", "asked", "why", "engines"])
        for start, engines in told.items():
            yield markdown([*start, ", ".join(dict.fromkeys(engines))])


def page(rows, data, plotted):
    """The lines of reorder.md; one target has a plot, or none."""
    asked = {plain_order(row["reorder"]) for row in rows}
    yield HEADER.format(
        data=data, commands=commands(rows), machines=machines(rows),
        notes="".join(note for order, note in NOTES.items()
                      if order in asked))
    wrong = [row for row in rows if not row.get("identical", True)]
    for row in wrong:
        row["differs"] = "not what the baseline has"
    if wrong:
        yield f"**{len(wrong)} of {len(rows)} rows have other results.**\n"
    targets = list(dict.fromkeys(row["target"] for row in rows))
    for target in targets:
        on = f" on {target}" if len(targets) > 1 else ""
        report = Report([row for row in rows if row["target"] == target])
        yield f"## Each engine with and without{on}\n"
        yield from report.engines()
        yield f"\n## auto{on}\n\n{AUTO.format(learns=LEARNS)}"
        yield from report.auto()
        if report.swept:
            told = DEPTHS.format(orders=", ".join(
                f"`{order}:N`" for order in SWEPT))
            yield f"\n## Levels of the top{on}\n\n{told}"
            if target == plotted:
                yield "![milliseconds over levels](reorder_levels.svg)\n"
            yield from report.depths()
        for what, title in (("refused", "Cannot be reordered"),
                            ("differs", "Other results"),
                            ("failed", "Not measured")):
            if any(what in row for row in report.rows):
                yield f"\n## {title}{on}\n"
                yield from report.left_out(what)
        yield ""


def draw(rows, folder):
    """Makes the plot of rows with levels: of one target, a GPU, where there is
    one. Returns which."""
    targets = sorted({row["target"] for row in rows if "levels" in row
                      and "kernel_ms" in row}, reverse=True)
    for target in targets[:1]:
        Report([row for row in rows if row["target"] == target]).draw_depths(
            folder / "reorder_levels.svg")
    return targets[0] if targets else None


def make_report(options):
    rows = read(options.data, key)
    if not rows:
        raise Failed(f"{options.data} has no row")
    places = {}  # inputs as they come first, each once
    for row in rows:
        places.setdefault((row["program"], row["input"], row["order"]),
                          len(places))
    rows.sort(key=lambda row: places[row["program"], row["input"],
                                     row["order"]])
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / "reorder.md"
    text = "\n".join(page(
        rows, os.path.relpath(options.data, options.folder),
        None if options.no_plots else draw(rows, options.folder)))
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} rows")
