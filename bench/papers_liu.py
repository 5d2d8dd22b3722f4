"""Liu 2016: lockstep, what sorting and inspecting queries makes of it, and what
it takes to schedule them.
"""
from papers import SORTED, UNSORTED, Paper, cell, fastest, faster, missing
from reorder_report import means, plain_order, ratio
from rows import heading, markdown, number

FSM, BY_HAND, FSM_BY_HAND, HYBRID, AUTOROPES = NAMES = (
    "fsm_lockstep", "lockstep, sorted by hand", "fsm_lockstep, sorted by hand",
    "hybrid", "autoropes")
ABOUT = """\
`lockstep`, the original, keeps a mask of lanes with each rope; `fsm_lockstep`,
Liu's, does without, where it is legal ([variants](../variants.md)). *hybrid* is
`inspect`, sorting included, and the best lockstep engine, which is named: where
that is not `lockstep`, its gain is in there, too. All are speed-ups over
`lockstep` on unsorted queries, whose time is named. `autoropes` on unsorted
queries is what lockstep has to be faster than to be profitable. The schedule's
quality by the paper's objective: {schedules}.
"""
NODES = """\
### Table 1: nodes a warp

How many steps a warp makes for 32 queries in `lockstep`, on average: the visits
of a query over the share of lanes that make a visit in a step, both counted.
"""
SCHEDULED = ("inspect", "curve")
SCHEDULING = """\
### What scheduling takes

Liu 2016 schedules on the host. Here are milliseconds to find and sort the keys
of unsorted queries on the GPU, and on {cpu},
with a thread on each. Of the engines the one with the least counts; copies
between host and GPU are not in it.
"""


class Liu(Paper):
    title = "Liu 2016: Figure 12 and Table 1"
    picture = "papers_liu.svg"
    xlabel = "times as fast as lockstep on unsorted queries"
    panels = ("lockstep, unsorted: 1",)
    styles = {FSM: ("#E69F00", "////", "X"), BY_HAND: ("#D55E00", "", "d"),
              FSM_BY_HAND: ("#E69F00", "", "X"), HYBRID: ("#0072B2", "", "D"),
              AUTOROPES: ("#000000", "", "o")}

    def __init__(self, measured, schedules):
        super().__init__(measured)
        self.schedules = schedules  # where their quality is
        self.on_host = [place for place in measured.places if any(
            ("cpu", order) in measured.scheduling.get(place, ())
            for order in SCHEDULED)]
        self.times = {}  # place: name: time
        for place in measured.places:
            base = measured.time(place, UNSORTED, "lockstep")
            if base:
                self.times[place] = {"lockstep": base, **self._others(place)}
            for name, time in self.times.get(place, {}).items():
                if name in NAMES:
                    self.add(place, self.panels[0], name, ratio(base, time))

    def _others(self, place):
        time, hybrid = self.measured.time, self.hybrid(place)
        return {FSM: time(place, UNSORTED, "fsm_lockstep"),
                BY_HAND: time(place, SORTED, "lockstep"),
                FSM_BY_HAND: time(place, SORTED, "fsm_lockstep"),
                HYBRID: hybrid and hybrid["sum_ms"],
                AUTOROPES: time(place, UNSORTED, "autoropes")}

    def hybrid(self, place):
        """The fastest row that is inspected and runs in lockstep."""
        return fastest(
            row for (mode, _), rows in self.measured.reordered.get(
                place, {}).items() for asked, row in rows.items()
            if mode == "lockstep" and plain_order(asked) == "inspect")

    def speedup(self, place, name):
        return self.ratio(place, self.panels[0], name)

    def table(self):
        yield heading(["sample", "input", "traversal", "lockstep, ms", *NAMES,
                       "the hybrid is"])
        for place, times in self.times.items():
            hybrid = self.hybrid(place)
            yield markdown([
                *place, number(times["lockstep"], 3),
                *(cell(self.speedup(place, name)) for name in NAMES),
                f"{hybrid['engine']}, {hybrid['done']}" if hybrid else ""])
        absent = list(missing(NAMES, self.times, self.speedup))
        if absent:
            yield "\nMissing:\n"
            yield from absent

    def verdict(self):
        times = self.times.values()
        won, known = faster((each[HYBRID], each["lockstep"])
                            for each in times)
        pays, compared = faster((each[HYBRID], each[AUTOROPES])
                                for each in times)
        if not compared:
            return
        yield (f"\nThe hybrid is faster than lockstep on unsorted queries for "
               f"{won} of {known} inputs, and than autoropes on them for "
               f"{pays} of {compared}: " + (
                   "there scheduling makes lockstep profitable, as Liu 2016 "
                   "says" if pays else "scheduling does not make lockstep "
                   "profitable, which Liu 2016 says it does") +
               (", elsewhere it does not." if 0 < pays < compared else "."))

    def nodes(self):
        yield heading(["sample", "input", "traversal", "visits a query",
                       UNSORTED, "sorted by hand", "unsorted / sorted"])
        for place in self.times:
            rows = [self.measured.engines[place].get((order, "lockstep"), {})
                    for order in (UNSORTED, SORTED)]
            steps = [ratio(row.get("visits"), row.get("lanes"))
                     for row in rows]
            yield markdown([*place, number(rows[0].get("visits"), 1),
                            *(number(each, 1) for each in steps),
                            number(ratio(*steps))])

    def scheduling(self):
        """Of each place and order the times on the GPU and on the CPU."""
        compared = []
        yield heading(["sample", "input", "traversal", *(
            f"{order}, {title}" for order in SCHEDULED
            for title in ("GPU", "CPU", "CPU / GPU"))])
        for place in self.on_host:
            cells = []
            for order in SCHEDULED:
                times = [self.measured.scheduling[place].get((target, order))
                         for target in ("cuda", "cpu")]
                compared.append(times)
                cells += [*(number(time, 3) for time in times),
                          number(ratio(*reversed(times)))]
            yield markdown([*place, *cells])
        won, known = faster(compared)
        if known:
            yield (f"\nThe GPU is faster at it for {won} of {known}, both "
                   "orders together.")

    def lines(self, with_plot):
        yield ABOUT.format(schedules=self.schedules)
        yield "### Figure 12: speed-up over lockstep\n"
        yield from self.table()
        yield ""
        yield from means("speed-up over lockstep", [
            (name, self.of(self.panels[0], name)) for name in NAMES])
        yield from self.verdict()
        yield from self.shown(with_plot)
        yield "\n" + NODES
        yield from self.nodes()
        if self.on_host:
            yield "\n" + SCHEDULING.format(cpu=self.measured.cpu)
            yield from self.scheduling()
