"""Words that nodes and queries have: arrays of characters, compared by strcmp,
memcmp and strlen, or the library's strings."""

from .expr import Expr

LENGTH = 6
WORDS = ["ab", "abc", "b", "", "cab", "bb"]


class Texts:
    def __init__(self, names, rng):
        self.names = names
        self.rng = rng
        self.kind = names.draw["text"]
        self.std = "" if names.is_c else "std::"

    @property
    def is_used(self):
        return self.kind != "none"

    def _member(self, name):
        return {"none": [], "chars": [f"char {name}[{LENGTH}];"],
                "string": [f"std::string {name};"]}[self.kind]

    def node_members(self):
        return self._member("word")

    def query_members(self):
        return self._member("text")

    def _filled(self, place):
        if self.kind == "none":
            return []
        if self.kind == "string":
            return [f'{place} = std::string("abcab").substr(drawInt(0, 2), '
                    "drawInt(0, 3));"]
        return ["{", "int c;", "int length;",
                f"length = drawInt(0, {LENGTH - 1});",
                f"for (c = 0; c < {LENGTH}; c++)",
                f"{place}[c] = (char)(c < length ? 'a' + drawInt(0, 2) : 0);",
                "}"]

    def fill(self):
        """Of node `n`."""
        return self._filled("n->word")

    def fill_query(self, base):
        return self._filled(base + "text")

    def leaves(self):
        """What visits read of both."""
        text = f"{self.names.q}text"
        literal = f'"{self.rng.choice(WORDS)}"'
        if self.kind == "none":
            return []
        if self.kind == "string":
            made = [f"(n->word == {text})", f"(n->word < {text})",
                    f"(n->word == {literal})", f"(n->word.compare({text}) > 0)",
                    "(int)n->word.size()", "(n->word.empty() ? 3 : 1)"]
        else:
            std = self.std
            made = [f"({std}strcmp(n->word, {text}) < 0)",
                    f"({std}strcmp(n->word, {literal}) == 0)",
                    f"({std}strncmp({text}, n->word, 2) > 0)",
                    f"({std}memcmp(n->word, {text}, {LENGTH}) <= 0)",
                    f"(int){std}strlen(n->word)", "n->word[1]"]
        return [Expr(each, "int", 0, 127, True)
                for each in self.rng.sample(made, 3)]
