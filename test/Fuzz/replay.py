"""Builds the programs of a bundle without regtt-cc, runs each under its legal
variants and compares with the outputs that were recorded. Needs the runtime's
sources, g++ and gcc, and for --target cuda nvcc and a GPU."""

import json
import os
import pathlib
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor

from .check import different, order_of
from .compilers import STANDARD, execute

FLAGS = ["-O2", "-ffp-contract=off"]
# What the recursion says of a tree that is too deep for it on this device.
NO_STACK = "which the device does not give"


class Builder:
    """Compiles into one scratch folder."""

    def __init__(self, root, scratch, target):
        self.runtime = root / "runtime"
        self.scratch = scratch
        self.target = target
        self.nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"

    def runtime_objects(self, pool):
        sources = sorted((self.runtime / "src").glob("*.cpp"))
        jobs = [pool.submit(self._compile, [
            "g++", "-std=c++20", *FLAGS, "-I", self.runtime / "include", "-c",
            s, "-o", self.scratch / (s.stem + ".rt.o")]) for s in sources]
        for job in jobs:
            if job.result():
                raise SystemExit("replay: error: the runtime does not build: "
                                 + job.result())

    def program(self, folder):
        """Builds one program; what is wrong, or ''."""
        name, emitted = folder.name, folder / self.target
        lang = language(next(folder.glob(name + ".c*")).read_text())
        host = next(p for p in emitted.iterdir()
                    if p.name in (name + ".regtt.c", name + ".regtt.cpp"))
        objects = [self.scratch / f"{name}.{part}.o" for part in
                   ("host", "slice")]
        include = ["-I", emitted, "-I", self.runtime / "include"]
        why = self._compile(
            ["gcc" if host.suffix == ".c" else "g++",
             "-std=" + STANDARD[lang], *FLAGS, "-Wno-unknown-pragmas",
             "-iquote", folder, *include, "-c", host, "-o", objects[0]])
        compiler, flags, suffix = {
            "cuda": (self.nvcc, ["-O2", "-fmad=false", "-arch=sm_90",
                                 "--expt-relaxed-constexpr"], ".regtt.cu"),
            "cpu": ("g++", FLAGS, ".regtt.cpu.cpp")}[self.target]
        why = why or self._compile(
            [compiler, "-std=c++20", *flags, *include, "-c",
             emitted / (name + suffix), "-o", objects[1]])
        return why or self._compile(
            [compiler, *objects, *self.scratch.glob("*.rt.o"), "-o",
             self.scratch / name, "-lpthread", "-lm"])

    @staticmethod
    def _compile(command):
        done = execute([str(word) for word in command], 600)
        return done.err[:3000] or "it failed" if done.code else ""


def main(options, root):
    passed = failed = 0
    bundle = pathlib.Path(options.replay)
    folders = sorted(p.parent for p in bundle.glob("*/*.expected"))
    with tempfile.TemporaryDirectory() as scratch, \
            ThreadPoolExecutor(options.jobs or os.cpu_count()) as pool:
        builder = Builder(root, pathlib.Path(scratch), options.target)
        builder.runtime_objects(pool)
        built = pool.map(builder.program, folders)
        for folder, why in zip(folders, built):
            results = ([("build", why)] if why or options.build_only
                       else _run(builder, folder))
            for what, wrong in results:
                passed += not wrong
                failed += bool(wrong)
                if wrong:
                    print(f"failed: {folder.name} {what}: {wrong}",
                          flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def _run(builder, folder):
    """Yields (variant, why it fails or '')."""
    name = folder.name
    expected = (folder / (name + ".expected")).read_bytes()
    legal = json.loads((folder / (name + ".variants.json")).read_text())
    legal = legal[builder.target]
    for turn, (variant, ids) in enumerate(sorted(legal.items())):
        ids = [str(i) for i in ids]
        if not ids:
            continue
        environment = {"REGTT_TARGET": builder.target,
                       "REGTT_VARIANT": variant,
                       "REGTT_REORDER": order_of(turn)}

        def run(which, environment=environment):
            return execute([str(builder.scratch / name)] + which, 300,
                           environment)

        ran = run(ids)
        if NO_STACK in ran.err:
            alone = {i: run([i]) for i in ids}
            ids = [i for i in ids if NO_STACK not in alone[i].err]
            print(f"{folder.name} {variant}: {len(alone) - len(ids)} of "
                  f"{len(alone)} need more stack than the device gives",
                  flush=True)
            if not ids:
                continue
            ran = run(ids)
        if ran.code:
            yield variant, f"exit code {ran.code}: {ran.err[:2000]}"
            continue
        yield variant, "; ".join(
            f"traversal {f.traversal}: {f.detail}"
            for f in different(expected, ran.out, set(ids), variant))


def language(text):
    """The language that a file's traversals drew."""
    for lang in ("c89", "c99", "cpp11", "cpp17"):
        if f'"lang": "{lang}"' in text:
            return lang
    raise ValueError("the file does not tell its language")
