"""Classifiers of LightGBM and XGBoost, if these can be imported."""

from importlib import import_module
from typing import Any

import pytest

BOOSTERS = {
    "lightgbm": ("LGBMClassifier", {"verbose": -1, "min_child_samples": 5}),
    "xgboost": ("XGBClassifier", {"max_depth": 2}),
}


def booster(package: str) -> Any:
    """Return a small unfitted classifier; skip the test if the package cannot be imported."""
    kind, settings = BOOSTERS[package]
    try:
        module = import_module(package)
    except (ImportError, OSError) as error:  # OSError: a machine without libgomp
        pytest.skip(f"{package} cannot be loaded: {error}")
    return getattr(module, kind)(n_estimators=5, n_jobs=1, **settings)
