"""The copy of the sources in build/mutants that all mutants are built into."""

import collections
import os
import pathlib
import re
import shutil
import subprocess

from .mutants import Finder, rewritten

COPIED = ["CMakeLists.txt", "CMakePresets.json", "cmake", "include", "lib",
          "runtime", "samples", "test", "tools", "bench", "scripts", "docs",
          "README.md", "LICENSE"]


class Workshop:
    def __init__(self, root, folders, jobs):
        self.root = root
        self.source = root / "build" / "mutants"
        # Where the caches of compilations look for it.
        self.build = self.source / "build" / "release"
        self.header = self.source / "lib" / "Mutants.h"
        self.jobs = str(jobs)
        # Of each file, with its path from the root.
        self.mutants = {}
        for folder in folders:
            for path in sorted((root / folder).rglob("*.cpp")):
                self.mutants[path.relative_to(root)] = Finder(
                    path.read_text()).find()
        number = 0
        for found in self.mutants.values():
            for mutant in found:
                number += 1
                mutant.number = number
        self.count = number

    def make(self):
        """Builds; mutants that do not compile are left out. What is wrong, or
        ''."""
        self._copy()
        if not (self.build / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", "release"], cwd=self.source,
                           check=True, stdout=subprocess.DEVNULL)
        for _ in range(20):
            built = subprocess.run(
                ["cmake", "--build", str(self.build), "--parallel", self.jobs,
                 "--target", "regtt-cc", "regtt-opt", "regtt_rt", "--",
                 "-k", "0"], capture_output=True, text=True, check=False)
            if not built.returncode:
                return ""
            if not self._leave_out(built.stdout):
                break
            self._copy()
        return built.stdout[-3000:]

    def _leave_out(self, output):
        """Drops the mutants where the compiler reports errors; those of the whole
        file where it reports them elsewhere. Whether there were any."""
        lines = collections.defaultdict(set)
        for file, line in re.findall(r"^(\S+?):(\d+):\d+: (?:fatal )?error:",
                                     output, re.M):
            path = pathlib.Path(os.path.realpath(file))
            lines[path.relative_to(self.source)].add(int(line))
        dropped = 0
        for path, wrong in lines.items():
            found = self.mutants.get(path, [])
            kept = [m for m in found if not wrong & set(self.lines(path, m))]
            if len(kept) == len(found):
                kept = []
            dropped += len(found) - len(kept)
            self.mutants[path] = kept
        return dropped

    def lines(self, path, mutant):
        text = (self.root / path).read_text()
        return range(text.count("\n", 0, mutant.start) + 1,
                     text.count("\n", 0, mutant.end) + 2)

    def _copy(self):
        self.source.mkdir(parents=True, exist_ok=True)
        for name in COPIED:
            if (self.root / name).exists():
                self._mirror(pathlib.Path(name))
        header = (self.root / "test" / "Fuzz" / "Mutants.h").read_text()
        self._write(self.header, f"#pragma once\n#define REGTT_MUTANTS "
                    f"{self.count}\n{header}".encode())

    def _mirror(self, name):
        """Makes the copy what the original is, whatever an earlier run left
        there; files that are the same keep their time."""
        original, copy = self.root / name, self.source / name
        if original.is_file():
            content = original.read_bytes()
            if name in self.mutants:
                content = rewritten(content.decode(), self.mutants[name],
                                    self.header).encode()
            self._write(copy, content)
            shutil.copymode(original, copy)
            return
        copy.mkdir(parents=True, exist_ok=True)
        wanted = {p.name for p in original.iterdir()} - {"__pycache__"}
        for extra in {p.name for p in copy.iterdir()} - wanted - {"Mutants.h"}:
            path = copy / extra
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for each in wanted:
            self._mirror(name / each)

    @staticmethod
    def _write(path, content):
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
