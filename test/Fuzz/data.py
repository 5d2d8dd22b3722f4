"""The data of nodes and queries: fields, how they are filled and printed, and
the expressions that read them."""

from dataclasses import dataclass, replace

from .expr import leaf
from .scalars import SCALARS, Scalar, boolean, enumeration


@dataclass(frozen=True)
class Field:
    path: str  # from the node or the query: "a", "in.u", "extra->w"
    scalar: Scalar
    count: int = 0  # of an array; 0: no array
    lo: float = None
    hi: float = None

    @property
    def name(self):
        return self.path.replace("->", ".").split(".")[-1]

    def declaration(self):
        extent = f"[{self.count}]" if self.count else ""
        if self.scalar.bits:
            extent = f" : {self.scalar.bits}"
        return f"{self.scalar.text} {self.name}{extent};"

    def elements(self):
        if not self.count:
            return [self.path]
        return [f"{self.path}[{i}]" for i in range(self.count)]

    def leaves(self, base):
        return [leaf(base + e, self.scalar, self.lo, self.hi)
                for e in self.elements()]


def drawn_value(field):
    """An expression of the program that draws a value for `field`."""
    scalar = field.scalar
    if scalar.is_float:
        return f"({scalar.text})drawReal()"
    if scalar.name in ("int64", "uint64", "llong", "ullong") and field.hi > 10**6:
        return f"({scalar.text})drawBits()"
    if scalar.name == "uint32" and field.hi > 10**6:
        return "(unsigned)drawBits()"
    return f"({scalar.text})drawInt({int(field.lo)}, {int(field.hi)})"


def fill(field, base):
    return [f"{base}{e} = {drawn_value(field)};" for e in field.elements()]


def print_fields(fields, base):
    lines = []
    for f in fields:
        for e in f.elements():
            lines.append(f'printf(" {f.scalar.format}", '
                         f'({f.scalar.printed}){base}{e});')
    return lines


class NodeData:
    """What a node holds besides its children, its id and its leaf flag."""

    def __init__(self, names, rng):
        self.names = names
        self.rng = rng
        self.fields = []  # always readable
        self.leaf_fields = []  # readable where n->leaf holds
        self.kind = names.draw["node_data"]
        self.enum = None
        for kind in self._kinds():
            getattr(self, "_" + kind)()

    def _kinds(self):
        if self.kind != "mixed":
            return [self.kind] + (["float"] if self.kind not in
                                  ("int", "float") else [])
        return self.rng.sample(
            ["int", "small", "wide", "bool_enum", "float", "double", "array",
             "nested", "pointer"], 4)

    def _real(self, name):
        text = self.names.real
        scalar = SCALARS[name]
        if text:
            scalar = replace(SCALARS["double"], text=text)
        return scalar

    def _add(self, path, scalar, count=0):
        lo, hi = scalar.lo, scalar.hi
        if scalar.is_float:
            lo, hi = -120, 120
        elif scalar.name in ("int32", "int64", "uint32", "uint64", "llong",
                             "ullong"):
            if scalar.name == "int32" or self.rng.random() < 0.5:
                lo, hi = max(lo, -1000), 1000
        self.fields.append(Field(path, scalar, count, lo, hi))

    def _int(self):
        self._add("a", SCALARS["int32"])
        self._add("b", SCALARS["int32"])

    def _small(self):
        for name in self.rng.sample(["int8", "uint8", "int16", "uint16"], 3):
            self._add("s_" + name, SCALARS[name])

    def _wide(self):
        for name in ("int64", "uint64", "uint32"):
            self._add("w_" + name, SCALARS[name])

    def _bool_enum(self):
        self.enum = self.names.tag("Kind")
        self._add("flag", boolean(self.names.draw["lang"]))
        self._add("kind", enumeration(self.enum, self.names.draw["lang"]))

    def _widths(self):
        for name in self.rng.sample(["char", "llong", "ullong", "uint16",
                                     "int8"], 4):
            self._add("z_" + name, SCALARS[name])

    def _bitfield(self):
        for name in ("bits3", "sbits5", "bits20"):
            self._add("z_" + name, SCALARS[name])

    def _inherited(self):
        self._add("h_int", SCALARS["int32"])
        self._add("h_real", self.rng.choice([SCALARS["float"],
                                             SCALARS["double"]]))

    @property
    def base(self):
        """What stands after the name of the node's struct."""
        return (f" : {self.names.tag('Base')}" if self.kind == "inherited"
                else "")

    def _float(self):
        self._add("x", self._real("float"))

    def _double(self):
        self._add("d", self._real("double"))
        self._add("e", self._real("double"))

    def _array(self):
        self._add("box", self._real(self.rng.choice(["float", "double"])),
                  self.rng.choice([2, 3, 5]))
        self._add("tags", SCALARS[self.rng.choice(["int8", "uint16",
                                                   "int32"])], 3)

    def _nested(self):
        self._add("in.u", self._real("float"))
        self._add("in.v", SCALARS["int16"], 2)
        self._add("in.deep.w", SCALARS["uint8"])

    def _vector_union(self):
        """A vector whose coordinates have names and numbers."""
        self._add("vec.v", SCALARS["float"], 2)

    def _overlap(self):
        """Inner nodes and leaves have other things in the same bytes."""
        self._add("u.inner.k", SCALARS["int32"])
        self._add("u.inner.f", SCALARS["float"])
        self._add("u.outer.w", SCALARS["double"])
        self._add("u.outer.m", SCALARS["int16"])

    def _extra(self):
        return [Field("extra->coord", self._real("double"), 3, -120, 120),
                Field("extra->tag", SCALARS["int32"], 0, -1000, 1000),
                Field("extra->small", SCALARS["uint8"], 0, 0, 255)]

    def _pointer(self):
        self.fields += self._extra()

    def _pointer_leaf(self):
        self.leaf_fields += self._extra()

    @property
    def has_extra(self):
        return any(f.path.startswith("extra->")
                   for f in self.fields + self.leaf_fields)

    def types(self):
        """The declarations that stand before the node's."""
        lines = []
        if self.enum:
            lines += [f"enum {self.enum} {{ {self.enum}_a, {self.enum}_b, "
                      f"{self.enum}_c, {self.enum}_d }};"]
        if self.kind == "inherited":
            lines += [f"struct {self.names.tag('Base')} {{"]
            lines += [f.declaration() for f in self._inherits()] + ["};"]
        if self.has_extra:
            lines += self.names.head
            lines += [f"struct {self.names.tag('Extra')} {{"]
            lines += [f.declaration() for f in self._extra()] + ["};"]
        return lines

    def _inherits(self):
        return [f for f in self.fields if f.path.startswith("h_")]

    def members(self):
        plain = [f for f in self.fields if "." not in f.path
                 and "->" not in f.path and f not in self._inherits()]
        lines = [f.declaration() for f in plain]
        nested = [f for f in self.fields if f.path.startswith("in.")]
        if nested:
            lines += ["struct {"]
            lines += [f.declaration() for f in nested if "deep" not in f.path]
            lines += ["struct {"]
            lines += [f.declaration() for f in nested if "deep" in f.path]
            lines += ["} deep;", "} in;"]
        if self.has_extra:
            lines += [f"const {self.names.type('Extra')} *extra;"]
        if any(f.path.startswith("vec.") for f in self.fields):
            lines += ["union {", "struct {", "float p;", "float q;",
                      "} at;", "float v[2];", "} vec;"]
        overlapping = self._overlapping()
        if overlapping:
            lines += ["union {"]
            for part in ("inner", "outer"):
                lines += ["struct {", *(f.declaration() for f in overlapping
                                        if part in f.path), f"}} {part};"]
            lines += ["} u;"]
        return lines

    def _overlapping(self):
        return [f for f in self.fields if f.path.startswith("u.")]

    def _fill_overlapping(self):
        lines = []
        for leafy, part in (("n->leaf", "outer"), ("!n->leaf", "inner")):
            made = [line for f in self._overlapping() if part in f.path
                    for line in fill(f, "n->")]
            lines += [f"if ({leafy}) {{", *made, "}"] if made else []
        return lines

    def fill(self):
        """Fills node `n`, whose `leaf` is known; `extra` is a fresh one."""
        lines = []
        for f in self.fields:
            if not f.path.startswith(("extra->", "u.")):
                lines += fill(f, "n->")
        lines += self._fill_overlapping()
        if self.has_extra:
            for f in self._extra():
                for e in f.elements():
                    lines.append(f"{e} = {drawn_value(f)};")
            lines += ["n->extra = extra;"]
            if self.leaf_fields:
                extra = f"(const {self.names.type('Extra')} *)"
                lines += ["if (!n->leaf)",
                          f"n->extra = n->id % 2 ? {extra}0 : {extra}24;"]
        return lines

    def leaves(self, at_leaf=False):
        result = [leaf("n->id", SCALARS["int32"], 0, 50000)]
        for f in self.fields + (self.leaf_fields if at_leaf else []):
            result += self._leaves_of(f)
        return result

    def _leaves_of(self, field):
        if field.path == "vec.v":
            named = [leaf(f"n->vec.at.{name}", field.scalar, field.lo, field.hi)
                     for name in "pq"]
            return field.leaves("n->") + named
        if not field.path.startswith("u."):
            return field.leaves("n->")
        test = "n->leaf" if "outer" in field.path else "!n->leaf"
        return [leaf(f"({test} ? n->{field.path} : 0)", field.scalar,
                     field.lo, field.hi)]

    def floats(self, at_leaf=False):
        return [e for e in self.leaves(at_leaf) if e.is_float]
