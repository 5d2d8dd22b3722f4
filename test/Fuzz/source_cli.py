"""The command line of scripts/fuzz-sources."""

import argparse
import itertools
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from .source_checks import Comparison, Crashes
from .source_mutants import Mutator
from .sources import add_runs, sources

# A long campaign says how far it is.
_SECONDS_OF_SILENCE = 120


def parser():
    p = argparse.ArgumentParser(
        prog="scripts/fuzz-sources",
        description="Hands regtt-cc mutants of the sources of test/ and "
                    "samples/: tokens and lines left out, doubled, exchanged, "
                    "replaced. None may crash it or make it hang, and what it "
                    "takes gives the plain program's output. Needs g++, bash "
                    "and a regtt-cc, no LLVM.")
    p.add_argument("--count", type=_number, default=1000,
                   help="how many mutants regtt-cc reads (1000)")
    p.add_argument("--compare", type=_number, default=0, metavar="N",
                   help="N mutants of the programs of test/Exec and samples are "
                        "run, too: such as g++ takes, that have defined behaviour "
                        "as far as the address and the undefined-behaviour "
                        "sanitizer see, and that regtt-cc takes (0)")
    p.add_argument("--seed", type=int, default=1, help="of all draws (1)")
    p.add_argument("--jobs", type=_number, default=os.cpu_count(),
                   help="at once (the number of processors)")
    p.add_argument("--only", default="", metavar="REGEX", type=_regex,
                   help="sources whose path matches")
    p.add_argument("--emit", default="kernel", choices=["kernel", "ir"],
                   help="what regtt-cc is asked for: kernel, which lets it print "
                        "everything, or ir (kernel)")
    p.add_argument("--seconds", type=_number, default=20,
                   help="for regtt-cc's answer (20)")
    p.add_argument("--memory", type=int, default=4096, metavar="MIB",
                   help="that regtt-cc may map; 0: no limit, as sanitizers need "
                        "it (4096)")
    p.add_argument("--keep", metavar="DIR", type=pathlib.Path,
                   help="write a mutant for each distinct cause to DIR, and what "
                        "regtt-cc says about it beside it")
    p.add_argument("--compiler", "--regtt-cc", default="regtt-cc", metavar="PATH",
                   help="the regtt-cc to test (that on PATH)")
    return p


def _number(text):
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value


_number.__name__ = "number"


def _regex(text):
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error}") from error
    return text


def _listed(counts):
    return ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))


class Campaign:
    """Draws mutants, hands them to a check and keeps what fails."""

    def __init__(self, options, folder, pool):
        self.options = options
        self.folder = folder
        self.pool = pool
        self.causes = {}  # cause -> how many mutants

    def run(self, check, found, draws, wanted):
        """Checks mutants of the sources `found`, at most `draws` of them, until
        `wanted` were compared. Returns the counts."""
        counts = Counter()
        step = max(4 * self.options.jobs, 8)
        said = time.monotonic()
        for start in range(0, draws, step):
            numbers = range(start, min(start + step, draws))
            for number, (source, text, finding) in zip(numbers, self.pool.map(
                    lambda n: self._one(check, found, n), numbers)):
                counts[finding.word] += 1
                if finding.cause:
                    self._keep(check, number, source, text, finding)
                if wanted and counts["compared"] == wanted:
                    return counts
            if time.monotonic() - said > _SECONDS_OF_SILENCE:
                said = time.monotonic()
                print(f"so far: {_listed(counts)}", file=sys.stderr, flush=True)
        return counts

    def _one(self, check, found, number):
        compares = isinstance(check, Comparison)
        rng = random.Random(f"{self.options.seed} {number} {compares}")
        source = rng.choice(found)
        flags = rng.choice(sorted(source.runs) if compares else source.flags)
        text = Mutator(source.text, not compares).mutant(rng)
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        path = folder / ("mutant" + source.path.suffix)
        path.write_text(text)
        try:
            return source, text, check.check(path, source, flags)
        finally:
            shutil.rmtree(folder)

    def _keep(self, check, number, source, text, finding):
        self.causes[finding.cause] = self.causes.get(finding.cause, 0) + 1
        if self.causes[finding.cause] > 1:
            return
        name = f"{self.options.seed}_{number}"
        if isinstance(check, Comparison):
            name += "_compared"
        print(f"failed: mutant {name} of {source.name}: {finding.cause}\n",
              flush=True)
        if self.options.keep:
            self.options.keep.mkdir(parents=True, exist_ok=True)
            stem = self.options.keep / f"{name}_{source.path.stem}"
            stem.with_suffix(source.path.suffix).write_text(text)
            stem.with_suffix(".txt").write_text(
                f"{source.name}\n{finding.command}\n\n{finding.cause}\n\n"
                f"{finding.detail}\n")


def main(root):
    arguments = parser()
    options = arguments.parse_args()
    compiler = shutil.which(options.compiler)
    if not compiler:
        arguments.error(f"no regtt-cc at '{options.compiler}' (--compiler)")
    found = sources(root, options.only)
    if not found:
        arguments.error(f"no source matches '{options.only}'")
    add_runs(root, found)
    programs = [source for source in found if source.runs]
    if options.compare and not programs:
        arguments.error(f"no program matches '{options.only}'")
    failed = 0
    with tempfile.TemporaryDirectory() as folder, \
            ThreadPoolExecutor(max(1, options.jobs)) as pool:
        campaign = Campaign(options, folder, pool)
        crashes = Crashes(compiler, options.emit, options.seconds, options.memory)
        parts = [("read", campaign.run(crashes, found, options.count, 0))]
        if options.compare:
            parts.append(("for comparison", campaign.run(
                Comparison(crashes), programs, 40 * options.compare,
                options.compare)))
    for what, counts in parts:
        if counts:
            print(f"{sum(counts.values())} mutants {what}: {_listed(counts)}")
        failed += counts["failed"]
    for cause, count in itertools.islice(sorted(
            campaign.causes.items(), key=lambda each: -each[1]), 50):
        print(f"{count} times: " + cause.splitlines()[0])
    total = sum(sum(counts.values()) for _, counts in parts)
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0
