#!/usr/bin/env -S python3 -B
"""Times loops that run again and again on one graph, by themselves and in a region
(`#pragma regtt region`), copies to a GPU and back among them.

    bench/regions.py build DIR regtt-cc   builds what runs into DIR
    bench/regions.py run DIR              runs it, and prints a table
    bench/regions.py report FILE FOLDER   makes FOLDER/regions.md of saved rows

A run may be cut into several: --save=FILE saves each time at once, --budget ends
the run and --resume goes on. Results are compared with the serial ones, bit for
bit. Medians of --rounds times, the first, which is told apart, left out. Exits
with 1 if a result differs or a program fails.
"""
import pathlib
import re
from operator import itemgetter

import nested_command
from measure import attempt
from rows import heading, markdown, number, read

ROOT = pathlib.Path(__file__).resolve().parent
APPLICATIONS = ("rank", "solve", "levels")
SIZES = (10**3, 10**4, 10**5, 10**6, 10**7, 10**8)
WAYS = {"serial": ("serial", "serial"), "cpu": ("apart", "cpu"),
        "cuda": ("apart", "cuda"), "region": ("region", "cuda")}

key = itemgetter("application", "arcs", "way")


def build(options):
    options.directory.mkdir(parents=True, exist_ok=True)
    source = ROOT / "nested" / "regions.cpp"
    attempt(["g++", "-O3", "-ffp-contract=off", "-Wno-unknown-pragmas", source,
             "-o", options.directory / "serial"])
    for name, more in (("apart", []), ("region", ["-DREGION"])):
        attempt([options.regtt_cc, "-O3", *more, "--target=cuda,cpu", source,
                 "-o", options.directory / name])


def measure(row, options):
    """The figures of one program."""
    program, target = WAYS[row["way"]]
    times = options.rounds
    if row["arcs"] > 10**7:
        times = min(times, 1 if row["way"] == "serial" else 3)
    done = attempt([options.directory / program, row["application"],
                    row["arcs"], times], options.timeout, REGTT_TARGET=target)
    said = dict(re.findall(r"(\w+) ([0-9a-f.e+-]+)", done.stdout))
    row.update(state=said["state"], same=said["same"] == "1",
               first_ms=float(said["first"]), ms=float(said["ms"]))


def table(rows):
    """Milliseconds, and what the region is over the others."""
    cases = {}
    for row in rows:
        if "failed" not in row:
            cases.setdefault((row["application"], row["arcs"]), {})[
                row["way"]] = row
    text = [heading(["application", "arcs", "serial, ms", "CPU threads, ms",
                     "GPU, ms", "GPU in a region, ms", "its first time, ms",
                     "over GPU", "over serial", "identical"])]
    for (name, arcs), case in cases.items():
        ms = {way: case.get(way, {}).get("ms") for way in WAYS}
        def over(way, ms=ms):
            return (number(ms[way] / ms["region"], 2)
                    if ms[way] and ms["region"] else "")
        right = (len({row["state"] for row in case.values()}) == 1 and
                 all(row["same"] for row in case.values()))
        text.append(markdown([
            name, f"{arcs:,}", *(number(ms[way], 3) for way in WAYS),
            number(case.get("region", {}).get("first_ms"), 1),
            over("cuda"), over("serial"), "yes" if right else "NO"]))
    return "\n".join(text)


def run(options):
    """False where a result differs or a program fails."""
    rows, right = nested_command.time_all(
        ({"application": name, "arcs": arcs, "way": way}
         for arcs in SIZES if arcs <= options.most for name in APPLICATIONS
         for way in WAYS), key, measure, options)
    made = table(rows)
    print(made)
    return right and "| NO |" not in made


def report(options):
    rows = read(options.file, key)
    runs = sorted({row["run"] for row in rows})
    devices = sorted({row["device"] for row in rows if row.get("device")})
    text = f"""# Regions

`#pragma regtt region` ([pragmas.md](../pragmas.md#regions-what-stays-on-a-gpu-between-loops)):
what annotated loops use stays on the GPU between them. Here it is 20 sweeps of PageRank
(*rank*), 20 steps of conjugate gradients whose dot products the host sums up in order
(*solve*), and a breadth-first search by lists of vertices to which the host appends
(*levels*), in double precision, on a graph of uniform rows of 16. Everything is in the times,
copies there and back among it: {", ".join(devices)} and 16 threads beside it. Medians of what
`bench/regions.py` measures; the first time starts CUDA. The serial loop is what `g++ -O3`
makes of the same source.

A small graph is best left to one core: a call takes a GPU 25 to 35 microseconds, and
threads 5 to 20. *solve* brings three vectors back in each step, for the host to sum up, and *levels*
has the host change the levels, which are copied again with each list of vertices: there the
region saves the graph's copy alone.

{table(rows)}

Made by

"""
    text += "".join(f"    {line}\n" for line in runs)
    (options.folder / "regions.md").write_text(text, encoding="utf-8")


def add_options(timed):
    timed.add_argument("--most", type=int, default=SIZES[-1], metavar="ARCS",
                       help="of graphs (100000000)")
    timed.add_argument("--rounds", type=int, default=5, help="times (5)")


if __name__ == "__main__":
    nested_command.main(__doc__, build, run, report, add_options)
