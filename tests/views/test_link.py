"""What the cursors, the legend and the read-out get of a snapshot."""

import numpy as np

from cc_widgets.core import predictions
from cc_widgets.model.derive import derive
from cc_widgets.views.cursor import Duality
from cc_widgets.views.link import HINT, duality_traits, idle_words, legend_entries

FIRST = predictions([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])
SECOND = predictions([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.3])


def test_points_stand_one_classifier_after_the_other():
    points = duality_traits(derive({"a": FIRST, "b": SECOND}))["points"]
    assert points.owner.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    assert points.threshold.tolist()[:5] == [np.inf, 0.9, 0.6, 0.4, 0.1]
    assert points.tpr.tolist()[:5] == [0, 0.5, 0.5, 1, 1]
    assert points.fpr.tolist()[5:] == [0, 0, 0.5, 1]


def test_arrays_travel_as_bytes_with_their_type():
    duality = Duality(**duality_traits(derive({"a": FIRST})))
    sent = duality.get_state()["points"]
    assert np.frombuffer(sent["tpr"]["data"], sent["tpr"]["dtype"]).tolist() == [0, 0.5, 0.5, 1, 1]
    assert sent["owner"]["dtype"] == "int32"
    duality.close()


def test_an_empty_snapshot_has_empty_arrays_of_the_right_type():
    points = duality_traits(derive({}))["points"]
    assert points.fpr.dtype == np.float64
    assert points.owner.dtype == np.int32
    assert points.fpr.size == points.owner.size == 0


def test_every_classifier_of_the_legend_looks_different():
    names = [f"c{i}" for i in range(12)]
    entries = legend_entries(derive(dict.fromkeys(names, FIRST)))
    assert [entry["name"] for entry in entries] == names
    looks = {(entry["color"], entry["dash"], entry["marker"]) for entry in entries}
    assert len(looks) == 12


def test_thinning_is_told():
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    assert idle_words(derive({"few": FIRST})) == HINT
    told = idle_words(derive({"few": FIRST, "many": many}))
    assert "many:" in told
    assert "of 5,001 thresholds drawn" in told
    assert "few:" not in told


def test_thinning_of_many_curves_is_told_once():
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    told = idle_words(derive(dict.fromkeys("abcde", many)))
    assert told.count("thresholds") == 1
    assert "5 curves are drawn with fewer thresholds than they have" in told
