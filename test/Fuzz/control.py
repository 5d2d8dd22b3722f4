"""The recursive calls of a body: which children, in which order, under which
conditions."""

from .expr import Expr, arithmetic, real


class Control:
    """Builds the calls. `stable` makes expressions that visits do not change,
    `state` those that they may."""

    def __init__(self, body):
        self.body = body
        self.names = body.names
        self.draw = body.names.draw
        self.rng = body.rng("control")
        self.children = body.children
        self.order = body.children.order
        self.calls_made = 0

    def lines(self):
        return getattr(self, "_" + self.draw["control"])()

    def all(self):
        """The calls and what follows them."""
        return self.lines() + self.body.after.end()

    # Single calls.

    def call(self, child, k):
        return self.body.after.call(self.body.call(child, k))

    @property
    def _tests_null(self):
        """Whether the caller tests a child for null."""
        return (self.draw["null"] in ("caller", "both")
                and self.children.can_be_null)

    def tested(self, child, k, condition=""):
        """A call, under the caller's null test and under a condition."""
        test = self._tests_null
        call = self.call(child, k)
        present = self.body.node.present(child, self.rng)
        if test and condition:
            return self.rng.choice([
                [f"if ({present} && ({condition}))", call],
                [f"if ({present}) {{", f"if ({condition})", call, "}"],
                [f"if ({condition}) {{", f"if ({present})", call, "}"],
            ])
        if test:
            return [f"if ({present})", call]
        if condition:
            return [f"if ({condition})", call]
        return [call]

    def child(self, k, condition=""):
        return self.tested(self.children.ref(k), k, condition)

    def stable(self):
        return self.body.stable_condition(self.rng)

    # Guards.

    def guard(self):
        kind = self.draw["guard"]
        return getattr(self, "_guard_" + kind)() if kind != "none" else ""

    def _guard_state_only(self):
        count = self.body.state.count().text
        return self.rng.choice([f"({count} & 7) != 3", f"{count} < 200",
                                f"{count} % 3 != 1"])

    def _compare(self, operand):
        """Compares a stable operand with the state."""
        bound = self.body.state.bound()
        if bound.is_float or operand.is_float:
            scaled = arithmetic("*", bound, real(self.rng)) or bound
            op = self.rng.choice(["<", "<=", ">", ">="])
            if self.rng.random() < 0.5:
                return f"{operand.wrapped()} {op} {scaled.text}"
            return f"{scaled.text} {op} {operand.wrapped()}"
        return f"(({operand.wrapped()} + {bound.text}) & 3) != 2"

    def _guard_state_local(self):
        dist = self.body.distance
        operand = self.rng.choice([
            dist, arithmetic("*", dist, dist) or dist])
        return self._compare(operand)

    def _guard_state_node(self):
        floats = self.body.data.floats() or [Expr("n->id", "int", 0, 50000,
                                                  True)]
        return self._compare(self.rng.choice(floats))

    def _guard_state_arg(self):
        leaves = [a.leaf for a in self.body.arguments]
        return self._compare(self.rng.choice(leaves))

    def _guard_logical(self):
        one = self.rng.choice([self._guard_state_only,
                               self._guard_state_local])()
        other = self.stable()
        return self.rng.choice([
            f"({one}) && ({other})", f"({other}) || ({one})", f"!({one})",
            f"({other}) && ({one})", f"!(({one}) || ({other}))",
            f"({one}) ? ({other}) : !({other})"])

    def _guard_helper(self):
        name = self.names.tag("admits")
        count = self.body.state.count().text
        return f"{name}({self.body.distance.text}, {count})"

    def _guard_reassigned_local(self):
        return self._compare(self.body.distance)

    def before_guard(self):
        if self.draw["guard"] != "reassigned_local":
            return []
        dist = self.body.distance.text
        return [self.rng.choice([f"{dist} *= 0.5;", f"{dist} = {dist} - 3;"])]

    # Forms.

    def _sequence(self):
        return [line for k in self.order for line in self.child(k)]

    def _sets(self):
        other = list(reversed(self.order))
        if self.rng.random() < 0.4:
            self.rng.shuffle(other)
        if self.rng.random() < 0.3:
            other = other[:-1]
        return (["if (" + self.body.condition(self.rng) + ") {"]
                + self._sequence() + ["} else {"]
                + [line for k in other for line in self.child(k)] + ["}"])

    def _sets3(self):
        third = self.rng.sample(self.order, len(self.order) - 1)
        return (["if (" + self.stable() + ") {"] + self._sequence()
                + ["} else if (" + self.body.condition(self.rng) + ") {"]
                + [line for k in third for line in self.child(k)]
                + ["} else {"] + self.child(self.order[-1])
                + self.child(self.order[0]) + ["}"])

    def _near_far(self):
        side = self.body.pick(2)
        near, far = self.children.at(side), self.children.at(f"1 - {side}")
        return (self.tested(near, side) + self.before_guard()
                + self.tested(far, f"(1 - {side})", self.guard()))

    def _near_far_links(self):
        node = self.body.node.local
        first, last = (self.body.node.raw(self.children.ref(k))
                       for k in (0, self.children.count - 1))
        test = self.body.condition(self.rng)
        return (["{", f"{node}near = {test} ? {first} : {last};",
                 f"{node}far = {test} ? {last} : {first};"]
                + self.tested("near", 0) + self.before_guard()
                + self.tested("far", 1, self.guard()) + ["}"])

    def _pick_index(self):
        pick = self.body.pick(self.children.count)
        return self.tested(self.children.at(pick), pick)

    def _pick_ternary(self):
        refs = [self.body.node.raw(self.children.ref(k)) for k in self.order]
        test, second = self.body.condition(self.rng), self.stable()
        choice = f"{test} ? {refs[0]} : {refs[1]}"
        if len(refs) > 2:
            choice = f"{test} ? {refs[0]} : ({second} ? {refs[1]} : {refs[2]})"
        if self.draw["null"] in ("caller", "both") or self.rng.random() < 0.4:
            return (["{", f"{self.body.node.local}next = {choice};"]
                    + self.tested("next", 2) + ["}"])
        return [self.body.after.call(
            self.body.call(choice, 2, simple=False))]

    def _over(self):
        """The head of a loop over the children, a child's name there, and its
        number."""
        if self.children.is_list:
            return self.children.loop(self.rng)
        return self._head(), self.children.at("k"), "k"

    def _head(self):
        count = self.children.count
        start = 1 if count > 2 and self.rng.random() < 0.2 else 0
        kind = self.rng.choice(["int", "int", "unsigned", "long"])
        bound = self.rng.choice([f"k < {count}", f"k <= {count - 1}",
                                 f"k != {count}"])
        if self.body.stack.is_used:  # a loop that pushes says its end
            bound = f"k < {count}"
        step = self.rng.choice(["k++", "++k"])
        return f"for ({kind} k = {start}; {bound}; {step}) {{"

    def _loop(self):
        head, child, k = self._over()
        return [head] + self.tested(child, k or 3) + ["}"]

    def _loop_continue(self):
        head, child, k = self._over()
        lines = [head]
        if self._tests_null:
            lines += [f"if ({self.body.node.absent(child, self.rng)})",
                      "continue;"]
            if self.rng.random() < 0.4:
                lines += [f"if ({self.stable()})", "continue;"]
        else:
            lines += [f"if ({self.stable()})", "continue;"]
        return lines + [self.call(child, k or 3), "}"]

    def _loop_stable(self):
        mask = self.rng.choice([1, 2, 3, 5])
        head, child, k = self._over()
        index = self.rng.choice([f"(({k} + n->id) & {mask}) != 0",
                                 self.stable(),
                                 f"({self.names.q}key >> {k} & 1) != 0"]
                                if k else [self.stable()])
        return [head] + self.tested(child, k or 3, index) + ["}"]

    def _loop_locals(self):
        head, child, k = self._over()
        return ([head, f"int turn = (int){k or 3} * 2 + n->id % 5;",
                 "turn = turn + 1;"]
                + self.tested(child, k or 3, "turn % 4 != 1") + ["}"])

    def _loop_guard(self):
        head, child, k = self._over()
        return [head] + self.tested(child, k or 3, self.guard()) + ["}"]

    def _guard_last(self):
        lines = [line for k in self.order[:-1] for line in self.child(k)]
        return lines + self.before_guard() + self.child(self.order[-1],
                                                        self.guard())

    def _guard_each(self):
        lines = self.child(self.order[0])
        for k in self.order[1:]:
            lines += self.before_guard() + self.child(k, self.guard())
        return lines

    def _early_return(self):
        lines = [line for k in self.order[:-1] for line in self.child(k)]
        return (lines + self.before_guard() + [f"if ({self.guard()})",
                                               "return;"]
                + self.child(self.order[-1]))

    def _stable_each(self):
        return [line for k in self.order
                for line in self.child(k, self.stable())]

    def _stable_return(self):
        half = max(1, len(self.order) // 2)
        lines = [line for k in self.order[:half] for line in self.child(k)]
        lines += [f"if ({self.stable()})", "return;"]
        return lines + [line for k in self.order[half:]
                        for line in self.child(k)]

    def _nested_guard(self):
        lines = [line for k in self.order[:-1] for line in self.child(k)]
        last = self.child(self.order[-1], self.guard())
        return lines + self.before_guard() + [f"if ({self.stable()}) {{"] + (
            last + ["}"])

    def _else_guard(self):
        """The call stands in the else branch of an empty body."""
        lines = [line for k in self.order[:-1] for line in self.child(k)]
        return lines + self.before_guard() + [
            f"if ({self.guard()}) {{", "} else {"] + self.child(
                self.order[-1]) + ["}"]

    def _sibling_test(self):
        """A null test that is about another child than the one called."""
        lines = []
        for k in self.order:
            other = self.children.ref((k + 1) % self.children.count)
            call = self.call(self.children.ref(k), k)
            present = self.body.node.present(other, self.rng)
            lines += [f"if ({present})", call] if k % 2 else [call]
        return lines

    def _twice(self):
        return self._sequence() + self.child(self.order[0])


