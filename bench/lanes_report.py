"""The pages that bench/lanes.py makes of saved rows, a part each."""
import os

import lanes_tables
from lanes_session import key
from lanes_wu import table as wu
from measure import Failed
from report import commands
from rows import heading, markdown, read, reason

TABLES = {"run": lanes_tables.run, "sizes": lanes_tables.sizes,
          "threads": lanes_tables.threads, "isa": lanes_tables.isa, "wu": wu}
TITLES = {
    "run": "Lanes on one thread", "sizes": "Lanes by the number of queries",
    "threads": "Lanes on two threads and more",
    "isa": "Lanes by instruction set",
    "wu": "Wu 2019: Figures 4.8 to 4.10, the CPU's part"}


def page(part, rows, data, picture):
    """The lines of a part's page; `rows` are all."""
    of_part = [row for row in rows if row["part"] == part]
    yield f"# {TITLES[part]}\n"
    yield f"Made by bench/lanes.py, not by hand, of the rows in {data}; each " \
        "has the command that made it.\n"
    yield commands(of_part) + "\n"
    for host, count, others in sorted({(
            row["host"], row["processors"], row["beside"])
            for row in of_part}):
        beside = f", {others} other inputs side by side" * (others > 0)
        yield f"{host}, of these {count} for an input{beside}."
    yield "".join(f"{version}.\n" for version in dict.fromkeys(
        row["version"] for row in of_part))
    yield "Times are milliseconds of everything that replaces the loops, " \
        "linearising, sorting\nand copying counted: medians without the " \
        "first round, of `auto` of the last quarter\nof the rounds; `plain` " \
        "is the loops as they were. Results are the plain program's,\nbyte " \
        "for byte.\n"
    yield from TABLES[part](rows)
    if picture:
        yield f"\n![plain / time over queries]({picture})"
    failed = [row for row in of_part if "failed" in row]
    if failed:
        yield "\n## Left out\n"
        yield heading(["sample", "input", "order", "queries", "way", "why"])
        for row in failed:
            yield markdown([row["program"], row["input"], row["order"],
                            str(row["size"] or ""), " ".join(filter(None, (
                                row["target"], row["variant"],
                                row["reorder"]))), reason(row)])


def make_report(options):
    """A page, lanes_PART.md, of each part that the files have rows of."""
    rows = [row for path in options.data for row in read(path, key)]
    there = [part for part in TABLES if any(row["part"] == part for row in rows)]
    if not there:
        raise Failed("there are no rows")
    data = ", ".join("[{0}]({0})".format(os.path.relpath(
        path, options.folder)) for path in options.data)
    options.folder.mkdir(parents=True, exist_ok=True)
    for part in there:
        picture = None
        if part == "sizes" and not options.no_plots:
            picture = "lanes_sizes.svg"
            lanes_tables.draw_sizes(rows, options.folder / picture)
        path = options.folder / f"lanes_{part}.md"
        path.write_text("\n".join(page(part, rows, data, picture)).rstrip()
                        + "\n", encoding="utf-8")
        print(f"{path}: {sum(row['part'] == part for row in rows)} rows")
