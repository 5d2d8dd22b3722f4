"""A bundle of programs to run where there is a GPU and nvcc but no LLVM: what
regtt-cc emits for them, and what their serial programs print. replay.py runs it.

DIR/NAME/ holds NAME.c or NAME.cpp with NAME.expected and NAME.variants.json, and
for each target the emitted header, host file and slice in a folder of its own."""

import shutil
from concurrent.futures import ThreadPoolExecutor

from .compilers import STANDARD, execute, extension

TARGETS = ["cuda", "cpu"]


def add(regtt_cc, folder, lang, bundle):
    """Puts the program that a campaign kept in `folder` into the bundle. Returns
    what went wrong, or ''."""
    source = folder / (folder.name + extension(lang))
    out = bundle / folder.name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    shutil.copy(source, out)

    def emit(target, product):
        done = execute(
            [regtt_cc, "--target=" + target, "--variant=all",
             "--emit=" + product, "--out-dir=" + str(out / target),
             "-std=" + STANDARD[lang], out / source.name], 600)
        return f"--emit={product}: {done.err[:2000]}" if done.code else ""

    with ThreadPoolExecutor() as pool:
        wrong = [job.result() for job in [
            pool.submit(emit, target, product) for target in TARGETS
            for product in ("header", "host", target)]]
    if any(wrong):
        return next(filter(None, wrong))
    # replay.py runs what has an expected output: it comes last, so that a
    # campaign that is stopped leaves no program half done.
    for suffix in (".variants.json", ".expected"):
        shutil.copy(source.with_suffix(suffix), out)
    return ""
