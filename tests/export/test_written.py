"""Title, conditions, seed and fingerprint of every output."""

import numpy as np

from cc_widgets.core import Conditions, predictions
from cc_widgets.export import about
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel

LABEL = np.array([0, 0, 1, 1, 0, 1, 0, 1, 1, 0])
SCORE = np.array([0.1, 0.6, 0.4, 0.9, 0.25, 0.75, 0.5, 0.125, 1.0, 0.0])


def test_an_output_says_what_it_is_of():
    model = CostCurveModel({"stump": (LABEL, SCORE)}, conditions=Conditions(0.2, 1, 5))
    told = about(model)
    assert told["title"] == "1 classifier: stump"
    assert told["conditions"] == "prior 0.2, costs 1 : 5"
    assert told["seed"] is None
    assert told["fingerprint"] == model.fingerprint
    assert told["versions"].keys() >= {"cc-widgets", "numpy", "python"}
    assert about(model, "Trial 7")["title"] == "Trial 7"


def test_the_seed_is_that_of_the_bands_which_chance_gave():
    model = CostCurveModel({"stump": (LABEL, SCORE)})
    bands = model.bootstrap(n_resamples=100)
    again = CostCurveModel({"stump": (LABEL, SCORE)})
    assert about(model)["seed"] == model.seed is not None
    same = again.bootstrap(n_resamples=100, rng=model.seed)
    assert np.array_equal(same.each["stump"].lower, bands.each["stump"].lower)
    model.bootstrap_settings = BootstrapSettings(rng=5)
    assert again.seed == model.seed  # those bands are still the ones on the page


def test_the_fingerprint_knows_the_data_whatever_they_are_made_of():
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


def test_the_fingerprint_tells_other_data():
    more = {"a": (LABEL, SCORE), "b": [[6, 4], [4, 16]], "c": (0.3, 0.7)}
    first = CostCurveModel(more)
    assert CostCurveModel(dict(reversed(more.items()))).fingerprint == first.fingerprint
    flipped, moved = 1 - LABEL, SCORE + np.eye(10)[3] / 1024
    others = [
        {**more, "a": (flipped, SCORE)},
        {**more, "a": (LABEL, moved)},
        {**more, "a": (LABEL[::-1], SCORE[::-1])},
        {**more, "b": [[6, 4], [5, 16]]},
        {**more, "c": (0.3, 0.75)},
        {"a": more["a"], "b": more["b"]},
        {},
    ]
    prints = [CostCurveModel(given).fingerprint for given in others]
    assert len({first.fingerprint, *prints}) == len(others) + 1
