"""Names, colours, order and descriptions of classifiers."""

from typing import Any

import pytest

from cc_widgets.core import point_set
from cc_widgets.model.estimating import find_estimates, useful_ranges
from cc_widgets.model.numerals import share
from cc_widgets.model.words import standing_words
from cc_widgets.panels.classifiers import ClassifiersPanel


@pytest.fixture
def panel(use):
    return use(ClassifiersPanel)


def test_rename_in_place(panel, model):
    panel.rows[0].name.text.value = "<b>wood</b>"
    assert list(model.classifiers) == ["<b>wood</b>", "tree"]
    panel.rows[0].name.text.value = "tree"
    assert "already" in panel.rows[0].name.error.text
    panel.rows[0].name.text.value = " "
    assert "empty" in panel.rows[0].name.error.text
    assert list(model.classifiers) == ["<b>wood</b>", "tree"]
    model.rename("tree", "oak")
    assert panel.rows[1].name.text.value == "oak"


def test_visibility_is_synchronised(panel, model):
    panel.rows[1].visible.value = False
    assert model.hidden == ("tree",)
    assert panel.rows[1].about.text.startswith("hidden")
    model.show("tree")
    assert panel.rows[1].visible.value


def test_colour_is_synchronised(panel, model):
    assert panel.rows[0].color.value == "#0072b2"
    panel.rows[0].color.value = "#123456"
    assert dict(model.colors) == {"forest": "#123456"}
    model.colors = {"tree": "#abcdef"}
    assert panel.rows[1].color.value == "#abcdef"


def test_display_sets_no_colour(panel, model):
    model.reorder(["tree", "forest"])
    assert not model.colors
    assert panel.rows[0].name.text.value == "tree"


def test_move_and_remove(panel, model):
    assert (panel.rows[0].up.disabled, panel.rows[1].down.disabled) == (True, True)
    panel.rows[0].down.click()
    assert list(model.classifiers) == ["tree", "forest"]
    panel.rows[1].up.click()
    assert list(model.classifiers) == ["forest", "tree"]
    panel.rows[0].remove.click()
    assert list(model.classifiers) == ["tree"]
    assert len(panel.rows) == 1
    panel.rows[0].remove.click()
    assert panel.rows == []


def test_range_of_use_is_described(panel, model):
    model.classifiers = {"a": point_set(fpr=0.2, tpr=0.8), "b": point_set(fpr=0.4, tpr=0.5)}
    assert panel.rows[0].about.text == (
        "cheapest for PC(+) 0.2 to 0.8; worth using for PC(+) 0.2 to 0.8; mean cost 0.16"
    )
    assert panel.rows[1].about.text.startswith("never the cheapest; worth using for PC(+) 0.444 ")
    model.classifiers = {"useless": point_set(fpr=0.5, tpr=0.5)}
    assert "nowhere worth using" in panel.rows[0].about.text


def test_range_of_use_follows_estimates_and_bands(panel, model):
    def about(best):
        low, high = useful_ranges(best)[[0, -1], [0, 1]].tolist()
        words = standing_words(model.curves, 0, best)
        assert words.startswith(f"cheapest for PC(+) {share(low)} to ")
        assert words.endswith(f" {share(high)}")
        return words

    observed, field = panel.rows[0].about.text, panel.rows[0].in_use
    assert observed.startswith(standing_words(model.curves, 0))
    field.text.value = "half"
    estimates: Any = find_estimates(model)
    assert panel.rows[0].about.text.startswith(about(estimates.costs.best))
    assert panel.rows[0].about.text != observed
    model.bootstrap(n_resamples=99, rng=1)
    assert panel.rows[0].about.text.startswith(about(model.bands.best))
    assert field.text.value == "half", "an unfinished entry stays"
    model.remove("forest")
    assert [row.name.text.value for row in panel.rows] == ["tree"]


def test_classifiers_are_merged_as_folds_and_averaged(panel, model):
    assert panel.average.layout.display == "none"
    panel.merge_button.click()
    assert list(model.classifiers) == ["average"]
    assert panel.average.layout.display is None
    assert panel.merge_button.layout.display == "none"
    panel.average.value = "vertical"
    assert model.average == "vertical"
    model.average = "cost"
    assert panel.average.value == "cost"


def test_failed_merge_shows_error(panel, model):
    model.add("matrix", [[6, 4], [4, 16]])
    panel.merge_button.click()
    assert "must all be of the same type" in panel.merge_error.text
    model.hide("matrix")
    assert panel.merge_error.text == ""


@pytest.mark.parametrize(("count", "pages", "on_last"), [(25, 1, 25), (26, 2, 1), (51, 3, 1)])
def test_every_classifier_has_a_row(panel, model, count, pages, on_last):  # F8
    model.classifiers = dict.fromkeys(map(str, range(count)), point_set(fpr=0.1, tpr=0.5))
    assert (panel._pages.layout.display is None) == (pages > 1)
    for _ in range(pages - 1):
        panel.next.click()
    assert panel.next.disabled
    assert len(panel.rows) == on_last
    assert panel.rows[-1].name.text.value == str(count - 1)


def test_many_classifiers_start_at_first_page(use, model):  # F8
    model.classifiers = dict.fromkeys(map(str, range(60)), point_set(fpr=0.1, tpr=0.5))
    panel = use(ClassifiersPanel)
    assert panel.where.text == "1 to 25 of 60"
    assert panel.rows[0].name.text.value == "0"
    assert panel.back.disabled


def test_rows_are_reused_and_paged(panel, model, open_widgets):
    widgets = open_widgets()
    model.classifiers = {"x": point_set(fpr=0.1, tpr=0.5), "y": point_set(fpr=0.2, tpr=0.5)}
    assert open_widgets() == widgets
    model.classifiers = {f"{i}": point_set(fpr=0.1, tpr=0.5) for i in range(60)}
    assert len(panel.rows) == 25
    panel.next.click()
    panel.next.click()
    assert panel.where.text == "51 to 60 of 60"
    assert panel.next.disabled
    panel.rows[0].visible.value = False
    assert model.hidden == ("50",)
    model.classifiers = {"x": point_set(fpr=0.1, tpr=0.5)}
    assert [row.name.text.value for row in panel.rows] == ["x"]


def test_thresholds_in_use_are_synchronised(panel, model):
    field = panel.rows[0].in_use
    field.text.value = "0.5"
    assert [tuple(mark) for mark in model.marks] == [("forest", 0.5)]
    model.mark("forest", 1.25)
    model.mark("tree", 2)
    assert (field.text.value, panel.rows[1].in_use.text.value) == ("0.5, 1.25", "2")
    field.text.value = ""
    assert [tuple(mark) for mark in model.marks] == [("tree", 2.0)]


def test_invalid_threshold_stays_with_error(panel, model):
    first, second = panel.rows[0].in_use, panel.rows[1].in_use
    first.text.value = "half"
    assert (first.text.value, model.marks) == ("half", ())
    assert "In use from" in first.error.text
    panel.rows[0].down.click()
    assert (first.text.value, first.error.text, second.error.text) == ("", "", "")


def test_only_scored_classifiers_have_threshold_field(panel, model):
    model.add("rule", [[6, 4], [4, 16]])
    shown = [row.in_use.widget.layout.display is None for row in panel.rows]
    assert shown == [True, True, False]


def test_details_follow_selection_and_operating_point(panel, model):
    assert panel.details.text == ""
    panel.more.value = "tree"
    before = panel.details.text
    assert before == "\n".join(model.about("tree").words)
    model.pc = 0.31
    assert panel.details.text != before
    model.remove("tree")
    assert (panel.more.value, panel.details.text) == (None, "")
    assert panel.more.label == "Choose a classifier"
