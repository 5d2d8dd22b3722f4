"""The command line of scripts/fuzz."""

import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from . import bundle, coverage, replay, save
from .check import Checker
from .compilers import extension
from .draw import Drawer, pairs_of
from .emit import Traversal, program
from .features import PENDING, SCATTERED, drawn_values
from .pairs import is_legal
from .reduce import Reducer

LANGS = ["c99", "cpp17", "cpp11", "c89"]


def parser():
    p = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description="Random annotated programs: built with a plain compiler "
        "and with regtt-cc, run under every legal variant, compared.")
    p.add_argument("--minutes", type=float, help="stop after this long")
    p.add_argument("--programs", type=int,
                   help="how many source files (default: 4, or as many as "
                   "--minutes allows)")
    p.add_argument("--traversals", type=int, default=15,
                   help="in each file (15)")
    p.add_argument("--seed", type=int,
                   help="of all draws (1; with --minutes a random one)")
    p.add_argument("--lang", choices=LANGS, help="one language only")
    p.add_argument("--fix", action="append", default=[], metavar="F=V",
                   help="a feature's value for all traversals")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--nvcc", type=int, default=0, metavar="K",
                   help="compile K of the files for CUDA, too")
    p.add_argument("--sanitize", action="store_true",
                   help="run the plain programs under sanitizers")
    p.add_argument("--level", type=int, default=1, metavar="N",
                   help="-O of the parallel programs (1); 0 saves a third of "
                   "the time")
    p.add_argument("--no-reduce", action="store_true")
    p.add_argument("--all-pairs", action="store_true",
                   help="a possible pair of features that was not drawn is a "
                   "failure")
    p.add_argument("--keep", metavar="DIR",
                   help="keep all files, and write reduced failures to "
                   "DIR/failures (with --minutes: to test/Fuzz/regressions)")
    p.add_argument("--coverage", action="store_true",
                   help="print the table of pairs of features")
    p.add_argument("--dry-run", action="store_true", help="draw only")
    p.add_argument("--bundle", metavar="DIR",
                   help="put what is emitted for each file into DIR, to be "
                   "run elsewhere by --replay")
    p.add_argument("--replay", metavar="DIR",
                   help="build and run the programs of the bundle DIR on "
                   "--target, without regtt-cc")
    p.add_argument("--build-only", action="store_true",
                   help="of --replay: do not run them")
    p.add_argument("--target", default="cuda", help="of --replay (cuda)")
    p.add_argument("--on", choices=["cpu", "lanes"], default="cpu",
                   help="the target whose variants are run; of lanes with each "
                   "instruction set (cpu)")
    p.add_argument("--regtt-cc", default=None, help="the command to test")
    return p


class Campaign:
    """Draws, checks and counts files until the time or the number is up."""

    def __init__(self, options, folder):
        self.options = options
        self.drawer = Drawer(random.Random(options.seed))
        self.folder = folder
        self.saved = None  # where what is reduced becomes a test
        self.checker = Checker(options.regtt_cc, folder, options.sanitize,
                               options.level, options.on)
        self.total = Counter()
        self.refused = Counter()
        self.variants = Counter()
        self.failures = 0
        self.covered = set()  # pairs of what was compared, or drawn only
        self.deadline = (time.monotonic() + options.minutes * 60
                         if options.minutes else None)

    def file(self, index):
        """The name, language and traversals of the index-th file."""
        options = self.options
        lang = options.lang or LANGS[index % len(LANGS)]
        fixed = {"lang": lang, **_fixed(options.fix)}
        drawn = [self.drawer.draw({**fixed, **(self._steered(k, fixed) or
                                               self._pending(k, fixed))})
                 for k in range(options.traversals)]
        seed = options.seed * 100000 + index * 100
        return (f"fuzz_{options.seed}_{index}", lang,
                [Traversal(k, d, seed + k) for k, d in enumerate(drawn)])

    def _pending(self, k, fixed):
        """A value that draws do not choose from, for about every fourth traversal."""
        values = [(f, v) for f, vs in PENDING.items() for v in vs
                  if f not in fixed and is_legal({**fixed, f: v})]
        return dict([self.drawer.rng.choice(values)]) if (
            k % 5 in (2, 4) and values) else {}

    def _steered(self, k, fixed):
        """Values for every third traversal that make static ropes legal: few
        draws do by chance."""
        if k % 3 or {"control", "args", "children", "after",
                     "returns"} & set(fixed):
            return {}
        rng = self.drawer.rng
        control = rng.choice(["sequence", "sequence", "loop",
                              "sibling_test"])
        if fixed["lang"] == "c89" and control == "loop":
            control = "sequence"
        steered = {"control": control, "guard": "none", "functions": "one",
                   "after": "none", "returns": "void",
                   "args": rng.choice(["none", "uniform"]),
                   "arity": rng.choice([2, 3, 4, 8])}
        if not is_legal({**fixed, **steered}):
            return {}
        children = rng.choice([c for c in drawn_values("children") if is_legal(
            {**fixed, **steered, "children": c})])
        # The order of an array's children is that of its indices.
        free = control == "sequence" and children in SCATTERED
        return {**steered, "children": children, "order": rng.choice(
            ["fields", "shuffled"]) if free else "fields"}

    def run(self):
        options = self.options
        most = options.programs or (10**6 if options.minutes else 4)
        if options.dry_run:
            for index in range(most):
                name, lang, traversals = self.file(index)
                (self.folder / (name + extension(lang))).write_text(
                    program(lang, traversals))
                self.total["files"] += 1
                self.total["drawn"] += len(traversals)
                self._cover(traversals)
            return
        index = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            running = []
            while running or index < most:
                while len(running) < options.jobs and index < most and (
                        not self._late()):
                    file = self.file(index)
                    nvcc = index < options.nvcc
                    running.append((file, nvcc, pool.submit(
                        self.checker.check, *file, nvcc)))
                    index += 1
                if not running:
                    break
                file, nvcc, job = running.pop(0)
                self._count(file, nvcc, job.result())
                if self._late():
                    most = index

    def _cover(self, traversals):
        for t in traversals:
            self.covered |= pairs_of(t.draw)

    def _late(self):
        return self.deadline and time.monotonic() > self.deadline

    def _count(self, file, nvcc, outcome):
        name, lang, traversals = file
        self.total["files"] += 1
        self.total["drawn"] += len(traversals)
        self.total["traversals"] += outcome.traversals
        self.total["runs"] += outcome.runs
        self.total["nvcc"] += nvcc
        self.refused += outcome.refused
        self.variants += outcome.variants
        for ident, t in outcome.refused_draws:
            print(f"refused: {ident}: {name} traversal {t.id}: {t.draw}")
        if self.options.bundle and outcome.runs and not outcome.failures:
            why = bundle.add(self.options.regtt_cc, self.folder / name, lang,
                             pathlib.Path(self.options.bundle))
            if why:
                self.failures += 1
                print(f"FAILED: {name}: {why}")
        gone = {t.id for _, t in outcome.refused_draws}
        if outcome.runs:
            self._cover([t for t in traversals if t.id not in gone])
        seen = set()
        for failure in outcome.failures:
            if (failure.kind, failure.traversal) in seen:
                continue
            seen.add((failure.kind, failure.traversal))
            self.failures += 1
            print(f"FAILED: {name} traversal {failure.traversal}: "
                  f"{failure.kind}: {failure.detail}")
            if not self.options.no_reduce and failure.kind != "oracle":
                self._reduce(name, lang, traversals, failure, nvcc)
        sys.stdout.flush()

    def _reduce(self, name, lang, traversals, failure, nvcc):
        suspects = [t for t in traversals if failure.traversal in (-1, t.id)]
        folder = self.folder / "failures"
        folder.mkdir(exist_ok=True)
        for t in suspects:
            small = Reducer(Checker(self.options.regtt_cc, folder), t, failure,
                            nvcc and failure.kind == "nvcc").run()
            if small is None:
                continue
            path = save.save(program(lang, [small]), lang, f"{name}_{t.id}",
                             failure, self.saved or folder,
                             self.folder / "reduce" / "emitted_cpu"
                             / "reduce.regtt.json")
            print(f"  reduced: {path}: {small.draw}")
            print(path.read_text() if len(suspects) == 1 else "")
            return
        print("  it does not fail alone")

    def report(self):
        total = self.total
        print(f"{total['drawn']} traversals drawn in {total['files']} files, "
              f"{sum(self.refused.values())} refused, {total['traversals']} "
              f"compared in {total['runs']} runs, {total['nvcc']} files "
              "compiled by nvcc")
        for name, count in sorted(self.variants.items()):
            print(f"  {name}: {count} traversals")
        for ident, count in sorted(self.refused.items()):
            print(f"  refused, {ident}: {count}")
        print(coverage.summary(self.covered))
        if self.options.coverage:
            print("\n".join(coverage.table(self.covered)))
        if self.options.all_pairs and not coverage.is_complete(self.covered):
            print("FAILED: some possible pairs were not drawn (--coverage)")
            self.failures += 1
        print(f"{self.failures} failures")


def _fixed(texts):
    result = {}
    for text in texts:
        name, value = text.split("=", 1)
        result[name] = int(value) if value.isdigit() else value
    return result


def main(root):
    options = parser().parse_args()
    if not options.regtt_cc:
        options.regtt_cc = str(root / "build/release/bin/regtt-cc")
    if options.seed is None:
        options.seed = random.randrange(10**6) if options.minutes else 1
    if options.replay:
        return replay.main(options, root)
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="fuzz-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        campaign = Campaign(options, folder.resolve())
        if options.minutes:
            print(f"seed {options.seed}", flush=True)
            campaign.saved = root / "test" / "Fuzz" / "regressions"
        campaign.run()
        campaign.report()
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if campaign.failures else 0
