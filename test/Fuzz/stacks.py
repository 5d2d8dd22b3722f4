"""A traversal that keeps the nodes that it is to visit on a stack of its own:
an array with a count, a vector, or the library's stack. What a recursion
returns from, an iteration goes on from."""


class Stack:
    """None: the traversal calls itself."""

    def __init__(self, body):
        self.body = body
        self.kind = body.names.draw["stack"]
        self.rng = body.rng("stack")
        self.node = body.node

    @property
    def is_used(self):
        return self.kind != "none"

    def call(self, child, simple):
        """What stands for the call on a child."""
        push = {"array": "todo[top++] = ", "vector": "todo.push_back",
                "stack": "todo.push", "below": "todo[++top] = "}[self.kind]
        return self.node.call(push, [None], child, simple)

    def around(self, lines):
        """The function's statements, with those of a visit in its loop."""
        if not self.is_used:
            return lines
        first, test, pop = getattr(self, "_" + self.kind)()
        lines = [line.replace("return;", "continue;") for line in lines]
        return [*first, f"while ({test}) {{", *pop, *lines, "}"]

    @property
    def _element(self):
        node = self.node
        return node.type if node.is_number else node.local.strip()

    @property
    def _most(self):
        """More than ever wait."""
        draw = self.body.names.draw
        deepest = 5000 if draw["shape"] == "deep" else 120
        return deepest * (draw["arity"] + 1) + 64

    def _array(self):
        first = self.rng.choice([
            ["int top = 0;", "todo[top++] = n;"],
            ["int top = 1;", "todo[0] = n;"]])
        return ([f"{self._element} todo[{self._most}];", *first],
                self.rng.choice(["top > 0", "top", "top != 0"]),
                [f"{self.node.local}n = todo[--top];"])

    def _below(self):
        """The count is the place of the last one."""
        return ([f"{self._element} todo[{self._most}];", "int top = 0;",
                 "todo[0] = n;"],
                self.rng.choice(["top >= 0", "top > -1"]),
                [f"{self.node.local}n = todo[top--];"])

    def _vector(self):
        return ([f"std::vector<{self._element}> todo;", "todo.push_back(n);"],
                "!todo.empty()", [f"{self.node.local}n = todo.back();",
                                   "todo.pop_back();"])

    def _stack(self):
        return ([f"std::stack<{self._element}> todo;", "todo.push(n);"],
                self.rng.choice(["!todo.empty()", "todo.size() > 0"]),
                [f"{self.node.local}n = todo.top();", "todo.pop();"])
