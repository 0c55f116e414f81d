"""CSS classes of the style sheet are used by Python or by the page."""

import re
from pathlib import Path
from typing import Any

from ipywidgets import Button, Checkbox, Dropdown, RadioButtons, Text
from ipywidgets.widgets.widget import _instances

import cc_widgets as cc
from cc_widgets.panels.conditions import ConditionsPanel
from cc_widgets.panels.parts import PlainText
from tests.panels.test_explorer import open_all

JS = Path(__file__).parents[2] / "js"


def found_in(folder, pattern, group):
    texts = (path.read_text("utf-8") for path in (JS / folder).rglob(pattern))
    return {name for text in texts for name in re.findall(group, text)}


def test_every_css_class_is_used(open_widgets):  # F8
    explorer = cc.explore([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.9], "odd": [1, 1, 1, 1]})
    open_all(explorer)
    ConditionsPanel(explorer.model).pc.text.value = "no number"
    laboratory, shown = cc.laboratory(n=20), cc.steps("hull", {"a": (0.1, 0.5)})
    worn = {
        name
        for model_id in open_widgets()
        for name in getattr(_instances[model_id], "_dom_classes", ())
    }
    styled = found_in("style", "*.css", r"\.(cc-[a-z-]+)")
    assert len(styled) > 50
    scripts = found_in("src", "*.ts", r"cc-[a-z-]+")
    scripts |= set(re.findall(r"cc-[a-z-]+", (JS / "page.mjs").read_text("utf-8")))
    pages = found_in("../cc_widgets/export", "page.py", r"cc-[a-z-]+")
    pictures = found_in("../cc_widgets/panels", "bootstrap.py", r"class=\"(cc-[a-z-]+)\"")
    assert styled - scripts - pages - pictures - worn == set()
    laboratory.close()
    shown.close()


def test_every_control_has_a_tooltip(open_widgets):  # as label and as tooltip
    explorer = cc.explore([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.9], "b": [1, 2, 3, 4]})
    open_all(explorer)
    controls = [
        widget
        for widget in (_instances[model_id] for model_id in open_widgets())
        if isinstance(widget, Text | Dropdown | RadioButtons | Checkbox | Button)
    ]
    assert len(controls) > 30
    for control in controls:
        assert control.tooltip, control
        assert control.description or getattr(control, "icon", ""), control.tooltip
        assert len(control.description) < len(control.tooltip), control.description


def test_aria_roles_of_answers_and_errors(open_widgets):
    explorer = cc.explore([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.9], "b": [1, 2, 3, 4]})
    open_all(explorer)
    panels: list[Any] = list(explorer._panels.panels.values())
    bootstrap, compare, criteria, classifiers = panels
    answers = bootstrap.status, compare.words, criteria.answer, classifiers.where
    errors = [panel.error for panel in (bootstrap, compare, criteria)]
    for role, texts in {"status": answers, "alert": errors}.items():
        for words in texts:
            words.show("something")
            assert words.value.startswith(f'<div role="{role}">')
    every = [
        widget
        for model_id in open_widgets()
        if isinstance(widget := _instances[model_id], PlainText)
    ]
    roles = {role for words in every for role in re.findall(r'role="(\w*)"', words.value)}
    assert roles == {"status", "alert", "heading", ""}
