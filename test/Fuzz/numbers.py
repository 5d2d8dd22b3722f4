"""Nodes that are numbers: indices of an array of structs, of a vector of them, or
of parallel arrays. Says how a body reaches such a node, which number is no node,
and where the arrays are: in parameters, in a shared object, in globals or
members."""

import re

from .expr import leaf
from .nodes import NodeForm
from .scalars import SCALARS

# A token, or a member of `n`, or the node as an object.
_TOKEN = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|\bn->\w+|\b[A-Za-z_]\w*""")
# The declarator of a member: its name, then its extents.
_DECLARATOR = re.compile(r"(\w+)((?:\[[^\]]*\])*);$")

TYPES = {
    "minus_one": ["int", "int", "short", "long", "unsigned"],
    "zero": ["int", "unsigned", "unsigned short", "size_t"],
    "count": ["int", "int", "unsigned", "size_t"],
}
SCALAR = {"int": "int32", "short": "int16", "long": "int64",
          "unsigned": "uint32", "unsigned short": "uint16",
          "size_t": "uint64"}
BEYOND = 30000  # no array of nodes is as long, where a count says how long


class NumberForm(NodeForm):
    is_number = True
    is_virtual = False
    is_method = False

    def __init__(self, names, rng):
        super().__init__(names, rng)
        draw = names.draw
        self.no_child = draw["no_child"]
        types = [t for t in TYPES[self.no_child]
                 if draw["shape"] != "deep" or t != "short"]
        self.type = rng.choice(types)
        self.is_global = self._may_be_global() and rng.random() < 0.4
        self.pointer = self.kind == "array" and rng.random() < 0.5
        self.reference = not names.is_c and rng.random() < 0.5
        # Whether the traversal is handed the struct that holds the arrays.
        self.whole = not self.is_global and (
            self.kind == "columns" or rng.random() < 0.3)
        self.counted = self.no_child == "count" and rng.random() < 0.5
        self.aliased = ("" if self.kind == "columns" else rng.choice(
            ["", "*"] if names.is_c else ["", "*", "&", "&"]))
        self._through = ""  # the alias, where one is declared
        # Tests for -1 are alike where each has to ask the same.
        self.equal = rng.random() < 0.5
        self.mixed = draw["null"] == "caller" and draw["control"] in (
            "sequence", "sets", "guard_each", "early_return", "stable_each")

    def _may_be_global(self):
        return self.names.draw["func"] not in ("template_free",
                                               "static_member")

    # Types and numbers.

    @property
    def handle(self):
        return self.type + " "

    @property
    def local(self):
        return self.names.draw["param_n"] == "const" and "const " + (
            self.handle) or self.handle

    @property
    def none(self):
        return {"minus_one": "0xffffffffu" if self.type == "unsigned" else "-1",
                "zero": "0", "count": str(BEYOND)}[self.no_child]

    @property
    def no_child_argument(self):
        return self.none

    @property
    def lowest(self):
        """The number of the first node."""
        return 1 if self.no_child == "zero" else 0

    @property
    def sentinel(self):
        return str(self.lowest)

    def _count(self):
        if self.counted:
            return "numNodes"
        if self.kind == "vector":
            text = f"{self._array}.size()"
            return text if self.type == "size_t" else f"({self.type}){text}"
        used = f"{self._pool}used" if self.whole or self.is_global else None
        return used or "numNodes"

    @property
    def _hands_count(self):
        return self.no_child == "count" and self._count() == "numNodes"

    def absent(self, number, rng):
        """A condition: `number` is no node."""
        forms = {
            "minus_one": ["{} == -1", "-1 == {}"] if self.equal else [
                "{} < 0", "!({} >= 0)"],
            "zero": ["!{}", "{} == 0", "0 == {}"],
            "count": ["{} >= {count}", "{count} <= {}", "!({} < {count})"],
        }[self.no_child]
        if self.none.startswith("0x"):
            forms = ["{} == 0xffffffffu", "{} == ~0u", "{} == (unsigned)-1"]
        return self._test(forms, number, rng)

    def present(self, number, rng):
        forms = {"minus_one": self._not_minus_one(),
                 "zero": ["{}", "{} != 0", "0 != {}"],
                 "count": ["{} < {count}", "{count} > {}"],
                 }[self.no_child]
        if self.none.startswith("0x"):
            forms = ["{} != 0xffffffffu", "{} != ~0u"]
        return self._test(forms, number, rng)

    def _not_minus_one(self):
        if self.mixed:
            return ["{} >= 0", "{} != -1", "{} > -1"]
        return ["{} != -1", "-1 != {}"] if self.equal else ["{} >= 0"]

    def _test(self, forms, number, rng):
        form = rng.choice(forms)
        count = self._count() if "{count}" in form else ""
        return form.format(number, count=count)

    def leaves(self):
        """The number itself, as a datum."""
        return [leaf("n", SCALARS[SCALAR[self.type]], 0, 50000)]

    # Where the arrays are.

    @property
    def _tagged(self):
        return self.names.tag("forest")

    @property
    def _pool(self):
        """The struct of the arrays, with the operator that reaches them."""
        if self.is_global:
            return f"{self._tagged}."
        return "pool." if self.reference else "pool->"

    @property
    def _array(self):
        if self.is_global and self.pointer:
            return self.names.tag("nodes")
        if self.is_global or self.whole:
            return self._pool + "nodes"
        return "nodes"

    def member(self, name, of="n"):
        if self.kind == "columns":
            return f"{self._pool}cols.{name}[{of}]"
        return f"{self._array}[{of}].{name}"

    def globals(self):
        """Declarations after all types."""
        if not self.is_global:
            return []
        static = "" if self.names.in_class else "static "
        lines = [f"{static}{self.names.type('Pool')} {self._tagged};"]
        if self.pointer:
            lines += [f"{static}{self._const}{self.names.type('Node')} "
                      f"*{self._array};"]
        return lines

    def run_storage(self):
        """The pool, in the function that runs all."""
        if self.is_global:
            return []
        return [f"static {self.names.type('Pool')} pool;"]

    @property
    def run_pool(self):
        return self._tagged if self.is_global else "pool"

    def ready(self):
        """Statements between building the tree and the loop."""
        if self.is_global and self.pointer:
            return [f"{self._array} = {self._tagged}.nodes;"]
        return []

    @property
    def _const(self):
        draw = self.names.draw
        member = self.is_global and draw["func"] in ("member",
                                                     "template_member")
        return ("const " if draw["param_n"] == "const" or member else "")

    def array_parameters(self):
        result = []
        if self.whole:
            star = "&" if self.reference else "*"
            result = [f"{self._const}{self.names.type('Pool')} {star}pool"]
        elif not self.is_global:
            node = self.names.type("Node")
            result = [f"{self._const}std::vector<{node}> &nodes"
                      if self.kind == "vector"
                      else f"{self._const}{node} *nodes"]
        return result + (["int numNodes"] if self._hands_count else [])

    def arrays_handed(self):
        result = (["pool"] if self.whole else
                  [] if self.is_global else ["nodes"])
        return result + (["numNodes"] if self._hands_count else [])

    def arrays_passed(self):
        """What the function that runs all passes to the loop's."""
        result = []
        if self.whole:
            result = ["pool" if self.reference else "&pool"]
        elif not self.is_global:
            result = ["pool.nodes"]
        return result + ([f"{self.run_pool}.used"] if self._hands_count
                         else [])

    def parameters(self):
        const = "const " if self.rng.random() < 0.2 else ""
        return [f"{const}{self.type} n"]

    # The body.

    def alias(self):
        """Declares a name for the node, where there is one."""
        if not self.aliased:
            return []
        node = f"{self._const}{self.names.type('Node')} "
        at = f"{self._array}[n]"
        return [node + (f"*node = &{at};" if self.aliased == "*"
                        else f"&node = {at};")]

    def spelled(self, lines):
        self._through = ""
        result = []
        for line in lines:
            result.append(_TOKEN.sub(self._word, line))
            if [line] == self.alias():
                self._through = "node->" if self.aliased == "*" else "node."
        return result

    def _word(self, match):
        word = match.group(0)
        if word == "n_object":
            return f"&{self._array}[n]"
        if not word.startswith("n->"):
            return word
        if self._through:
            return self._through + word[3:]
        return self.member(word[3:])

    def raw(self, child, simple=True):
        return child

    def call(self, name, arguments, child, simple=True):
        handed = [child if a is None else a for a in arguments]
        return f"{name}({', '.join(handed)})"

    # The tree.

    def struct(self, base, members, most):
        """The declaration of nodes, with these members."""
        if self.kind != "columns":
            return super().struct(base, members, most)
        names = self.names
        lines, depth = [], 0
        for line in members:
            depth -= line.startswith("}")
            if depth == 0 and line.endswith(";"):
                line = _DECLARATOR.sub(rf"\1[{most}]\2;", line)
            depth += line.endswith("{")
            lines.append(line)
        return names.head + [f"struct {names.tag('Cols')} {{"] + lines + ["};"]

    def pool_members(self, most):
        node = self.names.type("Node")
        return {"array": [f"{node} nodes[{most}];"],
                "vector": [f"std::vector<{node}> nodes;"],
                "columns": [f"{self.names.type('Cols')} cols;"]}[self.kind]

    def fresh(self):
        """Sets `n` to a new node, the `pool->used`-th."""
        grow = ["pool->nodes.emplace_back();"] if self.kind == "vector" else []
        return grow + [f"n = ({self.type})pool->used;"]

    def first_nodes(self):
        """Makes the nodes whose numbers are not used."""
        lines = [f"pool->used = {self.lowest};"]
        if self.kind == "vector":
            lines += ["pool->nodes.clear();"]
            lines += ["pool->nodes.emplace_back();"] * self.lowest
        return lines

    def other_root(self):
        used = f"{self.run_pool}.used"
        middle = f"(({used} + {self.lowest}) / 2)"
        return f"{used} > {self.lowest + 1} ? ({self.type}){middle} : root"

    def make_sentinel(self, new):
        return [f"root = {new};", "root->id = 49999;"]

    def built(self, lines):
        """Lines of the functions that build the tree."""
        def word(match):
            name, _, field = match.group(0).partition("->")
            if self.kind == "columns":
                return f"pool->cols.{field}[{name}]"
            return f"pool->nodes[{name}].{field}"
        return [re.sub(r"\b(?:n|child|root)->\w+", word, line) for line in lines]
