"""How long reordering at a depth takes, as a model of three times with three
parameters for what comes before the sort and three for what comes after it,
fitted to a few depths (Zhang 2016, the model behind Figure 5).

Which depths are fitted, and how well that predicts the others, is for
bench/depth_report.py.
"""
from dataclasses import dataclass

from measure import Failed

try:
    import numpy
    from scipy.optimize import least_squares
except ImportError as error:
    raise Failed(f"{error}: fitting needs scipy (python3-scipy)") from None

PARAMETERS = 3  # of each of the two curves
ABOUT = """\
For a top of the tree with d levels

    T(d)         = T_B(d) + T_R + T_D(d)
    T_B(d) + T_R = r + b (d / d_max)^g
    T_D(d)       = o + l / (1 + 2^(d - m))

- T_B are the visits in the top, which queries make in no order. A query enters
  one node a level while its ball is within one box, more where the ball reaches
  into several, and none once there is no room for the rest of its way: a power
  of the depth. `b` is what these visits take at the deepest fitted depth, d_max.
- T_R is the sort, with reading queries and writing them and the rests of their
  ways (up to 64 bytes a query, whatever the depth): the constant `r`.
- T_D are the visits below. Queries in order take `o`; `l` is what lack of order
  adds, by idle lanes and memory transactions. A level doubles the places that
  queries are told apart by, so what is left of `l` halves with each, but for
  the first levels, which tell too few apart to matter: at the depth `m` half of
  it is left. What moves from below to the top is in it, too.

What is measured is T_B + T_R, as `reorder`, and T_D, as `kernel`; each is fitted
by itself, by least squares of the relative errors.
"""


def _before(parameters, depths, deepest):
    constant, visits, growth = parameters
    return constant + visits * (depths / deepest) ** growth


def _after(parameters, depths, _):
    ordered, disorder, middle = parameters
    return ordered + disorder / (1 + numpy.exp2(depths - middle))


def _fitted(curve, depths, times, starts, bounds):
    """The best of the fits from several starts, since one may end in a local
    minimum."""
    deepest = depths.max()
    fits = [least_squares(
        lambda parameters: curve(parameters, depths, deepest) / times - 1,
        numpy.clip(start, *bounds), bounds=bounds, xtol=1e-12, ftol=1e-12)
        for start in starts]
    return min(fits, key=lambda fit: fit.cost).x


@dataclass(frozen=True)
class Model:
    """Fitted; times are milliseconds."""
    before: tuple  # r, b, g
    after: tuple  # o, l, m
    deepest: float  # d_max

    def times(self, depths):
        """(T_B + T_R, T_D) of each depth."""
        depths = numpy.asarray(depths, float)
        return list(zip(
            _before(self.before, depths, self.deepest).tolist(),
            _after(self.after, depths, self.deepest).tolist()))

    def sums(self, depths):
        """T of each depth."""
        return [sum(parts) for parts in self.times(depths)]


def fit(measured):
    """The model of (depth, reorder ms, kernel ms), of more depths than a curve
    has parameters."""
    if len(measured) <= PARAMETERS:
        raise ValueError("there are too few depths to fit")
    depths, before, after = (numpy.array(column, float)
                             for column in zip(*measured))
    least, most = before.min(), before.max()
    first = _fitted(
        _before, depths, before,
        [(least / 2, most - least, growth) for growth in (0.7, 1.5, 3)],
        ([0, 0, 0.3], [most, 10 * most, 8]))
    least, most = after.min(), after.max()
    second = _fitted(
        _after, depths, after,
        [(least * 0.9, most - least, middle)
         for middle in (0, depths.min(), depths.mean())],
        ([0, 0, -8], [most, 1000 * most, depths.max()]))
    return Model(tuple(first.tolist()), tuple(second.tolist()),
                 float(depths.max()))
