"""Vectors that are kept in an order by the library's algorithms: heaps
of push_heap and pop_heap, vectors that each element is put at its place in."""

from .containers import List
from .expr import Expr, small_int


class VectorHeap(List):
    """A std::vector of at most so many, and one more for a while."""

    name = "ranked"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["int", "double", "pair"])
        self.greater = self.element != "pair" and self.rng.random() < 0.4
        self.form = self.rng.choice(["heap", "replaced", "inserted"])

    @property
    def type(self):
        return f"std::vector<{self._value}>"

    @property
    def _value(self):
        return "std::pair<double, int>" if self.element == "pair" else (
            self.element)

    def clause(self):
        return self._bound(self.most + 1)

    def changing(self):
        return [Expr(f"(int){self.object}.size()", "int", 0, self.most + 1)]

    @property
    def _all(self):
        """The arguments of an algorithm over all of them."""
        found = self.object
        order = f", std::greater<{self.element}>()" if self.greater else ""
        return f"{found}.begin(), {found}.end(){order}"

    def update(self, gen):
        found, kind = self.object, self.element
        value = small_int(gen.integer(1)).wrapped()
        made = (f"std::pair<double, int>((double){value}, n->id)"
                if kind == "pair" else f"({kind}){value}")
        fresh = [f"const {self._value} fresh = {made};"]
        made = "fresh"
        push = self.rng.choice([f"{found}.push_back({made});",
                                f"{found}.emplace_back({made});"])
        full = f"if ((int){found}.size() > {self.most})"
        pushed = [push, f"std::push_heap({self._all});"]
        popped = [f"std::pop_heap({self._all});", f"{found}.pop_back();"]
        lines = {
            "heap": [*pushed, full + " {", *popped, "}"],
            "replaced": [f"if ((int){found}.size() < {self.most}) {{", *pushed,
                         f"}} else if ({made} {'>' if self.greater else '<'} "
                         f"{found}.front()) {{", *popped, *pushed, "}"],
            "inserted": [push, f"for (size_t at = {found}.size() - 1; at > 0 && "
                         f"{found}[at] < {found}[at - 1]; --at)",
                         f"std::swap({found}[at], {found}[at - 1]);", full,
                         f"{found}.pop_back();"]}[self.form]
        return ["{", *fresh, *lines, "}"]

    def drained(self):
        """The loop's body may sort what its call has found."""
        ahead = ["std::sort(own.begin(), own.end());"] if (
            self.place == "body" and self.rng.random() < 0.5) else []
        return ahead + super().drained()
