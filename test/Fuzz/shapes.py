"""Code that builds the tree: random, a chain, a deep chain, empty, one node,
complete, or with one sentinel leaf in place of every null."""

DEPTH = {1: 40, 2: 8, 3: 5, 4: 4, 5: 4, 6: 3, 7: 3, 8: 3}


class Shape:
    def __init__(self, names, body):
        self.names = names
        self.data = body.data
        self.bucket = body.bucket
        children = self.children = body.children
        self.kind = names.draw["shape"]
        self.full = names.draw["null"] == "absent"
        self.count = children.count
        self.length = {"chain": 60, "deep": 5000}.get(self.kind, 0)

    @property
    def deepest(self):
        if self.names.draw["control"] == "twice":
            return 4
        return DEPTH[self.count]

    @property
    def most_nodes(self):
        if self.length:
            return self.length * self.count + self.count + 2
        return 900

    def pool(self):
        n = self.names
        lines = n.head + [f"struct {n.tag('Pool')} {{"]
        if self.children.is_owned:
            lines += [f"std::unique_ptr<{n.type('Node')}> root;"]
        else:
            lines += [f"{n.type('Node')} nodes[{self.most_nodes}];"]
        if self.data.has_extra:
            lines += [f"{n.type('Extra')} extras[{self.most_nodes}];"]
        if self.kind == "sentinel":
            lines += [f"{n.type('Node')} sentinel;"]
        if self.children.is_list:
            lines += self.children.pool_members(self.most_nodes)
        lines += self.bucket.pool_members(self.most_nodes)
        return lines + ["int used;", "};"]

    def functions(self):
        lines = self._link() + self._fresh()
        lines += self._chain() if self.length else self._grow()
        return lines + self._build()

    def _function(self, result, name, params):
        n = self.names
        return n.head + [f"{n.static}{result}{n.tag(name)}({params}) {{"]

    def _link(self):
        """Hangs a child into a node. That of a list is appended, and may move:
        where it then is is returned."""
        n = self.names
        parameters = f"{n.type('Node')} *n, int k, {n.type('Node')} *child"
        if self.children.is_list:
            lines = self._function(f"{n.type('Node')} *", "link", parameters)
            return lines + self.children.append() + [
                "(void)k;", "return child;", "}"]
        lines = self._function("void ", "link", parameters)
        for k in range(self.count):
            lines += [f"if (k == {k})", self.children.link(k, "child")]
        return lines + ["}"]

    def _fresh(self):
        """A new node, its data drawn and its children null or sentinels."""
        n = self.names
        node, pool = n.type("Node"), n.type("Pool")
        lines = self._function(f"{node} *", "fresh", f"{pool} *pool, int leaf")
        lines += [f"{node} *n;"]
        if self.data.has_extra:
            lines += [f"{n.type('Extra')} *extra;"]
        lines += ["int k;"]
        lines += [f"n = new {node}();" if self.children.is_owned
                  else "n = &pool->nodes[pool->used];"]
        if self.data.has_extra:
            lines += ["extra = &pool->extras[pool->used];"]
        if self.children.is_list:
            lines += self.children.start()
        lines += ["n->id = pool->used;", "n->leaf = leaf;"]
        lines += self.data.fill() + self.bucket.fill()
        lines += ["pool->used++;"]
        if self.children.is_list:
            return lines + ["(void)k;", "return n;", "}"]
        none = (f"leaf ? {n.null} : &pool->sentinel"
                if self.kind == "sentinel" else n.null)
        if ":" not in none and n.template_free:
            none = f"({node} *)nullptr"  # nothing is deduced from nullptr
        lines += [f"for (k = 0; k < {self.count}; k++)",
                  f"{n.tag('link')}(n, k, {none});", "return n;", "}"]
        return lines

    def _grow(self):
        n = self.names
        node, pool = n.type("Node"), n.type("Pool")
        lines = self._function(f"{node} *", "grow", f"{pool} *pool, int depth")
        whole = self.kind == "bushy"
        chance = "0" if whole else "depth > 1 && drawInt(0, 99) < 25"
        lines += [f"{node} *n;", "int k;", "int leaf;",
                  f"leaf = depth >= {self.deepest} || pool->used > 500 || "
                  f"({chance});",
                  f"n = {n.tag('fresh')}(pool, leaf);", "if (leaf)",
                  "return n;", f"for (k = 0; k < {self.count}; k++)"]
        is_list = self.children.is_list
        if not whole and (is_list or not self.full):
            lines += ["if (drawInt(0, 99) < 70)"]
        lines += [f"{n.tag('link')}(n, k, {n.tag('grow')}(pool, depth + 1));"]
        if is_list and not whole and not self.full and (
                self.children.can_be_null):
            null = (f"({node} *)nullptr" if n.template_free else n.null)
            lines += ["else if (drawInt(0, 1))",
                      f"{n.tag('link')}(n, k, {null});"]
            lines += self.children.finish()
        return lines + ["return n;", "}"]

    def _chain(self):
        n = self.names
        node, pool = n.type("Node"), n.type("Pool")
        lines = self._function(f"{node} *", "grow", f"{pool} *pool, int depth")
        other = "1" if self.full else "drawInt(0, 99) < 30"
        lines += [f"{node} *root;", f"{node} *n;", f"{node} *next;",
                  "int k;", "int spine;",
                  f"root = n = {n.tag('fresh')}(pool, 0);",
                  f"for (; depth < {self.length}; depth++) {{",
                  f"spine = drawInt(0, {self.count - 1});",
                  f"next = {n.tag('fresh')}(pool, depth == "
                  f"{self.length - 1});",
                  ("next = " if self.children.is_list else "")
                  + f"{n.tag('link')}(n, spine, next);",
                  f"for (k = 0; k < {self.count}; k++)",
                  f"if (k != spine && {other})",
                  f"{n.tag('link')}(n, k, {n.tag('fresh')}(pool, 1));",
                  "n = next;", "}", "return root;", "}"]
        return lines

    def _build(self):
        n = self.names
        node, pool = n.type("Node"), n.type("Pool")
        lines = self._function(f"{node} *", "build", f"{pool} *pool")
        if self.kind == "empty":
            return lines + ["pool->used = 0;", f"return {n.null};", "}"]
        body = ["pool->used = 0;"]
        if self.kind == "sentinel":
            body += [f"pool->sentinel = *{n.tag('fresh')}(pool, 1);",
                     "pool->sentinel.id = 49999;"]
        start = (f"{n.tag('fresh')}(pool, 1)" if self.kind == "single"
                 else f"{n.tag('grow')}(pool, 0)")
        if self.children.is_owned:
            return lines + body + [f"pool->root.reset({start});",
                                   "return pool->root.get();", "}"]
        return lines + body + [f"return {start};", "}"]
