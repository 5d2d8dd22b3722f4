"""What notices a mutant: lit's tests, the cheap ones first, and a corpus, the
annotated loops of all sources of tests and samples in the language. A loop of
which another kernel is made names the tests that its source belongs to: only
those can still notice the mutant, and only those are run."""

import concurrent.futures
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

# Tests here build programs and run them.
SLOW = {"Exec", "Emit", "Bench", "Driver", "Frontend"}


def script(path):
    """A script of the tests as a module."""
    loader = importlib.machinery.SourceFileLoader(path.stem, str(path))
    spec = importlib.util.spec_from_loader(path.stem, loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


class Lit:
    def __init__(self, shop):
        self.shop = shop
        prefix = subprocess.run(["llvm-config-19", "--prefix"],
                                capture_output=True, text=True, check=True)
        self.command = ["python3", prefix.stdout.strip() +
                        "/build/utils/lit/lit.py", "-q", "--max-failures=1",
                        "--workers", shop.jobs]
        tests = shop.source / "test"
        self.texts = {}
        for path in sorted(tests.rglob("*")):
            if path.is_file() and path.suffix in (".c", ".cpp", ".ir", ".kernel",
                                                  ".test"):
                runs = "\n".join(line for line in path.read_text().splitlines()
                                 if "RUN:" in line)
                if runs:
                    self.texts[path.relative_to(tests)] = runs
        # Those of the language alone take milliseconds each.
        self.quick = [test for test, runs in self.texts.items()
                      if "regtt-opt" in runs and "regtt-cc" not in runs]

    def fails(self, tests, mutant):
        """Which of the tests notices the mutant; '' where all pass."""
        if not tests:
            return ""
        paths = [str(self.shop.build / "test" / test) for test in tests]
        with tempfile.NamedTemporaryFile(suffix=".json") as results:
            done = subprocess.run(
                [*self.command, "--output", results.name, *paths],
                capture_output=True, text=True, check=False,
                env={**os.environ, "REGTT_MUTANT": str(mutant)})
            if not done.returncode:
                return ""
            found = json.loads(pathlib.Path(results.name).read_text())["tests"]
        failed = [t["name"] for t in found if t["code"] not in (
            "PASS", "UNSUPPORTED", "SKIPPED", "EXCLUDED")]
        return failed[0].split(":: ")[-1] if failed else done.stdout[-200:]

    def of(self, source):
        """The tests that a source of the corpus belongs to."""
        if source in self.texts:
            return [source]
        return [test for test, runs in self.texts.items()
                if source.name in runs]


class Loop:
    """One of the corpus."""

    def __init__(self, source, text):
        self.source, self.text = source, text
        self.outcome, self.reached = None, set()


class Oracle:
    def __init__(self, shop):
        self.shop = shop
        self.lit = Lit(shop)
        self.tools = script(shop.source / "test" / "recognise-all")
        self.passes = self.tools.PASSES.replace(",print", ",coordinates,print")
        self.pool = concurrent.futures.ThreadPoolExecutor(int(shop.jobs))
        self.scratch = shop.source / "build" / "reached"
        self.by_tests = set()
        self.loops = []

    def _tool(self, name):
        return str(self.shop.build / "bin" / name)

    def start(self):
        """What every mutant is compared with. The test that fails without one,
        or ''."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        (self.scratch / "tests").mkdir(parents=True)
        why = self.lit.fails(self.lit.quick, self.scratch / "tests")
        self.by_tests = self._reached(self.scratch / "tests")
        self.loops = [loop for found in self.pool.map(
            self._loops_of, self._sources()) for loop in found]
        list(self.pool.map(self._record, range(len(self.loops))))
        shutil.rmtree(self.scratch)
        return why

    def _sources(self):
        for folder in (self.shop.source / "test", self.shop.source / "samples"):
            for path in sorted(folder.rglob("*.c*")):
                if path.suffix in (".c", ".cpp") and "Runtime" not in path.parts:
                    yield path

    def _loops_of(self, path):
        """Made anew where the compiler or the source is another."""
        command = [self._tool("regtt-cc"), "--emit=loop", str(path), "-o", "-",
                   *self.tools.LOWER.flags(path)]
        key = hashlib.sha256(path.read_bytes() + " ".join(command).encode() +
                             self._compiler_digest()).hexdigest()
        kept = self.shop.source / "build" / "loops" / key
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(self.tools.run(command).stdout)
        source = path.relative_to(self.shop.source)
        if source.parts[0] == "test":
            source = source.relative_to("test")
        return [Loop(source, text)
                for text in self.tools.loops(kept.read_text()).values()]

    def _compiler_digest(self):
        if not hasattr(self, "digest"):
            with open(self._tool("regtt-cc"), "rb") as file:
                self.digest = hashlib.file_digest(file, "sha256").digest()
        return self.digest

    @staticmethod
    def _reached(folder):
        return {int(number) for file in folder.iterdir()
                for number in file.read_text().split()}

    def _record(self, index):
        folder = self.scratch / str(index)
        folder.mkdir()
        loop = self.loops[index]
        loop.outcome = self._run(loop, folder)
        loop.reached = self._reached(folder)

    def _run(self, loop, mutant):
        """What is made of the loop: its kernel and what passes make of that."""
        environment = {"REGTT_MUTANT": str(mutant)}
        text, outcome = loop.text, []
        for passes in ("recognise", self.passes):
            done = subprocess.run(
                [self._tool("regtt-opt"), f"--passes={passes}", "-"], input=text,
                capture_output=True, text=True, check=False, env=environment)
            text = done.stdout
            outcome += [text, done.returncode]
            if done.returncode or text.startswith("refused"):
                break
        return outcome

    def _changed(self, number, is_slow):
        """Sources of which something else is made, a few of many."""
        loops = [loop for loop in self.loops if number in loop.reached and
                 is_slow == (loop.source.parts[0] in SLOW | {"samples"})]
        changed = {}
        step = 40
        for first in range(0, len(loops), step):
            part = loops[first:first + step]
            for loop, outcome in zip(part, self.pool.map(
                    lambda loop: self._run(loop, number), part)):
                if outcome != loop.outcome:
                    changed[loop.source] = True
            if len(changed) >= 12:
                break
        return list(changed)

    def judge(self, number):
        """(whether tests notice the mutant, how or what else is known)"""
        loops = sum(number in loop.reached for loop in self.loops)
        if number not in self.by_tests and not loops:
            return False, "no test comes by"
        if number in self.by_tests:
            why = self.lit.fails(self.lit.quick, number)
            if why:
                return True, why
        changed = []
        for is_slow in (False, True):
            found = self._changed(number, is_slow)
            changed += found
            tests = list(dict.fromkeys(
                test for source in found for test in self.lit.of(source)
                if is_slow == (test.parts[0] in SLOW)))
            why = self.lit.fails(tests[:8], number)
            if why:
                return True, why + (", by running it" if is_slow else "")
        if changed:
            return False, "another output for " + ", ".join(map(str, changed[:4]))
        return False, f"{loops} loops come by, no output changes"
