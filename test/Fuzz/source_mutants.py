"""Mutants of a source: a few of its tokens or lines left out, doubled, exchanged
or replaced. The test's own commands stay."""

import re

_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*'
    r"|\.?\d[\w.']*|->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::"
    r"|[^\s\w]", re.S)

PUNCTUATION = ["[", "]", "(", ")", "{", "}", ";", ",", ":", "::"]
# What stands where the other does, mostly with types that go together.
ALIKE = [["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
         ["<", ">", "<=", ">=", "==", "!="], ["&&", "||"], ["&", "*", "!", "-", "~"],
         ["=", "+=", "-=", "*=", "|="], ["++", "--"], ["->", "."],
         ["int", "unsigned", "char", "signed char", "unsigned char", "short",
          "long", "long long", "unsigned long", "float", "double", "bool", "auto"],
         ["const", "static", "volatile", ""], ["if", "while"],
         ["break", "continue", "return"], ["struct", "class", "union"]]
NUMBERS = ["0", "1", "-1", "2", "3", "255", "0x7fffffff", "2147483648u", "1ull",
           "0.5", "1e30f", "'a'", "nullptr", "true", "sizeof(int)"]
STATEMENTS = ["return;", "break;", "continue;", "if (0)", "while (0)", "else",
              "do", "goto out;", "out:", "throw 1;", "try {", "default:", ";"]
ANYTHING = [word for kind in ALIKE for word in kind if word] + NUMBERS + STATEMENTS
KEYWORDS = set(
    "auto bool break case catch char class const constexpr continue default "
    "delete do double else enum explicit extern false float for goto if inline "
    "int long mutable namespace new nullptr operator private protected public "
    "register return short signed sizeof static struct switch template this "
    "throw true try typedef typename union unsigned using virtual void volatile "
    "while".split())


def _kind(token):
    if token[0].isdigit() or token[0] in ".'" and len(token) > 1:
        return "number"
    if token[0].isalpha() or token[0] == "_":
        return "keyword" if token in KEYWORDS else "identifier"
    if token[0] == '"':
        return "string"
    return "punctuation" if token in PUNCTUATION else "operator"


def _tokens(line):
    return [m for m in _TOKEN.finditer(line)
            if not m[0].startswith(("//", "/*"))]


def _annotated(lines, code):
    """The lines from a pragma to the end of the function that it is about or
    in."""
    found, within = [], False
    for i in code:
        within = (within and not lines[i].startswith("}")
                  or i > 0 and "pragma regtt" in lines[i - 1])
        if within:
            found.append(i)
    return found


def _use(tokens, k):
    """How a name is used: as a member, called, as a type's name."""
    token = tokens[k][0]
    return (_kind(token), k > 0 and tokens[k - 1][0] in ("->", "."),
            k + 1 < len(tokens) and tokens[k + 1][0] == "(", token[0].isupper())


class Mutator:
    """Draws the mutants of one source."""

    def __init__(self, text, pragmas):
        """`pragmas`: they are changed, too."""
        self.lines = text.splitlines(keepends=True)
        self.stays = re.compile(
            r"\s*#" + (r"(?!\s*pragma regtt)" if pragmas else "") +
            r"|.*(RUN:|CHECK|expected-)")

    def mutant(self, rng):
        lines = list(self.lines)
        for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
            code = [i for i, line in enumerate(lines) if self._is_code(line)]
            if not code:
                break
            places = code
            if rng.random() < 0.6:
                places = _annotated(lines, code) or code
            if rng.random() < 0.7:
                self._change_token(rng, lines, rng.choice(
                    [i for i in places if re.search(r"\w", lines[i])] or places),
                                   code)
            else:
                self._change_line(rng, lines, places, code)
        return "".join(lines)

    def _is_code(self, line):
        return bool(_tokens(line)) and not self.stays.match(line)

    def _change_token(self, rng, lines, at, code):
        line = lines[at]
        tokens = _tokens(line)
        # What is left of most sources without a bracket no compiler reads on.
        choices = [i for i in range(len(tokens))
                   if _kind(tokens[i][0]) != "punctuation"]
        if not choices or rng.random() < 0.05:
            choices = range(len(tokens))
        k = rng.choice(choices)
        one = tokens[k]
        how = rng.randrange(12)
        if how in (2, 3) and len(tokens) > 1:
            # With the next one, or with another of its kind in the line.
            others = [i for i in range(len(tokens)) if i != k and
                      _kind(tokens[i][0]) == _kind(one[0])]
            other = (rng.choice(others) if others and rng.random() < 0.7
                     else k + 1 if k + 1 < len(tokens) else k - 1)
            first, second = tokens[min(k, other)], tokens[max(k, other)]
            lines[at] = (line[:first.start()] + second[0] +
                         line[first.end():second.start()] + first[0] +
                         line[second.end():])
            return
        if how == 0:
            text = ""
        elif how == 1:
            text = one[0] + " " + one[0]
        else:
            text = self._replacement(rng, lines, tokens, k, at, code)
        lines[at] = line[:one.start()] + text + line[one.end():]

    def _replacement(self, rng, lines, tokens, k, at, code):
        """What is used as the token is, near by or anywhere in the file; or
        anything."""
        token = tokens[k][0]
        if rng.random() < 0.05:
            return rng.choice(ANYTHING)
        alike = [kind for kind in ALIKE if token in kind]
        if alike:
            return rng.choice(rng.choice(alike))
        if _kind(token) == "number" and rng.random() < 0.4:
            return rng.choice(NUMBERS)
        far = len(lines) if rng.random() < 0.2 else 10
        use, found = _use(tokens, k), set()
        for i in code:
            if abs(i - at) <= far:
                others = _tokens(lines[i])
                found.update(others[j][0] for j in range(len(others))
                             if _use(others, j) == use)
        return rng.choice(sorted(found - {token}) or [token])

    @staticmethod
    def _change_line(rng, lines, places, code):
        # Whole statements for the most part.
        whole = [i for i in places if re.search(r";\s*(//.*)?$", lines[i])]
        at = rng.choice(whole if whole and rng.random() < 0.9 else places)
        near = 10 if rng.random() < 0.8 else len(lines)
        other = rng.choice([i for i in code if abs(i - at) <= near])
        how = rng.randrange(6)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[at])
        elif how == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif how == 3:
            lines.insert(at, lines[other])
        elif how == 4:
            lines[at] = lines[other]
        elif at + 1 < len(lines):
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
