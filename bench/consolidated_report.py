"""Tables of bench/consolidated.py."""
import math

from rows import heading, markdown, number, read

USUAL = {"consolidated_warp": "KC_32", "consolidated_block": "KC_16",
         "consolidated_grid": "KC_1"}
SIZES = ("KC_1", "KC_16", "KC_32", "1-1")
PLAIN = ("thread_mapped", "warp_mapped", "block_mapped", "stream",
         "delayed_shared", "delayed_global", "dual_queue")
ALL = ("dpar_naive", "all launched")


def _cases(rows):
    """{(application, graph): {(way, size, threshold): row}}, as they came."""
    cases = {}
    for row in rows:
        if "failed" not in row:
            cases.setdefault((row["application"], row["graph"]), {})[
                row["way"], row["size"], row["threshold"]] = row
    return cases


def _ms(case, way, size="", threshold=0):
    return case.get((way, size, threshold), {}).get("kernel_ms")


def _ratio(slow, fast):
    return slow / fast if slow and fast else None


def _mean(values):
    """Geometric."""
    found = [value for value in values if value]
    return math.exp(sum(map(math.log, found)) / len(found)) if found else None


def _lines(columns, rows, means=()):
    """A table, under it the geometric means of some of its columns."""
    text = [heading(columns)]
    text += [markdown(row) for row in rows]
    if means:
        text.append(markdown(means))
    return "\n".join(text)


def engines(cases):
    """Milliseconds of each engine."""
    columns = ["application", "graph", *PLAIN, "dpar_naive", "dpar_opt",
               *USUAL, "best over thread_mapped", "identical"]
    rows, best = [], []
    for names, case in cases.items():
        times = [*(_ms(case, way) for way in (*PLAIN, "dpar_naive", "dpar_opt")),
                 *(_ms(case, *pair) for pair in USUAL.items())]
        best.append(_ratio(times[0], min((t for t in times if t), default=None)))
        right = all(row["identical"] for row in case.values())
        rows.append([*names, *(number(t, 3) for t in times), number(best[-1]),
                     "yes" if right else "NO"])
    return _lines(columns, rows, ["geometric mean", *[""] * (len(columns) - 3),
                                  number(_mean(best)), ""])


def sizes(cases):
    """What each size of the grids comes to, of the best one."""
    columns = ["application", "graph", "by", *SIZES, "the default, of the best"]
    rows, usual = [], []
    for names, case in cases.items():
        for way in USUAL:
            times = {size: _ms(case, way, size) for size in SIZES}
            if not all(times.values()):
                continue
            usual.append(min(times.values()) / times[USUAL[way]])
            rows.append([*names, way.split("_")[1],
                         *(number(times[size], 3) for size in SIZES),
                         f"{100 * usual[-1]:.0f} %"])
    mean = _mean(usual)
    return _lines(columns, rows, ["geometric mean", *[""] * 6,
                                  f"{100 * mean:.0f} %" if mean else ""])


def speedups(cases):
    """Over basic-dp, all of whose grids are launched, and over no-dp."""
    ways = [("thread_mapped", ""), ("dpar_naive", ""), *USUAL.items()]
    names = ["no-dp", "basic-dp, refused ones by their parents",
             *(way.split("_")[1] for way in USUAL)]
    columns = ["application", "graph", "basic-dp, ms",
               *(f"{name} over basic-dp" for name in names),
               *(f"{name} over no-dp" for name in names[2:])]
    rows, factors = [], []
    for case_names, case in cases.items():
        base, flat = _ms(case, *ALL), _ms(case, "thread_mapped")
        own = [_ratio(base, _ms(case, *way)) for way in ways]
        own += [_ratio(flat, _ms(case, *way)) for way in ways[2:]]
        factors.append(own)
        rows.append([*case_names, number(base, 1),
                     *(number(f, 1 if f and f > 10 else 2) for f in own)])
    means = [_mean(column) for column in zip(*factors)]
    return _lines(columns, rows, ["geometric mean", "", "",
                                  *(number(m, 1 if m and m > 10 else 2)
                                    for m in means)])


def launches(cases):
    """Grids that were launched, and that were not."""
    ways = [ALL, ("dpar_naive", ""), ("dpar_opt", ""), *USUAL.items()]
    columns = ["application", "graph", "basic-dp", "dpar_naive", "dpar_opt",
               *USUAL]
    rows = []
    for names, case in cases.items():
        own = [case.get((*way, 0)) for way in ways]
        rows.append([*names, *(
            "" if not row else f"{row['children']:,}" +
            (f" (refused {row['refused']:,})" if row["refused"] else "")
            for row in own)])
    return _lines(columns, rows)


def thresholds(cases):
    """By from how many terms on an inner loop is long."""
    found = sorted({key[2] for case in cases.values() for key in case} - {0})
    columns = ["application", "graph", "engine", *map(str, found)]
    ways = {"delayed_global": ("delayed_global", ""),
            "consolidated_grid": ("consolidated_grid", "KC_1"),
            "basic-dp": ALL}
    rows = []
    for names, case in cases.items():
        times = {name: [_ms(case, *way, t) for t in found]
                 for name, way in ways.items()}
        rows += [[*names, name, *(number(ms, 3) for ms in line)]
                 for name, line in times.items()]
        rows.append([*names, "consolidated_grid over basic-dp", *map(number, map(
            _ratio, times["basic-dp"], times["consolidated_grid"]))])
    factors = [_mean(_ratio(_ms(case, *ALL, t),
                            _ms(case, "consolidated_grid", "KC_1", t))
                     for case in cases.values()) for t in found]
    return _lines(columns, rows, ["geometric mean of that", "", "",
                                  *map(number, factors)])


def tables(rows):
    cases = _cases(rows)
    return "\n\n".join(table(cases) for table in
                       (engines, sizes, speedups, launches, thresholds))


def make_report(path, folder, key):
    """FOLDER/consolidated.md of the rows in a file."""
    rows = read(path, key)
    cases = _cases(rows)
    devices = sorted({row["device"] for row in rows})
    runs = sorted({row["run"] for row in rows})
    graphs = {row["graph"]: row for row in rows if "rows" in row}
    (folder / "consolidated.md").write_text(f"""# Inner loops that are put off

One step of each of the five applications of Wu 2019, section 3.7
(bench/nested/multiply.cpp, pagerank.cpp, sssp.cpp, bfs.cpp, coloring.cpp): one loop over
the vertices of a graph, an inner one over their neighbours. Times are of the kernels,
in milliseconds, of steps that copy their arrays each time. Devices:
{"; ".join(devices)}. Commands:

{chr(10).join("    " + each for each in runs)}

{_lines(["graph", "vertices", "arcs", "most of one vertex"],
        [[name, f"{row['rows']:,}", f"{row['nonzeros']:,}", f"{row['longest']:,}"]
         for name, row in graphs.items()])}

Inner loops of 256 terms and more are long, unless it says otherwise.

## Engines

{engines(cases)}

`dpar_naive` and `dpar_opt` with CUDA's 2,048 launches that may wait: what is refused, its
parent does. Programs of engines that launch grids, and these alone, are compiled with
nvcc's -rdc=true.

## How large the grids are (Wu 2019, Figure 3.4)

KC_X: X grids fill the GPU together. 1-1: a block for each long inner loop. In the paper
the defaults, KC_32 of a warp, KC_16 of a block and KC_1 of all, come to 97 % of the best.

{sizes(cases)}

## Over basic-dp and no-dp (Figure 3.5)

basic-dp is `dpar_naive` with REGTT_PENDING_LAUNCHES=1048576, so that every grid is
launched; no-dp is `thread_mapped`. In the paper, on a K20c, the means of warp, block and
grid are 999, 1357 and 1459 over basic-dp, and 2.18, 3.26 and 3.78 over no-dp.

{speedups(cases)}

## Grids that are launched (Figure 3.6)

{launches(cases)}

Warp efficiency, occupancy and traffic (Figures 3.6 to 3.8) are not here: ncu profiles no
kernel that launches others.

## From how many terms on an inner loop is long

{thresholds(cases)}
""", encoding="utf-8")
