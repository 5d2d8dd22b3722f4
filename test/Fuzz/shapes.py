"""Code that builds the tree: random, a chain, a deep chain, empty, one node,
complete, or with one sentinel leaf in place of every null."""

DEPTH = {1: 40, 2: 8, 3: 5, 4: 4, 5: 4, 6: 3, 7: 3, 8: 3}


def shape_of(names, body):
    kind = LevelShape if body.children.by_level else Shape
    return kind(names, body)


class Shape:
    def __init__(self, names, body):
        self.names = names
        self.body = body
        self.data = body.data
        self.bucket = body.bucket
        self.node = body.node
        children = self.children = body.children
        self.kind = names.draw["shape"]
        self.full = names.draw["null"] == "absent"
        self.count = children.count
        self.length = {"chain": 60, "deep": 5000}.get(self.kind, 0)
        self.handle = self.node.handle
        self.pool_type = names.type("Pool")

    @property
    def deepest(self):
        if self.names.draw["control"] == "twice":
            return 4
        return DEPTH[self.count]

    @property
    def most_nodes(self):
        if self.length:
            return self.length * self.count + self.count + 3
        return 900

    def pool(self):
        n = self.names
        lines = n.head + [f"struct {n.tag('Pool')} {{"]
        lines += self.node.pool_members(self.most_nodes)
        if self.data.has_extra:
            lines += [f"{n.type('Extra')} extras[{self.most_nodes}];"]
        if self.children.is_list:
            lines += self.children.pool_members(self.most_nodes)
        lines += self.bucket.pool_members(self.most_nodes)
        return lines + ["int used;", "};"]

    def functions(self):
        lines = self._link() + self._fresh()
        lines += self._chain() if self.length else self._grow()
        return self.node.built(lines + self._build())

    def _function(self, result, name, params):
        n = self.names
        return n.head + [f"{n.static}{result}{n.tag(name)}("
                         f"{self.pool_type} *pool{params}) {{"]

    def _linked(self, n, k, child):
        """A call that hangs a child into a node."""
        return f"{self.names.tag('link')}(pool, {n}, {k}, {child})"

    def _new(self, leaf):
        return f"{self.names.tag('fresh')}(pool, {leaf})"

    def _link(self):
        """Hangs a child into a node. That of a list is appended, and may move:
        where it then is is returned."""
        parameters = f", {self.handle}n, int k, {self.handle}child"
        if self.children.is_list:
            lines = self._function(self.handle, "link", parameters)
            return lines + self.children.append() + [
                "(void)pool;", "(void)n;", "(void)k;", "return child;", "}"]
        lines = self._function("void ", "link", parameters)
        for k in range(self.count):
            lines += [f"if (k == {k})", self.children.link(k, "child")]
        return lines + ["(void)pool;", "(void)n;", "(void)child;", "}"]

    def _fresh(self):
        """A new node, its data drawn and its children null or sentinels."""
        n = self.names
        lines = self._function(self.handle, "fresh", ", int leaf")
        lines += [f"{self.handle}n;"]
        if self.data.has_extra:
            lines += [f"{n.type('Extra')} *extra;"]
        lines += ["int k;"] + self.node.fresh()
        if self.data.has_extra:
            lines += ["extra = &pool->extras[pool->used];"]
        if self.children.is_list:
            lines += self.children.start()
        lines += ["n->id = pool->used;", "n->leaf = leaf;"]
        lines += (self.data.fill() + self.bucket.fill()
                  + self.body.texts.fill())
        lines += ["pool->used++;"]
        if self.children.is_list:
            return lines + ["(void)k;", "return n;", "}"]
        none = self.node.no_child_argument
        if self.kind == "sentinel":
            none = f"leaf ? {self.node.none} : {self.node.sentinel}"
        return lines + [f"for (k = 0; k < {self.count}; k++)",
                        self._linked("n", "k", none) + ";", "return n;", "}"]

    def _grow(self):
        lines = self._function(self.handle, "grow", ", int depth")
        whole = self.kind == "bushy"
        chance = "0" if whole else "depth > 1 && drawInt(0, 99) < 25"
        lines += [f"{self.handle}n;", "int k;", "int leaf;",
                  f"leaf = depth >= {self.deepest} || pool->used > 500 || "
                  f"({chance});", f"n = {self._new('leaf')};", "if (leaf)",
                  "return n;", f"for (k = 0; k < {self.count}; k++)"]
        is_list = self.children.is_list
        if not whole and (is_list or not self.full):
            lines += ["if (drawInt(0, 99) < 70)"]
        grown = f"{self.names.tag('grow')}(pool, depth + 1)"
        lines += [self._linked("n", "k", grown) + ";"]
        if is_list and not whole and not self.full and (
                self.children.can_be_null):
            lines += ["else if (drawInt(0, 1))", self._linked(
                "n", "k", self.node.no_child_argument) + ";"]
            lines += self.children.finish()
        return lines + ["return n;", "}"]

    def _chain(self):
        lines = self._function(self.handle, "grow", ", int depth")
        other = "1" if self.full else "drawInt(0, 99) < 30"
        last = self._new(f"depth == {self.length - 1}")
        return lines + [
            f"{self.handle}root;", f"{self.handle}n;", f"{self.handle}next;",
            "int k;", "int spine;", f"root = n = {self._new('0')};",
            f"for (; depth < {self.length}; depth++) {{",
            f"spine = drawInt(0, {self.count - 1});", f"next = {last};",
            ("next = " if self.children.is_list else "")
            + self._linked("n", "spine", "next") + ";",
            f"for (k = 0; k < {self.count}; k++)",
            f"if (k != spine && {other})",
            self._linked("n", "k", self._new("1")) + ";",
            "n = next;", "}", "return root;", "}"]

    def _build(self):
        n = self.names
        lines = self._function(self.handle, "build", "")
        lines += [f"{self.handle}root;"] + self.node.first_nodes()
        if self.kind == "empty":
            return lines + [f"root = {self.node.none};", "return root;", "}"]
        if self.kind == "sentinel":
            lines += self.node.make_sentinel(self._new("1"))
        start = (self._new("1") if self.kind == "single"
                 else f"{n.tag('grow')}(pool, 0)")
        if self.children.is_owned:
            return lines + [f"pool->root.reset({start});",
                            "root = pool->root.get();", "return root;", "}"]
        return lines + [f"root = {start};", "return root;", "}"]


class LevelShape(Shape):
    """Nodes that are numbered level by level: siblings lie side by side, or are
    computed from their parent's number."""

    def functions(self):
        return self.node.built(self._link() + self._fresh() + self._build())

    def _build(self):
        lines = self._function(self.handle, "build", "")
        lines += self.node.first_nodes()
        if self.kind == "empty":
            return lines + [f"return {self.node.none};", "}"]
        heap = self.children.layout == "heap"
        return lines + (self._heap() if heap else self._side_by_side()) + [
            f"return {self.node.lowest};", "}"]

    def _heap(self):
        whole = sum(self.count**k for k in range(self.deepest))
        most = min(whole, 300)
        number = f"drawInt(2, {most})"
        if self.kind == "bushy":
            number = str(whole)
        if self.kind == "single":
            number = "1"
        if self.full and self.kind == "random":  # no node lacks a child
            number = f"1 + {self.count} * drawInt(1, {(most - 1) // self.count})"
        return ["int i;", "int many;", f"many = {number};",
                "for (i = 0; i < many; i++)",
                self._new(f"{self.count} * i + 1 >= many") + ";"]

    def _side_by_side(self):
        least = 1 if self.full or self.length else 0
        many = (str(self.count) if self.kind == "bushy"
                else f"drawInt({least}, {self.count})")
        # 100 inner nodes of 8 children each: below most_nodes.
        leaf = "pool->used > 100 || drawInt(0, 99) < 25"
        if self.kind == "bushy":
            leaf = "pool->used > 100"
        if self.length:
            leaf = f"k != spine || ++depth == {self.length}"
        return ["int k;", "int many;", "int spine;", "int depth;",
                f"{self.handle}n;", "depth = 0;",
                self._new("1" if self.kind == "single" else "0") + ";",
                f"for (n = {self.node.lowest}; (int)n < pool->used; n++) {{",
                "if (n->leaf)", "continue;", f"many = {many};",
                "spine = many ? drawInt(0, many - 1) : 0;",
                f"n->first = ({self.node.type})pool->used;",
                f"n->num = (unsigned char)many;",
                "for (k = 0; k < many; k++)", self._new(leaf) + ";", "}",
                "(void)spine;", "(void)depth;"]
