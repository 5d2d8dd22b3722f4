#!/usr/bin/env -S python3 -B
"""Times loops whose rounds go on until nothing changes (`#pragma regtt fixpoint`),
from the first round to the last, copies to a GPU and back among them, on graphs.

    bench/rounds.py build DIR regtt-cc   builds what runs into DIR
    bench/rounds.py run DIR              runs it, and prints a table
    bench/rounds.py report FILE FOLDER   makes FOLDER/rounds.md of saved rows

A run may be cut into several: --save=FILE saves each time at once, --budget ends
the run and --resume goes on. Each state is compared with the serial one, bit for
bit. Medians of --rounds times, the first left out. Exits with 1 if a state differs
or a program fails.
"""
import pathlib
import re
import statistics
from operator import itemgetter

import nested_command
from measure import attempt, calls
from rows import heading, markdown, number, read

ROOT = pathlib.Path(__file__).resolve().parent
APPLICATIONS = ("shortest", "real", "levels", "components")
GRAPHS = ("coauthors", "kronecker", "power", "uniform32", "grid")
TARGETS = ("serial", "cpu", "cuda")

key = itemgetter("application", "graph", "target")


def build(options):
    options.directory.mkdir(parents=True, exist_ok=True)
    source = ROOT / "nested" / "rounds.cpp"
    attempt(["g++", "-O3", "-ffp-contract=off", "-Wno-unknown-pragmas", source,
             "-o", options.directory / "serial"])
    attempt([options.regtt_cc, "-O3", "--target=cuda,cpu", source, "-o",
             options.directory / "parallel"])


def measure(row, options):
    """The figures of one program."""
    is_serial = row["target"] == "serial"
    program = options.directory / ("serial" if is_serial else "parallel")
    times = min(options.rounds, 3) if is_serial else options.rounds
    done = attempt([program, row["application"], row["graph"], times],
                   options.timeout, REGTT_LOG="off" if is_serial else "info",
                   REGTT_TARGET=row["target"])
    said = dict(re.findall(r"(\w+) ([0-9a-f.e+-]+)", done.stdout))
    row.update(rows=int(said["rows"]), nonzeros=int(said["nonzeros"]),
               state=said["state"], ms=float(said["ms"]),
               identical=int(said["same"]) == times)
    if not is_serial:
        log = list(calls(done.stderr))
        each = len(log) // times
        parts = [log[k * each:(k + 1) * each] for k in range(times)]
        row.update(count=each, threads=int(log[-1]["threads"]),
                   kernel_ms=statistics.median(
                       sum(float(call["kernel_ms"]) for call in part)
                       for part in parts[1:] or parts))


def table(rows):
    """Milliseconds, and what each is over the serial loop."""
    cases = {}
    for row in rows:
        if "failed" not in row:
            cases.setdefault((row["application"], row["graph"]), {})[
                row["target"]] = row
    text = [heading(["application", "graph", "arcs", "serial, ms",
                     "CPU threads, ms", "over serial", "GPU, in all, ms",
                     "of that kernels", "rounds", "over serial", "identical"])]
    for names, case in cases.items():
        serial, cpu, gpu = (case.get(target, {}) for target in TARGETS)
        def over(row):
            return (number(serial["ms"] / row["ms"], 1)
                    if row.get("ms") and serial.get("ms") else "")
        states = {row["state"] for row in case.values()}
        right = len(states) == 1 and all(r["identical"] for r in case.values())
        text.append(markdown([
            *names, f"{next(iter(case.values()))['nonzeros']:,}",
            number(serial.get("ms"), 1), number(cpu.get("ms"), 1), over(cpu),
            number(gpu.get("ms"), 2), number(gpu.get("kernel_ms"), 2),
            str(gpu.get("count", "")), over(gpu), "yes" if right else "NO"]))
    return "\n".join(text)


def run(options):
    """False where a state differs or a program fails."""
    rows, right = nested_command.time_all(
        ({"application": name, "graph": graph, "target": target}
         for name in APPLICATIONS for graph in options.graphs.split(",")
         for target in TARGETS), key, measure, options)
    made = table(rows)
    print(made)
    return right and "| NO |" not in made


def report(options):
    rows = read(options.file, key)
    runs = sorted({row["run"] for row in rows})
    devices = sorted({row["device"] for row in rows if row.get("device")})
    threads = max(row.get("threads", 0) for row in rows)
    text = f"""# Rounds that go on until nothing changes

`#pragma regtt fixpoint` ([pragmas.md](../pragmas.md#rounds-that-go-on-until-nothing-changes)):
loops whose iterations look at the elements that they change, from the first round to the
last. On a GPU that has the copies there and back in it. Medians of what `bench/rounds.py`
measures; {", ".join(devices)} and {threads} threads beside it. The serial loop is what
`g++ -O3` makes of the same source. It may need fewer rounds, since an iteration finds all
that those before it have changed: on a grid whose vertices are gone through in the order
of their levels it comes to its end in two, and is faster than all else.

{table(rows)}

Made by

"""
    text += "".join(f"    {line}\n" for line in runs)
    (options.folder / "rounds.md").write_text(text, encoding="utf-8")


def add_options(timed):
    timed.add_argument("--graphs", default=",".join(GRAPHS), metavar="NAME,...",
                       help="of which (all)")
    timed.add_argument("--rounds", type=int, default=5, help="times (5)")


if __name__ == "__main__":
    nested_command.main(__doc__, build, run, report, add_options)
