"""`CostCurveDisplay`, compared with scikit-learn's `RocCurveDisplay`."""

import inspect
import subprocess
import sys
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
import sklearn
from matplotlib.figure import Figure
from packaging.version import parse
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import RocCurveDisplay
from sklearn.model_selection import cross_validate
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeRegressor

import cc_widgets as cc
from cc_widgets.core import cost_curve
from cc_widgets.errors import CostCurveError
from cc_widgets.model.numerals import decimal, number

mpl.use("Agg")
CostCurveDisplay: Any = cc.CostCurveDisplay  # attributes have union types
X, Y = make_classification(n_samples=200, flip_y=0.2, random_state=0)
WORDS = np.where(Y == 1, "sick", "well")
MODEL = LogisticRegression().fit(X, Y)
SCORE = MODEL.predict_proba(X)[:, 1]
OF_ROC_ALONE = {"drop_intermediate", "fpr", "tpr", "roc_auc"}
OF_COST_ALONE = {"pc", "cost", "mean_cost", "conditions", "decision"}


@pytest.fixture
def ax():
    return Figure().subplots()


@pytest.mark.skipif(
    parse(sklearn.__version__) < parse("1.9"), reason="its own display had other parameters"
)
@pytest.mark.parametrize(
    "way", ["__init__", "plot", "from_estimator", "from_predictions", "from_cv_results"]
)
def test_signatures_match_scikit_learn(way):
    ours, reference = (
        {
            name: (parameter.kind, parameter.default)
            for name, parameter in inspect.signature(getattr(kind, way)).parameters.items()
            if name not in OF_ROC_ALONE | OF_COST_ALONE
        }
        for kind in (CostCurveDisplay, RocCurveDisplay)
    )
    if way == "from_predictions":  # no scores are no curve
        assert ours["y_score"][1] is inspect.Parameter.empty
        ours["y_score"] = reference["y_score"]
    assert list(ours.items()) == list(reference.items())


def test_constructor_only_stores_parameters():
    parameters = {
        "pc": object(),
        "cost": object(),
        "mean_cost": object(),
        "name": 3,
        "pos_label": 4,
        "conditions": 5,
        "decision": 6,
    }
    assert vars(CostCurveDisplay(**parameters)) == parameters


def test_plot_returns_display_with_artists(ax):
    display = CostCurveDisplay(pc=np.array([0.0, 0.5, 1.0]), cost=np.array([0.0, 0.2, 0.0]))
    assert display.plot(ax) is display
    assert display.ax_ is ax
    assert display.figure_ is ax.figure
    assert list(display.line_.get_ydata()) == [0.0, 0.2, 0.0]
    assert display.chance_level_ is None
    assert ax.get_legend() is None


def test_new_figure_belongs_to_pyplot():
    plt = pytest.importorskip("matplotlib.pyplot")
    display = CostCurveDisplay.from_predictions(Y, SCORE)
    try:
        assert plt.gcf() is display.figure_
    finally:
        plt.close(display.figure_)


def test_lower_envelope_is_drawn(ax):
    display = CostCurveDisplay.from_predictions(Y, SCORE, ax=ax)
    truth = cost_curve(Y, SCORE)
    assert np.array_equal(display.line_.get_xdata(), truth.pc)
    assert np.array_equal(display.line_.get_ydata(), truth.cost)
    assert display.mean_cost == pytest.approx(np.trapezoid(truth.cost, truth.pc))


@pytest.mark.parametrize("model", [LogisticRegression(), LinearSVC()])
@pytest.mark.parametrize(
    ("labels", "pos_label"), [(Y, None), (Y, 0), (WORDS, "well"), (WORDS, "sick")]
)
def test_response_method_follows_scikit_learn(ax, model, labels, pos_label):
    model.fit(X, labels)
    ours = CostCurveDisplay.from_estimator(model, X, labels, pos_label=pos_label, ax=ax)
    reference = RocCurveDisplay.from_estimator(model, X, labels, pos_label=pos_label, ax=ax)
    assert ours.name == reference.name
    assert ours.pos_label == reference.pos_label
    lines = np.outer(reference.fpr, 1 - ours.pc) + np.outer(1 - reference.tpr, ours.pc)
    assert ours.cost == pytest.approx(lines.min(axis=0))


@pytest.mark.parametrize("labels", [Y, 2 * Y - 1, Y == 1])
def test_default_pos_label(ax, labels):
    ours = CostCurveDisplay.from_predictions(labels, SCORE, ax=ax)
    reference = RocCurveDisplay.from_predictions(labels, SCORE, ax=ax)
    assert ours.pos_label == reference.pos_label
    assert ours.name == reference.name
    assert "(Positive label: 1)" in ax.get_xlabel() or "True" in ax.get_xlabel()


def test_string_labels_require_pos_label(ax):
    for kind in (CostCurveDisplay, RocCurveDisplay):
        with pytest.raises(ValueError, match="pos_label"):
            kind.from_predictions(WORDS, SCORE, ax=ax)
    display = CostCurveDisplay.from_predictions(WORDS, SCORE, pos_label="sick", ax=ax)
    assert "(Positive label: sick)" in display.ax_.get_xlabel()


def folds(**more):
    return cross_validate(MODEL, X, Y, cv=3, return_estimator=True, return_indices=True, **more)


def test_folds_share_style_and_legend_entry(ax):
    results = folds()
    ours = CostCurveDisplay.from_cv_results(results, X, Y, ax=ax)
    reference = RocCurveDisplay.from_cv_results(results, X, Y, ax=Figure().subplots())
    assert len(ours.line_) == len(reference.line_) == 3
    assert len(ours.pc) == len(ours.cost) == len(ours.mean_cost) == 3
    assert {line.get_color() for line in ours.line_} == {reference.line_[0].get_color()}
    (entry,) = ax.get_legend().get_texts()
    assert "+/-" in entry.get_text()
    named = ours.plot(Figure().subplots(), name=["a", "b", "c"], curve_kwargs=[{}, {}, {}])
    assert [text.get_text()[0] for text in named.ax_.get_legend().get_texts()] == ["a", "b", "c"]


def test_folds_of_lists_and_frames(ax):
    pandas = pytest.importorskip("pandas")
    results = folds()
    frame = pandas.DataFrame(X).set_index(pandas.Index(range(1000, 1000 + len(X))))
    each = [CostCurveDisplay.from_cv_results(results, x, Y, ax=ax) for x in (X, X.tolist(), frame)]
    assert all(np.array_equal(display.cost[0], each[0].cost[0]) for display in each)


def test_plot_chance_level(ax):
    display = CostCurveDisplay.from_predictions(
        Y, SCORE, ax=ax, plot_chance_level=True, chance_level_kw={"color": "red"}, despine=True
    )
    assert list(display.chance_level_.get_ydata()) == [0.0, 0.5, 0.0]
    assert display.chance_level_.get_color() == "red"
    assert not ax.spines["top"].get_visible()
    assert len(ax.get_legend().get_texts()) == 2


def test_sample_weight(ax):
    weight = np.where(np.arange(200) < 100, 2.0, 1.0)
    display = CostCurveDisplay.from_estimator(MODEL, X, Y, sample_weight=weight, ax=ax)
    assert np.array_equal(display.cost, cost_curve(Y, SCORE, sample_weight=weight).cost)


BAD = {
    "a regressor": lambda ax: CostCurveDisplay.from_estimator(
        DecisionTreeRegressor().fit(X, Y), X, Y, ax=ax
    ),
    "no class of it": lambda ax: CostCurveDisplay.from_estimator(MODEL, X, Y, pos_label=7, ax=ax),
    "no such response": lambda ax: CostCurveDisplay.from_estimator(
        MODEL, X, Y, response_method="predict", ax=ax
    ),
    "no scores": lambda ax: CostCurveDisplay.from_predictions(Y, SCORE[:5], ax=ax),
    "three classes": lambda ax: CostCurveDisplay.from_predictions(np.arange(200) % 3, SCORE, ax=ax),
    "no results": lambda ax: CostCurveDisplay.from_cv_results({}, X, Y, ax=ax),
    "other examples": lambda ax: CostCurveDisplay.from_cv_results(folds(), X[:99], Y[:99], ax=ax),
    "names without looks": lambda ax: CostCurveDisplay.from_cv_results(
        folds(), X, Y, name=["a", "b", "c"], ax=ax
    ),
    "arrays that are not as many": lambda ax: CostCurveDisplay(
        pc=[np.zeros(2)], cost=[np.zeros(2)] * 2
    ).plot(ax),
}


@pytest.mark.parametrize("case", BAD)
def test_invalid_arguments_raise(ax, case):
    with pytest.raises(CostCurveError):
        BAD[case](ax)


@pytest.mark.parametrize("name", ["$\\frac{", "_hidden", "a\nb \U0001f600", "<b>"])
def test_names_are_not_interpreted(ax, name, recwarn):
    CostCurveDisplay.from_predictions(Y, SCORE, name=name, ax=ax).figure_.canvas.draw()
    (entry,) = ax.get_legend().get_texts()
    assert name.splitlines()[0][:2] in entry.get_text()
    assert not recwarn.list


def test_imports_are_lazy():
    code = (
        "import sys; from cc_widgets import CostCurveDisplay as D; D(pc=[0, 1], cost=[0, 0]);"
        "print(*{'bqplot', 'ipywidgets', 'matplotlib', 'sklearn', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_missing_matplotlib_raises(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'pip install "cc-widgets\[static\]"'):
        CostCurveDisplay.from_predictions(Y, SCORE)


@pytest.mark.parametrize("labels", [Y, WORDS])
def test_conditions_show_the_recommended_threshold(ax, labels):
    options: Any = {"pos_label": labels[Y == 1][0]}
    conditions = cc.Conditions(prior=0.2, cost_fn=3)
    fitted = LogisticRegression().fit(X, labels)
    score = fitted.predict_proba(X)[:, list(fitted.classes_).index(options["pos_label"])]
    decision: Any = cc.threshold_for(labels, score, conditions, **options)
    for display in (
        CostCurveDisplay.from_predictions(labels, score, conditions=conditions, ax=ax, **options),
        CostCurveDisplay.from_estimator(fitted, X, labels, conditions=conditions, ax=ax, **options),
    ):
        assert display.decision.threshold == decision.threshold
        assert display.operating_.get_xdata() == [conditions.pc.low] * 2
        pc, cost = display.decision_.get_data()
        assert pc[0] == conditions.pc.low
        expected = (1 - pc[0]) * decision.fpr + pc[0] * (1 - decision.tpr)
        assert cost == pytest.approx([expected])
        texts = [text.get_text() for text in ax.get_legend().get_texts()]
        assert f"Use threshold {decimal(decision.threshold)} (cost = {number(expected)})" in texts
        assert "PC(+) 0.429" in texts


def test_range_of_conditions_is_a_span_with_the_minimax_threshold(ax):
    conditions = cc.Conditions(prior=(0.2, 0.6))
    display = CostCurveDisplay.from_predictions(Y, SCORE, conditions=conditions, ax=ax)
    assert display.operating_.get_extents().transformed(ax.transData.inverted()).intervalx == (
        pytest.approx([0.2, 0.6])
    )
    assert display.decision == cc.threshold_for(Y, SCORE, conditions)
    assert display.decision_.get_xdata().tolist() == [0.2, 0.6]


def test_baseline_and_folds_have_no_recommended_threshold(ax):
    rare = cc.Conditions(prior=1e-9)
    display = CostCurveDisplay.from_predictions(Y, -SCORE, conditions=rare, ax=ax)
    assert display.decision.is_baseline
    assert display.decision_.get_label().startswith("Call all negatives (cost = ")
    display = CostCurveDisplay.from_cv_results(folds(), X, Y, conditions=rare, ax=ax)
    assert display.operating_ is not None
    assert display.decision_ is None
    display = CostCurveDisplay.from_predictions(Y, SCORE, ax=ax)
    assert (display.operating_, display.decision_) == (None, None)
    for invalid in (0.2, cc.Conditions(currency="EUR")):
        n_lines = len(ax.lines)
        with pytest.raises(CostCurveError, match=r"^conditions: must be Conditions with a prior"):
            CostCurveDisplay.from_predictions(Y, SCORE, conditions=invalid, ax=ax)
        assert len(ax.lines) == n_lines
