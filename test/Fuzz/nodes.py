"""How a traversal is handed its node: by pointer, by reference, or as the
object of a member function; numbers.py has nodes that are numbers. The parts of
a body write `n->field`, `n`, and `n_object` for its address; here that is
spelled in the traversal's own way."""

import re

# A word, a character or a string: what stands in the latter is no name.
_TOKEN = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|\bn->\w+|\b[A-Za-z_]\w*""")


class NodeForm:
    is_number = False
    lowest = 0
    sentinel = "&pool->sentinel"

    def __init__(self, names, rng):
        self.names = names
        self.rng = rng
        self.children = None
        self.classes = None  # where there are several
        self.kind = names.draw["node"]

    @property
    def is_method(self):
        return self.kind in ("method", "virtual")

    @property
    def is_virtual(self):
        return self.kind == "virtual"

    def parameters(self):
        if self.is_method:
            return []
        const = "const " if self.names.draw["param_n"] == "const" else ""
        star = "&" if self.kind == "reference" else "*"
        return [f"{const}{self.names.type('Node')} {star}n"]

    # Types and null.

    @property
    def handle(self):
        """What leads to a node while the tree is built."""
        return f"{self.names.type('Node')} *"

    @property
    def local(self):
        """The same in the traversal."""
        return self.names.node_const

    @property
    def none(self):
        return self.names.null

    @property
    def no_child_argument(self):
        """No child, handed to a function."""
        if self.names.template_free:  # nothing is deduced from nullptr
            return f"({self.handle})nullptr"
        return self.none

    def absent(self, child, rng):
        """A condition: there is no such node."""
        return rng.choice([f"!{child}", f"{child} == {self.none}",
                           f"{self.none} == {child}"])

    def present(self, child, rng):
        return rng.choice([child, f"{child} != {self.none}"])

    def leaves(self):
        """Data that the node is itself."""
        return []

    # Arrays that hold the nodes: numbers.py.

    def globals(self):
        return []

    def run_storage(self):
        return [f"static {self.names.type('Pool')} pool;"]

    run_pool = "pool"

    def ready(self):
        return []

    array_parameters = arrays_handed = arrays_passed = alias = ready

    # The tree.

    def struct(self, base, members, _):
        return self.names.head + [
            f"struct {self.names.tag('Node')}{base} {{"] + members + ["};"]

    def pool_members(self, most):
        node = self.names.type("Node")
        if self.children.is_owned:
            return [f"std::unique_ptr<{node}> root;"]
        if self.is_virtual:
            return self.classes.pool_members(most)
        result = [f"{node} nodes[{most}];"]
        if self.names.draw["shape"] == "sentinel":
            result += [f"{node} sentinel;"]
        return result

    def fresh(self):
        """Sets `n` to a new node."""
        if self.children.is_owned:
            return [f"n = new {self.names.type('Node')}();"]
        if self.is_virtual:
            return self.classes.fresh()
        return ["n = &pool->nodes[pool->used];"]

    def first_nodes(self):
        return ["pool->used = 0;"]

    def other_root(self):
        """A node that is not the root, where there is one that can be had."""
        if self.is_virtual or self.children.is_owned or (
                self.names.draw["children"] in ("list_inplace",
                                                "list_unique")):
            return "root"
        return "pool.used > 1 ? &pool.nodes[pool.used / 2] : root"

    def make_sentinel(self, new):
        """`new` is a leaf; no other one is there yet."""
        return [f"pool->sentinel = *{new};", "pool->sentinel.id = 49999;"]

    def built(self, lines):
        """Lines of the functions that build the tree."""
        return lines

    # The body.

    @property
    def const(self):
        """After the parameters of a traversal that is the node's method."""
        return " const" if self.names.draw["param_n"] == "const" else ""

    def spelled(self, lines):
        """The lines of a body, with the node in this form."""
        if self.kind == "pointer":
            return [line.replace("n_object", "n") for line in lines]
        return [_TOKEN.sub(self._word, line) for line in lines]

    def _word(self, match):
        word = match.group(0)
        if word.startswith("n->"):
            return self._member(word[3:])
        if word in ("n", "n_object"):
            return "this" if self.is_method else "&n"
        return word

    def _member(self, name):
        if self.kind == "reference":
            return "n." + name
        # Some bodies have a local of this name; the base of a template is not
        # looked into.
        hidden = (name == "id" or self.is_virtual or name.startswith("h_")
                  or self.names.draw["words"] == "shadowing")
        if hidden or self.rng.random() < 0.5:
            return "this->" + name
        return name

    # Calls; `child` is a member of `n` or a local that points to a node.

    def raw(self, child, simple=True):
        """A plain pointer to a child."""
        owned = self.children.is_owned and simple and (
            child.startswith("n->") or child in ("c", "*it"))
        if owned:
            return "it->get()" if child == "*it" else f"{child}.get()"
        return child

    def call(self, name, arguments, child, simple=True):
        """Calls the function on a child, which stands among `arguments` where
        they say None; `simple` is false where it is no single operand. A child
        with an `&` is an object, not a pointer."""
        if child.startswith("&"):
            return self._call_object(name, arguments, child[1:])
        if self.is_method:
            rest = [a for a in arguments if a is not None]
            child = child if simple and child[0] != "*" else f"({child})"
            if self.rng.random() < 0.2:
                return f"(*{child}).{name}({', '.join(rest)})"
            return f"{child}->{name}({', '.join(rest)})"
        if self.kind == "reference":
            if self.rng.random() < 0.3:
                child = self.raw(child, simple)
            child = f"*{child}" if simple else f"*({child})"
        else:
            child = self.raw(child, simple)
        handed = [child if a is None else a for a in arguments]
        return f"{name}({', '.join(handed)})"

    def _call_object(self, name, arguments, child):
        if self.is_method:
            rest = [a for a in arguments if a is not None]
            child = f"({child})" if child.startswith("*") else child
            return f"{child}.{name}({', '.join(rest)})"
        if self.kind == "pointer":
            child = child[2:-1] if child.startswith("*(") else f"&{child}"
        handed = [child if a is None else a for a in arguments]
        return f"{name}({', '.join(handed)})"

    def first(self, name, arguments, root):
        """A call of the loop, on the node that `root` leads to."""
        if self.is_method:
            rest = [a for a in arguments if a is not None]
            return f"{root}->{name}({', '.join(rest)})"
        root = f"*{root}" if self.kind == "reference" else root
        return f"{name}({', '.join(root if a is None else a for a in arguments)})"
