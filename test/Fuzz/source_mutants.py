"""Mutants of a source: a few of its tokens or lines left out, doubled, swapped
or replaced. The pragmas and the test's own commands stay."""

import re

_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*'
    r"|\.?\d[\w.']*|->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::"
    r"|[^\s\w]", re.S)

OPERATORS = ["+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<=", ">=", "==",
             "!=", "&&", "||", "=", "+=", "-=", "*=", ",", "!", "~", "++", "--",
             "->", ".", "&", "*", "[", "]", "(", ")", "{", "}", ";", "?", ":"]
NUMBERS = ["0", "1", "-1", "2", "3", "255", "0x7fffffff", "2147483648u", "1ull",
           "0.5", "1e30f", "'a'", "nullptr", "true", "sizeof(int)"]
TYPES = ["int", "unsigned", "char", "signed char", "unsigned char", "short",
         "long", "long long", "unsigned long", "float", "double", "bool",
         "auto", "const", "static", "volatile", "void", "int *", "int &"]
STATEMENTS = ["return;", "break;", "continue;", "if (0)", "while (0)", "else",
              "do", "goto out;", "out:", "throw 1;", "try {", "default:", ";"]
KINDS = [OPERATORS, NUMBERS, TYPES, STATEMENTS]


def _tokens(line):
    return [m for m in _TOKEN.finditer(line)
            if not m[0].startswith(("//", "/*"))]


def _is_code(line):
    return bool(_tokens(line)) and not re.match(
        r"\s*#|.*(RUN:|CHECK|expected-)", line)


def _replacement(rng, token, names):
    for kind in KINDS:
        if token in kind and rng.random() < 0.8:
            return rng.choice(kind)
    if token[0].isdigit():
        return rng.choice(NUMBERS)
    if rng.random() < 0.8:
        return rng.choice(names)
    return rng.choice(rng.choice(KINDS))


def _change_token(rng, lines, at, names):
    line = lines[at]
    tokens = _tokens(line)
    one = rng.choice(tokens)
    how = rng.randrange(5)
    if how == 0:
        text = ""
    elif how == 1:
        text = one[0] + " " + one[0]
    elif how == 2 and len(tokens) > 1:
        first, second = sorted(rng.sample(range(len(tokens)), 2))
        first, second = tokens[first], tokens[second]
        lines[at] = (line[:first.start()] + second[0] +
                     line[first.end():second.start()] + first[0] +
                     line[second.end():])
        return
    else:
        text = _replacement(rng, one[0], names)
    lines[at] = line[:one.start()] + text + line[one.end():]


def _change_line(rng, lines, at, code):
    other = rng.choice(code)
    how = rng.randrange(4)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[at])
    elif how == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(at, lines[other])


def mutant(rng, text):
    """A mutant of `text`, drawn by `rng`."""
    lines = text.splitlines(keepends=True)
    names = sorted({m[0] for line in lines if _is_code(line)
                    for m in _tokens(line)
                    if re.match(r"[A-Za-z_]", m[0])}) or ["x"]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        code = [i for i, line in enumerate(lines) if _is_code(line)]
        if not code:
            break
        at = rng.choice(code)
        if rng.random() < 0.7:
            _change_token(rng, lines, at, names)
        else:
            _change_line(rng, lines, at, code)
    return "".join(lines)
