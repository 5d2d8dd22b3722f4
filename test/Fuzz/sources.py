"""Mutants of the tests' sources through regtt-cc: it may refuse them, but it
neither crashes nor hangs; and what it takes gives the plain program's output,
where that program is one that a sanitizer has nothing against."""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import random
import re
import shlex
import tempfile

from .compilers import execute
from .source_mutants import mutant

# The compiler's message for each mutant, at most.
SECONDS = 60


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz-sources",
        description="Hands regtt-cc mutants of the sources of test/ and "
                    "samples/: tokens and lines left out, doubled, swapped, "
                    "replaced. None may crash it or make it hang.")
    parser.add_argument("--count", type=int, default=1000,
                        help="how many mutants (1000)")
    parser.add_argument("--seed", type=int, default=1, help="of all draws (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="sources whose path matches")
    parser.add_argument("--compare", action="store_true",
                        help="mutants of test/Exec alone, built and run: where "
                             "g++ takes one, and it runs to its end under the "
                             "address and the undefined-behaviour sanitizer, "
                             "regtt-cc refuses it or its program gives the same "
                             "output")
    parser.add_argument("--keep", metavar="DIR",
                        help="write the mutants that fail to DIR")
    parser.add_argument("--regtt-cc", default="regtt-cc")
    return parser.parse_args(arguments)


class Source:
    """A test, with the flags and runs that its first lines name."""

    def __init__(self, root, path):
        self.path = path
        self.name = str(path.relative_to(root))
        self.text = path.read_text()
        commands = [line for line in self.text.splitlines() if "RUN:" in line]
        standard = re.search(r"-std=[\w+]+", " ".join(commands))
        self.flags = [standard[0]] if standard else []
        self.flags += [word for command in commands
                       for word in re.findall(r"\s(-D\w+(?:=\w+)?)\b", command)]
        for word in re.findall(r"\s-I(\S+)", " ".join(commands)):
            folder = (word.replace("%S", str(path.parent))
                      .replace("%samples", str(root / "samples"))
                      .replace("%rt", str(root / "runtime" / "include")))
            if "%" not in folder:
                self.flags.append("-I" + folder)
        self.flags += ["-iquote", str(path.parent)]
        self.runs = []
        for command in commands:
            words = shlex.split(command.split("RUN:")[1].replace("*/", "").rstrip(" \\"),
                                comments=False) if "%same" in command else []
            if words and words[0] == "%same":
                self.runs += [run for run in words[4:] if "@OUT@" not in run]
        if not self.runs:
            self.runs = [""]


def sources(root, options):
    folders = ["test/Exec"] if options.compare else ["test", "samples"]
    found = [path for folder in folders
             for path in sorted((root / folder).rglob("*.c*"))
             if path.suffix in (".c", ".cpp") and "Runtime" not in path.parts
             and "lib" not in path.parts]
    return [source for source in (Source(root, path) for path in found)
            if re.search(options.only, source.name) and
            (not options.compare or "main(" in source.text)]


class Check:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def why_fails(self, number, source, text):
        """What is wrong with what regtt-cc makes of a mutant, or None; and a
        word for the count."""
        path = self.folder / f"{number}{source.path.suffix}"
        path.write_text(text)
        try:
            if self.options.compare:
                return self._compare(path, source)
            done = execute([self.options.regtt_cc, "--emit=model",
                            "--target=cpu", *source.flags, str(path), "-o",
                            os.devnull], SECONDS)
            return self._fault(done), "taken" if done.code == 0 else "refused"
        finally:
            for left in self.folder.glob(f"{number}.*"):
                left.unlink()

    @staticmethod
    def _fault(done):
        if done.timed_out:
            return f"no end after {SECONDS} s"
        if "internal error" in done.err or "RTT2099" in done.err:
            return done.err
        if done.code not in (0, 1) or re.search(
                "LLVM ERROR|Stack dump|Assertion|PLEASE submit", done.err):
            return f"exit code {done.code}: {done.err[-2000:]}"
        if done.code == 1 and "error:" not in done.err:
            return "refused without a word"
        return None

    def _compare(self, path, source):
        plain = "gcc" if path.suffix == ".c" else "g++"
        command = [plain, *source.flags, "-w", "-ffp-contract=off", str(path),
                   "-lm", "-o"]
        checked, serial, parallel = (path.with_suffix(end)
                                     for end in (".san", ".ser", ".par"))
        if execute(command[:1] + ["-fsyntax-only"] + command[1:-3],
                   SECONDS).code:
            return None, "not C++"
        if execute(command + [str(checked), "-O0", "-fsanitize=undefined,address",
                              "-fno-sanitize-recover=all"], SECONDS).code:
            return None, "not C++"
        for run in source.runs:
            done = execute(["timeout", "20", str(checked), *run.split()], 30,
                           {"ASAN_OPTIONS": "detect_leaks=0"})
            if done.code != 0:
                return None, "not defined"
        built = execute([self.options.regtt_cc, "--target=cpu", "--no-format",
                         "-w", "-O1", *source.flags, str(path), "-lm", "-o",
                         str(parallel)], 300)
        if built.code:
            fault = self._fault(built)
            if not fault and not re.search(r"error: .*\[RTT\d+\]", built.err):
                fault = "refused, but by no message of regtt-cc:\n" + built.err
            return fault, "refused"
        execute(command + [str(serial), "-O1"], SECONDS)
        for run, threads in itertools.product(source.runs, ("1", "3")):
            one = execute(["timeout", "20", str(serial), *run.split()], 30)
            other = execute(["timeout", "60", str(parallel), *run.split()], 70,
                            {"REGTT_THREADS": threads})
            if other.code == 1 and "regtt: error" in other.err:
                return None, "refused when run"
            if (one.code, one.out) != (other.code, other.out):
                return (f"arguments '{run}', {threads} threads: exit code "
                        f"{other.code} for {one.code}, or another output\n"
                        + other.err[-500:], "taken")
        return None, "taken"


def main(root, arguments=None):
    options = parse(arguments)
    rng = random.Random(options.seed)
    originals = sources(root, options)
    if not originals:
        print("no source matches")
        return 1
    counts, failures = {}, 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        check = Check(options, pathlib.Path(folder))

        def one(number, source, seed):
            text = mutant(random.Random(seed), source.text)
            return source, text, *check.why_fails(number, source, text)

        drawn = [(number, rng.choice(originals), rng.random())
                 for number in range(options.count)]
        for number, (source, text, fault, word) in enumerate(
                pool.map(lambda each: one(*each), drawn)):
            counts[word] = counts.get(word, 0) + 1
            if not fault:
                continue
            failures += 1
            print(f"failed: mutant {number} of {source.name}: {fault}\n",
                  flush=True)
            if options.keep:
                keep = pathlib.Path(options.keep)
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{options.seed}_{number}_{source.path.name}").write_text(
                    f"// {' '.join(source.flags)} | {source.runs}\n" + text)
    print(", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    print(f"{options.count - failures} passed, {failures} failed")
    return 1 if failures else 0
