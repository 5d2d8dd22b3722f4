"""Files of rows, a line of JSON each; and the rows of bench/engines.py: what
tells them apart, and how they are printed while they are measured.
"""
import json
from operator import itemgetter

from measure import TIMES, Failed

COLUMNS = ("sample", "input", "order", "traversal", "target", "engine",
           "kernel", "transfer", "linearise", "total", "baseline / kernel",
           "visits", "lanes", "identical")
# Tells programs that ran from each other, as Unit.key does.
key = itemgetter("program", "input", "order", "target", "threads", "layout",
                 "variant")


def read(path, key_of):
    """The rows of a file; of those that were measured again the last. What
    failed stays only where it was never measured. `key_of` tells programs that
    ran from each other; each has a row, or one of each traversal."""
    programs = {}
    for line_number, line in enumerate(
            path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            program = programs.setdefault(key_of(row), {})
        except (ValueError, KeyError, TypeError):
            raise Failed(f"{path}:{line_number}: this is no row of a run"
                         ) from None
        program["failed" in row, row.get("traversal")] = row
    latest = []
    for program in programs.values():
        measured = [row for (failed, _), row in program.items() if not failed]
        latest += measured or program.values()
    return latest


def is_baseline(row):
    """Autoropes on records as they are written."""
    return (row["layout"], row["variant"]) == ("plain", "autoropes")


def baselines(rows):
    """The kernel times of the baseline, by what others look them up with."""
    return {against(row): row["kernel_ms"] for row in rows
            if is_baseline(row) and "failed" not in row}


def against(row):
    """What a row has in common with the baseline that it is compared with."""
    return (row["program"], row["input"], row["order"], row["traversal"],
            row["target"], row["threads"])


def place(row):
    """Where it ran."""
    if row["target"] != "cpu":
        return row["target"]
    return f"cpu, {row['threads']} thread" + "s" * (row["threads"] != 1)


def engine(row):
    """With the records, where they are as written."""
    written = row["layout"] == "plain"
    return row["variant"] + (", as written" if written else "")


def runners(row):
    """The engine, and the host where it had a part in it."""
    return engine(row) + (" + host" if row.get("stragglers") else "")


def reason(row):
    """Why a row has no figures, in a line; the file has all of them."""
    lines = row["failed"].splitlines()
    told = [line for line in lines if "error: " in line] or lines[:1]
    return told[-1].replace("|", "\\|")


def number(value, digits=2):
    return "" if value is None else f"{value:,.{digits}f}"


def markdown(cells):
    return "| " + " | ".join(cells) + " |"


def heading(columns):
    return markdown(columns) + "\n|" + " --- |" * len(columns)


class Table:
    """Prints rows as they come, and adds them to a file."""

    def __init__(self, progress):
        self.progress = progress
        self.failed = False
        known = [row for row in progress.rows if "failed" not in row]
        self.done = {key(row) for row in known}
        self.baseline = baselines(known)
        print(heading(COLUMNS), flush=True)

    def add(self, row):
        self.failed |= "failed" in row or not row["identical"]
        self.progress.save(row)
        self.baseline.update(baselines([row]))
        start = [row["program"], row["input"], row["order"],
                 row["traversal"] or "", place(row), engine(row)]
        if "failed" in row:
            print(markdown([*start, f"failed: {reason(row)}"] + [""] * 7),
                  flush=True)
            return
        base = self.baseline.get(against(row))
        print(markdown([*start, *(number(row[time]) for time in TIMES),
                        number(base and base / row["kernel_ms"]),
                        number(row["visits"], 1), number(row["lanes"]),
                        "yes" if row["identical"] else "NO"]), flush=True)
