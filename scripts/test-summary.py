#!/usr/bin/env python3
"""Counts the results that scripts/test left in a folder.

`NAME.ran` says that a test program was started, `NAME.gtest.json` and
`lit.json` are what it wrote. One without the other is a program that crashed
or was configured wrongly, which counts as one failure. Prints the failures, the
skipped tests and, as the last line, `N passed, M failed`. Exits with 1 if a
test failed or none ran.
"""

import json
import pathlib
import sys

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def gtestResults(data):
    """Yields (name, outcome) of each case of a GoogleTest program."""
    for suite in data["testsuites"]:
        for case in suite["testsuite"]:
            name = suite["name"] + "." + case["name"]
            if case.get("failures"):
                yield name, "failed"
            elif case["status"] != "RUN" or case["result"] == "SKIPPED":
                yield name, "skipped"
            else:
                yield name, "passed"


def litResults(data):
    """Yields (name, outcome) of each test that lit found."""
    for test in data["tests"]:
        code = test["code"]
        if code in LIT_PASSED:
            yield test["name"], "passed"
        elif code in LIT_SKIPPED:
            yield test["name"], "skipped"
        else:
            yield test["name"], "failed"


def programResults(folder, name):
    """The (name, outcome) pairs of one test program that was started."""
    file, read = folder / (name + ".gtest.json"), gtestResults
    if name == "lit":
        file, read = folder / "lit.json", litResults
    try:
        return list(read(json.loads(file.read_text())))
    except (OSError, ValueError, KeyError) as error:
        return [(f"{name}: no results: {error}", "failed")]


def main():
    folder = pathlib.Path(sys.argv[1])
    results = []
    for marker in sorted(folder.glob("*.ran")):
        results += programResults(folder, marker.stem)
    names = {
        outcome: [name for name, o in results if o == outcome]
        for outcome in ("passed", "skipped", "failed")
    }
    for name in names["failed"]:
        print("failed: " + name)
    if names["skipped"]:
        print(f"{len(names['skipped'])} skipped (not for this machine, or disabled)")
    ran = len(names["passed"]) + len(names["failed"])
    if ran == 0:
        print("no test ran")
    print(f"{len(names['passed'])} passed, {len(names['failed'])} failed")
    return 1 if names["failed"] or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
