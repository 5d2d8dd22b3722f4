"""Breaks the compiler on purpose, one fault at a time, and counts how many the
tests notice. Works on a copy of the sources in build/mutants."""

import argparse
import filecmp
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from .corpus import Corpus
from .mutants import MUTANTS

COPIED = ["CMakeLists.txt", "CMakePresets.json", "cmake", "include", "lib",
          "runtime", "samples", "test", "tools", "bench", "scripts", "docs",
          "README.md", "LICENSE"]


# Where a fault in a file is likely to show: tests of lit that come before the
# others, by what the file's path has in it.
LIKELY = {
    "Cuts": "Exec/(resume_points|return_values|guards)",
    "Resume": "Exec/(resume_points|return_values)",
    "Liveness": "Exec/(resume_points|return_values)",
    "Return": "Exec/return_values",
    "Number": "Exec/number",
    "Follow": "Exec/(pointers_of|neighbours)",
    "Loop": "Exec/loop",
}


class Workshop:
    """The copy of the sources and its build folder."""

    def __init__(self, root, jobs, seed):
        self.root = root
        self.source = root / "build" / "mutants" / "source"
        self.build = root / "build" / "mutants" / "build"
        self.jobs = str(jobs)
        self.seed = seed

    def prepare(self):
        self.source.mkdir(parents=True, exist_ok=True)
        for name in COPIED:
            if (self.root / name).exists():
                self._mirror(self.root / name, self.source / name)
        subprocess.run(
            ["cmake", "-G", "Ninja", "-S", str(self.source), "-B",
             str(self.build), "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
             "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"],
            check=True, stdout=subprocess.DEVNULL)

    def _mirror(self, source, copy):
        """Makes `copy` what `source` is, whatever an earlier run left there;
        files that are the same keep their time."""
        if source.is_file():
            if not copy.exists() or not filecmp.cmp(source, copy, False):
                shutil.copyfile(source, copy)
            return
        copy.mkdir(parents=True, exist_ok=True)
        wanted = {p.name for p in source.iterdir()} - {"__pycache__"}
        for extra in {p.name for p in copy.iterdir()} - wanted:
            path = copy / extra
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name in wanted:
            self._mirror(source / name, copy / name)

    def make(self):
        return subprocess.run(
            ["cmake", "--build", str(self.build), "--parallel", self.jobs,
             "--target", "regtt-cc", "regtt_rt"],
            capture_output=True, text=True, check=False)

    def start(self):
        """Prepares the random programs. Returns what fails without a fault."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="mutants-"))
        self.corpus = Corpus(folder, self.seed, 60, 2)
        return self.corpus.record(self._compiler())

    def _compiler(self):
        return str(self.build / "bin" / "regtt-cc")

    def fails(self, file):
        """The test that notices a fault in `file`: a random program, or lit's
        name of one; '' where all pass. The cheapest come first."""
        likely = [tests for part, tests in LIKELY.items() if part in file]
        return (self.corpus.fails(self._compiler(),
                                  file.startswith("runtime/"))
                or (likely and self._lit(likely[0]))
                or self._lit("Analysis|Diagnostics|Frontend|Transform")
                or self._lit(r"Emit|Exec/.*\.(c|cpp)$"))

    def _lit(self, tests):
        prefix = subprocess.run(["llvm-config-19", "--prefix"],
                                capture_output=True, text=True, check=True)
        lit = prefix.stdout.strip() + "/build/utils/lit/lit.py"
        with tempfile.NamedTemporaryFile(suffix=".json") as results:
            done = subprocess.run(
                ["python3", lit, "-q", "--max-failures=1", "--workers",
                 self.jobs, "--filter", tests, "--output", results.name,
                 str(self.build / "test")], capture_output=True, text=True,
                timeout=900, check=False)
            if not done.returncode:
                return ""
            tests = json.loads(pathlib.Path(results.name).read_text())
            failed = [t["name"] for t in tests["tests"]
                      if t["code"] == "FAIL"]
        return failed[0] if failed else "lit: " + done.stdout[-200:]


def why_not(root, file, old):
    """Why a mutant cannot be put into its file, or ''."""
    path = root / file
    if not path.exists():
        return f"{file} is not there"
    count = path.read_text().count(old)
    return "" if count == 1 else f"its text stands {count} times in {file}"


def check(root):
    """Prints the mutants that no longer fit the sources; how many."""
    stale = [(number, name, why)
             for number, (name, file, old, _) in enumerate(MUTANTS)
             if (why := why_not(root, file, old))]
    for number, name, why in stale:
        print(f"{number}: STALE: {name}: {why}", flush=True)
    return len(stale)


def apply(path, old, new):
    path.write_text(path.read_text().replace(old, new))
    os.utime(path)


def main(root):
    parser = argparse.ArgumentParser(
        prog="scripts/mutate",
        description="Breaks regtt-cc on purpose and counts how many of the "
        "faults the tests notice. Slow; no part of scripts/test.")
    parser.add_argument("--check", action="store_true",
                        help="only say which mutants no longer fit the "
                        "sources")
    parser.add_argument("--only", default="", help="names with this in them")
    parser.add_argument("--first", type=int, default=0,
                        help="start with the mutant of this number")
    parser.add_argument("--minutes", type=float, help="stop after this long")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the random programs (1)")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="try N of the faults, spread over the table")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    stale = check(root)
    if options.check:
        print(f"{len(MUTANTS) - stale} of {len(MUTANTS)} mutants fit")
        return 1 if stale else 0
    shop = Workshop(root, options.jobs, options.seed)
    shop.prepare()
    built = shop.make()
    if built.returncode:
        print(built.stdout[-3000:])
        return 1
    why = shop.start()
    if why:
        print(f"mutate: error: the tests fail without a mutant: {why}")
        return 1
    return run(shop, options)


def run(shop, options):
    caught, missed, broken, left = [], [], [], []
    start = time.monotonic()
    sample = options.sample or len(MUTANTS)
    tried = {k * len(MUTANTS) // sample for k in range(sample)}
    for number, (name, file, old, new) in enumerate(MUTANTS):
        late = options.minutes and (
            time.monotonic() - start > options.minutes * 60)
        if options.only not in name or number < options.first or (
                number not in tried):
            continue
        if late:
            left.append(name)
            continue
        why = why_not(shop.source, file, old)
        if why:
            broken.append(name)
            print(f"{number}: STALE: {name}: {why}", flush=True)
            continue
        path = shop.source / file
        original = path.read_text()
        apply(path, old, new)
        try:
            built = shop.make()
            if built.returncode:
                broken.append(name)
                print(f"{number}: does not compile: {name}\n"
                      + built.stdout[-800:], flush=True)
                continue
            why = shop.fails(file)
        finally:
            path.write_text(original)
        (caught if why else missed).append(name)
        print(f"{number}: {'caught' if why else 'MISSED'}: {name}"
              + (f" ({why})" if why else ""), flush=True)
    shop.make()
    for title, names in (("missed", missed), ("cannot be made", broken),
                         ("not tried, the time was up", left)):
        for name in names:
            print(f"{title}: {name}")
    print(f"{len(caught)} of {len(caught) + len(missed)} mutants caught, "
          f"{len(broken)} cannot be made, {len(left)} not tried")
    return 1 if missed or broken else 0
