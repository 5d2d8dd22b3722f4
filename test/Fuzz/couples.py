"""How a value of two numbers is written that a traversal returns: a struct, the
library's pair or its tuple."""


class Couple:
    """A struct; the forms below override what they write otherwise."""

    first = " = {0, 0}"  # what a variable starts with

    def __init__(self, names, rng):
        self.names = names
        self.rng = rng

    @property
    def type(self):
        tag = self.names.tag("Got")
        return f"struct {tag}" if self.names.is_c else tag

    def types(self):
        tag = self.names.tag("Got")
        lines = [f"struct {tag} {{", "double t;", "int id;", "};"]
        return lines + [f"static {self.type} {self.names.tag('made')}"
                        "(double t, int id) {", f"{self.type} made;", "made.t = t;",
                        "made.id = id;", "return made;", "}"]

    def made(self, t, ident):
        return f"{self.names.tag('made')}({t}, {ident})"

    @property
    def none(self):
        made = f"({self.type})" if self.names.is_c else self.type
        return made + "{1000, -1}"

    def parts(self, value):
        """Its two numbers."""
        return f"{value}.t", f"{value}.id"

    def combined(self):
        """Statements that make `sofar` of itself and `got`."""
        (t, ident), (new, found) = self.parts("sofar"), self.parts("got")
        return self.rng.choice([
            [f"if ({new} < {t}) sofar = got;"],
            [f"{t} = {t} * 0.5 + {new};",
             f"if ({found} > {ident}) {ident} = {found};"]])


class Pair(Couple):
    first = "(0, 0)"
    type = "std::pair<double, int>"
    none = "std::pair<double, int>{1000, -1}"

    def types(self):
        return []

    def made(self, t, ident):
        return self.rng.choice([
            f"std::make_pair((double)({t}), (int)({ident}))",
            f"std::pair<double, int>({t}, {ident})"])

    def parts(self, value):
        return f"{value}.first", f"{value}.second"

    def combined(self):
        return self.rng.choice([super().combined(),
                                ["if (got < sofar) sofar = got;"]])


class Tuple(Pair):
    type = "std::tuple<double, int>"
    none = "std::tuple<double, int>(1000, -1)"

    def made(self, t, ident):
        return self.rng.choice([
            f"std::make_tuple((double)({t}), (int)({ident}))",
            f"std::tuple<double, int>({t}, {ident})"])

    def parts(self, value):
        return f"std::get<0>({value})", f"std::get<1>({value})"

    def combined(self):
        return self.rng.choice([
            super().combined(),
            ["double t; int ident;", "std::tie(t, ident) = got;",
             f"if (t < {self.parts('sofar')[0]}) sofar = got;"]])


class Optional(Couple):
    """One number, or none."""

    type = "std::optional<double>"
    none = "std::optional<double>()"
    first = ""

    def types(self):
        return []

    def made(self, t, ident):
        return self.rng.choice([
            f"std::optional<double>({t})",
            f"(({ident}) % 3 ? std::optional<double>({t}) : std::nullopt)"])

    def parts(self, value):
        return self.rng.choice([f"{value}.value_or(1000)",
                                f"({value} ? *{value} : 7.5)"]), (
                                    f"(int){value}.has_value()")

    def combined(self):
        return self.rng.choice([
            ["if (got && (!sofar || *got < *sofar)) sofar = got;"],
            ["if (got) sofar = sofar ? *sofar * 0.5 + *got : *got;"],
            ["if (!sofar && got.has_value()) sofar = *got;"]])


COUPLES = {"struct": Couple, "pair": Pair, "tuple": Tuple,
           "optional": Optional}
