"""How the names and types of one traversal are written in its language: plain
structs in C, names or template instantiations in C++."""


class Names:
    def __init__(self, draw, ident):
        self.draw = draw
        self.id = ident
        self.is_c = draw["lang"] in ("c89", "c99")
        self.c89 = draw["lang"] == "c89"
        self.template_free = draw["func"] == "template_free"
        self.template_class = draw["func"] == "template_member"
        self.is_template = self.template_free or self.template_class
        self.in_class = draw["func"] in ("member", "static_member",
                                         "template_member")

    def tag(self, name):
        """The name that a struct is declared with."""
        return f"{name}{self.id}"

    def type(self, name):
        """The type as other declarations write it."""
        tag = self.tag(name)
        if self.is_c:
            return f"struct {tag}"
        return f"{tag}<T>" if self.template_free else tag

    @property
    def head(self):
        """What stands before every struct and function."""
        return ["template <typename T>"] if self.template_free else []

    @property
    def static(self):
        """What a helper or a builder is declared with."""
        return "" if self.in_class and not self._static_class else "static "

    @property
    def _static_class(self):
        return self.draw["func"] == "static_member"

    @property
    def const(self):
        """After a member function's parameters."""
        return " const" if self.in_class and not self._static_class else ""

    @property
    def real(self):
        return "T" if self.is_template else None

    @property
    def null(self):
        return "0" if self.is_c else "nullptr"

    @property
    def q(self):
        """The query, with the operator that reaches its fields."""
        return "q->" if self.draw["param_q"] == "pointer" else "q."

    @property
    def query_param(self):
        star = "*" if self.draw["param_q"] == "pointer" else "&"
        return f"{self.type('Query')} {star}q"

    @property
    def node_const(self):
        const = "const " if self.draw["param_n"] == "const" else ""
        return f"{const}{self.type('Node')} *"
