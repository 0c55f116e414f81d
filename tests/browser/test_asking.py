"""Questions in the figures: wrong answers are rejected, a right one shows the explorer again."""

from tests.support.figures import settle

CODE = """
from IPython.display import display
import cc_widgets as cc
explorer = cc.CostCurveExplorer.from_points({"stump": (0.0437, 0.6121), "rule": (0.3, 0.8)})
question = explorer.ask("line", name="stump")
display(explorer, question)
"""
MAX_DRAGS = 5
ENDS = (0.0437, 1 - 0.6121)
DUAL = ("0.388", "0.3879", "0.2158", "0.216")  # right end of the cost line, cost at pc 0.5


def drag_answer(notebook, end, height):
    """Drag an end of the line to a height, repeatedly if it misses."""
    near = f"int(question.answer is not None and abs(question.answer[{end}] - {height}) < 0.01)"
    for _ in range(MAX_DRAGS):
        drag_end(notebook.page, end, height)
        notebook.wait_until_idle()
        if notebook.python(near):
            return
    notebook.wait_for_value(near, 1)


def drag_end(page, end, height):
    """Drag an end of the line to a height, after the layout has settled."""
    page.locator(".cc-question").scroll_into_view_if_needed()
    settle(page)
    dots = page.locator(".cc-question .cc-half >> nth=1 >> path.dot")
    box = dots.nth(end).bounding_box()
    plot = page.locator(".cc-question .cc-half >> nth=1 >> .plotarea_background").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 10)
    page.mouse.move(x, plot["y"] + (1 - height) * plot["height"], steps=3)
    page.mouse.up()


def test_wrong_line_is_rejected_and_right_line_shows_the_explorer(notebook, pictures):
    notebook.run(CODE)
    page = notebook.page
    page.locator(".cc-question path.dot").first.wait_for()
    page.get_by_text("Hidden until the question is answered.").wait_for()
    assert page.locator(".cc-ribbon").count() == 0
    html = page.locator(".jp-OutputArea").first.evaluate("(area) => area.outerHTML")
    assert not any(number in html for number in DUAL)
    drag_answer(notebook, 1, 0.7)
    check = page.locator(".cc-question").get_by_role("button", name="Check")
    check.click()
    page.get_by_text("off; 0.05 would be near enough.").wait_for()
    assert page.locator(".cc-ribbon").count() == 0
    page.locator(".cc-question").screenshot(path=pictures / "question.png")
    for end, height in enumerate(ENDS):
        drag_answer(notebook, end, height)
    check.click()
    page.locator(".cc-ribbon").wait_for()
    assert notebook.python("question.is_correct")
    assert page.get_by_text("Hidden until").count() == 0
