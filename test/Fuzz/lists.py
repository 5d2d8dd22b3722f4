"""Children whose number is known at run time only: how a node holds them, how
they are appended, and the loops that visit them."""

from .children import Children
from .features import LISTS

OWNERS = {"list_unique": "std::unique_ptr"}
IN_PLACE = ["list_inplace", "list_counted"]
WITH_COUNT = ["list_array", "list_many", "list_counted"]


def children_of(node, rng):
    layout = node.names.draw["children"]
    if layout not in LISTS:
        return Children(node, rng)
    return NumberList(node, rng) if node.is_number else ChildList(node, rng)


class ChildList(Children):
    is_list = True

    @property
    def is_owned(self):
        return self.layout in OWNERS

    @property
    def can_be_null(self):
        """Whether a place in the list may hold no child."""
        return self.layout not in IN_PLACE + ["siblings"]

    def members(self):
        node, most = self.names.type("Node"), self.count
        number = self.names.draw["order"] == "fields"
        return {
            "list_vector": [f"std::vector<{node} *> kids;"],
            "list_unique": [f"std::vector<std::unique_ptr<{node}>> kids;"],
            "list_inplace": [f"std::vector<{node}> kids;"],
            "list_array": ["int num;", f"{node} *kids[{most}];"],
            "list_many": [f"{node} **kids;", "short num;"],
            "list_counted": [f"unsigned {'char' if number else 'int'} num;",
                             f"{node} *kids;"],
            "siblings": [f"{node} *first;", f"{node} *next;"],
        }[self.layout]

    # Building.

    def pool_members(self, most):
        node = self.names.type("Node")
        return {"list_counted": [f"{node} places[{most * self.count}];"],
                "list_many": [f"{node} *places[{most * self.count}];"],
                }.get(self.layout, [])

    def start(self):
        """Makes the list of node `n` empty; it is the `pool->used`-th."""
        null = self.names.null
        place = f"n->kids = &pool->places[pool->used * {self.count}];"
        return {
            "list_inplace": [f"n->kids.reserve({self.count});"],
            # No place that does not count is looked at.
            "list_array": ["n->num = 0;", f"for (k = 0; k < {self.count}; k++)",
                           f"n->kids[k] = ({self.names.type('Node')} *)24;"],
            "list_many": ["n->num = 0;", place],
            "list_counted": ["n->num = 0;", place],
            "siblings": [f"n->first = n->next = {null};"],
        }.get(self.layout, [])

    def append(self):
        """Hangs `child` into `n`, and makes it what then is there."""
        return {
            "list_vector": ["n->kids.push_back(child);"],
            "list_unique": ["n->kids.emplace_back(child);"],
            "list_inplace": ["n->kids.push_back(std::move(*child));",
                             "child = &n->kids.back();"],
            "list_array": ["n->kids[n->num++] = child;"],
            "list_many": ["n->kids[n->num++] = child;"],
            "list_counted": ["n->kids[n->num] = *child;",
                             "child = &n->kids[n->num++];"],
            "siblings": [f"{self.names.type('Node')} **last = &n->first;",
                         "while (*last)", "last = &(*last)->next;",
                         "*last = child;"],
        }[self.layout]

    def finish(self):
        """Ends the list of node `n`. Where a vector's size is read, it may not
        end with a null pointer: the runtime refuses that."""
        if self.layout not in ("list_vector", "list_unique"):
            return []
        return ["while (!n->kids.empty() && !n->kids.back())",
                "n->kids.pop_back();"]

    # Visiting.

    def loop(self, rng):
        """The head of a loop over the children, a child's name there (with an
        `&` where it is no pointer), and its number, or ''."""
        names = self.names
        const = "const " if names.draw["param_n"] == "const" else ""
        pointer = f"{const}{names.type('Node')} *"
        if self.layout == "siblings":
            test = rng.choice(["c", f"c != {names.null}"])
            return (f"for ({pointer}c = n->first; {test}; c = c->next) {{",
                    "c", "")
        address = "&" if self.layout in IN_PLACE else ""
        vector = self.layout not in WITH_COUNT
        form = rng.choice(["index", "index", "range", "iterator"])
        if not vector or form == "index":
            return self._by_index(rng)
        if form == "iterator":
            return ("for (auto it = n->kids.begin(); it != n->kids.end(); "
                    "++it) {", f"{address}*it", "")
        element = {"list_unique": rng.choice(
            ["const auto &", f"const std::unique_ptr<{names.type('Node')}> &"]),
            "list_inplace": rng.choice([f"{const}{names.type('Node')} &",
                                        f"{const}auto &"]),
            }.get(self.layout, rng.choice([pointer, "auto *"]))
        return f"for ({element}c : n->kids) {{", f"{address}c", ""

    def _by_index(self, rng):
        vector = self.layout not in WITH_COUNT
        in_place = self.layout in IN_PLACE
        kind = rng.choice(["int", "size_t", "unsigned"])
        bound = "n->kids.size()" if vector else "n->num"
        if kind == "int" and vector:
            bound = f"(int){bound}"
        elif not vector and kind != "int":
            bound = f"({kind}){bound}"
        step = rng.choice(["k++", "++k"])
        test = rng.choice(["<", "<", "!="])
        if not in_place or vector or rng.random() < 0.5:
            child = f"{'&' if in_place else ''}n->kids[k]"
        else:
            child = "&*(n->kids + k)"
        return f"for ({kind} k = 0; k {test} {bound}; {step}) {{", child, "k"


class NumberList(ChildList):
    """Lists of numbers."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Children side by side from a first one on.
        self.by_level = self.layout == "list_counted"

    def members(self):
        to, most = self.node.type, self.count
        return {
            "list_vector": [f"std::vector<{to}> kids;"],
            "list_array": ["int num;", f"{to} kids[{most}];"],
            "list_many": [f"const {to} *kids;", "short num;"],
            "list_counted": [f"{to} first;", "unsigned char num;"],
            "siblings": [f"{to} first;", f"{to} next;"],
        }[self.layout]

    def pool_members(self, most):
        if self.layout == "list_many":
            return [f"{self.node.type} places[{most * self.count}];"]
        return []

    def start(self):
        return {
            "list_array": ["n->num = 0;", f"for (k = 0; k < {self.count}; k++)",
                           "n->kids[k] = 29999;"],
            "list_many": [
                "n->num = 0;",
                f"n->kids = &pool->places[pool->used * {self.count}];"],
            "list_counted": ["n->num = 0;", "n->first = 29999;"],
            "siblings": [f"n->first = n->next = {self.node.none};"],
        }.get(self.layout, [])

    def append(self):
        return {
            "list_vector": ["n->kids.push_back(child);"],
            "list_array": ["n->kids[n->num++] = child;"],
            # The list of n is the n-th.
            "list_many": [f"pool->places[n * {self.count} + n->num] = child;",
                          "n->num++;"],
            "siblings": ["child->next = n->first;", "n->first = child;"],
        }.get(self.layout, [])

    def finish(self):
        return []

    def loop(self, rng):
        kind = self.node.type
        if self.layout == "siblings":
            test = self.node.present("c", rng)
            return (f"for ({kind} c = n->first; {test}; "
                    f"c = {self.node.member('next', 'c')}) {{", "c", "")
        if self.layout == "list_counted":
            return (f"for ({kind} c = n->first; c < n->first + n->num; "
                    f"{rng.choice(['++c', 'c++'])}) {{", "c", "")
        if self.layout == "list_vector" and rng.random() < 0.5:
            if rng.random() < 0.5:
                return (f"for ({rng.choice([kind, 'auto', 'const auto &'])} c "
                        ": n->kids) {", "c", "")
            return ("for (auto it = n->kids.begin(); it != n->kids.end(); "
                    "++it) {", "*it", "")
        return self._by_index(rng)
