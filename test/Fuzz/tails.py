"""What the loop's body does with the call's value and after the call: sums in
serial order, results in arrays of their own, several at once."""


class Tail:
    def __init__(self, loop):
        self.loop = loop
        self.names = loop.names
        self.kind = loop.draw["tail"]
        self.returned = loop.body.after.returned

    def globals(self):
        """Declarations before all types."""
        if self.kind == "none":
            return []
        ident, count = self.names.id, self.loop.queries
        return [f"static double sum{ident};",
                f"static double kept{ident}[{2 * count + 2}];",
                f"static int numKept{ident};"]

    def reset(self):
        """Before the loops; they may run twice."""
        if self.kind == "none":
            return []
        return [f"sum{self.names.id} = 0;", f"numKept{self.names.id} = 0;"]

    def prints(self):
        if self.kind == "none":
            return []
        ident = self.names.id
        return [f'printf(" %d %a", numKept{ident}, sum{ident});',
                f"for (i = 0; i < numKept{ident}; i++)",
                f'printf(" %a", kept{ident}[i]);']

    @property
    def query(self):
        """The iteration's own, with the operator that reaches its fields."""
        loop = self.loop
        variable = loop.variable
        if variable:
            return f"({variable})."
        arrow = "->" if loop.operand in ("pointers", "deref_pointers") else "."
        return f"{loop.array}[i]{arrow}"

    @property
    def _visits(self):
        return self.query + "visits"

    def instead(self):
        """A statement of iterations that do not make the call."""
        if self.kind != "none":
            return f"sum{self.names.id} += 0.25;"
        # Found by a pointer, it may be another iteration's.
        found = self.loop.operand in ("pointers", "deref_pointers")
        return ";" if found else f"{self._visits} += 3;"

    def body(self, call):
        """The statements of the loop's body with its `call`."""
        ident = self.names.id
        if self.kind == "none":
            return [f"{call};"]
        value = call if self.returned.kind != "void" else None
        keep = f"kept{ident}[numKept{ident}++]"
        if self.returned.couple:
            return self._of_couple(call, keep)
        if self.kind == "sum":
            return ([f"sum{ident} += {value};"] if value
                    else [f"{call};", f"sum{ident} += {self._visits};"])
        if self.kind == "store":
            return ([f"{keep} = {value};"] if value
                    else [f"{call};", f"{keep} = {self._visits};"])
        if self.kind == "branch":
            kept = [f"if ({self._visits} % 3 != 1)", "continue;",
                    f"{keep} = {self._visits} * 0.5;"]
            return [f"{call};"] + kept
        first = ([f"const {self.returned.type} value = {value};"] if value
                 else [f"{call};", f"const int value = {self._visits} + 1;"])
        return first + [f"sum{ident} = sum{ident} * 0.5 + value;",
                        "if (value < 9)" if self.returned.type == "double"
                        else "if (value % 2)",
                        f"{keep} = value;"]

    def _of_couple(self, call, keep):
        ident = self.names.id
        t, number = self.returned.couple.parts("value")
        return [f"const {self.returned.type} value = {call};"] + {
            "sum": [f"sum{ident} += {t};"],
            "store": [f"{keep} = {t};", f"sum{ident} += {number};"],
            "branch": [f"if ({number} % 2)", "continue;", f"{keep} = {t};"],
            "several": [f"sum{ident} = sum{ident} * 0.5 + {t};",
                        f"if ({number} > 3)", f"{keep} = {number};"],
        }[self.kind]

    def behind(self, value):
        """The statements that follow calls which have left `value`."""
        lines = self.body(value)
        return lines[1:] if lines[0] == f"{value};" else lines
