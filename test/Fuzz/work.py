"""The work that a node does on the query: updates of its state, in loops,
with locals, through helpers."""

from .expr import Expr, leaf, masked
from .scalars import SCALARS


class Work:
    def __init__(self, body):
        self.body = body
        self.names = body.names
        self.times = 0

    def lines(self, at_leaf):
        """Statements; at a leaf, data that only leaves have is read."""
        self.times += 1
        self.rng = self.body.rng(f"work{self.times}{at_leaf}")
        self.gen = self.body.generator(self.rng, at_leaf)
        make = getattr(self, "_" + self.names.draw["work"], self._plain)
        lines = self.body.optional(make())
        lines += self.body.optional(self.body.value.lines(self.gen,
                                                          self._update))
        lines += self.body.optional(self.body.extras.update(self.gen))
        lines += self.body.optional(self.body.bucket.lines(self.gen,
                                                           self._update))
        call = self.body.helper.statement(self.gen)
        if call:
            lines += self.body.optional(call)
        if self.rng.random() < 0.3:
            lines = (["if (" + self.gen.condition().text + ") {"] + lines
                     + ["}"])
        return (lines + self.body.optional(self._update())
                + self.body.stop.set())

    def _update(self, extra=()):
        """An update that may read `extra` values, too."""
        gen = self.gen
        kept = gen.leaves
        gen.leaves = list(extra) * 3 + kept
        lines = self.body.state.update(gen)
        gen.leaves = kept
        return lines

    def _plain(self):
        return self._update() + self._update()

    def _for(self):
        i = Expr("i", "int", 0, 4, True)
        visits = f"({self.names.q}visits & 3)"
        bound = self.rng.choice(["3", "n->id % 4", visits])
        if self.names.c89:
            return (["{", "int i;", f"for (i = 0; i < {bound}; i++) {{"]
                    + self._update([i]) + ["}", "}"])
        return [f"for (int i = 0; i < {bound}; i++) {{"] + self._update(
            [i]) + ["}"]

    def _while(self):
        left = Expr("left", "int", 0, 3, True)
        start = masked(self.gen.integer(1), 3)
        return (["{", f"int left = {start.text};", "while (left > 0) {"]
                + self._update([left]) + ["left--;", "}", "}"])

    def _do(self):
        left = Expr("left", "int", 0, 4, True)
        start = masked(self.gen.integer(1), 3)
        return (["{", f"int left = {start.text};", "do {"]
                + self._update([left]) + ["} while (left-- > 1);", "}"])

    def _break_continue(self):
        i = Expr("i", "int", 0, 5, True)
        first, second = self.gen.condition(1), self.gen.condition(1)
        return (["{", "int i;", "for (i = 0; i < 5; i++) {",
                 f"if ({first.text})", "continue;"] + self._update([i])
                + [f"if ({second.text})", "break;", "}", "}"])

    def _switch(self):
        """Cases that end, fall through, or are many; sometimes no default."""
        what = self.gen.integer(1)
        lines = [f"switch ({masked(what, 7).text}) {{", "case 0:"]
        lines += self._update() + ["break;", "case 3:"]
        if self.rng.random() < 0.4:  # falls through
            lines += self._update() + (["/* fall through */"])
        lines += ["case 1:", "case 6:"] + self._update() + ["break;"]
        if self.rng.random() < 0.7:
            at = self.rng.choice(["default:", "default:", "case 7:"])
            lines += [at, "{"] + self._update() + ["}", "break;"]
        return lines + ["}"]

    def _lambda(self):
        """Functions of the body: no capture, by value, by reference."""
        base = self.gen.floating(1, 1000).text
        x = Expr(f"lift({self.gen.floating(1, 1000).text})", "double", -5000,
                 5000, True)
        capture = self.rng.choice(["[base]", "[=]", "[&]"])
        result = self.rng.choice(["", " -> double"])
        q = self.names.q
        return ["{", f"const double base = {base};",
                f"auto lift = {capture}(double a){result} {{",
                "if (a < base)", "return a * 0.5;",
                "return base - a;", "};",
                "auto note = [&](int by) {", f"{q}visits += by & 3;", "};",
                "note(n->id);"] + self._update([x]) + [
                    f"note({masked(self.gen.integer(1), 7).text});", "}"]

    def _compound(self):
        v = Expr("value", "double", -10**6, 10**6, True)
        w = Expr("whole", "unsigned", 0, 2**32 - 1, True)
        value, whole = self.gen.floating(1, 1000), self.gen.integer(1)
        return (["{", f"double value = {value.text};",
                 f"unsigned whole = (unsigned){whole.wrapped()};",
                 f"value *= {self.gen.floating(1, 50).text};",
                 "value -= 1.5f;", "value /= 3;",
                 f"whole *= {masked(self.gen.integer(1), 63).text};",
                 "whole >>= 2;", "whole |= 5;", "whole %= 1000;",
                 "whole <<= 3;", "whole = -whole;"]
                + self._update([v, w]) + ["}"])

    def _local_array(self):
        index = masked(self.gen.integer(1), 3)
        t = leaf(f"t[{index.text}]", SCALARS["int16"], -32768, 32767)
        element = self.rng.choice(["short", "signed char"])
        return (["{", f"{element} t[4] = {{1, -2, 3}};", "int i;",
                 "for (i = 1; i < 4; i++)",
                 f"t[i] = ({element})(t[i - 1] * 3 + n->id);"]
                + self._update([t]) + ["}"])

    def _alias(self):
        """Pointers and references to what the node and the query hold."""
        q = self.names.q
        by = "q" if self.names.draw["param_q"] == "pointer" else "&q"
        query = self.names.type("Query")
        lines = ["{", f"{query} *same = {by};", f"int *count = &{q}visits;",
                 "const int *id = &n->id;"]
        if not self.names.is_c:
            lines += [f"const int &key = {q}key;", "int &again = *count;",
                      "again += key & 1;"]
        lines += ["*count += *id & 3;", "same->visits++;"]
        return lines + self._update([Expr("*id", "int", 0, 50000)]) + ["}"]

    def _comma(self):
        v = Expr("one", "double", -10**5, 10**5, True)
        w = Expr("two", "int", -1000, 1001, True)
        one = self.gen.floating(1, 1000).wrapped()
        two = masked(self.gen.integer(1), 255).wrapped()
        return (["{", "double one;", "int two;",
                 f"one = {one}, two = {two};",
                 "two = (one = one * 2, two + 1);"]
                + self._update([v, w]) + ["}"])
