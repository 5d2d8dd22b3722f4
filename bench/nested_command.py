"""The command line of benches of loops without a traversal: build, run, report."""
import argparse
import pathlib
import sys

import progress
from measure import Failed


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
