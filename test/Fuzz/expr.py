"""Random expressions that are defined for all values of their operands: every
expression knows the interval its value lies in, and an operation is built only
where no signed overflow, shift or division out of range can happen."""

from dataclasses import dataclass, replace

from .scalars import RANGE, RANK, TEXT


@dataclass(frozen=True)
class Expr:
    text: str
    kind: str  # type after promotion
    lo: float
    hi: float
    atom: bool = False
    chosen: str = ""  # how ?: has it, where that is another text

    @property
    def is_float(self):
        return self.kind in ("float", "double")

    def wrapped(self):
        return self.text if self.atom else f"({self.text})"


def leaf(text, scalar, lo=None, hi=None):
    # g++ does not promote a bit-field that ?: chooses, Clang does.
    return Expr(text, scalar.kind, scalar.lo if lo is None else lo,
                scalar.hi if hi is None else hi, True,
                f"+{text}" if scalar.bits else "")


def number(value):
    return Expr(str(value) if value >= 0 else f"({value})", "int", value,
                value, True)


ODD = [
    ("0x7fffffff", "int", 2**31 - 1), ("(-2147483647 - 1)", "int", -2**31),
    ("4294967295u", "unsigned", 2**32 - 1), ("0x80000000", "unsigned", 2**31),
    ("'a'", "int", 97), ("'\\n'", "int", 10), ("'\\xff'", "int", -1),
    ("017", "int", 15), ("5l", "long", 5), ("3000000000", "long", 3 * 10**9),
    ("18446744073709551615ul", "ulong", 2**64 - 1), ("1e-3f", "float", 1e-3),
    ("1e5", "double", 1e5), ("16777217.f", "float", 16777216), (".1", "double",
                                                             0.1),
    ("12e0", "double", 12), ("3.f", "float", 3), ("1e-320", "double", 0),
    ("(int)sizeof(int)", "int", 4), ("1.0000000000000002", "double", 1.1),
    ("(-9223372036854775807L - 1)", "long", -2**63),
]


def odd_literal(rng):
    text, kind, value = rng.choice(ODD)
    return Expr(text, kind, value, value, True)


def real(rng, single=False):
    """A constant that is not exact in binary, more often than not."""
    value = rng.choice([0.5, 0.25, 0.1, 0.3, 1.7, 2.5, 3.3, 0.75, 1.1])
    text = f"{value}f" if single else f"{value}"
    return Expr(text, "float" if single else "double", value, value, True)


def converted(kind, e):
    """The interval of `e` once it is converted to `kind`."""
    if kind in ("float", "double"):
        return e.lo, e.hi
    lo, hi = RANGE[kind]
    if e.lo >= lo and e.hi <= hi:
        return e.lo, e.hi
    return lo, hi


def common(a, b):
    return RANK[max(RANK.index(a.kind), RANK.index(b.kind))]


def bits(value):
    return (1 << max(int(value), 0).bit_length()) - 1


def arithmetic(op, a, b):
    """a op b for + - *, or None where it might overflow."""
    kind = common(a, b)
    alo, ahi = converted(kind, a)
    blo, bhi = converted(kind, b)
    if op == "+":
        lo, hi = alo + blo, ahi + bhi
    elif op == "-":
        lo, hi = alo - bhi, ahi - blo
    else:
        products = [x * y for x in (alo, ahi) for y in (blo, bhi)]
        lo, hi = min(products), max(products)
    if kind in ("float", "double"):
        if max(abs(lo), abs(hi)) > 1e30:
            return None
    else:
        least, most = RANGE[kind]
        if lo < least or hi > most:
            if kind in ("int", "long"):
                return None
            lo, hi = least, most
    return Expr(f"{a.wrapped()} {op} {b.wrapped()}", kind, lo, hi)


def bitwise(op, a, b):
    """a & b and the like, on integers."""
    kind = common(a, b)
    alo, ahi = converted(kind, a)
    blo, bhi = converted(kind, b)
    text = f"{a.wrapped()} {op} {b.wrapped()}"
    if alo >= 0 and blo >= 0:
        hi = min(bits(ahi), bits(bhi)) if op == "&" else bits(
            max(ahi, bhi))
        return Expr(text, kind, 0, hi)
    if op == "&" and (alo >= 0 or blo >= 0):
        return Expr(text, kind, 0, ahi if alo >= 0 else bhi)
    top = max(bits(max(abs(alo), abs(ahi))), bits(max(abs(blo), abs(bhi))))
    return Expr(text, kind, -top - 1, top)


def masked(e, mask):
    """An integer expression's low bits: 0..mask."""
    if e.is_float:
        e = cast("int", e)
    return replace(bitwise("&", e, number(mask)), lo=0, hi=mask)


def cast(kind, e):
    if kind in RANGE and e.is_float:
        lo, hi = RANGE[kind]
        if e.lo <= max(lo, -2**62) or e.hi >= min(hi, 2**62):
            e = bounded_float(e)
        if lo == 0:  # a negative float does not convert to unsigned
            e = Expr(f"({e.text}) < 0 ? 0 : ({e.text})", e.kind, 0,
                     max(e.hi, 0))
    lo, hi = converted(kind, e)
    return Expr(f"({TEXT[kind]}){e.wrapped()}", kind, lo, hi)


def bounded_float(e, most=1000.0):
    """`e` folded into -most..most by a quotient that cannot be zero."""
    if max(abs(e.lo), abs(e.hi)) <= most:
        return e
    limit = Expr(f"{most}", "double", most, most, True)
    return Expr(f"{limit.text} * {e.wrapped()} / "
                f"(1 + {e.wrapped()} * {e.wrapped()})", "double", -most, most)


def small_int(e, most=1000):
    """An integer expression of `e` in -most..most."""
    if e.is_float:
        e = cast("int", bounded_float(e, float(most)))
    if e.lo >= -most and e.hi <= most:
        return e
    modulus = number(most + 1)
    text = f"{e.wrapped()} % {modulus.text}"
    lo = 0 if e.lo >= 0 else -most
    return Expr(text, common(e, modulus), lo, most)


class Generator:
    """Builds expressions over a list of leaves."""

    def __init__(self, rng, leaves, flavour="plain", odd=False):
        self.rng = rng
        self.leaves = leaves
        self.flavour = flavour
        self.odd = odd

    def some_leaf(self):
        roll = self.rng.random()
        if roll < 0.3 and self.odd:
            return odd_literal(self.rng)
        if roll < 0.15 or not self.leaves:
            return number(self.rng.randint(-9, 40))
        if roll < 0.22:
            return real(self.rng, self.rng.random() < 0.5)
        return self.rng.choice(self.leaves)

    def any(self, depth=2):
        if depth == 0 or self.rng.random() < 0.2:
            return self.some_leaf()
        a, b = self.any(depth - 1), self.any(depth - 1)
        for op in self.rng.sample("+-*/&?<cs!", 10):
            result = self.combine(op, a, b)
            if result:
                return result
        return a

    def combine(self, op, a, b):
        if op in "+-*":
            return arithmetic(op, a, b)
        likes = self.flavour
        if op == "/":
            return self.quotient(a, b)
        if op == "&" and (likes in ("bits", "promotion")
                          or self.rng.random() < 0.3):
            if not a.is_float and not b.is_float:
                return bitwise(self.rng.choice("&|^"), a, b)
        if op == "?" and (likes == "ternary" or self.rng.random() < 0.3):
            kind = common(a, b)
            alo, ahi = converted(kind, a)
            blo, bhi = converted(kind, b)
            return Expr(f"{self.condition(1).wrapped()} ? "
                        f"{a.chosen or a.wrapped()} : "
                        f"{b.chosen or b.wrapped()}", kind, min(alo, blo),
                        max(ahi, bhi))
        if op == "<" and self.rng.random() < 0.2:
            return self.comparison(a, b)
        if op == "c" and (likes == "casts" or self.rng.random() < 0.2):
            return cast(self.rng.choice(RANK), a)
        if op == "s" and (likes in ("bits", "promotion")
                          or self.rng.random() < 0.15):
            return self.shifted(a, b)
        if op == "!" and self.rng.random() < 0.1:
            if not a.is_float and a.kind == "int" and a.lo > -2**31:
                return Expr(f"~{a.wrapped()}", "int", -a.hi - 1, -a.lo - 1)
        return None

    def quotient(self, a, b):
        if not a.is_float and not b.is_float:
            divisor = self.rng.choice([2, 3, 5, 7, 16])
            op = self.rng.choice("/%")
            kind = common(a, number(1))
            lo, hi = converted(kind, a)
            if op == "/":
                lo, hi = min(lo // divisor, 0), max(hi // divisor + 1, 0)
            else:
                lo, hi = (-divisor if lo < 0 else 0), divisor
            return Expr(f"{a.wrapped()} {op} {divisor}", kind, lo, hi)
        top = max(abs(a.lo), abs(a.hi)) * 2
        if top > 1e30 or max(abs(b.lo), abs(b.hi)) > 1e12:
            return None
        if not b.is_float:
            b = cast("double", b)
        return Expr(f"{a.wrapped()} / ({b.wrapped()} * {b.wrapped()} + 0.5f)",
                    common(a, b), -top, top)

    def shifted(self, a, b):
        if a.is_float or b.is_float:
            return None
        if self.rng.random() < 0.5:
            return Expr(f"{a.wrapped()} >> {self.rng.randint(1, 7)}", a.kind,
                        min(a.lo, 0), max(a.hi, 0))
        by = self.rng.randint(1, 5)
        if a.lo < 0 or (a.kind in ("int", "long")
                        and a.hi * 2**by > RANGE[a.kind][1]):
            return None
        lo, hi = a.lo * 2**by, a.hi * 2**by
        if hi > RANGE[a.kind][1]:
            lo, hi = RANGE[a.kind]
        return Expr(f"{a.wrapped()} << {by}", a.kind, lo, hi)

    def comparison(self, a, b):
        op = self.rng.choice(["<", "<=", ">", ">=", "!=", "=="])
        return Expr(f"{a.wrapped()} {op} {b.wrapped()}", "int", 0, 1)

    def condition(self, depth=2):
        """A condition that is true and false about equally often."""
        roll = self.rng.random()
        if depth > 0 and roll < 0.25:
            op = self.rng.choice(["&&", "||"])
            return Expr(f"{self.condition(depth - 1).wrapped()} {op} "
                        f"{self.condition(depth - 1).wrapped()}", "int", 0, 1)
        if depth > 0 and roll < 0.32:
            return Expr(f"!{self.condition(depth - 1).wrapped()}", "int", 0, 1)
        a = self.rng.choice(self.leaves) if self.leaves else number(1)
        if not a.is_float and roll < 0.6:
            mask = self.rng.choice([1, 2, 3, 4, 6])
            return Expr(f"({a.wrapped()} & {mask}) != 0", "int", 0, 1)
        b = self.rng.choice(self.leaves) if self.leaves else number(1)
        if a.is_float:
            other = b if b.is_float else real(self.rng)
            scaled = arithmetic("*", other, real(self.rng)) or other
            return self.comparison(a, scaled)
        return self.comparison(a, self.any(1))

    def integer(self, depth=2):
        e = self.any(depth)
        return cast("int", bounded_float(e)) if e.is_float else e

    def floating(self, depth=2, most=1e6):
        e = self.any(depth)
        if max(abs(e.lo), abs(e.hi)) > most:
            e = (bounded_float(e, 1000.0) if e.is_float
                 else small_int(e, 1000))
        if not e.is_float:
            e = cast(self.rng.choice(["float", "double"]), e)
        return e
