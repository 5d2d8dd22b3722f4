"""Queries that end early: a flag or a count that every visit asks first, set
when enough was found."""

from .data import Field
from .scalars import boolean


class Stop:
    def __init__(self, names, rng):
        self.names = names
        self.rng = rng
        self.kind = names.draw["stop"]
        self.most = rng.choice([4, 11, 26])

    def fields(self):
        """Of the query."""
        if self.kind != "flag":
            return []
        return [Field("enough", boolean(self.names.draw["lang"]), 0, 0, 1)]

    def test(self):
        """Statements that leave a node at once."""
        q = self.names.q
        return {"none": [], "flag": [f"if ({q}enough)", "return;"],
                "count": [f"if ({q}visits >= {self.most})", "return;"],
                }[self.kind]

    def set(self):
        """Statements that end the query."""
        q = self.names.q
        if self.kind != "flag":
            return []
        return self.rng.choice([
            [f"if ({q}visits > {self.most})", f"{q}enough = 1;"],
            [f"{q}enough = {q}enough || {q}visits > {self.most};"]])
