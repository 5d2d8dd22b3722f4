"""Builds and runs programs that a campaign kept, on another target or machine,
against the outputs that were recorded there."""

import json
import pathlib
import tempfile

from .check import different
from .compilers import build_parallel, execute


def main(options):
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for expected in sorted(pathlib.Path(options.replay).rglob(
                "*.expected")):
            for what, why in _replay(options, expected,
                                     pathlib.Path(scratch)):
                passed += not why
                failed += bool(why)
                if why:
                    print(f"failed: {expected.stem} {what}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def _replay(options, expected, scratch):
    """Yields (variant, why it fails or '')."""
    source = next(s for e in (".c", ".cpp")
                  if (s := expected.with_suffix(e)).exists())
    lang = language(source.read_text())
    program = scratch / expected.stem
    built = build_parallel(options.regtt_cc, source, lang, program,
                           scratch / (expected.stem + ".emitted"),
                           options.target)
    if built.code:
        yield "build", built.err[:3000]
        return
    legal = json.loads(expected.with_suffix(".variants.json").read_text())
    for variant, ids in sorted(legal.items()):
        ids = [str(i) for i in ids]
        if not ids:
            continue
        ran = execute([str(program)] + ids, 300,
                      {"REGTT_TARGET": options.target,
                       "REGTT_VARIANT": variant})
        if ran.code:
            yield variant, f"exit code {ran.code}: {ran.err[:2000]}"
            continue
        failures = different(expected.read_bytes(), ran.out, set(ids), variant)
        yield variant, "; ".join(
            f"traversal {f.traversal}: {f.detail}" for f in failures)


def language(text):
    """The language that a file's traversals drew."""
    for lang in ("c89", "c99", "cpp11", "cpp17"):
        if f'"lang": "{lang}"' in text:
            return lang
    raise ValueError("the file does not tell its language")
