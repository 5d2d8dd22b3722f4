"""Random loops whose rounds go on until nothing changes: least and greatest
elements that iterations look at while others change them. Some, the hostile ones,
come to other states on other ways, or may: they are refused, or right."""

import random

STATES = {  # array of Out -> (type, sign of a better value)
    "least": ("int", "<"), "most": ("int", ">"), "dip": ("float", "<"),
    "y": ("double", "<"), "sum": ("long", ">"),
}
FAR = {"least": "1048576", "most": "-1048576", "dip": "1e6f", "y": "900.0",
       "sum": "-100"}


class Rounds:
    """One function with such a loop, for the graphs of nested.py."""

    def __init__(self, ident, seed):
        self.id = ident
        self.rng = random.Random(seed)
        self.hostile = self.rng.random() < 0.3
        self.last = False
        self.names = 0
        self.copies = []
        self.text = self._function()

    def chance(self, p):
        return self.rng.random() < p

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---- Values ------------------------------------------------------------

    def fixed(self, type_):
        """What does not change, and is not negative, so that rounds end."""
        r = self.rng
        ints = ["(deg[v] & 31)", f"{r.randint(0, 9)}", "int(uu[u] & 127u)",
                "(u & 7)", "(v ^ u) % 5"]
        if type_ in ("int", "long"):
            return r.choice(ints)
        return r.choice(["f[u]", "f[v]", f"{r.randint(0, 40)} * 0.25f",
                         f"float({r.choice(ints)})"])

    def guard(self, at):
        """A condition that holds on: of the element `at` of a state."""
        r = self.rng
        state, sign = self.state, STATES[self.state][1]
        bound = str(r.randint(-20, 300))
        opposite = {"<": ">=", ">": "<="}[sign]
        return r.choice([
            f"{state}[{at}] {sign} {bound}", f"!({state}[{at}] {opposite} {bound})",
            f"{state}[{at}] != {FAR[state]}", f"{bound} {opposite[0]} {state}[{at}]",
            f"deg[{at}] % {r.randint(2, 4)} != 1",
            f"({state}[{at}] {sign} {bound} && deg[{at}] < 40)"])

    def candidate(self, at):
        r = self.rng
        type_, sign = STATES[self.state]
        held = f"{self.state}[{at}]"
        if type_ == "float" or type_ == "double":
            return r.choice([held, f"{held} + {self.fixed(type_)}"])
        plus = {"<": "+", ">": "-"}[sign]
        fixed = self.fixed(type_)
        return r.choice([held, f"{held} {plus} {fixed}",
                         f"{held} {plus} ({fixed} + {self.fixed(type_)})",
                         f"std::max<{type_}>({held}, {fixed})",
                         f"std::min<{type_}>({held}, {fixed})",
                         f"({held} < {fixed} ? {held} : {fixed})"])

    # ---- The loop ----------------------------------------------------------

    def update(self, at, value):
        """`value` may be better than the element `at`, u or, behind the loop
        over neighbours, v."""
        sign = STATES[self.state][1]
        place = f"{self.state}[{at}]"
        inner = [f"{place} = {value};", self.flagged]
        self.rng.shuffle(inner)
        asked = self.rng.choice([f"{value} {sign} {place}",
                                 f"{place} {'>' if sign == '<' else '<'} {value}"])
        if self.chance(0.25):
            asked = f"{self.guard(self.rng.choice(['v', at]))} && {asked}"
        return [f"if ({asked}) {{", *inner, "}"]

    def push(self):
        """From v to its neighbour u."""
        value = self.candidate("v")
        if self.chance(0.5):
            name = self.name("d")
            return [f"const {STATES[self.state][0]} {name} = {value};"] + \
                self.update("u", name)
        return self.update("u", value)

    def body(self):
        r = self.rng
        self.state = r.choice(sorted(STATES))
        type_, sign = STATES[self.state]
        lines = []
        if self.chance(0.4):
            lines += [f"if (!({self.guard('v')}))", "continue;"]
        pulls = self.chance(0.35) and self.state in ("least", "most", "sum")
        e = self.name("e")
        inner = r.choice([
            [f"for (int {e} = row[v]; {e} < row[v + 1]; ++{e}) {{",
             f"const int u = col[{e}];"],
            ["for (const int u : near[v]) {"],
            [f"for (const Edge &{e} : vertices[v].near) {{",
             f"const int u = {e}.to;"]])
        if pulls:
            best = self.name("best")
            lines += [f"{type_} {best} = {self.state}[v];", *inner]
            value = self.candidate("u").replace("[u] & 127u", "[v] & 127u")
            lines += [f"if ({value} {sign} {best})", f"{best} = {value};", "}"]
            lines += self.update("v", best)
        else:
            lines += inner + self.push()
            if self.chance(0.3):
                self.state = r.choice(sorted(STATES))
                lines += self.push()
            lines += ["}"]
        if self.hostile:
            lines += self.wrong()
        return lines

    def wrong(self):
        r = self.rng
        s = self.state
        sign = STATES[s][1]
        u = "perm[v]"
        def change(value, also=""):
            return [f"if ({value} {sign} {s}[{u}]) {{", f"{s}[{u}] = {value};",
                    self.flagged, also, "}"]
        return r.choice([
            change(f"{s}[v]", "b[v] = v;"),
            [f"if ({s}[v] {'>' if sign == '<' else '<'} 50)"] + change(f"{s}[v]"),
            ["++a[v];"],
            ["extra += 1;"],
            change(f"({s}[v] + {s}[{u}]) / 2"),
            [f"if ({s}[v] {sign} {s}[{u}])", f"{s}[{u}] = {s}[v];"],
            [f"if ({s}[v] == 12)", "continue;"] + change(f"{s}[v]"),
            [f"const auto t = -{s}[v];"] + change("t"),
            change(f"deg[unsigned({s}[v]) % unsigned(n)]"),
            [f"{s}[{u}] = {s}[v];"],
            change(f"{s}[v] * 2"),
        ])

    def _function(self):
        r = self.rng
        flag, goes_on = r.choice([("changed", True), ("done", False)])
        is_int = self.chance(0.3)
        word = {True: "1" if is_int else "true", False: "0" if is_int else "false"}
        type_ = "int" if is_int else "bool"
        self.flagged = f"{flag} = {word[goes_on]};"
        body = self.body()
        text = "\n".join(body)
        pointers = "near[" not in text and "vertices[" not in text and self.chance(0.4)
        lines = [f"// Loop {self.id}: rounds{', hostile' if self.hostile else ''}",
                 f"static long loop{self.id}(Graph &g, Out &o) {{",
                 "const int n = g.n;", "long extra = 0;"]
        copies = []
        def bind(name, of, element, const, count="n"):
            if name + "[" not in text:
                return
            q = "const " if const else ""
            if pointers:
                lines.append(f"{q}{element} *const {name} = {of}.data();")
                copies.append(f"{name}[0 : {count}]")
            else:
                lines.append(f"{q}std::vector<{element}> &{name} = {of};")
        bind("row", "g.row", "int", True, "n + 1")
        bind("col", "g.col", "int", True, "g.row[n]")
        bind("deg", "g.deg", "int", True)
        bind("perm", "g.perm", "int", True)
        bind("f", "g.f", "float", True)
        bind("uu", "g.u", "unsigned", True)
        for name, element in [(s, t) for s, (t, _) in STATES.items()] + [
                ("a", "int"), ("b", "int")]:
            bind(name, "o." + name, element, False)
        if "near[" in text:
            lines.append("const std::vector<std::vector<int>> &near = g.near;")
        if "vertices[" in text:
            lines.append("const std::vector<Vertex> &vertices = g.vertices;")
        for state in STATES:
            if state + "[" in text:
                lines += [f"for (int i = 0; i < n; ++i)",
                          f"{state}[i] = i % {r.randint(5, 90)} == 0 ? (i & 63) : "
                          f"{FAR[state]};"]
        pragma = "#pragma regtt parallel" + (
            f" copyin({', '.join(copies)})" if copies else "")
        loop = [pragma, r.choice(["for (int v = 0; v < n; ++v) {",
                                  "for (int v = n - 1; v >= 0; --v) {"]),
                *body, "}"]
        asked = r.choice([flag, f"{flag} == true" if not is_int else f"{flag} != 0"]
                         if goes_on else [f"!{flag}", f"{flag} == {word[False]}"])
        reset = f"{flag} = {word[not goes_on]};"
        form = r.choice(["while", "do", "for", "break"])
        fix = "#pragma regtt fixpoint"
        if form == "while":
            lines += [f"{type_} {self.flagged}", fix, f"while ({asked}) {{", reset,
                      *loop, "}"]
        elif form == "do":
            lines += [f"{type_} {flag};", fix, "do {", reset, *loop,
                      f"}} while ({asked});"]
        elif form == "for":
            lines += [fix, f"for ({type_} {self.flagged[:-1]}; {asked};) {{", reset,
                      *loop, "}"]
        else:
            lines += [fix, "for (;;) {", f"{type_} {reset}", *loop,
                      f"if ({'!(' + asked + ')'})", "break;", "}"]
        return "\n".join(lines + ["return extra;", "}"]) + "\n"
