"""Execution of the code that a model generates, with the variables of its user."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from cc_widgets.core import Folds, Predictions
from cc_widgets.export.session import recipe_of
from cc_widgets.model.state import CostCurveModel


def execute_code(code: str, model: CostCurveModel) -> dict[str, Any]:
    """Return the namespace after executing the generated code of a model."""
    names = user_variables(model)
    exec(compile(code, "code", "exec"), names)  # noqa: S102 (our own code)
    return names


def user_variables(model: CostCurveModel) -> dict[str, Any]:
    """Return labels, scores and other columns by the names that the generated code uses."""
    recipe, sources = recipe_of(model), dict[str, Any]()
    for name, source in [*recipe.classifiers.items(), *(recipe.resampled or {}).items()]:
        if not any(source is other for other in sources.values()):
            sources[name if name not in sources else f"{name} (resampled)"] = source
    variables: dict[str, Any] = {"counted": sources}
    labels: dict[Any, Any] = {}
    for index, group in enumerate(_groups(sources)):
        suffix = f"_{index + 1}" if index else ""
        first = next(iter(group.values()))
        variables[f"y_true{suffix}"] = _column_of(first, lambda part: _labels(part, labels))
        for name, column in _COLUMNS.items():
            by_name = {key: _column_of(source, column) for key, source in group.items()}
            present = [column for column in by_name.values() if _is_present(column)]
            is_common = name != "scores" and present and _all_equal(present)
            variables[f"{name}{suffix}"] = present[0] if is_common else by_name
    return variables


def _is_present(column: Any) -> bool:
    """Return whether a column, or that of some fold, has values."""
    parts = column if isinstance(column, list) else [column]
    return any(part is not None for part in parts)


def _all_equal(columns: list[Any]) -> bool:
    """Return whether a column, or that of each fold, is the same in all classifiers."""
    lists = [column if isinstance(column, list) else [column] for column in columns]
    return all(
        np.array_equal(first, other)
        for column in lists[1:]
        for first, other in zip(lists[0], column, strict=True)
    )


def _column_of(source: Predictions | Folds, column: Any) -> Any:
    """Return a column of a classifier, or the list of the columns of its folds."""
    return [column(part) for part in source.parts] if isinstance(source, Folds) else column(source)


def _groups(sources: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return scored classifiers grouped by their examples."""
    groups: list[dict[str, Any]] = []
    for name, source in sources.items():
        if isinstance(source.parts[0], Predictions):
            same = (g for g in groups if source.same_examples(next(iter(g.values()))))
            group = next(same, None)
            if group is None:
                groups.append(group := {})
            group[name] = source
    return groups


def _labels(source: Predictions, cache: dict[Any, Any]) -> Any:
    """Return the user's labels: the same object for the same examples."""
    key = source.examples and source.examples.token
    if key is None or key not in cache:
        labels = np.where(source.positive, source.classes[1], source.classes[0])
        cache[key] = labels if source.index is None else pd.Series(labels, index=source.index)
    return cache[key]


def _clusters(source: Predictions) -> Any:
    """Return the cluster name of each row."""
    if source.cluster_names is None or source.clusters is None:
        return source.cluster_names
    return source.cluster_names[source.clusters]


def _group_names(source: Predictions) -> Any:
    """Return the group name of each row."""
    return source.groups and np.array(source.groups.names, object)[source.groups.code]


_COLUMNS: dict[str, Any] = {
    "scores": lambda source: source.score,
    "weights": lambda source: source.weight,
    "clusters": _clusters,
    "groups": _group_names,
}
