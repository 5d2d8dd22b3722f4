"""The annotated loop: where its queries are, how it counts, and the function
that holds it."""


class Loop:
    def __init__(self, body, queries):
        self.body = body
        self.names = body.names
        self.draw = body.names.draw
        self.queries = queries  # how many
        self.operand = self.draw["operand"]

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

    def argument(self):
        pointer = self.draw["param_q"] == "pointer"
        array = self.array
        if self.operand == "plus":
            return f"{array} + i"
        if self.operand == "deref_plus":
            return f"*({array} + i)"
        if self.operand == "pointers":
            return f"{array}[i]"
        if self.operand == "deref_pointers":
            return f"*{array}[i]"
        return f"&{array}[i]" if pointer else f"{array}[i]"

    def call(self):
        handed = [self.argument() if p == "q" else None
                  for p in self.body.parameter_order()]
        handed += self.body.shared.first()
        handed += [a.first for a in self.body.arguments]
        return self.body.node.first(self.names.tag("visit"), handed) + ";"

    def head(self):
        form = self.draw["loop"]
        kind = {"size_t": "size_t", "unsigned": "unsigned",
                "long": "long"}.get(form, "int")
        count = "count" if kind == "int" else f"({kind})count"
        start = "3" if form == "start" else "0"
        test = {"less_equal": f"i <= {count} - 1",
                "not_equal": f"i != {count}"}.get(form, f"i < {count}")
        step = {"plus_one": "i += 1", "outside": "i++"}.get(form, "++i")
        if form == "outside" or self.names.c89:
            return [f"{kind} i;"], f"for (i = {start}; {test}; {step})"
        return [], f"for ({kind} i = {start}; {test}; {step})"

    def function(self):
        n = self.names
        declared, head = self.head()
        braces = self.body.rng("braces").random() < 0.5
        lines = n.head + [f"{n.static}void {n.tag('loop')}({self.container}, "
                          f"int count, {n.type('Node')} *root) {{"]
        lines += declared + self.body.shared.before_loop()
        if self.operand == "global_array":
            lines += ["(void)qs;"]
        lines += ["#pragma regtt parallel"]
        lines += ([head + " {", self.call(), "}"] if braces
                  else [head, self.call()])
        return lines + ["}"]
