"""Writes a reduced failure as a test of lit."""

import json

from .check import legal_variants
from .compilers import STANDARD, extension

PLAIN = {".c": "gcc -O2 -ffp-contract=off -Wno-unknown-pragmas",
         ".cpp": "%serial"}


def save(text, lang, name, failure, folder, report):
    """Puts the program into `folder`; `report` is what regtt-cc said of it, if
    it got that far. Returns the path."""
    suffix = extension(lang)
    standard = "-std=" + STANDARD[lang]
    target = "cuda" if failure.kind == "nvcc" else "cpu"
    variants = ["autoropes"]
    if report.exists():
        variants = sorted(legal_variants(json.loads(report.read_text()),
                                         "cpu"))
    head = [f"// A random program that once failed ({failure.kind}).",
            f"// RUN: {PLAIN[suffix]} {standard} %s -o %t.serial -lm",
            f"// RUN: regtt-cc --target={target} -O2 {standard} %s "
            "-o %t.parallel -lm"]
    if target == "cuda":
        head.insert(1, "// REQUIRES: nvcc")
    else:
        head += ["// RUN: %same %t.serial %t.parallel "
                 + ",".join(variants) + " ''"]
    path = folder / (name + suffix)
    path.write_text("\n".join(head) + "\n" + text)
    return path
