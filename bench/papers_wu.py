"""Wu 2019: the engines of the thesis, on unsorted and on sorted queries, on the
GPU; what is the same on the CPU is here, too (bench/papers_wu_cpu.py).
"""
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
    """On the GPU. On another target the engines are others, a place has more
    columns, and there may be speed-ups of other kinds beside the engines'."""
    title = "Wu 2019: Figures 4.8 to 4.10, the GPU's part"
    picture = "papers_wu.svg"
    xlabel = "times as fast as DR (autoropes) on unsorted queries"
    panels = (UNSORTED, SORTED)
    speedups = "speed-up over DR unsorted"
    columns = ("sample", "input", "traversal")
    together = "unsorted and sorted"
    engines = ENGINES
    beside = ()
    compared = (("SR", "DR"), ("GDR", "DR"), ("DR-L", "DR"), ("SR-L", "SR"))

    def __init__(self, measured, places):
        super().__init__(measured)
        self.names = {**self.engines, **{name: name for name in self.beside}}
        self.base = {}
        for place in places:
            base = measured.time(place, UNSORTED, "autoropes")
            if not base:
                continue
            self.base[place] = base
            for order in self.panels:
                for engine in self.engines.values():
                    self.add(place, order, engine, ratio(
                        base, measured.time(place, order, engine)))

    def table(self):
        yield heading([*self.columns, "DR unsorted, ms", "queries",
                       *self.names])
        for place, base in self.base.items():
            for order in self.panels:
                yield markdown([*map(str, place), number(base, 3), order, *(
                    cell(self.ratio(place, order, name))
                    for name in self.names.values())])
        absent = list(missing(
            self.names, [(*place, order) for place in self.base
                         for order in self.panels],
            lambda at, name: self.ratio(at[:-1], at[-1], self.names[name])))
        if absent:
            yield f"\nMissing, {self.together} together:\n"
            yield from absent

    def groups(self):
        """(title, speed-ups) of each name and order."""
        for name, engine in self.names.items():
            for order in self.panels:
                yield f"{name}, {order}", self.of(order, engine)

    def verdict(self):
        for better, other in self.compared:
            told = []
            for order in self.panels:
                won, known = faster([
                    [self.measured.time(place, order, self.engines[name])
                     for name in (better, other)] for place in self.base])
                if known:
                    told.append(f"{order} {won} of {known}")
            if told:
                yield f"| {better} | {other} | {', '.join(told)} |"

    def about(self):
        return ABOUT.format(engines=", ".join(
            f"{name}: `{engine}`" for name, engine in self.engines.items()))

    def lines(self, with_plot):
        yield self.about()
        yield from self.table()
        yield ""
        yield from means(self.speedups, self.groups())
        yield ""
        yield heading(["engine", "against", "faster, on the same queries, for"])
        yield from self.verdict()
        yield from self.shown(with_plot)
