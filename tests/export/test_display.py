"""`CostCurveDisplay` keeps scikit-learn's conventions: it is tried beside `RocCurveDisplay`."""

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

mpl.use("Agg")
CostCurveDisplay: Any = cc.CostCurveDisplay  # what is stored may be one of several kinds
X, Y = make_classification(n_samples=200, flip_y=0.2, random_state=0)
WORDS = np.where(Y == 1, "sick", "well")
MODEL = LogisticRegression().fit(X, Y)
SCORE = MODEL.predict_proba(X)[:, 1]
OF_ROC_ALONE = {"drop_intermediate", "fpr", "tpr", "roc_auc"}
OF_COST_ALONE = {"pc", "cost", "mean_cost"}


@pytest.fixture
def ax():
    return Figure().subplots()


@pytest.mark.skipif(
    parse(sklearn.__version__) < parse("1.9"), reason="its own display had other parameters"
)
@pytest.mark.parametrize(
    "way", ["__init__", "plot", "from_estimator", "from_predictions", "from_cv_results"]
)
def test_parameters_have_the_names_the_order_and_the_defaults_of_scikit_learn(way):
    mine, theirs = (
        {
            name: (one.kind, one.default)
            for name, one in inspect.signature(getattr(kind, way)).parameters.items()
            if name not in OF_ROC_ALONE | OF_COST_ALONE
        }
        for kind in (CostCurveDisplay, RocCurveDisplay)
    )
    if way == "from_predictions":  # no scores are no curve
        assert mine["y_score"][1] is inspect.Parameter.empty
        mine["y_score"] = theirs["y_score"]
    assert list(mine.items()) == list(theirs.items())


def test_the_constructor_stores_what_it_is_given_and_does_no_more():
    given = {"pc": object(), "cost": object(), "mean_cost": object(), "name": 3, "pos_label": 4}
    assert vars(CostCurveDisplay(**given)) == given


def test_plot_draws_and_returns_the_display_with_what_it_drew(ax):
    display = CostCurveDisplay(pc=np.array([0.0, 0.5, 1.0]), cost=np.array([0.0, 0.2, 0.0]))
    assert display.plot(ax) is display
    assert display.ax_ is ax
    assert display.figure_ is ax.figure
    assert list(display.line_.get_ydata()) == [0.0, 0.2, 0.0]
    assert display.chance_level_ is None
    assert ax.get_legend() is None


def test_a_new_figure_is_one_that_pyplot_shows():
    plt = pytest.importorskip("matplotlib.pyplot")
    display = CostCurveDisplay.from_predictions(Y, SCORE)
    try:
        assert plt.gcf() is display.figure_
    finally:
        plt.close(display.figure_)


def test_it_draws_the_lower_envelope_of_core(ax):
    display = CostCurveDisplay.from_predictions(Y, SCORE, ax=ax)
    truth = cost_curve(Y, SCORE)
    assert np.array_equal(display.line_.get_xdata(), truth.pc)
    assert np.array_equal(display.line_.get_ydata(), truth.cost)
    assert display.mean_cost == pytest.approx(np.trapezoid(truth.cost, truth.pc))


@pytest.mark.parametrize("model", [LogisticRegression(), LinearSVC()])
@pytest.mark.parametrize(
    ("labels", "pos_label"), [(Y, None), (Y, 0), (WORDS, None), (WORDS, "sick")]
)
def test_an_estimator_is_asked_as_scikit_learn_asks_it(ax, model, labels, pos_label):
    model.fit(X, labels)
    mine = CostCurveDisplay.from_estimator(model, X, labels, pos_label=pos_label, ax=ax)
    theirs = RocCurveDisplay.from_estimator(model, X, labels, pos_label=pos_label, ax=ax)
    assert mine.name == theirs.name
    assert mine.pos_label == theirs.pos_label
    lines = np.outer(theirs.fpr, 1 - mine.pc) + np.outer(1 - theirs.tpr, mine.pc)
    assert mine.cost == pytest.approx(lines.min(axis=0))


@pytest.mark.parametrize("labels", [Y, 2 * Y - 1, Y == 1])
def test_a_positive_label_is_known_of_zero_and_one(ax, labels):
    mine = CostCurveDisplay.from_predictions(labels, SCORE, ax=ax)
    theirs = RocCurveDisplay.from_predictions(labels, SCORE, ax=ax)
    assert mine.pos_label == theirs.pos_label
    assert mine.name == theirs.name
    assert "(Positive label: 1)" in ax.get_xlabel() or "True" in ax.get_xlabel()


def test_of_words_it_must_be_said(ax):
    for kind in (CostCurveDisplay, RocCurveDisplay):
        with pytest.raises(ValueError, match="pos_label"):
            kind.from_predictions(WORDS, SCORE, ax=ax)
    display = CostCurveDisplay.from_predictions(WORDS, SCORE, pos_label="sick", ax=ax)
    assert "(Positive label: sick)" in display.ax_.get_xlabel()


def folds(**more):
    return cross_validate(MODEL, X, Y, cv=3, return_estimator=True, return_indices=True, **more)


def test_folds_are_drawn_alike_with_one_entry_for_all(ax):
    results = folds()
    mine = CostCurveDisplay.from_cv_results(results, X, Y, ax=ax)
    theirs = RocCurveDisplay.from_cv_results(results, X, Y, ax=Figure().subplots())
    assert len(mine.line_) == len(theirs.line_) == 3
    assert len(mine.pc) == len(mine.cost) == len(mine.mean_cost) == 3
    assert {line.get_color() for line in mine.line_} == {theirs.line_[0].get_color()}
    (entry,) = ax.get_legend().get_texts()
    assert "+/-" in entry.get_text()
    named = mine.plot(Figure().subplots(), name=["a", "b", "c"], curve_kwargs=[{}, {}, {}])
    assert [one.get_text()[0] for one in named.ax_.get_legend().get_texts()] == ["a", "b", "c"]


def test_folds_may_be_of_lists_and_frames(ax):
    pandas = pytest.importorskip("pandas")
    results = folds()
    frame = pandas.DataFrame(X).set_index(pandas.Index(range(1000, 1000 + len(X))))
    each = [CostCurveDisplay.from_cv_results(results, x, Y, ax=ax) for x in (X, X.tolist(), frame)]
    assert all(np.array_equal(one.cost[0], each[0].cost[0]) for one in each)


def test_the_rules_that_look_at_nothing_are_drawn_when_asked_for(ax):
    display = CostCurveDisplay.from_predictions(
        Y, SCORE, ax=ax, plot_chance_level=True, chance_level_kw={"color": "red"}, despine=True
    )
    assert list(display.chance_level_.get_ydata()) == [0.0, 0.5, 0.0]
    assert display.chance_level_.get_color() == "red"
    assert not ax.spines["top"].get_visible()
    assert len(ax.get_legend().get_texts()) == 2


def test_weights_count(ax):
    weight = np.where(np.arange(200) < 100, 2.0, 1.0)
    mine = CostCurveDisplay.from_estimator(MODEL, X, Y, sample_weight=weight, ax=ax)
    assert np.array_equal(mine.cost, cost_curve(Y, SCORE, sample_weight=weight).cost)


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


@pytest.mark.parametrize("what", BAD)
def test_what_makes_no_sense_is_refused_by_an_error_of_ours(ax, what):
    with pytest.raises(CostCurveError):
        BAD[what](ax)


@pytest.mark.parametrize("name", ["$\\frac{", "_hidden", "a\nb \U0001f600", "<b>"])
def test_a_name_is_text_whatever_it_is(ax, name, recwarn):
    CostCurveDisplay.from_predictions(Y, SCORE, name=name, ax=ax).figure_.canvas.draw()
    (entry,) = ax.get_legend().get_texts()
    assert name.splitlines()[0][:2] in entry.get_text()
    assert not recwarn.list


def test_nobody_needs_widgets_and_packages_are_imported_when_used():
    code = (
        "import sys; from cc_widgets import CostCurveDisplay as D; D(pc=[0, 1], cost=[0, 0]);"
        "print(*{'bqplot', 'ipywidgets', 'matplotlib', 'sklearn', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'pip install "cc-widgets\[static\]"'):
        CostCurveDisplay.from_predictions(Y, SCORE)
