"""The programs that bench/engines.py builds from the samples, and the inputs
that it runs them on.

Sizes are such that a kernel takes from a third of a millisecond to some tens;
radii such that a query has about 50 neighbours on average.
"""
import math
import os
from dataclasses import dataclass, field

AS_GENERATED = "as generated"  # the sample has no option --order
POINT_ORDERS = ("shuffled", "tree")


@dataclass(frozen=True)
class Program:
    """A sample and the flags that it is compiled with. `ordered` names
    traversals whose queries come in one order, whatever --order says."""
    source: str  # below samples
    flags: tuple = ()
    orders: tuple = POINT_ORDERS  # the one that is quickest to run last
    results_follow_order: bool = False
    ordered: dict = field(default_factory=dict, hash=False)
    moves: bool = False  # rounds are time steps: each finds what the last left
    most_rounds: int = 1000  # where what is around a round takes long
    root: str = "root"  # as its loops spell it; none: each round has a new tree

    def rounds(self, number):
        """The options that run the annotated loops so many times."""
        if self.moves:  # its forces are computed before the first step, too
            return ["--steps", str(number - 1)]
        return ["--repeat", str(number)]


@dataclass(frozen=True)
class Case:
    """An input of a program."""
    program: str
    title: str  # of which {points} is the option --points of `sizes`
    arguments: tuple = ()
    sizes: dict = field(default_factory=dict, hash=False)
    serial_is_slow: bool = False  # half a minute and more

    @property
    def name(self):
        return self.title.format(
            **{option[2:]: size for option, size in self.sizes.items()})

    def options(self, order):
        words = list(self.arguments)
        for option, size in self.sizes.items():
            words += [option, str(size)]
        return words + ([] if order == AS_GENERATED else ["--order", order])

    def scaled(self, scale):
        """The same with sizes divided: for trying things out."""
        sizes = {}
        for option, size in self.sizes.items():
            side = option in ("--width", "--height")
            sizes[option] = max(8, int(size / (math.sqrt(scale) if side
                                               else scale)))
        return Case(self.program, self.title, self.arguments, sizes,
                    self.serial_is_slow)


def _dimensions(source, *others):
    return {source + ("" if dim == 3 else f"_{dim}d"): Program(
        f"{source}/{source}." + ("c" if source == "k_nearest" else "cpp"),
        () if dim == 3 else (f"-DDIM={dim}",)) for dim in (3, *others)}


_BODIES = {"moves": True, "most_rounds": 4, "root": ""}
PROGRAMS = {
    **_dimensions("point_correlation", 2, 7),
    **_dimensions("nearest_neighbor", 7),
    **_dimensions("k_nearest", 7),
    **_dimensions("vantage_point", 7),
    **_dimensions("ball_tree", 7),
    "barnes_hut": Program("barnes_hut/barnes_hut.c", **_BODIES),
    "barnes_hut_single": Program("barnes_hut/barnes_hut.c", ("-DSINGLE",),
                                 **_BODIES),
    "ray_cast": Program("ray_cast/ray_cast.cpp", orders=("shuffled", "rows"),
                        ordered={"shade": "rows"}),
    "decision_forest": Program("decision_forest/decision_forest.cpp",
                               orders=(AS_GENERATED,), root="0"),
    "binary_search": Program("binary_search/binary_search.cpp",
                             orders=("shuffled", "sorted"),
                             results_follow_order=True),
}


def _points(program, title, count, arguments="", **more):
    return Case(program, title + ", {points:,} points",
                tuple(arguments.split()), {"--points": count}, **more)


def _searches():
    for radius, shape in ((0.0229, "uniform"), (0.064, "plummer"),
                          (0.00125, "clustered")):
        yield _points("point_correlation", f"{shape} 3-D, radius {radius}",
                      1000000, f"--shape {shape} --radius {radius}")
    yield _points("point_correlation_2d", "uniform 2-D, radius 0.004", 1000000,
                  "--radius 0.004")
    yield _points("point_correlation_7d", "uniform 7-D, radius 0.2634", 200000,
                  "--radius 0.2634", serial_is_slow=True)
    for tree in ("leaves", "nodes"):
        for shape in ("uniform", "plummer", "clustered"):
            yield _points("nearest_neighbor", f"{shape} 3-D, in {tree}",
                          1000000, f"--shape {shape} --tree {tree}")
        yield _points("nearest_neighbor_7d", f"uniform 7-D, in {tree}", 200000,
                      f"--tree {tree}")
    for name, title, count in (("k_nearest", ", k = 8", 1000000),
                               ("vantage_point", "", 200000),
                               ("ball_tree", "", 200000)):
        for shape in ("uniform", "clustered"):
            yield _points(name, f"{shape} 3-D{title}", count,
                          f"--shape {shape}")
        yield _points(name + "_7d", f"uniform 7-D{title}", 200000)


def _others():
    for name, theta in (("barnes_hut", 0.5), ("barnes_hut_single", 0.33),
                        ("barnes_hut_single", 0.6)):
        yield Case(name, f"plummer, theta {theta}, {{bodies:,}} bodies",
                   ("--theta", str(theta)), {"--bodies": 1000000},
                   serial_is_slow=True)
    yield Case("ray_cast", "spheres, {triangles:,} triangles, "
               "{width} x {height} rays", (),
               {"--triangles": 200000, "--width": 1920, "--height": 1080})
    yield Case("decision_forest", "clouds, 50 trees, {samples:,} samples", (),
               {"--samples": 1000000, "--training": 5000})
    for kind in ("whole", "real"):
        yield Case("binary_search", f"uniform, {kind} keys, {{keys:,}} keys",
                   ("--type", kind), {"--keys": 1000000})


CASES = [*_searches(), *_others()]

# Inputs that are files: file, program, title, arguments.
_FILES = (
    ("stanford-bunny.obj", "point_correlation", "bunny, radius 0.005",
     "--radius 0.005", {}),
    ("stanford-bunny.obj", "ray_cast", "bunny, {width} x {height} rays", "",
     {"--width": 1920, "--height": 1080}),
    ("covtype10k.csv", "decision_forest", "covtype, 50 trees, 5,000 samples",
     "", {}),
)


def file_cases(folder):
    """(file, input) of all inputs that are files of a folder."""
    for name, program, title, arguments, sizes in _FILES:
        path = os.path.join(folder, name)
        yield path, Case(program, title,
                         (*arguments.split(), "--file", path), sizes)


def own_case(text):
    """An input from the command line: a program and its options."""
    program, *arguments = text.split()
    return Case(program, " ".join(arguments) or "defaults", tuple(arguments))
