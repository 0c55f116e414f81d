"""A classifier of folds is one classifier: its average speaks, and no fold is ever named."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core.uncertainty.envelopes import choice_optimism, chosen_by_part
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import why_no_difference
from cc_widgets.model.state import CostCurveModel

if TYPE_CHECKING:
    from cc_widgets.core.cross_validation import AveragedBy

TEN = 10
PC = (0.05, 0.4, 0.7)


def fold_predictions(
    seed: int = 0,
    sizes: tuple[int, ...] = (60,) * TEN,
    skills: tuple[float, float] = (1.5, 1.1),
) -> dict[str, Any]:
    """Two classifiers of the same folds."""
    rng = np.random.default_rng(seed)
    labels = [rng.integers(0, 2, size) for size in sizes]
    return {
        name: [(y, skill * y + rng.normal(size=y.size)) for y in labels]
        for name, skill in zip(("forest", "logistic"), skills, strict=True)
    }


def folds_in(model: CostCurveModel, name: str) -> core.Folds:
    """The folds that a classifier of the model consists of."""
    classifier = model.classifiers[name]
    assert isinstance(classifier, core.Folds)
    return classifier


def average_cost(folds: Any, pc: float) -> float:
    """The mean of the least costs of each fold, by one model for each."""
    costs = [CostCurveModel({"fold": fold}).cost("fold", pc).normalised for fold in folds]
    return float(np.mean(costs))


@pytest.mark.parametrize("pc", PC)
def test_headline_cost_is_the_mean_over_folds(pc):
    folds = fold_predictions(skills=(3.0, 2.0))
    model = CostCurveModel(folds, pc=pc)
    best = model.recommend().cost
    assert best.name == "forest"
    assert best.normalised == pytest.approx(average_cost(folds["forest"], pc), abs=1e-12)
    costs = {row.name: row.cost for row in model.recommend().ranking if not row.is_baseline}
    assert costs["logistic"] == pytest.approx(average_cost(folds["logistic"], pc), abs=1e-12)


def test_folds_are_not_named():
    named = {
        name: core.folds({f"part {i}": core.predictions(*fold) for i, fold in enumerate(folds)})
        for name, folds in fold_predictions().items()
    }
    model = CostCurveModel(named, pc=0.4)
    texts = [
        model.recommend().text,
        model.summary(),
        repr(model),
        model.to_markdown(),
        *model.remarks,
    ]
    texts += [model.to_csv(what=table) or "" for table in ("classifiers", "envelope", "thresholds")]
    assert not [words for words in texts if "part " in words]
    assert {fold.name for fold in model.recommend().ranking if not fold.is_baseline} == set(named)
    assert model.curves.winners.best.shape[1] == len(named)


def test_no_common_threshold_is_named():
    model = CostCurveModel(fold_predictions(), pc=0.4)
    best = model.cost()
    assert best.threshold is None
    assert best.use == "use forest (each fold at its own threshold)"
    assert model.recommend((0.3, 0.5)).over_range.single.use == best.use
    assert "from score" not in model.recommend().text


def test_single_fold_is_a_plain_classifier():
    y, score = [0, 1, 0, 1], [0.1, 0.4, 0.3, 0.8]
    model = CostCurveModel({"plain": (y, score), "folded": [(y, score)]}, pc=0.4)
    plain, folded = (model.cost(name) for name in model.classifiers)
    assert (plain.threshold, plain.normalised) == (folded.threshold, folded.normalised)


def test_remark_if_worse_than_guessing_in_every_fold():
    turned = [(y, -score) for y, score in fold_predictions()["forest"]]
    model = CostCurveModel({"forest": turned, "matrices": [[[6, 4], [4, 16]], [[7, 3], [2, 18]]]})
    assert model.remarks[0].startswith("forest is worse than guessing")
    assert len(model.remarks) == 1


def test_same_folds_share_examples():
    folds = fold_predictions()
    assert CostCurveModel(folds).remarks == ()
    unrelated = CostCurveModel({"forest": folds["forest"], "else": fold_predictions(1)["logistic"]})
    assert unrelated.remarks[0].startswith("These classifiers were tested on different examples")
    assert unrelated.remarks[0].endswith("give both the same arrays of true labels.")


def test_marked_threshold_applies_to_every_fold():
    folds = fold_predictions()
    model = CostCurveModel(folds, pc=0.4)
    model.mark("forest", 0.7)
    (mark,) = model.recommend().in_use
    each = [np.mean(score[y == 1] >= 0.7) for y, score in folds["forest"]]
    assert mark.tpr == pytest.approx(np.mean(each), abs=1e-12)
    assert mark.loss.low > 0.0


def test_folds_are_saved_and_exported_as_code(tmp_path):
    folds = fold_predictions()
    model = CostCurveModel({**folds, "bare": [{"fpr": 0.1, "tpr": 0.6}] * 2})
    model.add(
        "named",
        core.folds(
            {
                "a": core.cell_counts(tp=3, fn=1, fp=1, tn=3),
                "b": core.cell_counts(tp=2, fn=2, fp=1, tn=3),
            }
        ),
    )
    model.save(tmp_path / "session.json")
    loaded = CostCurveModel.load(tmp_path / "session.json")
    assert loaded.fingerprint == model.fingerprint
    assert folds_in(loaded, "named").names == ("a", "b")
    assert loaded.recommend().text == model.recommend().text
    data: dict[str, Any] = {
        "y_true": [y for y, _ in folds["forest"]],
        "scores": {name: [score for _, score in parts] for name, parts in folds.items()},
    }
    exec(model.to_code(), data)  # noqa: S102 (it is our own)
    rebuilt = data["model"]
    assert rebuilt.classifiers["named"].names == ("a", "b")
    assert rebuilt.classifiers["forest"].same_examples(rebuilt.classifiers["logistic"])


def test_fingerprint_depends_on_fold_order():
    folds = fold_predictions()
    turned = {**folds, "forest": folds["forest"][::-1]}
    assert CostCurveModel(turned).fingerprint != CostCurveModel(folds).fingerprint


def test_average_setting_applies_to_all_and_is_reported():
    folds = fold_predictions()
    model = CostCurveModel(folds, pc=0.4)
    least = model.cost("forest").normalised
    by: tuple[tuple[AveragedBy, str], ...] = (
        ("vertical", "use forest (each fold at this false positive rate)"),
        ("horizontal", "use forest (each fold at this true positive rate)"),
    )
    for average, words in by:
        model.average = average
        curve = core.cross_validation.average_of(folds_in(model, "forest"), average).cost
        assert model.cost().normalised == pytest.approx(core.cost_at(curve, [0.4])[0], abs=1e-12)
        assert model.cost().normalised >= least - 1e-12
        assert model.cost().use == words
        assert "presuming that the point is selected by its" in model.recommend().text
    model.average = "pooled"
    pooled = CostCurveModel(
        {"forest": tuple(np.concatenate(part) for part in zip(*folds["forest"], strict=True))}
    )
    assert model.cost("forest").threshold == pooled.cost("forest", 0.4).threshold
    assert model.cost("forest").normalised == pooled.cost("forest", 0.4).normalised
    assert model.remarks[0].startswith("forest pools the scores of 10 models")


def test_failed_pooling_leaves_the_model_unchanged():
    model = CostCurveModel({"bare": [{"fpr": 0.1, "tpr": 0.6}, {"fpr": 0.2, "tpr": 0.8}]})
    before = model.curves
    with pytest.raises(
        CostCurveError, match=r"classifier 'bare': curves\[0\]: must have scores to be"
    ):
        model.average = "pooled"
    assert (model.average, model.curves) == ("cost", before)


def test_unchanged_curves_are_reused():
    model = CostCurveModel({**fold_predictions(), "plain": (0.2, 0.7)})
    before = {item.name: item.reduced for item in model.curves.classifiers}
    model.hide("forest")
    assert all(item.reduced is before[item.name] for item in model.curves.classifiers)
    model.average = "vertical"
    is_reused = {item.name: item.reduced is before[item.name] for item in model.curves.classifiers}
    assert is_reused == {"forest": False, "logistic": False, "plain": True}


def test_folds_with_different_prevalence_give_a_remark():
    rng = np.random.default_rng(0)

    def fold(share: float) -> tuple[Any, Any]:
        y = np.arange(200) < 200 * share
        return y, y + rng.normal(size=200)

    model = CostCurveModel({"forest": [fold(0.1), fold(0.4), fold(0.1)]})
    (remark,) = model.remarks
    assert remark.startswith(
        "The folds of forest have from 10 % to 40 % positives, more unlike than"
    )
    model.classifiers = {"forest": [fold(0.1), fold(0.13), fold(0.1)]}
    assert model.remarks == ()


def test_clustered_folds_may_differ_in_prevalence():
    rng = np.random.default_rng(0)
    unlike = np.repeat([0.1, 0.9], 20)[rng.permutation(40)]  # share of positives of each patient
    y = rng.random((40, 25)) < unlike[:, np.newaxis]
    score, patient = rng.normal(size=(40, 25)) + 2 * y, np.repeat(np.arange(40), 25).reshape(40, 25)

    def remarks(order, **more):
        rows = [np.asarray(some) for some in np.split(order, 5)]
        parts = [
            core.predictions(
                y[some].ravel(), score[some].ravel(), clusters=patient[some].ravel(), **more
            )
            for some in rows
        ]
        bare = [replace(part, clusters=None, cluster_names=None) for part in parts]
        return [CostCurveModel({"a": core.folds(each)}).remarks for each in (parts, bare)]

    dealt = [remarks(rng.permutation(40)) for _ in range(10)]
    assert not any("unlike" in " ".join(first) for first, _ in dealt)
    assert sum("unlike" in " ".join(bare) for _, bare in dealt) >= 8
    sorted_ones, _ = remarks(np.argsort(unlike, kind="stable"))
    assert "more unlike than chance would make them" in " ".join(sorted_ones)


def test_fold_spread_is_not_reported_as_standard_error():
    words = " ".join(CostCurveModel(fold_predictions()).recommend().advice.why)
    assert "forest and logistic: each the average of 10 folds" in words
    assert "how much they differ, not how sure their average is" in words


# ---- Intervals of averages


@pytest.fixture(scope="module")
def banded():
    model = CostCurveModel(fold_predictions(), pc=0.4)
    model.bootstrap(n_resamples=400, rng=0)
    return model


def test_bands_and_differences_are_paired_by_fold(banded):
    assert banded.bands.resampled.groups == (("forest", "logistic"),)
    for item in banded.curves.classifiers:
        band = banded.bands.each[item.name]
        assert np.interp(0.4, band.pc, band.estimate) == pytest.approx(
            banded.cost(item.name).normalised, abs=1e-12
        )
    lower, upper = banded.confidence_interval("forest")
    assert lower < banded.cost("forest").normalised < upper
    assert "each of 10 folds, averaged" in banded.confidence_interval().method
    assert banded._difference is not None
    assert banded.compare("forest", "logistic").significance.is_significant
    assert re.search(r" on these data; expect \S+ in use \(90 %: ", banded.recommend().text)
    assert "fold 1" not in banded.recommend().text


def test_bands_of_folds_survive_a_session(banded, tmp_path):
    banded.save(tmp_path / "session.json")
    loaded = CostCurveModel.load(tmp_path / "session.json")
    assert loaded.bands is not None
    for name, band in banded.bands.each.items():
        assert np.array_equal(loaded.bands.each[name].lower, band.lower)
    assert loaded._difference is not None
    assert np.array_equal(loaded._difference.upper, banded._difference.upper)


def test_shared_clusters_survive_a_session(tmp_path):
    rng, place = np.random.default_rng(0), np.arange(160)
    y, patient = place % 2, np.array([f"patient {i // 4}" for i in place])
    parts = [
        core.predictions(y[rows], y[rows] + rng.normal(size=80), clusters=patient[rows])
        for rows in np.split(rng.permutation(place), 2)
    ]
    model = CostCurveModel({"forest": core.folds(parts)}, pc=0.4)
    model.bootstrap(n_resamples=99, rng=0)
    assert (
        "of 40 clusters, each drawn for all 2 folds at once" in model.confidence_interval().method
    )
    model.save(tmp_path / "session.json")
    loaded = CostCurveModel.load(tmp_path / "session.json")
    assert loaded.fingerprint == model.fingerprint
    assert loaded.confidence_interval() == model.confidence_interval()


def test_folds_of_different_examples_are_resampled_separately():
    model = CostCurveModel(
        {"a": fold_predictions(0)["forest"], "b": fold_predictions(1)["forest"]}, pc=0.4
    )
    model.bootstrap(n_resamples=200, rng=0)
    assert model.bands is not None
    assert model.bands.resampled.groups == (("a",), ("b",))
    assert "both test sets resampled each alone" in model.bands.difference("a", "b").method


def test_optimism_includes_folds_that_recommend_a_baseline():
    rng, levels = np.random.default_rng(1), np.array([0.4, 0.3, 0.2, 0.1])
    y = np.repeat([0, 1], [60, 40])
    each = range(TEN)
    draws = [
        np.append(rng.choice(4, 60, p=levels), rng.choice(4, 40, p=levels[::-1])) for _ in each
    ]
    model = CostCurveModel({"folded": [(y.copy(), score) for score in draws]}, pc=0.1)
    model.bootstrap(n_resamples=99, rng=0)
    assert model.bands is not None
    drawn, band = model.bands.resampled.each["folded"], model.bands.each["folded"]
    named = chosen_by_part(drawn)
    is_baseline = np.array([choice.is_baseline for choice in named])
    some = is_baseline.any(axis=0) & ~is_baseline.all(axis=0)
    assert np.count_nonzero(some) > 10
    every = np.mean([np.maximum(part.optimism, 0.0) for part in drawn.parts], axis=0)
    hidden = choice_optimism(drawn, named)
    assert np.all(every[some] > hidden[some])
    assert np.all((band.upper - band.estimate)[some] > (hidden + every)[some])
    assert np.all((band.upper == band.estimate)[is_baseline.all(axis=0)])


def repeats(n_repeats: int, shift: int = 0) -> core.Folds:
    """Return repeated folds with named examples; `shift` separates the names of repeats."""
    rng, parts = np.random.default_rng(0), []
    y, group = rng.integers(0, 2, 80), np.repeat(["x", "y"], 40)
    common = y + rng.normal(size=80)
    for i in range(n_repeats):
        score = common + 0.3 * rng.normal(size=80)
        for place in np.split(rng.permutation(80), 2):
            repeat = core.predictions(y[place], score[place], groups=group[place])
            parts.append(replace(repeat, index=place + shift * i))
    return core.folds(parts)


def test_shared_example_is_resampled_once_for_all_folds():
    model = CostCurveModel({"a": repeats(2), "b": repeats(2, shift=80)}, pc=0.4, average="pooled")
    for of_repeats, of_others in zip(model.groups("a", 0.5), model.groups("b", 0.5), strict=True):
        first_gap, second_gap = of_repeats.fpr_gap, of_others.fpr_gap
        assert first_gap is not None
        assert second_gap is not None
        assert first_gap.value == second_gap.value
        assert first_gap.upper - first_gap.lower > 1.1 * (second_gap.upper - second_gap.lower)
    joint_area, separate_area = model.about("a").area, model.about("b").area
    assert joint_area is not None
    assert separate_area is not None
    assert joint_area.value == separate_area.value
    widths = [
        np.ptp([each.lower or 0.0, each.upper or 0.0]) for each in (joint_area, separate_area)
    ]
    assert widths[0] > widths[1]
    model.average = "cost"
    model.bootstrap(n_resamples=199, rng=0)
    methods = [model.confidence_interval(name).method for name in "ab"]
    assert "of 80 examples, each drawn for all 4 folds at once" in methods[0]
    assert "of each of 4 folds" in methods[1]
    assert not any("clusters" in remark for remark in model.remarks)
    assert model.bands is not None
    drawn = model.bands.resampled.each["a"]
    for kind in ("negatives", "positives"):
        first = sum(getattr(part, kind) for part in drawn.parts[:2])
        assert np.array_equal(first, sum(getattr(part, kind) for part in drawn.parts[2:]))


def test_only_known_sharing_is_reported():
    assert not repeats(1).repeated
    assert not repeats(2, shift=80).repeated
    assert not folds_in(CostCurveModel(fold_predictions()), "forest").repeated
    y = np.array([0, 1, 1])
    assert core.folds([core.predictions(y, [1, 2, 3]), core.predictions(y, [3, 2, 1])]).repeated
    first, second = (
        replace(core.predictions(labels, [1, 2, 3]), index=np.array(["p", "q", "r"]))
        for labels in ([0, 1, 1], [1, 1, 0])
    )
    assert not core.folds([first, second]).repeated  # an example has one true class


def test_other_averages_have_no_interval():
    model = CostCurveModel(fold_predictions(), pc=0.4)
    model.bootstrap(n_resamples=200, rng=0)
    model.average = "vertical"
    assert (model._has_stale_bands, model.recommend().interval) == (True, None)
    for ask in (
        model.bootstrap,
        model.confidence_interval,
    ):
        with pytest.raises(CostCurveError, match="for folds, only their mean cost is estimated"):
            ask()
    reason = why_no_difference(model, "forest", "logistic")
    assert reason.startswith("For folds, only their mean cost")
    model.average = "cost"
    assert not model._has_stale_bands
    assert model.recommend().interval is not None


def test_interval_at_one_pc_needs_no_band():
    model = CostCurveModel(fold_predictions(), pc=0.4)
    lower, upper = model.confidence_interval("forest")
    wider = CostCurveModel({"fold": fold_predictions()["forest"][0]}, pc=0.4).confidence_interval()
    assert 0.0 < upper - lower < wider.upper - wider.lower
    assert lower <= model.cost("forest").normalised <= upper


def test_folds_of_matrices_have_no_bands():
    model = CostCurveModel({"rule": [[[6, 4], [4, 16]], [[7, 3], [2, 18]]]})
    with pytest.raises(CostCurveError, match="folds without scores"):
        model.bootstrap()


def test_pins_and_notes_keep_their_positions():
    model = CostCurveModel({**fold_predictions(), "plain": (0.2, 0.7)}, pc=0.4)
    note = model.add_note("here", classifier="forest")
    at = model.cost("forest")
    assert (model.notes[0]["at"]["fpr"], model.notes[0]["at"]["tpr"]) == (at.fpr, at.tpr)
    sizes = [item.shown.index.size for item in model.curves.classifiers]
    model.pins = [{"kind": "point", "index": 3}, {"kind": "point", "index": sum(sizes) - 1}]
    model.average = "vertical"
    assert len(model.pins) == 1, "the point of the other average is no more"
    assert model.notes[0]["id"] == note
    assert model.notes[0]["at"]["fpr"] == at.fpr
