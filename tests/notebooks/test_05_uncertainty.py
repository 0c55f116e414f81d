"""Lesson 05: its statements agree with separate simulations, enumeration and a bootstrap."""

import re
from statistics import NormalDist

import numpy as np
import pytest

import cc_widgets as cc

pytestmark = pytest.mark.long(cases=0)
NORMAL = NormalDist()


def assert_in_text(lesson, *fragments):
    assert [fragment for fragment in fragments if fragment not in lesson.words] == []


def printed_text(lesson, start):
    [text] = [text for text in lesson.printed if text.startswith(start)]
    return text


def test_costs_of_samples_vary_and_are_mostly_below_the_true_cost(lesson):
    assert_in_text(
        lesson, "the true cost of the best threshold is 0.227", "lie *below* the true cost"
    )
    true_cost = 1 - NORMAL.cdf(0.75)  # the best threshold is midway between both means
    assert round(true_cost, 3) == 0.227
    assert (lesson.names["lab"].y_true == 1).sum() == 30
    costs = [
        float(number)
        for number in re.findall(r"0\.\d+", printed_text(lesson, "cost on 20 samples"))
    ]
    assert len(costs) == 20
    assert sum(cost < true_cost for cost in costs) > 10
    assert max(costs) >= 2 * min(costs)


def best_thresholds(sick, healthy):
    """Return the thresholds with the fewest errors, highest first, with misses and false alarms."""
    scores = np.sort(np.concatenate([sick, healthy]))[::-1]
    errors = [(np.sum(sick < score), np.sum(healthy >= score)) for score in scores]
    least = min(sum(pair) for pair in errors)
    return [
        (score, *pair) for score, pair in zip(scores, errors, strict=True) if sum(pair) == least
    ]


def test_optimistic_bias_and_coverage_of_a_chosen_threshold(lesson):
    """The thresholds are found by trying all of them; tied ones bound the true cost."""
    rng = np.random.default_rng(1)
    observed, low, high = [], [], []
    for _ in range(200):
        sick, healthy = rng.normal(1.5, 1, 20), rng.normal(0, 1, 20)
        ties = best_thresholds(sick, healthy)
        observed.append((ties[0][1] + ties[0][2]) / 40)
        true = [(1 - NORMAL.cdf(score)) / 2 + NORMAL.cdf(score - 1.5) / 2 for score, _, _ in ties]
        low.append(min(true))
        high.append(max(true))
    text = printed_text(lesson, "cost on the 40 people")
    numbers = [float(number) for number in re.findall(r"0\.\d+", text)]
    assert numbers[0] == pytest.approx(np.mean(observed), abs=6e-4)
    assert np.mean(low) - 0.01 < numbers[1] < np.mean(high) + 0.01
    assert_in_text(lesson, "On the 40 people: 0.185. True: 0.241, nearly a third more.")
    assert_in_text(lesson, "their coverage is only 72%")
    assert text.startswith("cost on the 40 people: 0.185; true: 0.241\n")
    assert 0.28 < 0.241 / 0.185 - 1 < 1 / 3
    assert_in_text(lesson, "Their coverage is 94% here")
    assert text.endswith("naive: 72%; cc_widgets: 94%\n")


def least_cost(name, pc):
    """Return the least cost of a classifier of tumours, and its best threshold."""
    data = cc.datasets.tumours()
    is_sick, score = data.y_true == "malignant", np.asarray(data.scores[name])
    costs = {
        threshold: (1 - pc) * np.mean(score[~is_sick] >= threshold)
        + pc * np.mean(score[is_sick] < threshold)
        for threshold in np.unique(score)
    }
    return min(costs.values()), min(costs, key=lambda threshold: costs[threshold])


def test_cheaper_classifier_of_tumours_and_its_range(lesson):
    assert_in_text(
        lesson, "it costs 0.149 at its best threshold, and the logistic regression 0.166"
    )
    (forest, best), (logistic, _) = (least_cost(name, 1 / 3) for name in ("forest", "logistic"))
    assert (round(forest, 3), round(logistic, 3)) == (0.149, 0.166)
    assert_in_text(lesson, "At PC(+) 1/3 it is cheaper by 0.016", "From PC(+) 0.092 to 0.471")
    assert round(logistic - forest, 3) == 0.016
    for pc in np.linspace(0.01, 0.99, 50):
        costs = [min(pc, 1 - pc, least_cost(name, pc)[0]) for name in ("logistic", "forest")]
        assert (costs[0] > costs[1]) == (0.0921 < pc < 0.4711)
    first, second, third = (lesson.names[f"question_{i}"] for i in (1, 2, 3))
    first.answer = "logistic"
    assert not first.is_correct
    first.answer = "forest"
    assert first.is_correct
    second.answer = (0.092, 0.471)
    assert second.is_correct
    assert_in_text(lesson, "The best on these tumours is 0.59")
    assert 0.58 < best < 0.6
    third.answer = 0.59
    assert third.is_correct


def test_difference_of_the_classifiers_of_tumours_is_not_significant(lesson):
    assert_in_text(lesson, "here and everywhere else on the axis")
    model = lesson.names["model"]
    assert "it cannot be told apart from logistic" in " ".join(model.recommend().text.split())
    assert model.compare("forest", "logistic").significance.cheaper == ()
    assert_in_text(lesson, "The second is higher")
    assert model.confidence_interval("forest").expected > model.cost("forest").normalised


def test_rules_differ_significantly_although_their_intervals_overlap(lesson):
    errors = lesson.names["errors"]
    assert [int(is_error.sum()) for is_error in errors.values()] == [80, 60]
    assert not np.any(errors["new rule"] & ~errors["old rule"])
    assert_in_text(lesson, "and 20 more", "as rare as 20 heads in a row")
    assert int(np.sum(errors["old rule"] & ~errors["new rule"])) == 20
    model = lesson.names["rules"].model
    old, new = (model.confidence_interval(name) for name in ("old rule", "new rule"))
    assert new.lower < old.lower < new.upper < old.upper
    assert "clearly cheaper than old rule" in " ".join(model.recommend(0.5).text.split())
    assert 2 * 0.5**20 < 0.001


def test_thresholds_chosen_by_resamples_and_the_sample_size(lesson):
    """A separate bootstrap, stratified by class, chooses thresholds in the same range."""
    data = cc.datasets.tumours()
    is_sick = data.y_true == "malignant"
    score = np.asarray(data.scores["forest"])
    rng = np.random.default_rng(7)
    chosen = []
    for _ in range(400):
        sick = rng.choice(score[is_sick], is_sick.sum())
        healthy = rng.choice(score[~is_sick], (~is_sick).sum())
        grid = np.unique(score)
        fnr = np.searchsorted(np.sort(sick), grid) / sick.size
        fpr = 1 - np.searchsorted(np.sort(healthy), grid) / healthy.size
        chosen.append(grid[np.argmin(2 * fpr + fnr)])
    low, high = np.quantile(chosen, [0.05, 0.95])
    text = printed_text(lesson, "forest is the cheapest here")
    [limits] = re.findall(r"lies between (0\.\d+) and (0\.\d+) in 9 of 10", text)
    assert float(limits[0]) == pytest.approx(low, abs=0.06)
    assert float(limits[1]) == pytest.approx(high, abs=0.06)
    assert_in_text(lesson, "More than five times as many, about 3,100 instead of 569")
    needed = lesson.names["model"].sample_size().needed
    assert 5 < needed.times < 6
    assert needed.times * 569 == pytest.approx(3_100, rel=0.02)
