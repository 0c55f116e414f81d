"""A student answers a question by hand: wrong is refused, right brings back what was hidden."""

from tests.support.figures import settle

SHOWN = """
from IPython.display import display
import cc_widgets as cc
explorer = cc.CostCurveExplorer.from_points({"stump": (0.0437, 0.6121), "rule": (0.3, 0.8)})
question = explorer.ask("line", name="stump")
display(explorer, question)
"""
HANDS = 5  # tries of a person
ENDS = (0.0437, 1 - 0.6121)
DUAL = ("0.388", "0.3879", "0.2158", "0.216")  # its end at the right, its cost in the middle


def answer_by_hand(notebook, which, height):
    """Drag an end of the line to a height, and again if the hand has missed it."""
    near = f"int(question.answer is not None and abs(question.answer[{which}] - {height}) < 0.01)"
    for _ in range(HANDS):
        drag_end(notebook.page, which, height)
        notebook.rest()
        if notebook.python(near):
            return
    notebook.becomes(near, 1)


def drag_end(page, which, height):
    """Take an end of the line, once it rests, and let it go at a height."""
    page.locator(".cc-question").scroll_into_view_if_needed()
    settle(page)
    dots = page.locator(".cc-question .cc-half >> nth=1 >> path.dot")
    box = dots.nth(which).bounding_box()
    plot = page.locator(".cc-question .cc-half >> nth=1 >> .plotarea_background").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 10)
    page.mouse.move(x, plot["y"] + (1 - height) * plot["height"], steps=3)
    page.mouse.up()


def test_a_wrong_line_is_refused_and_the_right_one_shows_all(notebook, pictures):
    notebook.run(SHOWN)
    page = notebook.page
    page.locator(".cc-question path.dot").first.wait_for()
    page.get_by_text("Hidden until the question is answered.").wait_for()
    assert page.locator(".cc-ribbon").count() == 0
    said = page.locator(".jp-OutputArea").first.evaluate("(area) => area.outerHTML")
    assert not any(number in said for number in DUAL)
    answer_by_hand(notebook, 1, 0.7)
    check = page.locator(".cc-question").get_by_role("button", name="Check")
    check.click()
    page.get_by_text("off; 0.05 would be near enough.").wait_for()
    assert page.locator(".cc-ribbon").count() == 0
    page.locator(".cc-question").screenshot(path=pictures / "question.png")
    for which, height in enumerate(ENDS):
        answer_by_hand(notebook, which, height)
    check.click()
    page.locator(".cc-ribbon").wait_for()
    assert notebook.python("question.right")
    assert page.get_by_text("Hidden until").count() == 0
