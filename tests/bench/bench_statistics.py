"""How often bands and tests keep what they promise: every method, by enumeration or simulation.

Without options all is run again and the table beside this program is replaced. `--check` compares
a new run with the table and leaves it alone; `--quick` draws few data sets and leaves it alone;
`--only envelopes`, or another part, replaces the rows of that part and keeps the others;
`--missing` runs the cells that have fewer data sets in the table than they should, and writes each.
Ends with 1 if a recommended method falls more than 3 points short in a cell that is not known.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable
from itertools import product

from cc_widgets.core.multiclass._matrices import COST_MODELS
from tests.bench import (
    statistics_best,
    statistics_costs,
    statistics_designs,
    statistics_differences,
    statistics_envelope_differences,
    statistics_envelopes,
    statistics_in_use,
    statistics_lines,
    statistics_planning,
    statistics_roc,
)
from tests.bench.measuring import heading
from tests.bench.statistics_exceptions import reason
from tests.bench.statistics_rows import OUTCOME, SEED, Row, differences, read, write

FULL, QUICK = 1000, 30
PARTS = {
    "lines": statistics_lines,
    "envelopes": statistics_envelopes,
    "line-differences": statistics_differences,
    "envelope-differences": statistics_envelope_differences,
    "differences-in-use": statistics_in_use,
    "costs": statistics_costs,
    "best": statistics_best,
    "designs": statistics_designs,
    "roc": statistics_roc,
    "planning": statistics_planning,
}
SIMULATED: dict[Callable[..., list[Row]], tuple[str, ...]] = {
    statistics_envelopes.coverage: ("envelope",),
    statistics_envelope_differences.coverage: ("difference of envelopes",),
    statistics_in_use.coverage: (statistics_in_use.PAIRS,),
    statistics_in_use.families: (statistics_in_use.FAMILIES,),
    statistics_best.coverage: ("best of several", "one alone", "best on several test sets"),
    statistics_designs.coverage: (statistics_designs.PART,),
    statistics_designs.folded: (statistics_designs.FOLDS,),
    statistics_designs.gaps: (statistics_designs.GROUPS,),
    statistics_roc.hulls: (statistics_roc.HULL,),
}
"""The parts of the table that a simulation fills."""
Job = tuple[Callable[..., list[Row]], tuple[object, ...]]


def main() -> int:
    """Run all cells, print what matters, and judge it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the table that is kept")
    parser.add_argument("--quick", action="store_true", help="draw few data sets")
    parser.add_argument("--only", choices=PARTS, help="run one part again, and keep the others")
    parser.add_argument("--missing", action="store_true", help="run only what has too few sets")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    start = time.perf_counter()
    todo = jobs(QUICK if options.quick else FULL, quick=options.quick)
    if options.only:
        todo = [job for job in todo if job[0].__module__ == PARTS[options.only].__name__]
    if options.missing:
        return _judge(_completed(missing(todo, read())), slack=0.0)
    rows = run(todo, options.processes)
    print(f"{len(rows)} rows in {time.perf_counter() - start:.0f} s")
    _print_summary(rows)
    failed = _judge(rows, slack=3.0 if options.quick else 0.0)
    if options.quick:
        return failed
    if options.check:
        parts = {row.part for row in rows}
        changed, found = differences([row for row in read() if row.part in parts], rows)
        print(f"\n{changed} rows are not identical to the table; too far apart: {len(found)}")
        print("\n".join(found))
        return failed or bool(found)
    write(merged(read(), rows), _comment(), OUTCOME)
    return failed


def merged(kept: list[Row], new: list[Row]) -> list[Row]:
    """Put new rows where those of the same parts stood, and parts that are new at the end."""
    parts = dict.fromkeys(row.part for row in [*kept, *new])
    again = {row.part for row in new}
    return [row for part in parts for row in (new if part in again else kept) if row.part == part]


def missing(todo: list[Job], kept: list[Row]) -> list[Job]:
    """Cells of simulations that have too few data sets in the table."""
    drawn = {(row.part, row.domain, row.sizes): row.data_sets for row in kept}

    def has_too_few(work: Callable[..., list[Row]], arguments: tuple[object, ...]) -> bool:
        domain, sizes, wanted = map(str, arguments)
        found = [drawn.get((part, domain, sizes)) for part in SIMULATED[work]]
        return any(count is not None and count < int(wanted) for count in found)

    return [job for job in todo if job[0] in SIMULATED and has_too_few(*job)]


def _completed(todo: list[Job]) -> list[Row]:
    """Work on some cells and write each when it is done, so that nothing is lost with the rest."""
    rows: list[Row] = []
    for done, job in enumerate(todo, start=1):
        new = {row.cell: row for row in _work(job)}
        write([new.get(row.cell, row) for row in read()], _comment(), OUTCOME)
        rows += new.values()
        print(f"{done} of {len(todo)}: {', '.join(map(str, job[1]))}", flush=True)
    return rows


def jobs(n_sets: int, *, quick: bool = False) -> list[Job]:
    """All cells that are worked on separately."""
    lines, envelopes = statistics_lines, statistics_envelopes
    sizes = [name for name, each in lines.SIZES.items() if not quick or sum(each) <= 30]
    cells = list(product(lines.RATES, sizes))
    found: list[Job] = [
        (lines.enumerated, (*cell, method)) for cell, method in product(cells, lines.METHODS)
    ]
    found += [(lines.rectangle, cell) for cell in cells]
    found += [(lines.drawn, (*cell, 2 * n_sets)) for cell in cells]
    found += [(envelopes.coverage, (*cell, n_sets)) for cell in envelopes.CELLS]
    found += [
        (statistics_differences.coverage, (*cell, 2 * n_sets))
        for cell in product(statistics_differences.ALONE, lines.SIZES)
    ]
    found += [
        (statistics_envelope_differences.coverage, (*cell, n_sets))
        for cell in product(statistics_envelope_differences.PAIRS, envelopes.SIZES)
    ]
    in_use = statistics_in_use
    found += [(in_use.coverage, (*cell, n_sets)) for cell in product(in_use.SIDES, in_use.SIZES)]
    found += [(in_use.families, (*cell, n_sets)) for cell in product(in_use.THREE, in_use.SIZES)]
    matrices = (1, 100) if quick else (10, 1000)
    found += [(statistics_costs.tables, (model, *matrices)) for model in COST_MODELS]
    found += [(statistics_designs.coverage, (*cell, n_sets)) for cell in statistics_designs.CELLS]
    found += [
        (statistics_designs.gaps, (*cell, n_sets))
        for cell in product(statistics_designs.GROUP_DOMAINS, statistics_designs.GROUP_SIZES)
    ]
    roc = statistics_roc
    found += [
        (work, (*cell, n_sets))
        for work, cell in product((roc.areas, roc.rates, roc.curves), roc.CELLS)
    ]
    found += [(roc.differences, (*cell, n_sets)) for cell in product(roc.PAIRS, roc.SIZES)]
    found += [(roc.hulls, (*cell, n_sets)) for cell in roc.CELLS]
    found += [
        (statistics_planning.coverage, (one, 2 * n_sets)) for one in statistics_planning.SETTINGS
    ]
    found += [
        (statistics_designs.folded, (*cell, n_sets))
        for cell in product(statistics_designs.FOLD_DOMAINS, statistics_designs.FOLD_SIZES)
    ]
    designs = statistics_designs
    found += [(designs.across, (*cell, n_sets)) for cell in designs.ACROSS_CELLS]
    found += [(designs.repeated, (*cell, n_sets)) for cell in designs.REPEAT_CELLS]
    found += [
        (designs.gaps_across, (*cell, n_sets))
        for cell in product(designs.GAPS_ACROSS_DOMAINS, designs.GAP_CLUSTERS)
    ]
    fields = product(statistics_best.ALL_FIELDS, statistics_best.SIZES)
    return found + [(statistics_best.coverage, (*cell, n_sets)) for cell in fields]


def run(todo: list[Job], processes: int) -> list[Row]:
    """Work on all cells; neither the order nor the number of processes changes a number."""
    if processes == 1:
        return _gathered(map(_work, todo), len(todo))
    with multiprocessing.Pool(processes) as pool:
        return _gathered(pool.imap(_work, todo), len(todo))


def _gathered(found: Iterable[list[Row]], n_cells: int) -> list[Row]:
    """Put the rows of all cells together, and tell how many cells are done."""
    rows = []
    for done, some in enumerate(found, start=1):
        rows += some
        print(f"\r{done} of {n_cells} cells", end="", flush=True)
    print()
    return rows


def _work(job: Job) -> list[Row]:
    work, arguments = job
    return work(*arguments)


def _comment() -> str:
    return (
        f"seed {SEED}; written by tests/bench/bench_statistics.py\n"
        f"{FULL:,} data sets in each cell, {2 * FULL:,} of lines, their differences and plans, or "
        "as many as data_sets says;\n0: all possible ones enumerated. 10 matrices x 1,000 test "
        "sets for costs of five classes.\n"
        f"{statistics_envelopes.N_RESAMPLES} resamples for envelopes; sizes are negatives + "
        "positives."
    )


def _print_summary(rows: list[Row]) -> None:
    """Print the range of shares of every method over its cells."""
    print(f"{'':54}{'nominal':>8}{'least':>7}{'mean':>7}{'most':>7}{'cells':>6}")
    groups: dict[tuple[str, ...], list[float]] = {}
    for row in rows:
        if row.share is not None:
            where = "everywhere" if row.pc == "all" else "at one pc" if row.pc else ""
            key = (row.part, row.method, row.kind, row.target, where, str(row.nominal or ""))
            groups.setdefault(key, []).append(row.share)
    for (*names, nominal), shares in groups.items():
        print("; ".join(filter(None, names)))
        mean = sum(shares) / len(shares)
        print(f"{'':54}{nominal:>8}{min(shares):7.3f}{mean:7.3f}{max(shares):7.3f}{len(shares):6}")


def _judge(rows: list[Row], slack: float) -> int:
    """Name the cells where recommended methods fall short; 1 if one of them is not known."""
    failed = 0
    for row in filter(lambda row: row.falls_short(slack), rows):
        known = reason(row)
        failed = failed or not known
        print(f"{'known' if known else 'FALLS SHORT'}: {row.share:.3f} {', '.join(row.cell)}")
        if known:
            print(f"    {known}")
    return int(failed)


if __name__ == "__main__":
    print(heading())
    sys.exit(main())
