"""Execution of the code that a model writes, with the variables that its user would have."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from cc_widgets.core import Folds, Predictions
from cc_widgets.export.session import recipe_of
from cc_widgets.model.state import CostCurveModel


def executed(code: str, model: CostCurveModel) -> dict[str, Any]:
    """Names that the code of a model leaves behind."""
    names = variables_of(model)
    exec(compile(code, "code", "exec"), names)  # noqa: S102 (our own code)
    return names


def variables_of(model: CostCurveModel) -> dict[str, Any]:
    """Labels, scores and other columns of a model, by the names that its code expects."""
    recipe, sources = recipe_of(model), dict[str, Any]()
    for name, source in [*recipe.classifiers.items(), *(recipe.resampled or {}).items()]:
        if not any(source is known for known in sources.values()):
            sources[name if name not in sources else f"{name} (resampled)"] = source
    found: dict[str, Any] = {"counted": sources}
    labels: dict[Any, Any] = {}
    for place, group in enumerate(_groups(sources)):
        end = f"_{place + 1}" if place else ""
        first = next(iter(group.values()))
        found[f"y_true{end}"] = _each(first, lambda part: _labels(part, labels))
        for name, column in _COLUMNS.items():
            found[f"{name}{end}"] = {key: _each(one, column) for key, one in group.items()}
    return found


def _each(source: Predictions | Folds, column: Any) -> Any:
    """Column of a classifier, or a list with those of its folds."""
    return [column(part) for part in source.parts] if isinstance(source, Folds) else column(source)


def _groups(sources: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Scored classifiers by the examples that they scored."""
    groups: list[dict[str, Any]] = []
    for name, source in sources.items():
        if isinstance(source.parts[0], Predictions):
            known = (g for g in groups if source.same_examples(next(iter(g.values()))))
            group = next(known, None)
            if group is None:
                groups.append(group := {})
            group[name] = source
    return groups


def _labels(source: Predictions, known: dict[Any, Any]) -> Any:
    """Labels as the user wrote them: the same object for the same examples."""
    key = source.examples and source.examples.mark
    if key is None or key not in known:
        labels = np.where(source.positive, source.classes[1], source.classes[0])
        known[key] = labels if source.index is None else pd.Series(labels, index=source.index)
    return known[key]


def _clusters(source: Predictions) -> Any:
    """Names of the clusters of the rows."""
    if source.cluster_names is None or source.clusters is None:
        return source.cluster_names
    return source.cluster_names[source.clusters]


def _group_names(source: Predictions) -> Any:
    """Names of the groups of the rows."""
    return source.groups and np.array(source.groups.names, object)[source.groups.code]


_COLUMNS: dict[str, Any] = {
    "scores": lambda source: source.score,
    "weights": lambda source: source.weight,
    "clusters": _clusters,
    "groups": _group_names,
}
