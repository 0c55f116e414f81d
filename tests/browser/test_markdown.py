"""Reports in JupyterLab: names and units are text, only real formulas are typeset."""

from tests.support.markup import MARKUP

CODE = f"""
import cc_widgets as cc
from IPython.display import Markdown, display
texts = {MARKUP!r}
model = cc.CostCurveModel({{f"{{text}} {{i}}": (0.2, 0.8) for i, text in enumerate(texts)}})
model.conditions = cc.Conditions(0.3, 2, 5, currency="$")
display(Markdown(model.to_markdown(title="$a$ and $b$") + "\\n\\n$real$"))
"""


def test_report_contains_no_unintended_formula(notebook):
    notebook.run(CODE)
    report = notebook.page.locator(".jp-OutputArea-output.jp-RenderedMarkdown")
    report.locator("mjx-container").first.wait_for()
    assert report.locator("mjx-container").count() == 1, "only the last paragraph is a formula"
    assert report.locator("h1").inner_text().startswith("$a$ and $b$")
    words = " ".join(report.inner_text().split())
    for i, text in enumerate(MARKUP):
        assert f"{' '.join(text.split())} {i}" in words
    assert report.locator("code, em, del, img, td a, sup").count() == 0
