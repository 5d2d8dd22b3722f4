"""Small random programs with what they print and what regtt-cc makes of them, to
try many faulty compilers on: only where a fault changes what is emitted is a
program built and run."""

import itertools
import random

from .check import Checker
from .compilers import STANDARD, execute, extension
from .draw import Drawer
from .emit import Traversal, program

LANGS = ["cpp17", "c99", "cpp11", "c89"]
BUILT = 5  # programs for one fault


class Corpus:
    def __init__(self, folder, seed, files, traversals):
        self.folder = folder
        self.emitted = {}
        drawer = Drawer(random.Random(seed))
        self.files = []
        for index in range(files):
            lang = LANGS[index % len(LANGS)]
            drawn = [Traversal(k, drawer.draw({"lang": lang}),
                               seed * 100000 + index * 100 + k)
                     for k in range(traversals)]
            self.files.append((f"corpus_{index}", lang, drawn))
            path = self._source(index)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(program(lang, drawn))

    def _source(self, index):
        name, lang, _ = self.files[index]
        return self.folder / "sources" / (name + extension(lang))

    def _emit(self, regtt_cc, index, product):
        path, lang = self._source(index), self.files[index][1]
        part = execute([regtt_cc, "--target=cpu", "--emit=" + product,
                        "-std=" + STANDARD[lang], str(path)], 60)
        return part.code, part.out, part.err if part.code else ""

    def _changed(self, regtt_cc):
        """The programs of which other texts are emitted, as they are found."""
        for index, before in self.emitted.items():
            if any(self._emit(regtt_cc, index, product) != text
                   for product, text in before.items()):
                yield index

    def record(self, regtt_cc):
        """Notes what the sound compiler emits. Returns what fails, or ''."""
        for index in range(len(self.files)):
            self.emitted[index] = {
                product: self._emit(regtt_cc, index, product)
                for product in ("cpu", "host")}
        return self._try(regtt_cc, range(min(BUILT, len(self.files))))

    def fails(self, regtt_cc, in_runtime):
        """The program that tells this compiler from the sound one, or ''. A
        fault in the runtime's headers changes no emitted text."""
        if in_runtime:
            return self._try(regtt_cc, range(min(3 * BUILT, len(self.files))))
        return self._try(regtt_cc,
                         itertools.islice(self._changed(regtt_cc), BUILT))

    def _try(self, regtt_cc, indices):
        checker = Checker(regtt_cc, self.folder, level=0)
        for index in indices:
            name, lang, traversals = self.files[index]
            found = checker.check(name, lang, traversals).failures
            if found:
                return f"{name}: {found[0].kind}: {found[0].detail[:150]!r}"
        return ""
