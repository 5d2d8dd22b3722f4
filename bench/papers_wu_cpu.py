"""Wu 2019 on the CPU: the engines of the thesis that CPUs have, against each
other, against the serial program, and against the GPU.
"""
from papers_wu import Wu
from reorder_report import ratio

OURS = "`sibling_ropes` (ours)"
OVER_SERIAL, GPU, BEST_GPU = BESIDE = (
    "DR over serial", "GPU over CPU (DR)", "GPU over CPU (best)")
ABOUT = """\
On {cpu}.
DR: `autoropes`, SR: `static_ropes`; `sibling_ropes` is ours. Each is on unsorted
queries and on those sorted by hand, as speed-up over DR on unsorted ones by as
many threads, whose time is named. Beside them, on the same queries: how many
times as fast DR is as the loop of the plain serial program, where that has no
other; how many times as fast the GPU's kernel of DR is as the CPU's; and the
same of the fastest of all engines of each. Transfers and laying out the tree are
in none of them.
"""


class WuOnCpu(Wu):
    """A place has the number of threads, too."""
    title = "Wu 2019: the CPU's part"
    picture = ""
    speedups = "speed-up"
    columns = (*Wu.columns, "threads")
    together = "unsorted and sorted and all numbers of threads"
    engines = {"DR": "autoropes", "SR": "static_ropes", OURS: "sibling_ropes"}
    beside = BESIDE
    compared = (("SR", "DR"), (OURS, "DR"), (OURS, "SR"))

    def __init__(self, measured, places):
        super().__init__(measured, places)
        for place in self.base:
            on_gpu = place[:3]
            for order in self.panels:
                here, there = (measured.time(at, order, "autoropes")
                               for at in (place, on_gpu))
                for name, time, other in (
                        (OVER_SERIAL, measured.serial(place, order), here),
                        (GPU, here, there),
                        (BEST_GPU, measured.least(place, order),
                         measured.least(on_gpu, order))):
                    self.add(place, order, name, ratio(time, other))

    def groups(self):
        """Of each number of threads, which are not to be mixed."""
        for threads in sorted({place[3] for place in self.base}):
            for name, key in self.names.items():
                for order in self.panels:
                    yield (f"{name}, {order}, threads: {threads}", [
                        self.ratio(place, order, key)
                        for place in self.base if place[3] == threads])

    def about(self):
        return ABOUT.format(cpu=self.measured.cpu)
