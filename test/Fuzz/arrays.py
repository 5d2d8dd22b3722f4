"""Arrays that all iterations read, at indices known at run time only."""

from .expr import Expr
from .extra import Extra

SIZE = 64  # of them: a power of two


class Numbers(Extra):
    """An array that all iterations read: a global, a pointer with an extent, or
    a std::vector."""

    form = "global"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["float", "double", "int", "short"])
        self.name = (self.names.tag("tab") if self.form == "global"
                     else "table")

    def globals(self):
        if self.form != "global" or self.names.in_class:
            return []
        return [f"static {self.element} {self.name}[{SIZE}];"]

    def members(self):
        """Data members of the class that holds the traversal."""
        return [f"{self.element} {self.name}[{SIZE}];"]

    def parameters(self):
        return {"global": [], "pointer": [f"const {self.element} *table"],
                "vector": [f"const std::vector<{self.element}> &table"],
                }[self.form]

    def handed(self):
        return [] if self.form == "global" else ["table"]

    first = passed = handed
    loop_parameters = parameters

    def clauses(self):
        return [f"copyin(table[0:{SIZE}])"] if self.form == "pointer" else []

    def storage(self):
        return {"global": [],
                "pointer": [f"static {self.element} table[{SIZE}];"],
                "vector": [f"std::vector<{self.element}> table({SIZE});"],
                }[self.form] + []

    def fill(self):
        return ["if (i == 0) {", "int at;",
                f"for (at = 0; at < {SIZE}; at++)",
                f"{self.name}[at] = ({self.element})drawInt(-300, 300);", "}"]

    def stable(self):
        kind = self.element if self.element in ("float", "double") else "int"
        q = self.names.q
        return [Expr(f"{self.name}[{at}]", kind, -300, 300, True)
                for at in (f"n->id & {SIZE - 1}", f"n->id % 61 + 2",
                           f"{q}key & {SIZE // 2 - 1}", "5")]

    def update(self, gen):
        """A bucket of elements that the node names."""
        q = self.names.q
        declare = "" if self.names.c89 else "int "
        before, after = (["{", "int m;"], ["}"]) if self.names.c89 else (
            [], [])
        first = f"n->id & {SIZE // 2 - 1}"
        return before + [
            f"for ({declare}m = {first}; m < ({first}) + n->id % 5; m++)",
            f"if ({self.name}[m] > {q}x[0])", f"{q}visits++;"] + after


class PointerNumbers(Numbers):
    form = "pointer"


class VectorNumbers(Numbers):
    form = "vector"


class Spots(Extra):
    """An array of structs, or of pointers to them."""

    pointers = False

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.vector = not self.names.is_c and self.rng.random() < 0.5

    @property
    def _element(self):
        spot = f"const {self._struct('Spot')}" if self.pointers else (
            self._struct("Spot"))
        return f"{spot} *" if self.pointers else spot

    def types(self):
        return [f"struct {self.names.tag('Spot')} {{", "float at[2];",
                "int colour;", "short weight;", "};"]

    def parameters(self):
        if self.vector:
            return [f"const std::vector<{self._element}> &spots"]
        if self.pointers:
            return [f"{self._element}const *spots"]
        return [f"const {self._element} *spots"]

    def handed(self):
        return ["spots"]

    first = passed = handed
    loop_parameters = parameters

    def clauses(self):
        return [] if self.vector else [f"copyin(spots[0:{SIZE}])"]

    def storage(self):
        spot = self._struct("Spot")
        lines = [f"static {spot} every[{SIZE}];"] if self.pointers else []
        name = "spots"
        if self.vector:
            return lines + [f"std::vector<{self._element}> {name}({SIZE});"]
        return lines + [f"static {self._element} {name}[{SIZE}];"]

    def fill(self):
        spots = "every" if self.pointers else "spots"
        lines = ["if (i == 0) {", "int at;",
                 f"for (at = 0; at < {SIZE}; at++) {{",
                 f"{spots}[at].at[0] = (float)drawReal();",
                 f"{spots}[at].at[1] = (float)drawReal();",
                 f"{spots}[at].colour = drawInt(-9, 9);",
                 f"{spots}[at].weight = (short)drawInt(-99, 99);"]
        if self.pointers:
            lines += [f"spots[at] = &every[(at * 7) % {SIZE}];"]
        return lines + ["}", "}"]

    def _at(self, index):
        return f"spots[{index}]" + ("->" if self.pointers else ".")

    def stable(self):
        mask = SIZE - 1
        return [Expr(self._at(f"n->id & {mask}") + "at[1]", "float", -120, 120,
                     True),
                Expr(self._at(f"(n->id * 3 + 1) & {mask}") + "colour", "int",
                     -9, 9, True),
                Expr(self._at("7") + "at[n->id & 1]", "float", -120, 120,
                     True)]

    def update(self, gen):
        q = self.names.q
        spot = f"const {self._struct('Spot')}"
        at = f"spots[n->id & {SIZE - 1}]"
        if self.rng.random() < 0.5 and not self.names.is_c:
            star = "*" if self.pointers else ""
            return ["{", f"{spot} &here = {star}{at};",
                    f"if (here.weight > {gen.any(1).text})",
                    f"{q}visits += here.colour & 1;", "}"]
        take = "" if self.pointers else "&"
        return ["{", f"{spot} *here = {take}{at};",
                "if (here->at[0] < here->at[1])",
                f"{q}visits += here->weight & 3;", "}"]


class SpotPointers(Spots):
    pointers = True


ARRAYS = {"none": Extra, "global": Numbers, "pointer": PointerNumbers,
          "vector": VectorNumbers, "structs": Spots,
          "pointers": SpotPointers}
