"""Lesson 08: its statements agree with a search through all thresholds and conditions."""

import csv
import re
from importlib.resources import files
from shutil import rmtree

import numpy as np
import pytest

pytestmark = pytest.mark.long(cases=0)
N_READINGS = 10_000  # a day
CHECK, MISS, PRIOR = 0.2, (5.0, 10.0), (0.02, 0.08)
TODAY, CHOICE = ("reader", 0.5), ("forest", 0.574)


@pytest.fixture(scope="module")
def readings():
    """Return whether each digit was misread, and its scores by name."""
    text = (files("cc_widgets") / "data/digits.csv").read_text("utf-8")
    header, *rows = csv.reader(text.splitlines())
    labels, *columns = zip(*rows, strict=True)
    scores = dict(zip(header[1:], np.array(columns, dtype=float), strict=True))
    return np.array(labels) == "misread", scores


@pytest.fixture(scope="module")
def rules(readings):
    """Return (fpr, tpr) by (score, threshold)."""
    is_misread, scores = readings
    return {
        (name, threshold): (
            float((score[~is_misread] >= threshold).mean()),
            float((score[is_misread] >= threshold).mean()),
        )
        for name, score in scores.items()
        for threshold in [*np.unique(score).tolist(), 0.5, np.inf]
    }


def euros(rates, prior, miss):
    """Return the cost of a day."""
    fpr, tpr = rates
    return N_READINGS * (prior * (1 - tpr) * miss + (1 - prior) * fpr * CHECK)


def all_conditions():
    """Return a grid of priors and costs of a miss within the ranges."""
    return [(prior, miss) for prior in np.linspace(*PRIOR, 61) for miss in np.linspace(*MISS, 61)]


def test_current_rule_finds_79_of_100_misread_digits(lesson, readings, rules):
    is_misread, scores = readings
    is_flagged = scores["reader"] >= 0.5
    n_found = (is_flagged & is_misread).sum()
    assert (is_misread.sum(), is_misread.size, n_found) == (95, 1797, 75)
    assert "79 of 100: it found 75 of the 95." in lesson.words
    assert f"flagged {(is_flagged & ~is_misread).sum()} correct readings" in lesson.words
    assert rules[TODAY][1] == pytest.approx(0.79, abs=0.005)


def test_recommended_rule_minimises_the_maximum_regret(lesson, rules):
    rates = np.array(list(rules.values()))
    costs = np.array([euros(rates.T, *conditions) for conditions in all_conditions()])
    best = costs.min(axis=1, keepdims=True)
    scale = np.array([prior * miss + (1 - prior) * CHECK for prior, miss in all_conditions()])
    regret = ((costs - best) / (N_READINGS * scale[:, np.newaxis])).max(axis=0)
    assert list(rules)[int(regret.argmin())] == CHOICE
    assert lesson.printed[1].startswith("Use forest, from score 0.574 on.\n")
    loss = (costs - best).max(axis=0)[list(rules).index(CHOICE)]
    assert f"would save at most {loss:.1f} EUR" in lesson.printed[1]
    assert f"save at most {loss:.0f} euros a day" in lesson.words


def test_sentences_of_the_card_agree_with_both_ends_of_the_ranges(lesson, rules):
    fpr, tpr = rules[CHOICE]
    text = lesson.printed[1].replace("\n", " ")
    detected, missed = ([N_READINGS * prior * rate for prior in PRIOR] for rate in (tpr, 1 - tpr))
    alarms = [N_READINGS * (1 - prior) * fpr for prior in PRIOR[::-1]]
    assert (
        f"finds {detected[0]:.0f} to {detected[1]:.0f}, misses {missed[0]:.0f} to {missed[1]:.0f}"
        in (text)
    )
    assert f"predicted {missed[0]:.0f} to {missed[1]:.0f}" in lesson.words
    assert f"raises {alarms[0]:.0f} to {alarms[1]:.0f} false alarms" in text
    costs = [euros(rules[CHOICE], *conditions) for conditions in all_conditions()]
    assert f"It costs {min(costs):.0f} to {max(costs):.0f} EUR" in text
    today = [euros(rules[TODAY], *conditions) for conditions in all_conditions()]
    more = [old - new for old, new in zip(today, costs, strict=True)]
    assert f"costs {min(more):.0f} to {max(more):,.0f} EUR more" in text
    assert f"costs {min(more):.0f} to {max(more):,.0f} euros a day more" in lesson.words
    flagged = sorted(detected[i] + alarms[1 - i] for i in (0, 1))
    assert (
        f"about {flagged[0]:.0f} to {flagged[1]:,.0f} of 10,000 readings are flagged"
        in lesson.words
    )
    observed = 1 - euros(rules[CHOICE], 0.02, 5) / (N_READINGS * 0.02 * 5)
    words = r"It is expected to cost (\d+) % less than calling all right"
    match = re.search(words, text)
    assert match, text
    assert observed - 0.1 < float(match[1]) / 100 < observed, "more than on the dataset, not much"


def test_printed_differences_are_between_the_best_thresholds(lesson, rules):
    text = lesson.printed[2].replace("\n", " ")
    for prior, miss in ((0.02, 5.0), (0.08, 10.0)):
        scale = N_READINGS * (prior * miss + (1 - prior) * CHECK)
        costs = {
            name: min(
                euros(rates, prior, miss) for (score, _), rates in rules.items() if score == name
            )
            for name in ("reader", "forest", "neighbours")
        }
        for rival in ("reader", "neighbours"):
            difference = (costs[rival] - costs["forest"]) / scale
            assert f"{rival} {difference:+.3g} (90% CI " in text
    assert len(re.findall(r"reader [^,]*, significant", text)) == 2
    assert len(re.findall(r"neighbours [^,]*, not significant", text)) == 2


def test_nearly_all_resamples_select_the_forest(lesson, readings):
    is_misread, scores = readings
    pc = 0.598
    ranks = {name: np.unique(score, return_inverse=True)[1] for name, score in scores.items()}
    rng, selected = np.random.default_rng(2), []
    for _ in range(200):
        costs = {}
        positive = rng.choice(np.flatnonzero(is_misread), 95)
        negative = rng.choice(np.flatnonzero(~is_misread), 1702)
        for name, rank in ranks.items():
            counts = [
                np.bincount(rank[rows], minlength=rank.max() + 2) for rows in (negative, positive)
            ]
            fpr, tpr = (np.cumsum(count[::-1])[::-1] / count.sum() for count in counts)
            costs[name] = (pc * (1 - tpr) + (1 - pc) * fpr).min()
        selected.append(min(costs, key=costs.__getitem__))
    assert selected.count("forest") > 190
    text = lesson.printed[2].replace("\n", " ")
    assert "forest is the cheapest in nearly all 499 resamples" in text


def test_report_contains_the_notes_and_the_assumption(lesson):
    model = lesson.names["model"]
    report = model.to_markdown(title="Which readings should a person look at?")
    for number, text in enumerate(
        ["in use since the program was bought", "recommended from now on", "from a good month"], 1
    ):
        assert f"\n{number}. {text}" in report
    assert "the rates found on these data stay as they are" in report
    last = report.splitlines()[-1]
    assert model.fingerprint in last
    assert "seed 0" in last
    assert "*the rates found on these data stay as they are*" in lesson.words
    weights = [(prior * miss, (1 - prior) * CHECK) for prior, miss in zip(PRIOR, MISS, strict=True)]
    ends = [positive / (positive + negative) for positive, negative in weights]
    [pc_range] = [note["at"]["pc"] for note in model.notes if note["kind"] == "range"]
    assert pc_range == pytest.approx(ends, abs=0.005)


def test_files_are_complete_and_the_session_can_be_loaded(lesson):
    folder = lesson.names["folder"]
    assert {path.name: path.stat().st_size > 500 for path in folder.iterdir()} == dict.fromkeys(
        ["report.html", "figure.pdf", "ranges.csv", "session.json"], True
    )
    assert (folder / "figure.pdf").read_bytes().startswith(b"%PDF")
    page = (folder / "report.html").read_text("utf-8")
    assert "<title>Which readings should a person look at?</title>" in page
    assert "recommended from now on" in page
    rival = "it cannot be told apart from neighbours in part of your range"
    assert f"the same data: True\nUse forest, from score 0.574 on; {rival}." in lesson.printed[-1]
    assert f"*{rival}*" in lesson.words
    rmtree(folder)
