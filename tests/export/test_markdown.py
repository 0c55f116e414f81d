"""Names and units are escaped in Markdown, also for MathJax."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nbconvert.filters import markdown2html

import cc_widgets as cc
from cc_widgets.export.tables import TABLES, markdown_text
from tests.support.markup import MARKUP

# JupyterLab takes formulas out of Markdown where it finds these, as its own code says ...
_IN_SOURCE = re.compile(
    r"(\$\$?|\\(?:begin|end)\{[a-z]*\*?\}|\\[{}$]|[{}]|(?:\n\s*)+|@@\d+@@|\\\\[()[\]])",
    re.IGNORECASE,
)
_ESCAPES = re.compile(r"\\[{}$]|[{}]|(?:\n\s*)+")
# ... and MathJax looks for these in each text of the page.
_ON_PAGE = re.compile(r"\$|\\[()\[\]]|\\begin|\\(?:eq)?ref|@@\d+@@")


class Texts(HTMLParser):
    """Read the texts of a page, each up to the next tag, and the tags."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.tags = [""], set()
        self.feed(page)

    def handle_data(self, data):
        self.texts[-1] += data

    def handle_starttag(self, tag, _attrs):
        self.tags.add(tag)
        self.texts.append("")

    def handle_endtag(self, _tag):
        self.texts.append("")


def formulas_in(source):
    """Return the marks of formulas that JupyterLab finds in Markdown, before and after."""
    parts = [part for part in _IN_SOURCE.findall(source) if not _ESCAPES.fullmatch(part)]
    texts = Texts(markdown2html(source)).texts
    escaped = [text for text in texts if text.strip() != "$"]
    return parts + [mark for text in escaped for mark in _ON_PAGE.findall(text)]


@given(st.text(alphabet="$\\()[]{}@01ab`*_<>|&;#~ ", max_size=12))
@example("$x$")
@example(r"\\(x\\)")
def test_any_text_is_escaped(text):
    source = f"so: {markdown_text(text)}"
    assert formulas_in(source) == []
    page = Texts(markdown2html(source))
    assert page.tags <= {"p", "span"}
    assert " ".join("".join(page.texts).split()) == " ".join(f"so: {text}".split())


@pytest.mark.parametrize("text", MARKUP)
def test_names_and_units_are_escaped_in_tables_and_report(text):
    label = np.arange(40) % 2
    score = np.linspace(0, 1, 40)
    classifiers = {f"{text} one": (label, score), f"{text} two": (label, score[::-1])}
    model = cc.CostCurveModel(classifiers, conditions=cc.Conditions(0.3, 2, 5, currency=text))
    model.add_note(text, pc=0.3)
    shown = " ".join(text.split())
    for table in ("report", *TABLES):
        source = (
            model.to_markdown(table, title=text) if table == "report" else model.to_markdown(table)
        )
        assert formulas_in(source) == []
        page = Texts(markdown2html(source))
        assert page.tags <= {
            *("p", "span", "h1", "h2", "a", "strong", "ul", "ol", "li"),
            *("table", "thead", "tbody", "tr", "th", "td"),
        }
        words = " ".join("".join(page.texts).split())
        if table in {"report", "classifiers", "thresholds"}:
            assert f"{shown} one" in words
            assert f"{shown} two" in words


def test_formulas_are_detected():
    assert formulas_in(r"costs \$2 and \$3") == ["$", "$"]
    assert formulas_in("a $x$ b")
    assert formulas_in(r"a \\(x\\) b")
