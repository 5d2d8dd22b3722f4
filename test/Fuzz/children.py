"""How a node holds its children, and how the k-th is named."""

# Layouts whose children are in one array, and the array's name.
ARRAYS = {"array": "child", "nested": "links.ch", "std_array": "kids",
          "unique_array": "kids"}
# Layouts that own their children: how a child is declared.
OWNED = {"unique": "std::unique_ptr", "shared": "std::shared_ptr",
         "unique_array": "std::unique_ptr"}


class Children:
    is_list = False
    by_level = False
    can_be_null = True

    def __init__(self, node, rng):
        names = node.names
        self.node = node
        self.names = names
        node.children = self
        self.layout = names.draw["children"]
        self.by_level = self.layout == "heap"
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
        node, count, to = self.names.type("Node"), self.count, self.node.handle
        if self.layout == "named":
            return [f"{to}c{k};" for k in self.declared]
        if self.layout == "packed":
            return [f"{to}c{k};" for k in self.declared if k]
        if self.layout == "heap":
            return []
        if self.layout in ("unique", "shared"):
            return [f"{OWNED[self.layout]}<{node}> c{k};"
                    for k in self.declared]
        if self.layout == "array":
            return [f"{to}child[{count}];"]
        if self.layout == "std_array":
            return [f"std::array<{to.strip()}, {count}> kids;"]
        if self.layout == "unique_array":
            return [f"std::array<std::unique_ptr<{node}>, {count}> kids;"]
        if self.layout == "mixed":
            return [f"{to}first;", f"{to}rest[{count - 1}];"]
        return ["struct {", "int used;", f"{to}ch[{count}];", "} links;"]

    def ref(self, k):
        if self.layout in ARRAYS:
            return self.at(k)
        if self.layout == "mixed":
            return "n->first" if k == 0 else f"n->rest[{k - 1}]"
        if self.layout == "heap":
            return self.at(k)
        if self.layout == "packed" and k == 0:
            return "n + 1"
        return f"n->c{k}"

    def at(self, index):
        """The child at an index of the program, where all are in an array or
        computed."""
        if self.layout == "heap":
            if isinstance(index, int):
                return f"{self.count} * n + {index + 1}"
            return f"{self.count} * n + {index} + 1"
        return f"n->{ARRAYS[self.layout]}[{index}]"

    def link(self, k, child):
        """A statement that hangs a child into a node."""
        if self.layout == "heap" or (self.layout == "packed" and k == 0):
            return ";"
        if self.is_owned:
            return f"{self.ref(k)}.reset({child});"
        return f"{self.ref(k)} = {child};"
