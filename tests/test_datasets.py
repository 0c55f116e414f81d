from importlib.resources import files

import numpy as np
import pytest

from cc_widgets.core import convex_hull, count, lower_envelope, predictions, roc_curve
from cc_widgets.core.multiclass import cost_model
from cc_widgets.datasets import digits, five_classes, tumours, wines
from cc_widgets.errors import CostCurveError


@pytest.fixture(scope="module")
def data():
    return tumours()


@pytest.fixture(scope="module")
def curves(data):
    return [
        roc_curve(count(predictions(data.y_true, score, pos_label="malignant")))
        for score in data.scores.values()
    ]


def test_tumours_has_class_counts_of_uci_dataset(data):
    labels, sizes = np.unique(data.y_true, return_counts=True)
    assert dict(zip(labels, sizes, strict=True)) == {"benign": 357, "malignant": 212}


def test_tumours_has_one_probability_per_label(data):
    assert list(data.scores) == ["forest", "logistic"]
    for score in data.scores.values():
        assert score.shape == data.y_true.shape
        assert score.min() >= 0
        assert score.max() <= 1


def test_tumours_arrays_are_read_only(data):
    with pytest.raises(ValueError, match="read-only"):
        data.y_true[0] = "benign"
    with pytest.raises(ValueError, match="read-only"):
        data.scores["forest"][0] = 0


def test_tumours_classifiers_have_auc_between_088_and_095(curves):
    for curve in curves:
        assert 0.88 < np.trapezoid(curve.tpr, curve.fpr) < 0.95


def test_each_tumours_classifier_is_best_over_a_fifth_of_pc(curves):
    envelope = lower_envelope(convex_hull(curves))
    length = np.diff(envelope.pc)
    for owner in (0, 1):
        assert length[envelope.owner == owner].sum() > 0.2


def test_digits_and_wines_have_class_counts_of_uci_datasets():
    readings, labels = digits(), wines()
    assert dict(zip(*np.unique(readings.y_true, return_counts=True), strict=True)) == {
        "right": 1702,
        "misread": 95,
    }
    assert dict(zip(*np.unique(labels.y_true, return_counts=True), strict=True)) == {
        "Barolo": 59,
        "Grignolino": 71,
        "Barbera": 48,
    }


def test_second_reader_detects_misread_digits_better_than_the_first():
    data = digits()
    misread = data.y_true == "misread"
    areas = {
        name: np.mean(score[misread][:, np.newaxis] > score[~misread])
        for name, score in data.scores.items()
    }
    assert areas["reader"] < 0.93
    assert min(areas["forest"], areas["neighbours"]) > 0.97


def test_barolo_as_grignolino_is_an_error_of_bayes_only():
    data = wines()
    errors = {
        name: int(np.sum((data.y_true == "Barolo") & (answer == "Grignolino")))
        for name, answer in data.answers.items()
    }
    assert errors == {"tree": 0, "bayes": 2}
    assert all(set(answer) == set(data.y_true) for answer in data.answers.values())


def test_every_data_file_is_listed_in_licenses():
    folder = files("cc_widgets") / "data"
    text = (folder / "LICENSES.md").read_text("utf-8")
    for file in folder.iterdir():
        assert file.name == "LICENSES.md" or f"| `{file.name}` | " in text
    assert text.count("CC BY 4.0") == 1
    assert text.count("https://doi.org/10.24432/") == 3


@pytest.mark.parametrize("model", ["M1", "M6"])
def test_five_classes_error_rates_match_simulation(model):
    frequency = five_classes().frequency
    (cost,) = cost_model(model, frequency.tolist()).draw(1, rng=0)
    population = five_classes(cost.cost)
    np.testing.assert_allclose(population.probability.sum(axis=1), frequency, rtol=1e-12)
    measured = 8.0 * np.arange(5)[:, np.newaxis] + np.random.default_rng(0).standard_cauchy(
        (5, 40_000)
    )
    density = 1.0 / (1.0 + (measured[..., np.newaxis] - 8.0 * np.arange(5)) ** 2)
    predicted = np.argmax(density * frequency * cost.cost.mean(axis=1), axis=-1)
    drawn = [np.bincount(answers, minlength=5) / answers.size for answers in predicted]
    shares = population.probability / frequency[:, np.newaxis]
    np.testing.assert_allclose(shares, drawn, atol=0.01)


def test_rare_class_is_misclassified_as_every_other_class():
    (cost,) = cost_model("M6", five_classes().frequency.tolist()).draw(1, rng=0)
    assert np.all(five_classes(cost.cost).probability[3] > 0)


def test_five_classes_rejects_costs_of_another_size():
    with pytest.raises(CostCurveError, match="costs: must be for 5 classes"):
        five_classes([[0, 1], [1, 0]])
