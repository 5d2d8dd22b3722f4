"""Wu 2019 on CPUs: Figures 4.8 to 4.10 with the engines of lanes beside those of
the thesis, which had recursion by OpenMP (REC), autoropes (DR) and static ropes
(SR). The thesis has pictures; what its text says of the CPU is in THESIS.
"""
from lanes_parts import is_asked_for, plain_rounds, selected
from lanes_session import Session
from lanes_tables import ms, places, ratio
from lanes_ways import FEW, LANES, Way, input_of
from papers import cell
from rows import heading, markdown

# By figure: what is run, and what the thesis calls it.
FIGURES = {
    "4.8": (("GF", input_of("barnes_hut", "double, theta 0.5", "--theta 0.5",
                            bodies=100000)),
            ("PC", input_of("point_correlation_7d", "7-D, radius 0.28",
                            "--radius 0.28", points=50000))),
    "4.9": (("NN", input_of("nearest_neighbor_7d", "7-D, in nodes",
                            "--tree nodes", points=200000)),
            ("VP", input_of("vantage_point_7d", "7-D", "", points=200000))),
    "4.10": (("BS", input_of("binary_search", "whole keys", "--type whole",
                             keys=200000)),),
}
WU_CASES = [case for cases in FIGURES.values() for _, case in cases]
RECURSION = "lane_recursion"


def way_of(name, threads):
    """What the thesis calls a way, and what is new, is here."""
    if name == "REC":
        return Way("openmp" if threads > 1 else "serial", threads=threads)
    target, engine = {"DR": ("cpu", "autoropes"), "SR": ("cpu", "static_ropes"),
                      "REC, lanes": ("lanes", RECURSION)}.get(
                          name, ("lanes", name))
    return Way(target, engine, "none", threads)


WAYS = ("REC", "DR", "SR", "REC, lanes",
        *(engine for engine in LANES if engine != RECURSION))


def wu(options):
    """Figures 4.8 to 4.10 of Wu 2019: its ways, on one thread and on all; the
    order of the queries is the input's."""
    session = Session(options, "wu")

    def act(one, size):
        for number in sorted({1, session.threads}):
            for name in WAYS:
                way = way_of(name, number)
                if way.is_plain:
                    session.milliseconds(one, size, way, plain_rounds(one), 2)
                elif is_asked_for(options, way):
                    session.milliseconds(one, size, way, FEW)

    return session, session.run(selected(options, WU_CASES), act)


# Figure, what is run, and the time of one way over that of another, or of each
# way that of unsorted queries over that of sorted ones.
THESIS = (
    ("4.8", "GF", "REC / DR", "DR is faster"),
    ("4.8", "PC", "REC / DR", "DR is as fast, or slower"),
    ("4.8", "GF PC", "DR / SR", "SR is about as fast"),
    ("4.8", "GF PC", "sorting", "sorting is crucial (on GPUs in lockstep "
     "about 4.6)"),
    ("4.9", "NN VP", "REC / DR", "DR is about as fast, slightly slower"),
    ("4.9", "NN VP", "sorting", "sorting has no significant effect"),
    ("4.10", "BS", "sorting", "sorting has no significant effect"),
)


def time_of(place, name, threads):
    """The row of a way."""
    way = way_of(name, threads)
    return place.one(target=way.target, variant=way.variant, threads=threads)


def compared(kernel, what, threads):
    """A ratio of times on unsorted and on sorted queries; or by sorting, of
    each way."""
    if what == "sorting":
        pairs = {name: [time_of(place, name, threads)
                        for place in kernel] for name in WAYS}
        return ", ".join(f"{name} {ratio(*pair):.2f}" for name, pair in
                         pairs.items() if len(pair) == 2 and all(pair))
    one, other = what.split(" / ")
    values = [(place.start[2], ratio(time_of(place, one, threads),
                                     time_of(place, other, threads)))
              for place in kernel]
    return ", ".join(f"{order} {value:.2f}" for order, value in values if value)


def kernels(rows):
    """Places by figure and name, those with unsorted queries first."""
    found = {}
    for place in places(rows, "wu"):
        found.setdefault(place.start[0], []).append(place)
    return {(figure, name): sorted(
        found.get(case.program, ()), key=lambda place:
        place.start[2] != "shuffled")
            for figure, cases in FIGURES.items() for name, case in cases}


def table(rows):
    found = kernels(rows)
    numbers = sorted({row["threads"] for row in rows if row["part"] == "wu"})
    yield "Milliseconds of REC, the recursion as it was written, by OpenMP " \
        "where threads are several; and how many times as fast the others " \
        "are.\n"
    yield heading(["figure", "sample", "queries", "threads", "REC, ms",
                   *WAYS[1:]])
    for (figure, name), here in found.items():
        for place in here:
            for each in numbers:
                base = time_of(place, "REC", each)
                yield markdown([
                    figure, f"{name}: {place.start[0]}", place.start[2],
                    str(each), ms(base and base["ms"]), *(
                        cell(ratio(base, time_of(place, other, each)))
                        for other in WAYS[1:])])
    yield "\nBeside what the thesis says of its CPU; `sorting` is unsorted " \
        "over sorted queries.\n"
    yield heading(["figure", "sample", "times", "thesis", *(
        f"here, {each} thread{'s' * (each > 1)}" for each in numbers)])
    for figure, names, what, said in THESIS:
        for name in names.split():
            yield markdown([figure, name, what, said, *(compared(
                found[figure, name], what, each) for each in numbers)])
