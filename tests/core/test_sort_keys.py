import numpy as np
import pytest

from cc_widgets.core import _counting as module
from cc_widgets.core._counting import sort_keys

DRAW = np.random.default_rng(0)
NOISE = DRAW.normal(size=999)
SCORES = {
    "probabilities": DRAW.random(999),
    "any sign": NOISE,
    "ten times": 10 * NOISE,
    "negative": -np.abs(NOISE) - 5,
    "ties": NOISE.round(1) * 8 + 0.0,
    "neighbours": 1 + np.arange(999) * np.finfo(np.float64).eps,
    "neighbours of -3": -3 - np.arange(999) * np.finfo(np.float64).eps * 2,
    "powers": 2.0 ** np.arange(-499, 500),
    "powers of both signs": np.outer([-1, 1], 2.0 ** np.arange(-200, 200)).ravel(),
    "extremes": np.array([-1e300, 1e300, 5e-324, -5e-324, 0.0, 1.0, -1.0]),
    "huge": np.array([np.finfo(np.float64).max, -np.finfo(np.float64).max, 1.0]),
    "huge and positive": np.array([np.finfo(np.float64).max, 5e-324, 0.0, 1.0]),
    "almost 2": np.array([np.nextafter(2, 0), -np.nextafter(2, 0), 0.0, 1e-310, -5e-324]),
    "two": np.array([2.0, -2.0, 1.0, -1.0, np.nextafter(2, 0)]),
}


def in_order(positive, score):
    """Scores from high to low, positives first among equals, by Python's sort."""
    return sorted(zip(-score, ~positive, strict=True))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", SCORES)
def test_examples_come_in_order_and_scores_come_back(monkeypatch, name, dtype):
    monkeypatch.setattr(module, "BLOCK", 100)
    with np.errstate(over="ignore", under="ignore"):
        score = SCORES[name].astype(dtype)
    score = score[np.isfinite(score)] + dtype(0)
    positive = np.random.default_rng(1).random(score.size) < 0.5
    order = np.random.default_rng(2).permutation(score.size)
    ordered = sort_keys(positive[order], score[order])
    expected = in_order(positive, score)
    back = ordered.scores(ordered.keys)
    assert back.dtype == dtype
    assert back.tolist() == [-one for one, _ in expected]
    assert (ordered.keys & 1).tolist() == [negative for _, negative in expected]
    distinct = ordered.keys[1:] >> 1 != ordered.keys[:-1] >> 1
    np.testing.assert_array_equal(distinct, back[1:] != back[:-1])


def test_scores_of_some_keys_can_be_asked_for():
    ordered = sort_keys(np.array([True, False, True]), np.array([-4.0, 8.0, 0.25]))
    assert ordered.scores(ordered.keys[[2, 0]]).tolist() == [-4, 8]


@pytest.mark.parametrize(
    ("score", "dtype"),
    [
        ([0.5, 1], np.float32),
        ([-0.5, 100], np.float32),
        ([-8, 9], np.float64),
        ([0, 1e300], np.float64),
        ([5e-324, 1e300], np.float64),
        ([-1e300, 1e299], np.float64),
    ],
)
def test_keys_are_no_wider_than_the_scores_and_need_no_ranks(monkeypatch, score, dtype):
    monkeypatch.delattr(module, "_pack_ranks")
    ordered = sort_keys(np.array([True, False]), np.array(score, dtype))
    assert ordered.keys.itemsize == np.dtype(dtype).itemsize


def test_scores_are_left_as_they_are():
    for score in SCORES.values():
        before = score.copy()
        sort_keys(np.ones(score.size, dtype=bool), score)
        np.testing.assert_array_equal(score, before)
