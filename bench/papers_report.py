#!/usr/bin/env -S python3 -B
"""Lines saved rows up with the tables and figures of the papers whose engines
and orders the samples are run with: Zhang 2016, Liu 2016 and Wu 2019.

ENGINES are rows of `bench/engines.py run`, REORDER of `bench/reorder.py run`;
nothing is run, and no figure is from elsewhere. Writes FOLDER/papers.md, which
is this program's alone, and the pictures that it shows: papers_zhang.svg,
papers_liu.svg and papers_wu.svg. What each paper compares is in
bench/papers_zhang.py and so on. Of the CPU the rows in ENGINES are compared,
where there are some.
"""
import argparse
import os
import pathlib
import sys

import reorder_report
import rows as engine_rows
from measure import Failed
from papers import Measured
from papers_liu import Liu
from papers_wu import Wu
from papers_wu_cpu import WuOnCpu
from papers_zhang import Zhang
from report import machines

HEADER = """\
# What the papers compare, on this machine

Made by bench/papers_report.py, not by hand, of the rows in
[{engines}]({engines}) and [{reorder}]({reorder});
each has the command that made it.

{machines}

Tables are lined up with those of the papers, but all figures are of this GPU,
of a CPU where that is said, and of the samples' inputs. The papers' own, of
other machines, trees and queries, are not repeated: what can be compared is
which way is the better one.
{without}Queries for the GPU are inspected there, and sorted there, too, unless
it is said that the host does it. Time by the depth of the tree's top (Liu 2016,
Figure 14; Zhang 2016, Figures 5 and 6) is
{depths}, Barnes-Hut over time steps {steps}.

Times are milliseconds of the kernel, and where it is said of reordering, which
finds and sorts the queries' keys. Queries are *unsorted* where they are
shuffled, and *sorted* by hand where the input has them in the order of the
tree, of the keys, or of the picture's rows; inputs that are not shuffled are
left out. A cell is empty where there is no row: the traversal does not have the
engine, or was not measured with it. What is missing is below each table: a
sample, or how many of its inputs.
"""
NOT_ON_CPU = """\
Not measured: CPUs on unsorted queries (Wu 2019,
`bench/engines.py run --targets cpu`).
"""


def elsewhere(folder, name):
    """Where the page is that another program makes, or which one would."""
    if (folder / f"{name}.md").exists():
        return f"in [{name}.md]({name}.md)"
    return f"not measured (`bench/{name}.py`)"


def page(measured, papers, without, options):
    """The lines of papers.md; `without` says what is not in it."""
    engines, reorder = (os.path.relpath(path, options.folder)
                        for path in (options.engines, options.reorder))
    yield HEADER.format(
        engines=engines, reorder=reorder, machines=machines(measured.rows),
        without=without,
        depths=elsewhere(options.folder, "depth_model"),
        steps=elsewhere(options.folder, "time_steps"))
    for count, what in ((measured.failed, "failed"),
                        (measured.wrong, "with other results")):
        if count:
            yield f"**Left out: {count} rows {what}.**\n"
    for paper in papers:
        yield f"## {paper.title}\n"
        yield from paper.lines(not options.no_plots)
        yield ""


def make_report(options):
    measured = Measured(
        engine_rows.read(options.engines, engine_rows.key),
        engine_rows.read(options.reorder, reorder_report.key))
    liu = Liu(measured, elsewhere(options.folder, "schedules"))
    on_cpu = WuOnCpu(measured, measured.places_on_cpu)
    is_on_cpu = bool(on_cpu.base)
    papers = [Zhang(measured), liu, Wu(measured, measured.places),
              *[on_cpu] * is_on_cpu]
    options.folder.mkdir(parents=True, exist_ok=True)
    for paper in () if options.no_plots else papers:
        paper.draw(options.folder)
    path = options.folder / "papers.md"
    text = "\n".join(page(measured, papers, "" if is_on_cpu else NOT_ON_CPU,
                          options))
    path.write_text(text.rstrip() + "\n", encoding="utf-8")
    print(f"{path}: {len(measured.rows)} rows")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", metavar="ENGINES", type=pathlib.Path,
                        help="rows of bench/engines.py")
    parser.add_argument("reorder", metavar="REORDER", type=pathlib.Path,
                        help="rows of bench/reorder.py")
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--no-plots", action="store_true",
                        help="tables only, which need no matplotlib")
    options = parser.parse_args()
    try:
        make_report(options)
    except (Failed, OSError) as failure:
        sys.exit(f"bench: error: {failure}")


if __name__ == "__main__":
    main()
