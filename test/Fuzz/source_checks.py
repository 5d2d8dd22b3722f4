"""What regtt-cc makes of a mutant of a test's source: a fault, or nothing to
report. Each check ends in a word for the count and, of a fault, its cause and
what is needed to see it again."""

import json
import re
from dataclasses import dataclass

from .causes import cause
from .check import order_of
from .limits import run

# Of one command: building a program, running it, running it in parallel.
_BUILD, _RUN, _PARALLEL = 300, 10, 60
# A program with more arguments than this is run with the first ones.
_MOST_RUNS = 4
_MEBIBYTES = 4096  # of a program


@dataclass
class Finding:
    word: str  # for the count
    cause: str = ""  # '' where there is nothing wrong
    detail: str = ""
    command: str = ""


class Crashes:
    """regtt-cc may refuse a source, but it neither crashes nor hangs."""

    def __init__(self, regtt_cc, emit, seconds, mebibytes):
        self.regtt_cc = regtt_cc
        self.emit = emit
        self.seconds = seconds
        self.mebibytes = mebibytes

    def check(self, path, source, flags):
        words = [self.regtt_cc, "--emit=" + self.emit, "-w", *flags,
                 *source.quoted, str(path)]
        done = run(words + ["-o", str(path.with_suffix(".out"))], self.seconds,
                   self.mebibytes)
        word = ("taken" if done.code == 0 else
                "refused" if "[RTT" in done.err else "not C or C++")
        found = cause(done, self.seconds)
        if not found:
            return Finding(word)
        return Finding("failed", found, done.err[-20000:], " ".join(words))


class Comparison:
    """What regtt-cc takes gives the plain program's output, where the program is
    one whose behaviour is defined."""

    def __init__(self, crashes):
        self.crashes = crashes

    def check(self, path, source, flags):
        """The word is `compared` where programs ran side by side."""
        first = self.crashes.check(path, source, list(flags))
        if first.word != "taken":
            return first
        plain = ["gcc" if source.is_c() else "g++", "-w", "-ffp-contract=off",
                 *flags, *source.quoted]
        runs = source.runs[flags][:_MOST_RUNS]
        expected = self._expected(path, plain, runs)
        if expected is None:
            return Finding("not defined")
        return self._compare(path, source, flags, dict(zip(runs, expected)))

    def _expected(self, path, plain, runs):
        """What the program prints for each run; None unless it builds, ends well
        under the sanitizers and the library's own checks, and prints the same
        with other things in memory that it has not written."""
        checked, serial = path.with_suffix(".san"), path.with_suffix(".ser")
        tail = [str(path), "-lm", "-o"]
        if run([*plain, "-O1", "-fsanitize=undefined,address,float-cast-overflow",
                "-fno-sanitize-recover=all", "-ftrivial-auto-var-init=pattern",
                "-D_GLIBCXX_DEBUG", *tail, str(checked)], _BUILD).code:
            return None
        sanitized = [_output(path, checked, arguments, _RUN * 2, {
            "ASAN_OPTIONS": "detect_leaks=0:hard_rss_limit_mb=4000:"
                            "detect_stack_use_after_return=1"}, 0)
            for arguments in runs]
        if any(done.code for done in sanitized):
            return None
        if run([*plain, "-O1", *tail, str(serial)], _BUILD).code:
            return None
        outputs = [_output(path, serial, arguments, _RUN) for arguments in runs]
        same = all((one.code, one.out) == (other.code, other.out)
                   for one, other in zip(sanitized, outputs))
        return outputs if same else None

    def _compare(self, path, source, flags, expected):
        parallel = path.with_suffix(".par")
        folder = path.with_suffix(".gen")
        words = [self.crashes.regtt_cc, "--target=cpu", "--variant=all",
                 "--no-format", "-w", "-O1", *flags, *source.quoted, str(path),
                 "-lm"]
        built = run([*words, f"--out-dir={folder}", "-o", str(parallel)], _BUILD)
        command = " ".join(words)
        if built.code:
            if re.search(r"error: .*\[RTT\d+\]", built.err):
                return Finding("refused")
            text = "\n".join(line for line in built.err.splitlines()
                             if "error:" in line)
            return Finding("failed", cause(built, _BUILD) or
                           "what is emitted does not compile:\n" + re.sub(
                               r"^\S*:\d+:\d+: ", "", text)[:300],
                           built.err, command)
        report = json.loads((folder / f"{path.stem}.regtt.json").read_text())
        for turn, variant in enumerate(["auto", *_legal_in_all(report)], 1):
            for arguments, want in expected.items():
                environment = {"REGTT_TARGET": "cpu", "REGTT_VARIANT": variant,
                               "REGTT_THREADS": str(turn % 3 + 1),
                               "REGTT_REORDER": order_of(turn)}
                got = _output(path, parallel, arguments, _PARALLEL, environment)
                if got.code == 1 and "regtt: error" in got.err:
                    return Finding("refused when run")
                if (got.code, got.out) != (want.code, want.out):
                    return Finding(
                        "failed", f"another answer: {source.name}",
                        " ".join(f"{name}={value}" for name, value
                                 in environment.items()) +
                        f" {arguments}\n" + _difference(want, got), command)
        return Finding("compared")


def _legal_in_all(report):
    """The variants that every loop may run."""
    legal = [{variant["name"] for variant in site["variants"]
              if variant["legal"] and "cpu" in variant["targets"]}
             for site in report["sites"]]
    return sorted(set.intersection(*legal)) if legal else []


def _output(path, program, arguments, seconds, environment=None,
            mebibytes=_MEBIBYTES):
    """A run's result, with the file that it writes in the place of its output
    where it writes one."""
    file = path.with_suffix(".txt")
    words = [word.replace("@OUT@", str(file)) for word in arguments.split()]
    done = run([str(program), *words], seconds, mebibytes, environment)
    if "@OUT@" in arguments:
        done.out = file.read_bytes() if file.exists() else b""
        file.unlink(missing_ok=True)
    return done


def _difference(want, got):
    if got.code != want.code:
        return f"exit code {got.code}: {got.err[-1000:]}"
    lines = zip(want.out.splitlines(), got.out.splitlines())
    one, other = next(((a, b) for a, b in lines if a != b),
                      (b"", b"another number of lines"))
    return f"expected {one[:300]!r}\ngot      {other[:300]!r}"
