"""The table of what simulations found is whole, and the programs behind it still say the same."""

import re
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import (
    LineCounts,
    envelope_band,
    envelope_difference_band,
    finished,
    joint_resampling,
    mover_band,
    rates_box,
    resampling,
    significance,
)
from tests.bench import (
    bench_statistics,
    statistics_best,
    statistics_designs,
    statistics_differences,
    statistics_envelope_differences,
    statistics_envelopes,
    statistics_in_use,
    statistics_lines,
    statistics_planning,
    statistics_roc,
)
from tests.bench.statistics_domains import CURVES
from tests.bench.statistics_envelope_differences import RECOMMENDED as BEST
from tests.bench.statistics_envelopes import CHOSEN, RECOMMENDED
from tests.bench.statistics_exceptions import KNOWN, LEFT, reason
from tests.bench.statistics_figures import bias_left
from tests.bench.statistics_rows import OUTCOME, SEED, Row, differences, holds, read, write

ROWS = read()
BY_CELL = {row.cell: row for row in ROWS}
SMALL = {
    "line": 5.8,
    "envelope": 69.3,
    "difference": 27.05,
    "both": 8.2,
    "in use": 18.3,
}  # sums of shares
MODELS = {f"M{number}" for number in range(1, 10)}


def test_the_table_says_where_it_comes_from():
    comments = [line for line in OUTCOME.read_text("utf-8").splitlines() if line.startswith("#")]
    assert f"seed {SEED}" in comments[0]
    assert any("data sets" in line for line in comments)


def test_no_cell_is_there_twice():
    assert len(BY_CELL) == len(ROWS)


def test_numbers_are_possible():
    for row in ROWS:
        assert (row.share is None) != (row.bias is None), row
        assert row.share is None or 0 <= row.share <= 1, row
        assert row.standard_error >= 0, row
        assert row.mean_width is None or row.mean_width >= 0, row
        assert row.nominal in {None, 0.9, 0.95}, row


@pytest.mark.parametrize(
    ("part", "domains", "sizes"),
    [
        ("line", statistics_lines.RATES, statistics_lines.SIZES),
        ("difference of lines", statistics_differences.ALONE, statistics_lines.SIZES),
        (
            "difference of envelopes",
            statistics_envelope_differences.PAIRS,
            statistics_envelopes.SIZES,
        ),
        (statistics_in_use.PAIRS, statistics_in_use.SIDES, statistics_in_use.SIZES),
        (statistics_in_use.FAMILIES, statistics_in_use.THREE, statistics_in_use.SIZES),
        ("best of several", statistics_best.FIELDS, statistics_best.SIZES),  # S4
        ("best on several test sets", statistics_best.APART_FIELDS, statistics_best.SIZES),
        (statistics_roc.AREA, CURVES, statistics_roc.SIZES),
        (statistics_roc.RATES, CURVES, statistics_roc.SIZES),
        (statistics_roc.CURVE, CURVES, statistics_roc.SIZES),
        (statistics_roc.HULL, CURVES, statistics_roc.SIZES),
        ("one alone", statistics_best.ALONE_FIELDS, statistics_best.SIZES),
        ("table 5", MODELS, {"1000"}),
        ("table 6", MODELS, {"1000"}),
        ("power", MODELS, {"1000"}),
    ],
)
def test_every_method_was_tried_everywhere(part, domains, sizes):
    tried_in_all_cells(part, {(domain, size) for domain in domains for size in sizes})


def test_every_band_of_envelopes_was_tried_everywhere():
    tried_in_all_cells("envelope", set(statistics_envelopes.CELLS))


def test_weights_and_clusters_were_tried_everywhere():
    tried_in_all_cells(statistics_designs.PART, set(statistics_designs.CELLS))


def test_gaps_of_groups_were_tried_everywhere():
    cells = {
        (domain, sizes)
        for domain in statistics_designs.GROUP_DOMAINS
        for sizes in statistics_designs.GROUP_SIZES
    }
    tried_in_all_cells(statistics_designs.GROUPS, cells)
    across = product(statistics_designs.GAPS_ACROSS_DOMAINS, statistics_designs.GAP_CLUSTERS)
    tried_in_all_cells(statistics_designs.GAPS_ACROSS, set(across))


def test_clusters_across_folds_must_be_drawn_once_for_all_of_them():
    designs = statistics_designs
    tried_in_all_cells(designs.ACROSS, set(designs.ACROSS_CELLS))
    tried_in_all_cells(designs.REPEATS, set(designs.REPEAT_CELLS))
    shares = {
        method: min(
            row.share or 0.0
            for row in ROWS
            if (row.part, row.method, row.kind) == (designs.ACROSS, method, "pointwise")
            and row.pc != "all"
        )
        for method in ("envelope band", designs.APART)
    }
    assert shares["envelope band"] >= 0.94
    assert shares[designs.APART] < 0.87


def test_folds_were_tried_everywhere():
    designs = statistics_designs
    cells = {(domain, sizes) for domain in designs.FOLD_DOMAINS for sizes in designs.FOLD_SIZES}
    tried_in_all_cells(designs.FOLDS, cells)


def test_weights_and_clusters_that_are_ignored_are_found_out():
    shares = {
        recommended: [
            row.share
            for row in ROWS
            if row.part == statistics_designs.PART
            and (row.method == RECOMMENDED) == recommended
            and row.target == CHOSEN
            and row.share is not None
            and row.kind == "simultaneous"
            and row.pc == "all"
        ]
        for recommended in (True, False)
    }
    assert min(shares[True]) > 0.85
    assert min(shares[False]) < 0.2


def test_as_many_examples_as_are_asked_for_tell_a_difference_as_often_as_was_said():
    mine = [row for row in ROWS if row.part == statistics_planning.PART]
    told = {row.domain: row.share or 0.0 for row in mine if row.target == statistics_planning.TOLD}
    held = {row.domain for row in mine if row.target == statistics_planning.HELD}
    assert told.keys() == held == statistics_planning.SETTINGS.keys()
    assert max(abs(share - statistics_planning.POWER) for share in told.values()) < 0.05


def tried_in_all_cells(part, wanted):
    mine = [row for row in ROWS if row.part == part]
    methods = {row.method for row in mine}
    assert methods
    for method in methods:
        assert {(row.domain, row.sizes) for row in mine if row.method == method} == wanted


def test_each_part_with_a_promise_has_a_recommended_method():
    parts = {row.part for row in ROWS if row.nominal is not None}
    assert {row.part for row in ROWS if row.recommended} == parts


def test_recommended_methods_hold_what_they_promise():
    assert [row.cell for row in ROWS if row.falls_short() and not reason(row)] == []


def test_known_exceptions_are_real():
    assert [cell for cell in KNOWN if not BY_CELL[cell].falls_short()] == []
    assert all(KNOWN.values())


def test_three_points_are_the_rule():
    row = Row(part="", domain="", sizes="", method="", recommended=True, nominal=0.9, share=0.87)
    assert not row.falls_short()
    assert replace(row, share=0.869).falls_short()
    assert not replace(row, share=0.869, recommended=False).falls_short()
    assert not replace(row, share=0.8, data_sets=30).falls_short(slack=3)


def test_a_walk_along_two_ends_sums_up_all_data_sets(monkeypatch):
    monkeypatch.setitem(statistics_lines.SIZES, "tiny", (6, 5))
    fp, fn = statistics_lines.RATES["FP .4, FN .2"]
    x = np.array([0.5])
    total = sum(
        statistics_lines._binomial(6, fp)[i] * statistics_lines._binomial(5, fn)[j]
        for i in range(7)
        for j in range(6)
        if holds(mover_band(LineCounts(i, 6, j, 5), pc=x), (fp + fn) / 2)[0]
    )
    found = dict(statistics_lines._coverage(mover_band, "FP .4, FN .2", "tiny"))
    assert found["0.5"] == pytest.approx(total, abs=1e-12)
    assert found["all"] < found["0.5"]


@pytest.mark.parametrize("method", statistics_lines.METHODS)
def test_enumeration_gives_the_kept_shares(method):
    new = statistics_lines.enumerated("FP .4, FN .2", "10+20", method)
    assert differences([BY_CELL[row.cell] for row in new], new) == (0, [])


def test_the_same_seed_gives_the_same_data_sets():
    pieces = {
        "line": statistics_lines.drawn("FP .4, FN .2", "10+20", 20),
        "envelope": statistics_envelopes.coverage("4 levels", "15+15", 10),
        "difference": statistics_differences.coverage("much disagreement", "10+20", 20),
        "both": statistics_envelope_differences.coverage("one better", "15+15", 10),
        "in use": statistics_in_use.coverage("equal, 5 levels", "10+10", 10),
    }
    found = {
        name: sum(row.share for row in rows if row.share is not None)
        for name, rows in pieces.items()
    }
    assert found == pytest.approx(SMALL, abs=0.11)  # one or two data sets may fall otherwise


def test_a_table_that_is_written_can_be_read(tmp_path):
    write(ROWS[:50] + ROWS[-50:], "one\ntwo", tmp_path / "table.csv")
    assert read(tmp_path / "table.csv") == ROWS[:50] + ROWS[-50:]


def test_tables_that_differ_are_told_apart():
    rows = ROWS[:3]
    moved = replace(rows[0], share=0.1)
    changed, found = differences(rows, [moved, *rows[1:]])
    assert changed == 1
    assert len(found) == 1
    assert differences(rows, rows[:2])[1] != []


def test_the_quick_run_has_the_cells_of_the_whole_one_but_for_large_lines():
    whole, quick = (bench_statistics.jobs(30, quick=quick) for quick in (False, True))
    assert {work for work, _ in quick} == {work for work, _ in whole}
    assert len(quick) < len(whole)


def test_one_part_is_replaced_and_the_others_stay_where_they_are():
    new = [replace(row, share=0.5) for row in ROWS if row.part == "envelope" and row.pc == "0.1"]
    found = bench_statistics.merged(ROWS, new)
    assert [row for row in found if row.part != "envelope"] == [
        row for row in ROWS if row.part != "envelope"
    ]
    assert [row for row in found if row.part == "envelope"] == new
    assert list(dict.fromkeys(row.part for row in found)) == list(
        dict.fromkeys(row.part for row in ROWS)
    )


def test_every_job_belongs_to_a_part_that_can_be_run_alone():
    modules = {module.__name__ for module in bench_statistics.PARTS.values()}
    assert {work.__module__ for work, _ in bench_statistics.jobs(1)} == modules


def test_what_is_shown_for_one_classifier_holds_what_will_be_paid():
    # Almost perfect, almost useless, ties, and 20 positives of 2,000 among them.
    shown = [
        row
        for row in ROWS
        if row.part == "envelope" and row.recommended and row.target == "chosen threshold"
    ]
    assert {(row.domain, row.sizes) for row in shown} == set(statistics_envelopes.CELLS)
    assert [row.cell for row in shown if row.falls_short()] == []


def test_at_most_three_tenths_of_what_choosing_hides_is_left_in_what_to_expect():  # S4
    parts = {statistics_best.part_of(domain) for domain in statistics_best.ALL_FIELDS}
    shares = bias_left(ROWS, sorted(parts))
    cells = product(statistics_best.ALL_FIELDS, statistics_best.SIZES)
    assert set(shares) == set(cells)
    promised = {cell: each for cell, each in shares.items() if cell[1] != "10+10"}
    assert {cell for cell, each in promised.items() if max(map(abs, each)) > 0.3} == set(LEFT)


def test_with_few_examples_it_is_said_how_much_is_left(pair):
    band = envelope_band(pair.each[0])
    parts = {statistics_best.part_of(domain) for domain in statistics_best.ALL_FIELDS}
    few = [each for cell, each in bias_left(ROWS, sorted(parts)).items() if cell[1] == "10+10"]
    least, most = percentages(band.caution)
    assert least / 100 <= min(map(min, few))
    assert max(map(max, few)) <= most / 100


@pytest.fixture(scope="module")
def pair():
    label, score = [0, 0, 1, 0, 1, 1], [[1, 2, 3, 4, 5, 6], [3, 1, 2, 6, 4, 5]]
    sources = [predictions(label, one) for one in score]
    return finished(joint_resampling(sources, n_resamples=99, rng=0, pc=[0.5]))


def test_the_recommended_band_of_few_weighted_examples_says_how_seldom_it_holds():
    score, label = [1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 1, 0, 1, 1, 0, 1]
    weight = [1, 2, 1, 1, 2, 1, 1, 1]
    mine = [row for row in ROWS if row.part == statistics_designs.PART and row.recommended]
    worst = min(row.share for row in mine if row.share is not None)
    for source, told in (
        (predictions(label, score, sample_weight=weight), [round(100 * worst)]),
        (predictions(label, score), []),
        (predictions(label * 40, score * 40, sample_weight=weight * 40), []),
    ):
        drawn = finished(resampling(source, n_resamples=99, rng=0, pc=[0.5]))
        of_weights = envelope_band(drawn).caution.partition("Weights of few examples")[2]
        assert percentages(of_weights)[-1:] == told


def of_differences(kind):
    rows = [row for row in ROWS if row.part == "difference of envelopes" and row.kind == kind]
    return [row for row in rows if (row.pc == "all") == (kind == "simultaneous")]


def percentages(words):
    return [int(one) for one in re.findall(r"(\d+)(?= %| to)", words)]


def test_limits_of_a_difference_say_how_seldom_they_hold_where_they_fall_short(pair):  # S5
    for kind in ("pointwise", "simultaneous"):
        band = envelope_difference_band(pair, simultaneous=kind == "simultaneous")
        worst = min(of_differences(kind), key=lambda row: row.share)
        assert percentages(band.caution)[-1] == round(100 * worst.share)
        if kind == "pointwise":
            assert min(map(int, worst.sizes.split("+"))) < 50


@pytest.mark.parametrize("method", statistics_in_use.BANDS)
def test_a_significant_difference_says_how_often_simulations_found_a_false_one(pair, method):  # S3
    equal = statistics_envelope_differences.EQUALLY_GOOD
    shares = [
        row.share or 0.0
        for row in ROWS
        if (row.method, row.kind, row.pc) == (method, "simultaneous", "all")
        and (row.target == statistics_in_use.NOTHING or row.domain in equal)
    ]
    made = statistics_in_use.BANDS[method]
    said = significance(made(pair, simultaneous=True)).covers
    most = max(round(100 * (1 - share)) for share in shares)
    assert percentages(said.partition("in simulations")[2]) == [90, most]


def test_what_is_shown_of_two_classifiers_holds_what_they_will_cost():
    # At single pc and at all of them, curves that cross and one with a single threshold too.
    in_use = statistics_in_use
    shown = [
        row
        for row in ROWS
        if (row.part, row.method, row.target) == (in_use.PAIRS, in_use.IN_USE, in_use.PAID)
        and (row.pc == "all") == (row.kind == "simultaneous")
    ]
    assert {row.kind for row in shown} == {"pointwise", "simultaneous"}
    assert [row.cell for row in shown if (row.share or 0.0) < 0.87] == []


def test_limits_for_the_best_thresholds_do_not_hold_what_will_be_paid():
    in_use = statistics_in_use
    best = [row.share or 0.0 for row in ROWS if (row.part, row.method) == (in_use.PAIRS, BEST)]
    assert min(best) < 0.2


def test_all_pairs_together_seldom_differ_where_none_does():
    in_use = statistics_in_use
    wanted = in_use.FAMILIES, in_use.NOTHING, "all"
    shares = [row.share or 0.0 for row in ROWS if (row.part, row.target, row.pc) == wanted]
    assert 1 - min(shares) <= 0.13


def test_of_areas_all_pairs_were_tried_and_a_test_of_those_that_are_equal():
    cells = {
        (row.domain, row.sizes, row.target) for row in ROWS if row.part == statistics_roc.DIFFERENCE
    }
    equal = {name for name in statistics_roc.PAIRS if name.startswith("equal")}
    assert cells == {
        (name, sizes, target)
        for name in statistics_roc.PAIRS
        for sizes in statistics_roc.SIZES
        for target in ("true value", "no difference")
        if target == "true value" or name in equal
    }


def test_limits_of_a_rate_say_how_seldom_they_hold_that_of_a_chosen_threshold():
    worst = min(
        row.share or 0.0
        for row in ROWS
        if row.part == statistics_roc.RATES and row.target == "chosen threshold"
    )
    assert percentages(rates_box(LineCounts(1, 10, 1, 10)).covers)[-1] == round(100 * worst)
