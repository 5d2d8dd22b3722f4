#!/usr/bin/env -S python3 -B
"""Measures what it pays to run queries in another order, and what the runtime
makes of it when nothing is asked.

    bench/engines.py build DIR regtt-cc    builds the samples into DIR
    bench/reorder.py run DIR               runs what DIR holds
    bench/reorder.py report FILE FOLDER    makes FOLDER/reorder.md of saved rows
                                           and of those with levels a plot

`run` takes each input in each of its orders: first the baseline, autoropes on
records as written; then auto, where neither engine nor order is asked for and
nothing is known of earlier runs; both are started --starts times, of which each
first call is kept; then engines with REGTT_REORDER=none, inspect,
curve and handover (bench/reorder_ways.py): of those that do not run in step
autoropes, greedy ropes and those with ropes in the tree, of those that do the
best that is legal; this one with history and hybrid, too, and autoropes with
history. With --levels also inspect:N, handover:N and, with these two,
history:N, unless the order is refused as such. It prints a Markdown table, of
each traversal the medians over the calls, the first left out. Exits with 1 if a
program fails or its results are not those of the baseline, byte for byte, and
says what was not run. An order that is refused is a row, not a failure.
"""
import argparse
import filecmp
import hashlib
import os
import pathlib
import re
import shlex
import statistics
import sys
from dataclasses import replace

import inputs
import programs
import progress
from engines import matches, names
from measure import Failed, attempt, calls
from reorder_report import KEY, ORDERS, key, make_report, plain_order
from reorder_ways import legal_engines, ways
from rows import heading, markdown, number, reason
from session import by_traversal, device_name

PARTIAL_ROUNDS = 4  # beside serial loops
TIMES = ("kernel_ms", "reorder_ms", "sum_ms", "total_ms")
COLUMNS = ("sample", "input", "order", "traversal", "mode", "engine", "asked",
           "done", "reorder", "kernel", "sum", "total", "identical")
REFUSED = re.compile(r": (?:error|warning): (\w+): the queries cannot be "
                     r"reordered: (.*?)(?:; the serial loop runs instead)?$",
                     re.MULTILINE)


def joined(lines, key):
    """What the lines say, each value once."""
    return "/".join(dict.fromkeys(line[key] for line in lines))


def in_rounds(lines, rounds):
    """The calls of one traversal: a list for each round."""
    calls_a_round, rest = divmod(len(lines), rounds)
    if rest or not calls_a_round:
        raise Failed(f"{len(lines)} calls in {rounds} rounds")
    return [lines[at:at + calls_a_round]
            for at in range(0, len(lines), calls_a_round)]


def figures(taken):
    """The medians over rounds, and in which way they ran."""
    sums = [{key: sum(float(line[key]) for line in lines) for key in TIMES
             if key != "sum_ms"} for lines in taken]
    for each in sums:
        each["sum_ms"] = each["kernel_ms"] + each["reorder_ms"]
    lines = [line for lines in taken for line in lines]
    return {"variant": joined(lines, "variant"),
            "done": joined(lines, "reorder"), "chosen": joined(lines, "chosen"),
            **{key: round(statistics.median(each[key] for each in sums), 4)
               for key in TIMES}}


def learned(taken):
    """Of a program that is asked for nothing: its last third, the rule, which
    is what chose the first call, and what rounds with trials took beside what
    was learned by them."""
    first = figures(taken[:1])
    rule = {key: taken[0][0][name] for key, name in
            (("variant", "variant"), ("done", "reorder"), ("chosen", "chosen"))}
    last = figures(taken[-max(1, len(taken) // 3):])
    trials = [figures([lines])["sum_ms"] for lines in taken
              if any(line["chosen"] == "trial" for line in lines)]
    return {**last, "rule": {**first, **rule}, "trials": len(trials),
            "trials_cost_ms": round(sum(trials) - len(trials) * last["sum_ms"],
                                    4)}


class Reordering:
    """One run: what is timed, and the rows that come of it."""
    command = "bench/reorder.py"

    def __init__(self, options):
        self.options = options
        self.progress = progress.Progress(options, key)
        self.known = [row for row in self.progress.rows
                      if "failed" not in row]
        self.failed = False
        self.devices = {target: device_name(target)
                        for target in {*options.targets, "cpu"}}

    def run(self, cases, built):
        """All inputs; returns the exit code."""
        done = {key(row) for row in self.known}
        every = left = 0
        print(heading(COLUMNS), flush=True)
        for case, order, target in (
                (case, order, target) for case in cases
                for order in inputs.PROGRAMS[case.program].orders
                if order in (self.options.orders or [order])
                for target in self.options.targets):
            of_input = list(self._ways(case, order, target))
            todo = [way for way in of_input
                    if way.key not in done and self._runs(way)]
            every += len(of_input)
            if todo and todo[0] != of_input[0] and not self._expected(
                    todo[0]).exists():
                todo.insert(0, of_input[0])
            while todo and not self.progress.is_spent:
                self._run(todo.pop(0), built[case.program])
            if todo:
                left += len(todo)
                print(f"bench: not run: {case.program}, {case.name}, {order}, "
                      f"{target}: " + ", ".join(
                          f"{way.engine} {way.reorder}" for way in todo),
                      file=sys.stderr)
            else:
                self._expected(of_input[0]).unlink(missing_ok=True)
        if left:
            print(f"bench: --budget={self.options.budget:g} is spent: {left} "
                  f"of {every} programs were not run", file=sys.stderr)
        return 1 if self.failed else 0

    def _ways(self, case, order, target):
        """What is compared of an input, the baseline first."""
        return ways(case, order, target, legal_engines(
            self.options.directory, case.program, target), self.options)

    def _expected(self, way):
        """The file of the results of what ran first of an input."""
        words = [way.target, *way.case.options(way.order)]
        name = hashlib.sha256(shlex.join(words).encode()).hexdigest()[:16]
        return self.options.directory / way.case.program / f"first_{name}"

    def _loops(self, way):
        """The traversals that run with this input, by the baseline's log."""
        return next((set(row["loops"]) for row in self.known if "loops" in row
                     and key(row)[:4] == way.key[:4]),
                    {*way.traversals, *way.lacking})

    def _refused(self, way):
        """The traversals that cannot have the order, whatever its levels."""
        plain = replace(way, reorder=plain_order(way.reorder))
        return {row["traversal"] for row in self.known if "refused" in row
                and way.levels and key(row) == plain.key}

    def _runs(self, way):
        return not self._loops(way).isdisjoint(
            {*way.traversals} - self._refused(way))

    def _run(self, way, built):
        if not self._runs(way):
            return
        partial = bool(self._loops(way).intersection(way.lacking))
        if partial:
            way = replace(way, rounds=min(way.rounds, PARTIAL_ROUNDS))
        row = self._description(way, partial, built)
        try:
            for each in self._measure(way, partial, row):
                self._add(each)
        except Failed as failure:
            self._add({**row, "traversal": None, "failed": str(failure).replace(
                f"{self.options.directory}/", "")})

    def _start(self, way, partial, reorder):
        """Runs it; what it logs, and whether its results are as expected."""
        folder = self.options.directory / way.case.program
        environment = replace(way, reorder=reorder).environment(
            self.options.directory, partial)
        output = folder / "output"
        log = attempt([folder / way.binary, *way.options(), "--output", output],
                      timeout=self.options.timeout, **environment).stderr
        expected = self._expected(way)
        if way.mode == "baseline" or not expected.exists():
            output.replace(expected)
            return log, True
        identical = filecmp.cmp(expected, output, shallow=False)
        output.unlink()
        return log, identical

    def _measure(self, way, partial, row):
        """Yields a row of each traversal."""
        log, identical = "", True
        try:
            log, identical = self._start(way, partial, way.reorder)
            refused = dict(REFUSED.findall(log))
        except Failed as failure:
            refused = dict(REFUSED.findall(str(failure)))
            if not refused:
                raise
        kept = [name for name in way.traversals if name in refused]
        for name in kept:
            yield {**row, "traversal": name, "refused": refused[name]}
        if not log and len(kept) < len(way.traversals):
            either = f"{way.reorder},none"  # others may have that order
            log, identical = self._start(way, partial, either)
            row = {**row, "command": row["command"].replace(
                f"_REORDER={way.reorder}", f"_REORDER={either}")}
        found = by_traversal(calls(log))
        if way.mode == "baseline":
            row = {**row, "loops": list(found)}
        again = way.mode in ("baseline", "auto") and \
            self._starts(way, partial)
        for name in found:
            if name in way.traversals and name not in refused:
                kept.append(name)
                figures_of = self._figures(way, name, found[name])
                if again:
                    figures_of.update(self._first(way, name, found, again))
                yield {**row, "traversal": name, **figures_of,
                       "identical": identical}
        if not kept:
            raise Failed(f"nothing ran in parallel\n{log}")

    def _starts(self, way, partial):
        """What each traversal's calls say, of further starts of a program that
        makes one round."""
        once = replace(way, rounds=1)
        command = [self.options.directory / way.case.program / way.binary,
                   *once.options()]
        environment = once.environment(self.options.directory, partial)
        return [by_traversal(calls(attempt(
            command, timeout=self.options.timeout, **environment).stderr))
            for _ in range(getattr(self.options, "starts", 1) - 1)]

    @staticmethod
    def _first(way, name, found, again):
        """What the first call takes: the median over the starts."""
        firsts = [in_rounds(found[name], way.rounds)[0],
                  *(each[name] for each in again)]
        return {"starts": len(firsts), "first_ms": round(statistics.median(
            figures([lines])["sum_ms"] for lines in firsts), 4)}

    @staticmethod
    def _figures(way, name, lines):
        """What the calls of a traversal took."""
        for line in lines:
            if line["target"] != way.target or \
                    way.engine not in ("auto", line["variant"]):
                raise Failed(f"{name} ran on {line['target']}: "
                             f"{line.get('why')}")
        if plain_order(way.reorder) in ORDERS[1:] and \
                lines[0]["reorder"] == "none":
            return {"refused": "it is not said why, beside another refusal"}
        taken = in_rounds(lines, way.rounds)
        return {"queries": int(lines[-1]["queries"]),
                **(learned(taken) if way.mode == "auto" else
                   figures(taken[1:] or taken))}

    def _description(self, way, partial, built):
        """What a row says besides its figures."""
        settings = [f"{name}={value}" for name, value in
                    way.environment(".", partial).items()]
        data = getattr(self.options, "data", None)
        words = [word.replace(f"{data}/", "DATA/") if data else word
                 for word in way.options()]
        return {**dict(zip(KEY, way.key)), **way.levels, "rounds": way.rounds,
                "device": self.devices[way.target],
                "host": self.devices["cpu"], "version": built["version"],
                "command": shlex.join([
                    *settings, f"{way.case.program}/{way.binary}", *words]),
                "build": progress.without_folders(
                    shlex.split(built["build"]), self.options),
                "run": progress.without_folders(
                    [self.command, *sys.argv[1:]], self.options)}

    def _add(self, row):
        self.failed |= "failed" in row or not row.get("identical", True)
        self.known.append(row)
        self.progress.save(row)
        self._print(row)

    @staticmethod
    def _print(row):
        start = [row["program"], row["input"], row["order"],
                 row["traversal"] or "", row["mode"],
                 row.get("variant", row["engine"]), row["reorder"]]
        if "kernel_ms" not in row:
            why = f"failed: {reason(row)}" if "failed" in row else \
                f"refused: {row['refused']}"
            print(markdown([*start, why] + [""] * 5), flush=True)
            return
        print(markdown([
            *start, row["done"], *(number(row[name], 3) for name in (
                "reorder_ms", "kernel_ms", "sum_ms", "total_ms")),
            "yes" if row["identical"] else "**NO**"]), flush=True)


def numbers_of_levels(text):
    """As REGTT_REORDER takes them."""
    numbers = sorted({int(word) for word in text.split(",")})
    if not 1 <= numbers[0] <= numbers[-1] <= 32:
        raise ValueError
    return numbers


def measure(options, session=Reordering):
    """Runs a session on the inputs that the command line asks for."""
    for name in ("REGTT_VARIANT", "REGTT_REORDER"):
        os.environ.pop(name, None)  # what is asked for is this program's
    cases = [case.scaled(options.scale) if options.scale != 1 else case
             for case in inputs.CASES]
    data = getattr(options, "data", None)
    cases += [case for path, case in inputs.file_cases(data or "")
              if data and os.path.exists(path)]
    cases = [case for case in cases if matches(case, options.only)]
    if not cases:
        raise Failed(f"--only={options.only} matches no input")
    built = {case.program: programs.description(
        options.directory, case.program) for case in cases}
    for name, how in built.items():
        if not how:
            print(f"bench: {name}: skipped: it is not in {options.directory}",
                  file=sys.stderr)
        for target in options.targets if how else ():
            if target not in how["targets"]:
                raise Failed(f"--targets={target}: {name} is built for "
                             f"{', '.join(how['targets'])}")
    cases = [case for case in cases if built[case.program]]
    if not cases:
        raise Failed("there is nothing to run")
    return session(options).run(cases, built)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(dest="command", required=True)
    run = subparsers.add_parser("run")
    run.add_argument("directory", metavar="DIR", type=pathlib.Path)
    run.add_argument("--only", default="", metavar="REGEX",
                     help="inputs whose sample and name match (all)")
    run.add_argument("--data", type=pathlib.Path, metavar="FOLDER",
                     help="run also the files of this folder")
    run.add_argument("--scale", type=float, default=1, metavar="N",
                     help="divide sizes, for trying things out (1)")
    run.add_argument("--targets", type=names, default=["cuda"],
                     help="of cuda and cpu (cuda)")
    run.add_argument("--orders", type=names,
                     help="comma list of orders of the queries (all)")
    run.add_argument("--levels", type=numbers_of_levels, default=[],
                     metavar="N,...", help="also tops of the tree of so many "
                     "levels, 1 to 32 (only the runtime's choice)")
    run.add_argument("--repeat", type=int, default=6, metavar="K",
                     help="after a call that warms up (6)")
    run.add_argument("--starts", type=int, default=3, metavar="N",
                     help="of the baseline and of auto, for first calls (3)")
    progress.add_options(run)
    report = subparsers.add_parser("report")
    report.add_argument("data", metavar="FILE", type=pathlib.Path)
    report.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    report.add_argument("--no-plots", action="store_true",
                        help="tables only, which need no matplotlib")
    options = parser.parse_args()
    try:
        return measure(options) if options.command == "run" \
            else make_report(options)
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    sys.exit(main())
