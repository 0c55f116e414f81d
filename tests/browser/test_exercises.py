"""Exercises of the lessons on the page: wrong answers are rejected, right ones accepted."""

import re

import pytest

from tests.support.figures import settle
from tests.support.lessons import NAMES, code_of, source

ANSWERS = [  # lesson, number, kind, wrong answer, right answer
    ("02_the_duality", 1, "line", (0.3, 0.9), (0.3, 0.1)),
    ("02_the_duality", 2, "point", (0.75, 0.25), (0.25, 0.75)),
    ("02_the_duality", 3, "range", (0.1, 0.6), (1 / 7, 9 / 13)),
    ("03_seven_questions", 1, "classifier", "careful", "quick"),
    ("03_seven_questions", 2, "threshold", "0.05", "0.59"),
    ("03_seven_questions", 3, "range", (0.1, 0.9), (0.4, 0.875)),
    ("04_imprecise_conditions", 1, "range", (0.3, 0.9), (1 / 6, 0.75)),
    ("04_imprecise_conditions", 2, "classifier", "middle", "loose"),
    ("04_imprecise_conditions", 3, "threshold", "0.5", "0.127"),
    ("05_uncertainty", 1, "classifier", "logistic", "forest"),
    ("05_uncertainty", 2, "range", (0.3, 0.9), (0.092, 0.471)),
    ("05_uncertainty", 3, "threshold", "0.05", "0.59"),
]
MAX_DRAGS = 5


def exercises(name):
    """Return the cells of a lesson with exercises, by number; each runs on its own."""
    cells = [cell.source for cell in code_of(source(name))]
    return {
        int(number): cell
        for cell in cells
        for number in re.findall(r"^question_(\d+) =", cell, re.MULTILINE)
    }


def code_of_exercises(name):
    """Return code that displays all exercises of a lesson."""
    cells = exercises(name)
    names = ", ".join(f"question_{number}" for number in cells)
    start = "from IPython.display import display\nimport cc_widgets as cc"
    return "\n".join([start, *cells.values(), f"display({names})"])


def test_every_exercise_has_answers_here():
    in_lessons = [(name, number) for name in NAMES for number in exercises(name)]
    assert in_lessons == [(name, number) for name, number, *_ in ANSWERS]


class Student:
    """Answers a question on the page by typing or dragging."""

    def __init__(self, notebook, place):
        self._notebook, self._page = notebook, notebook.page
        self._question = self._page.locator(".cc-question").nth(place)
        self._question.locator(".plotarea_background").first.wait_for()

    def type(self, kind, answer):
        """Enter an answer in the fields below the figures."""
        if kind == "classifier":
            self._question.locator("select").select_option(answer)
            return
        for place, value in enumerate([answer] if kind == "threshold" else answer):
            field = self._question.locator("input[type=text]").nth(place)
            field.fill(str(value))
            field.press("Enter")
            self._notebook.wait_until_idle()  # before Python's update

    def drag(self, kind, answer, is_right):
        """Drag the dots to an answer, repeatedly if it misses."""
        first, second = answer
        targets = {
            "point": [(first, second)],
            "line": [(0.0, first), (1.0, second)],
            "range": [(first, 0.0), (second, 0.0)],
        }[kind]
        half = self._question.locator(".cc-half").last
        half.scroll_into_view_if_needed()
        for _ in range(MAX_DRAGS):
            for index, target in enumerate(targets):
                settle(self._page)
                self._drag_dot(half, index, *target)
                self._notebook.wait_until_idle()
            if is_right():
                return

    def _drag_dot(self, half, index, x, y):
        """Drag a dot to a point in fractions of the plot area."""
        dot = half.locator("path.dot").nth(index).bounding_box()
        plot = half.locator(".plotarea_background").bounding_box()
        mouse = self._page.mouse
        mouse.move(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
        mouse.down()
        mouse.move(plot["x"] + plot["width"] / 2, plot["y"] + plot["height"] / 2)
        mouse.move(plot["x"] + x * plot["width"], plot["y"] + (1 - y) * plot["height"], steps=3)
        mouse.up()

    def check(self, words):
        """Press Check and wait for a message."""
        self._question.get_by_role("button", name="Check").click()
        self._question.get_by_text(words).wait_for()


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("exercise", ANSWERS, ids=lambda answer: f"{answer[0]}-{answer[1]}")
def test_wrong_answer_is_rejected_and_right_answer_accepted(notebook, exercise):
    lesson, number, kind, wrong, right = exercise
    notebook.show(code_of_exercises(lesson))
    student = Student(notebook, number - 1)
    checked = f"bool(question_{number}.checked and question_{number}.checked.is_correct)"
    student.type(kind, wrong)
    student.check(re.compile(r"^Not the best|would be near enough"))
    assert not notebook.python(checked)
    if isinstance(right, tuple):
        student.drag(kind, right, lambda: notebook.python(f"question_{number}.is_correct"))
    else:
        student.type(kind, right)
    student.check(re.compile(r"^Right"))
    assert notebook.python(checked)
