"""The sources of the tests and samples that have pragmas, each with the flags
that its tests hand the compiler and the arguments that they run it with."""

import re
import shlex
import subprocess
import sys

# Options of regtt-cc that lead to other code of its own.
_OPTIONS = ("-std=", "-D", "-I", "--fp=", "--layout=", "--variant=",
            "--allow-serial")


class Source:
    def __init__(self, root, path):
        self.path = path
        self.name = str(path.relative_to(root))
        self.text = path.read_text()
        self.quoted = ["-iquote", str(path.parent)]
        # Of each command of its test, and of none.
        self.flags = []
        for command in _commands(self.text):
            words = command.split()
            if "regtt-cc" not in words:
                continue
            flags = [_folders(root, path, word)
                     for word in words[words.index("regtt-cc"):]
                     if word.startswith(_OPTIONS)]
            flags = [word for word in flags if "%" not in word]
            if flags not in self.flags:
                self.flags.append(flags)
        self.flags = self.flags or [[]]
        # (flags, arguments) of the programs that its test compares.
        self.runs = {}

    def is_c(self):
        return self.path.suffix == ".c"


def _commands(text):
    """The commands of a test, continued lines joined."""
    command = ""
    for line in text.splitlines():
        found = re.match(r"\W*RUN:\s*(.*?)\s*(\*/)?\s*$", line)
        if not found:
            continue
        command += found[1].removesuffix("\\")
        if not found[1].endswith("\\"):
            yield command
            command = ""


def _folders(root, path, word):
    return (word.replace("%S", str(path.parent))
            .replace("%samples", str(root / "samples"))
            .replace("%rt", str(root / "runtime" / "include")))


def sources(root, only):
    """Those whose path matches `only`, by name."""
    found = []
    for folder in ("test", "samples"):
        for path in sorted((root / folder).rglob("*")):
            if (path.suffix in (".c", ".cpp") and re.search(
                    only, str(path.relative_to(root)))
                    and re.search(r"#\s*pragma\s+regtt|_Pragma\(\"regtt",
                                  path.read_text())):
                found.append(Source(root, path))
    return found


def add_runs(root, found):
    """What scripts/test-gpu compares, too."""
    tests = [str(path.relative_to(root))
             for path in sorted((root / "test" / "Exec").iterdir())
             if path.suffix in (".c", ".cpp", ".test")]
    table = subprocess.run(
        [sys.executable, str(root / "scripts" / "exec-table.py"), *tests],
        cwd=root, capture_output=True, text=True, check=True).stdout
    by_name = {source.name: source for source in found}
    for row in table.splitlines():
        name, flags, _, arguments = (part.strip() for part in row.split(" | "))
        if name in by_name:
            by_name[name].runs.setdefault(tuple(shlex.split(flags)),
                                          []).append(arguments)
