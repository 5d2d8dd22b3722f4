"""Nodes of several classes: an abstract one with the data and the children, and
those that each have the traversal as a virtual function of their own."""

INNER = ["Inner", "Other"]
LEAF = "Leaf"


class Classes:
    """The classes that derive from the node's."""

    def __init__(self, body):
        self.body = body
        self.names = body.names
        self.rng = body.rng("classes")
        self.pragma = ""  # of the traversal
        self.inner = INNER[:self.rng.choice([1, 2])]

    @property
    def _signature(self):
        body = self.body
        return (f"{body.after.returned.type} {self.names.tag('visit')}"
                f"({', '.join(body.parameters())}){body.node.const}")

    def method(self):
        """What the abstract class says of the traversal; the clauses stand at
        what overrides it."""
        return [f"virtual ~{self.names.tag('Node')}() {{}}",
                "#pragma regtt traversal",
                f"virtual {self._signature} = 0;"]

    def declared(self):
        """The classes; in a class around them, which bodies see as a whole,
        with what their functions do."""
        names = self.names
        lines = []
        for name in [*self.inner, LEAF]:
            head = f"{self._signature} override"
            lines += names.head + [
                f"struct {names.tag(name)} : {names.type('Node')} {{",
                *self.rng.choice([[], ["int own;"]]),
                *([*self._clauses(name), head + " {", *self._body(name), "}"]
                  if names.in_class else [head + ";"]), "};"]
        return lines

    def defined(self):
        """What their functions do, behind the helpers."""
        if self.names.in_class:
            return []
        visit = f" {self.names.tag('visit')}("
        lines = []
        for name in [*self.inner, LEAF]:
            owner = f" {self.names.type(name)}::{visit.strip()}"
            lines += self._clauses(name) + self.names.head + [
                self._signature.replace(visit, owner) + " {",
                *self._body(name), "}"]
        return lines

    def _clauses(self, name):
        return [self.pragma] if name == "Inner" else []

    def _body(self, name):
        body = self.body
        if name == LEAF:
            return self._leaf()
        return (body if name == "Inner" else body.turned()).lines()

    def _leaf(self):
        body = self.body.turned()
        lines = [f"{self.names.q}visits += 2;"]
        lines += body.state.update(body.generator(self.rng, True))
        return body.node.spelled(lines + [body.after.returned.leave_at()])

    def pool_members(self, most):
        type_ = self.names.type
        return [f"{type_(name)} {name.lower()}s[{most}];"
                for name in [*self.inner, LEAF]]

    def fresh(self):
        """Sets `n` to a new node."""
        def of(name):
            return (f"({self.names.type('Node')} *)&pool->{name.lower()}s"
                    "[pool->used]")
        inner = of("Inner") if len(self.inner) == 1 else (
            f"pool->used % 3 == 1 ? {of('Other')} : {of('Inner')}")
        return [f"n = leaf ? {of(LEAF)} : {inner};"]
