"""Several trees: where their roots are, and the loops over them. They are
subtrees of one tree, some of them null."""


class Roots:
    MOST = 3

    def __init__(self, loop):
        self.names = loop.names
        self.draw = loop.draw
        self.node = loop.body.node
        self.kind = loop.draw["program"]
        rng = loop.body.rng("roots")
        self.vector = not self.names.is_c and rng.random() < 0.5

    @property
    def _may_be_null(self):
        return self.draw["null"] in ("callee", "both")

    def parameters(self):
        handle = self.node.handle.strip()
        return [f"std::vector<{handle}> &roots" if self.vector
                else f"{handle} *roots"]

    def clauses(self):
        """Nothing says how many there are where data choose one."""
        return (["copyin(roots[0:2])"]
                if self.kind == "trees_chosen" and not self.vector else [])

    def storage(self):
        """Declares them in the function that runs all."""
        handle = self.node.handle.strip()
        return [f"std::vector<{handle}> roots({self.MOST});" if self.vector
                else f"{handle} roots[{self.MOST}];"]

    def fill(self):
        last = self.node.none if self._may_be_null else "root"
        return ["roots[0] = root;", f"roots[1] = {self.node.other_root()};",
                f"roots[2] = {last};"]

    def loop(self, rng, statements):
        """Declarations, and a loop over all of them; `statements` makes its
        body, for a root's text."""
        handle = self.node.handle
        # A local of an integer type is data.
        forms = ["index"] if self.node.is_number else [
            "index", "local"] + (["range"] if self.vector else [])
        form = rng.choice(forms)
        if form == "range":
            return [], [f"for ({handle}tree : roots) {{", *statements("tree"),
                        "}"]
        bound = "roots.size()" if self.vector else str(self.MOST)
        kind = "size_t" if self.vector else "int"
        body = (statements("roots[t]") if form == "index" else
                [f"{handle}tree = roots[t];", *statements("tree")])
        return [f"{kind} t;"], [f"for (t = 0; t < {bound}; t++) {{", *body,
                                "}"]
