"""What each iteration has of its own beside its query: an object, a number, a
slice of a long array, a row of a table."""

from .expr import Expr, masked, small_int
from .extra import Extra
from .scratch import Best, Scratch
from .variables import FirstPrivate, Private, Reduction, Tally


class Result(Extra):
    """An object for the answers, apart from the query."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.reference = self._by_reference()
        self.access = "res." if self.reference else "res->"
        self.array = self._container(self._struct("Fin"), "fins")

    def types(self):
        return [f"struct {self.names.tag('Fin')} {{", "double far;",
                "int seen;", "unsigned char last[3];", "};"]

    def parameters(self):
        return [f"{self._struct('Fin')} {'&' if self.reference else '*'}res"]

    def handed(self):
        return ["res"]

    def first(self):
        if self.reference:
            return ["fins[i]"]
        plus = "*fins" in self.array and self.rng.random() < 0.5
        return ["fins + i" if plus else "&fins[i]"]

    def loop_parameters(self):
        return [self.array]

    def passed(self):
        return ["fins"]

    def storage(self):
        fin = self._struct("Fin")
        if "vector" in self.array:
            return [f"std::vector<{fin}> fins({self.queries});"]
        return [f"static {fin} fins[{self.queries}];"]

    def fill(self):
        return ["fins[i].far = -1;", "fins[i].seen = i % 3;",
                "fins[i].last[0] = fins[i].last[1] = fins[i].last[2] = 9;"]

    def prints(self):
        return ['printf(" %a %d %d %d", fins[i].far, fins[i].seen, '
                "(int)fins[i].last[0], (int)fins[i].last[2]);"]

    def changing(self):
        return [Expr(self.access + "seen", "int", 0, 10**6, True)]

    def update(self, gen):
        a = self.access
        far = gen.floating(1)
        return self.rng.choice([
            [f"{a}seen++;", f"if ({far.wrapped()} > {a}far)",
             f"{a}far = {far.text};"],
            [f"{a}last[n->id % 3] = (unsigned char)"
             f"{masked(gen.integer(1), 255).wrapped()};", f"{a}seen += 1;"],
            [f"{a}far = {a}far * 0.5 + {far.wrapped()};"]])


class Counter(Extra):
    """A number of an array, by pointer or by reference."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.reference = self._by_reference()
        self.value = "tally" if self.reference else "*tally"
        self.element = self.rng.choice(["int", "long", "unsigned short"])
        self.array = self._container(self.element, "tallies")

    def parameters(self):
        return [f"{self.element} {'&' if self.reference else '*'}tally"]

    def handed(self):
        return ["tally"]

    def first(self):
        return ["tallies[i]" if self.reference else "&tallies[i]"]

    def loop_parameters(self):
        return [self.array]

    def passed(self):
        return ["tallies"]

    def storage(self):
        if "vector" in self.array:
            return [f"std::vector<{self.element}> tallies({self.queries});"]
        return [f"static {self.element} tallies[{self.queries}];"]

    def fill(self):
        return [f"tallies[i] = ({self.element})(i * 3);"]

    def prints(self):
        return ['printf(" %ld", (long)tallies[i]);']

    def changing(self):
        kind, most = ("long", 2**40) if self.element == "long" else (
            "int", 65535 if self.element != "int" else 10**8)
        return [Expr(f"({self.value})", kind, -most, most, True)]

    def update(self, gen):
        value = f"({self.value})"
        by = small_int(gen.integer(1), 20)
        return [self.rng.choice([f"++{value};", f"{value} += {by.text};",
                                 f"{value} -= {by.text};"])]


class Number(Extra):
    """Numbers by value, handed on unchanged."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["float", "double"])
        self.array = self._container(self.element, "levels", True)

    def parameters(self):
        return [f"{self.element} level", "int rank"]

    def handed(self):
        return ["level", "rank"]

    def first(self):
        return ["levels[i]", "ranks[i]"]

    def loop_parameters(self):
        return [self.array, "const int *ranks"]

    def passed(self):
        return ["levels", "ranks"]

    def storage(self):
        levels = (f"std::vector<{self.element}> levels({self.queries});"
                  if "vector" in self.array
                  else f"static {self.element} levels[{self.queries}];")
        return [levels, f"static int ranks[{self.queries}];"]

    def fill(self):
        return [f"levels[i] = ({self.element})drawReal();",
                "ranks[i] = drawInt(-50, 50);"]

    def stable(self):
        return [Expr("level", self.element, -120, 120, True),
                Expr("rank", "int", -50, 50, True)]


class Slice(Extra):
    """Three numbers of a long array: those from 3 * i on."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["float", "double", "int"])

    def parameters(self):
        return [f"{self.element} *cells"]

    def handed(self):
        return ["cells"]

    def first(self):
        return [self.rng.choice(["&longs[3 * i]", "longs + 3 * i",
                                 "longs + i * 3", "&longs[i * 3]"])]

    def loop_parameters(self):
        return [f"{self.element} *longs"]

    def passed(self):
        return ["longs"]

    def storage(self):
        return [f"static {self.element} longs[{3 * self.queries}];"]

    def fill(self):
        return ["longs[3 * i] = longs[3 * i + 1] = 0;",
                f"longs[3 * i + 2] = ({self.element})drawInt(0, 9);"]

    def prints(self):
        return ['printf(" %a %a %a", (double)longs[3 * i], '
                "(double)longs[3 * i + 1], (double)longs[3 * i + 2]);"]

    def changing(self):
        most = 10**8 if self.element == "int" else 1e12
        return [Expr(f"cells[{k}]", self.element, -most, most, True)
                for k in (0, 2)]

    def update(self, gen):
        by = (small_int(gen.integer(1), 20) if self.element == "int"
              else gen.floating(1, 1000))
        at = masked(gen.integer(1), 1)
        return self.rng.choice([
            [f"cells[{at.text}] += {by.text};"],
            [f"cells[n->id % 3] = {by.text};"],
            [f"if (cells[0] > cells[{at.text}])",
             f"cells[2] = {by.text};"]])


class Row(Extra):
    """A row of a table, read only."""

    def parameters(self):
        return ["const double *row"]

    def handed(self):
        return ["row"]

    def first(self):
        return [self.rng.choice(["rows[i]", "&rows[i][0]"])]

    def loop_parameters(self):
        return ["double (*rows)[2]"]

    def passed(self):
        return ["rows"]

    def storage(self):
        return [f"static double rows[{self.queries}][2];"]

    def fill(self):
        return ["rows[i][0] = drawReal();", "rows[i][1] = drawReal();"]

    def stable(self):
        return [Expr(f"row[{k}]", "double", -120, 120, True)
                for k in ("0", "1", "n->id & 1")]


class Index(Extra):
    """The loop's variable, which finds numbers in arrays outside functions and
    in a parameter."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.element = self.rng.choice(["float", "double"])
        self.kind = {"size_t": "size_t", "unsigned": "unsigned",
                     "long": "long"}.get(self.names.draw["loop"], "int")

    def early(self):
        count = self.queries
        return [f"static int {self.names.tag('marks')}[{count}];",
                f"static {self.element} {self.names.tag('sums')}[{3 * count}];"]

    def parameters(self):
        return [f"{self.kind} who", "const short *widths"]

    def handed(self):
        return ["who", "widths"]

    def first(self):
        return ["i", "widths"]

    def loop_parameters(self):
        return ["const short *widths"]

    def passed(self):
        return ["widths"]

    def storage(self):
        return [f"static short widths[{self.queries}];"]

    def fill(self):
        marks, sums = self.names.tag("marks"), self.names.tag("sums")
        return [f"{marks}[i] = i * 5;",
                f"{sums}[3 * i] = {sums}[3 * i + 1] = {sums}[3 * i + 2] = 1;",
                "widths[i] = (short)drawInt(-300, 300);"]

    def prints(self):
        marks, sums = self.names.tag("marks"), self.names.tag("sums")
        return [f'printf(" %d %a %a", {marks}[i], (double){sums}[3 * i], '
                f"(double){sums}[3 * i + 2]);"]

    def stable(self):
        return [Expr("widths[who]", "int", -300, 300, True),
                Expr("(int)who", "int", 0, 40)]

    def changing(self):
        return [Expr(f"{self.names.tag('marks')}[who]", "int", -10**7, 10**7,
                     True)]

    def update(self, gen):
        marks, sums = self.names.tag("marks"), self.names.tag("sums")
        at = masked(gen.integer(1), 1).wrapped()
        return self.rng.choice([
            # A call in the index would part the factor from the number.
            [f"{marks}[who]++;", "{", f"const int place = {at};",
             f"{sums}[3 * who + place] += {gen.floating(1, 1000).text};", "}"],
            [f"{marks}[who] -= {small_int(gen.integer(1), 20).wrapped()};",
             f"{sums}[who * 3 + 2] = {sums}[3 * who] * 0.5f;"]])


OWN = {"none": Extra, "result": Result, "counter": Counter, "number": Number,
       "slice": Slice, "row": Row,
       "index": Index, "local": Tally, "scratch": Scratch,
       "optional": Best, "pair": Best, "private": Private,
       "firstprivate": FirstPrivate, "reduction": Reduction}
