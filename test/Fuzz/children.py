"""How a node holds its children, and how the k-th is named."""

# Layouts whose children are in one array, and the array's name.
ARRAYS = {"array": "child", "nested": "links.ch", "std_array": "kids",
          "unique_array": "kids"}
# Layouts that own their children: how a child is declared.
OWNED = {"unique": "std::unique_ptr", "shared": "std::shared_ptr",
         "unique_array": "std::unique_ptr"}


class Children:
    is_list = False
    can_be_null = True

    def __init__(self, names, rng):
        self.names = names
        self.layout = names.draw["children"]
        self.count = names.draw["arity"]
        self.order = list(range(self.count))
        self.declared = list(range(self.count))
        rng.shuffle(self.declared)
        if names.draw["order"] == "shuffled":
            while self.count > 1 and self.order == list(range(self.count)):
                rng.shuffle(self.order)

    @property
    def is_owned(self):
        """Whether children are smart pointers, and nodes on the heap."""
        return self.layout in OWNED

    def members(self):
        node, count = self.names.type("Node"), self.count
        if self.layout == "named":
            return [f"{node} *c{k};" for k in self.declared]
        if self.layout in ("unique", "shared"):
            return [f"{OWNED[self.layout]}<{node}> c{k};"
                    for k in self.declared]
        if self.layout == "array":
            return [f"{node} *child[{count}];"]
        if self.layout == "std_array":
            return [f"std::array<{node} *, {count}> kids;"]
        if self.layout == "unique_array":
            return [f"std::array<std::unique_ptr<{node}>, {count}> kids;"]
        if self.layout == "mixed":
            return [f"{node} *first;", f"{node} *rest[{count - 1}];"]
        return [f"struct {{ int used; {node} *ch[{count}]; }} links;"]

    def ref(self, k):
        if self.layout in ARRAYS:
            return self.at(k)
        if self.layout == "mixed":
            return "n->first" if k == 0 else f"n->rest[{k - 1}]"
        return f"n->c{k}"

    def at(self, index):
        """The child at an index of the program, where all are in an array."""
        return f"n->{ARRAYS[self.layout]}[{index}]"

    def link(self, k, child):
        """A statement that hangs a child into a node."""
        if self.is_owned:
            return f"{self.ref(k)}.reset({child});"
        return f"{self.ref(k)} = {child};"
