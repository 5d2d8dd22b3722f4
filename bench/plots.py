"""Pictures by matplotlib: those of bench/report.py, of one place, a GPU or the
threads of a CPU, and the kinds that other reports share, bars() and lines().
Colours are those of Okabe and Ito, which do not rely on red against green;
lockstep engines are hatched, too.
"""
from measure import Failed

try:
    import matplotlib
except ImportError as error:
    raise Failed(f"{error}: the plots need matplotlib (python3-matplotlib); "
                 "--no-plots leaves them out") from None

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402: the backend comes first
from matplotlib.patches import Patch  # noqa: E402
from matplotlib.ticker import (  # noqa: E402
    FuncFormatter, LogLocator, NullLocator)

from rows import engine  # noqa: E402

# Colour, hatch of a bar, marker of a point.
STYLES = {
    "autoropes": ("#000000", "", "o"),
    "static_ropes": ("#0072B2", "", "s"),
    "split_ropes": ("#56B4E9", "", "^"),
    "sibling_ropes": ("#009E73", "", "v"),
    "greedy_ropes": ("#F0E442", "", "P"),
    "static_lockstep": ("#0072B2", "////", "D"),
    "fsm_lockstep": ("#E69F00", "////", "X"),
    "lockstep": ("#D55E00", "////", "d"),
    "sibling_lockstep": ("#009E73", "////", "<"),
    "packed": ("#E69F00", "", "h"),
    "lane_lockstep": ("#D55E00", "////", "d"),
    "lane_ropes": ("#56B4E9", "", "p"),
    "lane_recursion": ("#CC79A7", "////", ">"),
    "recursion": ("#CC79A7", "", ">"),
}
OTHER = ("#999999", "xx", "*")
SHARES = (("linearise_ms", "linearise", "#56B4E9"),
          ("transfer_ms", "transfer", "#E69F00"),
          ("kernel_ms", "kernel", "#0072B2"))
SPEEDUP = "times as fast as autoropes on records as written"
REST = ("other", "#CCCCCC")
BAR = 0.13  # inches
LEAST = 0.05  # the speed-up at which a bar is cut off and has its figure

SETTINGS = {
    # Text stays text, and names in the file do not change from run to run.
    "svg.fonttype": "none", "svg.hashsalt": "regtt",
    "font.family": "sans-serif", "font.size": 8, "axes.titlesize": 9,
    "axes.spines.top": False, "axes.spines.right": False,
    "hatch.linewidth": 0.5, "figure.facecolor": "white",
}


def _style(name):
    return STYLES.get(name, OTHER)


def marked(name):
    """How lines() draws an engine; what runs in step has hollow points."""
    colour, hatch, marker = STYLES.get(name, OTHER)
    return {"color": colour, "marker": marker,
            "markerfacecolor": "white" if hatch else colour}


def _known(names, styles=STYLES):
    """Engines in the order of the table, others behind."""
    order = list(styles)
    return sorted(set(names), key=lambda name: (
        order.index(name) if name in order else len(order), name))


def _save(figure, path, creator="bench/report.py"):
    figure.savefig(path, format="svg", bbox_inches="tight",
                   metadata={"Date": None, "Creator": creator})
    plt.close(figure)


def _panels(rows):
    """Rows by whether their queries are shuffled: (title, rows)."""
    shuffled = [row for row in rows if row["order"] == "shuffled"]
    others = [row for row in rows if row["order"] != "shuffled"]
    orders = ", ".join(dict.fromkeys(row["order"] for row in others))
    return [(title, part) for title, part in
            (("queries shuffled", shuffled), (f"queries: {orders}", others))
            if part]


def _group(row):
    return row["program"], row["traversal"], row["input"]


def _label(group):
    program, traversal, name = group
    return f"{program}: {traversal}\n{name}"


def _axes(titles, places, height):
    """A figure with a panel each side by side, and groups one below the other:
    `places` are their middles, `height` all in bars."""
    figure, axes = plt.subplots(
        1, len(titles), sharey=True, squeeze=False,
        figsize=(2 + 4 * len(titles), 1 + BAR * height))
    for axis, title in zip(axes[0], titles):
        axis.set_title(title)
        axis.set_ylim(height, 0)
        axis.tick_params(axis="y", length=0, pad=6)
        axis.grid(axis="x", color="#DDDDDD", linewidth=0.5)
        axis.set_axisbelow(True)
    axes[0][0].set_yticks(list(places.values()))
    axes[0][0].set_yticklabels([_label(group) for group in places])
    return figure, axes[0]


def _legend(figure, handles):
    figure.legend(handles=handles, loc="lower center", ncol=5, frameon=False,
                  bbox_to_anchor=(0.5, 1.0))
    figure.tight_layout()


def _show_logarithms(axis):
    """Of an axis: 0.1, 0.2, 0.5, 1 and so on."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(NullLocator())


def _bar(axis, at, ratio, style):
    """From 1 to the ratio, which is told where the bar is cut off."""
    colour, hatch, _ = style
    axis.barh(at, max(ratio, LEAST) - 1, left=1, height=0.85, color=colour,
              hatch=hatch, edgecolor="white", linewidth=0)
    if ratio < LEAST:
        axis.text(LEAST * 1.05, at, f"{ratio:.2g}", va="center", fontsize=6,
                  bbox={"facecolor": "white", "pad": 0.3, "linewidth": 0})


def _bars(titles, groups, xlabel, styles):
    """The figure of bars()."""
    names, tops, places, height = {}, {}, {}, 1
    for group, panels in groups.items():
        names[group] = _known((name for panel in panels for name in panel),
                              styles)
        size = max(3, len(names[group]))  # a label has two lines
        tops[group] = height + (size - len(names[group])) / 2
        places[group] = height + size / 2
        height += size + 1
    figure, axes = _axes(titles, places, height)
    least = min(ratio for panels in groups.values() for panel in panels
                for ratio in panel.values())
    for number, axis in enumerate(axes):
        for group, panels in groups.items():
            for name, ratio in panels[number].items():
                _bar(axis, tops[group] + names[group].index(name) + 0.5,
                     ratio, styles.get(name, OTHER))
        axis.set_xscale("log")
        axis.set_xlim(left=LEAST if least < 0.5 else 0.5)
        _show_logarithms(axis.xaxis)
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set_xlabel(xlabel)
    used = _known((name for all_of in names.values() for name in all_of),
                  styles)
    handles = [(name, *styles.get(name, OTHER)[:2]) for name in used]
    _legend(figure, [Patch(facecolor=colour, hatch=hatch, edgecolor="white",
                           linewidth=0, label=name)
                     for name, colour, hatch in handles])
    return figure


def bars(path, creator, titles, groups, xlabel, styles=None):
    """Ratios: of each (sample, traversal, input) in `groups` a dictionary for
    each title, a panel. Styles and their order are those of engines, where
    none are given."""
    with plt.rc_context(SETTINGS):
        _save(_bars(titles, groups, xlabel, styles or STYLES), path, creator)


def lines(path, creator, panels, xlabel, ylabel, **scales):
    """A small panel for each title in `panels`: of each line its points, and
    how it is drawn. All have the legend of those that come first."""
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    with plt.rc_context(SETTINGS):
        figure, axes = plt.subplots(
            rows, columns, squeeze=False,
            figsize=(3.2 * columns, 2.6 * rows))
        known = {}
        for axis, (title, drawn) in zip(axes.flat, panels.items()):
            for points, how in drawn:
                line, = axis.plot(*zip(*points) if points else ([], []),
                                  linewidth=1, **{"markersize": 3, **how})
                known.setdefault(how["label"], line)
            axis.set(title=title, xlabel=xlabel, ylabel=ylabel, **scales)
            axis.grid(color="#DDDDDD", linewidth=0.5)
            axis.set_axisbelow(True)
            least, most = axis.get_ylim()
            if axis.get_yscale() == "log" and most < 300 * least:
                _show_logarithms(axis.yaxis)
        for axis in axes.flat[len(panels):]:
            axis.set_visible(False)
        figure.legend(known.values(), known, ncol=5, loc="lower center",
                      frameon=False, bbox_to_anchor=(0.5, 1.0))
        figure.tight_layout()
        _save(figure, path, creator)


def _speedup(report, rows, path):
    panels = _panels(rows)
    groups = {_group(row): [{} for _ in panels] for row in rows}
    for number, (_, part) in enumerate(panels):
        for row in part:
            groups[_group(row)][number][engine(row)] = report.speedup(row)
    _save(_bars([title for title, _ in panels], groups, SPEEDUP, STYLES), path)


def _shares(rows, path):
    places = {}
    for row in rows:
        places.setdefault(_group(row), 2.5 * len(places) + 1.75)
    panels = _panels(rows)
    figure, axes = _axes([title for title, _ in panels], places,
                         2.5 * len(places) + 1)
    for axis, (_, part) in zip(axes, panels):
        for row in part:
            at, left = places[_group(row)], 0
            for key, _, colour in SHARES:
                share = 100 * row[key] / row["total_ms"]
                axis.barh(at, share, left=left, height=1.5, color=colour)
                left += share
            axis.barh(at, max(0, 100 - left), left=left, height=1.5,
                      color=REST[1])
            axis.text(102, at, f"{row['total_ms']:.1f} ms, {engine(row)}",
                      va="center", fontsize=7)
        axis.set_xlim(0, 100)
        axis.set_xlabel("% of the total of the engine with the fastest kernel")
    figure.subplots_adjust(wspace=0.6)
    _legend(figure, [Patch(facecolor=colour, label=name) for name, colour in
                     [(name, colour) for _, name, colour in SHARES] + [REST]])
    _save(figure, path)


def _lanes(report, rows, path):
    figure, axis = plt.subplots(figsize=(7, 5))
    for name in _known(engine(row) for row in rows):
        colour, _, marker = _style(name)
        of_engine = [row for row in rows if engine(row) == name]
        axis.scatter([100 * row["lanes"] for row in of_engine],
                     [report.speedup(row) for row in of_engine], s=28,
                     c=colour, marker=marker, edgecolors="#444444",
                     linewidths=0.4, label=name)
    axis.set_yscale("log")
    _show_logarithms(axis.yaxis)
    axis.axhline(1, color="black", linewidth=0.8)
    axis.set_xlim(0, 100)
    axis.set_xlabel("% of a warp's lanes that make a visit in a step")
    axis.set_ylabel(SPEEDUP)
    axis.grid(color="#DDDDDD", linewidth=0.5)
    axis.set_axisbelow(True)
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    _save(figure, path)


def draw(report, where, folder):
    """Writes the pictures of a place."""
    compared = report.compared(where)
    with plt.rc_context(SETTINGS):
        _speedup(report, compared, folder / "speedup.svg")
        _shares([row for row in report.best(where) if row["total_ms"]],
                folder / "shares.svg")
        _lanes(report, [row for row in compared if row["lanes"] is not None],
               folder / "lanes.svg")
