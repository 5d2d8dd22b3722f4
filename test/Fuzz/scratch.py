"""What the loop's body declares for its call besides a number: a struct with
arrays to work in, an optional, a pair of the best."""

from .expr import Expr
from .extra import Extra

MOST = 4


class Scratch(Extra):
    """A struct with a count and arrays, kept in order by insertion."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.reference = self._by_reference()
        self.access = "work." if self.reference else "work->"
        self.sum = f"worked{self.names.id}"

    @property
    def type(self):
        return self._struct("Scratch")

    def early(self):
        return [f"static double {self.sum};"]

    def types(self):
        return [f"struct {self.names.tag('Scratch')} {{", "int size;",
                f"double near[{MOST}];", f"int ids[{MOST}];", "};"]

    def reset(self):
        return [f"{self.sum} = 0;"]

    def total(self):
        return [f'printf("{self.names.id}.worked %a\\n", {self.sum});']

    def parameters(self):
        return [f"{self.type} {'&' if self.reference else '*'}work"]

    def handed(self):
        return ["work"]

    def first(self):
        return ["scratch" if self.reference else "&scratch"]

    def declared(self):
        if not self.names.c89 and self.rng.random() < 0.5:
            return [f"{self.type} scratch = {{0, {{0}}, {{0}}}};"]
        return [f"{self.type} scratch;", "scratch.size = 0;"]

    def drained(self):
        return ["{", "int s;", "for (s = 0; s < scratch.size; s++)",
                f"{self.sum} = {self.sum} * 0.5 + scratch.near[s] + "
                "scratch.ids[s];", "}"]

    def changing(self):
        return [Expr(self.access + "size", "int", 0, MOST, True)]

    def update(self, gen):
        a = self.access
        key = gen.floating(1, 1000).text
        return ["{", f"double found = {key};", "int at;",
                f"if ({a}size < {MOST} || found < {a}near[{MOST - 1}]) {{",
                f"if ({a}size < {MOST})", f"{a}size++;",
                f"for (at = {a}size - 1; at > 0 && {a}near[at - 1] > found; "
                "at--) {", f"{a}near[at] = {a}near[at - 1];",
                f"{a}ids[at] = {a}ids[at - 1];", "}", f"{a}near[at] = found;",
                f"{a}ids[at] = n->id;", "}", "}"]


class Best(Extra):
    """A pair, or an optional number, that visits make better."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.optional = self.names.draw["own"] == "optional"
        self.reference = self.rng.random() < 0.7
        self.value = "best1" if self.reference else "(*best1)"
        self.sum = f"bests{self.names.id}"

    @property
    def type(self):
        return "std::optional<double>" if self.optional else (
            "std::pair<double, int>")

    def early(self):
        return [f"static double {self.sum};"]

    def reset(self):
        return [f"{self.sum} = 0;"]

    def total(self):
        return [f'printf("{self.names.id}.bests %a\\n", {self.sum});']

    def parameters(self):
        return [f"{self.type} {'&' if self.reference else '*'}best1"]

    def handed(self):
        return ["best1"]

    def first(self):
        return ["nearest" if self.reference else "&nearest"]

    def declared(self):
        return [f"{self.type} nearest;" if self.optional
                else f"{self.type} nearest(1000, -1);"]

    def drained(self):
        if self.optional:
            return ["if (nearest)", f"{self.sum} = {self.sum} * 0.5 + *nearest;"]
        return [f"{self.sum} = {self.sum} * 0.5 + nearest.first + "
                "nearest.second;"]

    def update(self, gen):
        value = self.value
        key = gen.floating(1, 1000).text
        if self.optional:
            return ["{", f"const double found = {key};",
                    f"if (!{value} || found < *{value})", f"{value} = found;",
                    "}"]
        return ["{", f"const double found = {key};", *self.rng.choice([
            [f"if (found < {value}.first) {{", f"{value}.first = found;",
             f"{value}.second = n->id;", "}"],
            [f"if (found < {value}.first)",
             f"{value} = std::make_pair(found, (int)n->id);"]]), "}"]
