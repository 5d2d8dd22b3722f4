"""Tables of bench/nested.py."""
import math

from rows import heading, markdown, number, read

KERNELS = ("stream", "warp_mapped", "block_mapped", "thread_mapped")
FAST = ("stream", "balanced", "thread_mapped")


def _by_case(rows, product="spmv"):
    """{(matrix, type): {way: row}} of one product, in the order of the rows."""
    cases = {}
    for row in rows:
        if "failed" not in row and row.get("product", "spmv") == product:
            cases.setdefault((row["matrix"], row["type"]), {})[row["way"]] = row
    return cases


def _of(case, way, field, digits):
    return number(case[way].get(field), digits) if way in case else ""


def _ratio(case, of, way, field="kernel_ms"):
    """How many times as fast `way` is as `of`; None where one is missing."""
    if of not in case or way not in case:
        return None
    return case[of][field] / case[way][field]


def _mean(values):
    """Geometric."""
    found = [value for value in values if value]
    return math.exp(sum(map(math.log, found)) / len(found)) if found else None


def table(rows):
    """Kernels in milliseconds, and what they are beside cuSPARSE's."""
    cases = _by_case(rows)
    columns = ["matrix", "type", "cuSPARSE", *KERNELS, "auto",
               "auto over cuSPARSE",
               "auto over thread_mapped", "identical"]
    lines = [heading(columns)]
    for (matrix, real), case in cases.items():
        strict = [case[way]["identical"] for way in
                  (*KERNELS, "auto", "resident") if way in case]
        lines.append(markdown(
            [matrix, real, _of(case, "cusparse", "kernel_ms", 3),
             *(_of(case, way, "kernel_ms", 3) for way in KERNELS),
             _of(case, "auto", "kernel_ms", 3),
             number(_ratio(case, "cusparse", "auto")),
             number(_ratio(case, "thread_mapped", "auto")),
             "yes" if all(strict) else "NO"]))
    means = [_mean(_ratio(case, *pair) for case in cases.values())
             for pair in (("cusparse", "auto"), ("thread_mapped", "auto"))]
    lines.append(markdown(["geometric mean", *[""] * 7,
                           *(number(mean) for mean in means), ""]))
    return "\n".join(lines)


def fast(rows):
    """The same of --fp=fast, and what `auto` has chosen: how much slower its
    first call was, which looks at the loops, than those that followed."""
    cases = _by_case(rows)
    columns = ["matrix", "type", "cuSPARSE", *FAST, "auto", "chosen",
               "first call", "strict: chosen", "first call",
               "auto over cuSPARSE"]
    lines = [heading(columns)]
    for (matrix, real), case in cases.items():
        if "fast" not in case:
            continue
        lines.append(markdown(
            [matrix, real, _of(case, "cusparse", "kernel_ms", 3),
             *(_of(case, "fast " + way, "kernel_ms", 3) for way in FAST),
             _of(case, "fast", "kernel_ms", 3), *_first(case, "fast"),
             *_first(case, "auto"),
             number(_ratio(case, "cusparse", "fast"))]))
    lines.append(markdown(
        ["geometric mean", *[""] * 9,
         number(_mean(_ratio(case, "cusparse", "fast")
                      for case in cases.values()))]))
    return "\n".join(lines)


def _first(case, way):
    """The engine of the last call, and the first call's time over the median."""
    if way not in case:
        return "", ""
    return (case[way]["variant"],
            number(case[way]["first_ms"] / case[way]["kernel_ms"])
            if "first_ms" in case[way] else "")


def pushed(rows):
    """Products with the transpose: kernels, which sort what is given, and what
    they are beside the serial loop and the product by rows."""
    cases = _by_case(rows, "push")
    by_rows = _by_case(rows)
    columns = ["matrix", "type", *KERNELS, "auto over the serial loop",
               "auto over thread_mapped", "of spmv's time", "identical"]
    lines = [heading(columns)]
    for (matrix, real), case in cases.items():
        strict = [case[way]["identical"] for way in
                  (*KERNELS, "auto", "resident", "cpu") if way in case]
        auto = case.get("auto", {}).get("kernel_ms")
        serial = case.get("auto", {}).get("serial_ms")
        pull = by_rows.get((matrix, real), {}).get("auto", {}).get("kernel_ms")
        lines.append(markdown(
            [matrix, real, *(_of(case, way, "kernel_ms", 3) for way in KERNELS),
             number(serial / auto if auto else None, 0),
             number(_ratio(case, "thread_mapped", "auto")),
             number(auto / pull if auto and pull else None),
             "yes" if all(strict) else "NO"]))
    return "\n".join(lines)


def totals(rows, product="spmv"):
    """Everything counted: a call that copies all, one with arrays that stay."""
    cases = _by_case(rows, product)
    lines = [heading(["matrix", "type", "rows", "nonzeros", "longest row",
                      "serial", "OpenMP", "CPU threads", "CPU over OpenMP",
                      "GPU, one shot", "GPU, resident"])]
    for (matrix, real), case in cases.items():
        any_row = next((row for row in case.values() if "rows" in row), None)
        if not any_row:
            continue
        cpu = case.get("cpu", {})
        lines.append(markdown(
            [matrix, real, f"{any_row['rows']:,}", f"{any_row['nonzeros']:,}",
             f"{any_row['longest']:,}", number(cpu.get("serial_ms")),
             number(cpu.get("openmp_ms")), number(cpu.get("total_ms")),
             number(cpu["openmp_ms"] / cpu["total_ms"]
                    if "openmp_ms" in cpu else None),
             _of(case, "auto", "total_ms", 2),
             _of(case, "resident", "total_ms", 2)]))
    return "\n".join(lines)


def make_report(path, folder, key):
    """FOLDER/nested.md of the rows in a file."""
    rows = read(path, key)
    devices = sorted({row["device"] for row in rows})
    runs = sorted({row["run"] for row in rows})
    errors = [row["error"] for row in rows if row["way"].startswith("fast")
              and "error" in row]
    (folder / "nested.md").write_text(f"""# Loops without a traversal

A sparse matrix times a vector: `for (i) {{ s = 0; for (e) s += val[e] * x[col[e]];
y[i] = s; }}` (bench/nested/spmv.cpp), of six matrices (bench/nested/matrices.h).
Devices: {"; ".join(devices)}. Commands:

{chr(10).join("    " + each for each in runs)}

## Kernels

Milliseconds, by CUDA events, medians; of cuSPARSE the better of its two algorithms,
preprocessed. Strict kernels fold each row's terms in the order of the serial loop;
*identical* says that every product was the serial loop's, bit for bit.

{table(rows)}

With `--fp=fast` rounded sums may be regrouped, which lets `balanced` take them. The engine
that `auto` has chosen, and how many times as long its first call took, which looks at the
lengths of the loops, as those that followed:

{fast(rows)}

Sums of `--fp=fast` differed from the serial loop's by {max(errors, default=0):.1g} at
most, of terms below 1.

## Totals

Milliseconds of a call, everything counted. *One shot* copies the matrix and both
vectors; where the matrix stays (`resident`), the vectors alone. OpenMP is
`g++ -O3 -fopenmp`, `schedule(dynamic, 1024)`, on the same loop in the same process.

{totals(rows)}

## Elements that all share

The same with the transpose (bench/nested/push.cpp): `for (i) for (e) y[col[e]] += val[e] *
x[i];`. Each element's sum is rounded in the order of the serial loop. Kernels count how
often each iteration changes an element, note the changes, sort them and make them: all of
that is in the time.

{pushed(rows)}

Totals, in milliseconds; OpenMP adds by atomic operations, in another order each time:

{totals(rows, "push")}
""", encoding="utf-8")
