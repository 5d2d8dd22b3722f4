"""Code around the call of the annotated loop that moves what iterations find
their way by, hides names, wraps counters: much of it is refused, and what is
taken gives the serial program's results."""


class Around:
    def __init__(self, loop):
        self.loop = loop
        self.names = loop.names
        self.kind = loop.draw["around"]
        ident = loop.names.id
        self.marks, self.others = f"around{ident}", f"beside{ident}"
        self.before_loop, self.ahead, self.behind = getattr(
            self, "_" + self.kind, lambda: ([], [], []))()

    def globals(self):
        if self.kind == "none":
            return []
        many = 3 * self.loop.queries + 8
        lines = [f"static int {self.marks}[{many}];",
                 f"static int {self.others}[{many}];"]
        if self.kind == "lookup":
            lines += [f"static int *found{self.names.id}(int k) {{",
                      f"return k % 2 ? {self.marks} + k : {self.others} + k;",
                      "}"]
        if self.kind == "defaults":
            ident = self.names.id
            lines += [f"static int pace{ident} = 1;",
                      f"static int next{ident}(int from, int by = pace{ident}) "
                      "{", f"pace{ident} = pace{ident} % 3 + 1;",
                      "return from + by;", "}"]
        return lines

    def prints(self):
        if self.kind == "none":
            return []
        many = 3 * self.loop.queries + 8
        return [f"for (i = 0; i < {many}; i++)",
                f'printf(" %d %d", {self.marks}[i], {self.others}[i]);']

    # Each: declarations ahead of the loop, statements ahead of the call, and
    # behind it. `@` is the iteration's number.

    def _shadow(self):
        """Names of the function's parameters, in blocks of the body."""
        hidden = ["{", "int root = @ + 1;", "double count = 0.5;",
                  f"{self.marks}[@] += root + (int)(count * 2);", "}"]
        return [], hidden, hidden

    def _cursor(self):
        """A pointer that each iteration moves on, behind the call."""
        return ([f"int *cursor = {self.marks};"], [],
                ["*cursor += @ + 1;", "++cursor;"])

    def _cursor_ahead(self):
        return ([f"int *cursor = {self.marks};"],
                ["*cursor += @ + 1;", "cursor += 2;"], [])

    def _counter(self):
        return (["int place = 0;"], [],
                [f"{self.marks}[place] += @ + 1;", "place = place + 1;"])

    def _counter_ahead(self):
        return (["int place = 0;"],
                [f"{self.marks}[place] += @ + 1;", "place++;"], [])

    def _wraps(self):
        """A counter that goes past the end of its type."""
        return (["unsigned char small = 250;"],
                [f"{self.marks}[@] += small;",
                 "small = (unsigned char)(small + 3);"], [])

    def _root(self):
        """The root is gone after some iterations."""
        return [], [], ["if (@ == 2)", "root = 0;"]

    def _root_alias(self):
        return ([f"{self.loop.body.node.handle}*where = &root;"], [],
                ["if (@ == 2)", "*where = 0;"])

    def _root_ahead(self):
        return [], ["if (@ == 3)", "root = 0;"], []

    def _swap(self):
        """Two pointers change places."""
        return ([f"int *one = {self.marks};", f"int *two = {self.others};"], [],
                ["one[@] += 1;", "{", "int *kept = one;", "one = two;",
                 "two = kept;", "}"])

    def _lookup(self):
        """A place that a function finds, and the next iteration's."""
        place = f"found{self.names.id}"
        return ([], [f"*{place}(@) += 2;"],
                [f"*{place}(@ + 1) += *{place}(@) + 1;"])

    def _flag(self):
        """A condition's variable, changed behind the call."""
        return (["int on = 1;"], ["if (!on)", "continue;"],
                ["if (@ % 4 == 3)", "on = 0;"])

    def _iterator(self):
        """One of a container, moved behind the call and read ahead of it."""
        return (["std::vector<int> side(40, 1);",
                 "std::vector<int>::iterator spot = side.begin();"],
                [f"{self.marks}[@] += *spot;"],
                ["*spot += @;", "if (@ % 3 == 0)", "++spot;"])

    def _alias(self):
        """A reference and a pointer to what is counted."""
        return (["int step = 1;", "int *const by = &step;"],
                [f"{self.marks}[@] += step;"], ["*by = *by % 5 + 1;"])

    def _defaults(self):
        """A default argument that each call of a helper changes."""
        place = f"next{self.names.id}"
        return (["int at = 0;"], [],
                [f"at = {place}(at);", f"{self.marks}[at % 8] += @ + at;"])

    def _recorded(self):
        """Where each iteration was is kept, and written through behind the
        loop's end; the place moves on."""
        return ([f"int *last = {self.others};"],
                [f"int *const marked = {self.marks} + @;"],
                ["*marked += *last + 1;", "last = marked;"])

    def _leaves(self):
        """Some iterations end ahead of the call, some behind it."""
        return ([], ["if (@ % 5 == 2) {", f"{self.others}[@] += 1;",
                     "continue;", "}"],
                ["if (@ % 4 == 1)", "continue;", f"{self.marks}[@] += 2;"])

    def _inner(self):
        """A loop around what is not the call."""
        return ([], [], ["{", "int k;", "for (k = @; k > 0; k--)",
                         f"{self.marks}[k] += k;", "}"])
