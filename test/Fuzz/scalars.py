"""The scalar types of a program: how each is written, printed and filled, and
which values it can hold."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scalar:
    name: str
    text: str  # as C and C++ write it
    kind: str  # after promotion: int unsigned long ulong float double
    lo: float
    hi: float
    format: str
    printed: str  # what the value is cast to for printf
    bits: int = 0  # of a bit-field

    @property
    def is_float(self):
        return self.kind in ("float", "double")


def _s(name, text, kind, lo, hi, fmt, printed):
    return Scalar(name, text, kind, lo, hi, fmt, printed)


def _b(name, text, signed, bits):
    """A bit-field: int holds all its values, so it promotes to int."""
    lo, hi = (-2**(bits - 1), 2**(bits - 1) - 1) if signed else (0,
                                                                 2**bits - 1)
    return Scalar(name, text, "int", lo, hi, "%d", "int", bits)


BIG = 1e12  # no float state grows beyond it

SCALARS = {s.name: s for s in [
    _s("int8", "signed char", "int", -128, 127, "%d", "int"),
    _s("uint8", "unsigned char", "int", 0, 255, "%d", "int"),
    _s("int16", "short", "int", -2**15, 2**15 - 1, "%d", "int"),
    _s("uint16", "unsigned short", "int", 0, 2**16 - 1, "%d", "int"),
    _s("int32", "int", "int", -2**31, 2**31 - 1, "%d", "int"),
    _s("uint32", "unsigned", "unsigned", 0, 2**32 - 1, "%u", "unsigned"),
    _s("int64", "long", "long", -2**63, 2**63 - 1, "%ld", "long"),
    _s("uint64", "unsigned long", "ulong", 0, 2**64 - 1, "%lu",
       "unsigned long"),
    _s("char", "char", "int", -128, 127, "%d", "int"),
    _s("llong", "long long", "long", -2**63, 2**63 - 1, "%ld", "long"),
    _s("ullong", "unsigned long long", "ulong", 0, 2**64 - 1, "%lu",
       "unsigned long"),
    _b("bits3", "unsigned", 0, 3), _b("bits4", "unsigned", 0, 4),
    _b("bits20", "unsigned", 0, 20), _b("sbits5", "signed int", 1, 5),
    _b("sbits6", "signed int", 1, 6),
    _s("float", "float", "float", -BIG, BIG, "%a", "double"),
    _s("double", "double", "double", -BIG, BIG, "%a", "double"),
]}


def boolean(lang):
    text = {"c89": "unsigned char", "c99": "_Bool"}.get(lang, "bool")
    return Scalar("bool", text, "int", 0, 1, "%d", "int")


def enumeration(name, lang):
    text = f"enum {name}" if lang in ("c89", "c99") else name
    # C++ promotes to int what int can hold; in C the type is unsigned.
    kind = "unsigned" if lang in ("c89", "c99") else "int"
    return Scalar("enum", text, kind, 0, 3, "%d", "int")


RANGE = {
    "int": (-2**31, 2**31 - 1), "unsigned": (0, 2**32 - 1),
    "long": (-2**63, 2**63 - 1), "ulong": (0, 2**64 - 1),
}
TEXT = {"int": "int", "unsigned": "unsigned", "long": "long",
        "ulong": "unsigned long", "float": "float", "double": "double"}
RANK = ["int", "unsigned", "long", "ulong", "float", "double"]
