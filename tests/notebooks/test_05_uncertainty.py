"""What the fifth lesson says, against simulations and counts that are made in another way."""

import re
from statistics import NormalDist

import numpy as np
import pytest

import cc_widgets as cc

TRUTH = NormalDist()


def says(lesson, *sentences):
    missing = [one for one in sentences if one not in lesson.words]
    assert missing == []


def printed(lesson, start):
    [found] = [one for one in lesson.printed if one.startswith(start)]
    return found


def test_the_cost_in_truth_and_on_samples(lesson):
    says(lesson, "the best threshold costs 0.227 in truth", "Most samples lie *below* the truth")
    in_truth = 1 - TRUTH.cdf(0.75)  # half-way between both classes
    assert round(in_truth, 3) == 0.227
    assert (lesson.names["lab"].y_true == 1).sum() == 30
    costs = [float(one) for one in re.findall(r"0\.\d+", printed(lesson, "cost on 20 samples"))]
    assert len(costs) == 20
    assert sum(one < in_truth for one in costs) > 10
    assert max(costs) >= 2 * min(costs)


def best_threshold(sick, healthy):
    """The highest of the thresholds with the fewest errors, and how many of each kind it makes."""
    scores = np.sort(np.concatenate([sick, healthy]))[::-1]
    errors = [(np.sum(sick < one), np.sum(healthy >= one)) for one in scores]
    least = min(sum(pair) for pair in errors)
    return [
        (score, *pair) for score, pair in zip(scores, errors, strict=True) if sum(pair) == least
    ]


def test_the_luck_of_the_threshold(lesson):
    """The same groups of people, each threshold found by trying all."""
    rng = np.random.default_rng(1)
    seen, low, high = [], [], []
    for _ in range(200):
        sick, healthy = rng.normal(1.5, 1, 20), rng.normal(0, 1, 20)
        ties = best_threshold(sick, healthy)
        seen.append((ties[0][1] + ties[0][2]) / 40)
        paid = [(1 - TRUTH.cdf(score)) / 2 + TRUTH.cdf(score - 1.5) / 2 for score, _, _ in ties]
        low.append(min(paid))
        high.append(max(paid))
    words = printed(lesson, "seen on the 40 people")
    found = [float(one) for one in re.findall(r"0\.\d+", words)]
    assert found[0] == pytest.approx(np.mean(seen), abs=6e-4)
    assert np.mean(low) - 0.01 < found[1] < np.mean(high) + 0.01
    says(lesson, "Seen: 0.185. Paid: 0.241, nearly a third more", "in 72 % of the groups only")
    assert words.startswith("seen on the 40 people: 0.185; paid in truth: 0.241\n")
    assert 0.28 < 0.241 / 0.185 - 1 < 1 / 3
    says(lesson, "they hold 94 % here")
    assert words.endswith("hold 72%, ours 94%\n")


def least(name, pc):
    """The least cost of a classifier of tumours, and the thresholds that have it."""
    data = cc.datasets.tumours()
    is_sick, score = data.y_true == "malignant", np.asarray(data.scores[name])
    costs = {
        one: (1 - pc) * np.mean(score[~is_sick] >= one) + pc * np.mean(score[is_sick] < one)
        for one in np.unique(score)
    }
    return min(costs.values()), min(costs, key=lambda one: costs[one])


def test_which_classifier_of_tumours_and_where(lesson):
    says(lesson, "it costs 0.149 at its best threshold, and the logistic regression 0.166")
    (forest, best), (logistic, _) = (least(name, 1 / 3) for name in ("forest", "logistic"))
    assert (round(forest, 3), round(logistic, 3)) == (0.149, 0.166)
    says(lesson, "Its lead at PC(+) 1/3 is 0.016", "From PC(+) 0.092 to 0.471")
    assert round(logistic - forest, 3) == 0.016
    for pc in np.linspace(0.01, 0.99, 50):
        lead = min(pc, 1 - pc, least("logistic", pc)[0]) - min(pc, 1 - pc, least("forest", pc)[0])
        assert (lead > 0) == (0.0921 < pc < 0.4711)
    first, second, third = (lesson.names[f"question_{i}"] for i in (1, 2, 3))
    first.answer = "logistic"
    assert not first.right
    first.answer = "forest"
    assert first.right
    second.answer = (0.092, 0.471)
    assert second.right
    says(lesson, "The best on these tumours is 0.59")
    assert 0.58 < best < 0.6
    third.answer = 0.59
    assert third.right


def test_what_cannot_be_told(lesson):
    says(lesson, "here and everywhere else on the axis")
    model = lesson.names["model"]
    assert "it cannot be told apart from logistic" in " ".join(model.read().words.split())
    assert model.significance("forest", "logistic").cheaper == ()
    says(lesson, "The second is higher")
    assert model.interval("forest").expected > model.cost("forest").normalised


def test_rules_that_overlap_and_differ_surely(lesson):
    wrong = lesson.names["wrong"]
    assert [int(one.sum()) for one in wrong.values()] == [80, 60]
    assert not np.any(wrong["new rule"] & ~wrong["old rule"])
    says(lesson, "and 20 more", "as rare as 20 heads in a row")
    assert int(np.sum(wrong["old rule"] & ~wrong["new rule"])) == 20
    model = lesson.names["rules"].model
    old, new = (model.interval(name) for name in ("old rule", "new rule"))
    assert new.lower < old.lower < new.upper < old.upper
    assert "clearly cheaper than old rule" in " ".join(model.read(0.5).words.split())
    assert 2 * 0.5**20 < 0.001


def test_thresholds_of_the_resamples_and_more_tumours(lesson):
    """Drawn anew by ourselves, within each class."""
    data = cc.datasets.tumours()
    is_sick = data.y_true == "malignant"
    score = np.asarray(data.scores["forest"])
    rng = np.random.default_rng(7)
    chosen = []
    for _ in range(400):
        sick = rng.choice(score[is_sick], is_sick.sum())
        healthy = rng.choice(score[~is_sick], (~is_sick).sum())
        grid = np.unique(score)
        missed = np.searchsorted(np.sort(sick), grid) / sick.size
        flagged = 1 - np.searchsorted(np.sort(healthy), grid) / healthy.size
        chosen.append(grid[np.argmin(2 * flagged + missed)])
    low, high = np.quantile(chosen, [0.05, 0.95])
    words = printed(lesson, "forest is the cheapest here")
    [said] = re.findall(r"lies between (0\.\d+) and (0\.\d+) in 9 of 10", words)
    assert float(said[0]) == pytest.approx(low, abs=0.06)
    assert float(said[1]) == pytest.approx(high, abs=0.06)
    says(lesson, "More than seven times as many, about 4,300 instead of 569")
    needed = lesson.names["model"].plan().needed
    assert 7 < needed.times < 8
    assert needed.times * 569 == pytest.approx(4_300, rel=0.02)
