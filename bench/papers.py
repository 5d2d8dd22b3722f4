"""What the parts of papers.md have in common: the rows of bench/engines.py and
bench/reorder.py that they are made of, and how missing ones are told. Each
part, bench/papers_zhang.py and so on, has a paper's tables; the page around
them is bench/papers_report.py's.
"""
from inputs import AS_GENERATED
from measure import Failed
from rows import number

UNSORTED, SORTED = "unsorted", "sorted"
ALL_LOOPS = "all loops"  # the traversal of rows of a serial program
CREATOR = "bench/papers_report.py"


class Measured:
    """The rows that count, of one GPU and one CPU, by place: sample, input,
    traversal, and of engines on the CPU the number of threads."""

    def __init__(self, engines, reordered):
        # Queries are compared in other orders on the GPU alone.
        reordered = [row for row in reordered if row["target"] == "cuda"]
        every = engines + reordered
        self.failed = sum("failed" in row for row in every)
        self.wrong = sum(not row.get("identical", True) for row in every)
        self.rows = [row for row in every if self._counts(row)]
        gpu = [row for row in self.rows if row["target"] == "cuda"]
        if not gpu:
            raise Failed("there is no row of a GPU")
        self._device(gpu, "GPUs")
        self.cpu = self._device([row for row in self.rows
                                 if row["target"] != "cuda"], "CPUs")
        self.engines = {}  # place: whether sorted, and engine: row
        self.reordered = {}  # place: mode and engine: order asked for: row
        # Records as written count where there are no others.
        for row in sorted(filter(self._counts, engines),
                          key=lambda row: row["layout"] != "plain"):
            order = UNSORTED if row["order"] == "shuffled" else SORTED
            if row["order"] != AS_GENERATED:
                self._of(self.engines, row)[order, row["variant"]] = row
        for row in filter(self._counts, reordered):
            if row["order"] == "shuffled" and row["mode"].endswith("lockstep"):
                self._of(self.reordered, row).setdefault(
                    (row["mode"], row["engine"]), {})[row["reorder"]] = row
        self.places = self._unsorted(gpu)
        self.places_on_cpu = self._unsorted(
            row for row in filter(self._counts, engines)
            if row["target"] == "cpu")

    def _unsorted(self, rows):
        """The places with unsorted queries, those of a sample together, and of
        these those of an input."""
        found = [place for place in dict.fromkeys(map(self._place, rows))
                 if place in self.reordered or any(
                     order == UNSORTED
                     for order, _ in self.engines.get(place, ()))]
        samples = list(dict.fromkeys(place[0] for place in found))
        inputs = list(dict.fromkeys(place[:3] for place in found))
        return sorted(found, key=lambda place: (
            samples.index(place[0]), inputs.index(place[:3]), place[3:]))

    @staticmethod
    def _device(rows, kind):
        """What all rows are of; None of none."""
        devices = {row["device"] for row in rows}
        if len(devices) > 1:
            raise Failed(f"rows of several {kind} are not compared: " +
                         "; ".join(sorted(devices)))
        return devices.pop() if devices else None

    @staticmethod
    def _counts(row):
        return "kernel_ms" in row and row["identical"]

    @staticmethod
    def _place(row):
        threads = [row["threads"]] if row.get("threads") else []
        return row["program"], row["input"], row["traversal"], *threads

    def _of(self, found, row):
        return found.setdefault(self._place(row), {})

    def time(self, place, order, engine):
        """A kernel's; None where it was not measured."""
        return self.engines.get(place, {}).get((order, engine), {}).get(
            "kernel_ms")

    def least(self, place, order):
        """The time of the fastest engine; None where none was measured."""
        return min((row["kernel_ms"] for (asked, _), row in
                    self.engines.get(place, {}).items() if asked == order),
                   default=None)

    def serial(self, place, order):
        """The time of the serial program, where it has this loop alone."""
        loops = {other[2] for other in self.engines
                 if other[:2] == place[:2]} - {ALL_LOOPS}
        return None if len(loops) > 1 else self.time(
            (*place[:2], ALL_LOOPS), order, "serial")


def fastest(rows):
    """With the time for reordering; None of none."""
    return min(rows, key=lambda row: row["sum_ms"], default=None)


def lacking(places, found):
    """What is not found, in words: samples, with how many of their inputs."""
    samples = {}
    for place in places:
        samples.setdefault(place[0], []).append(place in found)
    return ", ".join(
        name if not any(there) else
        f"{name} ({there.count(False)} of {len(there)})"
        for name, there in samples.items() if not all(there))


def missing(names, places, has):
    """Lines that say of which places a name has nothing, those together that
    lack the same."""
    told = {}
    for name in names:
        text = lacking(places, {place for place in places if has(place, name)})
        if text:
            told.setdefault(text, []).append(name)
    for text, lack in told.items():
        yield f"- {' and '.join(lack)}: {text}"


def faster(pairs):
    """Of (time, other time): how often the first is less, and how many have
    both."""
    known = [(time, other) for time, other in pairs if time and other]
    return sum(time < other for time, other in known), len(known)


def cell(value):
    """Of a speed-up; three digits where two would say nothing."""
    return number(value, 3 if value and value < 0.1 else 2)


class Paper:
    """A paper's part of the page. What it shows are `ratios`: of each place and
    panel of the plot a speed-up for each name. Without a picture there is no
    plot."""
    title = picture = xlabel = ""
    panels = ()
    styles = None

    def __init__(self, measured):
        self.measured = measured
        self.ratios = {}  # place: panel: name: speed-up

    def add(self, place, panel, name, value):
        if value:
            self.ratios.setdefault(place, {}).setdefault(panel, {})[
                name] = value

    def ratio(self, place, panel, name):
        return self.ratios.get(place, {}).get(panel, {}).get(name)

    def of(self, panel, name):
        """All of a name's speed-ups."""
        found = (self.ratio(place, panel, name) for place in self.ratios)
        return [value for value in found if value]

    def draw(self, folder):
        if not self.picture:
            return
        import plots  # which needs matplotlib
        groups = {(program, traversal, name): [
            panels.get(panel, {}) for panel in self.panels]
            for (program, name, traversal), panels in self.ratios.items()}
        if groups:
            plots.bars(folder / self.picture, CREATOR, self.panels, groups,
                       self.xlabel, self.styles)

    def shown(self, with_plot):
        if with_plot and self.picture and self.ratios:
            yield f"\n![{self.xlabel}]({self.picture})"
