"""Zhang 2016: what reordering makes of each engine, in lockstep and not."""
from statistics import geometric_mean

from papers import Paper, cell, fastest, lacking
from reorder_report import means, plain_order, ratio
from rows import heading, markdown, number

MODES = ("non-lockstep", "lockstep")
ORDERS = ("inspect", "curve", "handover", "history")  # RegTT's
ABOUT = """\
Queries are unsorted; *reordered* is the fastest of
{orders},
found and sorted anew in each run. Speed-ups are those of the same engine over
itself, with the time for reordering and without; of `handover` that time has
the visits in the top of the tree in it. `history` is measured with lockstep and
autoropes alone. Engines whose ropes wait on a stack,
`autoropes` and `lockstep` among them, cannot hand over. Table II names the
number of threads, ThreadCnt, too: here grids have one a query, since fewer
brought nothing ([threads](README.md#threads)).
{absent}"""


class Zhang(Paper):
    title = "Zhang 2016 (RegTT): Tables II and III"
    picture = "papers_zhang.svg"
    xlabel = "times as fast as the same engine on unsorted queries"
    panels = ("reordering included", "kernel alone")

    def __init__(self, measured):
        super().__init__(measured)
        self.found = {}  # mode, engine: place: unsorted, reordered
        for place, engines in measured.reordered.items():
            for way, rows in engines.items():
                none = rows.get("none")
                best = fastest(row for asked, row in rows.items()
                               if plain_order(asked) in ORDERS)
                self.found.setdefault(way, {})[place] = none, best
                for panel, time in zip(self.panels, ("sum_ms", "kernel_ms")):
                    if none and best:
                        self.add(place, panel, way[1],
                                 ratio(none["sum_ms"], best[time]))

    def engines(self, mode):
        return [engine for of_mode, engine in self.found if of_mode == mode]

    def table(self, mode):
        yield heading(["sample", "input", "traversal", "engine", "unsorted",
                       "reordered", "order", "speed-up", "kernel alone",
                       "speed-up of the kernel"])
        for place in self.measured.places:
            for engine in self.engines(mode):
                if place not in self.found[mode, engine]:
                    continue
                none, best = self.found[mode, engine][place]
                speedups = [cell(self.ratio(place, panel, engine))
                            for panel in self.panels]
                yield markdown([
                    *place, engine, number(none and none["sum_ms"], 3),
                    number(best and best["sum_ms"], 3),
                    best["done"] if best else "", speedups[0],
                    number(best and best["kernel_ms"], 3), speedups[1]])

    def missing(self, mode):
        """Of which places what the paper compares has no speed-up."""
        compared = self.engines(mode) if mode == "lockstep" else ["autoropes"]
        absent = lacking(self.measured.places, {
            place for place in self.measured.places for engine in compared
            if self.ratio(place, self.panels[0], engine)})
        if absent:
            name = "" if mode == "lockstep" else " of autoropes"
            yield f"\nMissing{name}: {absent}."

    def groups(self):
        """(name, speed-ups), lockstep engines together."""
        names = {"lockstep": self.engines("lockstep")}
        names.update((engine, [engine])
                     for engine in self.engines("non-lockstep"))
        for panel in self.panels:
            for name, engines in names.items():
                yield f"{name}, {panel}", [
                    value for engine in engines
                    for value in self.of(panel, engine)]

    def verdict(self):
        """On the places alone where both are measured."""
        both = []
        for place in self.measured.places:
            lockstep = [ratio for engine in self.engines("lockstep") if (
                ratio := self.ratio(place, self.panels[0], engine))]
            alone = self.ratio(place, self.panels[0], "autoropes")
            if lockstep and alone:
                both.append((max(lockstep), alone))
        if not both:
            return
        means_of = [geometric_mean(of) for of in zip(*both)]
        yield (f"\nWhere both are measured, {len(both)} inputs, reordering "
               f"makes lockstep {number(means_of[0])} times as "
               f"fast and autoropes {number(means_of[1])} times: " + (
                   "it pays more in lockstep, as Zhang 2016 says."
                   if means_of[0] > means_of[1] else
                   "it does not pay more in lockstep, which Zhang 2016 says "
                   "it does."))

    def lines(self, with_plot):
        asked = {plain_order(order)
                 for engines in self.measured.reordered.values()
                 for rows in engines.values() for order in rows}
        yield ABOUT.format(
            orders=", ".join(f"`{order}`" for order in ORDERS),
            absent="".join(f"There is no row of `{order}`.\n"
                           for order in ORDERS if order not in asked))
        for mode in MODES:
            yield f"### {mode.capitalize()}\n"
            yield from self.table(mode)
            yield from self.missing(mode)
            yield ""
        yield "### Means\n"
        yield from means("speed-up by reordering", self.groups())
        yield from self.verdict()
        yield from self.shown(with_plot)
