"""Tables, and a plot, of the rows of bench/lanes.py, a function each part."""
import statistics
from operator import itemgetter

from break_even_report import below_one
from inputs import PROGRAMS
from lanes_parts import ISAS
from lanes_ways import LANES, SCALAR
from papers import cell
from rows import heading, markdown, number

ENGINES = (*SCALAR, *LANES)
TWICE = 1.85  # a speed-up by two threads that is good
LOSS = 1.03  # less more time than that is not told


def ms(value):
    """With about four digits, however short it is."""
    return number(value, 3 if value and value < 10 else 1)


def told(row):
    """Milliseconds, and by what; nothing of no row."""
    if not row:
        return ""
    by = row.get("done") or f"{row['variant']}, {row['reorder']}"
    return f"{ms(row['ms'])} ({by})"


def ratio(over, under):
    return over["ms"] / under["ms"] if over and under else None


def least(rows):
    return min(rows, key=itemgetter("ms"), default=None)


class Place:
    """An input in one order and size, and the rows of it that have times."""

    def __init__(self, rows):
        self.rows = rows
        first = rows[0]
        self.start = [first["program"], first["input"], first["order"]]
        self.size = first["size"]

    def of(self, **asked):
        return [row for row in self.rows
                if all(row[name] == value for name, value in asked.items())]

    def one(self, **asked):
        return least(self.of(**asked))

    @property
    def plain(self):
        return self.one(target="serial")

    @property
    def auto(self):
        return self.one(target="auto")

    def best(self, *targets):
        """The engine and order that take least, of what is fixed."""
        return least([row for row in self.rows if row["target"] in targets])


def places(rows, part):
    """All of a part, an input's together, in growing sizes."""
    found = {}
    for row in rows:
        if row["part"] == part and "ms" in row:
            found.setdefault((row["program"], row["input"], row["order"],
                              row["size"]), []).append(row)
    programs = [*PROGRAMS]
    return [Place(found[at]) for at in sorted(found, key=lambda at: (
        programs.index(at[0]), at[1], PROGRAMS[at[0]].orders.index(at[2]),
        at[3]))]


def means(name, ratios):
    """A line of a geometric mean, and of the least."""
    known = [each for each in ratios if each]
    if known:
        yield (f"\n{name}: geometric mean of {len(known)} "
               f"{statistics.geometric_mean(known):.2f}, least "
               f"{min(known):.2f}.")


def run(rows):
    found = places(rows, "run")
    yield heading(["sample", "input", "order", "plain, ms", "scalar, ms",
                   "lanes, ms", "auto, ms", "plain / auto", "scalar / auto"])
    for place in found:
        scalar, auto = place.best("cpu"), place.auto
        yield markdown([*place.start, ms(place.plain and place.plain["ms"]),
                        told(scalar), told(place.best("lanes")), told(auto),
                        cell(ratio(place.plain, auto)),
                        cell(ratio(scalar, auto))])
    yield from means("scalar / auto", [
        ratio(place.best("cpu"), place.auto) for place in found])


def by_input(found):
    """Places of a program and an order, all sizes."""
    inputs = {}
    for place in found:
        inputs.setdefault((place.start[0], place.start[2]), []).append(place)
    return inputs


def crossing(sizes, own, other):
    """From how many queries on one is faster than the other."""
    return below_one([(place.size, value) for place in sizes
                      if (value := ratio(own(place), other(place)))])


PLAIN_ROW, AUTO_ROW = (lambda place: place.plain), (lambda place: place.auto)
COMPARED = {
    "best engine < plain": (lambda place: place.best("cpu", "lanes"),
                            PLAIN_ROW),
    "auto < plain": (AUTO_ROW, PLAIN_ROW),
    "lanes < scalar engines": (lambda place: place.best("lanes"),
                               lambda place: place.best("cpu")),
}


def losses(found):
    """Each place where one of COMPARED does not hold, the worst first."""
    compared = {**COMPARED, "auto < best engine": (
        AUTO_ROW, COMPARED["best engine < plain"][0])}
    yield heading(["sample", "order", "queries", "not", "ms", "against",
                   "times as long"])
    lost = []
    for place in found:
        for name, (own, other) in compared.items():
            value = ratio(own(place), other(place))
            if value and value > LOSS:
                lost.append((value, [
                    place.start[0], place.start[2], f"{place.size:,}", name,
                    told(own(place)), ms(other(place)["ms"]), cell(value)]))
    for _, cells in sorted(lost, reverse=True):
        yield markdown(cells)


def sizes(rows):
    found = places(rows, "sizes")
    yield "Inputs:\n"
    for program, about in dict.fromkeys(
            tuple(place.start[:2]) for place in found):
        yield f"- {program}: {about}"
    yield "\nBreak-even: at how many queries each is faster. Between two sizes " \
        "that were measured it is interpolated, on logarithmic scales.\n"
    yield heading(["sample", "order", *COMPARED])
    for (program, order), here in by_input(found).items():
        yield markdown([program, order, *(
            crossing(here, *pair) for pair in COMPARED.values())])
    yield "\nMilliseconds; of engines with the order that suits them. Of more " \
        "than 100,000 bodies the first round counts, since there is no other." \
        "\n"
    yield heading(["sample", "order", "queries", "plain", *ENGINES, "auto",
                   "plain / best", "plain / auto"])
    for place in found:
        plain = place.plain
        yield markdown([
            place.start[0], place.start[2], f"{place.size:,}",
            ms(plain and plain["ms"]), *(
                f"{ms(row['ms'])} ({row['reorder']})" if row else ""
                for row in map(lambda name: place.one(variant=name), ENGINES)),
            told(place.auto),
            cell(ratio(plain, place.best("cpu", "lanes"))),
            cell(ratio(plain, place.auto))])
    yield "\nLosses: what does not hold, by 3 % and more, the worst first.\n"
    yield from losses(found)


def draw_sizes(rows, path):
    """A panel for each input and order."""
    import plots  # which needs matplotlib
    panels = {}
    for (program, order), here in by_input(places(rows, "sizes")).items():
        kinds = {name: plots.marked(name) for name in ENGINES}
        kinds["auto"] = {"color": "#000000", "linestyle": "--", "marker": "*"}
        panels[f"{program}, {order}"] = [
            ([(place.size, value) for place in here if (value := ratio(
                place.plain, place.auto if name == "auto"
                else place.one(variant=name)))], {"label": name, **how})
            for name, how in kinds.items()]
    if panels:
        plots.lines(path, "bench/lanes.py", panels, "queries",
                    "plain / time", xscale="log", yscale="log")


def threads(rows):
    found = [(place, {row["threads"]: row for row in place.rows})
             for place in places(rows, "threads")]
    numbers = sorted({each for _, by in found for each in by})
    yield heading(["sample", "input", "order", "engine", *(
        f"{each} thread{'s' * (each > 1)}, ms" for each in numbers), *(
        f"1 / {each}" for each in numbers[1:])])
    for place, by in found:
        row = place.rows[0]
        yield markdown([
            *place.start, f"{row['variant']}, {row['reorder']}",
            *(ms(by[each]["ms"] if each in by else None) for each in numbers),
            *(cell(ratio(by.get(1), by.get(each))) for each in numbers[1:])])
    for each in numbers[1:]:
        ratios = [ratio(by.get(1), by.get(each)) for _, by in found]
        yield from means(f"{each} threads", ratios)
        if each == 2:
            known = [value for value in ratios if value]
            yield (f"At least {TWICE}: {sum(value >= TWICE for value in known)}"
                   f" of {len(known)}.")


def isa(rows):
    best, second = ISAS[:2]
    yield heading(["sample", "input", "order", "engine", *(
        f"{name}, ms" for name in ISAS), f"{best} / {second}",
        f"{best} / {ISAS[2]}"])
    shares = {}
    for place in places(rows, "isa"):
        for engine in LANES:
            by = {name: place.one(variant=engine, isa=name) for name in ISAS}
            row = least([each for each in by.values() if each])
            if not row:
                continue
            share = ratio(by[best], by[second])
            shares.setdefault(engine, []).append(share)
            yield markdown([*place.start, f"{engine}, {row['reorder']}", *(
                ms(each and each["ms"]) for each in by.values()),
                cell(share), cell(ratio(by[best], by[ISAS[2]]))])
    for engine, values in shares.items():
        yield from means(f"{second} reaches of {best}, {engine}", values)
