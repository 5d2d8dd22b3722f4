"""The commands that build and run a program: the plain compiler, which is the
oracle, and regtt-cc."""

import os
import re
import subprocess
from dataclasses import dataclass

STANDARD = {"c89": "gnu89", "c99": "gnu99", "cpp11": "c++11", "cpp17": "c++17"}


def extension(lang):
    return ".c" if lang in ("c89", "c99") else ".cpp"


@dataclass
class Result:
    code: int
    out: bytes
    err: str
    timed_out: bool = False


def execute(command, timeout, env=None):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=timeout,
                              env={**os.environ, **(env or {})}, check=False)
    except subprocess.TimeoutExpired as error:
        return Result(124, error.stdout or b"",
                      (error.stderr or b"").decode(errors="replace"), True)
    return Result(done.returncode, done.stdout,
                  done.stderr.decode(errors="replace"))


def build_serial(source, lang, output, sanitize=False):
    command = ["gcc" if extension(lang) == ".c" else "g++",
               "-std=" + STANDARD[lang], "-ffp-contract=off",
               "-Wno-unknown-pragmas", str(source), "-o", str(output)]
    # g++ 12 leaves out roundings where it vectorises: what a[0] += x; a[1] -= y;
    # twice rounds to float in between, it adds up in double.
    command += (["-O1", "-fsanitize=undefined,address",
                 "-fno-sanitize-recover=all"] if sanitize
                else ["-O2", "-fno-tree-slp-vectorize"])
    return execute(command + ["-lm"], 600)


def build_parallel(regtt_cc, source, lang, output, folder, target, level=1,
                   variant=None):
    command = [regtt_cc, "--target=" + target, "--out-dir=" + str(folder),
               "--no-format",
               "--variant=" + (variant or
                               ("all" if target == "lanes" else "auto")),
               "-std=" + STANDARD[lang], f"-O{level}", str(source), "-o", str(output),
               "-lm"]
    return execute(command, 600)


_ERROR = re.compile(r":(\d+):\d+: error: .*\[(RTT\d+)\]")


def refusals(text):
    """(line, id) of each error about the user's program."""
    return [(int(line), ident) for line, ident in _ERROR.findall(text)]
