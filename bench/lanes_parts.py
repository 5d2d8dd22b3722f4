"""What bench/lanes.py measures, a part each: of which inputs which ways, and how
many rounds. Tables of the rows are bench/lanes_tables.py's.
"""
import re
from dataclasses import replace

from inputs import PROGRAMS
from lanes_session import Session
from lanes_ways import (AUTO, CASES, FEW, LANES, PLAIN, SIZED, Way, fixed_ways,
                        sized)

CLOSE = ("avx512", "avx2")  # compared closely
ISAS = (*CLOSE, "none")
STEADY = 7  # rounds of what is compared closely
LARGE = 100000  # queries: more take long


def matches(options, case, order=""):
    return re.search(options.only, f"{case.program} {case.name} {order}")


def _scaled(case, scale):
    """With a name of its own."""
    return case if scale == 1 else replace(
        case.scaled(scale), title=f"{case.title}, a part of 1/{scale:g}")


def selected(options, cases):
    """(case, order, 0) of the inputs that the command line asks for."""
    return [(_scaled(case, options.scale), order, 0) for case in cases
            for order in PROGRAMS[case.program].orders
            if matches(options, case, order)]


def is_asked_for(options, way):
    return re.search(options.ways, str(way))


def plain_rounds(one):
    """As often as the engines run, of what moves; else the first counts."""
    return FEW if one.program.moves else 1


def steady(one):
    """Rounds and runs; what moves is compared after few steps."""
    return FEW if one.program.moves else STEADY, 2


def run(options):
    """The plain program, every engine with every order, and what is learned."""
    session = Session(options, "run")

    def act(one, size):
        session.milliseconds(one, size, PLAIN, plain_rounds(one), 2)
        for way in fixed_ways("cpu", "lanes"):
            if is_asked_for(options, way):
                session.milliseconds(one, size, way, FEW)
        session.milliseconds(one, size, AUTO, options.rounds)

    return session, session.run(selected(options, CASES), act)


def rounds_of(size, moves):
    """Small inputs take so little that many rounds are needed. With one, the
    first counts."""
    if size > LARGE:
        return 1 if moves else 2
    return 32 if size <= 1000 else 16 if size <= 10000 else FEW


def sizes(options):
    """As run, in growing sizes, the small ones of all inputs first."""
    session = Session(options, "sizes")
    tasks = [(case, order, size) for size in options.sizes for program in SIZED
             for order in PROGRAMS[program].orders
             if matches(options, case := sized(program, size), order)]

    def act(one, size):
        rounds = rounds_of(size, one.program.moves)
        # Without its results nothing can be compared.
        if not session.milliseconds(
                one, size, PLAIN, 1 if size > LARGE else rounds,
                2 if rounds == FEW else 1):
            return
        for way in fixed_ways("cpu", "lanes"):
            if is_asked_for(options, way):
                session.milliseconds(one, size, way, rounds)
        session.milliseconds(one, size, AUTO, options.rounds // 2
                             if size > LARGE else max(options.rounds, rounds))

    return session, session.run(tasks, act)


def threads(options):
    """The engine that is the best on one thread, on two, and on all."""
    session = Session(options, "threads")
    numbers = sorted({1, 2, session.threads})

    def act(one, size):
        best = session.fastest(one, size, [
            way for way in fixed_ways("cpu", "lanes")
            if is_asked_for(options, way)], FEW)
        for number in numbers if best else ():
            session.milliseconds(one, size, Way(
                best.target, best.variant, best.reorder, number), *steady(one))

    return session, session.run(selected(options, CASES), act)


def isa(options):
    """Each engine of lanes, with the order that is the best for it by the
    processor's best instruction set, by each of them."""
    session = Session(options, "isa")

    def act(one, size):
        for engine in LANES:
            best = session.fastest(one, size, [
                way for way in fixed_ways("lanes") if way.variant == engine
                and is_asked_for(options, way)], FEW)
            for name in ISAS if best else ():
                session.milliseconds(
                    one, size, Way("lanes", engine, best.reorder, 1, name),
                    *(steady(one) if name in CLOSE else (FEW, 1)))

    return session, session.run(selected(options, CASES), act)


PARTS = {"run": run, "sizes": sizes, "threads": threads, "isa": isa}
