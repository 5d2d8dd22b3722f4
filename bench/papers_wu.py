"""Wu 2019: the engines of the thesis, on unsorted and on sorted queries."""
from papers import SORTED, UNSORTED, Paper, cell, faster, missing
from reorder_report import means, ratio
from rows import heading, markdown, number

ENGINES = {"REC": "recursion", "DR": "autoropes", "GDR": "greedy_ropes",
           "SR": "static_ropes", "DR-L": "lockstep",
           "SR-L": "static_lockstep"}
ABOUT = """\
{engines}.
Each is on unsorted queries and on those sorted by hand, as speed-up over DR on
unsorted ones, whose time is named. SR and SR-L are legal for few traversals
([variants](../variants.md)).
"""


class Wu(Paper):
    title = "Wu 2019: Figures 4.8 to 4.10, the GPU's part"
    picture = "papers_wu.svg"
    xlabel = "times as fast as DR (autoropes) on unsorted queries"
    panels = (UNSORTED, SORTED)

    def __init__(self, measured):
        super().__init__(measured)
        self.base = {}
        for place in measured.places:
            base = measured.time(place, UNSORTED, "autoropes")
            if not base:
                continue
            self.base[place] = base
            for order in self.panels:
                for engine in ENGINES.values():
                    self.add(place, order, engine, ratio(
                        base, measured.time(place, order, engine)))

    def table(self):
        yield heading(["sample", "input", "traversal", "DR unsorted, ms",
                       "queries", *ENGINES])
        for place, base in self.base.items():
            for order in self.panels:
                yield markdown([*place, number(base, 3), order, *(
                    cell(self.ratio(place, order, engine))
                    for engine in ENGINES.values())])
        absent = list(missing(
            ENGINES, [(*place, order) for place in self.base
                      for order in self.panels],
            lambda at, name: self.ratio(at[:3], at[3], ENGINES[name])))
        if absent:
            yield "\nMissing, unsorted and sorted together:\n"
            yield from absent

    def verdict(self):
        for better, other in (("SR", "DR"), ("GDR", "DR"), ("DR-L", "DR"),
                              ("SR-L", "SR")):
            told = []
            for order in self.panels:
                won, known = faster([
                    [self.measured.time(place, order, ENGINES[name])
                     for name in (better, other)] for place in self.base])
                if known:
                    told.append(f"{order} {won} of {known}")
            if told:
                yield f"| {better} | {other} | {', '.join(told)} |"

    def lines(self, with_plot):
        yield ABOUT.format(engines=", ".join(
            f"{name}: `{engine}`" for name, engine in ENGINES.items()))
        yield from self.table()
        yield ""
        yield from means("speed-up over DR unsorted", [
            (f"{name}, {order}", self.of(order, engine))
            for name, engine in ENGINES.items() for order in self.panels])
        yield ""
        yield heading(["engine", "against", "faster, on the same queries, for"])
        yield from self.verdict()
        yield from self.shown(with_plot)
