"""An argument that is a struct, of which each call hands on a part: by value, or
by reference."""

from .expr import leaf
from .scalars import SCALARS


class Box:
    """In the place of an Argument."""

    name = "cell"

    def __init__(self, names):
        self.names = names
        self.reference = names.draw["args"] == "box_reference"
        tag = names.tag("Box")
        self.type = f"struct {tag}" if names.is_c else tag
        self.part = names.tag("part")

    @property
    def leaves(self):
        return [leaf("cell.lo", SCALARS["float"], -1000, 1000),
                leaf("cell.hi", SCALARS["float"], -1000, 1000),
                leaf("cell.level", SCALARS["int32"], 0, 6000)]

    @property
    def leaf(self):
        return self.leaves[0]

    @property
    def parameter(self):
        return (f"const {self.type} &cell" if self.reference
                else f"{self.type} cell")

    @property
    def first(self):
        return "whole"

    def next(self, k):
        if self.reference or not isinstance(k, int) or k % 2 == 0:
            return f"{self.part}(cell, (int)({k}))" if k != "k" else (
                f"{self.part}(cell, (int)k)")
        return f"{self.part}(cell, {k})"

    # What the program declares for it.

    def types(self):
        return [f"struct {self.names.tag('Box')} {{", "float lo, hi;",
                "int level;", "};"]

    def functions(self):
        reference = "&" if self.reference else ""
        const = "const " if self.reference else ""
        return [f"static {self.type} {self.part}({const}{self.type} "
                f"{reference}cell, int k) {{", f"{self.type} half = cell;",
                "const float middle = (cell.lo + cell.hi) * 0.5f;",
                "if (k % 2)", "half.lo = middle;", "else",
                "half.hi = middle;", "half.level = cell.level + 1;",
                "return half;", "}"]

    def before_loop(self):
        return [f"const {self.type} whole = {{-100, 128.5f, 0}};"]
