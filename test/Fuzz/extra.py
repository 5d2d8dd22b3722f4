"""A parameter of a traversal beside its node, its query, its arguments and what
is shared: what each form of one may say."""


class Extra:
    """One such parameter; a form overrides what it needs."""

    def __init__(self, names, rng, queries):
        self.names = names
        self.rng = rng
        self.queries = queries

    def types(self):
        return []

    def early(self):
        """Declarations before all types, outside of classes."""
        return []

    def globals(self):
        """Declarations before the traversal, after the types."""
        return []

    def parameters(self):
        return []

    def handed(self):
        """What each call hands on."""
        return []

    def first(self):
        """What the loop passes."""
        return []

    def loop_parameters(self):
        return []

    def passed(self):
        """What the function with the loop is passed."""
        return []

    def clauses(self):
        return []

    def storage(self):
        """Declarations of the function that runs all, and what fills them."""
        return []

    def fill(self):
        return []

    def prints(self):
        """Prints what iteration `i` has got."""
        return []

    def stable(self):
        """Expressions that visits do not change."""
        return []

    def changing(self):
        return []

    def update(self, gen):
        return []

    # What is in the query itself, or declared in the loop's body.

    def query_members(self):
        return []

    def query_prints(self, element):
        """Prints them of a query, whose fields `element` reaches."""
        return []

    def clause(self):
        """Of the traversal."""
        return ""

    def declared(self):
        """Declarations of the loop's body, `@` for the iteration's number."""
        return []

    def before_loop(self):
        """Statements of the function with the loop, around it."""
        return []

    def after_loop(self):
        return []

    def drained(self):
        """Statements of the loop's body after the call."""
        return []

    def reset(self):
        """Statements before the loops, which may run twice."""
        return []

    def total(self):
        """Prints what is kept of all iterations."""
        return []

    def _struct(self, base):
        tag = self.names.tag(base)
        return f"struct {tag}" if self.names.is_c else tag

    def _by_reference(self):
        return not self.names.is_c and self.rng.random() < 0.5

    def _container(self, element, name, const=False):
        """A parameter that is an array of `element`."""
        if not self.names.is_c and self.rng.random() < 0.5:
            return f"{'const ' if const else ''}std::vector<{element}> &{name}"
        return f"{'const ' if const else ''}{element} *{name}"
