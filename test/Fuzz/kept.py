"""Pointers that a query keeps: to the best node so far, to data of a node."""

from .extra import Extra


class NoneKept(Extra):
    def behind(self, query):
        """Statements of the loop's body after the call; `query` reaches the
        iteration's fields."""
        return []


class KeptNode(NoneKept):
    """The node that is nearest, by a number of its own."""

    pointer = "where"

    def types(self):
        return self.names.head + [f"struct {self.names.tag('Node')};"]

    def query_members(self):
        return [f"const {self.names.type('Node')} *where;", "double closest;"]

    def _found(self):
        return "n_object"

    def update(self, gen):
        q, closest = self.names.q, gen.floating(1)
        test = self.rng.choice([
            f"!{q}{self.pointer} || {closest.wrapped()} < {q}closest",
            f"{q}{self.pointer} == {self.names.null} || {q}closest > {closest.wrapped()}"])
        return [f"if ({test}) {{", f"{q}closest = {closest.text};",
                f"{q}{self.pointer} = {self._found()};", "}"]

    def behind(self, query):
        return self.rng.choice([
            [], [f"if ({query}where)",
                 f"{query}visits += {query}where->id & 1;"]])

    def query_prints(self, element):
        return [f'printf(" %a %d", {element}closest, {element}where ? '
                f"{element}where->id : -1);"]


class KeptNumber(KeptNode):
    """A pointer to what a node holds."""

    pointer = "what"

    def types(self):
        return []

    def query_members(self):
        return ["const int *what;", "double closest;"]

    def _found(self):
        return "&n->id"

    def behind(self, query):
        return []  # an int may be one that iterations write

    def query_prints(self, element):
        return [f'printf(" %a %d", {element}closest, {element}what ? '
                f"*{element}what : -1);"]


KEPT = {"none": NoneKept, "node": KeptNode, "number": KeptNumber}
