"""Liu 2016: lockstep, what sorting and inspecting queries makes of it, and what
it takes to schedule them.
"""
from statistics import geometric_mean

from papers import SORTED, UNSORTED, Paper, cell, fastest, faster, missing
from reorder_report import means, plain_order, ratio
from rows import heading, markdown, number

ON_HOST, ON_DEVICE = "hybrid, host", "hybrid, device"
HYBRIDS = {ON_HOST: "hybrid", ON_DEVICE: "inspect"}  # as asked for
FSM, BY_HAND, FSM_BY_HAND, *_, AUTOROPES = NAMES = (
    "fsm_lockstep", "lockstep, sorted by hand", "fsm_lockstep, sorted by hand",
    *HYBRIDS, "autoropes")
ABOUT = """\
`lockstep`, the original, keeps a mask of lanes with each rope; `fsm_lockstep`,
Liu's, does without, where it is legal ([variants](../variants.md)). *Hybrid*
scheduling comes in two ways: as Liu has it (`hybrid`) the GPU inspects, and the
*host* puts queries in order; else the *device* sorts them as well (`inspect`).
Both are sorting included, with the best lockstep engine, which is named: where
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
INSPECTED = "inspect, device"
SCHEDULED = {INSPECTED: "inspect", "curve, device": "curve",
             ON_HOST: "hybrid"}  # as asked for
HOST_OVER_DEVICE = "hybrid / inspect"
SHARES = {f"share of {name}": name for name in HYBRIDS}
SCHEDULING = """\
### What scheduling takes

Milliseconds to find the keys of unsorted queries and to put them in order, for
the lockstep engine. `inspect` and `curve` are the GPU's work alone. In `hybrid`
the host schedules, as in Liu 2016, with all its threads; inspections and copies
between GPU and host are in it, and overlap with that. The *shares* are of the
hybrids of Figure 12, scheduling and traversals. How deep a top the inspection
goes through, and what that saves (Figure 14), is in
[reorder.md](reorder.md), where numbers of levels were measured.
"""


class Liu(Paper):
    title = "Liu 2016: Figure 12 and Table 1"
    picture = "papers_liu.svg"
    xlabel = "times as fast as lockstep on unsorted queries"
    panels = ("lockstep, unsorted: 1",)
    styles = {FSM: ("#E69F00", "////", "X"), BY_HAND: ("#D55E00", "", "d"),
              FSM_BY_HAND: ("#E69F00", "", "X"), ON_HOST: ("#56B4E9", "", "D"),
              ON_DEVICE: ("#0072B2", "", "D"), AUTOROPES: ("#000000", "", "o")}

    def __init__(self, measured, schedules):
        super().__init__(measured)
        self.schedules = schedules  # where their quality is
        self.times = {}  # place: name: time
        for place in measured.places:
            base = measured.time(place, UNSORTED, "lockstep")
            if base:
                self.times[place] = {"lockstep": base, **self._others(place)}
            for name, time in self.times.get(place, {}).items():
                if name in NAMES:
                    self.add(place, self.panels[0], name, ratio(base, time))

    def _others(self, place):
        time = self.measured.time
        hybrids = {name: self.hybrid(place, name) for name in HYBRIDS}
        return {FSM: time(place, UNSORTED, "fsm_lockstep"),
                BY_HAND: time(place, SORTED, "lockstep"),
                FSM_BY_HAND: time(place, SORTED, "fsm_lockstep"),
                **{name: row and row["sum_ms"]
                   for name, row in hybrids.items()},
                AUTOROPES: time(place, UNSORTED, "autoropes")}

    def in_lockstep(self, place):
        """(order asked for, row) of all lockstep engines."""
        for (mode, _), rows in self.measured.reordered.get(place, {}).items():
            if mode == "lockstep":
                yield from rows.items()

    def hybrid(self, place, name):
        """The fastest row that is scheduled so; None of none."""
        return fastest(row for asked, row in self.in_lockstep(place)
                       if plain_order(asked) == HYBRIDS[name])

    def scheduling(self, place, name):
        """The time it takes, of several engines the least; None where it was
        not measured. Numbers of levels are left out: tops are alike."""
        return min((row["reorder_ms"] for asked, row in self.in_lockstep(place)
                    if asked == SCHEDULED[name]), default=None)

    def share(self, place, name):
        """Of a hybrid's time, what it takes to schedule it."""
        row = self.hybrid(place, name)
        return f"{100 * row['reorder_ms'] / row['sum_ms']:.0f} %" if row else ""

    def speedup(self, place, name):
        return self.ratio(place, self.panels[0], name)

    def table(self):
        yield heading(["sample", "input", "traversal", "lockstep, ms", *NAMES,
                       "the hybrids are"])
        for place, times in self.times.items():
            hybrids = [self.hybrid(place, name) for name in HYBRIDS]
            yield markdown([
                *place, number(times["lockstep"], 3),
                *(cell(self.speedup(place, name)) for name in NAMES),
                "; ".join(f"{row['engine']}, {row['done']}"
                          for row in hybrids if row)])
        yield from self.absent(NAMES, self.times, self.speedup)

    @staticmethod
    def absent(names, places, has):
        told = list(missing(names, places, has))
        if told:
            yield "\nMissing:\n"
            yield from told

    def verdict(self):
        times = self.times.values()
        for name in HYBRIDS:
            won, known = faster((each[name], each["lockstep"])
                                for each in times)
            pays, compared = faster((each[name], each[AUTOROPES])
                                    for each in times)
            if not compared:
                continue
            yield (f"\n*{name}* is faster than lockstep on unsorted queries "
                   f"for {won} of {known} inputs, and than autoropes on them "
                   f"for {pays} of {compared}: " + (
                       "there scheduling makes lockstep profitable, as Liu "
                       "2016 says" if pays else "scheduling does not make "
                       "lockstep profitable, which Liu 2016 says it does") +
                   (", elsewhere it does not." if 0 < pays < compared
                    else "."))

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

    def schedulers(self, places):
        """What scheduling takes, and how that of the host compares."""
        ratios = []
        yield heading(["sample", "input", "traversal", *SCHEDULED,
                       HOST_OVER_DEVICE, *SHARES])
        for place in places:
            times = {name: self.scheduling(place, name) for name in SCHEDULED}
            ratios.append(ratio(times[ON_HOST], times[INSPECTED]))
            yield markdown([*place, *(number(time, 3)
                                      for time in times.values()),
                            number(ratios[-1]),
                            *(self.share(place, name)
                              for name in SHARES.values())])
        yield from self.absent(SCHEDULED, self.measured.places,
                               self.scheduling)
        known = [each for each in ratios if each]
        if known:
            yield (f"\nThe host takes {number(geometric_mean(known))} times as "
                   f"long as the device, the geometric mean of {len(known)} "
                   f"inputs; the least is {number(min(known))}, the most "
                   f"{number(max(known))}.")

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
        scheduled = [place for place in self.measured.places if any(
            self.scheduling(place, name) for name in SCHEDULED)]
        if scheduled:
            yield "\n" + SCHEDULING
            yield from self.schedulers(scheduled)
