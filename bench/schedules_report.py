"""The names of the orders that bench/schedules.py compares, and the page that
is made of its rows.
"""
import os

import inputs
from measure import Failed
from reorder_report import key, kind, means, ratio
from report import commands, machines
from rows import heading, markdown, number, read, reason

AS_THEY_COME, BY_HAND = "as they come", "sorted by hand"
ASKED = ("inspect", "curve", "history")  # of the runtime
SCHEDULES = (AS_THEY_COME, *ASKED, BY_HAND)
MEASURES = {  # what the page calls them, and what they are of a row
    "difference a query": lambda row: (row["neighbour_difference"] /
                                       row["queries"]),
    "nodes a warp": lambda row: row["warp_nodes"] / row["warps"],
}

HEADER = """\
# How alike neighbouring queries are

Made by bench/schedules.py, not by hand, of the rows in
[{data}]({data}); each has the command that made it.

{commands}

{machines}

Visits are counted, by autoropes on CPUs in one round of the loops; nothing is
timed. V(q) is the set of nodes that query q visits. `difference a query` is
what Liu 2016 wants a schedule to make small: the nodes that only one of two
neighbours visits, in V(q) or V(q + 1) and not in both, summed over all
neighbours, and here divided by the number of queries. `nodes a warp` is how
many nodes the sets of 32 queries in a row have together: the least steps in
which a warp in lockstep can take them through the tree. It is 32 times the
visits of a query where they share nothing, and no more than those where all go
the same way. Of several calls in a round (the trees of a forest) these are
means over all.

*As they come*, queries are shuffled where the sample can shuffle them.
`inspect`, `curve` and `history` are orders that the runtime finds; `inspect is`
says how many levels of the tree's top it chose. *Sorted by hand* is the
sample's own sorting: leaves of a tree, rows of a picture, or numbers. Queries
that always come in *one order* are not sorted by hand beside it. No order
changes what a query visits; if rows differ there, the least and the most are
told.
"""
LEVELS = """\
By the number of levels of the tree's top that `inspect:N` sorts queries by, if
it were balanced and binary.
"""
NOT_RUN, ONE_ORDER = "not run", "one order"


def order_of(program, traversal):
    """Which of a sample's orders a traversal's queries have as they come."""
    known = inputs.PROGRAMS[program]
    return known.ordered.get(traversal, known.orders[0])


def is_sorted_by_hand(program, traversal):
    """Whether the sample has another order for a traversal's queries."""
    known = inputs.PROGRAMS[program]
    return len(known.orders) > 1 and traversal not in known.ordered


def schedule(program, order, reorder, traversal):
    """The name of what a traversal's queries are in, when a sample has them in
    an order and the runtime is asked for another; None where that is compared
    with nothing."""
    if order == order_of(program, traversal):
        return AS_THEY_COME if reorder == "none" else reorder
    by_hand = reorder == "none" and is_sorted_by_hand(program, traversal)
    return BY_HAND if by_hand else None


def visits_a_query(row):
    return row["visits"] / row["queries"]


def why_not(row):
    """In a word, and in full, why a row has no figures; nothing if it has."""
    if not row:
        return NOT_RUN, NOT_RUN
    if "failed" in row:
        return "failed", reason(row)
    if "refused" in row:
        return "refused", row["refused"]
    if not row["identical"]:
        return "other results", "other results than those of what ran first"
    return None


class Report:
    def __init__(self, rows):
        self.found = {}  # sample, input and traversal: schedule: row
        self.lost = []  # what failed, and no traversal is known that it is of
        for row in sorted(rows, key=lambda row: row["traversal"] is None):
            traversals = [row["traversal"]] if row["traversal"] else [
                place[2] for place in self.found
                if place[:2] == (row["program"], row["input"])]
            if not any([self._add(row, name) for name in traversals]):
                self.lost.append(row)
        asked = {row["reorder"] for row in rows}
        self.unasked = [name for name in ASKED if name not in asked]
        self.schedules = [name for name in SCHEDULES
                          if name not in self.unasked]
        levels = sorted({row["levels"] for row in rows if "levels" in row})
        self.levels = [AS_THEY_COME, *(f"inspect:{each}" for each in levels),
                       "inspect"]
        self.swept = [place for place, here in self.found.items()
                      if not here.keys().isdisjoint(self.levels[1:-1])]

    def _add(self, row, traversal):
        """Whether the row is of one of its schedules."""
        name = schedule(row["program"], row["order"], row["reorder"],
                        traversal)
        if name:
            self.found.setdefault((row["program"], row["input"], traversal),
                                  {}).setdefault(name, row)
        return bool(name)

    def row(self, place, name):
        """Where it has figures."""
        row = self.found[place].get(name)
        return None if why_not(row) else row

    def _cell(self, place, name, measure):
        """A figure, or in a word why there is none."""
        row = self.found[place].get(name)
        if not row and name == BY_HAND and not is_sorted_by_hand(
                place[0], place[2]):
            return ONE_ORDER
        return why_not(row)[0] if why_not(row) else number(measure(row))

    def _chosen(self, place):
        """How many levels the runtime inspects."""
        row = self.row(place, "inspect")
        return row["done"] if row else ""

    def _visits(self, place):
        """The least and the most of all schedules, where they differ."""
        rows = [self.row(place, name) for name in self.found[place]]
        told = sorted({visits_a_query(row) for row in rows if row})
        return " to ".join(dict.fromkeys(number(visits, 1) for visits in (
            *told[:1], *told[-1:])))

    def table(self, places, names):
        yield heading(["sample", "input", "traversal", "visits a query",
                       "inspect is", *(f"{measure}: {name}"
                                       for measure in MEASURES
                                       for name in names)])
        for place in places:
            yield markdown([*place, self._visits(place), self._chosen(place), *(
                self._cell(place, name, measure)
                for measure in MEASURES.values() for name in names)])

    def means(self):
        """Over inputs, how much less each measure is than as queries come."""
        groups = {}
        for title, measure in MEASURES.items():
            for name in self.schedules[1:]:
                for place in self.found:
                    over, under = (self.row(place, each) for each in (
                        AS_THEY_COME, name))
                    order = kind(order_of(place[0], place[2]))
                    groups.setdefault(f"{title}, {name}, {order}", []).append(
                        over and under and ratio(measure(over), measure(under)))
        yield from means("as they come / schedule", groups.items())

    def not_counted(self):
        """(sample, input, traversal, schedule, why) of all that is missing."""
        for row in self.lost:
            yield (row["program"], row["input"], "",
                   f"{row['order']}, {row['reorder']}", reason(row))
        for name in self.unasked:
            yield "", "", "", name, NOT_RUN
        for place, here in self.found.items():
            names = dict.fromkeys(
                self.schedules if is_sorted_by_hand(place[0], place[2])
                else self.schedules[:-1])
            if place in self.swept:
                names.update(dict.fromkeys(self.levels))
            for name in names:
                if why_not(here.get(name)):
                    yield *place, name, why_not(here.get(name))[1]
            if self.swept and place not in self.swept and \
                    self.row(place, "inspect"):
                yield *place, "inspect:N", NOT_RUN


def without_rows(rows):
    """The inputs of which there is nothing, by what their names say beside
    sizes, which --scale changes."""
    for case in inputs.CASES:
        start = case.title.partition("{")[0]
        if not any(row["program"] == case.program
                   and row["input"].startswith(start) for row in rows):
            yield case.program, case.name, "", "", NOT_RUN


def page(rows, data):
    """The lines of schedules.md."""
    yield HEADER.format(data=data, commands=commands(rows),
                        machines=machines(rows))
    wrong = sum(not row.get("identical", True) for row in rows)
    if wrong:
        yield f"**{wrong} of {len(rows)} rows have other results.**\n"
    report = Report(rows)
    yield "## Each schedule\n"
    yield from report.table(report.found, report.schedules)
    yield "\n## As they come / schedule\n"
    yield from report.means()
    if report.swept:
        yield f"\n## Levels of the top\n\n{LEVELS}"
        yield from report.table(report.swept, report.levels)
    missing = [*report.not_counted(), *without_rows(rows)]
    if missing:
        yield "\n## Not counted\n"
        yield heading(["sample", "input", "traversal", "schedule", "why"])
        yield from map(markdown, missing)


def make_report(options):
    rows = read(options.data, key)
    if not rows:
        raise Failed(f"{options.data} has no row")
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / "schedules.md"
    text = "\n".join(page(rows, os.path.relpath(options.data,
                                                options.folder)))
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} rows")
