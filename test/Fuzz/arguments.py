"""The parameters that a traversal hands on beside the node and the query, and
what it reads that all queries share."""

from dataclasses import dataclass, replace

from .boxes import Box
from .expr import leaf
from .scalars import SCALARS


@dataclass
class Argument:
    name: str
    scalar: object
    first: str  # what the loop passes
    next: object  # a function of the child's number and text to the value
    lo: float
    hi: float
    reference: bool = False

    @property
    def leaf(self):
        return leaf(self.name, self.scalar, self.lo, self.hi)

    @property
    def leaves(self):
        return [self.leaf]

    @property
    def parameter(self):
        kind = self.scalar.text
        return (f"const {kind} &{self.name}" if self.reference
                else f"{kind} {self.name}")

    def types(self):
        return []

    functions = before_loop = types


def arguments(names, count, data):
    """The parameters of the traversal that change from call to call, and others
    that are handed on by value, in order."""
    draw = names.draw
    if draw["args"].startswith("box"):
        return [Box(names)]
    def make(name, scalar, first, following, lo, hi):
        call = following if callable(following) else lambda k: following
        return Argument(name, SCALARS[scalar], first, call, lo, hi)

    depth = make("depth", "int32", "1", "depth + 1", 0, 6000)
    scaled = make("dsq", "double", "640.5", "dsq * 0.25", 0, 641)
    floats = data.floats()
    table = {
        "none": [],
        "uniform": [make("limit", "int32", "17", "limit", 17, 17),
                    make("eps", "float", "0.3f", "eps", 0, 1)],
        "scaled": [scaled],
        "reference": [replace(scaled, reference=True),
                      replace(depth, reference=True)],
        "depth": [depth],
        "several": [depth, make("w", "float", "2", "w * 0.7f + 1", 0, 4),
                    make("code", "uint32", "1u",
                         lambda k: f"code * 3u + {k}u"
                         if isinstance(k, int)
                         else f"code * 3u + (unsigned){k}",
                         0, 2**32 - 1)],
        "reassigned": [make("depth", "int32", "0", "depth", 0, 6000)],
        "per_child": [make("code", "int32", "1",
                           lambda k: f"(code * {count} + {k}) % 4096",
                           0, 4096 + 8)],
        "node_data": [make("from", "int32", "-1", "n->id", -1, 50000),
                      make("over", "double", "0.5", floats[0].text
                           if floats else "n->id * 0.5", -120, 50000)],
        "small": [make("s8", "int8", "100",
                       "(signed char)(s8 + 3)", -128, 127),
                  make("u16", "uint16", "65530",
                       "(unsigned short)(u16 + 1)", 0, 65535)],
    }
    return table[draw["args"]]


class Shared:
    """What all queries share: globals, members or a struct handed on."""

    def __init__(self, names):
        self.names = names
        self.kind = names.draw["uniform"]

    @property
    def is_struct(self):
        return self.kind in ("shared", "shared_reference")

    def _values(self):
        n = self.names
        return [("cut", "int", "int32", "7", -1000, 1000),
                ("scale", "double", "double", "0.37", 0, 1),
                ("step", "float", "float", "1.3f", 0, 2)], n.id

    def globals(self):
        """Declarations before the types."""
        values, ident = self._values()
        if self.kind == "constant":
            return [f"static const {text} {name}{ident} = {value};"
                    for name, text, _, value, _, _ in values]
        if self.kind in ("global", "static"):
            prefix = "static " if self.kind == "static" else ""
            return [f"{prefix}{text} {name}{ident} = {value};"
                    for name, text, _, value, _, _ in values]
        if self.is_struct:
            lines = [f"struct {self.names.tag('Params')} {{"]
            lines += [f"{text} {name};" for name, text, *_ in values]
            return lines + ["};"]
        return []

    def members(self):
        """Data members of the class that holds the traversal."""
        if self.kind != "members":
            return []
        values, ident = self._values()
        return [f"{text} {name}{ident} = {value};"
                for name, text, _, value, _, _ in values]

    def leaves(self):
        if self.kind == "none":
            return []
        values, ident = self._values()
        access = {"shared": "par->", "shared_reference": "par."}.get(
            self.kind, "")
        end = "" if self.is_struct else ident
        return [leaf(f"{access}{name}{end}", SCALARS[scalar], lo, hi)
                for name, _, scalar, _, lo, hi in values]

    def parameter(self):
        if not self.is_struct:
            return []
        tag = self.names.tag("Params")
        kind = f"struct {tag}" if self.names.is_c else tag
        return [f"const {kind} {'*' if self.kind == 'shared' else '&'}par"]

    def before_loop(self):
        """Statements of the function with the loop."""
        if not self.is_struct:
            return []
        tag = self.names.tag("Params")
        kind = f"struct {tag}" if self.names.is_c else tag
        return [f"{kind} params = {{7, 0.37, 1.3f}};"]

    def first(self):
        if not self.is_struct:
            return []
        return ["&params" if self.kind == "shared" else "params"]
