"""A classifier of folds is one classifier: its average speaks, and no fold is ever named."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core.uncertainty._envelopes import named_thresholds, optimism_of
from cc_widgets.errors import CostCurveError
from cc_widgets.model.answers import why_no_difference
from cc_widgets.model.state import CostCurveModel

if TYPE_CHECKING:
    from cc_widgets.core._folds import AveragedBy

TEN = 10
PC = (0.05, 0.4, 0.7)


def of_folds(seed: int = 0, sizes: tuple[int, ...] = (60,) * TEN) -> dict[str, Any]:
    """Two classifiers of the same folds."""
    rng = np.random.default_rng(seed)
    labels = [rng.integers(0, 2, size) for size in sizes]
    return {
        name: [(y, skill * y + rng.normal(size=y.size)) for y in labels]
        for name, skill in (("forest", 1.5), ("logistic", 1.1))
    }


def folds_in(model: CostCurveModel, name: str) -> core.Folds:
    """The folds that a classifier of the model consists of."""
    given = model.classifiers[name]
    assert isinstance(given, core.Folds)
    return given


def average_cost(given: Any, pc: float) -> float:
    """The mean of the least costs of each fold, by one model for each."""
    return float(np.mean([CostCurveModel({"fold": one}).cost(pc=pc).normalised for one in given]))


@pytest.mark.parametrize("pc", PC)
def test_the_headline_costs_what_the_folds_cost_on_average(pc):
    given = of_folds()
    model = CostCurveModel(given, pc=pc)
    best = model.read().best
    assert best.name == "forest"
    assert best.normalised == pytest.approx(average_cost(given["forest"], pc), abs=1e-12)
    costs = {one.name: one.cost for one in model.ranking() if not one.trivial}
    assert costs["logistic"] == pytest.approx(average_cost(given["logistic"], pc), abs=1e-12)


def test_no_fold_is_named():
    named = {
        name: core.folds({f"part {i}": core.predictions(*one) for i, one in enumerate(folds)})
        for name, folds in of_folds().items()
    }
    model = CostCurveModel(named, pc=0.4)
    said = [model.read().words, model.summary(), repr(model), model.to_markdown(), *model.remarks]
    said += [model.to_csv(what=what) or "" for what in ("classifiers", "envelope", "thresholds")]
    assert not [words for words in said if "part " in words]
    assert {one.name for one in model.ranking() if not one.trivial} == set(named)
    assert model.derived.winners.best.shape[1] == len(named)


def test_no_threshold_is_named_as_if_it_were_that_of_all_folds():
    model = CostCurveModel(of_folds(), pc=0.4)
    best = model.cost()
    assert best.threshold is None
    assert best.use == "use forest (each fold at its own threshold)"
    assert model.best((0.3, 0.5)).one.use == best.use
    assert "from score" not in model.read().words


def test_one_fold_is_a_classifier_like_any_other():
    y, score = [0, 1, 0, 1], [0.1, 0.4, 0.3, 0.8]
    model = CostCurveModel({"plain": (y, score), "folded": [(y, score)]}, pc=0.4)
    plain, folded = (model.cost(name) for name in model.classifiers)
    assert (plain.threshold, plain.normalised) == (folded.threshold, folded.normalised)


def test_worse_than_guessing_in_every_fold_is_worth_a_word():
    turned = [(y, -score) for y, score in of_folds()["forest"]]
    model = CostCurveModel({"forest": turned, "matrices": [[[6, 4], [4, 16]], [[7, 3], [2, 18]]]})
    assert model.remarks[0].startswith("forest is worse than guessing")
    assert len(model.remarks) == 1


def test_classifiers_of_the_same_folds_were_tested_on_the_same_examples():
    given = of_folds()
    assert CostCurveModel(given).remarks == ()
    others = CostCurveModel({"forest": given["forest"], "else": of_folds(1)["logistic"]})
    assert others.remarks[0].startswith("These classifiers were tested on different examples")
    assert others.remarks[0].endswith("give both the same arrays of true labels.")


def test_a_threshold_in_use_is_that_of_every_fold():
    given = of_folds()
    model = CostCurveModel(given, pc=0.4)
    model.mark("forest", 0.7)
    (mark,) = model.marked()
    each = [np.mean(score[y == 1] >= 0.7) for y, score in given["forest"]]
    assert mark.tpr == pytest.approx(np.mean(each), abs=1e-12)
    assert mark.loss.low > 0.0


def test_folds_are_saved_and_written_as_code(tmp_path):
    given = of_folds()
    model = CostCurveModel({**given, "bare": [{"fpr": 0.1, "tpr": 0.6}] * 2})
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
    assert loaded.read().words == model.read().words
    data: dict[str, Any] = {
        "y_true": [y for y, _ in given["forest"]],
        "scores": {name: [score for _, score in folds] for name, folds in given.items()},
    }
    exec(model.to_code(), data)  # noqa: S102 (it is our own)
    again = data["model"]
    assert again.classifiers["named"].names == ("a", "b")
    assert again.classifiers["forest"].same_examples(again.classifiers["logistic"])


def test_the_order_of_folds_counts_for_the_fingerprint():
    given = of_folds()
    turned = {**given, "forest": given["forest"][::-1]}
    assert CostCurveModel(turned).fingerprint != CostCurveModel(given).fingerprint


def test_how_folds_are_averaged_is_chosen_once_for_all_and_said():
    given = of_folds()
    model = CostCurveModel(given, pc=0.4)
    least = model.cost("forest").normalised
    by: tuple[tuple[AveragedBy, str], ...] = (
        ("vertical", "use forest (each fold at this false positive rate)"),
        ("horizontal", "use forest (each fold at this true positive rate)"),
    )
    for average, words in by:
        model.average = average
        curve = core.average_of(folds_in(model, "forest"), average).cost
        assert model.cost().normalised == pytest.approx(core.cost_at(curve, [0.4])[0], abs=1e-12)
        assert model.cost().normalised >= least - 1e-12
        assert model.cost().use == words
        assert "presuming that the point is selected by its" in model.read().words
    model.average = "pooled"
    pooled = CostCurveModel(
        {"forest": tuple(np.concatenate(part) for part in zip(*given["forest"], strict=True))}
    )
    assert model.cost("forest").threshold == pooled.cost("forest", 0.4).threshold
    assert model.cost("forest").normalised == pooled.cost("forest", 0.4).normalised
    assert model.remarks[0].startswith("forest pools the scores of 10 models")


def test_folds_that_cannot_be_pooled_leave_the_model_as_it_was():
    model = CostCurveModel({"bare": [{"fpr": 0.1, "tpr": 0.6}, {"fpr": 0.2, "tpr": 0.8}]})
    before = model.derived
    with pytest.raises(
        CostCurveError, match=r"classifier 'bare': curves\[0\]: pooling needs scored ex"
    ):
        model.average = "pooled"
    assert (model.average, model.derived) == ("cost", before)


def test_what_was_derived_is_kept_while_nothing_of_it_changes():
    model = CostCurveModel({**of_folds(), "plain": (0.2, 0.7)})
    before = {item.name: item.kept for item in model.derived.classifiers}
    model.hide("forest")
    assert all(item.kept is before[item.name] for item in model.derived.classifiers)
    model.average = "vertical"
    now = {item.name: item.kept is before[item.name] for item in model.derived.classifiers}
    assert now == {"forest": False, "logistic": False, "plain": True}


def test_folds_of_unlike_shares_of_positives_are_worth_a_word():
    rng = np.random.default_rng(0)

    def fold(share: float) -> tuple[Any, Any]:
        y = np.arange(200) < 200 * share
        return y, y + rng.normal(size=200)

    model = CostCurveModel({"forest": [fold(0.1), fold(0.4), fold(0.1)]})
    (said,) = model.remarks
    assert said.startswith("The folds of forest have from 10 % to 40 % positives, more unlike than")
    model.classifiers = {"forest": [fold(0.1), fold(0.13), fold(0.1)]}
    assert model.remarks == ()


def test_folds_of_whole_clusters_may_be_as_unlike_as_these_are():
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
        bare = [replace(one, clusters=None, cluster_names=None) for one in parts]
        return [CostCurveModel({"a": core.folds(each)}).remarks for each in (parts, bare)]

    dealt = [remarks(rng.permutation(40)) for _ in range(10)]
    assert not any("unlike" in " ".join(first) for first, _ in dealt)
    assert sum("unlike" in " ".join(bare) for _, bare in dealt) >= 8
    sorted_ones, _ = remarks(np.argsort(unlike, kind="stable"))
    assert "more unlike than chance would make them" in " ".join(sorted_ones)


def test_how_much_folds_differ_is_said_to_be_no_error_of_their_average():
    words = " ".join(CostCurveModel(of_folds()).read().answer.why)
    assert "forest and logistic: each the average of 10 folds" in words
    assert "how much they differ, not how sure their average is" in words


# ---- How sure an average is


@pytest.fixture(scope="module")
def banded():
    model = CostCurveModel(of_folds(), pc=0.4)
    model.bootstrap(n_resamples=400, rng=0)
    return model


def test_folds_have_bands_and_differences_paired_fold_by_fold(banded):
    assert banded.band.resampled.groups == (("forest", "logistic"),)
    for item in banded.derived.classifiers:
        band = banded.band.each[item.name]
        assert np.interp(0.4, band.pc, band.estimate) == pytest.approx(
            banded.cost(item.name).normalised, abs=1e-12
        )
    lower, upper = banded.interval("forest")
    assert lower < banded.cost("forest").normalised < upper
    assert "each of 10 folds, averaged" in banded.interval().method
    assert banded.difference is not None
    assert banded.significance("forest", "logistic").anywhere
    assert "as thresholds and classifier were picked on the same data" in banded.read().words
    assert "fold 1" not in banded.read().words


def test_bands_of_folds_are_drawn_again_from_a_session(banded, tmp_path):
    banded.save(tmp_path / "session.json")
    again = CostCurveModel.load(tmp_path / "session.json")
    assert again.band is not None
    for name, band in banded.band.each.items():
        assert np.array_equal(again.band.each[name].lower, band.lower)
    assert again.difference is not None
    assert np.array_equal(again.difference.upper, banded.difference.upper)


def test_clusters_in_several_folds_are_drawn_again_from_a_session(tmp_path):
    rng, place = np.random.default_rng(0), np.arange(160)
    y, patient = place % 2, np.array([f"patient {i // 4}" for i in place])
    parts = [
        core.predictions(y[rows], y[rows] + rng.normal(size=80), clusters=patient[rows])
        for rows in np.split(rng.permutation(place), 2)
    ]
    model = CostCurveModel({"forest": core.folds(parts)}, pc=0.4)
    model.bootstrap(n_resamples=99, rng=0)
    assert "of 40 clusters, each drawn for all 2 folds at once" in model.interval().method
    model.save(tmp_path / "session.json")
    again = CostCurveModel.load(tmp_path / "session.json")
    assert again.fingerprint == model.fingerprint
    assert again.interval() == model.interval()


def test_folds_of_other_examples_are_resampled_each_alone():
    model = CostCurveModel({"a": of_folds(0)["forest"], "b": of_folds(1)["forest"]}, pc=0.4)
    model.bootstrap(n_resamples=200, rng=0)
    assert model.band is not None
    assert model.band.resampled.groups == (("a",), ("b",))
    assert "both test sets resampled each alone" in model.band.difference("a", "b").method


def test_what_choosing_hides_counts_of_folds_that_recommend_a_trivial_rule_too():
    rng, levels = np.random.default_rng(1), np.array([0.4, 0.3, 0.2, 0.1])
    y = np.repeat([0, 1], [60, 40])
    each = range(TEN)
    draws = [
        np.append(rng.choice(4, 60, p=levels), rng.choice(4, 40, p=levels[::-1])) for _ in each
    ]
    model = CostCurveModel({"folded": [(y.copy(), score) for score in draws]}, pc=0.1)
    model.bootstrap(n_resamples=99, rng=0)
    assert model.band is not None
    drawn, band = model.band.resampled.each["folded"], model.band.each["folded"]
    named = named_thresholds(drawn)
    trivial = np.array([one.trivial for one in named])
    some = trivial.any(axis=0) & ~trivial.all(axis=0)
    assert np.count_nonzero(some) > 10
    every = np.mean([np.maximum(part.optimism, 0.0) for part in drawn.parts], axis=0)
    hidden = optimism_of(drawn, named)
    assert np.all(every[some] > hidden[some])
    assert np.all((band.upper - band.estimate)[some] > (hidden + every)[some])
    assert np.all((band.upper == band.estimate)[trivial.all(axis=0)])


def repeats(n_repeats: int, shift: int = 0) -> core.Folds:
    """Folds whose examples are named; `shift` is how far names of a repeat are from the last."""
    rng, parts = np.random.default_rng(0), []
    y, group = rng.integers(0, 2, 80), np.repeat(["x", "y"], 40)
    common = y + rng.normal(size=80)
    for i in range(n_repeats):
        score = common + 0.3 * rng.normal(size=80)
        for place in np.split(rng.permutation(80), 2):
            one = core.predictions(y[place], score[place], groups=group[place])
            parts.append(replace(one, index=place + shift * i))
    return core.folds(parts)


def test_an_example_of_several_folds_is_drawn_once_for_all_of_them():
    model = CostCurveModel({"a": repeats(2), "b": repeats(2, shift=80)}, pc=0.4, average="pooled")
    for of_repeats, of_others in zip(model.groups("a", 0.5), model.groups("b", 0.5), strict=True):
        one, other = of_repeats.fpr_gap, of_others.fpr_gap
        assert one is not None
        assert other is not None
        assert one.value == other.value
        assert one.upper - one.lower > 1.1 * (other.upper - other.lower)
    together, apart = model.area("a"), model.area("b")
    assert together.value == apart.value
    widths = [np.ptp([each.lower or 0.0, each.upper or 0.0]) for each in (together, apart)]
    assert widths[0] > widths[1]
    model.average = "cost"
    model.bootstrap(n_resamples=199, rng=0)
    methods = [model.interval(name).method for name in "ab"]
    assert "of 80 examples, each drawn for all 4 folds at once" in methods[0]
    assert "of each of 4 folds" in methods[1]
    assert not any("clusters" in remark for remark in model.remarks)
    assert model.band is not None
    drawn = model.band.resampled.each["a"]
    for kind in ("negatives", "positives"):
        first = sum(getattr(part, kind) for part in drawn.parts[:2])
        assert np.array_equal(first, sum(getattr(part, kind) for part in drawn.parts[2:]))


def test_only_what_is_known_to_be_shared_is_said_to_be():
    assert not repeats(1).repeated
    assert not repeats(2, shift=80).repeated
    assert not folds_in(CostCurveModel(of_folds()), "forest").repeated
    y = np.array([0, 1, 1])
    assert core.folds([core.predictions(y, [1, 2, 3]), core.predictions(y, [3, 2, 1])]).repeated
    one, other = (
        replace(core.predictions(labels, [1, 2, 3]), index=np.array(["p", "q", "r"]))
        for labels in ([0, 1, 1], [1, 1, 0])
    )
    assert not core.folds([one, other]).repeated  # an example has one true class


def test_of_other_averages_it_is_not_told_how_sure_they_are():
    model = CostCurveModel(of_folds(), pc=0.4)
    model.bootstrap(n_resamples=200, rng=0)
    model.average = "vertical"
    assert (model.stale, model.read().interval) == (True, None)
    for ask in (model.bootstrap, model.interval, lambda: model.significance("forest", "logistic")):
        with pytest.raises(CostCurveError, match="of folds it is known how sure"):
            ask()
    assert "of folds it is known" in why_no_difference(model, "forest", "logistic").lower()
    model.average = "cost"
    assert not model.stale
    assert model.read().interval is not None


def test_one_place_is_asked_about_without_a_band():
    model = CostCurveModel(of_folds(), pc=0.4)
    lower, upper = model.interval("forest")
    wider = CostCurveModel({"fold": of_folds()["forest"][0]}, pc=0.4).interval()
    assert 0.0 < upper - lower < wider.upper - wider.lower
    assert lower <= model.cost("forest").normalised <= upper


def test_folds_of_matrices_have_no_bands():
    model = CostCurveModel({"rule": [[[6, 4], [4, 16]], [[7, 3], [2, 18]]]})
    with pytest.raises(CostCurveError, match="folds without scores"):
        model.bootstrap()


def test_pins_and_notes_stay_where_they_were_meant():
    model = CostCurveModel({**of_folds(), "plain": (0.2, 0.7)}, pc=0.4)
    note = model.add_note("here", classifier="forest")
    at = model.cost("forest")
    assert (model.notes[0]["at"]["fpr"], model.notes[0]["at"]["tpr"]) == (at.fpr, at.tpr)
    sizes = [item.shown.index.size for item in model.derived.classifiers]
    model.pins = [{"kind": "point", "index": 3}, {"kind": "point", "index": sum(sizes) - 1}]
    model.average = "vertical"
    assert len(model.pins) == 1, "the point of the other average is no more"
    assert model.notes[0]["id"] == note
    assert model.notes[0]["at"]["fpr"] == at.fpr
