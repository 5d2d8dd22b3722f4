"""Whole programs: one traversal with its types, tree, loop and output, and a
file of many traversals with one main function."""

import json
import random

from .between import Between
from .body import Body
from .data import fill, print_fields
from .loops import Loop
from .names import Names
from .shapes import shape_of
from .words import renamed

PRELUDE = """
static unsigned long drawState;
static unsigned long drawBits(void) {
  drawState = drawState * 6364136223846793005UL + 1442695040888963407UL;
  return drawState >> 20 ^ drawState << 24;
}
static int drawInt(int lo, int hi) {
  unsigned long bits = drawBits() >> 16 & 0xffffffffUL;
  return lo + (int)(bits % (unsigned long)(hi - lo + 1));
}
static double drawReal(void) { return drawInt(-4096, 4096) / 37.0; }
"""


class Traversal:
    """One traversal: what it drew, and its part of the program."""

    def __init__(self, ident, draw, seed, dropped=()):
        self.id = ident
        self.draw = draw
        self.seed = seed
        self.names = Names(draw, ident)
        few = draw["shape"] == "deep" or draw["control"] == "twice"
        queries = random.Random(f"{seed}/queries").choice(
            [4, 5] if few else [5, 17, 33])
        self.body = Body(self.names, seed, queries, dropped)
        self.shape = shape_of(self.names, self.body)
        self.loop = Loop(self.body, queries)
        self._lines = []

    def _comment(self, text):
        return f"/* {text} */" if self.names.c89 else f"// {text}"

    def lines(self):
        """The same lines each time, however often a file is put together."""
        if not self._lines:
            self._lines = self._make()
        return self._lines

    def _make(self):
        n = self.names
        lines = ["", self._comment(f"Traversal {self.id}, seed {self.seed}:"),
                 self._comment(json.dumps(self.draw, sort_keys=True))]
        method = self.body.node.is_method
        if self.body.node.is_virtual:
            self.body.node.classes.pragma = self._pragma()
        visit = [] if method and n.in_class else self._visit()
        before = self.body.shared.globals() + self.body.extras.early()
        before += self.loop.tail.globals() + self.loop.around.globals()
        inner = self._types() + self.body.extras.globals()
        inner += self._helpers() + visit + self._between()
        inner += self.shape.functions() + self.loop.global_storage()
        inner += self.loop.function()
        if self.draw["runs"] == "two_loops":
            inner += self.loop.function("again")
        inner += self._run()
        if n.in_class:
            lines += before + self._class(inner)
        elif self.draw["func"] == "namespace":
            lines += [f"namespace space{self.id} {{"] + before + inner + ["}"]
        else:
            lines += before + inner
        return renamed(lines, self.draw["words"]) + self._entry()

    def _class(self, inner):
        n = self.names
        head = ["template <typename T>"] if n.template_class else []
        open_ = self.body.rng("access").random() < 0.5
        members = self.body.shared.members() + self.body.extras.members()
        if open_:
            return head + [f"struct {n.tag('Tree')} {{"] + members + inner + [
                "};"]
        return head + [f"class {n.tag('Tree')} {{"] + members + inner[
            :-len(self._run())] + ["public:"] + self._run() + ["};"]

    def _types(self):
        n, body = self.names, self.body
        lines = body.value.types() + body.extras.types() + body.data.types()
        lines += [line for a in body.arguments for line in a.types()]
        lines += body.after.returned.types()
        lines += body.bucket.types()
        lines += n.head + [f"struct {n.tag('Query')} {{"]
        lines += body.state.members() + body.value.query_members()
        lines += body.helper.query_members() + body.texts.query_members()
        lines += self.loop.query_members() + body.extras.query_members() + ["};"]
        data, links = body.data.members(), body.children.members()
        first, then = ((data, links) if body.rng("layout").random() < 0.5
                       else (links, data))
        leaf = "int" if n.is_c else body.rng("leaf").choice(["int", "bool"])
        first = first + body.value.node_members()
        members = first + ["int id;", f"{leaf} leaf;"] + then
        members += body.bucket.members() + body.texts.node_members()
        members += body.helper.node_members() + self._method()
        lines += body.node.struct(body.data.base, members,
                                  self.shape.most_nodes)
        if body.node.is_virtual:
            lines += body.node.classes.declared()
        return lines + self.shape.pool() + body.node.globals()

    def _method(self):
        """What a node's struct says of a traversal that is its method."""
        if not self.body.node.is_method:
            return []
        if self.body.node.is_virtual:
            return self.body.node.classes.method()
        if self.names.in_class:  # bodies here see the whole class around
            return self._visit()
        return [f"{self.body.after.returned.type} {self.names.tag('visit')}("
                f"{', '.join(self.body.parameters())})"
                f"{self.body.node.const};"]

    def _helpers(self):
        lines = self.body.helper.functions()
        lines += [line for a in self.body.arguments for line in a.functions()]
        if self.draw["guard"] == "helper":
            lines += [f"static int {self.names.tag('admits')}(double d, "
                      "int visits) {",
                      "return d < visits * 10.0 || visits % 3 != 0;", "}"]
        return lines

    def _visit(self):
        body = self.body
        if body.node.is_virtual:
            return body.node.classes.defined()
        visit = [self._pragma(), *self._function("visit", body.lines())]
        others = []
        if self.draw["functions"] == "rest":
            others = self._function("rest", body.rest())
        elif self.draw["functions"] == "two":
            others = self._function("turn", body.turned().lines())
            if body.rng("annotated").random() < 0.3:
                others = ["#pragma regtt traversal", *others]
        if self.names.in_class or not others:
            return visit + others
        first, then = ("visit", others + visit) if body.rng(
            "first").random() < 0.5 else (
                "turn" if self.draw["functions"] == "two" else "rest",
                visit + others)
        return self._signature(first, ";") + then

    def _pragma(self):
        body = self.body
        clauses = [body.bucket.clause(), body.extras.container.clause()]
        clause = body.node.spelled([" ".join(c for c in clauses if c)])
        return "#pragma regtt traversal " + clause[0]

    def _between(self):
        return [line.replace("THIS_NODE", "n")
                for name, lines in Between(self.body).functions()
                for line in self._function(name, lines)]

    def _signature(self, name, end):
        n, func, body = self.names, self.draw["func"], self.body
        static = "static " if func in ("static", "static_member") else ""
        const = " const" if func in ("member", "template_member") else ""
        owner = ""
        if body.node.is_method:
            static, const = "", body.node.const
            owner = "" if n.in_class else n.type("Node") + "::"
        return n.head + [f"{static}{body.after.returned.type} {owner}"
                         f"{n.tag(name)}({', '.join(body.parameters())})"
                         f"{const}{end}"]

    def _function(self, name, lines):
        return self._signature(name, " {") + lines + ["}"]

    def _run(self):
        n, loop, count = self.names, self.loop, self.loop.queries
        node = self.body.node
        lines = n.head + [f"{n.static}void {n.tag('run')}() {{".replace(
            "()", "(void)" if n.is_c else "()")]
        extras = self.body.extras
        lines += node.run_storage() + loop.storage()
        lines += extras.storage() + loop.start_storage()
        if loop.program.has_roots:
            lines += loop.program.roots.storage()
        lines += [f"{node.handle}root;", "int i;",
                  f"drawState = {self.id * 977 + 13}UL;",
                  f"root = {n.tag('build')}(&{node.run_pool});",
                  *node.ready(),
                  *(loop.program.roots.fill() if loop.program.has_roots
                    else []),
                  f"for (i = 0; i < {count}; i++) {{"]
        for f in self.body.state.inputs:
            lines += fill(f, loop.element("i"))
        lines += self.body.state.start(loop.element("i"))
        lines += self.body.texts.fill_query(loop.element("i"))
        lines += extras.fill() + loop.start_fill() + loop.links()
        if "all[" in loop.element("i"):
            lines += [f"qs[{count - 1} - i] = &all[i];"]
        lines += ["}"]
        queries = loop.array
        lines += loop.tail.reset() + extras.reset()
        for turn in range(1 if self.draw["runs"] == "once" else 2):
            name = ("again" if turn and self.draw["runs"] == "two_loops"
                    else "loop")
            if turn and self.draw["uniform"] in ("global", "static",
                                                 "members"):
                lines += [f"cut{self.id} += 5;", f"scale{self.id} *= 0.5;"]
            passed = [queries, str(count), "root"] + node.arrays_passed()
            passed += extras.passed()
            if loop.program.has_roots:
                passed += ["roots"]
            passed += ["starts"] if loop.starts else []
            lines += [f"{n.tag(name)}({', '.join(passed)});"]
        fields = self.body.state.inputs + self.body.state.fields
        lines += [f"for (i = 0; i < {count}; i++) {{",
                  f'printf("{self.id}.%d:", i);']
        lines += print_fields(fields, loop.element("i")) + extras.prints()
        lines += extras.query_prints(loop.element("i"))
        lines += ['printf("\\n");', "}"] + extras.total()
        if loop.tail.prints():
            lines += [f'printf("{self.id}.tail:");', *loop.tail.prints(),
                      'printf("\\n");']
        if loop.around.prints():
            lines += [f'printf("{self.id}.around:");', *loop.around.prints(),
                      'printf("\\n");']
        return lines + ["}"]

    def _entry(self):
        n = self.names
        void = "void" if n.is_c else ""
        lines = [f"static void test{self.id}({void}) {{"]
        tree, run = n.tag("Tree"), n.tag("run")
        kinds = ["float", "double"] if n.is_template else [""]
        for kind in kinds:
            angle = f"<{kind}>" if kind else ""
            if self.draw["func"] == "static_member":
                lines += [f"{tree}::{run}();"]
            elif n.in_class:
                lines += ["{", f"static {tree}{angle} tree;",
                          f"tree.{run}();", "}"]
            elif self.draw["func"] == "namespace":
                lines += [f"space{self.id}::{run}();"]
            else:
                lines += [f"{run}{angle}();"]
        return lines + ["}"]


def indented(lines):
    out, depth, single = [], 0, False
    for line in lines:
        text = line.strip()
        if text.startswith("}"):
            depth -= 1
        shown = 0 if text.startswith("#") else depth + (1 if single else 0)
        out.append("  " * shown + text if text else "")
        single = (text.startswith(("if (", "for (", "else", "while ("))
                  and not text.endswith(("{", ";", "}")))
        if text.endswith("{"):
            depth += 1
    return "\n".join(out) + "\n"


def program(lang, traversals):
    """The text of a source file."""
    is_c = lang in ("c89", "c99")
    heads = (["<math.h>", "<stddef.h>", "<stdio.h>", "<stdlib.h>",
              "<string.h>"] if is_c
             else ["<algorithm>", "<array>", "<cmath>", "<cstddef>", "<cstdio>", "<cstdlib>", "<cstring>",
                   "<functional>", "<memory>", "<queue>", "<stack>",
                   "<string>", "<tuple>", "<utility>", "<vector>"])
    heads += ["<optional>"] if lang == "cpp17" else []
    lines = [f"#include {h}" for h in heads] + PRELUDE.splitlines()
    for t in traversals:
        lines += t.lines()
    lines += ["", f"static void test(int which) {{", "switch (which) {"]
    for t in traversals:
        lines += [f"case {t.id}:", f"test{t.id}();", "break;"]
    lines += ["default:", "break;", "}", "}", "",
              "int main(int argc, char **argv) {", "int i;",
              "for (i = 1; i < argc; i++)", "test(atoi(argv[i]));"]
    ids = [t.id for t in traversals]
    lines += ["if (argc == 1) {"] + [f"test({i});" for i in ids]
    return indented(lines + ["}", "return 0;", "}"])
