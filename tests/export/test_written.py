"""Provenance of exports: title, conditions, seed and fingerprint."""

import numpy as np

from cc_widgets.core import Conditions, predictions
from cc_widgets.export import provenance_of
from cc_widgets.model.bands import BootstrapSettings, seed_of
from cc_widgets.model.state import CostCurveModel

LABEL = np.array([0, 0, 1, 1, 0, 1, 0, 1, 1, 0])
SCORE = np.array([0.1, 0.6, 0.4, 0.9, 0.25, 0.75, 0.5, 0.125, 1.0, 0.0])


def test_provenance_of_output():
    model = CostCurveModel({"stump": (LABEL, SCORE)}, conditions=Conditions(0.2, 1, 5))
    provenance = provenance_of(model)
    assert provenance["title"] == "1 classifier: stump"
    assert provenance["conditions"] == "prior 0.2, costs 1 : 5"
    assert provenance["seed"] is None
    assert provenance["fingerprint"] == model.fingerprint
    assert provenance["versions"].keys() >= {"cc-widgets", "numpy", "python"}
    assert provenance_of(model, "Trial 7")["title"] == "Trial 7"


def test_provenance_has_drawn_seed():
    model = CostCurveModel({"stump": (LABEL, SCORE)})
    bands = model.bootstrap(n_resamples=100)
    repeated = CostCurveModel({"stump": (LABEL, SCORE)})
    assert provenance_of(model)["seed"] == seed_of(model) is not None
    same = repeated.bootstrap(n_resamples=100, rng=seed_of(model))
    assert np.array_equal(same.each["stump"].lower, bands.each["stump"].lower)
    model.resampling = BootstrapSettings(rng=5)
    assert seed_of(repeated) == seed_of(model)  # those bands are still the ones on the page


def test_fingerprint_does_not_depend_on_form_of_data():
    score = np.arange(10) / 8 - 0.25  # the same in 32 bits
    kinds = [
        (LABEL, score),
        (LABEL.astype(bool), score.astype(np.float32)),
        (LABEL.tolist(), np.asfortranarray(np.stack([score, score], 1))[:, 0]),
        (LABEL * 2 - 1, score.astype(">f8")),
        predictions(np.where(LABEL, "sick", "well"), score, pos_label="sick"),
    ]
    names = ["forest", "stump", "tree", "=1+1", "rule"]
    prints = {
        CostCurveModel({name: kind}).fingerprint for name, kind in zip(names, kinds, strict=True)
    }
    assert len(prints) == 1
    assert len(prints.pop()) == 12


def test_fingerprint_differs_for_other_data():
    more = {"a": (LABEL, SCORE), "b": [[6, 4], [4, 16]], "c": (0.3, 0.7)}
    first = CostCurveModel(more)
    assert CostCurveModel(dict(reversed(more.items()))).fingerprint == first.fingerprint
    flipped, moved = 1 - LABEL, SCORE + np.eye(10)[3] / 1024
    datasets = [
        {**more, "a": (flipped, SCORE)},
        {**more, "a": (LABEL, moved)},
        {**more, "a": (LABEL[::-1], SCORE[::-1])},
        {**more, "b": [[6, 4], [5, 16]]},
        {**more, "c": (0.3, 0.75)},
        {"a": more["a"], "b": more["b"]},
        {},
    ]
    prints = [CostCurveModel(classifiers).fingerprint for classifiers in datasets]
    assert len({first.fingerprint, *prints}) == len(datasets) + 1
