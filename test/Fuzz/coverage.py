"""What was drawn: how many pairs of feature values, and which are impossible
and why."""

from collections import Counter

from .draw import all_pairs
from .features import FEATURES, PENDING, drawn_values


def is_complete(covered):
    return all(p[:4] in covered for p in all_pairs() if not p[4])


def summary(covered):
    possible = [p[:4] for p in all_pairs() if not p[4]]
    done = sum(p in covered for p in possible)
    return (f"{done} of {len(possible)} possible pairs of "
            f"{sum(len(drawn_values(f)) for f in FEATURES)} feature values "
            "drawn")


def table(covered):
    """Lines: for each two features the pairs drawn, then what is missing and
    what is impossible."""
    drawn, possible = Counter(), Counter()
    missing, impossible = [], []
    for a, x, b, y, why in all_pairs():
        if why:
            impossible.append(f"  {a}={x}, {b}={y}: {why}")
            continue
        possible[(a, b)] += 1
        if (a, x, b, y) in covered:
            drawn[(a, b)] += 1
        else:
            missing.append(f"  {a}={x}, {b}={y}")
    lines = ["pairs drawn, of those possible:"]
    lines += [f"  {a} x {b}: {drawn[(a, b)]} of {possible[(a, b)]}"
              for a, b in possible]
    lines += [f"not drawn: {len(missing)}"] + missing
    lines += [f"impossible: {len(impossible)}"] + impossible
    lines += ["not carried by regtt-cc so far:"]
    lines += [f"  {f}={v}" for f, values in PENDING.items() for v in values]
    return lines + [summary(covered)]
