"""Random loops without a traversal: for each element, for each of its
neighbours. What iterations write is their own, or changed by one operator; or,
in some, what may be refused: then they are refused, when they are compiled or
when they run, or are right."""

import random

HEAD = """#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static unsigned state;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

struct Edge {
  int to;
  float weight;
  long tag;
};

struct Vertex {
  std::vector<Edge> near;
  double rank, next;
  int kind;
  unsigned count;
  double force[2];
  short hits;
};

struct Graph {
  int n;
  std::vector<int> row, col, deg, perm;
  std::vector<double> x, val;
  std::vector<float> f;
  std::vector<unsigned> u;
  std::vector<std::vector<int>> near;
  std::vector<Vertex> vertices;
};

// What a loop writes, all of it printed.
struct Out {
  std::vector<double> y, z, last, heat;
  std::vector<float> flow, dip, lowest;
  std::vector<int> a, b, least, most, latest, owner, picked, claimed;
  std::vector<short> mark;
  std::vector<signed char> tin;
  std::vector<unsigned> bits;
  std::vector<long> sum;
  std::vector<char> seen;
};

// Which NaN comes of an operation is its compiler's choice.
static double same(double value) { return value == value ? value : 0.5; }
template <class T> static T same(T value) { return value; }

static double blend(double a, double b) { return a * 0.75 - b / 3; }
static int pick(const Edge &e, int by) { return (e.to + by) & 1023; }

"""

MAIN = """
static Graph graph(int n, int most) {
  Graph g;
  g.n = n;
  for (int i = 0; i < n; ++i) {
    g.row.push_back(int(g.col.size()));
    int degree = draw(8) == 0 ? int(draw(unsigned(most))) : int(draw(5));
    if (draw(99) == 0) // long enough for engines that put such loops off
      degree = int(draw(7 * unsigned(most)));
    if (draw(6) == 0)
      degree = 0;
    g.near.emplace_back();
    g.vertices.emplace_back();
    Vertex &v = g.vertices.back();
    for (int k = 0; k < degree; ++k) {
      const int to = int(draw(unsigned(n)));
      g.col.push_back(to);
      g.val.push_back(int(draw(2000)) * 0.01 - 9);
      g.near[i].push_back(to);
      v.near.push_back({to, float(draw(100)) * 0.3f, long(draw(1000))});
    }
    g.deg.push_back(degree);
    g.perm.push_back(i);
    g.x.push_back(int(draw(4000)) * 0.037 - 70);
    g.f.push_back(float(draw(512)) * 0.25f);
    g.u.push_back(draw(1u << 20));
    v.rank = int(draw(300)) * 0.11 - 5;
    v.next = 0;
    v.kind = int(draw(6));
    v.count = draw(9);
    v.force[0] = v.force[1] = 0.1;
    v.hits = 3;
  }
  for (int i = n - 1; i > 0; --i)
    std::swap(g.perm[i], g.perm[draw(unsigned(i + 1))]);
  g.row.push_back(int(g.col.size()));
  return g;
}

static Out fresh(const Graph &g) {
  const std::size_t n = std::size_t(g.n);
  Out o;
  o.y.assign(n, 1.5);
  o.z.assign(n, -2.25);
  o.last.assign(n, 0.5);
  o.a.assign(n, 3);
  o.b.assign(n, -1);
  o.least.assign(n, 1 << 20);
  o.most.assign(n, -(1 << 20));
  o.bits.assign(n, 0x5a5au);
  o.sum.assign(n, 7);
  o.seen.assign(n, 0);
  o.heat.assign(n, 0.75);
  o.flow.assign(n, -0.5f);
  o.dip.assign(n, 1e6f);
  o.latest.assign(n, -1);
  o.tin.assign(n, 5);
  o.owner.assign(n, -1);
  o.mark.assign(n, -2);
  o.claimed.assign(n, -1);
  o.lowest.assign(n, 30);
  return o;
}

template <class T> static unsigned long hash(const std::vector<T> &values) {
  unsigned long h = 1469598103934665603ul;
  for (const T &each : values) {
    const T value = same(each);
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (const unsigned char byte : bytes)
      h = (h ^ byte) * 1099511628211ul;
  }
  return h;
}

static void print(int id, const Graph &g, const Out &o, long extra) {
  std::vector<double> fields;
  for (const Vertex &v : g.vertices) {
    fields.push_back(v.next);
    fields.push_back(v.rank);
    fields.push_back(v.count);
    fields.push_back(same(v.force[0]));
    fields.push_back(same(v.force[1]));
    fields.push_back(v.hits);
  }
  std::printf("%lx %lx %lx ", hash(o.owner), hash(o.mark), hash(o.picked));
  std::printf("%lx %lx ", hash(o.claimed), hash(o.lowest));
  std::printf("%lx %lx %lx %lx %lx ", hash(o.heat), hash(o.flow), hash(o.dip),
              hash(o.latest), hash(o.tin));
  std::printf("%d. %lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %ld\\n", id,
              hash(o.y), hash(o.z), hash(o.a), hash(o.b), hash(o.least),
              hash(o.most), hash(o.bits), hash(o.sum), hash(o.seen),
              hash(fields), hash(g.x), hash(g.deg), hash(o.last), extra);
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; ++k) {
    const int id = std::atoi(argv[k]);
    for (const int n : {700, 1, 0, 2500}) {
      state = unsigned(n) * 77u + unsigned(id);
      Graph g = graph(n, 90);
      Out o = fresh(g);
      long extra = 0;
      for (int again = 0; again < 2; ++again)
        switch (id) {
CASES        }
      print(id, g, o, extra);
    }
  }
}
"""


class Loop:
    """One function with an annotated loop. `hostile`: it may be refused; so may
    what it stores behind all else, by `last`, where other arrays may be that."""

    def __init__(self, ident, seed):
        self.id = ident
        self.rng = random.Random(seed)
        self.hostile = self.rng.random() < 0.25
        self.last = False
        self.depth = 0
        self.names = 0
        self.lines = []
        self.clauses = []
        self.before = []
        self.after = []
        self.scalars = {}
        self.used = {}  # combined array -> operator
        self.read = set()  # arrays that are read, but for the own element
        self.written = set()
        self._draw()

    # ---- Names and values --------------------------------------------------

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def chance(self, p):
        return self.rng.random() < p

    def number(self, depth=2):
        """A double."""
        r = self.rng
        leaves = [f"{r.randint(-40, 40) * 0.25}", "x[v]", f"double({self.int()})"]
        leaves += self.doubles * 2
        if self.u:
            leaves += [f"x[{self.u}]", f"x[{self.u}]", f"f[{self.u}]"]
            self.read |= {"x"}
        if depth == 0 or self.chance(0.25):
            return r.choice(leaves)
        a, b = self.number(depth - 1), self.number(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * 0.5 + {b})",
                         f"blend({a}, {b})", f"std::fabs({a})",
                         f"std::max<double>({a}, {b})",
                         f"({self.cond()} ? {a} : {b})",
                         f"std::sqrt(std::fabs({a}))"])

    def int(self, depth=1):
        """An int in no danger of overflow."""
        r = self.rng
        leaves = [str(r.randint(0, 30)), "(v & 255)", "int(uu[v] & 127u)"]
        leaves += self.ints * 2
        if self.u:
            leaves += [f"({self.u} & 511)", f"deg[{self.u}]"]
        if self.e:
            leaves += [f"pick({self.e}, {r.randint(0, 9)})", f"int({self.e}.tag)"]
        if depth == 0 or self.chance(0.3):
            return r.choice(leaves)
        a, b = self.int(depth - 1), self.int(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} ^ {b})",
                         f"({a} & {b})", f"({a} % {r.randint(2, 9)})",
                         f"(({a} * 3) & 4095)", f"std::min({a}, {b})",
                         f"({a} < {b} ? {a} : {b})"])

    def cond(self):
        r = self.rng
        c = r.choice([f"{self.int(0)} > {r.randint(0, 200)}",
                      f"{self.int(0)} % {r.randint(2, 5)} == {r.randint(0, 1)}",
                      f"x[v] < {r.randint(-60, 60)}"])
        if self.chance(0.2):
            c = f"({c} {r.choice(['&&', '||'])} {self.int(0)} != 7)"
        return c

    # ---- The loop ----------------------------------------------------------

    def _draw(self):
        r = self.rng
        self.doubles, self.ints = [], []
        self.u = self.e = None
        self.shape = r.choice(["csr", "pointers", "near", "vertices", "flat"])
        head = r.choice(["for (int v = 0; v < n; ++v)", "for (int v = 0; v < n; ++v)",
                         "for (int v = n - 1; v >= 0; --v)",
                         "for (int v = 0; v != n; v++)"])
        body = []
        for _ in range(r.randint(0, 2)):
            body += self._local()
        leaves_early = self.chance(0.2)
        if leaves_early:
            body += [f"if ({self.cond()})", "continue;"]
        for _ in range(r.randint(1, 3)):
            body += self._block(0)
        body += self._own()
        if self.chance(0.15) and not leaves_early and not self.hostile:
            body += self._last()
        if self.chance(0.25) and not leaves_early and not self.hostile:
            body += self._picked()
        if self.hostile:
            body += self._wrong()
        self.text = self._function(head, body)

    def _local(self):
        if self.chance(0.5):
            n = self.name("s")
            line = [f"double {n} = {self.number(1)};"]
            self.doubles.append(n)
        else:
            n = self.name("k")
            line = [f"int {n} = {self.int()};"]
            self.ints.append(n)
        return line

    def _block(self, level):
        if self.shape == "flat" or (level == 0 and self.chance(0.15)):
            return self._effects()
        return self._inner(level)

    def _inner(self, level):
        """A loop over the neighbours of v, or of u."""
        r = self.rng
        of = "v" if level == 0 else self.u
        kept = self.u, self.e, list(self.doubles), list(self.ints)
        shape = self.shape if level == 0 else r.choice(["csr", "near"])
        if self.shape == "pointers" and level:
            shape = "pointers"
        u = self.name("u")
        e = self.name("e")
        lines = []
        if shape in ("csr", "pointers"):
            form = r.choice(["for", "for", "while", "down"])
            if form == "for":
                lines += [f"for (int {e} = row[{of}]; {e} < row[{of} + 1]; ++{e}) {{"]
            elif form == "down":
                lines += [f"for (int {e} = row[{of} + 1] - 1; {e} >= row[{of}]; --{e}) {{"]
            else:
                lines += ["{", f"int {e} = row[{of}];",
                          f"while ({e} < row[{of} + 1]) {{"]
            lines += [f"const int {u} = col[{e}{'++' if form == 'while' else ''}];"]
            self.doubles.append(f"val[{e}]" if form != "while" else f"val[{e} - 1]")
            self.u, self.e = u, None
            end = ["}", "}"] if form == "while" else ["}"]
        elif shape == "vertices":
            ref = r.choice(["const Edge &", "const Edge ", "const auto &"])
            lines += [f"for ({ref}{e} : vertices[{of}].near) {{",
                      f"const int {u} = {e}.to;"]
            self.u, self.e = u, e
            self.doubles.append(f"double({e}.weight)")
            end = ["}"]
        else:
            ref = r.choice(["const int ", "const int &", "int "])
            lines += [f"for ({ref}{u} : near[{of}]) {{"]
            self.u, self.e = u, None
            end = ["}"]
        if self.chance(0.25):
            lines += [f"if ({self.cond()})", "continue;"]
        for _ in range(r.randint(0, 1)):
            lines += self._local()
        for _ in range(r.randint(1, 2)):
            lines += self._effects()
        if level < 2 and self.chance(0.25):
            lines += self._inner(level + 1)
        if self.chance(0.2):
            lines += [f"if ({self.cond()})", "break;"]
        self.u, self.e, self.doubles, self.ints = kept
        return lines + end

    def _effects(self):
        r = self.rng
        lines = []
        choices = [self._fold, self._fold, self._combine, self._reduce,
                   self._array, self._left]
        for _ in range(r.randint(1, 2)):
            lines += r.choice(choices)()
        if self.chance(0.3):
            lines = [f"if ({self.cond()}) {{"] + lines + ["}"]
        return lines

    def _fold(self):
        r = self.rng
        plain = [d for d in self.doubles if d[0] == "s"]
        ints = [k for k in self.ints if k[0] == "k"]
        if plain and (self.chance(0.6) or not ints):
            s = r.choice(plain)
            return [f"{s} {r.choice(['+=', '-=', '='])} {self.number()};"]
        if ints:
            k = r.choice(ints)
            return [f"{k} = ({k} + {self.int()}) & 65535;"]
        return self._own()

    def _array(self):
        """Room of the iteration's own."""
        t = self.name("t")
        i = self.name("i")
        size = self.rng.choice([2, 4, 7])
        lines = ["{", f"double {t}[{size}] = {{1, 2}};",
                 f"for (int {i} = 0; {i} < {size}; ++{i})",
                 f"{t}[{i}] += {self.number(1)} * {i};"]
        kept = list(self.doubles)
        self.doubles += [f"{t}[{self.rng.randint(0, size - 1)}]",
                         f"{t}[unsigned({self.int(0)}) % {size}u]"]
        lines += self._own()
        self.doubles = kept
        return lines + ["}"]

    OWN = {"y": "number", "z": "number", "a": "int", "b": "int"}

    def _own(self):
        r = self.rng
        if self.shape == "vertices" and self.chance(0.5):
            self.written.add("vertices")
            return r.choice([[f"vertices[v].next = {self.number()};"],
                             [f"vertices[v].next += {self.number(1)};"],
                             [f"vertices[v].count += unsigned({self.int()}) & 7u;"]])
        array = r.choice(sorted(self.OWN))
        value = getattr(self, self.OWN[array])
        if array == "b" or (array == "a" and self.chance(0.5)):
            return [f"{array}[v] = {value()};"]
        if array == "a":
            return [f"a[v] = (a[v] + {value()}) & 65535;"]
        return r.choice([[f"{array}[v] = {value()};"],
                         [f"{array}[v] = {array}[v] * 0.5 + {value()};"],
                         [f"if ({self.cond()})", f"{array}[v] = {value()};"]])

    COMBINED = [("least", "min"), ("most", "max"), ("bits", "or"),
                ("bits", "xor"), ("bits", "and"), ("sum", "add"), ("seen", "set")]
    # Where the order of the changes shows.
    ORDERED = [("heat", "rounded"), ("heat", "rounded"), ("flow", "rounded"),
               ("flow", "product"), ("dip", "lowest"), ("latest", "last"),
               ("tin", "add"), ("owner", "first"), ("mark", "mark"),
               ("dip", "flagged"), ("least", "flagged"), ("most", "flagged")]

    def _combine(self):
        r = self.rng
        array, op = r.choice(self.ORDERED if self.chance(0.5) else self.COMBINED)
        at = self.u or f"perm[v]"
        if op in ("rounded", "last", "add") and self.chance(0.2):
            at = "v"
        place = f"{array}[{at}]"
        if op == "rounded" and self.shape == "vertices" and self.chance(0.6):
            array = r.choice(["force", "force", "hits"])
            op = "rounded" if array == "force" else "add"
            self.written.add("vertices")
            place = f"vertices[{at}].{array}"
            if array == "force":
                place += f"[{r.choice(['0', '1', f'{self.int()} & 1'])}]"
                place = place if "&" not in place else f"vertices[{at}].force[v & 1]"
        op = self.used.setdefault(array, op)
        value = self.int()
        if op == "flagged":
            if array + "!" in self.used:
                return [";"]
            self.used[array + "!"] = op
            return self._flagged(place, self.number(1) if array == "dip" else value,
                                 "float" if array == "dip" else "int",
                                 ">" if array == "most" else "<")
        if op in ("rounded", "add", "min", "last") and self.chance(0.15) and \
                "." not in place and array not in ("flow", "tin", "sum"):
            return self._named(place, op,
                               self.number(1) if op == "rounded" else value)
        if op in ("rounded", "product"):
            value = self.number(1)
            if op == "product":
                return [f"{place} *= {value} * 0.001;"]
            return r.choice([[f"{place} += {value};"], [f"{place} -= {value};"],
                             [f"{place} = {value} + {place};"],
                             [f"{place} += float({value});"] if array == "heat" else
                             [f"{place} += {value};"]])
        if op == "last":
            return [f"{place} = {value};"]
        if op == "first":
            values = ["v", "2 * v - 9"] + ([self.u] if self.u else [])
            return [f"if ({place} < 0)", f"{place} = {r.choice(values)};"]
        if op == "mark": # one value, whoever sets it
            known = [n for n, k in self.scalars.items() if k == "bool"]
            if array + "!" in self.used:
                return [";"]
            self.used[array + "!"] = op
            name = r.choice(known) if known else self.name("g")
            self.scalars[name] = "bool"
            return [f"if ({place} < 0) {{", f"{place} = 40;",
                    r.choice([";", f"{name} = true;"]), "}"]
        if op == "lowest":
            return r.choice([["{", f"const float d = float({self.number(1)});",
                              f"if (d < {place})", f"{place} = d;", "}"],
                             [f"{place} = std::min({place}, float({self.number(1)}));"]])
        if op == "min":
            return r.choice([[f"{place} = std::min({place}, {value});"],
                             ["{", f"const int d = {value};", f"if (d < {place})",
                              f"{place} = d;", "}"]])
        if op == "max":
            return r.choice([[f"{place} = std::max({value}, {place});"],
                             ["{", f"const int d = {value};", f"if ({place} < d)",
                              f"{place} = d;", "}"]])
        if op == "add":
            return r.choice([[f"{place} += {value};"], [f"{place} -= {value};"],
                             [f"++{place};"], [f"{place} = {value} + {place};"]])
        if op == "set":
            return [f"{place} = 1;"]
        sign = {"or": "|=", "xor": "^=", "and": "&="}[op]
        return [f"{place} {sign} unsigned({value});"]

    def _reduce(self):
        r = self.rng
        kind = r.choice(["long +", "int max", "int min", "bool", "unsigned ^",
                         "double min"])
        known = [n for n, k in self.scalars.items() if k == kind]
        n = r.choice(known) if known and self.chance(0.6) else self.name("g")
        self.scalars[n] = kind
        if kind == "long +":
            return [r.choice([f"{n} += {self.int()};", f"++{n};"])]
        if kind == "int max":
            return [f"{n} = std::max({n}, {self.int()});"]
        if kind == "int min":
            return [f"if ({self.int(0)} < {n})".replace(self.int(0), "d")] if False \
                else ["{", f"const int d = {self.int()};", f"if (d < {n})",
                      f"{n} = d;", "}"]
        if kind == "double min":
            return ["{", f"const double d = {self.number()};", f"if (d < {n})",
                    f"{n} = d;", "}"]
        if kind == "unsigned ^":
            return [f"{n} ^= unsigned({self.int()});"]
        return [f"if ({self.cond()})", f"{n} = true;"]

    def _last(self):
        """Behind all else, where any iteration may store."""
        s = self.name("s")
        self.last = True
        return [f"double {s} = {self.number()};", f"last[perm[v]] = {s};"]

    def _picked(self):
        """What the host adds to a vector, in the order of the iterations."""
        self.last = True  # a list of neighbours may be that vector
        known = [k for k in self.ints if k[0] == "k"] + ["v", "v * 3 - 1"]
        tests = [d for d in self.doubles if d[0] == "s"]
        test = f"{self.rng.choice(tests)} > {self.rng.randint(-9, 9)}" if tests \
            else "v % 3 == 0"
        return [f"if ({test})", f"picked.push_back({self.rng.choice(known)});"]

    def _left(self):
        """What the host does, in the order of the iterations."""
        r = self.rng
        self.last = True
        known = [k for k in self.ints if k[0] == "k"] + ["v", "v * 3 - 1"]
        known += [self.u, f"{self.u} - v"] if self.u else []
        kind = r.choice(["push", "push", "sum", "first", "count"] +
                        (["claim", "lowest"] if self.u else []))
        push = f"picked.push_back({r.choice(known)});"
        if kind == "push":
            return [r.choice([push, f"if ({self.cond()})\n{push}"])]
        if kind == "sum":
            n = self.name("g")
            self.scalars[n] = r.choice(["double +", "float +"])
            return [r.choice([f"{n} += {self.number()};", f"{n} -= {self.number(1)};",
                              f"{n} = {self.number(1)} + {n};"])]
        if kind == "count":
            n = self.name("g")
            self.scalars[n] = "long by reference"
            return [r.choice([f"++{n};", f"{n} -= {self.int()};"])]
        if kind == "first":
            n, where = self.name("g"), self.name("g")
            self.scalars[n], self.scalars[where] = "double best", "int where"
            inner = [f"{n} = d;", f"{where} = {r.choice(known)};"]
            r.shuffle(inner)
            return ["{", f"const double d = {self.number()};",
                    f"if ({r.choice([f'd < {n}', f'{n} > d'])}) {{", *inner, "}", "}"]
        if kind + "!" in self.used:
            return [";"]
        self.used[kind + "!"] = kind
        if kind == "claim":
            inner = [f"claimed[{self.u}] = {r.choice(['v', '7', f'claimed[v] + 1'])};",
                     push]
            r.shuffle(inner)
            return [f"if (claimed[{self.u}] < 0) {{", *inner, "}"]
        inner = [f"lowest[{self.u}] = d;", push]
        r.shuffle(inner)
        return ["{", f"const float d = float({self.number(1)});",
                f"if (d < lowest[{self.u}]) {{", *inner, "}", "}"]

    def _named(self, place, op, value):
        """A change of an element by a reference."""
        name = self.name("c")
        change = {"rounded": [f"{name} += {value};"], "add": [f"{name} -= {value};"],
                  "min": [f"{name} = std::min({name}, {value});"],
                  "last": [f"{name} = {value};"]}[op]
        return ["{", f"auto &{name} = {place};", *change, "}"]

    def _flagged(self, place, value, type_, sign):
        """The only change of the array, of which a flag tells."""
        known = [n for n, k in self.scalars.items() if k == "bool"]
        name = self.rng.choice(known) if known else self.name("g")
        self.scalars[name] = "bool"
        inner = [f"{place} = d;", f"{name} = true;"]
        self.rng.shuffle(inner)
        return ["{", f"const {type_} d = {type_}({value});",
                f"if (d {sign} {place}) {{", *inner, "}", "}"]

    def _wrong(self):
        """What may not be taken: or is right."""
        r = self.rng
        u = "perm[v]"
        return r.choice([
            ["y[v] = y[(v + 1) % n] + 1;"],
            ["y[v] += z[perm[v]];"],
            [f"a[{u}] = v;"],
            [f"sum[{u}] += b[v];", f"b[v] = int(sum[{u}]) & 255;"],
            [f"least[{u}] = std::min(least[{u}], v);",
             f"most[v] += least[v];"],
            [f"bits[{u}] += 3u;", f"bits[{u}] ^= 5u;"],
            [f"z[{u}] += y[v];"],
            ["x2[v] = x[v] + 1;"],
            ["deg2[v] = deg[v] + 1;"],
            [f"x2[{u}] = 3;"],
            [f"seen[{u}] = char(v);"],
            ["running += x[v];", "y[v] = running;"],
            ["static int calls;", "++calls;", "b[v] = calls & 15;"],
            ["if (v == 5)", "break;"],
            ["z[2 * v % n] = 4;"],
            ["y[v] = 1;", "y[n - 1 - v] = 2;"],
            ["vertices[v].next = vertices[perm[v]].next + 1;"],
            [f"vertices[{u}].count += 1;"],
        ])

    def _function(self, head, body):
        text = "\n".join(body)
        n = self.id
        lines = [f"// Loop {n}: {self.shape}{', hostile' if self.hostile else ''}",
                 f"static long loop{n}(Graph &g, Out &o) {{",
                 "const int n = g.n;"]
        pointers = self.shape == "pointers"
        def bind(name, of, type_, const=True, count="n"):
            if name + "[" not in text and name + "." not in text:
                return
            q = "const " if const else ""
            if pointers:
                lines.append(f"{q}{type_} *const {name} = {of}.data();")
                if f"{name}[" in text:
                    self.copies.append(f"{name}[0 : {count}]")
            else:
                lines.append(f"{q}std::vector<{type_}> &{name} = {of};")
        self.copies = []
        if pointers:
            lines.append("const int m = int(g.col.size());")
        bind("row", "g.row", "int", count="n + 1")
        bind("col", "g.col", "int", count="m")
        bind("val", "g.val", "double", count="m")
        bind("deg", "g.deg", "int")
        bind("perm", "g.perm", "int")
        bind("x", "g.x", "double")
        bind("f", "g.f", "float")
        bind("uu", "g.u", "unsigned")
        bind("x2", "g.x", "double", const=False)
        bind("deg2", "g.deg", "int", const=False)
        bind("last", "o.last", "double", const=False)
        for name, type_ in [("y", "double"), ("z", "double"), ("a", "int"),
                            ("b", "int"), ("least", "int"), ("most", "int"),
                            ("bits", "unsigned"), ("sum", "long"),
                            ("seen", "char"), ("heat", "double"),
                            ("flow", "float"), ("dip", "float"),
                            ("latest", "int"), ("tin", "signed char"),
                            ("owner", "int"), ("mark", "short"),
                            ("claimed", "int"), ("lowest", "float")]:
            bind(name, "o." + name, type_, const=False)
        if "picked." in text:
            lines.append("std::vector<int> &picked = o.picked;")
        if "near[" in text:
            lines.append("const std::vector<std::vector<int>> &near = g.near;")
        if "vertices[" in text:
            lines.append("std::vector<Vertex> &vertices = g.vertices;")
        if "running" in text:
            lines.append("double running = 0;")
        starts = {"long +": ("long", "0"), "int max": ("int", "-1000000"),
                  "int min": ("int", "1000000"), "bool": ("bool", "false"),
                  "unsigned ^": ("unsigned", "9"), "double min": ("double", "1e9"),
                  "double +": ("double", "0.5"), "float +": ("float", "-0.5f"),
                  "double best": ("double", "1e9"), "int where": ("int", "-1"),
                  "long by reference": ("long &", "held[0]")}
        if "long by reference" in self.scalars.values():
            lines.append("long held[1] = {3};")
        for name, kind in self.scalars.items():
            lines.append(f"{starts[kind][0]} {name} = {starts[kind][1]};")
        clauses = []
        if self.copies:
            clauses.append("copyin(" + ", ".join(self.copies) + ")")
        named = [m for m, k in self.scalars.items() if k == "long +"]
        if named and self.chance(0.3):
            clauses.append("reduction(+ : " + ", ".join(named) + ")")
        lines.append(" ".join(["#pragma regtt parallel"] + clauses))
        lines += [head + " {"] + body + ["}"]
        result = ["long result = 0;"]
        for name, kind in self.scalars.items():
            value = f"long({name})"
            if "double" in kind or "float" in kind:
                value = f"long(std::fmod(same(double({name})), 1e9) * 64)"
            result.append(f"result = result * 31 + {value};")
        return "\n".join(lines + result + ["return result;", "}"]) + "\n"


def program(loops):
    cases = "".join(f"        case {loop.id}:\n          extra += loop{loop.id}(g, o);\n"
                    "          break;\n" for loop in loops)
    return HEAD + "\n".join(loop.text for loop in loops) + MAIN.replace("CASES", cases)
