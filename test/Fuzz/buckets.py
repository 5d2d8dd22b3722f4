"""Arrays that nodes have: numbers, structs or pointers to structs, in a vector or
behind a pointer; how the traversal goes through them."""

from .expr import Expr, masked
from .scalars import SCALARS

MOST = 4  # elements in one node


class Bucket:
    """None; the forms below override what they need."""

    def __init__(self, names, rng):
        self.names = names
        self.rng = rng

    def types(self):
        return []

    def members(self):
        return []

    def pool_members(self, most):
        return []

    def fill(self):
        """Fills that of node `n`, which is the `pool->used`-th; `k` is free."""
        return []

    def clause(self):
        return ""

    def lines(self, gen, update):
        return []

    def _struct(self, base):
        tag = self.names.tag(base)
        return f"struct {tag}" if self.names.is_c else tag


class Numbers(Bucket):
    """Numbers behind a pointer; the loop over them says how many."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.scalar = SCALARS[self.rng.choice(["float", "double", "int16",
                                               "int32", "uint8"])]
        self.count = self.rng.choice(["int", "unsigned char", "long"])

    @property
    def element(self):
        return self.scalar.text

    def members(self):
        return [f"const {self.element} *items;", f"{self.count} many;"]

    def pool_members(self, most):
        return [f"{self.element} items[{most * MOST}];"]

    def _bound(self):
        if self.count == "long":  # a cast would cut it off
            return "n->many"
        return self.rng.choice(["n->many", "(int)n->many"])

    def fill(self):
        return [f"n->many = drawInt(0, {MOST});"] + self._elements() + [
            f"n->items = pool->items + pool->used * {MOST};"]

    def _elements(self):
        return [f"for (k = 0; k < {MOST}; k++)",
                f"pool->items[pool->used * {MOST} + k] = ({self.element})"
                "drawInt(0, 120);"]

    def lines(self, gen, update):
        return self._over(self._bound(), "n->items[m]",
                          lambda item: [Expr(item, self.scalar.kind, 0, 120,
                                             True)], update)

    def _count(self, item):
        """A statement that reads `item` for sure: an update may not."""
        return [f"if ({item.text} > {self.names.q}x[0])",
                f"{self.names.q}visits++;"]

    def _over(self, bound, item, leaves, update):
        """A loop by index over elements; `leaves` are read from one."""
        form = self.rng.choice(["<", "<", "!="])
        heads = {"<": f"0; m < {bound}; m++", "!=": f"0; m != {bound}; ++m"}
        declared = self.names.c89
        head = f"for ({'' if declared else 'int '}m = {heads[form]}) {{"
        read = leaves(item)
        body = update(read) + self._count(read[0])
        if self.rng.random() < 0.3:
            body += [f"if ({self.names.q}visits % 7 == 3)", "break;"]
        lines = [head] + body + ["}"]
        return ["{", "int m;"] + lines + ["}"] if declared else lines


class Clause(Numbers):
    """Numbers behind a pointer whose extent a clause says; any index."""

    def clause(self):
        return "extent(n->items : n->many)"

    def lines(self, gen, update):
        at = masked(gen.integer(1), 255).wrapped()
        first = self.rng.choice([f"{at} % n->many", "n->many - 1", "0"])
        item = Expr(f"n->items[{first}]", self.scalar.kind, 0, 120, True)
        return ["if (n->many > 0) {"] + update([item]) + self._count(
            item) + ["}"]


class Structs(Numbers):
    """Structs behind a pointer."""

    pointers = False

    def types(self):
        return [f"struct {self.names.tag('Item')} {{", "double mass;",
                "float at[2];", "int colour;", "};"]

    @property
    def element(self):
        return self._struct("Item")

    def members(self):
        star = "*const *" if self.pointers else "*"
        return [f"const {self.element} {star}items;", f"{self.count} many;"]

    def pool_members(self, most):
        lines = super().pool_members(most)
        if self.pointers:
            lines += [f"const {self.element} *chosen[{most * MOST}];"]
        return lines

    def fill(self):
        lines = super().fill()
        if self.pointers:
            at = f"pool->used * {MOST}"
            lines = lines[:-1] + [
                f"for (k = 0; k < {MOST}; k++)",
                f"pool->chosen[{at} + k] = &pool->items[({at} + k * 3) / 2];",
                f"n->items = pool->chosen + {at};"]
        return lines

    def _elements(self):
        item = f"pool->items[pool->used * {MOST} + k]"
        return [f"for (k = 0; k < {MOST}; k++) {{",
                f"{item}.mass = drawReal();",
                f"{item}.at[0] = (float)drawReal();",
                f"{item}.at[1] = (float)drawReal();",
                f"{item}.colour = drawInt(-9, 9);", "}"]

    def _leaves(self, item):
        return [Expr(f"{item}mass", "double", -120, 120, True),
                Expr(f"{item}at[1]", "float", -120, 120, True),
                Expr(f"{item}at[n->id & 1]", "float", -120, 120, True),
                Expr(f"{item}colour", "int", -9, 9, True)]

    def lines(self, gen, update):
        access = "->" if self.pointers else "."
        if self.rng.random() < 0.5:
            return self._over(self._bound(), f"n->items[m]{access}",
                              self._leaves, update)
        first = "n->items[m]" if self.pointers else self.rng.choice(
            ["n->items + m", "&n->items[m]"])
        made = []

        def aliased(leaves):
            made.append(f"const {self.element} *item = {first};")
            return made + update(leaves)
        return self._over(self._bound(), "item->", self._leaves, aliased)


class Pointers(Structs):
    pointers = True


class OfLeaves(Structs):
    """Structs that leaves have; inner nodes hold anything there."""

    def fill(self):
        nonsense = f"(const {self.element} *)16"
        return super().fill() + [
            "if (!leaf) {", f"n->items = {nonsense};",
            "n->many = n->id % 3 + 200;", "}"]

    def lines(self, gen, update):
        return ["if (n->leaf) {"] + super().lines(gen, update) + ["}"]


class Vector(Numbers):
    """Numbers in a std::vector."""

    def members(self):
        return [f"std::vector<{self.element}> items;"]

    def pool_members(self, most):
        return []

    def fill(self):
        return [f"n->items.resize(drawInt(0, {MOST}));",
                "for (k = 0; k < (int)n->items.size(); k++)",
                f"n->items[k] = ({self.element})drawInt(0, 120);"]

    def _each(self, leaves, update, by_index, variable, name):
        form = self.rng.choice(["index", "range", "range"])
        if form == "index":
            return self._over("(int)n->items.size()", by_index, leaves,
                              update)
        read = leaves(name)
        return [f"for ({variable} : n->items) {{"] + update(
            read) + self._count(read[0]) + ["}"]

    def lines(self, gen, update):
        variable = self.rng.choice([f"{self.element} item", "auto item",
                                    f"const {self.element} &item"])
        lines = self._each(
            lambda item: [Expr(item, self.scalar.kind, 0, 120, True)], update,
            "n->items[m]", variable, "item")
        if self.rng.random() < 0.4:
            lines = ["if (!n->items.empty()) {"] + lines + ["}"]
        return lines


class VectorStructs(Vector, Structs):
    """Structs in a std::vector."""

    def members(self):
        return [f"std::vector<{self.element}> items;"]

    def pool_members(self, most):
        return []

    def fill(self):
        return [f"n->items.resize(drawInt(0, {MOST}));",
                "for (k = 0; k < (int)n->items.size(); k++) {",
                "n->items[k].mass = drawReal();",
                "n->items[k].at[0] = (float)drawReal();",
                "n->items[k].at[1] = (float)drawReal();",
                "n->items[k].colour = drawInt(-9, 9);", "}"]

    def lines(self, gen, update):
        return self._each(self._leaves, update, "n->items[m].",
                          f"const {self.rng.choice([self.element, 'auto'])} "
                          "&item", "item.")


class VectorPointers(VectorStructs):
    """Pointers to structs in a std::vector."""

    def members(self):
        return [f"std::vector<const {self.element} *> items;"]

    def pool_members(self, most):
        return Structs.pool_members(self, most)

    def fill(self):
        return Structs._elements(self) + [
            f"n->items.resize(drawInt(0, {MOST}));",
            "for (k = 0; k < (int)n->items.size(); k++)",
            f"n->items[k] = &pool->items[(pool->used * {MOST} + k) / 2];"]

    def lines(self, gen, update):
        return self._each(self._leaves, update, "n->items[m]->",
                          self.rng.choice([f"const {self.element} *item",
                                           "auto item"]), "item->")


BUCKETS = {"none": Bucket, "numbers": Numbers, "clause": Clause,
           "structs": Structs, "pointers": Pointers, "of_leaves": OfLeaves,
           "vector": Vector, "vector_structs": VectorStructs,
           "vector_pointers": VectorPointers}
