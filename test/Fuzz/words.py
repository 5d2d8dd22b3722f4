"""Renames what a traversal declares to words that the generated code uses
itself, or that are names in C only."""

import re

RENAMED = {
    "plain": {},
    "generated": {
        "dist": "self", "pick": "ropes", "q": "args", "n": "u",
        "visits": "result", "depth": "rope", "key": "slots", "hits": "guard",
        "best": "bound", "id": "children", "a": "tree", "sum": "start",
        "flags": "Args", "x": "rt", "at": "Children", "i": "link",
        "limit": "admit", "code": "Traversal", "w": "Records",
        "total": "out", "acc": "query", "tags": "u_", "box": "self_",
    },
    "keywords": {
        "dist": "template", "pick": "class", "q": "this", "n": "new",
        "visits": "operator", "depth": "typename", "key": "delete",
        "hits": "private", "best": "catch", "id": "friend", "a": "bool",
        "sum": "and", "x": "namespace", "limit": "virtual",
    },
    # One name for fields, locals, parameters and helpers.
    "shadowing": {
        "dist": "kind", "pick": "tags", "depth": "visits", "key": "leaf",
        "best": "a", "hits": "in",
    },
}
_TOKEN = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|\d[\w.]*""")


def renamed(lines, kind):
    """`lines` with the names of that kind; comments stay."""
    table = RENAMED[kind]

    def word(match):
        return table.get(match.group(0), match.group(0))

    return [line if line.startswith(("//", "/*", "#i"))
            else _TOKEN.sub(word, line) for line in lines]
