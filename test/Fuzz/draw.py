"""Draws one value a feature, preferring pairs of values that no earlier
traversal drew (greedy pairwise covering)."""

from .features import FEATURES, drawn_values
from .pairs import why_impossible

NAMES = list(FEATURES)
# Those that there is a choice of.
CHOSEN = [n for n in NAMES if len(drawn_values(n)) > 1]


def pairs_of(draw):
    """The pairs of feature values in a draw, each in table order."""
    return {(a, draw[a], b, draw[b])
            for i, a in enumerate(NAMES) for b in NAMES[i + 1:]
            if a in draw and b in draw}


def all_pairs():
    """Yields (a, x, b, y, why it is impossible or '')."""
    for i, a in enumerate(NAMES):
        for b in NAMES[i + 1:]:
            for x in drawn_values(a):
                for y in drawn_values(b):
                    yield a, x, b, y, why_impossible(a, x, b, y)


class Drawer:
    """Remembers which pairs were drawn."""

    def __init__(self, rng):
        self.rng = rng
        self.covered = set()
        self.open = sorted(
            (p[:4] for p in all_pairs()
             if not p[4] and p[0] in CHOSEN and p[2] in CHOSEN), key=repr)

    def draw(self, fixed):
        """A legal draw with the given values."""
        for _ in range(10000):
            result = self._attempt(fixed)
            if result:
                self.covered |= pairs_of(result)
                return result
        raise ValueError(f"no program has all of {fixed}")

    def _attempt(self, fixed):
        draw = dict(fixed)
        self._seed(draw)
        for name in NAMES:
            if name not in CHOSEN:
                draw.setdefault(name, FEATURES[name][0])
        rest = [n for n in NAMES if n not in draw]
        self.rng.shuffle(rest)
        for name in rest:
            values = [v for v in drawn_values(name) if self._fits(draw, name, v)]
            if not values:
                return None
            self.rng.shuffle(values)
            draw[name] = max(values, key=lambda v: self._gain(draw, name, v))
        return {n: draw[n] for n in NAMES}

    def _seed(self, draw):
        """Starts from a pair that is not covered yet, if one fits."""
        self.open = [p for p in self.open if p not in self.covered]
        for _ in range(20):
            if not self.open:
                return
            a, x, b, y = self.rng.choice(self.open)
            if draw.get(a, x) == x and draw.get(b, y) == y:
                trial = {**draw, a: x}
                if self._fits(draw, a, x) and self._fits(trial, b, y):
                    draw.update({a: x, b: y})
                    return

    @staticmethod
    def _fits(draw, name, value):
        return not any(why_impossible(name, value, n, v)
                       for n, v in draw.items() if n != name)

    def _gain(self, draw, name, value):
        at = NAMES.index(name)
        gain = 0
        for other, v in draw.items():
            first = NAMES.index(other) < at
            pair = ((other, v, name, value) if first
                    else (name, value, other, v))
            gain += pair not in self.covered
        return gain
