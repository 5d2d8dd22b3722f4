"""All parameters of a traversal beside its node, its query, its arguments and
what is shared, as one."""

from .arrays import ARRAYS, Numbers
from .containers import List, Queue, Results
from .extra import Extra
from .heaps import VectorHeap
from .kept import KEPT
from .own import OWN


CONTAINERS = {"queue": Queue, "list": List, "results": Results,
              "heap": VectorHeap}


class Extras:
    """All of a traversal's, as one."""

    def __init__(self, names, rng, queries):
        draw = names.draw
        self.array = ARRAYS[draw["array"]](names, rng, queries)
        self.container = CONTAINERS.get(
            draw["container"].split("_")[-1], Extra)(names, rng, queries)
        self.all = [OWN[draw["own"]](names, rng, queries), self.array]
        if rng.random() < 0.5:
            self.all.reverse()
        self.all.append(self.container)
        self.all.append(KEPT[draw["kept"]](names, rng, queries))
        self._kept = {}

    def __getattr__(self, name):
        """Any list of Extra: those of all, one after the other."""
        def joined(*arguments):
            if name not in self._kept or arguments:
                self._kept[name] = [
                    x for extra in self.all
                    for x in getattr(extra, name)(*arguments)]
            return self._kept[name]
        return joined

    def behind(self, query):
        """Statements of the loop's body after the call."""
        return self.all[-1].behind(query)

    def members(self):
        """Of the class around the traversal."""
        array = self.array
        if isinstance(array, Numbers) and array.form == "global" and (
                array.names.in_class):
            return array.members()
        return []
