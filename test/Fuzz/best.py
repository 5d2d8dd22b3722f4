"""Kinds of state that are arrays of more than numbers, or kept in an order: a
table in two dimensions, a heap by hand or by the library, pairs, structs that
change places, a std::array."""

from .data import Field
from .expr import masked, small_int
from .scalars import BIG, SCALARS

MOST = 5


class Table(Field):
    """A field that is an array of arrays."""

    def declaration(self):
        return f"{self.scalar.text} {self.name}[2][3];"

    def elements(self):
        return [f"{self.path}[{i}][{k}]" for i in range(2) for k in range(3)]


class Wrapped(Field):
    """A field that is a std::array."""

    def declaration(self):
        return f"std::array<{self.scalar.text}, {self.count}> {self.name};"


class Part(Field):
    """One member of an array's pairs; the first one declares the array."""

    declared = "std::pair<double, int> @[3];"
    members = ("first", "second")

    def declaration(self):
        return self.declared.replace("@", self.name) if (
            self.scalar.is_float) else ""

    @property
    def member(self):
        return self.members[not self.scalar.is_float]

    def elements(self):
        return [f"{self.path}[{i}].{self.member}" for i in range(3)]


class PartOfStruct(Part):
    """The same of structs that the query's type declares."""

    declared = ("struct Ranked { double key; int id; "
                "bool operator<(const Ranked &o) const { return key < o.key; } "
                "} @[3];")
    members = ("key", "id")


def fields(kind):
    """The fields of a kind, or None where it is not one of these."""
    return {
        "table": [Table("table", SCALARS["int32"])],
        "heap": [Field("keys", SCALARS["double"], MOST),
                 Field("holds", SCALARS["int32"])],
        "pairs": [Part("pairs", SCALARS["double"]),
                  Part("pairs", SCALARS["int32"])],
        "structs": [PartOfStruct("hits3", SCALARS["double"]),
                    PartOfStruct("hits3", SCALARS["int32"])],
        "std_heap": [Field("orders", SCALARS["double"], MOST),
                     Field("holding", SCALARS["int32"])],
        "std_array": [Wrapped("lowest", SCALARS["float"], 4)],
    }.get(kind)


OF_CPP = ["pairs", "std_array", "std_heap", "structs"]

# What generators may not read: numbers that count elements.
HIDDEN = ["holds", "holding"]


def update(kind, rng, gen, q):
    """Statements that update a kind of state."""
    return {"table": _table, "heap": _heap, "pairs": _pairs,
            "std_array": _std_array, "std_heap": _std_heap,
            "structs": _structs}[kind](rng, gen, q)


def _table(rng, gen, q):
    row, column = masked(gen.integer(1), 1), masked(gen.integer(1), 1)
    by = small_int(gen.integer(1), 50)
    at = f"{q}table[{row.text}][{column.text}]"
    return rng.choice([
        [f"{at} ^= {by.text};"],
        [f"{q}table[1][n->id % 3] = {by.text};",
         f"{at} = {q}table[0][2] / 2;"],
        ["{", "int r;", "for (r = 0; r < 2; r++)",
         f"{q}table[r][2] = {q}table[r][0] ^ {by.wrapped()};", "}"]])


def _heap(rng, gen, q):
    """The greatest key on top."""
    key, count = f"{q}keys", f"{q}holds"
    sift = [
        "at = 0;", f"while (2 * at + 1 < {MOST}) {{", "child = 2 * at + 1;",
        f"if (child + 1 < {MOST} && {key}[child] < {key}[child + 1])",
        "child++;", f"if ({key}[child] <= found)", "break;",
        f"{key}[at] = {key}[child];", "at = child;", "}",
        f"{key}[at] = found;"]
    return ["{", f"double found = {gen.floating().text};", "int at;",
            "int child;", f"if ({count} < {MOST}) {{",
            f"at = {count}++;",
            f"while (at > 0 && {key}[(at - 1) / 2] < found) {{",
            f"{key}[at] = {key}[(at - 1) / 2];", "at = (at - 1) / 2;", "}",
            f"{key}[at] = found;", f"}} else if (found < {key}[0]) {{",
            *sift, "}", "(void)child;", "}"]


def _pairs(rng, gen, q):
    compared = rng.choice([f"duo < {q}pairs[m]",
                           f"duo.first < {q}pairs[m].first"])
    made = rng.choice(["std::pair<double, int> duo(@, n->id);",
                       "auto duo = std::make_pair((double)@, (int)n->id);"])
    key = gen.floating(1, 1000).wrapped()
    return ["{", made.replace("@", key), "for (int m = 0; m < 3; m++)",
            f"if ({compared})", f"std::swap(duo, {q}pairs[m]);", "}"]


def _std_array(rng, gen, q):
    key = gen.floating(1, BIG)
    return rng.choice([
        ["{", f"float found = (float){key.wrapped()};",
         f"for (float &each : {q}lowest)", "if (found < each)",
         "std::swap(found, each);", "}"],
        ["{", f"const float found = (float){key.wrapped()};", "int m = 3;",
         f"if (found < {q}lowest[m]) {{",
         f"for (; m > 0 && found < {q}lowest[m - 1]; m--)",
         f"{q}lowest[m] = {q}lowest[m - 1];", f"{q}lowest[m] = found;", "}", "}"],
        [f"{q}lowest.back() = {q}lowest.front() * 0.5f;"]])


def _std_heap(rng, gen, q):
    key, count = f"{q}orders", f"{q}holding"
    made = gen.floating(1, BIG).wrapped()
    span = f"{key}, {key} + {count}"
    return ["{", f"const double found = {made};", *rng.choice([
        [f"if ({count} < {MOST}) {{", f"{key}[{count}++] = found;",
         f"std::push_heap({span});", f"}} else if (found < {key}[0]) {{",
         f"std::pop_heap({span});", f"{key}[{count} - 1] = found;",
         f"std::push_heap({span});", "}"],
        [f"if ({count} < {MOST})", f"{key}[{count}++] = found;", "else",
         f"{key}[{MOST - 1}] = found;", f"std::make_heap({span});"]]), "}"]


def _structs(rng, gen, q):
    """What is better takes the place of the next, and that goes on."""
    key = gen.floating(1, 1000).wrapped()
    hits = f"{q}hits3"
    compared = rng.choice([f"fresh < {hits}[m]", f"fresh.key < {hits}[m].key"])
    return ["{", f"auto fresh = {hits}[0];", f"fresh.key = {key};",
            "fresh.id = n->id;", *rng.choice([
                ["for (int m = 0; m < 3; m++)", f"if ({compared})",
                 f"std::swap(fresh, {hits}[m]);"],
                [f"if (fresh.key < {hits}[2].key) {{", f"{hits}[2] = fresh;",
                 f"if ({hits}[2] < {hits}[1])",
                 f"std::swap({hits}[1], {hits}[2]);",
                 f"if ({hits}[1].key < {hits}[0].key)",
                 f"std::swap({hits}[0], {hits}[1]);", "}"]]), "}"]
