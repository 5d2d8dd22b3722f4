"""How many lines of the lane operator differ from the scalar one beside it, in
what `regtt-cc --emit=lanes` prints of the samples.

What is compared are the functions that come of the user's: those that a visit
calls, guards, and the visit itself, from the first line of their signatures to
their last brace. Comments and empty lines do not count, nor does where a line
begins. A line of the lane form differs if difflib finds none in the scalar form
for it. `as printed` is that; `but for types` reads rt::Lane<T> as T, and
functions of std as those of rt, so that what is left are masks, and what is
handed over; `with tables` compares as printed everything in the namespaces, types
and tables of fields, too.
"""
import difflib
import os
import pathlib
import re
import tempfile
from concurrent.futures import ThreadPoolExecutor

from inputs import PROGRAMS
from measure import Failed, attempt
from rows import heading, markdown, number

# Functions that come of no code of the user's.
TABLES = {"result", "start", "eachField", "eachKept", "eachChanged"}
COLUMNS = ("sample", "traversal", "nodes", "lines", "differ as printed",
           "share", "differ but for types", "share", "lines with tables",
           "differ", "share")


def namespaces(text):
    """(name, its lines), as often as it is opened; without comments."""
    name, found = None, []
    for line in text.splitlines():
        if name is None:
            opened = re.match(r"namespace (\w+) \{", line)
            name = opened and opened[1]
        elif line == f"}} // namespace {name}":
            yield name, found
            name, found = None, []
        elif code := re.sub(r"//.*", "", line).strip():
            found.append(code)


def functions(lines):
    """(name, lines) of each function, with its template's line."""
    number_of_lines, at = len(lines), 0
    while at < number_of_lines:
        if "REGTT_OP" not in lines[at]:
            at += 1
            continue
        start = at
        while start > 0 and not re.search(r"[;{}]$", lines[start - 1]):
            start -= 1
        depth, opened = 0, False
        while at < number_of_lines and not (opened and depth == 0):
            depth += lines[at].count("{") - lines[at].count("}")
            opened |= "{" in lines[at]
            at += 1
        signature = " ".join(lines[start:at]).split("REGTT_OP", 1)[1]
        name = re.search(r"(\w+)\(", signature)
        yield name[1] if name else "", lines[start:at]


def of_user(lines):
    """The lines of the functions that come of the user's. Where a scalar visit
    is in two functions, that which calls both is left out."""
    found = [(name, body) for name, body in functions(lines)
             if name not in TABLES and not name.startswith("Lane")]
    is_in_two = any(name == "proceed" for name, _ in found)
    return [line for name, body in found
            if not (is_in_two and name == "enter") for line in body]


def differing(scalar, lanes):
    """How many lines of the second have no counterpart in the first."""
    same = difflib.SequenceMatcher(None, scalar, lanes, autojunk=False)
    return len(lanes) - sum(block.size for block in same.get_matching_blocks())


def without_lanes(lines):
    """As if lanes were scalars."""
    return [re.sub(r"rt::Lane<([^<>]+)>", r"\1", line).replace("std::", "rt::")
            for line in lines]


def compared(text):
    """(traversal, nodes, [lines, of these those that differ, and so on]) of each
    lane form, as COLUMNS have it."""
    scalar = {}
    for name, lines in namespaces(text):
        first = name.removesuffix("_apart")
        if first not in scalar:
            scalar[first] = lines
            continue
        plain, lanes = of_user(scalar[first]), of_user(lines)
        yield (first, "shared" if name == first else "of the lanes' own",
               (len(lanes), differing(plain, lanes),
                differing(without_lanes(plain), without_lanes(lanes)),
                len(lines), differing(scalar[first], lines)))


def emitted(options, program):
    """What is printed of a program for lanes."""
    how = PROGRAMS[program]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lanes.cpp")
        attempt([options.regtt_cc, "-O3", "--target=lanes,cpu",
                 "--variant=all", "--emit=lanes", *how.flags,
                 str(options.samples / how.source), "-o", path])
        with open(path, encoding="utf-8") as file:
            return file.read()


def cells(lines, printed, structure, every, differ):
    return [f"{lines:,}", f"{printed:,}", number(printed / max(1, lines)),
            f"{structure:,}", number(structure / max(1, lines)),
            f"{every:,}", f"{differ:,}", number(differ / max(1, every))]


def count(options, programs):
    """Prints a row for each lane form, and one of each kind together."""
    print(heading(COLUMNS))
    found = {}
    with ThreadPoolExecutor(options.jobs) as pool:
        texts = pool.map(lambda program: emitted(options, program), programs)
        for program, text in zip(programs, texts):
            for traversal, nodes, counts in compared(text):
                stem = pathlib.Path(PROGRAMS[program].source).stem
                print(markdown([program, traversal.removeprefix(stem + "_"),
                                nodes, *cells(*counts)]))
                found.setdefault(nodes, []).append(counts)
    if not found:
        raise Failed("nothing is printed for lanes")
    for nodes, counts in found.items():
        print(markdown(["all", "", nodes, *cells(*map(sum, zip(*counts)))]))
    return 0
