"""A function between the annotated loop and the recursion: one that hands all
on, that works ahead of the traversal and behind it, that leaves before it, or
that stands behind others such."""


class Between:
    """What the loop calls."""

    def __init__(self, body):
        self.body = body
        self.names = body.names
        self.kind = body.names.draw["between"]
        self.returned = body.after.returned

    @property
    def called(self):
        """The function that the loop calls."""
        return {"none": "visit", "deep": "begin", "deeper": "enter"}.get(self.kind, "ask")

    def functions(self):
        """Each has a name and a body, innermost first."""
        if self.kind == "none":
            return []
        q = self.names.q
        lines = {
            "plain": lambda: self._handed_on("visit"),
            "work": lambda: [f"{q}visits += 2;", *self._worked("visit")],
            "leave": lambda: [f"if ({q}key % 7 == 3)", self.returned.leave_at(),
                              *self._handed_on("visit")],
            "deep": lambda: self._worked("visit"),
            "deeper": lambda: self._worked("visit"),
        }[self.kind]()
        made = [("ask", lines)]
        if self.kind in ("deep", "deeper"):
            made += [("begin", [f"{q}visits ^= {q}key & 1;",
                                *self._handed_on("ask")])]
        if self.kind == "deeper":
            # The counter wraps where a query has many visits.
            made += [("start", [f"unsigned char low = (unsigned char)({q}visits + 250);",
                                f"{q}visits += ++low & 3;",
                                *self._handed_on("begin")]),
                     ("enter", self._worked("start"))]
        return [(name, self.body.node.spelled(lines)) for name, lines in made]

    def _call(self, name):
        return self.body.call_here(name)

    def _handed_on(self, name):
        if self.returned.kind == "void":
            return [f"{self._call(name)};"]
        return [f"return {self._call(name)};"]

    def _worked(self, name):
        """With a statement behind the traversal."""
        behind = f"{self.names.q}visits++;"
        if self.returned.kind == "void":
            return [f"{self._call(name)};", behind]
        return [f"const {self.returned.type} got = {self._call(name)};", behind,
                "return got;"]
