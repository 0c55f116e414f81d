"""Coverage of confidence bands and error rates of tests, by enumeration or simulation.

Without options, all cells are run and the table `statistics_outcome.csv` is replaced. `--check`
compares a new run with the table and `--quick` simulates few datasets; neither changes the table.
`--only PART` replaces the rows of one part. `--missing` runs the cells that have too few datasets
in the table and writes each result at once. The exit code is 1 if the coverage of a recommended
method is more than 3 percentage points too low, or the advice misses a requirement, in a cell that
is not a known exception.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable
from itertools import product

from cc_widgets.core.multiclass.matrices import COST_MODELS
from tests.bench import (
    statistics_advice,
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
from tests.bench.statistics_advice_domains import CELLS
from tests.bench.statistics_exceptions import advice_reason, reason
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
    "advice": statistics_advice,
}
SIMULATED: dict[Callable[..., list[Row]], tuple[str, ...]] = {
    statistics_envelopes.coverage: ("envelope",),
    statistics_envelope_differences.coverage: ("difference of envelopes",),
    statistics_in_use.coverage: (statistics_in_use.PAIRS,),
    statistics_in_use.families: (statistics_in_use.FAMILIES,),
    statistics_best.coverage: ("best of several", "one alone", "best on several test sets"),
    statistics_designs.coverage: (statistics_designs.PART,),
    statistics_designs.fold_coverage: (statistics_designs.FOLDS,),
    statistics_designs.gaps: (statistics_designs.GROUPS,),
    statistics_roc.winner_rates: (statistics_roc.WINNER_RATES,),
    statistics_roc.hulls: (statistics_roc.HULL,),
    statistics_advice.following: (statistics_advice.PART,),
}
"""Parts of the table that each simulation produces."""
Job = tuple[Callable[..., list[Row]], tuple[object, ...]]


def main() -> int:
    """Run the selected cells and print a summary; return 1 if a recommended method fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the stored table")
    parser.add_argument("--quick", action="store_true", help="simulate few datasets")
    parser.add_argument("--only", choices=PARTS, help="run one part and keep the others")
    parser.add_argument("--missing", action="store_true", help="run cells with too few datasets")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    start = time.perf_counter()
    todo = jobs(QUICK if options.quick else FULL, quick=options.quick)
    if options.only:
        todo = [job for job in todo if job[0].__module__ == PARTS[options.only].__name__]
    if options.missing:
        return _report_failures(_run_and_write(missing(todo, read())), slack=0.0)
    rows = run(todo, options.processes)
    print(f"{len(rows)} rows in {time.perf_counter() - start:.0f} s")
    _print_summary(rows)
    failed = _report_failures(rows, slack=3.0 if options.quick else 0.0)
    if options.quick:
        return failed
    if options.check:
        parts = {row.part for row in rows}
        changed, problems = differences([row for row in read() if row.part in parts], rows)
        print(f"\n{changed} rows differ from the table, {len(problems)} of them significantly")
        print("\n".join(problems))
        return failed or bool(problems)
    write(merged(read(), rows), _comment(), OUTCOME)
    return failed


def merged(stored: list[Row], new: list[Row]) -> list[Row]:
    """Return the stored rows with parts replaced by new rows; new parts come last."""
    parts = dict.fromkeys(row.part for row in [*stored, *new])
    new_parts = {row.part for row in new}
    return [
        row for part in parts for row in (new if part in new_parts else stored) if row.part == part
    ]


def missing(todo: list[Job], stored: list[Row]) -> list[Job]:
    """Return the simulations with too few datasets in the table."""
    n_datasets = {(row.part, row.domain, row.sizes): row.data_sets for row in stored}

    def has_too_few(work: Callable[..., list[Row]], arguments: tuple[object, ...]) -> bool:
        domain, sizes, required = map(str, arguments)
        counts = [n_datasets.get((part, domain, sizes)) for part in SIMULATED[work]]
        return any(count is not None and count < int(required) for count in counts)

    return [job for job in todo if job[0] in SIMULATED and has_too_few(*job)]


def _run_and_write(todo: list[Job]) -> list[Row]:
    """Run cells and write each result at once, so that nothing is lost on interruption."""
    rows: list[Row] = []
    for done, job in enumerate(todo, start=1):
        new = {row.cell: row for row in _work(job)}
        write([new.get(row.cell, row) for row in read()], _comment(), OUTCOME)
        rows += new.values()
        print(f"{done} of {len(todo)}: {', '.join(map(str, job[1]))}", flush=True)
    return rows


def jobs(n_sets: int, *, quick: bool = False) -> list[Job]:
    """Return all cells, each a function with its arguments."""
    lines, envelopes = statistics_lines, statistics_envelopes
    sizes = [name for name, counts in lines.SIZES.items() if not quick or sum(counts) <= 30]
    cells = list(product(lines.RATES, sizes))
    result: list[Job] = [
        (lines.enumerated, (*cell, method)) for cell, method in product(cells, lines.METHODS)
    ]
    result += [(lines.rectangle, cell) for cell in cells]
    result += [(lines.simulated, (*cell, 2 * n_sets)) for cell in cells]
    result += [(envelopes.coverage, (*cell, n_sets)) for cell in envelopes.CELLS]
    result += [
        (statistics_differences.coverage, (*cell, 2 * n_sets))
        for cell in product(statistics_differences.DOMAINS, lines.SIZES)
    ]
    result += [
        (statistics_envelope_differences.coverage, (*cell, n_sets))
        for cell in product(statistics_envelope_differences.PAIRS, envelopes.SIZES)
    ]
    in_use = statistics_in_use
    result += [(in_use.coverage, (*cell, n_sets)) for cell in product(in_use.SIDES, in_use.SIZES)]
    result += [(in_use.families, (*cell, n_sets)) for cell in product(in_use.THREE, in_use.SIZES)]
    matrices = (1, 100) if quick else (10, 1000)
    result += [(statistics_costs.tables, (model, *matrices)) for model in COST_MODELS]
    result += [(statistics_designs.coverage, (*cell, n_sets)) for cell in statistics_designs.CELLS]
    result += [
        (statistics_designs.gaps, (*cell, n_sets))
        for cell in product(statistics_designs.GROUP_DOMAINS, statistics_designs.GROUP_SIZES)
    ]
    roc = statistics_roc
    result += [
        (work, (*cell, n_sets))
        for work, cell in product((roc.areas, roc.rates, roc.winner_rates, roc.curves), roc.CELLS)
    ]
    result += [(roc.differences, (*cell, n_sets)) for cell in product(roc.PAIRS, roc.SIZES)]
    result += [(roc.hulls, (*cell, n_sets)) for cell in roc.CELLS]
    result += [
        (statistics_planning.coverage, (name, 2 * n_sets)) for name in statistics_planning.SETTINGS
    ]
    result += [
        (statistics_planning.chosen_power, (name, n_sets)) for name in statistics_planning.SCORED
    ]
    result += [
        (statistics_designs.fold_coverage, (*cell, n_sets))
        for cell in product(statistics_designs.FOLD_DOMAINS, statistics_designs.FOLD_SIZES)
    ]
    designs = statistics_designs
    result += [(designs.cluster_coverage, (*cell, n_sets)) for cell in designs.ACROSS_CELLS]
    result += [(designs.repeat_coverage, (*cell, n_sets)) for cell in designs.REPEAT_CELLS]
    result += [
        (designs.gaps_across, (*cell, n_sets))
        for cell in product(designs.GAPS_ACROSS_DOMAINS, designs.GAP_CLUSTERS)
    ]
    fields = product(statistics_best.ALL_FIELDS, statistics_best.SIZES)
    result += [(statistics_best.coverage, (*cell, n_sets)) for cell in fields]
    return result + [(statistics_advice.following, (*cell, n_sets)) for cell in CELLS]


def run(todo: list[Job], processes: int) -> list[Row]:
    """Run all cells; results do not depend on order or number of processes."""
    if processes == 1:
        return _collect(map(_work, todo), len(todo))
    with multiprocessing.Pool(processes) as pool:
        return _collect(pool.imap(_work, todo), len(todo))


def _collect(results: Iterable[list[Row]], n_cells: int) -> list[Row]:
    """Return the rows of all cells, printing progress."""
    rows = []
    for done, new in enumerate(results, start=1):
        rows += new
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
        "the number in data_sets;\n0: all possible ones enumerated. 10 matrices x 1,000 test "
        "sets for costs of five classes.\n"
        f"{statistics_envelopes.N_RESAMPLES} resamples for envelopes; sizes are negatives + "
        "positives."
    )


def _print_summary(rows: list[Row]) -> None:
    """Print minimum, mean and maximum of the shares of every method over its cells."""
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


def _report_failures(rows: list[Row], slack: float) -> int:
    """Print the cells where recommended methods fail; return 1 if one is no known exception."""
    failed = 0
    for row in filter(lambda row: row.falls_short(slack), rows):
        cause = reason(row)
        failed = failed or not cause
        print(f"{'known' if cause else 'TOO LOW'}: {row.share:.3f} {', '.join(row.cell)}")
        if cause:
            print(f"    {cause}")
    for row in statistics_advice.failures(rows, max(slack, statistics_advice.SLACK)):
        cause = advice_reason(row)
        failed = failed or not cause
        value = row.bias if row.share is None else row.share
        print(f"{'known' if cause else 'MISSED'}: {value:.3f} {', '.join(row.cell)}")
    return int(failed)


if __name__ == "__main__":
    print(heading())
    sys.exit(main())
