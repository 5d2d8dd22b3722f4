"""What a query holds: input that is never written, and the state that the
traversal updates, each kind of state with its updates."""

from dataclasses import replace

from . import best
from .data import Field
from .expr import leaf, masked, small_int
from .features import drawn_values
from .scalars import BIG, SCALARS, boolean

KBEST = 4


class State:
    """The fields of a query and the statements that change them."""

    def __init__(self, names, rng):
        self.names = names
        self.rng = rng
        self.inputs = [
            Field("x", self._real("float"), 2, -120, 120),
            Field("key", SCALARS["int32"], 0, -1000, 1000),
        ]
        if rng.random() < 0.4:
            self.inputs.append(
                Field("mask", SCALARS["uint8"], 0, 0, 255))
        self.kinds = self._kinds()
        self.fields = [Field("visits", SCALARS["int32"], 0, 0, 0)]
        for kind in self.kinds:
            self.fields += self._fields(kind)
        rng.shuffle(self.fields)

    def _kinds(self):
        kind = self.names.draw["state"]
        if kind == "mixed":
            kinds = [k for k in drawn_values("state")
                     if k not in ("mixed", "nested", "sum_float")
                     and not (self.names.is_c and k in best.OF_CPP)]
            return self.rng.sample(kinds, 3)
        return [kind]

    def _real(self, name):
        if self.names.real:
            return replace(SCALARS["double"], text=self.names.real)
        return SCALARS[name]

    def _fields(self, kind):
        flag = boolean(self.names.draw["lang"])
        fields = best.fields(kind)
        if fields:
            return fields
        table = {
            "counter": [("hits", SCALARS["uint32"], 0),
                        ("total", SCALARS["int64"], 0)],
            "small": [("c8", SCALARS["int8"], 0), ("u8", SCALARS["uint8"], 0),
                      ("c16", SCALARS["int16"], 0)],
            "sum_float": [("sum", self._real("float"), 0)],
            "sum_double": [("acc", self._real("double"), 2)],
            "min_id": [("best", self._real("double"), 0),
                       ("best_id", SCALARS["int32"], 0)],
            "kbest": [("dist", self._real("float"), KBEST),
                      ("ids", SCALARS["int32"], KBEST),
                      ("size", SCALARS["int32"], 0)],
            "flags": [("flags", SCALARS["uint32"], 0), ("found", flag, 0)],
            "histogram": [("bins", SCALARS["uint16"], 5)],
            "bitfield": [("b4", SCALARS["bits4"], 0), ("i6", SCALARS["sbits6"],
                                                       0)],
            "nested": [("st.sum", self._real("double"), 0),
                       ("st.hits", SCALARS["uint64"], 0)],
        }
        return [Field(path, scalar, count) for path, scalar, count
                in table[kind]]

    def members(self):
        lines = []
        for f in self.inputs + self.fields:
            if not f.path.startswith(("st.", "vs.", "vs[")):
                lines.append(f.declaration())
        nested = [f for f in self.fields if f.path.startswith("st.")]
        if nested:
            lines += ["struct {"] + [f.declaration() for f in nested] + [
                "} st;"]
        return lines

    def start(self, base):
        """Statements that give the state its first values."""
        lines = []
        for f in self.fields:
            first = "0"
            if f.name in ("best", "dist", "lowest"):
                first = "1000000"
            elif f.name in ("best_id", "ids"):
                first = "-1"
            lines += [f"{base}{e} = {first};" for e in f.elements()]
        return lines

    def input_leaves(self):
        result = []
        for f in self.inputs:
            result += f.leaves(self.names.q)
        return result

    def leaves(self):
        """Expressions that read what visits change."""
        q = self.names.q
        result = [leaf(q + "visits", SCALARS["int32"], 0, 10**6)]
        for f in self.fields:
            if f.name in ["visits", "size", "ids", *best.HIDDEN]:
                continue
            lo, hi = f.scalar.lo, f.scalar.hi
            if f.scalar.is_float:
                lo, hi = -BIG, BIG
            elif f.name == "best_id":
                lo, hi = -1, 50000
            elif f.name == "total":
                lo, hi = -2**50, 2**50
            result += [leaf(q + e, f.scalar, lo, hi) for e in f.elements()]
        return result

    def bound(self):
        """An expression of the state that a guard compares a distance with."""
        q = self.names.q
        for kind in self.kinds:
            text = {"min_id": "best", "kbest": f"dist[{KBEST - 1}]",
                    "sum_float": "sum", "sum_double": "acc[0]",
                    "nested": "st.sum"}.get(kind)
            if text:
                return leaf(q + text, SCALARS["double"], -BIG, BIG)
        return leaf(q + "visits", SCALARS["int32"], 0, 10**6)

    def count(self):
        return leaf(self.names.q + "visits", SCALARS["int32"], 0, 10**6)

    def update(self, gen, kind=None):
        """Statements that update one kind of state by random values."""
        kind = kind or self.rng.choice(self.kinds)
        if best.fields(kind):
            return best.update(kind, self.rng, gen, self.names.q)
        return getattr(self, "_update_" + kind)(gen, self.names.q)

    def _update_counter(self, gen, q):
        e = gen.integer()
        return self.rng.choice([
            [f"{q}hits += {e.text};"],
            [f"{q}hits++;", f"{q}total += {small_int(e).text};"],
            [f"{q}hits = {q}hits * 31 + (unsigned){e.wrapped()};"],
            [f"{q}total -= {small_int(e).text};", f"++{q}hits;"],
        ])

    def _update_small(self, gen, q):
        e = gen.integer()
        return self.rng.choice([
            [f"{q}c8 = (signed char)({q}c8 + {small_int(e).wrapped()});"],
            [f"{q}u8 += {small_int(e).text};", f"{q}c16++;"],
            [f"{q}c16 = (short)({q}c16 ^ {small_int(e).wrapped()});"],
            [f"{q}c8 ^= {masked(e, 127).wrapped()};", f"{q}u8--;"],
            [f"{q}u8 = (unsigned char)({q}u8 << 1 | "
             f"({q}u8 >> 7 ^ {masked(e, 1).wrapped()}));"],
        ])

    def _update_sum_float(self, gen, q):
        e = gen.floating()
        return self.rng.choice([
            [f"{q}sum += {e.text};"],
            [f"{q}sum = {q}sum * 0.5f + {e.wrapped()};"],
            [f"{q}sum -= {e.text};"],
        ])

    def _update_sum_double(self, gen, q):
        e, f = gen.floating(), gen.floating(1)
        return self.rng.choice([
            [f"{q}acc[0] += {e.text};", f"{q}acc[1] -= {f.text};"],
            [f"{q}acc[1] = {q}acc[1] / 3 + {e.wrapped()};"],
            [f"{q}acc[{masked(gen.integer(1), 1).text}] += {e.text};"],
        ])

    def _update_min_id(self, gen, q):
        e = gen.floating()
        op = self.rng.choice(["<", "<="])
        return [f"if ({e.wrapped()} {op} {q}best) {{",
                f"{q}best = {e.text};", f"{q}best_id = n->id;", "}"]

    def _update_kbest(self, gen, q):
        e = gen.floating()
        last = KBEST - 1
        return [
            "{", f"double key = {e.text};", "int at;",
            f"if (key < {q}dist[{last}]) {{", f"at = {last};",
            f"while (at > 0 && {q}dist[at - 1] > key) {{",
            f"{q}dist[at] = {q}dist[at - 1];",
            f"{q}ids[at] = {q}ids[at - 1];", "at--;", "}",
            f"{q}dist[at] = key;", f"{q}ids[at] = n->id;",
            f"if ({q}size < {KBEST})", f"{q}size++;", "}", "}"]

    def _update_flags(self, gen, q):
        e = gen.integer()
        return self.rng.choice([
            [f"{q}flags |= 1u << {masked(e, 31).wrapped()};"],
            [f"{q}flags ^= 1u << {masked(e, 31).wrapped()};",
             f"{q}found = {q}found || {gen.condition(1).wrapped()};"],
            [f"{q}flags &= ~(1u << {masked(e, 31).wrapped()});",
             f"{q}found = !{q}found;"],
        ])

    def _update_histogram(self, gen, q):
        e = gen.integer()
        return self.rng.choice([
            [f"{q}bins[{masked(e, 3).text}]++;"],
            [f"{q}bins[{masked(e, 3).wrapped()} + 1] += "
             f"{small_int(gen.integer(1)).text};"],
            [f"{q}bins[0] += {q}bins[{masked(e, 3).text}] + 1;"],
        ])

    def _update_bitfield(self, gen, q):
        e = gen.integer()
        return self.rng.choice([
            [f"{q}b4 += {masked(e, 255).text};"],
            [f"{q}b4 = {q}b4 << 1 | {masked(e, 1).wrapped()};",
             f"{q}i6 = {masked(e, 31).text};"],
            [f"{q}b4++;", f"{q}i6 = -{q}i6 / 2;"],
            [f"{q}i6 = ({q}i6 + {masked(e, 3).wrapped()}) % 31;"],
        ])

    def _update_nested(self, gen, q):
        e = gen.floating()
        return self.rng.choice([
            [f"{q}st.sum += {e.text};", f"{q}st.hits++;"],
            [f"{q}st.hits = {q}st.hits * 7 + 1;"],
        ])
