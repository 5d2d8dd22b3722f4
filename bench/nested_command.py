"""The command line of benches of loops without a traversal: build, run, report."""
import argparse
import os
import pathlib
import sys

import progress
from measure import Failed
from progress import Progress
from session import device_name


def main(doc, build, run, report, add_options):
    """build(options); run(options), false where a result differs;
    report(options), of options.file to options.folder; add_options(parser) of
    what `run` is asked more."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    acts = parser.add_subparsers(dest="act", required=True)
    made = acts.add_parser("build")
    made.add_argument("directory", type=pathlib.Path, metavar="DIR")
    made.add_argument("regtt_cc", metavar="regtt-cc")
    timed = acts.add_parser("run")
    timed.add_argument("directory", type=pathlib.Path, metavar="DIR")
    add_options(timed)
    progress.add_options(timed)
    told = acts.add_parser("report")
    told.add_argument("file", type=pathlib.Path, metavar="FILE")
    told.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    try:
        if options.act == "build":
            build(options)
        elif options.act == "report":
            report(options)
        elif not run(options):
            sys.exit(1)
    except Failed as failure:
        sys.exit(f"bench: error: {failure}")


def time_all(cases, key, measure, options):
    """The rows of all cases, among them those that --resume finds, each filled by
    measure(row, options); whether no program failed."""
    saved = Progress(options, key)
    rows = [row for row in saved.rows if "failed" not in row]
    done = {key(row) for row in rows}
    left, right = [], True
    root = pathlib.Path(__file__).resolve().parent.parent
    for row in cases:
        name = " ".join(str(part) for part in key(row))
        if key(row) in done:
            continue
        if saved.is_spent:
            left.append(name)
            continue
        row["device"] = device_name("cuda")
        row["run"] = progress.without_folders(
            [os.path.relpath(sys.argv[0], root), *sys.argv[1:]], options)
        try:
            measure(row, options)
        except Failed as failure:
            row["failed"], right = str(failure), False
            print(f"bench: {name}: {failure}", file=sys.stderr)
        saved.save(row)
        rows.append(row)
    if left:
        print(f"bench: not run: {len(left)}, from {left[0]} on", file=sys.stderr)
    return rows, right
