"""Containers whose size visits change: queues of the best, lists with a bound and
without, in the query, each beside its query, or declared in the loop's body."""

from .expr import Expr, masked, small_int
from .extra import Extra


class Container(Extra):
    """What queues and lists have in common: where they are."""

    name = "heap"

    def __init__(self, names, rng, queries):
        super().__init__(names, rng, queries)
        self.place = names.draw["container"].split("_")[0]
        self.most = rng.choice([1, 3, 4, 7])
        self.reference = self._by_reference()

    @property
    def type(self):
        raise NotImplementedError

    @property
    def object(self):
        """The container in the traversal."""
        if self.place == "member":
            return f"{self.names.q}{self.name}"
        return self.name if self.reference else f"(*{self.name})"

    def _bound(self, most):
        spelled = (f"{self.names.q}{self.name}" if self.place == "member"
                   else self.name)
        text = self.rng.choice([str(most), f"{most - 1} + 1", f"1 * {most}"])
        return f"bound({spelled} : {text})"

    # Where it is declared.

    def query_members(self):
        return [f"{self.type} {self.name};"] if self.place == "member" else []

    def declared(self):
        """Declarations of the loop's body."""
        return [f"{self.type} own;"] if self.place == "body" else []

    def parameters(self):
        if self.place == "member":
            return []
        return [f"{self.type} {'&' if self.reference else '*'}{self.name}"]

    def handed(self):
        return [] if self.place == "member" else [self.name]

    def first(self):
        own = "own" if self.place == "body" else "heaps[i]"
        return [] if self.place == "member" else [
            own if self.reference else f"&{own}"]

    def loop_parameters(self):
        return ([f"std::vector<{self.type}> &heaps"] if self.place == "handed"
                else [])

    def passed(self):
        return ["heaps"] if self.place == "handed" else []

    def storage(self):
        return ([f"std::vector<{self.type}> heaps({self.queries});"]
                if self.place == "handed" else [])

    # What is in it.

    def early(self):
        if self.place != "body":
            return []
        return [f"static double drained{self.names.id};"]

    def drained(self):
        """Statements of the loop's body after the call."""
        if self.place != "body":
            return []
        total = f"drained{self.names.id}"
        return self._each("own", f"{total} = {total} * 0.75 + @;")

    def prints_of(self, place):
        """Prints the container at `place`."""
        copy = f"shown{self.names.id}"
        return (["{", f"{self.type} {copy} = {place};"]
                + self._each(copy, 'printf(" %a", (double)@);') + ["}"])

    def _each(self, place, statement):
        """Does a statement with a number of each element for `@`, and empties
        it."""
        raise NotImplementedError

    def query_prints(self, element):
        """Of a query, whose fields `element` reaches."""
        if self.place != "member":
            return []
        return self.prints_of(f"{element}{self.name}")

    def prints(self):
        return self.prints_of("heaps[i]") if self.place == "handed" else []

    def total(self):
        """Prints what is kept of all iterations."""
        if self.place != "body":
            return []
        return [f'printf("{self.names.id}.drained %a\\n", '
                f"drained{self.names.id});"]

    def reset(self):
        return ([f"drained{self.names.id} = 0;"] if self.place == "body"
                else [])


class Queue(Container):
    """A std::priority_queue of numbers, pairs or structs."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["int", "double", "pair", "hit",
                                        "ordered"])
        self.form = self.rng.choice(["tested", "replaced", "popped", "shrunk"])

    def types(self):
        tag = self.names.tag
        if self.element not in ("hit", "ordered"):
            return []
        lines = [f"struct {tag('Hit')} {{", "double key;", "int id;"]
        if self.element == "hit":
            return lines + [f"bool operator<(const {tag('Hit')} &o) const {{",
                            "return key < o.key;", "}", "};"]
        return lines + ["};", f"struct {tag('Nearer')} {{",
                        f"bool operator()(const {tag('Hit')} &a, "
                        f"const {tag('Hit')} &b) const {{",
                        "return a.key > b.key;", "}", "};"]

    @property
    def _value_type(self):
        return {"int": "int", "double": "double",
                "pair": "std::pair<double, int>"}.get(
                    self.element, self.names.tag("Hit"))

    @property
    def type(self):
        value = self._value_type
        if self.element == "ordered":
            return (f"std::priority_queue<{value}, std::vector<{value}>, "
                    f"{self.names.tag('Nearer')}>")
        if self.element == "double":
            return ("std::priority_queue<double, std::vector<double>, "
                    "std::greater<double>>")
        return f"std::priority_queue<{value}>"

    @property
    def _number(self):
        """Of an element, what is printed and compared."""
        return {"int": "", "double": "", "pair": ".first"}.get(
            self.element, ".key")

    def clause(self):
        if self.form in ("popped", "shrunk"):  # one more for a while
            return self._bound(self.most + 1)
        return self._bound(self.most) if self.form == "replaced" else ""

    def _each(self, place, statement):
        second = {"pair": ".second", "hit": ".id", "ordered": ".id"}.get(
            self.element)
        lines = [f"for (; !{place}.empty(); {place}.pop()) {{",
                 statement.replace("@", f"{place}.top(){self._number}")]
        if second:
            lines += [statement.replace("@", f"{place}.top(){second}")]
        return lines + ["}"]

    def changing(self):
        return [Expr(f"(int){self.object}.size()", "int", 0, self.most + 1),
                Expr(f"({self.object}.empty() ? 1 : 2)", "int", 1, 2, True)]

    def update(self, gen):
        heap, kind = self.object, self.element
        key = (small_int(gen.integer(1)) if kind == "int"
               else gen.floating(1, 1000))
        # Ties: equal keys come out in the library's order.
        cut = (masked(gen.integer(1), 7) if self.rng.random() < 0.4 else key)
        value = f"({'int' if kind == 'int' else 'double'}){cut.wrapped()}"
        push = {"int": f"{heap}.push(fresh);",
                "double": f"{heap}.push(fresh);",
                "pair": self.rng.choice([
                    f"{heap}.push({{fresh, n->id}});",
                    f"{heap}.emplace(fresh, n->id);",
                    f"{heap}.push(std::make_pair(fresh, n->id));"]),
                }.get(kind, f"{heap}.push({self.names.tag('Hit')}"
                            "{fresh, n->id});")
        better = (f"fresh {'>' if kind in ('double', 'ordered') else '<'} "
                  f"{heap}.top(){self._number}")
        lines = ["{", f"const {'int' if kind == 'int' else 'double'} fresh = "
                      f"{value};"]
        lines += {
            "tested": [f"if ({heap}.size() < {self.most})", push],
            "replaced": [f"if ({heap}.size() < {self.most})", push,
                         f"else if ({better}) {{", f"{heap}.pop();", push,
                         "}"],
            "popped": [push, f"if ((int){heap}.size() > {self.most})",
                       f"{heap}.pop();"],
            "shrunk": [push, f"while ({heap}.size() > {self.most}u)",
                       f"{heap}.pop();"]}[self.form]
        return lines + ["}"]


class List(Container):
    """A std::vector of at most so many numbers, structs or pairs."""

    name = "kept"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["int", "float", "short", "pair"])

    @property
    def type(self):
        value = "std::pair<float, int>" if self.element == "pair" else (
            self.element)
        return f"std::vector<{value}>"

    def clause(self):
        return self._bound(self.most)

    def _each(self, place, statement):
        part = ".first" if self.element == "pair" else ""
        return [f"for (; !{place}.empty(); {place}.pop_back())",
                statement.replace("@", f"{place}.back(){part}")]

    def changing(self):
        return [Expr(f"(int){self.object}.size()", "int", 0, self.most)]

    def update(self, gen):
        found, kind = self.object, self.element
        value = small_int(gen.integer(1))
        made = (f"std::pair<float, int>((float){value.wrapped()}, n->id)"
                if kind == "pair" else f"({kind}){value.wrapped()}")
        push = self.rng.choice([f"{found}.push_back({made});",
                                f"{found}.emplace_back({made});"])
        number = ".first" if kind == "pair" else ""
        at = f"{found}[n->id % {found}.size()]{number}"
        return self.rng.choice([
            [f"if ({found}.size() < {self.most})", push],
            [f"if ({found}.size() == {self.most})",
             self.rng.choice([f"{found}.pop_back();", f"{found}.clear();"]),
             push],
            [f"if ((int){found}.size() < {self.most})", push,
             f"if (!{found}.empty())",
             f"{found}.{self.rng.choice(['front', 'back'])}(){number} += 2;"],
            [f"if ({found}.empty())", push, "else",
             f"{at} = ({'float' if kind == 'pair' else kind})(n->id % 100);"]])


class Results(List):
    """A std::vector of any number of them, at which nothing looks."""

    name = "results"

    def clause(self):
        return ""

    def changing(self):
        return [Expr(f"(int)({self.object}.size() % 7)", "int", 0, 6),
                Expr(f"({self.object}.empty() ? 1 : 2)", "int", 1, 2, True)]

    def update(self, gen):
        found, kind = self.object, self.element
        value = small_int(gen.integer(1))
        made = (f"std::pair<float, int>((float){value.wrapped()}, n->id)"
                if kind == "pair" else f"({kind}){value.wrapped()}")
        push = f"{found}.{self.rng.choice(['push', 'emplace'])}_back({made});"
        return self.rng.choice([
            [push], [push, push],
            [f"if (n->id % {self.most + 1})", push],
            [push, f"if ({found}.size() % 5 == 4)", f"{found}.pop_back();"],
            [f"if ({found}.size() > {self.most * 20})", f"{found}.clear();",
             push]])
