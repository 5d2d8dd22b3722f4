#!/usr/bin/env python3
"""Lists the runs of the execution tests, one a line, from their RUN lines:

    source | flags | variants | arguments

What `%same SERIAL PARALLEL VARIANTS ARGS...` compares on this machine,
scripts/test-gpu compares on a GPU. The source is the test itself, or the
sample that its `%serial` line compiles. With --most N, of each program only the N
runs with the largest numbers among their arguments, which are sizes for the most
part.
"""
import argparse
import re
import shlex


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


def largest(arguments):
    """The largest number among them."""
    return max((int(number) for number in re.findall(r"\d+", arguments)),
               default=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, metavar="N")
    parser.add_argument("tests", nargs="*")
    options = parser.parse_args()
    by_program = {}
    for path in options.tests:
        source, flags = path, ""
        for command in runs(path):
            words = shlex.split(command)
            if words[0] == "%serial":
                flags = " ".join(w for w in words
                                 if w.startswith(("-std=", "-D")))
                samples = [w for w in words if w.startswith("%samples/")]
                source = samples[0][1:] if samples else path
            if words[0] in ("%same", "%same_lanes"):
                by_program.setdefault((source, flags), []).extend(
                    (words[3], arguments) for arguments in words[4:])
    for (source, flags), found in by_program.items():
        if options.most is not None:
            found = sorted(found, key=lambda run: -largest(run[1]))
        for variants, arguments in found[:options.most]:
            print(f"{source} | {flags} | {variants} | {arguments}")


if __name__ == "__main__":
    main()
