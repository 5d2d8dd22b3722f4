"""Finds the places of a C++ source where one token's change makes another
program, and writes a source in which all these mutants are, each switched on by
its number:

    if (isPart && reads(e))           if ((mutants::on(7) || (isPart)) && ...
    if (changes(e))                   if ((mutants::on(8) != bool(changes(e))))
    operands.push_back(e);            { if (!mutants::on(9)) operands.push_back(e); }
    return true;                      return mutants::on(10) != true;
    size < most                       mutants::less(11, size, most)

Mutants.h is what that calls. Sources are read as clang-format leaves them, without a
parser; what does not compile is left out by who builds them."""

import re

RELATIONS = {"<": "less", "<=": "lessEqual", ">": "greater",
             ">=": "greaterEqual"}
# What faults in are no faults of an analysis: what only says that the code
# before it is right, and what only saves time.
NO_FAULT = re.compile(
    r"(assert|static_assert|llvm_unreachable|REGTT_\w+)\(|.*\breserve\(\)$")
# Nor is it one to do a little more or less than an analysis does at most.
LIMIT = r"\b(max[A-Z]\w*|most|tooMany)\b"


class Mutant:
    """`edits`: (position, text, how many characters it replaces)."""

    def __init__(self, what, start, end, edits):
        self.what, self.start, self.end, self.edits = what, start, end, edits
        self.number = 0


def masked(text):
    """The text with comments, directives and what stands in quotes made
    insignificant, each character in its place."""
    def blank(match):
        found = match[0]
        if found[0] in "\"'":
            return found[0] + "_" * (len(found) - 2) + found[-1]
        return re.sub(r"[^\n]", " ", found)

    return re.sub(r'//[^\n]*|/\*.*?\*/|^[ ]*#(?:\\\n|[^\n])*|"(?:\\.|[^"\\\n])*"|'
                  r"(?<!\w)'(?:\\.|[^'\\\n])*'", blank, text, flags=re.S | re.M)


class Finder:
    """The mutants of one source."""

    STOP = re.compile(r"&&\s|\|\|\s|[;,?]|(?<!:):(?!:)|(?<![=!<>])=(?!=)|\breturn\b")
    RELATION_STOP = re.compile(STOP.pattern + r"|[=!]=")

    def __init__(self, text):
        self.text = masked(text)
        self.pairs = self._pairs()
        self.mutants = []

    def _pairs(self):
        """Where each bracket's other one is; those of templates have no blanks
        inside, which relations have around them."""
        pairs, open_ones = {}, []
        for match in re.finditer(
                r"[(){}\[\]]|(?<!<)<(?![\s<=])|(?<![\s-])>(?!=)", self.text):
            if match[0] in "({[<":
                open_ones.append(match.start())
            elif open_ones:
                other = open_ones.pop()
                pairs[other], pairs[match.start()] = match.start(), other
        return pairs

    def find(self):
        self._operands()
        self._conditions()
        self._statements()
        self._returns()
        self._relations()
        asserted = [(m.end(), self.pairs.get(m.end() - 1, m.end()))
                    for m in re.finditer(r"\b(static_)?assert\(", self.text)]
        self.mutants = [m for m in self.mutants if not any(
            start <= m.start < end for start, end in asserted)]
        self.mutants.sort(key=lambda m: (m.start, -m.end, m.what))
        return self.mutants

    def _add(self, what, start, end, before, after):
        """`@` in the texts stands for the mutant's number."""
        self.mutants.append(
            Mutant(what, start, end, [(start, before, 0), (end, after, 0)]))

    def _left(self, at, stop):
        """Where the operand that ends before `at` begins."""
        k = at
        while k > 0:
            k -= 1
            if k in self.pairs and self.pairs[k] < k:
                k = self.pairs[k]
            elif k in self.pairs:
                return k + 1
            elif match := stop.match(self.text, k):
                return match.end()
        return 0

    def _right(self, at, stop):
        """Where the operand that begins at `at` ends."""
        k = at
        while k < len(self.text):
            if self.pairs.get(k, 0) > k:
                k = self.pairs[k]
            elif k in self.pairs or stop.match(self.text, k):
                return k
            k += 1
        return k

    def _trimmed(self, start, end):
        inner = self.text[start:end]
        return (start + len(inner) - len(inner.lstrip()),
                end - len(inner) + len(inner.rstrip()))

    def _operands(self):
        """Operands of && and || that no longer count."""
        found = {}
        for token in re.finditer(r"(?<=\s)(&&|\|\|)(?=\s)", self.text):
            for span in ((self._left(token.start(), self.STOP), token.start()),
                         (token.end(), self._right(token.end(), self.STOP))):
                found[self._trimmed(*span)] = token[0]
        for (start, end), operator in found.items():
            if self._guards_pointer(start, end):
                continue
            forced = "(mutants::on(@) || (" if operator == "&&" else (
                "(!mutants::on(@) && (")
            self._add(f"operand of {operator} dropped", start, end, forced, "))")

    def _guards_pointer(self, start, end):
        """Whether it is a name that what follows looks through, or hands on:
        without the test that crashes."""
        name = re.fullmatch(r"!?(\w+)", self.text[start:end])
        return name and re.search(
            rf"\b{name[1]}->|\*{name[1]}\b|[(,]\s*{name[1]}\s*[,)]",
            self.text[end:end + 400])

    def _conditions(self):
        for match in re.finditer(r"\b(if|while)\s*\(", self.text):
            start, end = match.end(), self.pairs.get(match.end() - 1, match.end())
            last = self._left(end, re.compile(";"))
            start, end = self._trimmed(max(start, last), end)
            if not re.search(r"(?<![=!<>])=(?!=)", self._outside(start, end)):
                self._add("condition negated", start, end,
                          "(mutants::on(@) != bool(", "))")

    def _outside(self, start, end):
        """The text without what is in its brackets."""
        result, k = "", start
        while k < end:
            result += self.text[k]
            if self.pairs.get(k, 0) > k:
                k = self.pairs[k]
                result += self.text[k]
            k += 1
        return result

    def _statements(self):
        for semicolon in re.finditer(";", self.text):
            end = semicolon.start()
            start = end
            while start > 0 and self.text[start - 1] not in ";{}(":
                start -= 1
                if self.text[start] in ")]>" and start in self.pairs:
                    start = self.pairs[start]
            if start > 0 and self.text[start - 1] == "(":
                continue
            start = self._without_head(start, end)
            kind = self._kind(self._outside(start, end).strip())
            if kind:
                self._add(kind, start, end + 1, "{ if (!mutants::on(@)) ", " }")

    def _without_head(self, start, end):
        """What stands behind `if (...)` and the like."""
        start = self._trimmed(start, end)[0]
        while head := re.compile(
                r"(if|while|for)\s*\(|else\b|do\b|(case\b[^;?]*?|default)(?<!:):(?!:)"
        ).match(self.text, start, end):
            last = head.end()
            if head[0][-1] == "(":
                last = self.pairs.get(last - 1, end) + 1
            start = self._trimmed(last, end)[0]
        return start

    @staticmethod
    def _kind(statement):
        if statement in ("return", "continue"):
            return f"{statement} skipped"
        if NO_FAULT.match(statement):
            return None
        if re.fullmatch(r"[\w:.>()\[\]<-]+\(\)", statement):
            return "call dropped"
        if re.match(r"\*?[\w:.>()\[\]-]+ [-+|&^*]?=\s", statement) or re.fullmatch(
                r"(\+\+|--)[\w.>()-]+", statement):
            return "assignment dropped"
        return None

    def _returns(self):
        for match in re.finditer(r"\breturn (true|false);", self.text):
            self._add(f"return {match[1]} flipped", match.start(1), match.end(1),
                      "mutants::on(@) != ", "")

    def _relations(self):
        for token in re.finditer(r"(?<=\s)([<>]=?)(?=\s)", self.text):
            start, _ = self._trimmed(
                self._left(token.start(), self.RELATION_STOP), token.start())
            _, end = self._trimmed(
                token.end(), self._right(token.end(), self.RELATION_STOP))
            if re.search(LIMIT, self.text[start:end]):
                continue
            self.mutants.append(Mutant(
                f"{token[0]} off by one", start, end,
                [(start, f"mutants::{RELATIONS[token[0]]}(@, ", 0),
                 (token.start(), ",", len(token[0])), (end, ")", 0)]))


def rewritten(text, mutants, header):
    """The source with the mutants in it; lines keep their numbers."""
    edits = []
    for mutant in mutants:
        size = mutant.end - mutant.start
        for position, new, length in mutant.edits:
            is_end = position == mutant.end and not length
            # At one place, what ends comes before what begins, and what
            # is inside before or after what it is in.
            edits.append((position, 0 if is_end else 1,
                          size if is_end else -size, new, length, mutant.number))
    result, at = "", 0
    for position, _, _, new, length, number in sorted(edits):
        result += text[at:position] + new.replace("@", str(number))
        at = position + length
    return f'#include "{header}"\n#line 1\n' + result + text[at:]
