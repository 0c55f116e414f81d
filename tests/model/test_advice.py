"""The answer card: a sentence for each situation, and each number in it true of the data."""

import re
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import Conditions, point_set, predictions
from cc_widgets.core.conditions import Range
from cc_widgets.core.results import Owner
from cc_widgets.core.uncertainty import (
    recommended_difference_band,
)
from cc_widgets.model.state import CostCurveModel
from tests.contract.cases import random_model
from tests.support.resamples import bias_at, expected_band

DRAW = np.random.default_rng(11)
ILL = DRAW.random(500) < 0.3
LABEL = np.where(ILL, "ill", "well")
BASE = DRAW.normal(size=500)
STRONG = np.round(BASE + 2.0 * ILL, 3)
WEAK = np.round(0.8 * BASE + 0.6 * DRAW.normal(size=500) + 1.2 * ILL, 3)
BANNED = re.compile(
    r"\b(slope|normalised|trivial|optimism|mover|dearer|pc)\b(?!\()|@", re.IGNORECASE
)


def model_of(**traits):
    classifiers = {
        name: predictions(LABEL, score, pos_label="ill")
        for name, score in {"forest": STRONG, "logistic": WEAK}.items()
    }
    return CostCurveModel(classifiers, **traits)


def answer(model):
    """Return the advice of a model, checked for length and for banned words."""
    advice = model.recommend().advice
    assert len(advice.lines) <= 3
    assert not BANNED.search(advice.short_text), advice.short_text
    assert all(sentence.endswith(".") for sentence in (advice.headline, *advice.lines, *advice.why))
    assert advice.words == " ".join((advice.headline, *advice.lines, *advice.why))
    return advice


def band_at(band, pc):
    """Return the expected cost of a band at one pc, and its limits."""
    return [float(np.interp(pc, band.pc, edge)) for edge in (band.expected, band.lower, band.upper)]


def numbers(words, pattern):
    """Return the numbers of a sentence at the `#` signs of a pattern."""
    match = re.search(pattern.replace("#", r"(\d[\d,.]*\d|\d)"), words)
    assert match, words
    return tuple(float(text.replace(",", "")) for text in match.groups())


def rates_of_headline(headline, scores):
    """Return the rates of the threshold in a headline, applied to the data."""
    match = re.search(r"[uU]se (\w+), from score (\S+) on", headline)
    assert match, headline
    name, threshold = match.groups()
    predicted = scores[name] >= float(threshold)
    return predicted[~ILL].mean(), predicted[ILL].mean()


SCORES = {"forest": STRONG, "logistic": WEAK}

# ---- Assumptions


def test_headline_states_default_assumptions():
    advice = answer(model_of())
    start = "If half are ill and both errors cost the same: use forest, from score "
    assert advice.headline.startswith(start)
    fpr, tpr = rates_of_headline(advice.headline, SCORES)
    assert (fpr, tpr) == (model_of().cost().fpr, model_of().cost().tpr)
    assert answer(model_of(pc=0.2)).headline.startswith("If 20 % are ill and both errors cost")
    assert answer(model_of(pc_range=(0.1, 0.4))).headline.startswith("If 10 % to 40 % are ill and")


def test_headline_outside_the_range():
    model = model_of(conditions=Conditions(prior=(0.1, 0.2)))
    words = model.recommend(0.6).advice.headline
    assert words.startswith("Outside your range, if 60 % are ill and both errors cost the same: ")


# ---- Counts, costs and useful range


@pytest.mark.parametrize(("prior", "ratio"), [(0.3, 1), (0.02, 10), (0.5, 0.5), (0.001, 400)])
def test_sentences_at_one_pc_match_the_data(prior, ratio):
    model = model_of(conditions=Conditions(prior=prior, cost_fp=1, cost_fn=ratio))
    advice = answer(model)
    fpr, tpr = rates_of_headline(advice.headline, SCORES)
    cases, positives, hits, misses, alarms = numbers(
        advice.lines[0],
        "Of # cases # (?:is|are) ill: it finds #, misses #, and raises # false alarm",
    )
    true = cases * np.array([prior, prior * tpr, prior * (1 - tpr), (1 - prior) * fpr])
    assert [positives, misses, alarms] == pytest.approx(true[[0, 2, 3]].tolist(), abs=0.5001)
    assert hits == positives - misses
    assert all(count >= 1 for count in (hits, misses, alarms))
    cost = prior * ratio * (1 - tpr) + (1 - prior) * fpr
    reported, *expected, other = numbers(
        advice.lines[1],
        "Its errors together weigh as much as # false alarms per .* cases on these data; expect # "
        r"in use \(90 %: # to #\); logistic, the next best, # \(not tested: may be chance\)[.]$",
    )
    assert reported == pytest.approx(cases * cost, rel=0.06, abs=0.5)
    worst = cases * (prior * ratio + 1 - prior)
    on_new_data = worst * np.array(band_at(expected_band(model), model.pc))
    assert expected == pytest.approx(on_new_data.tolist(), rel=0.01, abs=0.5)
    rival = min(row.cost for row in model.recommend().ranking if row.name == "logistic")
    assert other / reported == pytest.approx(rival / model.cost(pc=model.pc).normalised, rel=0.1)
    low, high = numbers(
        advice.lines[2],
        "Below # % ill calling all well costs less than this threshold on these data, above # % "
        "calling all ill;",
    )
    for part, inside in ((low, 1), (high, -1)):
        for step, pays in ((1e-2, True), (-1e-2, False)):
            share = part / 100 * (1 + inside * step)
            own = share * ratio * (1 - tpr) + (1 - share) * fpr
            assert (own < min(share * ratio, 1 - share)) == pays
    none, everybody = cases * prior * ratio, cases * (1 - prior)
    here = numbers(advice.lines[2], "here both weigh #" if none == everybody else "weigh # and #")
    assert here == pytest.approx((none, everybody)[: len(here)], abs=0.5)


def test_found_and_missed_cases_add_up():
    rng = np.random.default_rng(3)
    for prior, tpr in rng.random((200, 2)):
        point = {"a": point_set(fpr=0.0, tpr=tpr)}
        model = CostCurveModel(point, conditions=Conditions(prior, 1, (1 - prior) / prior))
        counts = numbers(
            answer(model).lines[0], "cases # (?:is|are) positives: it finds #, misses #, and"
        )
        assert counts[0] == counts[1] + counts[2]
        assert min(counts) >= 1


def test_costs_use_the_currency_for_all_cases():
    conditions = Conditions(0.1, cost_fp=20, cost_fn=300, currency="EUR", n_cases=12000)
    model = model_of(conditions=conditions)
    cost, cases, *expected = numbers(
        answer(model).lines[1],
        r"It costs # EUR in # cases on these data; expect # EUR in use \(90 %: # to # EUR\); "
        "logistic",
    )
    assert cases == 12000
    assert cost == pytest.approx(model.cost().total.low, abs=0.5)
    worst = 12000 * (0.1 * 300 + 0.9 * 20)
    on_new_data = worst * np.array(band_at(expected_band(model), model.pc))
    assert expected == pytest.approx(on_new_data.tolist(), abs=0.5)
    assert "Of 12,000 cases 1,200 are ill: " in answer(model).lines[0]
    assert answer(model).lines[2].endswith("; here they cost 360,000 EUR and 216,000 EUR.")


def test_benefits_that_cancel_all_costs_leave_no_rounding_error():
    model = CostCurveModel({"a": point_set(fpr=0.2, tpr=0.8), "b": point_set(fpr=0.3, tpr=0.9)})
    model.conditions = Conditions(0.3, 1, 10, cost_tp=-51 / 27, currency="EUR", n_cases=1e6)
    recommended = model.recommend()
    assert "It costs 0 EUR in 1,000,000 cases" in recommended.text
    assert "e-" not in recommended.text
    assert recommended.cost.total == recommended.cost.per_case == Range(0, 0)
    model.classifiers = {"tree": ([0] * 5 + [1] * 5, np.arange(10) % 5 + np.arange(10) // 5)}
    model.conditions = Conditions(0.3, 1, 10, cost_tp=-(7 * 0.2 + 30 * 0.2) / 24, currency="EUR")
    model.mark("tree", 4)
    assert not re.search(r"e[+-]\d", model.recommend().text)


def test_no_share_of_a_cost_that_is_only_rounding_error():
    # Rounding of averaged rates may leave a cost of 1e-17.
    exact = 1 - np.finfo(float).eps / 2
    model = CostCurveModel({"a": point_set(fpr=0, tpr=exact), "b": point_set(fpr=0.1, tpr=0.9)})
    assert "%" not in next(line for line in answer(model).why if line.startswith("Next is"))
    model.add("c", point_set(fpr=0, tpr=0.3))
    model.criterion = {"kind": "workforce", "positives": 50, "negatives": 50, "capacity": 20}
    assert "it costs more than to use a (beyond the limit)" in answer(model).lines[1]


def test_rewards_are_not_counted_as_errors():
    model = model_of(conditions=Conditions(0.3, 1, 5, cost_tp=-20))
    fpr, tpr = rates_of_headline(answer(model).headline, SCORES)
    (cost,) = numbers(answer(model).lines[1], "Its errors together weigh as much as # false alarms")
    assert cost == pytest.approx(1000 * (0.3 * 25 * (1 - tpr) + 0.7 * fpr), abs=0.5)
    assert answer(model).lines[2].endswith("; here they weigh 7,500 and 700.")


def test_reasons_and_reports_list_the_costs_of_correct_decisions():
    model = model_of(conditions=Conditions(0.3, 1, 5, cost_tp=-20, currency="EUR"))
    why = " ".join(answer(model).why)
    assert "a false alarm costs 1 EUR, a miss 5 EUR, a true positive \N{MINUS SIGN}20 EUR." in why
    assert "costs 1 : 5, a true positive \N{MINUS SIGN}20, currency EUR." in model.to_markdown()
    model.conditions = Conditions(0.3, 1, 5, cost_tn=(-2, 0), currency="EUR")
    assert "a miss 5 EUR, a true negative \N{MINUS SIGN}2 to 0 EUR." in " ".join(answer(model).why)
    model.conditions = Conditions(0.3, 1, 5, currency="EUR")
    assert "a miss 5 EUR." in " ".join(answer(model).why)


def test_zero_errors_of_one_kind_in_words():
    perfect = CostCurveModel({"a": (ILL.astype(int), ILL * 0.8)})
    words = answer(perfect).lines
    n_ill, n_well = np.count_nonzero(ILL), np.count_nonzero(~ILL)
    assert f"it finds all of them (none in {n_ill}, 95 %: up to" in words[0]
    assert f"and raises no false alarm (none in {n_well}, 95 %: up to" in words[0]
    expected = numbers(
        words[1],
        "^It costs nothing on these data; expect as much as # false alarms per 1,000 cases in use "
        r"\(90 %: # to #\)[.]$",
    )
    on_new_data = 1000 * np.array(band_at(expected_band(perfect), 0.5))
    assert expected == pytest.approx(on_new_data.tolist(), abs=0.05)
    assert words[2] == (
        "However many are positives, this threshold costs no more than calling all negatives or "
        "all positives on these data; here both weigh as much as 500 false alarms per 1,000 cases."
    )
    exact = CostCurveModel({"a": (0.0, 1.0)})
    assert answer(exact).lines[1] == "It costs nothing on these data."


def test_ends_of_the_axis_in_words():
    some = CostCurveModel({"a": point_set(fpr=0.0, tpr=0.5)})
    assert answer(some).lines[2] == (
        "Above 66.7 % positives calling all positives costs less than a, calling all negatives "
        "nowhere; here both weigh 500."
    )
    most = CostCurveModel({"a": point_set(fpr=0.5, tpr=1.0)})
    assert answer(most).lines[2] == (
        "Below 33.3 % positives calling all negatives costs less than a, calling all positives "
        "nowhere; here both weigh 500."
    )


def test_costs_in_misses_if_false_alarms_may_be_free():
    points = {"a": point_set(fpr=(0.1, 0.3), tpr=(0.6, 0.9))}
    model = CostCurveModel(points, conditions=Conditions(0.3, (0, 1), 2))
    advice = answer(model)
    assert advice.lines[1] == (
        "It costs 55 % less than calling all negatives (1 a false alarm), and more than calling "
        "all positives (0 a false alarm); above PC(+) 0.875 calling all positives is cheaper."
    )
    # 30 of 300 are missed; 210 of 700 false alarms weigh nothing, or half a miss each.
    assert advice.lines[2] == (
        "Its errors together weigh as much as 30 to 135 misses per 1,000 cases; whatever is true "
        "within your range, the best choice for it would save at most 30."
    )
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.1}
    advice = answer(model)
    assert advice.lines[1].startswith(
        "Under your conditions it costs as much as 20 to 90 misses more per 1,000 cases than to "
        "use a (beyond the limit); it costs 48 % less than calling all negatives"
    )


@pytest.mark.parametrize(
    ("costs", "rule", "when"),
    [
        ((0, 2), "call all positives", "Below PC(+) 0.9: use a."),
        ((2, 0), "call all negatives", "Above PC(+) 0.1: use a."),
    ],
)
def test_free_error_is_always_made(costs, rule, when):
    model = CostCurveModel({"a": (0.1, 0.9)}, conditions=Conditions(0.3, *costs))
    advice = answer(model)
    assert advice.headline == f"{rule.capitalize()}; no classifier is cheaper."
    assert advice.lines[1:] == ("That costs nothing.", when)
    model.criterion = {"kind": "minimax"}
    assert answer(model).lines[1] == f"Under your conditions it costs more than to {rule}."


# ---- Significance


def test_significance_only_if_tested():
    model = model_of(conditions=Conditions(0.3, 1, 1))
    untested = answer(model)
    assert untested.headline.endswith(" on.")
    assert "logistic, the next best, 223 (not tested: may be chance)." in untested.lines[1]
    model.bootstrap(n_resamples=199, rng=0)
    assert answer(model).headline.endswith("; clearly cheaper than logistic.")
    cost, expected, low, high, other, least, most = numbers(
        answer(model).lines[1],
        r"as much as # false alarms .* on these data; expect # in use \(90 %: # to #\); logistic, "
        r"the next best, # on these data; expect # to # more \(90 %\)",
    )
    interval, scale = model.confidence_interval(), cost / model.cost().normalised
    limits = [scale * value for value in (interval.expected, *interval)]
    assert [expected, low, high] == pytest.approx(limits, rel=0.02)
    pair = model.bands.resampled.pair("logistic", "forest")
    band = recommended_difference_band(pair)  # at this pc alone
    edges = [scale * np.interp(model.pc, band.pc, edge) for edge in (band.lower, band.upper)]
    assert [least, most] == pytest.approx(edges, rel=0.02)
    costs = [scale * value.cost for value in model.recommend().ranking if value.name == "logistic"]
    assert [other] == pytest.approx(costs, rel=0.02)
    assert "costs less than this threshold on these data, above" in answer(model).lines[2]
    model.classifiers = {name: (ILL.astype(int), SCORES[name]) for name in SCORES}
    assert "clearly" not in answer(model).headline, "the bands belong to older data"
    fresh = CostCurveModel(model.classifiers, conditions=model.conditions)
    assert answer(model).lines == answer(fresh).lines, "no limits of older data stand beside them"


def test_similar_classifiers_do_not_differ_significantly():
    near = np.round(STRONG + 0.02 * DRAW.normal(size=500), 3)
    model = CostCurveModel({"a": (ILL.astype(int), STRONG), "b": (ILL.astype(int), near)})
    model.bootstrap(n_resamples=199, rng=0)
    assert re.search("; it cannot be told apart from [ab][.]$", answer(model).headline)


def test_costs_of_equal_text_appear_once():
    points = {"a": (0.1, 0.9), "b": (0.1, 0.8999), "c": (0.2, 0.7)}
    model = CostCurveModel(points)
    assert answer(model).lines[1] == (
        "Its errors together weigh as much as 100 false alarms per 1,000 cases; b, the next best, "
        "about the same (not tested: may be chance)."
    )
    model.classifiers = {"a": points["a"], "b": points["a"]}
    assert answer(model).lines[1].endswith("1,000 cases; b costs the same.")


def test_cost_of_a_matrix_without_bias_has_limits_but_no_expected_cost():
    model = CostCurveModel({"C4.5": [[60, 40], [40, 160]]})
    for with_bands in (False, True):
        if with_bands:
            model.bootstrap()
        interval = model.confidence_interval()
        assert interval.expected == pytest.approx(model.cost().normalised, abs=1e-9)
        limits = numbers(answer(model).lines[1], r"cases on these data \(90 %: # to #\)[.]$")
        assert limits == pytest.approx([1000 * limit for limit in interval], abs=0.5)


# ---- Ranges


def test_range_advice_has_choice_regret_and_baselines():
    conditions = Conditions(prior=(0.02, 0.3), cost_fp=1, cost_fn=(1, 4))
    model = model_of(conditions=conditions)
    advice = answer(model)
    fpr, tpr = rates_of_headline(advice.headline, SCORES)
    assert (fpr, tpr) == (
        model.recommend().over_range.single.fpr,
        model.recommend().over_range.single.tpr,
    )
    counts = numbers(
        advice.lines[0],
        "Of # cases # to # are ill: it finds # to #, misses # to #, and raises # to # false alarms",
    )
    share = np.array([0.02, 0.3])
    true = [share, share * tpr, share * (1 - tpr), (1 - share[::-1]) * fpr]
    assert counts[1:] == pytest.approx(counts[0] * np.concatenate(true), abs=1)
    assert np.subtract(counts[1:3], counts[5:7]).tolist() == list(counts[3:5])

    def cost(p, r):
        return p * r * (1 - tpr) + (1 - p) * fpr

    band = expected_band(model)

    def bias(p, r):
        worst = p * r + 1 - p
        return worst * bias_at(band, p * r / worst)

    def expected(p, r):
        return cost(p, r) + bias(p, r)

    low, high = expected(0.02, 1) / 0.02, expected(0.3, 4) / 0.7
    worse, better, *below = numbers(
        advice.lines[1],
        r"It is expected to cost # % more than calling all well \(2 % ill, 1 a miss\), and # % "
        r"less than calling all ill \(30 % ill, 4 a miss\); below # % ill \(1 a miss\) or # % "
        r"\(4 a miss\) calling all well is cheaper",
    )
    assert worse == pytest.approx(100 * (low - 1), rel=0.06)
    assert better == pytest.approx(100 * (1 - high), rel=0.06)
    for part, miss in zip(below, (1, 4), strict=True):
        for step, idle in ((-0.01, True), (0.01, False)):
            p = part / 100 * (1 + step)
            assert (p * miss < expected(p, miss)) == idle
    box = [(p, r) for p in np.linspace(0.02, 0.3, 60) for r in np.linspace(1, 4, 30)]
    least, most, lost = numbers(
        advice.lines[2],
        "as much as # to # false alarms per 1,000 cases on these data; whatever is true within "
        "your range, the best choice for it would save at most #; not tested whether logistic is "
        "as good[.]$",
    )
    costs = [1000 * cost(p, r) for p, r in box]
    assert (least, most) == pytest.approx((min(costs), max(costs)), abs=0.6)
    hull = model.curves.hull
    is_classifier = (hull.owner >= 0).astype(float)
    best = [
        1000 * (p * r * (1 - hull.tpr) + (1 - p) * hull.fpr + bias(p, r) * is_classifier).min()
        for p, r in box
    ]
    own = [1000 * expected(p, r) for p, r in box]
    assert lost == pytest.approx(max(np.subtract(own, best)), abs=0.6)
    needed = f"No regret at all would take {len(model.recommend().over_range.choices)} choices, "
    assert any(sentence.startswith(needed) for sentence in advice.why)
    model.bootstrap(n_resamples=99, rng=0)
    assert "not tested" not in answer(model).short_text
    assert "false alarms per 1,000 cases on these data; whatever" in answer(model).lines[2]
    for state in (answer(model), advice):
        assert any("one interval" in sentence for sentence in state.why)
    model.classifiers = {"a": point_set(fpr=0.1, tpr=0.9)}
    assert not any("one interval" in sentence for sentence in answer(model).why)


def test_range_with_one_optimal_choice():
    model = CostCurveModel({"a": point_set(fpr=0.1, tpr=0.9)}, pc_range=(0.3, 0.6))
    advice = answer(model)
    assert advice.headline == "If 30 % to 60 % are positives and both errors cost the same: use a."
    assert advice.lines[2].endswith("; no other choice is cheaper anywhere in your range.")
    model.pc_range = (0.01, 0.05)
    assert answer(model).headline.endswith(
        ": call all negatives; no classifier is cheaper anywhere in your range."
    )


# ---- Thresholds in use


def test_marked_threshold_loss():
    model = model_of(conditions=Conditions(0.3, 1, 2), marks=[("logistic", 0.0)])
    advice = answer(model)
    fpr, tpr = rates_of_headline(advice.headline, SCORES)
    used = (WEAK >= 0.0)[~ILL].mean(), (WEAK >= 0.0)[ILL].mean()
    costs = [0.3 * 2 * (1 - t) + 0.7 * f for f, t in ((fpr, tpr), used)]
    mark = "Today's threshold, logistic from score 0 on,"
    more, cases, level, low, high = numbers(
        advice.lines[2],
        rf"{mark} is expected to cost as much as # false alarms more per # cases \(# %: # to # mo",
    )
    interval: Any = model.recommend().in_use[0].interval
    limits = [cases * 1.3 * value for value in (interval.expected, *interval)]
    assert [more, low, high] == pytest.approx(limits, abs=0.6)
    assert (level, low < more < cases * (costs[1] - costs[0]) < high) == (90, True)
    with_point = CostCurveModel(  # costs on new data are unknown
        {**model.classifiers, "point": (0.5, 0.5)}, conditions=model.conditions, marks=model.marks
    )
    more, cases, part = numbers(
        answer(with_point).lines[2],
        rf"{mark} costs as much as # false alarms more per # cases \(# %\) \(not tested: may be",
    )
    assert more == pytest.approx(cases * (costs[1] - costs[0]), abs=0.6)
    assert part == pytest.approx(100 * (costs[1] / costs[0] - 1), rel=0.06)
    model.marks = [("forest", model.cost().threshold)]
    assert answer(model).lines[2].endswith(", costs the same.")
    model.conditions = Conditions((0.05, 0.3), 1, 2)
    model.marks = [("logistic", 0.0)]
    choice = model.recommend().over_range.single
    gaps = [
        1000 * (p * 2 * (choice.tpr - used[1]) + (1 - p) * (used[0] - choice.fpr))
        for p in (0.05, 0.3)
    ]
    low, high = numbers(
        answer(model).lines[2], "costs as much as # to # false alarms more per 1,000"
    )
    assert (low, high) == pytest.approx(sorted(gaps), abs=0.6)


def test_marked_threshold_loss_over_a_range():
    # From 0.9 on 1 of 10 and 6 of 10 are called, from 0.6 on 3 and 9.
    y_true, score = [0] * 10 + [1] * 10, [0.9, 0.6, 0.6, *[0.1] * 7, *[0.9] * 6, *[0.6] * 3, 0.1]
    model = CostCurveModel({"a": (y_true, score)}, marks=[("a", 0.6)])
    for reach, expected in {
        (0.3, 0.5): "50 false alarms less to 50 more per 1,000 cases (not tested: may be chance).",
        (0.3, 0.4): "0 to 50 false alarms more per 1,000 cases (not tested: may be chance).",
    }.items():
        model.pc_range = reach
        words = f"Today's threshold, a from score 0.6 on, costs as much as {expected}"
        assert answer(model).lines[2] == words


def test_overflow_moves_to_the_reasons():
    marks = [("forest", 0.0), ("forest", 1.0), ("logistic", 0.0)]
    advice = answer(model_of(conditions=Conditions(0.3, 1, 2), marks=marks))
    assert advice.lines[2].endswith("; 1 more under Why?.")
    assert advice.why[0].startswith("Below ")
    mark = "In use too: logistic from score 0 on,"
    assert advice.why[1].startswith(f"{mark} is expected to cost as much as ")


# ---- Other situations


def test_baseline_advice_states_when_a_classifier_is_useful():
    model = CostCurveModel({"a": point_set(fpr=0.2, tpr=0.8)}, conditions=Conditions(0.01, 1, 5))
    advice = answer(model)
    assert advice.headline == "Call all negatives; no classifier is cheaper."
    assert advice.lines[0].endswith("that misses all of them, and raises no false alarm.")
    (share,) = numbers(advice.lines[2], "Above # % positives: use a")
    p = share / 100
    assert p * 5 * 0.2 + (1 - p) * 0.2 == pytest.approx(p * 5, rel=0.01)
    model.conditions = Conditions(0.99, 1, 5)
    assert answer(model).headline == "Call all positives; no classifier is cheaper."
    model.classifiers = {"a": point_set(fpr=0.6, tpr=0.4)}
    assert answer(model).lines[2].startswith("No classifier here is cheaper than doing nothing")


def test_advice_for_reversed_scores():
    advice = answer(CostCurveModel({"a": (ILL.astype(int), -STRONG)}))
    assert advice.headline == "Do not use a: its scores seem to be the wrong way round."
    assert advice.lines[0].startswith("Give its scores with the opposite sign, or name the other")
    assert advice.lines[1].startswith("Until then call all negatives. Of 1,000 cases 500 are ")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("pc", [0.5, 0.9])
def test_slightly_reversed_scores_are_not_recommended(seed, pc):
    label = np.arange(10_000) < 323
    score = np.random.default_rng(seed).normal(size=10_000) - 0.285 * label  # AUC .42
    advice = answer(CostCurveModel({"a": (label.astype(int), score)}, pc=pc))
    assert advice.headline.startswith("Do not use a:")


def test_advice_without_classifiers():
    model = model_of()
    model.hide("forest", "logistic")
    assert answer(model).headline == "All classifiers are hidden."
    assert answer(CostCurveModel()).headline == "There is no classifier yet."


def test_criterion_advice_starts_with_its_threshold():
    model = model_of(criterion={"kind": "neyman_pearson", "max_fpr": 0.08})
    advice = answer(model)
    assert advice.headline.startswith(
        "With at most 8 % false alarms (on this dataset): use forest, from score "
    )
    fpr, tpr = rates_of_headline(advice.headline, SCORES)
    assert fpr <= 0.08
    counts = numbers(advice.lines[0], "it finds #, misses #, and raises # false alarms")
    assert counts == pytest.approx((500 * tpr, 500 * (1 - tpr), 500 * fpr), abs=1)
    half = "If half are ill and both errors cost the same: it costs "
    model.conditions = Conditions(0.3, 1, 2)
    for lines, lead, (part, miss) in (
        (advice.lines, half, (0.5, 1)),
        (answer(model).lines, "Under your conditions it costs ", (0.3, 2)),
    ):
        cost = part * miss * (1 - tpr) + (1 - part) * fpr
        pc = part * miss / (part * miss + 1 - part)
        least = model.cost(pc=pc)
        assert least.fpr > 0.08
        cheapest = part * miss * (1 - least.tpr) + (1 - part) * least.fpr
        idle = min(part * miss, 1 - part)
        assert lines[1].startswith(lead)
        assert numbers(
            lines[1],
            rf"# % more than to {re.escape(least.use)} \(beyond the limit\), and # % less than",
        ) == pytest.approx((100 * (cost / cheapest - 1), 100 * (1 - cost / idle)), abs=0.6)


def test_cheaper_choice_within_the_limit_has_no_note():
    for criterion in ({"kind": "neyman_pearson", "max_fpr": 0.5}, {"kind": "minimax"}):
        lines = answer(model_of(criterion=criterion, conditions=Conditions(0.2))).lines
        assert "more than to use" in lines[1]
        assert "beyond" not in lines[1]


def test_criterion_is_compared_with_baselines_at_both_ends():
    model = model_of(criterion={"kind": "minimax"}, conditions=Conditions((0.01, 0.05), 1, 5))
    advice = answer(model)
    fpr, tpr = model._criterion_answer.rates
    more = [(part * 5 * (1 - tpr) + (1 - part) * fpr) / (part * 5) - 1 for part in (0.01, 0.05)]
    values = numbers(
        advice.lines[1],
        r"it costs from # % more than calling all well \(1 % ill\) to # % (?:more|less) \(5 % ill",
    )
    assert values == pytest.approx(tuple(100 * abs(part) for part in more), rel=0.05)


def test_criterion_cost_over_a_range():
    points = {"a": point_set(fpr=(0.1, 0.3), tpr=(0.6, 0.9)), "b": point_set(fpr=0.2, tpr=0.74)}
    model = CostCurveModel(points, conditions=Conditions((0.2, 0.4), 1, (1, 2)))
    corners = [(p, miss) for p in (0.2, 0.4) for miss in (1, 2)]

    def costs(fpr, tpr):
        return np.array([1000 * (p * miss * (1 - tpr) + (1 - p) * fpr) for p, miss in corners])

    rates = [(0.0, 0.0), (0.1, 0.6), (0.2, 0.74), (0.3, 0.9), (1.0, 1.0)]
    least = np.min([costs(*pair) for pair in rates], axis=0)
    regrets = [np.max(costs(*pair) - least) for pair in rates]
    assert rates[int(np.argmin(regrets))] == (0.2, 0.74), "b has the least regret in money"
    for rates_within, suffix in (((0.05, 0.3), " (beyond the limit)"), ((0.3, 0.9), "")):
        more = costs(*rates_within) - costs(0.2, 0.74)
        model.criterion = {"kind": "neyman_pearson", "max_fpr": rates_within[0]}
        words = (
            f"Under your conditions it costs as much as {-more.min():.0f} false alarms less to "
            f"{more.max():.0f} more per 1,000 cases than to use b{suffix}"
        )
        assert answer(model).lines[1].startswith(words)
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.2}
    same = "Under your conditions that is the choice of least regret too"
    assert answer(model).lines[1].startswith(same)
    model.conditions = Conditions((0.01, 0.02), 1, (1, 2))
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0}
    same = "Under your conditions that is the choice of least regret too."
    assert answer(model).lines[1] == same


def test_criterion_may_choose_a_baseline():
    model = CostCurveModel({"a": (0.1, 0.6)})
    for most, rule, does, lost in (
        (0, "call all negatives", "misses", " 100 % more than to use a (beyond the limit)."),
        (1, "call all positives", "finds", " 100 % more than to use a."),
    ):
        model.criterion = {"kind": "neyman_pearson", "max_fpr": most}
        advice = answer(model)
        assert advice.headline.endswith(f": {rule}.")
        assert f"500 are positives: that {does} all of them" in advice.lines[0]
        assert advice.lines[1].endswith(lost)


def test_mixture_gain_comes_last():
    model = model_of(criterion={"kind": "neyman_pearson", "max_fpr": 0.08})
    advice, criterion = answer(model), model._criterion_answer
    [more] = numbers(advice.lines[2], "Only drawing lots finds more: # %[.]$")
    assert more == pytest.approx(100 * criterion.tpr, abs=0.06)
    assert advice.why[0] == criterion.mix
    model.criterion = {"kind": "minimax"}
    less, worst = numbers(
        answer(model).lines[2], "the worst case better: # % of a class wrong instead of # %"
    )
    largest = max(model._criterion_answer.single[0], 1 - model._criterion_answer.single[1])
    assert (less, worst) == pytest.approx(
        (100 * model._criterion_answer.fpr, 100 * largest), abs=0.06
    )


def test_runner_up_by_criterion_is_the_best_of_the_others():
    limit = {"kind": "neyman_pearson", "max_fpr": 0.08}
    model = model_of(criterion=limit)
    advice = answer(model)
    assert advice.headline.startswith(
        "With at most 8 % false alarms (on this dataset): use forest, "
    )
    model.hide("forest")
    other = answer(model)
    [finds] = numbers(
        advice.lines[2],
        "^Next best within the limit: logistic finds # % [(]not tested: may be chance",
    )
    fpr, tpr = rates_of_headline(other.headline, SCORES)
    assert fpr <= 0.08
    assert finds == pytest.approx(100 * tpr, abs=0.06)
    assert "Next best" not in other.short_text
    model.hidden, model.criterion = [], {"kind": "youden"}
    assert "Next best by the same measure: " in answer(model).lines[2]


def test_criterion_advice_states_where_baselines_are_cheaper():
    limit = {"kind": "neyman_pearson", "max_fpr": 0.08}
    for conditions, here, elsewhere in (
        (None, "below # % ill that is cheaper, above # %", "calling all ill"),
        (Conditions(0.9), "above # % ill that is cheaper, below # %", "calling all well"),
    ):
        model = model_of(criterion=limit, conditions=conditions)
        fpr, tpr = model._criterion_answer.rates
        low, high = 100 * fpr / (fpr + tpr), 100 * (1 - fpr) / (2 - fpr - tpr)
        line = answer(model).lines[1]
        expected = (low, high) if conditions is None else (high, low)
        assert numbers(line, f"{here} ill {elsewhere}[)][.]$") == pytest.approx(expected, rel=0.01)


def test_mixture_is_recommended_if_nothing_else_helps():
    limit = {"kind": "neyman_pearson", "max_fpr": 0.08}
    model = CostCurveModel({"C4.5": [[6, 4], [4, 16]]}, criterion=limit)
    advice = answer(model)
    assert advice.headline == "With at most 8 % false alarms (on this dataset): draw lots."
    assert advice.lines[0].endswith(": it finds 80, misses 420, and raises 40 false alarms.")
    assert advice.lines[2].startswith(
        "Only drawing lots does better than calling all negatives: C4.5 for 20 % of the cases, "
    )
    chosen = model._criterion_answer
    assert chosen is not None
    assert chosen.owner == Owner.MIXED
    assert chosen.rates == chosen.roc[-1]


def test_advice_for_matrices_and_points():
    model = CostCurveModel({"C4.5": [[6, 4], [4, 16]], "stump": (0.4, 0.7)})
    advice = answer(model)
    assert advice.headline.endswith(": use C4.5.")
    assert "stump: nobody knows on how many examples these rates were found." in advice.why


def test_rare_class_counts_are_whole_numbers():
    advice = answer(model_of(conditions=Conditions(0.0001, 1, 900)))
    counts = numbers(advice.lines[0], "Of # cases # are ill: it finds #, misses #, and raises #")
    assert counts[0] >= 1e5
    assert min(counts) >= 1


def test_best_and_runner_up_of_thirty_are_named():
    scores = {f"model {i}": np.round(BASE + (0.3 + 0.05 * i) * ILL, 3) for i in range(30)}
    model = CostCurveModel({name: (ILL.astype(int), score) for name, score in scores.items()})
    advice = answer(model)
    order = [row.name for row in model.recommend().ranking if not row.is_baseline]
    assert f": use {order[0]}, from score " in advice.headline
    assert f"; {order[1]}, the next best, " in advice.lines[1]


def test_reasons_are_separate_from_the_answer():
    model = model_of(conditions=Conditions(0.1, 1, 3))
    why = " ".join(answer(model).why)
    pc = 0.3 / 1.2
    assert f"PC(+) {pc:g}, slope 3: 10 % are ill; a false alarm costs 1, a miss 3." in why
    assert "stay as they are when the share of ill changes." in why
    assert "Operating range of forest, with its best thresholds: PC(+) " in why


def test_advice_is_short_and_plain_in_any_state():
    rng = np.random.default_rng(5)
    for _ in range(60):
        answer(random_model(rng))


def test_baseline_is_a_tie_within_the_interval():
    numbers = np.random.default_rng(2)
    label = np.arange(80) % 2
    noise = numbers.normal(size=80)
    model = CostCurveModel({"weak": (label, noise + 0.4 * label)}, pc=0.5)
    for with_bands in (False, True):
        if with_bands:
            model.bootstrap(n_resamples=200, rng=0)
        interval = model.confidence_interval()
        assert interval.expected < 0.5 < interval.upper
        assert model.recommend().advice.headline.endswith(
            "; it cannot be told apart from calling all alike."
        )
    model.classifiers = {"sharp": (label, label + numbers.normal(size=80) / 4)}
    for with_bands in (False, True):
        if with_bands:
            model.bootstrap(n_resamples=200, rng=0)
        assert model.confidence_interval().upper < 0.5
        assert "told apart" not in model.recommend().advice.headline
    model.classifiers = {"noise": (label, np.random.default_rng(0).normal(size=80))}
    assert model.cost("noise").normalised < 0.5 < band_at(expected_band(model), 0.5)[0]
    assert model.recommend().advice.headline.endswith("; no classifier is expected to cost less.")


def test_no_expected_cost_without_a_bias_estimate():
    label = np.arange(80) % 2
    score = np.random.default_rng(0).normal(size=80) + label
    rule = {"rule": [[38, 2], [3, 37]]}
    model = CostCurveModel(rule | {"scored": (label, score)}, pc=0.5)
    model.bootstrap(n_resamples=200, rng=0)
    assert re.search(r" on these data \(90 %: \S+ to \S+\);", model.recommend().advice.short_text)
    model.classifiers = rule | {"other": [[37, 3], [3, 37]]}
    model.bootstrap(n_resamples=200, rng=0)
    assert "in use (90 %" in model.recommend().advice.short_text


def test_saving_could_be_chance_matches_the_interval():
    numbers_ = np.random.default_rng(2)
    label = np.arange(120) % 3 == 0
    model = CostCurveModel({"weak": (label.astype(int), label + 1.2 * numbers_.normal(size=120))})
    model.bootstrap(n_resamples=200, rng=0)
    band, curve = expected_band(model, n_resamples=200), model.curves.classifiers[0].curve

    def could_be_chance(pc, rates, bias=0.0):
        fpr, tpr = rates
        cost, baseline = (1.0 - pc) * fpr + pc * (1.0 - tpr), min(pc, 1.0 - pc)
        least = min(baseline, ((1.0 - pc) * curve.fpr + pc * (1.0 - curve.tpr)).min())
        expected, _, upper = band_at(band, pc)
        return cost + bias < baseline < max(expected, upper) + cost - least

    seen = set()
    for low, high in ((0.15, 0.3), (0.4, 0.5), (0.45, 0.55), (0.45, 0.6), (0.47, 0.52), (0.3, 0.7)):
        model.pc_range = (low, high)
        choice = model.recommend((low, high)).over_range.single
        if choice.is_baseline:
            continue
        is_chance = tuple(
            could_be_chance(pc, (choice.fpr, choice.tpr), bias_at(band, pc)) for pc in (low, high)
        )
        line = model.recommend().advice.lines[1]
        assert line.endswith("; what it saves could be chance at both ends.") == all(is_chance)
        ends = re.findall(r"; what it saves \((.+) % positives\) could be chance[.]$", line)
        assert [float(end) / 100 for end in ends] == [
            pc
            for pc, is_one in zip((low, high), is_chance, strict=True)
            if is_one and not all(is_chance)
        ]
        seen.add(is_chance)
    assert len(seen) > 1
    model.pc_range = None
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.3}
    for pc in (0.3, 0.4, 0.5):
        model.pc = pc
        line, answered = model.recommend().advice.lines[1], model._criterion_answer
        assert answered is not None
        doubted = "; what it saves could be chance" in line
        assert doubted == could_be_chance(pc, answered.rates), pc


def test_equal_baselines_are_both_named():
    numbers_ = np.random.default_rng(4)
    label = np.arange(40) % 2
    model = CostCurveModel({"reversed": (label, -label + 0.1 * numbers_.normal(size=40))}, pc=0.5)
    model.add("constant", (label, np.ones(40)))
    model.hide("reversed")
    assert model.recommend().advice.headline.endswith(
        ": call all negatives or all positives; no classifier is expected to cost less."
    )
    model.pc = 0.4
    assert model.recommend().advice.headline.endswith(
        ": call all negatives; no classifier is expected to cost less."
    )


def test_zero_errors_have_upper_limits():
    label = np.repeat([0, 1], [357, 20])
    model = CostCurveModel({"sharp": (label, label + np.linspace(0.0, 0.5, 377))})
    # No error is seen with a chance of 5 % at 8.36 false alarms or 139 misses per 1,000.
    assert pytest.approx([0.05, 0.05], rel=0.02) == [(1 - 0.00836) ** 357, (1 - 0.139) ** 20]
    assert answer(model).lines[0] == (
        "Of 1,000 cases 500 are positives: it finds all of them (none in 20, 95 %: up to 139 per "
        "1,000), and raises no false alarm (none in 357, 95 %: up to 8 per 1,000)."
    )


def test_zero_error_limit_allows_for_the_choice_of_classifier():
    label = np.repeat([0, 1], [357, 20])
    scores = {f"copy {i}": (label, label + np.linspace(0.0, 0.5, 377)) for i in range(3)}
    model = CostCurveModel(scores)
    assert "(none in 357, 95 %: up to 11 per 1,000)" in answer(model).lines[0]
    model.hide("copy 1", "copy 2")
    assert "(none in 357, 95 %: up to 8 per 1,000)" in answer(model).lines[0]


def test_zero_errors_over_a_range_and_by_a_criterion_have_limits():
    label = np.repeat([0, 1], [357, 20])
    model = CostCurveModel({"sharp": (label, label + np.linspace(0.0, 0.5, 377))})
    model.pc_range = 0.2, 0.6
    assert "no false alarm (none in 357, 95 %: up to 8 per 1,000)" in answer(model).lines[0]
    model.criterion = {"kind": "youden"}
    assert "no false alarm (none in 357, 95 %: up to 8 per 1,000)" in answer(model).lines[0]
    answered: Any = model.recommend().criterion
    assert (
        "finds 100 % of positives (none in 20, 95 %: up to 139 per 1,000) and flags 0 % of "
        "negatives (none in 357, 95 %: up to 8 per 1,000)"
    ) in answered.words
