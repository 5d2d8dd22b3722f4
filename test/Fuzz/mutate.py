"""Breaks the compiler on purpose, one fault at a time, and counts how many the
tests notice. mutants.py finds the faults, workshop.py builds all of them into
one compiler, oracle.py runs what may notice one."""

import argparse
import collections
import os
import random
import time

from .oracle import Oracle
from .workshop import Workshop

FOLDERS = ["lib/Analysis", "lib/Transform"]


def draw(shop, count, seed):
    """`count` mutants, spread over the files by how many each of them has. What
    changes elsewhere in the sources changes little about which."""
    placed = []
    for path, mutants in shop.mutants.items():
        text = (shop.root / path).read_text()
        keys = collections.Counter()
        ranked = []
        for mutant in mutants:
            name = f"{seed}:{path}:{mutant.what}:{text[mutant.start:mutant.end]}"
            keys[name] += 1
            ranked.append((random.Random(f"{name}:{keys[name]}").random(), mutant))
        ranked.sort(key=lambda entry: entry[0])
        placed += [((k + key) / len(ranked), path, mutant)
                   for k, (key, mutant) in enumerate(ranked)]
    placed.sort(key=lambda entry: entry[0])
    return [(path, mutant) for _, path, mutant in placed[:count]]


def chosen(shop, only):
    """Those that --only names: a number, or a file and a line."""
    for path, mutants in shop.mutants.items():
        for mutant in mutants:
            where = f"{path}:{shop.lines(path, mutant)[0]}"
            if str(mutant.number) in only or where in only:
                yield path, mutant


def describe(shop, path, mutant):
    text = (shop.root / path).read_text()[mutant.start:mutant.end]
    text = " ".join(text.split())
    text = text if len(text) < 64 else text[:60] + " ..."
    return (f"{mutant.number}: {path}:{shop.lines(path, mutant)[0]}: "
            f"{mutant.what}: {text}")


def main(root):
    parser = argparse.ArgumentParser(
        prog="scripts/mutate",
        description="Breaks regtt-cc on purpose and counts how many of the "
        "faults the tests notice. Slow; no part of scripts/test.")
    parser.add_argument("--folders", nargs="+", default=FOLDERS,
                        help="whose sources are broken (%(default)s)")
    parser.add_argument("--count", type=int, default=100,
                        help="how many mutants (%(default)s)")
    parser.add_argument("--seed", type=int, default=1,
                        help="which of them (%(default)s)")
    parser.add_argument("--only", nargs="+", metavar="MUTANT",
                        help="these instead: numbers of an earlier run over the "
                        "same sources and folders, or FILE:LINE")
    parser.add_argument("--minutes", type=float, help="stop after this long")
    parser.add_argument("--list", action="store_true",
                        help="only say which mutants there are")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    shop = Workshop(root, options.folders, options.jobs)
    if options.list:
        for path, mutants in shop.mutants.items():
            for mutant in mutants:
                print(describe(shop, path, mutant))
        return 0
    why = shop.make()
    if why:
        print(why)
        return 1
    print(f"{sum(map(len, shop.mutants.values()))} of {shop.count} mutants "
          "compile", flush=True)
    oracle = Oracle(shop)
    why = oracle.start()
    if why:
        print(f"mutate: error: the tests fail without a mutant: {why}")
        return 1
    return run(shop, oracle, options)


def run(shop, oracle, options):
    start = time.monotonic()
    caught, tried = collections.Counter(), collections.Counter()
    drawn = (list(chosen(shop, options.only)) if options.only
             else draw(shop, options.count, options.seed))
    missed, left = [], 0
    for path, mutant in drawn:
        if options.minutes and (
                time.monotonic() - start > options.minutes * 60):
            left += 1
            continue
        is_caught, how = oracle.judge(mutant.number)
        line = f"{describe(shop, path, mutant)} ({how})"
        print(("caught " if is_caught else "MISSED ") + line, flush=True)
        tried[path.parent] += 1
        caught[path.parent] += is_caught
        if not is_caught:
            missed.append(line)
    for line in missed:
        print("missed: " + line)
    for folder in sorted(tried):
        print(f"{folder}: {caught[folder]} of {tried[folder]} caught")
    print(f"{caught.total()} of {tried.total()} mutants caught, {left} not "
          "tried" + ("" if options.only else f", seed {options.seed}"))
    return 1 if missed else 0
