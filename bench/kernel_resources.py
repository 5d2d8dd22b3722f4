#!/usr/bin/env -S python3 -B
"""Lists what the compiled kernels of programs take: registers, and the bytes of
stack frame and of spills that a thread has in local memory.

Emits the CUDA slice of every source (default: of all samples), compiles it by
nvcc for --arch, which runs nothing, and prints a table of what ptxas reports.
Inspector finds keys for an order of queries, TopVisitor visits the top of the
tree and hands queries over, of which RestOf an engine takes what is left.
Exits with 1 if a kernel has a stack frame or spills; those of the recursion
have.
"""
import argparse
import pathlib
import re
import sys
import tempfile

from measure import run

ROOT = pathlib.Path(__file__).resolve().parent.parent
STACKS = {"SharedStacks": "shared", "RingStacks": "ring",
          "GlobalStacks": "global",
          "NoStacks": "none"}


def sources():
    """Of each sample the file that has its name."""
    found = [path for folder in sorted((ROOT / "samples").iterdir())
             for path in sorted(folder.glob(folder.name + ".c*"))]
    return found or sys.exit("bench: error: there are no samples")


def ptxas_report(regtt_cc, nvcc, arch, source):
    """What ptxas says about the kernels of one source."""
    with tempfile.TemporaryDirectory() as folder:
        kept = pathlib.Path(folder)
        for product, ending in (("header", "h"), ("cuda", "cu")):
            run([regtt_cc, f"--emit={product}", str(source), "-o",
                 str(kept / f"{source.stem}.regtt.{ending}")])
        return run([nvcc, "-std=c++20", f"-arch={arch}", "-fmad=false",
                    "--expt-relaxed-constexpr", "-Xptxas", "-v", "-cubin",
                    "-I" + str(ROOT / "runtime" / "include"),
                    str(kept / f"{source.stem}.regtt.cu"), "-o",
                    str(kept / "kernels.cubin")]).stderr


def kernels(report):
    """(mangled name, registers, frame, spill stores, spill loads) of each."""
    name, frame = None, None
    for line in report.splitlines():
        if entry := re.search(r"Compiling entry function '(\w+)'", line):
            name, frame = entry[1], None
        elif local := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill "
                                r"stores, (\d+) bytes spill loads", line):
            frame = frame or [int(number) for number in local.groups()]
        elif name and (used := re.search(r"Used (\d+) registers", line)):
            yield name, int(used[1]), *(frame or [0, 0, 0])
            name = None


def described(name):
    """Traversal and line, engine, and where its stacks are; None of what
    runs no traversal."""
    plain = run(["c++filt", name]).stdout
    if "traverse<" not in plain:
        return None  # what sorts queries
    found = re.search(
        r"traverse<regtt::rt::(\w+)(<.*?)?, regtt::rt::cuda::(\w+Stacks), "
        r"(regtt::rt::WatchedOperator<)?\(anonymous namespace\)::(\w+)::",
        plain)
    if not found:
        sys.exit(f"bench: error: not the name of a kernel: {plain}")
    engine, of_what, stacks, watched, site = found.groups()
    if of_what:  # of another engine, or of records with such children
        engine += " of " + re.findall(r"regtt::rt::(\w+)", of_what)[0]
    if watched:
        engine += ", watched"
    if "RecordedQueries<" in plain:
        engine += ", history"
    return site, engine, STACKS[stacks]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    parser.add_argument("--regtt-cc",
                        default=str(ROOT / "build/release/bin/regtt-cc"))
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--arch", default="sm_90")
    options = parser.parse_args()
    print("| source | traversal, line | engine | stacks | registers | "
          "stack frame | spill stores | spill loads |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    local = False
    for source in options.sources or sources():
        report = ptxas_report(options.regtt_cc, options.nvcc, options.arch,
                              source)
        found = [(*known, *rest) for name, *rest in kernels(report)
                 if (known := described(name))]
        if not found:
            sys.exit(f"bench: error: {source} has no kernel")
        for site, engine, stacks, registers, *bytes_ in sorted(found):
            traversal, line = site.removeprefix(source.stem + "_").rsplit(
                "_", 1)
            print(f"| {source.name} | {traversal}, {line} | {engine} | "
                  f"{stacks} | {registers} | "
                  + " | ".join(str(number) for number in bytes_) + " |",
                  flush=True)
            # A recursion's frames are its stack.
            local = local or (engine != "Recursion" and any(bytes_))
    return 1 if local else 0


if __name__ == "__main__":
    sys.exit(main())
