"""A report to hand over: what it says, against a search through all rules and all conditions."""

import csv
from importlib.resources import files
from shutil import rmtree

import numpy as np
import pytest

DAILY = 10_000
CHECK, MISS, SHARE = 0.2, (5.0, 10.0), (0.02, 0.08)
TODAY, CHOICE = ("reader", 0.5), ("forest", 0.574)


@pytest.fixture(scope="module")
def readings():
    """Whether each was misread, and how doubtful it is by each score."""
    text = (files("cc_widgets") / "data/digits.csv").read_text("utf-8")
    header, *rows = csv.reader(text.splitlines())
    misread, *columns = zip(*rows, strict=True)
    scores = dict(zip(header[1:], np.array(columns, dtype=float), strict=True))
    return np.array(misread) == "misread", scores


@pytest.fixture(scope="module")
def rules(readings):
    """The rates of each rule: who is looked at from which doubt on."""
    misread, scores = readings
    return {
        (name, threshold): (
            float((score[~misread] >= threshold).mean()),
            float((score[misread] >= threshold).mean()),
        )
        for name, score in scores.items()
        for threshold in [*np.unique(score).tolist(), 0.5, np.inf]
    }


def euros(rates, share, miss):
    """What a rule costs a day."""
    fpr, tpr = rates
    return DAILY * (share * (1 - tpr) * miss + (1 - share) * fpr * CHECK)


def conditions():
    """All that may be true, closely spaced."""
    return [(share, miss) for share in np.linspace(*SHARE, 61) for miss in np.linspace(*MISS, 61)]


def test_todays_rule_finds_79_of_100_misread_digits(lesson, readings, rules):
    misread, scores = readings
    flagged = scores["reader"] >= 0.5
    assert (misread.sum(), misread.size, (flagged & misread).sum()) == (95, 1797, 75)
    assert "79 of 100: it found 75 of the 95." in lesson.words
    assert f"sent {(flagged & ~misread).sum()} right readings" in lesson.words
    assert rules[TODAY][1] == pytest.approx(0.79, abs=0.005)


def test_one_rule_is_never_far_from_the_best(lesson, rules):
    rates = np.array(list(rules.values()))
    cost = np.array([euros(rates.T, *each) for each in conditions()])
    best = cost.min(axis=1, keepdims=True)
    weight = np.array([share * miss + (1 - share) * CHECK for share, miss in conditions()])
    regret = ((cost - best) / (DAILY * weight[:, np.newaxis])).max(axis=0)
    assert list(rules)[int(regret.argmin())] == CHOICE
    assert lesson.printed[1].startswith("Use forest, from score 0.574 on.\n")
    lost = (cost - best).max(axis=0)[list(rules).index(CHOICE)]
    assert f"would save at most {lost:.1f} EUR" in lesson.printed[1]
    assert f"save at most {lost:.0f} euros a day" in lesson.words


def test_the_sentences_of_the_answer_are_right_under_the_extremes(lesson, rules):
    fpr, tpr = rules[CHOICE]
    said = lesson.printed[1].replace("\n", " ")
    found, missed = ([DAILY * share * one for share in SHARE] for one in (tpr, 1 - tpr))
    alarms = [DAILY * (1 - share) * fpr for share in SHARE[::-1]]
    assert f"finds {found[0]:.0f} to {found[1]:.0f}, misses {missed[0]:.0f} to {missed[1]:.0f}" in (
        said
    )
    assert f"raises {alarms[0]:.0f} to {alarms[1]:.0f} false alarms" in said
    cost = [euros(rules[CHOICE], *each) for each in conditions()]
    assert f"It costs {min(cost):.0f} to {max(cost):.0f} EUR" in said
    more = [euros(rules[TODAY], *each) - one for each, one in zip(conditions(), cost, strict=True)]
    assert f"costs {min(more):.0f} to {max(more):,.0f} EUR more" in said
    assert f"costs {min(more):.0f} to {max(more):,.0f} euros a day more" in lesson.words
    looked_at = sorted(found[i] + alarms[1 - i] for i in (0, 1))
    assert f"about {looked_at[0]:.0f} to {looked_at[1]:,.0f} are looked at again" in lesson.words
    saved = 1 - euros(rules[CHOICE], 0.02, 5) / (DAILY * 0.02 * 5)
    assert f"{saved:.0%}".replace("%", " %") + " less than calling all right" in said


def test_the_differences_that_are_printed_are_those_of_the_best_rules(lesson, rules):
    said = lesson.printed[2].replace("\n", " ")
    for share, miss in ((0.02, 5.0), (0.08, 10.0)):
        weight = DAILY * (share * miss + (1 - share) * CHECK)
        cost = {
            name: min(euros(rates, share, miss) for (one, _), rates in rules.items() if one == name)
            for name in ("reader", "forest", "neighbours")
        }
        for rival in ("reader", "neighbours"):
            assert (
                f"{(cost[rival] - cost['forest']) / weight:.3g} on these data (90 % interval"
                in said
            )
    assert "clear at PC(+) 0.338" in said
    assert said.count("could be chance at") == 3


def test_resamples_repeat_the_luck_of_these_readings(lesson, readings):
    misread, scores = readings
    pc = 0.598
    ranks = {name: np.unique(score, return_inverse=True)[1] for name, score in scores.items()}
    rng, chosen = np.random.default_rng(2), []
    for _ in range(200):
        cost = {}
        positive = rng.choice(np.flatnonzero(misread), 95)
        negative = rng.choice(np.flatnonzero(~misread), 1702)
        for name, rank in ranks.items():
            sizes = [
                np.bincount(rank[who], minlength=rank.max() + 2) for who in (negative, positive)
            ]
            fpr, tpr = (np.cumsum(size[::-1])[::-1] / size.sum() for size in sizes)
            cost[name] = (pc * (1 - tpr) + (1 - pc) * fpr).min()
        chosen.append(min(cost, key=cost.__getitem__))
    assert chosen.count("forest") > 190
    assert "forest is the cheapest in nearly all 499 resamples" in lesson.printed[2].replace(
        "\n", " "
    )


def test_a_colleague_gets_notes_and_what_they_are_about(lesson):
    model = lesson.names["model"]
    report = model.to_markdown(title="Which readings should a person look at?")
    for place, text in enumerate(
        ["in use since the program was bought", "recommended from now on", "from a good month"], 1
    ):
        assert f"\n{place}. {text}" in report
    assert "the rates found on these data stay as they are" in report
    assert "*the rates found on these data stay as they are*" in lesson.words
    weights = [(share * miss, (1 - share) * CHECK) for share, miss in zip(SHARE, MISS, strict=True)]
    ends = [of_misses / (of_misses + of_alarms) for of_misses, of_alarms in weights]
    [kept] = [note["at"]["pc"] for note in model.notes if note["kind"] == "range"]
    assert kept == pytest.approx(ends, abs=0.005)


def test_what_is_sent_opens_again(lesson):
    folder = lesson.names["folder"]
    assert {path.name: path.stat().st_size > 500 for path in folder.iterdir()} == dict.fromkeys(
        ["report.html", "figure.pdf", "ranges.csv", "session.json"], True
    )
    assert (folder / "figure.pdf").read_bytes().startswith(b"%PDF")
    page = (folder / "report.html").read_text("utf-8")
    assert "<title>Which readings should a person look at?</title>" in page
    assert "recommended from now on" in page
    doubt = "it cannot be told apart from neighbours anywhere in your range"
    assert f"the same data: True\nUse forest, from score 0.574 on; {doubt}." in lesson.printed[-1]
    assert f"*{doubt}*" in lesson.words
    rmtree(folder)
