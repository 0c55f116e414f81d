"""Models with random classifiers of every kind, modified by random sequences of public calls."""

from copy import copy
from dataclasses import replace
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
import pandas as pd

from cc_widgets.core import (
    Conditions,
    cell_counts,
    count,
    folds,
    matrix_counts,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import ROC_BANDS, SCORED
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.view import SETTINGS
from tests.support.sameness import assign

LABELS = [(0, 1), (False, True), (-1, 1), ("ham", "spam"), (2.5, 7.0)]
NAMES = ["forest", "tree", 'say "hi"', "it's", "a\nb", "=1+1", "x" * 80, "fold 1", "κ"]
SWITCHES = [f"view.{name}" for name in SETTINGS if name.startswith("show_")]


def _first(columns: dict[str, Any], size: int) -> dict[str, Any]:
    """Return the first rows of the columns."""
    return {
        name: value if isinstance(value, str) else value[:size] for name, value in columns.items()
    }


class RandomModel:
    """Model after `n_calls` random calls that follow the addition of up to four classifiers.

    `calls` lists them in order; a call that raised `CostCurveError` has "refused" after its name.
    """

    def __init__(self, seed: int, n_calls: int = 14) -> None:
        self.rng = np.random.default_rng(seed)
        self.model = CostCurveModel()
        self.calls: list[str] = []
        self._classes = self._choice(LABELS)
        self._tests = [self._test_set() for _ in range(2)]
        self._splits = [self._test_set() for _ in range(4)]
        changes = [name for name in dir(self) if name.startswith("call_")]
        for _ in range(self._integer(1, 4)):
            self._call("call_add")
        for _ in range(n_calls):
            self._call(self._choice(changes))

    def _call(self, name: str) -> None:
        try:
            outcome = getattr(self, name)()
        except CostCurveError as error:
            outcome = f"refused: {error}"
        self.calls.append(f"{name.removeprefix('call_')} {outcome}")

    # ---- Random choices

    def _choice(self, values: Any) -> Any:
        return values[int(self.rng.integers(len(values)))]

    def _integer(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high + 1))

    def _chance(self, share: float = 0.5) -> bool:
        return bool(self.rng.random() < share)

    def _name(self) -> str:
        return self._choice(list(self.model.classifiers) or ["missing"])

    def _names(self) -> list[str]:
        names = list(self.model.classifiers)
        size = self._integer(0, len(names))
        return [names[i] for i in self.rng.permutation(len(names))[:size]]

    def _pc(self) -> float:
        return self._choice([0.0, 0.5, 1.0, 0.2, float(self.rng.random())])

    def _pc_range(self) -> tuple[float, float]:
        low, high = sorted([self._pc(), self._pc()])
        return low, high

    def _threshold(self) -> float:
        return self._choice([0.0, 0.5, -0.25, float(self.rng.normal()), np.inf, -np.inf])

    # ---- Classifiers

    def _test_set(self, size: int = 0) -> Any:
        """Return labels, sometimes as a series with an index."""
        size = size or self._integer(6, 40)
        positive = self.rng.random(size) < self._choice([0.2, 0.5])
        positive[:2] = [True, False]
        labels = np.where(positive, self._classes[1], self._classes[0])
        kind = self._integer(0, 5)
        if kind == 0:
            return pd.Series(labels, index=self.rng.permutation(size))
        if kind == 1:
            return pd.Series(labels, index=[f"row {i}" for i in range(size)])
        return labels

    def _score(self, labels: Any) -> Any:
        positive = np.asarray(labels == self._classes[1])
        score = self.rng.normal(size=positive.size) + positive
        kind = self._integer(0, 4)
        if kind == 0:
            return score.astype(np.float32)
        if kind == 1:
            return np.round(score)
        return 1 / (1 + np.exp(-score)) if kind == 2 else score

    def _columns(self, size: int) -> dict[str, Any]:
        """Return weights, clusters and groups for rows."""
        columns: dict[str, Any] = {}
        if self._chance(0.3):
            columns["sample_weight"] = self.rng.integers(1, 4, size)
            columns["weights_are"] = self._choice(["importance", "frequencies"])
            if columns["weights_are"] == "importance" and self._chance():
                columns["sample_weight"] = columns["sample_weight"] / 4
        if self._chance(0.3):
            code = self.rng.integers(0, max(2, size // 2), size)
            columns["clusters"] = self._choice([code, [f"patient {i}" for i in code]])
        if self._chance(0.2):
            code = np.arange(size) % 3
            columns["groups"] = self._choice([code, [f"clinic {i}" for i in code]])
        return columns

    def _scored(self, labels: Any = None, columns: dict[str, Any] | None = None) -> Any:
        labels = self._choice(self._tests) if labels is None else labels
        columns = self._columns(len(labels)) if columns is None else columns
        return predictions(labels, self._score(labels), pos_label=self._classes[1], **columns)

    def _matrix(self) -> Any:
        cells = self.rng.integers(0, 30, 4) + np.array([1, 0, 0, 1])
        if self._chance(0.2):
            return cell_counts(**dict(zip(("tp", "fn", "fp", "tn"), cells / 4, strict=True)))
        return matrix_counts(cells.reshape(2, 2))

    def _points(self) -> Any:
        if self._chance():
            return point_set(fpr=self.rng.random(), tpr=self.rng.random())
        size = self._integer(1, 6)
        fpr, tpr = np.round(self.rng.random((2, size)), self._choice([1, 15]))
        columns: dict[str, Any] = {}
        if self._chance():
            columns["labels"] = [f"setting {i}" for i in range(size)]
        if self._chance():
            columns["parameter"] = self.rng.normal(size=size).tolist()
        return point_set(fpr=fpr, tpr=tpr, **columns)

    def _counted(self) -> Any:
        counts = count(self._scored())
        kind = self._integer(0, 3)
        if kind == 0:
            return replace(counts, error=1e-4, complete=False, left_out=(3, 60))
        return roc_curve(counts) if kind == 1 else counts

    def _folds(self) -> Any:
        kind, size = self._integer(0, 7), self._integer(1, 4)
        kinds = [self._matrix, self._points, lambda: count(self._scored())]
        if kind < len(kinds):
            parts = [kinds[kind]() for _ in range(size)]
        elif kind == 3:  # repeated evaluation of the same examples
            labels = self._test_set()
            parts = [self._scored(labels) for _ in range(size)]
        elif kind == 4:  # folds with the same weights and clusters
            columns = self._columns(50)
            label_sets = self._folds_of(size)
            parts = [self._scored(labels, _first(columns, len(labels))) for labels in label_sets]
        else:
            parts = [self._scored(labels) for labels in self._folds_of(size)]
        if self._chance(0.3):
            return folds({f"part {self._integer(0, 9)}{i}": part for i, part in enumerate(parts)})
        return folds(parts)

    def _folds_of(self, size: int) -> list[Any]:
        """Return the labels of each fold, which several classifiers may share."""
        if self._chance():
            return [self._test_set() for _ in range(size)]
        return self._splits[:size]

    def _classifier(self) -> Any:
        kinds = [self._scored, self._scored, self._scored, self._matrix, self._points]
        return self._choice([*kinds, self._counted, self._folds, self._folds])()

    # ---- Calls

    def call_add(self) -> str:
        name = self._choice(NAMES)
        self.model.add(name, classifier := self._classifier())
        return f"{name!r}: {type(classifier).__name__}"

    def call_add_paired(self) -> str:
        """Add classifiers with scores of the same examples, weights and clusters."""
        labels = self._choice(self._tests)
        columns = self._columns(len(labels))
        new = {name: self._scored(labels, columns) for name in NAMES[: self._integer(2, 3)]}
        self.model.classifiers = {**self.model.classifiers, **new}
        return repr(list(new))

    def call_add_again(self) -> str:
        """Add an existing classifier under another name."""
        name, other = self._choice(NAMES), self._name()
        self.model.add(name, self.model.classifiers.get(other))
        return f"{name!r} = {other!r}"

    def call_add_frame(self) -> str:
        size = self._integer(10, 40)
        names = {"y": np.arange(size) % 2, "id": self.rng.permutation(size)}
        score, fold = self.rng.normal(size=size), np.arange(size) % 3
        frame = pd.DataFrame({**names, "a": score, "fold": fold})
        frame["y"] = np.where(frame["y"] == 1, self._classes[1], self._classes[0])
        if self._chance():
            frame.loc[4:6, "a"] = np.nan
        roles = {"example": self._choice([None, "id"]), "fold": self._choice([None, "fold"])}
        with catch_warnings():
            simplefilter("ignore")
            model = CostCurveModel.from_frame(
                frame, y_true="y", y_score="a", missing="drop", pos_label=self._classes[1], **roles
            )
        self.model.add(self._choice(NAMES), model.classifiers["a"])
        return repr(roles)

    def call_replace(self) -> str:
        name = self._name()
        self.model.classifiers = {**self.model.classifiers, name: self._classifier()}
        return repr(name)

    def call_remove(self) -> str:
        self.model.remove(name := self._name())
        return repr(name)

    def call_remove_all(self) -> str:
        if self._chance(0.3):
            self.model.classifiers = {}
            return "done"
        return "not this time"

    def call_rename(self) -> str:
        self.model.rename(name := self._name(), new := self._choice(NAMES))
        return f"{name!r} {new!r}"

    def call_reorder(self) -> str:
        names = list(self.model.classifiers)
        self.model.reorder(order := [names[i] for i in self.rng.permutation(len(names))])
        return repr(order)

    def call_gather(self) -> str:
        self.model.merge_folds(name := self._choice(NAMES), *(names := self._names()))
        return f"{name!r} {names}"

    def call_hide(self) -> str:
        self.model.hide(*(names := self._names()))
        return repr(names)

    def call_show(self) -> str:
        self.model.show(*(names := self._names()))
        return repr(names)

    def call_colors(self) -> str:
        name, color = self._name(), self._choice(["#aabbcc", "#0072b2"])
        self.model.colors = {**self.model.colors, name: color}
        return repr(name)

    def call_mark(self) -> str:
        self.model.mark(name := self._name(), threshold := self._threshold())
        return f"{name!r} {threshold}"

    def call_unmark(self) -> str:
        self.model.unmark(name := self._name())
        return repr(name)

    def call_pair(self) -> str:
        errors = [
            dict(
                zip(
                    ("first_only", "second_only", "both", "neither"),
                    (self.rng.integers(0, 9, 4) + 1).tolist(),
                    strict=True,
                )
            )
            for _ in range(2)
        ]
        names = self._choice(NAMES), self._choice(NAMES)
        self.model.pair_errors(*names, dict(zip(("positives", "negatives"), errors, strict=True)))
        return repr(names)

    def call_add_note(self) -> str:
        kind = self._integer(0, 5)
        places: list[dict[str, Any]] = [
            {"classifier": self._name()},
            {"classifier": self._name(), "threshold": self._threshold(), "line": self._chance()},
            {"rates": (round(self.rng.random(), 2), 0.7)},
            {"edge": ((0.1, 0.3), (self._name(), self._threshold()))},
            {"pc": self._choice([self._pc(), self._pc_range()])},
            {"conditions": True},
        ]
        self.model.add_note(self._choice(["here", "<b>there</b>\n$x$"]), **places[kind])
        return repr(places[kind])

    def call_edit_note(self) -> str:
        note = self._choice(self.model.notes or [{"id": "none"}])
        self.model.edit_note(note["id"], text="changed", pc=self._pc())
        return note["id"]

    def call_remove_note(self) -> str:
        note = self._choice(self.model.notes or [{"id": "none"}])
        self.model.remove_note(note["id"])
        return note["id"]

    def call_bootstrap(self) -> str:
        options: dict[str, Any] = {
            "n_resamples": self._choice([None, 30, 60, 99]),
            "level": self._choice([None, 0.5, 0.8, 0.9]),
            "rng": self._choice([None, 0, 7, np.random.default_rng(3)]),
            "simultaneous": self._choice([None, True, False]),
            "method": self._choice([None, *SCORED]),
        }
        if options["n_resamples"] is None and self.model.resampling.n_resamples > 1000:
            options["n_resamples"] = 60
        self.model.bootstrap(**options)
        return repr(options)

    call_bootstrap_again = call_bootstrap

    def call_conditions(self) -> str:
        values: list[Any] = [
            None,
            Conditions(self._choice([0.5, 0.2, round(self.rng.random(), 3)])),
            Conditions(0.3, self._integer(1, 9), round(1 + 9 * self.rng.random(), 2)),
            Conditions(0.3, 2, 3, cost_tp=-1, cost_tn=self._choice([0, 0.5, -4])),
            Conditions((0.1, 0.3), 1, (2, 7), cost_tp=-1),
            Conditions((0.2, 0.8)),
            Conditions(0.5, (0, 1), 1),
            Conditions(self._choice([0.0, 1.0, 0.4]), 1, 5),
            Conditions(0.5, 0, 1),
        ]
        self.model.conditions = value = self._choice(values)
        return repr(value)

    def call_reporting(self) -> str:
        n_cases = self._choice([1, 1e6, 0.5, 1234])
        currency = self._choice(["EUR", "", "'\"\\$"])
        before = self.model.conditions or Conditions()
        self.model.conditions = replace(before, n_cases=n_cases, currency=currency)
        return f"{n_cases} {currency}"

    def call_pc(self) -> str:
        self.model.pc = pc = self._pc()
        return repr(pc)

    def call_pc_range(self) -> str:
        self.model.pc_range = pc_range = self._choice([None, self._pc_range(), self._pc_range()])
        return repr(pc_range)

    def call_range_then_pc(self) -> str:
        self.model.pc_range = pc_range = self._pc_range()
        self.model.pc = pc = self._choice([0.5, self._pc()])
        return f"{pc_range} {pc}"

    def call_trait(self) -> str:
        values: dict[str, list[Any]] = {
            "view.follows": ["prior", "cost_ratio"],
            "level": [0.5, 0.8, 0.95, 0.99, 0.999],
            "view.least_difference": [None, 0.01, 0.2],
            "view.axis": ["pc", "logit", "prior", "cost_ratio"],
            "view.cost_top": ["fit", 0.5, 1],
            "view.roc_fit": [True, False],
            "view.shown_band": [None, self._name()],
            "view.roc_band": list(ROC_BANDS),
            "average": ["cost", "vertical", "horizontal", "pooled"],
            "compared": [None, self._names()[:2]],
            "hidden": [self._names()],
            self._choice(SWITCHES): [True, False],
        }
        name = self._choice(list(values))
        assign(self.model, name, value := self._choice(values[name]))
        return f"{name} = {value!r}"

    call_other_trait = call_another_trait = call_trait

    def call_average(self) -> str:
        self.model.average = method = self._choice(["cost", "vertical", "horizontal", "pooled"])
        return method

    def call_criterion(self) -> str:
        values: list[dict[str, Any] | None] = [
            None,
            {"kind": "neyman_pearson", "max_fpr": 0.2},
            {"kind": "youden"},
            {"kind": "workforce", "positives": 5, "negatives": 20, "capacity": 6},
            {"kind": "f_measure", "positives": 5, "negatives": 20},
        ]
        self.model.criterion = value = self._choice(values)
        return repr(value)

    def call_bootstrap_settings(self) -> str:
        changes: list[dict[str, Any]] = [
            {"method": self._choice(list(SCORED))},
            {"simultaneous": self._chance()},
            {"stratified": self._chance()},
            {"significance": self._choice(["family-wise", "simultaneous", "pointwise"])},
            {"differences": self._choice(["recommended", "best"])},
            {"rng": self._choice([None, 5])},
            {"n_resamples": self._choice([40, 80])},
        ]
        change = self._choice(changes)
        self.model.resampling = replace(self.model.resampling, **change)
        return repr(change)

    def call_pins(self) -> str:
        pins = [
            {"kind": "point", "index": self._integer(0, 12)},
            {"kind": "edge", "index": self._integer(0, 3)},
            {"kind": "free", "space": self._choice(["roc", "cost"]), "x": 0.5, "y": 0.25},
        ]
        self.model.pins = chosen = pins[: self._integer(0, 3)]
        return repr(chosen)

    def call_together(self) -> str:
        """Change several traits in one transaction."""
        changes = ["call_conditions", "call_pc", "call_pc_range", "call_trait", "call_hide"]
        chosen = [self._choice(changes) for _ in range(self._integer(2, 3))]
        with self.model.hold_trait_notifications():
            return "; ".join(f"{name} {getattr(self, name)()}" for name in chosen)

    def call_copy(self) -> str:
        """Continue with a copy of the model."""
        self.model = copy(self.model)
        return "of all"
