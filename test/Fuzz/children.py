"""How a node holds its children, and how the k-th is named."""


class Children:
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

    def members(self):
        node = self.names.type("Node")
        if self.layout == "named":
            return [f"{node} *c{k};" for k in self.declared]
        if self.layout == "array":
            return [f"{node} *child[{self.count}];"]
        if self.layout == "mixed":
            return [f"{node} *first;", f"{node} *rest[{self.count - 1}];"]
        return [f"struct {{ int used; {node} *ch[{self.count}]; }} links;"]

    def ref(self, k):
        if self.layout == "named":
            return f"n->c{k}"
        if self.layout == "array":
            return f"n->child[{k}]"
        if self.layout == "mixed":
            return "n->first" if k == 0 else f"n->rest[{k - 1}]"
        return f"n->links.ch[{k}]"

    def at(self, index):
        """The child at an index of the program, where all are in an array."""
        array = "child" if self.layout == "array" else "links.ch"
        return f"n->{array}[{index}]"
