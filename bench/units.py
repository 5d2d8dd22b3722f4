"""What bench/engines.py times of an input: a program on a target with an engine
each.
"""
from dataclasses import dataclass

import programs
from inputs import PROGRAMS, Case

SLOW = "recursion"  # takes a hundred times as long as the others
SERIAL_REPEATS = 3
PARTIAL_REPEATS = 3  # beside serial loops


@dataclass(frozen=True)
class Unit:
    case: Case
    order: str
    target: str  # cuda, cpu or serial
    threads: int  # of target cpu, else 0
    layout: str
    variant: str
    rounds: int  # of the annotated loops
    partial: bool = False  # some traversals do not have this engine

    @property
    def key(self):
        """What tells it from all others in a file of rows."""
        return (self.case.program, self.case.name, self.order, self.target,
                self.threads, self.layout, self.variant)

    @property
    def is_slow(self):
        return self.variant == SLOW

    @property
    def binary(self):
        if self.target == "serial":
            return "serial"
        return "as_written" if self.is_baseline else "parallel"

    @property
    def is_baseline(self):
        return (self.layout, self.variant) == ("plain", programs.BASELINE)

    def options(self):
        return (self.case.options(self.order) +
                PROGRAMS[self.case.program].rounds(self.rounds))

    def environment(self):
        if self.target == "serial":
            return {}
        settings = {"REGTT_LOG": "info", "REGTT_TARGET": self.target,
                    "REGTT_VARIANT": self.variant,
                    "REGTT_REORDER": "none"}  # bench/reorder.py asks for others
        if self.is_baseline:  # as the literature has it: all on the device
            settings["REGTT_STRAGGLERS"] = "device"
        if self.threads:
            settings["REGTT_THREADS"] = str(self.threads)
        if self.partial:  # a loop that does not have the engine runs as it is
            settings["REGTT_ALLOW_SERIAL"] = "1"
        return settings

    @property
    def input(self):
        return f"{self.case.program}, {self.case.name}, {self.order}"

    @property
    def engine(self):
        """The engine and where it runs."""
        where = self.target + (f" ({self.threads})" if self.threads else "")
        if self.target == "serial":
            return where
        return f"{where} {self.variant}{' as written' * self.is_baseline}"


def _rounds(case, variant, partial, repeat):
    repeat = 1 if variant == SLOW else repeat
    if partial:
        repeat = min(repeat, PARTIAL_REPEATS)
    return min(repeat + 1, PROGRAMS[case.program].most_rounds)


def _engines(case, order, target, options, layout):
    """(layout, engine, whether only some traversals have it): the baseline
    first."""
    legal = programs.engines(options.directory, case.program, target,
                             order)
    yield "plain", programs.BASELINE, False
    for name in sorted(legal, key=lambda each: each != programs.BASELINE):
        if options.variants and name not in options.variants:
            continue
        if (layout, name) != ("plain", programs.BASELINE):
            yield layout, name, not legal[name]


def units(case, options, layout):
    """All of an input, in the order in which they run."""
    for order in PROGRAMS[case.program].orders:
        if options.orders and order not in options.orders:
            continue
        for target in options.targets:
            if target == "serial":
                yield Unit(case, order, target, 0, "", "serial", min(
                    SERIAL_REPEATS, PROGRAMS[case.program].most_rounds))
                continue
            for threads in options.threads if target == "cpu" else [0]:
                for kept, name, partial in _engines(case, order, target,
                                                    options, layout):
                    yield Unit(case, order, target, int(threads), kept, name,
                               _rounds(case, name, partial, options.repeat),
                               partial)
