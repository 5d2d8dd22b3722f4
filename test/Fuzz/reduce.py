"""Makes a failing traversal small: features go back to their plainest values
one by one, then optional statements are dropped, as long as it still fails in
the same way."""

from .emit import Traversal
from .features import FEATURES
from .pairs import is_legal


class Reducer:
    def __init__(self, checker, traversal, failure, nvcc, most=40):
        self.checker = checker
        self.id = traversal.id
        self.kind = failure.kind
        self.ids = failure.ids
        self.seed = traversal.seed
        self.draw = dict(traversal.draw)
        self.dropped = set(traversal.body.dropped)
        self.nvcc = nvcc
        self.left = most

    def run(self):
        """The smallest failing traversal found, or None where it does not
        fail alone."""
        if not self._fails(self.draw, self.dropped):
            return None
        for feature in [f for f in FEATURES if f != "lang"]:
            self._simplify(feature)
        probe = Traversal(self.id, self.draw, self.seed)
        probe.lines()
        for k in range(probe.body.statements):
            trial = self.dropped | {k}
            if self._fails(self.draw, trial):
                self.dropped = trial
        return Traversal(self.id, self.draw, self.seed, self.dropped)

    def _simplify(self, feature):
        for value in FEATURES[feature]:
            if value == self.draw[feature]:
                return
            trial = {**self.draw, feature: value}
            if is_legal(trial):
                if self._fails(trial, self.dropped):
                    self.draw = trial
                return

    def _fails(self, draw, dropped):
        if self.left <= 0:
            return False
        self.left -= 1
        traversal = Traversal(self.id, draw, self.seed, dropped)
        outcome = self.checker.check("reduce", draw["lang"], [traversal],
                                     self.nvcc)
        return any(f.kind == self.kind and f.ids == self.ids
                   for f in outcome.failures)
