"""What bench/reorder.py compares: of an input the engines and orders, and how a
program is asked for them.
"""
import json
import pathlib
from dataclasses import dataclass

import inputs
import programs
from reorder_report import ORDERS, SWEPT

ENGINES = ("autoropes", "static_ropes", "split_ropes", "greedy_ropes")
LOCKSTEP = ("static_lockstep", "fsm_lockstep", "lockstep")  # the best first
# The engines that an order is measured with, where that is not all: those that
# Zhang 2016 (history) and Liu 2016 (hybrid) compare.
COMPARED = {"history": ("autoropes", *LOCKSTEP), "hybrid": LOCKSTEP}
AUTO_ROUNDS = 40


@dataclass(frozen=True)
class Way:
    """A program to run, and the traversals of which rows are kept."""
    case: inputs.Case
    order: str
    target: str
    mode: str
    engine: str
    reorder: str
    rounds: int
    traversals: tuple
    lacking: tuple  # traversals of the program that do not have the engine

    @property
    def key(self):
        return (self.case.program, self.case.name, self.order, self.target,
                self.mode, self.engine, self.reorder)

    @property
    def levels(self):
        """What a row says of the tree's top, where a number is asked for."""
        _, _, levels = self.reorder.partition(":")
        return {"levels": int(levels)} if levels else {}

    @property
    def binary(self):
        return {"baseline": "as_written", "auto": "auto"}.get(self.mode,
                                                              "parallel")

    def options(self):
        return (self.case.options(self.order) +
                inputs.PROGRAMS[self.case.program].rounds(self.rounds))

    def environment(self, directory, partial=False):
        settings = {"REGTT_LOG": "info", "REGTT_TARGET": self.target}
        if self.mode == "auto":
            absent = pathlib.Path(directory, self.case.program, "no_tuning")
            return {**settings, "REGTT_TUNE": "read",
                    "REGTT_TUNE_FILE": str(absent)}
        settings.update(REGTT_TUNE="off", REGTT_VARIANT=self.engine,
                        REGTT_REORDER=self.reorder)
        if self.mode == "baseline":  # as the literature has it
            settings["REGTT_STRAGGLERS"] = "device"
        if partial:  # a loop that does not have the engine runs as it is
            settings["REGTT_ALLOW_SERIAL"] = "1"
        return settings


def legal_engines(directory, program, target):
    """Of each traversal the engines that all of its loops have."""
    report, = (directory / program).glob("*.regtt.json")
    found = {}
    for site in json.loads(report.read_text(encoding="utf-8"))["sites"]:
        here = {variant["name"] for variant in site["variants"]
                if target in variant["targets"]}
        found[site["traversal"]] = found.get(site["traversal"], here) & here
    return found


def asked_orders(engine, levels):
    """What REGTT_REORDER asks for with an engine; numbers of levels come last,
    since they are not tried where the order is refused."""
    orders = [order for order in ORDERS
              if engine in COMPARED.get(order, (engine,))]
    return orders + [f"{order}:{number}" for order in SWEPT if order in orders
                     for number in levels]


def ways(case, order, target, legal, options):
    """All of an input, in the order in which they run."""
    program = inputs.PROGRAMS[case.program]
    here = [name for name in legal
            if program.ordered.get(name, order) == order]

    def way(mode, engine, reorder, rounds, traversals, lacking=()):
        # The results of what moves are those of the last round.
        rounds = program.most_rounds if program.moves else min(
            rounds, program.most_rounds)
        return Way(case, order, target, mode, engine, reorder, rounds,
                   tuple(traversals), tuple(lacking))
    rounds = options.repeat + 1
    yield way("baseline", programs.BASELINE, "none", rounds, here)
    yield way("auto", "auto", "auto", max(AUTO_ROUNDS, rounds), here)
    for engine in ENGINES + LOCKSTEP:
        better = LOCKSTEP[:LOCKSTEP.index(engine)] if engine in LOCKSTEP else ()
        having = [name for name in here if engine in legal[name]
                  and not legal[name].intersection(better)]
        for reorder in asked_orders(engine, options.levels) if having else ():
            yield way("lockstep" if engine in LOCKSTEP else "non-lockstep",
                      engine, reorder, rounds, having,
                      [name for name in legal if engine not in legal[name]])
