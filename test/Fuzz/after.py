"""What a body does after its recursive calls, and what it returns."""

from .couples import COUPLES
from .expr import Generator


class After:
    """Statements after each call and after all of them."""

    def __init__(self, body):
        self.body = body
        self.kind = body.names.draw["after"]
        self.rng = body.rng("after")
        self.returned = Returned(body)

    def declared(self):
        """Locals that live across calls."""
        lines = self.returned.declared()
        if self.kind == "carried":
            lines += ["unsigned carried = (unsigned)pick + 1u;"]
        return lines

    def call(self, call):
        """The statement of a call and what follows at once."""
        lines = self.returned.use(call) + self._between()
        if len(lines) == 1:
            return lines[0]
        return " ".join(["{", *lines, "}"])

    def _between(self):
        q = self.body.names.q
        if self.kind == "between":
            return self._update()
        if self.kind == "carried":
            return [f"carried = carried * 3u + ({q}visits & 7);"]
        if self.kind == "leave":
            test = f"{q}visits % 9 == {self.rng.randrange(9)}"
            return [f"if ({test})", self.returned.leave()]
        return []

    def _update(self):
        generator = self.body.generator(self.rng)
        return self.body.state.update(generator)

    def end(self):
        """The last statements."""
        lines = []
        if self.kind == "carried":
            lines += [f"{self.body.names.q}visits += carried & 3u;"]
        if self.kind == "after" or (self.kind == "leave"
                                    and self.rng.random() < 0.5):
            lines += self.body.optional(self._update())
        return lines


class Returned:
    """The value of the traversal, made of those of its calls."""

    def __init__(self, body):
        self.body = body
        self.kind = body.names.draw["returns"]
        self.rng = body.rng("returned")
        couple = COUPLES.get(self.kind)
        self.couple = couple and couple(body.names, self.rng)

    @property
    def type(self):
        if self.couple:
            return self.couple.type
        fixed = {"void": "void", "mix": "double", "flag": "int"}
        drawn = self.body.rng("type of returned").choice(["int", "long"])
        return fixed.get(self.kind, drawn)

    def declared(self):
        if self.kind == "void":
            return []
        if self.couple:
            made = self.couple.made("dist * 0.5", "pick")
            return [f"{self.type} sofar = {made};"]
        first = Generator(self.rng, self.body.stable_leaves()).integer(0)
        start = {"flag": "0", "mix": "pick * 0.25"}.get(
            self.kind, f"({first.wrapped()} & 15)")
        return [f"{self.type} sofar = {start};"]

    def use(self, call):
        """Statements with the call."""
        if self.kind == "sum":
            return [f"sofar += {call};"]
        if self.kind == "mix":
            return [f"sofar = sofar * 0.5 + {call};"]
        if self.kind == "flag":
            return [f"if ({call}) sofar = 1;"]
        if self.kind == "max":
            return ["{", f"const {self.type} got = {call};",
                    "if (sofar < got) sofar = got;", "}"]
        if self.kind == "down":
            return [f"if ({self.body.names.q}visits >= 0) return {call};"]
        if self.couple:
            return ["{", f"const {self.type} got = {call};",
                    *self.couple.combined(), "}"]
        return [f"{call};"]

    def types(self):
        return self.couple.types() if self.couple else []

    def leave(self):
        """A return after the locals."""
        if self.kind == "void":
            return "return;"
        if self.couple:
            return self.rng.choice(["return sofar;",
                                    f"return {self.couple.made('3.5', '2')};"])
        return self.rng.choice(["return sofar;", "return sofar + 1;",
                                "return 3;"])

    def leave_at(self):
        """A return of a function between the loop and the traversal."""
        if self.kind == "void":
            return "return;"
        return f"return {self._constant()};"

    def early(self, lines):
        """The statements before the locals, where the node may be null."""
        return [line.replace("return;", f"return {self._constant()};")
                for line in lines] if self.kind != "void" else lines

    def late(self, lines):
        return [line.replace("return;", self.leave()) for line in lines]

    def _constant(self):
        if self.couple:
            return self.couple.none
        return "0" if self.kind == "flag" else self.rng.choice(["0", "1", "5"])

    def handed_on(self, call, whole):
        """The rest is what another function does for the same node."""
        lines = [f"{call};" if self.kind == "void" else f"return {call};"]
        if whole:
            lines += ["}"] if self.kind == "void" else [
                "}", f"return {self._constant()};"]
        return lines

    def end(self, whole):
        """The last return; a body in one `if` has one after it, too."""
        if self.kind == "void":
            return ["}"] if whole else []
        return ["return sofar;"] + (["}", f"return {self._constant()};"]
                                    if whole else [])
