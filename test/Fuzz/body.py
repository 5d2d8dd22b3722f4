"""The body of a traversal: null test, effects before the truncation test,
locals, truncation, work and the recursive calls."""

import random

from .after import After
from .arguments import Shared, arguments
from .buckets import BUCKETS
from .classes import Classes
from .control import Control
from .data import NodeData
from .expr import Expr, Generator, leaf, masked, real
from .extras import Extras
from .features import LISTS, NUMBERS
from .helpers import Helper
from .lists import children_of
from .nodes import NodeForm
from .numbers import NumberForm
from .scalars import SCALARS
from .stacks import Stack
from .state import State
from .stop import Stop
from .texts import Texts
from .values import Value
from .work import Work

# What two functions differ in.
TURNED = ("control", "pre", "locals", "trunc", "cheap", "after", "returned",
          "work")
FLAVOURS = {"ternary", "bits", "casts", "promotion"}


class Body:
    def __init__(self, names, seed, queries, dropped=()):
        self.names = names
        self.function = "visit"  # the one whose body it is
        self.seed = seed
        self.queries = queries
        self.dropped = set(dropped)
        self.statements = 0  # optional ones, numbered for the reducer
        self.calls = 0
        draw = names.draw
        self.data = NodeData(names, self.rng("data"))
        self.state = State(names, self.rng("state"))
        self.value = Value(names, self.rng("value"))
        self.texts = Texts(names, self.rng("texts"))
        self.stop = Stop(names, self.rng("stop"))
        self.state.fields += self.stop.fields()
        self.data.fields += self.value.node_fields()
        self.state.fields += self.value.query_fields()
        form = NumberForm if draw["node"] in NUMBERS else NodeForm
        self.node = form(names, self.rng("node"))
        self.children = children_of(self.node, self.rng("children"))
        self.bucket = BUCKETS[draw["bucket"]](names, self.rng("bucket"))
        self.arguments = arguments(names, self.children.count, self.data)
        self.shared = Shared(names)
        self.extras = Extras(names, self.rng("extras"), queries)
        self.helper = Helper(names, self.rng("helper"), self.data, self.state)
        self.distance = leaf("dist", SCALARS["double"], -10**5, 10**5)
        self.has_distance = False
        self.after = After(self)
        self.stack = Stack(self)
        self.node.classes = Classes(self)

    def rng(self, part):
        if self.function == "turn" and part.startswith(TURNED):
            part = "turn/" + part
        return random.Random(f"{self.seed}/{part}")

    def turned(self):
        """The body of the other of two functions that call each other: of the
        same types and parameters."""
        body = Body(self.names, self.seed, self.queries, self.dropped)
        body.function = "turn"
        body.after = After(body)
        return body

    def optional(self, lines):
        """Lines that the program stays well formed without."""
        self.statements += 1
        return [] if self.statements - 1 in self.dropped else lines

    # Expressions.

    def stable_leaves(self, at_leaf=False):
        result = self.data.leaves(at_leaf) + self.state.input_leaves()
        result += self.node.leaves()
        result += [x for a in self.arguments for x in a.leaves]
        result += self.shared.leaves() + self.texts.leaves()
        result += self.extras.stable()
        if self.has_distance:
            result += [self.distance,
                       Expr("pick", "int", 0, 7, True)]
        return result

    def generator(self, rng, at_leaf=False, state=True):
        leaves = self.stable_leaves(at_leaf)
        if state:
            leaves = leaves + self.state.leaves() + self.extras.changing()
        work = self.names.draw["work"]
        result = Generator(rng, leaves, work if work in FLAVOURS else "plain",
                           self.names.draw["literals"] == "odd")
        value = self.helper.expr(result)
        if value and not (self.helper.kind == "query_method" and not state):
            result.leaves = leaves + [value, value]
        return result

    def stable_condition(self, rng):
        """A condition that visits do not change."""
        leaves = self.stable_leaves()
        return Generator(rng, leaves).condition(1).text

    def condition(self, rng):
        return self.generator(rng).condition(1).text

    def pick(self, count):
        """A child's index that data chooses: a local, below `count`."""
        return "pick" if count == 8 else f"pick % {count}" \
            if count > 1 else "0"

    # The call.

    def call(self, child, k, simple=True):
        """The recursive call on the k-th child; `simple` is false where its
        text is no single operand."""
        draw = self.names.draw
        if self.stack.is_used:
            return self.stack.call(child, simple)
        handed = ["q" if p == "q" else None for p in self.parameter_order()]
        handed += self.node.arrays_handed()
        if self.shared.is_struct:
            handed.append("par")
        handed += self.extras.handed()
        handed += [a.next(k) for a in self.arguments]
        name = self.names.tag(self._callee())
        if draw["func"] == "member" and not self.node.is_method and k in (
                1, "k"):
            name = "this->" + name
        return self.node.call(name, handed, child, simple)

    def _callee(self):
        """Which of two functions a call is of: mostly the other one."""
        if self.names.draw["functions"] != "two":
            return "visit"
        self.calls += 1
        other = "turn" if self.function == "visit" else "visit"
        return self.function if self.calls % 3 == 0 else other

    def parameter_order(self):
        return ["q", "n"] if self.rng("order").random() < 0.5 else ["n", "q"]

    def parameters(self):
        named = {"q": [self.names.query_param], "n": self.node.parameters()}
        params = [text for p in self.parameter_order() for text in named[p]]
        params += self.node.array_parameters()
        params += self.shared.parameter() + self.extras.parameters()
        return params + [a.parameter for a in self.arguments]

    # The parts.

    def lines(self):
        """The statements between the function's braces."""
        draw = self.names.draw
        lines = []
        tested = draw["null"] in ("callee", "both")
        whole = tested and draw["trunc"] == "nested"
        if tested and not whole and draw["trunc"] != "with_null":
            lines += self._null_return()
        if whole:
            lines += [f"if ({self.node.present('n', self.rng('null'))}) {{"]
        if draw["trunc"] == "with_null":
            test = self._cheap_test()
            absent = self.node.absent("n", self.rng("null"))
            lines += ([f"if ({absent} || {test})", "return;"] if tested
                      else [f"if ({test})", "return;"])
        lines += self.node.alias()
        lines += self.stop.test() + self._before()
        returned = self.after.returned
        lines = returned.early(lines)
        if draw["functions"] == "rest":
            lines = self.node.spelled(lines + returned.handed_on(
                self._call_of_rest(), whole))
            return [line.replace("THIS_NODE", "n") for line in lines]
        return self.node.spelled(self.stack.around(
            lines + self._calls() + returned.end(whole)))

    def _calls(self):
        """What is done where the node is there, from the locals on."""
        lines = self._locals() + self.after.declared()
        return lines + self.after.returned.late(self._truncation())

    def rest(self):
        """The same as the body of a function of its own, for the same node."""
        return self.node.spelled(self.node.alias() + self._calls()
                                 + self.after.returned.end(False))

    def _call_of_rest(self):
        return self.call_here("rest")

    def call_here(self, name):
        """A call of another function for the same node and the same arguments;
        the node is spelled THIS_NODE."""
        handed = ["q" if p == "q" else None for p in self.parameter_order()]
        handed += self.node.arrays_handed()
        if self.shared.is_struct:
            handed.append("par")
        handed += self.extras.handed() + [a.name for a in self.arguments]
        handed = ["THIS_NODE" if a is None else a for a in handed]
        return f"{self.names.tag(name)}({', '.join(handed)})"

    def _null_return(self):
        test = self.node.absent("n", self.rng("null"))
        return self.rng("null").choice([
            [f"if ({test})", "return;"], [f"if ({test}) {{", "return;", "}"]])

    def _cheap_test(self):
        rng = self.rng("cheap")
        leaves = self.data.leaves() + self.state.input_leaves()
        test = Generator(rng, leaves).condition(0).text
        return f"(({test}) && n->id % 5 == 3)"

    def _before(self):
        rng = self.rng("pre")
        kind = self.names.draw["pre"]
        if kind == "none":
            return []
        lines = [f"{self.names.q}visits++;"]
        if kind == "several":
            for _ in range(2):
                lines += self.optional(
                    self.state.update(self.generator(rng)))
        return lines

    def _locals(self):
        rng = self.rng("locals")
        gen = self.generator(rng)
        e = gen.floating(2, 10**4)
        pick = masked(gen.integer(1), 7)
        lines = [f"double dist = {e.text};", f"int pick = {pick.text};"]
        self.has_distance = True
        if self.names.draw["args"] == "reassigned":
            lines += [rng.choice(["depth = depth + 1;", "++depth;",
                                  "depth += 1;"])]
        if rng.random() < 0.3:
            lines += self.optional([f"dist += {real(rng).text};"])
        return lines

    def _test(self, rng, leafy=False):
        test = self.condition(rng)
        if not leafy:
            return test
        return rng.choice([f"n->leaf || (({test}) && n->id % 3 == 0)",
                           "n->leaf", f"n->leaf || ({test})"])

    def _truncation(self):
        rng = self.rng("trunc")
        kind = self.names.draw["trunc"]
        work, calls = Work(self), Control(self)
        count = ([f"{self.names.q}visits++;"]
                 if self.names.draw["pre"] == "none" else [])
        if kind == "none":
            return count + work.lines(False) + calls.all()
        if kind in ("early", "with_null"):
            test = f"({self._test(rng)}) && n->id % 4 == 1"
            return ([f"if ({test})", "return;"] + count + work.lines(False)
                    + calls.all())
        if kind == "twice":
            return (count + [f"if (({self._test(rng)}) && n->id % 5 == 2) {{"]
                    + work.lines(False) + ["return;", "}",
                                           f"if (n->id % 7 == 6 && "
                                           f"({self._test(rng)}))", "return;"]
                    + work.lines(False) + calls.all())
        if kind == "if_else":
            return (count + [f"if ({self._test(rng, True)}) {{"]
                    + work.lines(False) + ["} else {"]
                    + calls.all() + ["}"])
        if kind == "leaf_only":
            return (count + ["if (n->leaf) {"] + work.lines(True)
                    + ["return;", "}"] + work.lines(False) + calls.all())
        return (count + [f"if (!({self._test(rng)}) || n->id % 3) {{"]
                + work.lines(False) + ["if (n->id % 11 != 10) {"]
                + calls.all() + ["}", "}"])


