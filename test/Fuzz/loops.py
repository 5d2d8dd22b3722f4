"""The annotated loop: where its queries are, how it counts, and the function
that holds it."""


from .around import Around
from .between import Between
from .programs import Program
from .tails import Tail
from .walks import LINKED, WALKS, Walk


class Loop:
    def __init__(self, body, queries):
        self.body = body
        self.names = body.names
        self.draw = body.names.draw
        self.queries = queries  # how many
        self.operand = self.draw["operand"]
        self.walk = Walk(self) if self.draw["loop"] in WALKS else None
        self.tail = Tail(self)
        self.program = Program(self)
        self.around = Around(self)

    @property
    def container(self):
        """The parameter that hands the queries to the loop's function."""
        query = self.names.type("Query")
        return {"vector": f"std::vector<{query}> &qs",
                "std_array": f"std::array<{query}, {self.queries}> &qs",
                "pointers": f"{query} **qs",
                "deref_pointers": f"{query} **qs",
                }.get(self.operand, f"{query} *qs")

    def storage(self):
        """Declares the queries, in the function that runs all."""
        query = self.names.type("Query")
        if self.operand == "vector":
            return [f"std::vector<{query}> qs({self.queries});"]
        if self.operand == "std_array":
            return [f"static std::array<{query}, {self.queries}> qs;"]
        if self.operand in ("pointers", "deref_pointers"):
            return [f"static {query} all[{self.queries}];",
                    f"static {query} *qs[{self.queries}];"]
        if self.operand == "global_array":
            return []
        return [f"static {query} qs[{self.queries}];"]

    def global_storage(self):
        if self.operand != "global_array":
            return []
        prefix = "" if self.names.in_class else "static "
        return [f"{prefix}{self.names.type('Query')} "
                f"{self.names.tag('queries')}[{self.queries}];"]

    @property
    def array(self):
        return (self.names.tag("queries") if self.operand == "global_array"
                else "qs")

    def element(self, index):
        """A query, with the operator that reaches its fields."""
        if self.operand in ("pointers", "deref_pointers"):
            return f"all[{index}]."
        return f"{self.array}[{index}]."

    @property
    def variable(self):
        """The loop's own name for a query, where it has no index."""
        return {"pointer": "*p", "two_pointers": "*p", "iterator": "*it",
                "range": "each", "while_pointer": "*p",
                "while_reference": "each",
                "while_iterator": "each", "linked": "*p",
                "while_linked": "*p"}.get(self.draw["loop"])

    def argument(self):
        pointer = self.draw["param_q"] == "pointer"
        array = self.array
        if self.variable:
            text = f"&{self.variable}" if pointer else self.variable
            return text[2:] if text.startswith("&*") and text != "&*it" else text
        if self.operand == "plus":
            return f"{array} + i"
        if self.operand == "deref_plus":
            return f"*({array} + i)"
        if self.operand == "pointers":
            return f"{array}[i]"
        if self.operand == "deref_pointers":
            return f"*{array}[i]"
        return f"&{array}[i]" if pointer else f"{array}[i]"

    def call(self, root="root"):
        handed = [self.argument() if p == "q" else None
                  for p in self.body.parameter_order()]
        handed += self.body.node.arrays_handed() + self.body.shared.first()
        handed += self.body.extras.first()
        handed += [a.first for a in self.body.arguments]
        if self.starts:
            handed[-len(self.body.arguments)] = "starts[i]"
        return self.body.node.first(self.names.tag(Between(self.body).called),
                                    handed, root)

    @property
    def starts(self):
        """Whether the first argument starts with an iteration's own value."""
        return self.draw["start"] == "own"

    def links(self):
        """Of a query, which leads on to the one ahead of it in the array."""
        if not self._is_list:
            return []
        return [f"{self.element('i')}next = i ? &{self.array}[i - 1] : "
                f"{self.names.null};"]

    def query_members(self):
        return ([f"{self.names.type('Query')} *next;"] if self._is_list else [])

    @property
    def _is_list(self):
        return self.draw["loop"] in LINKED

    def start_storage(self):
        if not self.starts:
            return []
        kind = self.body.arguments[0].scalar.text
        return [f"static {kind} starts[{self.queries}];"]

    def start_fill(self):
        if not self.starts:
            return []
        first = self.body.arguments[0]
        lo = max(int(first.lo), 0)
        return [f"starts[i] = ({first.scalar.text})drawInt({lo}, "
                f"{max(lo, min(int(first.hi), 7))});"]

    def head(self):
        form = self.draw["loop"]
        if self.walk:
            return self.walk.declared, self.walk.head
        kind = {"size_t": "size_t", "unsigned": "unsigned",
                "long": "long"}.get(form, "int")
        count = "count" if kind == "int" else f"({kind})count"
        start = "3" if form == "start" else "0"
        if self.variable:
            return self._over_elements()
        if form in ("down", "down_test", "step"):
            first, test, step = {
                "down": ("count - 1", "i >= 0", "--i"),
                "down_test": ("count", "i-- > 0", ""),
                "step": ("1", "i < count", "i += 2")}[form]
            if self.names.c89:
                return ["int i;"], f"for (i = {first}; {test}; {step})"
            return [], f"for (int i = {first}; {test}; {step})"
        test = {"less_equal": f"i <= {count} - 1",
                "not_equal": f"i != {count}"}.get(form, f"i < {count}")
        step = {"plus_one": "i += 1", "outside": "i++"}.get(form, "++i")
        if form == "outside" or self.names.c89:
            return [f"{kind} i;"], f"for (i = {start}; {test}; {step})"
        return [], f"for ({kind} i = {start}; {test}; {step})"

    def _over_elements(self):
        query, array = self.names.type("Query"), self.array
        form = self.draw["loop"]
        if form == "range":
            kind = self.body.rng("range").choice(["auto", query])
            return [], f"for ({kind} &each : {array})"
        if form == "iterator":
            return [], (f"for (auto it = {array}.begin(); it != {array}.end();"
                        " ++it)")
        ends = form == "two_pointers"
        head = (f"p = {array}, *end = {array} + count; p != end; ++p)" if ends
                else f"p = {array}; p != {array} + count; ++p)")
        if self.names.c89:
            return ([f"{query} *p, *end;"] if ends else [f"{query} *p;"]), (
                "for (" + head.replace("*end", "end"))
        return [], f"for ({query} *" + head

    @property
    def _number(self):
        """Which iteration it is."""
        number = f"(int)(p - {self.array})"
        each, p = (f"(int)({name} - &{self.array}[0])"
                   for name in ("&each", "p"))
        return {"pointer": number, "two_pointers": number,
                "while_reference": each, "while_iterator": each,
                "while_pointer": p, "linked": p, "while_linked": p,
                "iterator": f"(int)(it - {self.array}.begin())",
                "range": each,
                }.get(self.draw["loop"], "(int)i")

    def _under_conditions(self, made):
        """The loop's body, which makes its call in some iterations only."""
        number, form = self._number, self.draw["calls"]
        some = f"if ({number} % 3 != 1)"
        if form == "if":
            return [some + " {", *made, "}"]
        if form == "else":
            return [f"if ({number} % 4 == 2)", self.tail.instead(),
                    "else {", *made, "}"]
        if form == "continue":
            return [f"if ({number} % 3 == 2)", "continue;", *made]
        if form == "nested":
            return [some + " {", f"if ({number} == 3) {{",
                    self.tail.instead(), "continue;", "}", *made, "}"]
        return made

    def function(self, name="loop"):
        n = self.names
        declared, head = self.head()
        braces = self.body.rng("braces").random() < 0.5
        parameters = [self.container, "int count",
                      f"{self.body.node.handle}root"]
        parameters += self.body.node.array_parameters()
        parameters += self.body.extras.loop_parameters()
        if self.program.has_roots:
            parameters += self.program.roots.parameters()
        if self.starts:
            parameters += [f"{self.body.arguments[0].scalar.text} *starts"]
        lines = n.head + [f"{n.static}void {n.tag(name)}("
                          f"{', '.join(parameters)}) {{"]
        lines += declared + self.around.before_loop
        lines += self.body.shared.before_loop()
        lines += self.body.extras.before_loop()
        lines += [line for a in self.body.arguments for line in a.before_loop()]
        if self.operand == "global_array":
            lines += ["(void)qs;"]
        if self.draw["loop"] in ("iterator", "range", "while_iterator"):
            lines += ["(void)count;"]
        lines += [" ".join(["#pragma regtt parallel"]
                           + self.body.extras.clauses() + (
                               self.program.roots.clauses()
                               if self.program.has_roots else []))]
        made = self._under_conditions(self._calls())
        if self.walk:
            made = [*self.walk.first, *made, *self.walk.last]
        lines += ([head + " {", *made, "}"] if braces or len(made) > 1
                  else [head, *made])
        return lines + self.body.extras.after_loop() + ["}"]

    def _calls(self):
        """What an iteration that makes its calls does."""
        extras, around = self.body.extras, self.around
        # Found by a pointer, a query may be another iteration's.
        found = self.operand in ("pointers", "deref_pointers")
        kept = ([] if found or self.draw["program"] == "leave"
                else extras.behind(self.tail.query))
        if self.program.is_one:
            calls, *behind = self.tail.body(self.call())
            made = [calls, *extras.drained(), *kept, *behind]
        else:
            made = [*self.program.lines(), *extras.drained(), *kept,
                    *self.tail.behind("got" if self.program.has_value else "")]
        return ([line.replace("@", self._number)
                 for line in extras.declared() + around.ahead] + made
                + [line.replace("@", self._number) for line in around.behind])
