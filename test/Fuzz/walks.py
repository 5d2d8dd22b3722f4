"""Annotated loops that count elsewhere than in a head of three parts: `while`
loops, heads that set several variables or go on from one, counters of a narrow
type, and lists of queries that lead on to each other."""

# Those whose variable is a query, not a number.
LINKED = ["linked", "while_linked"]
OVER_QUERIES = ["while_pointer", "while_reference", "while_iterator", *LINKED]
# Those whose last statement a `continue` would pass over.
STEPPED = ["while", "while_pointer", "while_linked"]
WALKS = ["while", "while_down", "several", "resumed", "narrow", *OVER_QUERIES]


class Walk:
    """What stands ahead of the loop, its head, and the first and the last
    statements of its body."""

    def __init__(self, loop):
        self.loop = loop
        self.names = loop.names
        self.kind = loop.draw["loop"]
        self.rng = loop.body.rng("walk")
        self.first, self.last = [], []
        self.declared, self.head = getattr(self, "_" + self.kind)()

    def _int(self, *names):
        return f"int {', '.join(names)};"

    def _while(self):
        test, self.last = self.rng.choice([
            ("i < count", ["++i;"]), ("i != count", ["i++;"]),
            ("count > i", ["i += 1;"])])
        return [self._int("i = 0")], f"while ({test})"

    def _while_down(self):
        return [self._int("i = count")], "while (" + self.rng.choice([
            "i-- > 0", "i--", "--i >= 0"]) + ")"

    def _several(self):
        """As C89 has it, where no head declares."""
        head = self.rng.choice([
            "for (i = 0, upto = count - 1; i <= upto; i++)",
            "for (upto = count, i = 0; i < upto; ++i)"])
        return [self._int("i", "upto")], head

    def _resumed(self):
        step = self.rng.choice(["++i", "i++", "i += 2"])
        return [self._int(self.rng.choice(["i = 0", "i = 1"]))], (
            f"for (; i < count; {step})")

    def _narrow(self):
        """The number of iterations is one of a byte."""
        kind = self.rng.choice(["unsigned char", "signed char", "short"])
        if self.names.c89:
            return [f"{kind} i;"], "for (i = 0; i < count; i++)"
        return [], f"for ({kind} i = 0; i < count; ++i)"

    def _while_pointer(self):
        array = self.loop.array
        self.last = [self.rng.choice(["++p;", "p++;", "p += 1;"])]
        test = self.rng.choice([f"p != {array} + count", f"p < {array} + count"])
        return ([f"{self.names.type('Query')} *p = {array};"],
                f"while ({test})")

    def _while_reference(self):
        """It goes on as soon as the query has a name."""
        declared, head = self._while_pointer()
        self.first = [f"{self.names.type('Query')} &each = *p;", *self.last]
        self.last = []
        return declared, head

    def _while_iterator(self):
        query, array = self.names.type("Query"), self.loop.array
        self.first = [f"{query} &each = *it;", "++it;"]
        return [f"auto it = {array}.begin();"], f"while (it != {array}.end())"

    def _linked(self):
        query = self.names.type("Query")
        test = self.rng.choice(["p", f"p != {self.names.null}"])
        if self.names.c89:
            return [f"{query} *p;"], f"for (p = {self._head}; {test}; p = p->next)"
        return [], f"for ({query} *p = {self._head}; {test}; p = p->next)"

    def _while_linked(self):
        self.last = ["p = p->next;"]
        return ([f"{self.names.type('Query')} *p = {self._head};"],
                "while (" + self.rng.choice(["p", f"p != {self.names.null}"])
                + ")")

    @property
    def _head(self):
        """The first query of the list: the last one of the array."""
        return f"&{self.loop.array}[count - 1]"
