"""Variables that an iteration has for itself beside its query: the loop's body
declares one, or a clause makes one of a variable from outside."""

from .expr import Expr, cast, masked, small_int
from .extra import Extra


class Tally(Extra):
    """A number that the loop's body declares and the call changes."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.reference = self._by_reference()
        self.value = "mine" if self.reference else "(*mine)"
        self.element = self.rng.choice(["int", "long", "unsigned"])
        self.sum = f"left{self.names.id}"

    def early(self):
        return [f"static double {self.sum};"]

    def reset(self):
        return [f"{self.sum} = 0;"]

    def total(self):
        return [f'printf("{self.names.id}.left %a\\n", {self.sum});']

    def parameters(self):
        return [f"{self.element} {'&' if self.reference else '*'}mine"]

    def handed(self):
        return ["mine"]

    def first(self):
        return ["mine" if self.reference else "&mine"]

    def declared(self):
        return [f"{self.element} mine = @ % 5;"]

    def drained(self):
        return [f"{self.sum} = {self.sum} * 0.5 + mine;"]

    def changing(self):
        kind = {"int": "int", "long": "long", "unsigned": "unsigned"}[
            self.element]
        return [Expr(self.value, kind, 0, 10**8, True)]

    def update(self, gen):
        by = masked(gen.integer(1), 15).wrapped()
        return [self.rng.choice([f"{self.value}++;", f"{self.value} += {by};",
                                 f"{self.value} = {by} * 3;"])]


class Private(Tally):
    """The same, of a variable from outside."""

    def before_loop(self):
        return [f"{self.element} mine;"]

    def clauses(self):
        return ["private(mine)"]

    def declared(self):
        return ["mine = @ % 5;"]


class FirstPrivate(Extra):
    """An array of which each iteration sets a part."""

    def parameters(self):
        return ["const int *steps"]

    def handed(self):
        return ["steps"]

    first = handed

    def before_loop(self):
        return ["int steps[3] = {4, 0, -7};"]

    def clauses(self):
        return ["firstprivate(steps)"]

    def declared(self):
        return ["steps[1] = @ * 3;"]

    def stable(self):
        return [Expr(f"steps[{k}]", "int", -200, 200, True)
                for k in ("0", "1", "n->id % 3")]


class Reduction(Extra):
    """A variable that all iterations add to."""

    UPDATES = {"+": ["@ += #;", "@++;", "@ -= #;"], "|": ["@ |= #;"],
               "^": ["@ ^= #;"], "max": ["if (# > @) @ = #;"],
               "min": ["if (# < @) @ = #;"]}

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.reference = self._by_reference()
        self.value = "all" if self.reference else "*all"
        self.operator = self.rng.choice(list(self.UPDATES))
        self.element = self.rng.choice(["int", "long"])
        self.sum = f"reduced{self.names.id}"

    def early(self):
        return [f"static {self.element} {self.sum};"]

    def before_loop(self):
        return [f"{self.element} all = {self.sum};"]

    def after_loop(self):
        return [f"{self.sum} = all;"]

    def reset(self):
        return [f"{self.sum} = 3;"]

    def total(self):
        return [f'printf("{self.names.id}.reduced %ld\\n", (long){self.sum});']

    def clauses(self):
        return [f"reduction({self.operator} : all)"]

    def parameters(self):
        return [f"{self.element} {'&' if self.reference else '*'}all"]

    def handed(self):
        return ["all"]

    def first(self):
        return ["all" if self.reference else "&all"]

    def update(self, gen):
        number = small_int(gen.integer(1), 100)
        if self.operator in ("min", "max") and number.kind != "int":
            # As another type it would be compared, and then be cut off.
            number = cast("int", number)
        by = number.wrapped()
        if self.operator in "|^":
            by = masked(gen.integer(1), 1023).wrapped()
        form = self.rng.choice(self.UPDATES[self.operator])
        value = self.value if form.startswith(("@ ", "if")) else (
            f"({self.value})")
        text = form.replace("@", value)
        if text.count("#") > 1:
            # What the library is called for is a value of each call.
            return ["{", f"const int by = {by};", text.replace("#", "by"), "}"]
        return [text.replace("#", by)]
