#!/usr/bin/env python3
"""Lists the runs of the execution tests, one a line, from their RUN lines:

    source | flags | variants | arguments

What `%same SERIAL PARALLEL VARIANTS ARGS...` compares on this machine,
scripts/test-gpu compares on a GPU. The source is the test itself, or the
sample that its `%serial` line compiles.
"""
import re
import shlex
import sys


def runs(path):
    """The commands of a test, continued lines joined."""
    command = ""
    with open(path, encoding="utf-8") as source:
        for line in source:
            found = re.match(r"\W*RUN:\s*(.*)", line)
            if not found:
                continue
            command += found[1].strip()
            if command.endswith("\\"):
                command = command[:-1]
                continue
            yield command
            command = ""


def main():
    for path in sys.argv[1:]:
        source, flags = path, ""
        for command in runs(path):
            words = shlex.split(command)
            if words[0] == "%serial":
                flags = " ".join(w for w in words
                                 if w.startswith(("-std=", "-D")))
                samples = [w for w in words if w.startswith("%samples/")]
                source = samples[0][1:] if samples else path
            if words[0] == "%same":
                for arguments in words[4:]:
                    print(f"{source} | {flags} | {words[3]} | {arguments}")


if __name__ == "__main__":
    main()
