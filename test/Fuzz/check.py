"""Builds a file of traversals with both compilers, runs every legal variant
and compares. What regtt-cc refuses is counted, not compared."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field

from .compilers import (build_parallel, build_serial, execute, extension,
                        refusals)
from .emit import program
from .features import may_refuse


@dataclass
class Failure:
    kind: str  # oracle, crash, hang, build, refused, run, output, nvcc
    detail: str
    traversal: int = -1  # -1: not known which
    ids: tuple = ()


@dataclass
class Outcome:
    traversals: int = 0
    runs: int = 0
    refused: Counter = field(default_factory=Counter)
    refused_draws: list = field(default_factory=list)
    failures: list = field(default_factory=list)
    variants: Counter = field(default_factory=Counter)


class Checker:
    """What stays the same from file to file."""

    def __init__(self, regtt_cc, folder, sanitize=False, level=1,
                 target="cpu"):
        self.regtt_cc = regtt_cc
        self.target = target  # cpu or lanes
        self.folder = folder
        self.sanitize = sanitize
        self.level = level  # of optimisation

    def check(self, name, lang, traversals, nvcc=False):
        outcome = Outcome()
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / (name + extension(lang))
        rest = list(traversals)
        while rest:
            text = program(lang, rest)
            source.write_text(text)
            built = self._build(source, lang, self.target)
            failure = self._failure_of(built, "build")
            refused = refusals(built.err) if not failure else []
            if failure or not refused:
                break
            rest = self._without(refused, text, rest, outcome, built.err)
        if not rest:
            return outcome
        outcome.traversals = len(rest)
        expected = self._oracle(source, lang, outcome)
        if expected is None:
            return outcome
        if failure or built.code:
            outcome.failures.append(
                failure or self._blame("build", built.err, rest))
            return outcome
        self._run_all(source, expected, rest, outcome)
        if nvcc:
            built = self._build(source, lang, "cuda")
            failure = self._failure_of(built, "nvcc")
            if failure or built.code:
                outcome.failures.append(
                    failure or self._blame("nvcc", built.err, rest))
        return outcome

    def _build(self, source, lang, target):
        return build_parallel(self.regtt_cc, source, lang,
                              source.with_suffix("." + target),
                              source.parent / ("emitted_" + target), target,
                              self.level)

    @staticmethod
    def _failure_of(built, kind):
        if built.timed_out:
            return Failure("hang", f"{kind}: the compiler did not end")
        if built.code < 0 or "internal error" in built.err or (
                "Stack dump" in built.err or "Assertion" in built.err):
            return Failure("crash", built.err[-3000:])
        return None

    @staticmethod
    def _blame(kind, text, rest):
        found = re.findall(r"visit(\d+)", text)
        ids = [int(i) for i in found if any(t.id == int(i) for t in rest)]
        return Failure(kind, text[:4000], ids[0] if ids else -1)

    @staticmethod
    def _without(refused, text, rest, outcome, messages):
        """Drops the traversals that errors are about."""
        starts = {}
        for at, line in enumerate(text.splitlines(), 1):
            found = re.search(r"Traversal (\d+), seed", line)
            if found:
                starts[at] = int(found.group(1))
        dropped = set()
        for line, ident in refused:
            owner = [i for at, i in sorted(starts.items()) if at <= line]
            if not owner:
                continue
            if owner[-1] in dropped:
                continue
            dropped.add(owner[-1])
            outcome.refused[ident] += 1
            draw = next(t for t in rest if t.id == owner[-1])
            outcome.refused_draws.append((ident, draw))
            if not may_refuse(draw.draw, ident):
                outcome.failures.append(
                    Failure("refused", about(messages, ident), owner[-1],
                            (ident,)))
        if not dropped:
            outcome.failures.append(Failure("refused", messages[:3000]))
            return []
        return [t for t in rest if t.id not in dropped]

    def _oracle(self, source, lang, outcome):
        """What the plain program prints."""
        serial = source.with_suffix(".serial")
        built = build_serial(source, lang, serial)
        if built.code:
            outcome.failures.append(Failure("oracle", built.err[:3000]))
            return None
        expected = execute([str(serial)], 30)
        if expected.code:
            outcome.failures.append(
                Failure("oracle", f"exit code {expected.code}"))
            return None
        if self.sanitize:
            checked = source.with_suffix(".sanitized")
            built = build_serial(source, lang, checked, sanitize=True)
            ran = execute([str(checked)], 240)
            if built.code or ran.code or ran.out != expected.out:
                outcome.failures.append(
                    Failure("oracle", "sanitizer: " + built.err[-2000:]
                            + ran.err[:3000]))
                return None
        source.with_suffix(".expected").write_bytes(expected.out)
        return expected.out

    def _run_all(self, source, expected, rest, outcome):
        report = (source.parent / ("emitted_" + self.target) /
                  (source.stem + ".regtt.json"))
        sites = json.loads(report.read_text())
        legal = legal_variants(sites, self.target)
        parallel = source.with_suffix("." + self.target)
        source.with_suffix(".variants.json").write_text(
            json.dumps({self.target: legal, "cuda": legal_variants(sites)},
                       sort_keys=True))
        self._run(parallel, expected, rest, "auto", "3", outcome)
        for threads, variant in enumerate(sorted(legal), 1):
            chosen = [t for t in rest if t.id in legal[variant]]
            outcome.variants[variant] += len(chosen)
            for isa in isas_of(self.target, variant) if chosen else ():
                self._run(parallel, expected, chosen, variant, str(threads),
                          outcome, isa)

    def _run(self, parallel, expected, chosen, variant, threads, outcome,
             isa="auto"):
        ids = [str(t.id) for t in chosen]
        def run(which):
            return execute([str(parallel)] + which, 120,
                           {"REGTT_TARGET": self.target,
                            "REGTT_VARIANT": variant,
                            "REGTT_ISA": isa, "REGTT_THREADS": threads,
                            "REGTT_REORDER": order_of(int(threads))})

        ran = run(ids)
        outcome.runs += 1
        if not ran.code:
            outcome.failures += different(expected, ran.out, set(ids), variant)
            return
        # What a traversal had printed may be lost: each is run alone.
        alone = {i: run([i]) for i in ids} if len(ids) > 1 else {ids[0]: ran}
        guilty = [i for i in ids if alone[i].code]
        for i in guilty or [-1]:
            why = alone.get(i, ran)
            outcome.failures.append(
                Failure("hang" if why.timed_out else "run",
                        f"{variant}: exit code {why.code}: {why.err[:2000]}",
                        int(i)))


def isas_of(target, variant):
    """The instruction sets that a variant is run with, one after the other."""
    if target != "lanes":
        return ("auto",)
    # The scalar ones are those of the target cpu.
    return ("auto", "avx2", "none") if variant in (
        "packed", "lane_lockstep", "lane_ropes", "lane_recursion") else ()


def order_of(turn):
    """The order of queries of one of several runs."""
    orders = ("none", "inspect,curve,none", "handover,curve,none",
              "history,curve,none", "hybrid,curve,none")
    return orders[turn % len(orders)]


def about(messages, ident):
    """The first message with that id, and the lines that belong to it."""
    lines = messages.splitlines()
    first = next((k for k, line in enumerate(lines)
                  if line.endswith(f"[{ident}]")), 0)
    return "\n".join(lines[first:first + 9])[:2000]


def legal_variants(report, target=None):
    """Variant -> the traversals all of whose sites may run it; `target`: and do
    so there."""
    legal, illegal = {}, set()
    for site in report["sites"]:
        ident = int(re.sub(r"\D", "", site["traversal"]))
        for variant in site["variants"]:
            name = variant["name"]
            if variant["legal"] and (target is None
                                     or target in variant["targets"]):
                legal.setdefault(name, set()).add(ident)
            else:
                illegal.add((name, ident))
    return {name: sorted(i for i in ids if (name, i) not in illegal)
            for name, ids in legal.items()}


def different(expected, actual, ids, variant):
    """A failure for each traversal whose lines differ."""
    def split(text):
        lines = {}
        for line in text.decode(errors="replace").splitlines():
            lines.setdefault(line.split(".")[0], []).append(line)
        return lines

    want, got = split(expected), split(actual)
    failures = []
    for ident in sorted(ids, key=int):
        if want.get(ident) == got.get(ident):
            continue
        pairs = zip(want.get(ident, []), got.get(ident, []))
        first = next((p for p in pairs if p[0] != p[1]),
                     ("", "another number of lines"))
        failures.append(Failure(
            "output", f"{variant}: expected {first[0]!r}, got {first[1]!r}",
            int(ident)))
    return failures
