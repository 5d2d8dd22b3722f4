"""Children whose number is known at run time only: how a node holds them, how
they are appended, and the loops that visit them."""

from .children import Children

OWNERS = {"list_unique": "std::unique_ptr"}
IN_PLACE = ["list_inplace", "list_counted"]


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
        in_place = self.layout in IN_PLACE
        address = "&" if in_place else ""
        vector = self.layout not in ("list_array", "list_many",
                                     "list_counted")
        form = rng.choice(["index", "index", "range", "iterator"])
        if not vector or form == "index":
            kind = rng.choice(["int", "size_t", "unsigned"])
            bound = "n->kids.size()" if vector else "n->num"
            if kind == "int" and vector:
                bound = f"(int){bound}"
            elif not vector and kind != "int":
                bound = f"({kind}){bound}"
            step = rng.choice(["k++", "++k"])
            test = rng.choice(["<", "<", "!="])
            if not in_place or vector or rng.random() < 0.5:
                child = f"{address}n->kids[k]"
            else:
                child = "&*(n->kids + k)"
            return f"for ({kind} k = 0; k {test} {bound}; {step}) {{", child, "k"
        if form == "iterator":
            return ("for (auto it = n->kids.begin(); it != n->kids.end(); "
                    "++it) {", f"{address}*it", "")
        element = {"list_unique": rng.choice(
            ["const auto &", f"const std::unique_ptr<{names.type('Node')}> &"]),
            "list_inplace": rng.choice([f"{const}{names.type('Node')} &",
                                        f"{const}auto &"]),
            }.get(self.layout, rng.choice([pointer, "auto *"]))
        return f"for ({element}c : n->kids) {{", f"{address}c", ""
