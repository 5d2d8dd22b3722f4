"""A small struct that is used by value: in nodes, in queries and in locals; with
operators, methods, constructors, struct members, bases, or in arrays."""

from .data import Field
from .expr import Expr, masked, small_int
from .scalars import BIG, SCALARS


class Value:
    def __init__(self, names, rng):
        self.names = names
        self.rng = rng
        self.kind = names.draw["value"]
        self.in_node = self.kind != "none" and rng.random() < 0.7
        self.in_query = self.kind != "none" and rng.random() < 0.7
        # An array of such structs is no query's.
        if names.draw["node"] == "columns" and self.in_node:
            self.in_query = False
        self.real = rng.choice(["float", "double"])
        self.free = not names.in_class and rng.random() < 0.5

    # Types.

    @property
    def tag(self):
        return self.names.tag("Vec")

    @property
    def type(self):
        if self.kind == "nested":
            return self._named("Span")
        if self.kind == "inherited":
            return self._named("Tagged")
        return self._plain_type()

    def _plain_type(self):
        if self.kind == "template":
            return f"{self.tag}<{self.real}>"
        return self._named("Vec")

    def _named(self, base):
        tag = self.names.tag(base)
        return f"struct {tag}" if self.names.is_c else tag

    def types(self):
        if self.kind == "none":
            return []
        real = "R" if self.kind == "template" else self.real
        head = ["template <typename R>"] if self.kind == "template" else []
        lines = head + [f"struct {self.tag} {{", f"{real} x, y;", "int tag;"]
        lines += getattr(self, "_members_" + self.kind, list)() + ["};"]
        return lines + getattr(self, "_after_" + self.kind, list)()

    def _members_operators(self):
        t, r = self.tag, self.real
        lines = [f"{t} &operator+=(const {t} &o) {{", "x += o.x;", "y += o.y;",
                 "tag ^= o.tag;", "return *this;", "}",
                 f"{t} operator-() const {{",
                 f"return {t}{{-x, -y, tag}};", "}",
                 f"bool operator<(const {t} &o) const {{ return x < o.x || "
                 "(x == o.x && tag < o.tag); }",
                 f"{r} operator[](int i) const {{ return i == 0 ? x : y; }}"]
        if not self.free:
            lines += [f"{t} operator*({r} by) const {{",
                      f"{t} result = {{x * by, y * by, tag}};",
                      "return result;", "}",
                      f"{t} operator+({t} o) const {{ o += *this; "
                      "return o; }"]
        return lines

    def _after_operators(self):
        t, r = self.tag, self.real
        if not self.free:
            return []
        return [f"static {t} operator*(const {t} &v, {r} by) {{",
                f"return {{v.x * by, v.y * by, v.tag}};", "}",
                f"static {t} operator+({t} a, const {t} &b) {{",
                "a += b;", "return a;", "}"]

    def _members_methods(self):
        t, r = self.tag, self.real
        return [f"{r} dot(const {t} &o) const {{ return x * o.x + y * o.y; }}",
                f"double length2() const {{ return dot(*this); }}",
                f"{t} &add(const {t} &o, {r} by) {{", "x += o.x * by;",
                "y -= o.y * by;", "++tag;", "return *this;", "}",
                "void reset(int to) {", "if (tag > to)", "tag = to;", "}",
                f"static {t} of({r} a, int b) {{", f"{t} v;", "v.x = a;",
                "v.y = a / 3;", "v.tag = b;", "return v;", "}"]

    def _members_constructor(self):
        t, r = self.tag, self.real
        first = (["x = y = 0.5;", "tag = 1;"] if self.rng.random() < 0.5
                 else [])
        start = "" if first else " : x(0.5), y(0.5), tag(1)"
        return [f"{t}(){start} {{"] + first + ["}",
                f"{t}({r} a, {r} b = 2, int c = 3) : x(a), y(b - a), tag(c) "
                "{", "if (c > 100)", "tag = 100;", "}"]

    def _members_template(self):
        return ["template <typename U> R mixed(U by) const { return x * R(by) "
                "+ y; }",
                f"{self.tag} halved() const {{",
                f"return {self.tag}{{R(x / 2), R(y / 2), tag / 2}};", "}"]

    def _after_plain(self):
        t = self._plain_type()
        return [f"static {t} {self.names.tag('turned')}({t} v, int by) {{",
                f"{t} w = v;", "w.x = v.y - by;", "w.y = v.x;",
                "v.tag = 0;", "return w;", "}",
                f"static void {self.names.tag('push')}({t} *v, "
                f"const {t} *by) {{", "v->x += by->y;", "v->tag++;", "}"]

    def _after_nested(self):
        t = self._plain_type()
        return [f"{self._named('Span')} {{" if self.names.is_c
                else f"struct {self._named('Span')} {{", f"{t} lo, hi;",
                "short weight;", "};"]

    def _after_inherited(self):
        return [f"struct {self._named('Tagged')} : {self.tag} {{",
                "unsigned kinds;",
                "double both() const { return this->x - this->tag * 0.25; }", "};"]

    # Fields, as the node's and the query's other data.

    def _parts(self):
        plain = [(".x", self.real), (".y", self.real), (".tag", "int32")]
        if self.kind == "nested":
            return [(end + path, scalar) for end in (".lo", ".hi")
                    for path, scalar in plain] + [(".weight", "int16")]
        if self.kind == "array":
            return [(f"[{i}]{path}", scalar) for i in (0, 1)
                    for path, scalar in plain]
        return plain + ([(".kinds", "uint32")]
                        if self.kind == "inherited" else [])

    def _fields(self, name, most):
        fields = []
        for path, scalar in self._parts():
            scalar = SCALARS[scalar]
            real, whole = most
            lo, hi = (-real, real) if scalar.is_float else (
                max(scalar.lo, -whole), min(scalar.hi, whole))
            fields.append(Field(name + path, scalar, 0, lo, hi))
        return fields

    def node_fields(self):
        return self._fields("val", (120, 1000)) if self.in_node else []

    def query_fields(self):
        return (self._fields("vs", (BIG, 2**31 - 1)) if self.in_query else [])

    def _member(self, name):
        extent = "[2]" if self.kind == "array" else ""
        return [f"{self.type} {name}{extent};"]

    def node_members(self):
        return self._member("val") if self.in_node else []

    def query_members(self):
        return self._member("vs") if self.in_query else []

    # Statements.

    def lines(self, gen, update):
        """Work with values; `update` makes an update of the query's state that
        may read the expressions it is given."""
        if self.kind == "none":
            return []
        self.gen = gen
        body, reads = getattr(self, "_use_" + self.kind)()
        leaves = [Expr(text, kind, lo, hi, True)
                  for text, kind, lo, hi in reads]
        return ["{"] + body + update(leaves) + ["}"]

    def _float(self):
        e = self.gen.floating(1, 1000)
        return f"({self.real})({e.text})"

    def _int(self):
        return f"(int)({small_int(self.gen.integer(1), 500).text})"

    def _made(self):
        """A value in braces."""
        return f"{{{self._float()}, {self._float()}, {self._int()}}}"

    def _start(self, name):
        """Declares a local with a value."""
        t = self._plain_type()
        if self.in_node and self.kind not in ("nested", "inherited", "array"
                                              ) and self.rng.random() < 0.4:
            return [f"{t} {name} = n->val;"]
        if self.names.draw["lang"] == "c99" and self.rng.random() < 0.4:
            return [f"{t} {name} = {{.tag = {self._int()}, "
                    f".x = {self._float()}}};"]
        if self.names.is_c and self.rng.random() < 0.4:
            return [f"{t} {name} = {self._made()};"]
        if self.kind == "constructor":
            return [self.rng.choice([
                f"{t} {name};", f"{t} {name}({self._float()});",
                f"{t} {name}({self._float()}, {self._float()});",
                f"{t} {name}{self._made()};",
                f"{t} {name} = {t}({self._float()}, {self._float()}, "
                f"{self._int()});"])]
        if not self.names.is_c and self.rng.random() < 0.3:
            return [f"{t} {name}{self._made()};"]
        return [f"{t} {name} = {self._made()};"]

    def _keep(self, name):
        """Writes a local to the query."""
        if not self.in_query:
            return []
        q = self.names.q
        return self.rng.choice([
            [f"{q}vs = {name};"],
            [f"if ({self.gen.condition(1).text})", f"{q}vs = {name};"],
            [f"{q}vs.tag = {name}.tag;", f"{q}vs.y = {name}.x;"]])

    @staticmethod
    def _reads(*texts):
        return [(t, "double", -10**7, 10**7) for t in texts]

    def _two(self):
        return self._start("va") + self._start("vb")

    def _use_plain(self):
        n = self.names
        lines = self._two() + self.rng.choice([
            [f"vb = {n.tag('turned')}(va, {self._int()});"],
            [f"{n.tag('push')}(&vb, &va);"],
            ["vb = va;", "vb.x = vb.x * 0.5f;", "vb.tag = va.tag + 1;"]])
        return lines + self._keep("vb"), self._reads("va.x", "vb.x", "vb.y") + [
            ("vb.tag", "int", -2000, 2000)]

    def _use_operators(self):
        lines = self._two() + self.rng.choice([
            ["vb = va + vb;"], ["vb += va;"], ["vb = vb * 0.5f + va;"], ["va = -vb;"],
            ["if (va < vb)", "vb += va;"], ["(vb += va) += va;"]])
        return lines + self._keep("vb"), self._reads(
            "va.x", "vb[0]", "vb[1]", "(va * 2)[1]", "(-vb).x", "(va + vb).y")

    def _use_methods(self):
        lines = self._two() + self.rng.choice([
            ["vb.add(va, 0.5f);"], ["vb.add(va, 1).add(vb, 0.25f);"],
            [f"vb = {self.tag}::of({self._float()}, {self._int()});"],
            [f"vb.reset({self._int()});"]])
        return lines + self._keep("vb"), [
            ("va.dot(vb)", "double", -10**14, 10**14),
            ("vb.length2()", "double", -10**14, 10**14)] + self._reads("vb.x")

    def _use_constructor(self):
        t = self.tag
        lines = self._two() + self.rng.choice([
            [f"vb = {t}({self._float()});"], [f"vb = {t}();"],
            [f"const {t} copy(va);", "vb = copy;"], ["vb.x += va.y;"]])
        return lines + self._keep("vb"), self._reads(
            "va.x", "vb.y", f"{t}(3).y", f"{t}().x")

    def _use_template(self):
        lines = self._two() + self.rng.choice([
            ["vb = va.halved();"], ["vb.x = va.mixed(3);"],
            ["vb.y = va.template mixed<float>(0.5);"
             if self.rng.random() < 0.3 else "vb.y = va.mixed(0.5f);"]])
        return lines + self._keep("vb"), self._reads("va.mixed(2)",
                                                    "vb.halved().x", "vb.y")

    def _use_nested(self):
        t = self.type
        lines = [f"{t} span;"] + self._start("va") + [
            "span.lo = va;", f"span.hi.x = va.y + {self._float()};",
            "span.hi.y = span.lo.y * 0.5f;", "span.hi.tag = 4;",
            f"span.weight = (short)({self._int()});"]
        if self.in_node:
            lines += self.rng.choice([["span.hi = n->val.lo;"],
                                      ["span = n->val;"], []])
        if self.in_query:
            q = self.names.q
            lines += self.rng.choice([[f"{q}vs = span;"], [f"{q}vs.lo = span.hi;"],
                                      [f"{q}vs.hi.tag = span.weight;"]])
        return lines, self._reads("span.lo.x", "span.hi.y", "span.hi.x") + [
            ("span.weight", "int", -2**15, 2**15)]

    def _use_inherited(self):
        t = self.type
        lines = [f"{t} span;", f"span.x = {self._float()};", "span.y = span.x / 3;",
                 f"span.tag = {self._int()};", "span.kinds = (unsigned)span.tag;"]
        if self.in_node:
            lines += self.rng.choice([["span = n->val;"], [],
                                      ["span.x -= n->val.y;"]])
        lines += self._start("va") + ["va.x += span.x;"]
        if self.in_query:
            q = self.names.q
            lines += self.rng.choice([[f"{q}vs = span;"],
                                      [f"{q}vs.tag = span.tag;"]])
        return lines, self._reads("span.both()", "va.x", "span.y") + [
            ("span.kinds", "unsigned", 0, 2**32 - 1)]

    def _use_array(self):
        t = self._plain_type()
        at = masked(self.gen.integer(1), 1).text
        lines = [f"{t} vals[3] = {{{self._made()}, {self._made()}}};",
                 f"vals[2] = vals[{at}];", "vals[1].x = vals[0].y * 0.25f;",
                 f"vals[{at}].tag = {self._int()};"]
        if self.in_node:
            lines += self.rng.choice([[f"vals[0] = n->val[{at}];"],
                                      [f"vals[{at}].x += n->val[1].y;"]])
        if self.in_query:
            q = self.names.q
            lines += self.rng.choice([[f"{q}vs[{at}] = vals[2];"],
                                      [f"{q}vs[{at}].tag = vals[1].tag;"]])
        return lines, self._reads(f"vals[{at}].x", "vals[2].y", "vals[1].x")
