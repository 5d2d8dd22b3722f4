"""Functions that a traversal calls: what they look like, and the expressions
and statements that use them."""

from .expr import Expr, bounded_float, cast, small_int


def real(e, most=1000.0):
    """`e` as a floating expression in -most..most."""
    if not e.is_float:
        return cast("double", small_int(e, int(most)))
    return bounded_float(e, most)


class Helper:
    def __init__(self, names, rng, data, state):
        self.names = names
        self.rng = rng
        self.data = data
        self.state = state
        self.kind = names.draw["helper"]
        self.std = "" if names.is_c else "std::"

    def name(self, base):
        return self.names.tag(base)

    def functions(self):
        """The functions, before the traversal."""
        make = getattr(self, "_functions_" + self.kind, None)
        return make() if make else []

    def expr(self, gen):
        """A value that the helper computes, or None."""
        make = getattr(self, "_expr_" + self.kind, None)
        return make(gen) if make else None

    def statement(self, gen):
        """A statement that calls the helper, or None."""
        make = getattr(self, "_statement_" + self.kind, None)
        return make(gen) if make else None

    def node_members(self):
        if self.kind != "node_method":
            return []
        floats = [f for f in self.data.fields if f.scalar.is_float
                  and "->" not in f.path and not f.path.startswith("u.")]
        value = f"this->{floats[0].elements()[0]}" if floats else "id"
        return ["double gap(double at) const {", f"return at - {value};", "}",
                "bool isBig() const { return id % 3 == 1; }"]

    def query_members(self):
        if self.kind != "query_method":
            return []
        return ["int near(int by) const { return key / 2 + by; }",
                "void note(int by) {", "if (by > 3)", "visits += by & 3;",
                "else", "visits++;", "}"]

    def _static(self, result, name, params, template=False):
        head = ["template <typename U>"] if template else []
        return head + [f"static {result} {self.name(name)}({params}) {{"]

    def _functions_value(self):
        return self._static("double", "mix", "double a, int b") + [
            "if (b > 10)", "return a * 0.5;", "return b - a;", "}"]

    def _expr_value(self, gen):
        a, b = real(gen.any(1)), small_int(gen.integer(1))
        return Expr(f"{self.name('mix')}({a.text}, {b.text})", "double",
                    -2000, 2000, True)

    def _functions_reference(self):
        return self._static("void", "bump", "int &to, int by") + [
            "to += by;", "if (to > 900)", "to = 0;", "}"] + self._static(
                "double", "half", "const double &a") + [
                    "return a * 0.5;", "}"]

    def _expr_reference(self, gen):
        a = real(gen.any(1))
        return Expr(f"{self.name('half')}({a.text})", "double", -1000, 1000,
                    True)

    def _statement_reference(self, gen):
        by = small_int(gen.integer(1), 50)
        return [f"{self.name('bump')}({self.names.q}visits, "
                f"({by.text} & 7) + 1);"]

    def _functions_pointer(self):
        return self._static("void", "put", "int *to, const int *from") + [
            "*to += *from & 3;", "}"]

    def _statement_pointer(self, gen):
        q = self.names.q
        return [f"{self.name('put')}(&{q}visits, &{q}key);"]

    def _functions_nested(self):
        return self._static("double", "inner", "double a") + [
            f"return {self.std}fabs(a) + 1;", "}"] + self._static(
                "double", "outer", "double a, double b") + [
                    f"double c = {self.name('inner')}(a);",
                    f"return b / c + {self.name('inner')}(b) * 0.5;", "}"]

    def _expr_nested(self, gen):
        a, b = real(gen.any(1)), real(gen.any(1))
        return Expr(f"{self.name('outer')}({a.text}, {b.text})", "double",
                    -2000, 2000, True)

    def _functions_template(self):
        return self._static("U", "least", "U a, U b", True) + [
            "return b < a ? b : a;", "}"]

    def _expr_template(self, gen):
        if self.rng.random() < 0.5:
            a, b = small_int(gen.integer(1)), small_int(gen.integer(1))
            return Expr(f"{self.name('least')}<int>({a.text}, {b.text})",
                        "int", -1000, 1000, True)
        a, b = real(gen.any(1)), real(gen.any(1))
        return Expr(f"{self.name('least')}<double>({a.text}, {b.text})",
                    "double", -1000, 1000, True)

    def _functions_overload(self):
        return self._static("int", "pick", "int a") + [
            "return a / 2;", "}"] + self._static("double", "pick",
                                                 "double a") + [
            "return a * 2;", "}"] + self._static(
                "float", "pick", "float a") + ["return a + 1;", "}"]

    def _expr_overload(self, gen):
        kind = self.rng.choice(["int", "float", "double"])
        if kind == "int":
            a = cast("int", small_int(gen.integer(1)))
        else:
            a = cast(kind, real(gen.any(1)))
        return Expr(f"{self.name('pick')}({a.text})", kind, -2000, 2000, True)

    def _expr_node_method(self, gen):
        if self.rng.random() < 0.3:
            return Expr("n->isBig()", "int", 0, 1, True)
        return Expr(f"n->gap({real(gen.any(1)).text})", "double", -60000,
                    60000, True)

    def _expr_query_method(self, gen):
        by = small_int(gen.integer(1))
        return Expr(f"{self.names.q}near({by.text})", "int", -1500, 1500,
                    True)

    def _statement_query_method(self, gen):
        return [f"{self.names.q}note({small_int(gen.integer(1)).text});"]

    def _expr_library(self, gen):
        a, b = real(gen.any(1)), real(gen.any(1))
        std = self.std
        text = self.rng.choice([
            f"{std}sqrt({std}fabs({a.text}))",
            f"{std}fabs({a.text})",
            f"{std}floor({a.text})",
            f"{std}ceil((double){a.wrapped()})",
            f"{std}fmin((double){a.wrapped()}, (double){b.wrapped()} + 0.1)",
            f"{std}fmax((double){a.wrapped()}, (double){b.wrapped()} - 0.7)",
        ])
        return Expr(text, "double", -2000, 2000, True)

    def _functions_objects(self):
        n = self.names
        value = "n->id % 7"
        floats = self.data.floats()
        if floats:
            value = floats[-1].text
        heads = n.head + [f"static double {self.name('gap')}(const "
                          f"{n.type('Query')} *q, const {n.type('Node')} *n) "
                          "{"]
        return heads + [f"return {value} - q->x[1];", "}"]

    def _expr_objects(self, gen):
        q = "q" if self.names.draw["param_q"] == "pointer" else "&q"
        return Expr(f"{self.name('gap')}({q}, n_object)", "double", -300, 300, True)

    def _functions_default_args(self):
        return self._static("double", "shifted", "double a, int by = 3, "
                            "double c = 0.5") + [
            "return by > 2 ? a * c : a - by;", "}"]

    def _expr_default_args(self, gen):
        a, b = real(gen.any(1)), small_int(gen.integer(1))
        more = self.rng.choice(["", f", {b.text}", f", {b.text}, 0.25"])
        return Expr(f"{self.name('shifted')}({a.text}{more})", "double",
                    -3000, 3000, True)

    def _functions_constexpr(self):
        return ["static constexpr int " + self.name("steps") + "[3] = {2, 5, 11};",
                "template <typename U, int K>",
                f"static constexpr double {self.name('graded')}(U a) {{",
                "if constexpr (K > 2)", "return a * 0.5 + sizeof(U);",
                "else", f"return a - {self.name('steps')}[K];", "}"]

    def _expr_constexpr(self, gen):
        a = real(gen.any(1))
        k = self.rng.choice(["1", "2", "3"])
        return Expr(f"{self.name('graded')}<double, {k}>({a.text})", "double",
                    -1100, 1100, True)

    def _functions_early_exit(self):
        return self._static("int", "scan", "int a, double b") + [
            "int i;", "for (i = 0; i < 6; i++) {", "if (i == a)",
            "return i * 10;", "b = b * 0.5;", "if (b < 1 && b > -1)",
            "break;", "}", "return i;", "}"]

    def _expr_early_exit(self, gen):
        a, b = small_int(gen.integer(1)), real(gen.any(1))
        return Expr(f"{self.name('scan')}({a.text}, {b.text})", "int", 0, 60,
                    True)

    def _functions_functor(self):
        tag = self.name("Scale")
        return [f"struct {tag} {{", "double by;", f"explicit {tag}(double by) : "
                "by(by) {}", "double operator()(double a, int k) const {",
                "return k % 2 ? a * by : a - by;", "}", "};"] + (
                    ["template <typename F>"] + self._static(
                        "double", "applied", "const F &f, double a, int k")
                    + ["return f(a, k) + f(a, k + 1);", "}"])

    def _expr_functor(self, gen):
        a, b = real(gen.any(1)), small_int(gen.integer(1))
        return Expr(f"{self.name('applied')}({self.name('Scale')}(0.25), "
                    f"(double)({a.text}), {b.text})", "double", -3000, 3000,
                    True)

    def _functions_visitor(self):
        """A function that calls a lambda for each of some numbers."""
        return ["template <typename F>"] + self._static(
            "void", "each", "int many, F f") + [
                "for (int k = 0; k < many; k++)", "f(k);", "}"]

    def _statement_visitor(self, gen):
        q = self.names.q
        by = small_int(gen.integer(1), 50)
        return [f"{self.name('each')}(n->id % 4, [&](int k) {{ {q}visits += "
                f"(k + ({by.text})) & 3; }});"]

    def _functions_member_pointer(self):
        """The member is a template's argument: of a function's it is refused."""
        n = self.names
        query = n.type("Query")
        types = "typename T, " if n.head else ""
        return [f"template <{types}int {query}::*which>",
                f"static int {self.name('part')}(const {query} *q) {{",
                "return q->*which & 255;", "}"]

    def _expr_member_pointer(self, gen):
        n = self.names
        q = "q" if n.draw["param_q"] == "pointer" else "&q"
        which = self.rng.choice(["visits", "key"])
        types = "T, " if n.head else ""
        return Expr(f"{self.name('part')}<{types}&{n.type('Query')}::{which}>({q})",
                    "int", 0, 255, True)
