"""The loop's body where an iteration makes several calls: one that feeds the
next, several trees, calls under conditions and in loops."""

from .roots import Roots


class Program:
    """The statements up to the last call."""

    def __init__(self, loop):
        self.loop = loop
        self.names = loop.names
        self.kind = loop.draw["program"]
        self.rng = loop.body.rng("program")
        self.returned = loop.body.after.returned
        self.roots = Roots(loop)

    @property
    def has_roots(self):
        """Whether the loop's function is handed several trees."""
        return self.kind.startswith("trees")

    @property
    def is_one(self):
        return self.kind == "one"

    @property
    def has_value(self):
        return self.returned.kind != "void"

    def lines(self):
        """Declarations, and statements with calls; their value is `got`."""
        start = [f"{self.returned.type} got{self._first};"] if (
            self.has_value) else []
        declared, lines = getattr(self, "_" + self.kind)()
        return start + declared + lines

    @property
    def _first(self):
        """What `got` starts with."""
        couple = self.returned.couple
        return couple.first if couple else " = 0"

    def _call(self, root="root"):
        call = self.loop.call(root)
        return f"got = {call};" if self.has_value else f"{call};"

    @property
    def _query(self):
        return self.loop.tail.query

    def _feeding(self):
        """What the first call finds decides what the second one looks for."""
        q = self._query
        key = f"{q}key = ({q}key * 3 + {q}visits % 100) % 1001;"
        cut = f"{q}x[0] = {q}x[0] * 0.5f;"
        return [], [self._call(), self.rng.choice([key, cut]),
                    self._call()]

    def _under(self):
        """A second call under a condition, perhaps with another one."""
        q = self._query
        other = (["else {", f"{q}visits += 2;", self._call(), "}"]
                 if self.rng.random() < 0.5 else [])
        return [], [self._call(), f"if ({q}visits % 3 != 0)",
                    self._call(), *other]

    def _switch(self):
        q = self._query
        return [], [f"switch ({q}key & 3) {{", "case 0:", self._call(),
                    "break;", "case 1:", self._call(), f"{q}visits++;",
                    "/* falls through */" if self.names.is_c else "",
                    "default:", self._call(), "}"]

    def _until(self):
        """The same call again, until enough is found."""
        q = self._query
        return ["int turns = 0;"], [
            f"while (turns < 3 && {q}visits < 60) {{", self._call(),
            "turns++;", "}"]

    def _leave(self):
        """An iteration that ends between its calls."""
        q = self._query
        return [], [self._call(), f"if ({q}visits % 4 == 1)", "continue;",
                    f"{q}visits += 3;", self._call()]

    def _value(self):
        """Calls as conditions and operands."""
        call = self.loop.call()
        return [], [f"if ({call} > 2)", f"got = 1 + {call};"]

    def _over(self, statements):
        return self.roots.loop(self.rng, statements)

    def _trees(self):
        return self._over(lambda root: [self._call(root)])

    def _trees_until(self):
        q = self._query
        return self._over(lambda root: [
            self._call(root), f"if ({q}visits % 5 == 3)", "break;"])

    def _trees_some(self):
        q = self._query
        return self._over(lambda root: [
            f"if ({q}visits % 4 == 3)", "continue;", self._call(root),
            f"{q}visits++;"])

    def _trees_chosen(self):
        """Data choose the tree."""
        q = self._query
        root = f"roots[{q}key & 1]"
        return [], [self._call(root), self._call()]
