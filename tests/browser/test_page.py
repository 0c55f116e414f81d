"""One-file pages: opened from disk, interactive, and without network requests."""

import itertools
import re

import pytest
from playwright.sync_api import expect

import cc_widgets as cc
from cc_widgets.commands.workshop.fonts import DEFAULT
from cc_widgets.export.page import MIME_TYPE, page_of, state_of
from tests.export.test_page import HOSTILE, converted, explored, notebook_of
from tests.support.figures import FAWCETT_DATA, Explorer
from tests.support.lab import TIMEOUT
from tests.support.looks import FAMILIES, faults

SIZES = {"wide": (1366, 768), "narrow": (400, 800)}
SHARE = 8 / 13


# Applied before rendering by script, because the page's policy forbids inline styles.
FAMILY_ON_BODY = """new MutationObserver((_, observer) => {
  if (!document.body) return;
  observer.disconnect();
  document.body.style.fontFamily = "'FAMILY'";
  document.body.style.setProperty('--jp-content-font-family', "'FAMILY'");
}).observe(document, { childList: true, subtree: true });"""


class LocalPage:
    """A page opened from disk, whose network requests are blocked and recorded."""

    def __init__(self, browser, path, size=SIZES["wide"], scheme="light", family=DEFAULT):
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme
        )
        self.requests: list[str] = []
        self.problems: list[str] = []
        self.page = self.context.new_page()
        self.page.route("**/*", self._route)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.add_init_script(FAMILY_ON_BODY.replace("FAMILY", family))
        self.page.goto(path.as_uri())
        self.explorer = Explorer(self.page)

    def _route(self, route):
        if route.request.resource_type == "document":
            route.continue_()
        else:
            self.requests.append(route.request.url)
            route.abort()

    def _note(self, message):
        if message.type in {"error", "warning"}:
            self.problems.append(message.text)

    def close(self):
        self.context.close()
        assert self.requests == []
        assert self.problems == []


@pytest.fixture
def opened(browser):
    """Yield a function that opens a page; afterwards assert that no page made a request."""
    pages = []

    def open_page(path, *look):
        pages.append(LocalPage(browser._browser, path, *look))
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


@pytest.fixture
def live(open_widgets):
    """Return an explorer of Fawcett's first 13 instances."""
    assert not open_widgets()
    data: dict[str, list[float]] = {}
    exec(FAWCETT_DATA, data)  # noqa: S102 (our own data)
    return cc.explore(data["y_true"][:13], {"Fawcett": data["y_score"][:13]})


def near(pixels, gap=0.5):
    return pytest.approx(pixels, abs=gap)


def test_hover_drag_and_keys_work_and_agree_with_python(live, opened, tmp_path):
    page = opened(explored().to_html(tmp_path / "page.html", live))
    explorer, model = page.explorer, live.model
    explorer.root.evaluate("(root) => root.scrollIntoView()")
    explorer.settle()
    curve = model.curves.classifiers[0].curve
    corner = float(curve.fpr[3]), float(curve.tpr[3])
    explorer.move("roc", *corner)
    assert explorer.highlights("roc")["dot"] == near(explorer.to_pixels("roc", corner))
    line = explorer.to_pixels("cost", (0, corner[0]), (1, 1 - corner[1]))
    assert explorer.highlights("cost")["line"] == near(line)
    assert explorer.has_answer(model.recommend().text)

    explorer.root.get_by_role("button", name="As in these data").click()
    model.conditions = cc.Conditions(prior=SHARE, cost_fp=1, cost_fn=1)
    assert explorer.has_answer(model.recommend().text)

    explorer.move("cost", model.pc, 0.4)
    page.page.mouse.down()
    explorer.move("cost", 0.75, 0.4)
    page.page.mouse.up()
    (count,) = re.findall(r"cases (\d+) are positives", explorer.answer())
    assert int(count) == near(750, 5)

    explorer.leave()
    explorer.figure("roc").locator("[tabindex='0']").first.focus()
    page.page.keyboard.press("ArrowRight")
    first = explorer.highlights("roc")["dot"]
    page.page.keyboard.press("ArrowRight")
    assert first is not None
    assert explorer.highlights("roc")["dot"] not in (None, first)
    assert explorer.detail().startswith("Fawcett")


def test_offscreen_figures_are_resized_for_printing(live, opened, tmp_path):
    page = opened(explored().to_html(tmp_path / "page.html", live, explored(), live)).page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 793, "height": 600})
    page.wait_for_function(FITS)


FITS = """() => {
  const figures = [...document.querySelectorAll('.cc-figure')];
  const widths = figures.map((one) => one.getBoundingClientRect().width);
  const drawn = figures.map((one) => one.querySelector('svg').viewBox.baseVal.width);
  return figures.length === 8 && widths.every((one, i) => Math.abs(one - drawn[i]) < 1);
}"""


def test_all_visible_controls_work_without_python(live, opened, tmp_path):
    live.model.conditions = cc.Conditions(prior=0.01, cost_fp=1, cost_fn=(2, 5))
    explorer = opened(live.to_html(tmp_path / "page.html")).explorer
    root = explorer.root
    assert explorer.has_answer(live.model.recommend().text)
    tabs = root.get_by_role("tab")
    assert tabs.all_inner_texts() == ["Compare", "Classifiers", "Data table"]
    links = root.locator(".cc-card-links, .cc-conditions, .cc-top").get_by_role("button")
    visible = [link.inner_text() for link in links.all() if link.is_visible()]
    assert not {"More…", "Show on log-odds axis", "Test the difference"} & set(visible)
    assert not root.get_by_role("combobox", name="Axis").is_visible()

    field = root.get_by_role("textbox", name="A miss costs")
    field.fill("4")
    field.press("Enter")
    live.model.conditions = cc.Conditions(prior=0.01, cost_fp=1, cost_fn=4)
    assert explorer.has_answer(live.model.recommend().text)
    field.fill("four")
    field.press("Enter")
    root.get_by_text("Type a number").wait_for()

    tabs.first.click()
    root.get_by_text("There is no Python behind this page: what you change").first.wait_for()
    assert root.get_by_role("tabpanel").get_by_role("table").inner_text().startswith("Classifier")
    tabs.nth(1).click()
    root.get_by_text("By the H-measure it saves").first.wait_for()
    tabs.last.click()
    assert root.get_by_role("tabpanel").get_by_role("table").count() > 0


def test_pictures_in_panels_equal_those_drawn_by_python(live, opened, tmp_path):
    live.model.bootstrap(n_resamples=200, rng=0)
    root = opened(live.to_html(tmp_path / "page.html")).explorer.root
    root.get_by_role("tab", name="Uncertainty").click()
    parts = root.locator(".cc-funnel .cc-part")
    parts.first.wait_for()
    drawn = [part.bounding_box()["width"] for part in parts.all()]
    planned = live.model.sample_size().widths
    expected = [interval.width / planned[0].width for interval in planned]
    assert [width / drawn[0] for width in drawn] == near(expected, 0.02)
    bars = [bar.bounding_box() for bar in root.locator(".cc-often .cc-part").all()]
    assert len(bars) == len(live.model._stability.bars)
    assert max(bar["height"] for bar in bars) > 20
    assert not root.get_by_role("button", name="Run").is_visible()


def test_axes_change_with_steps_of_different_quantities(live, opened, tmp_path):
    shown = cc.steps("normalised", {"a": (0.1, 0.6)}, cost_fp=10, cost_fn=40)
    page = opened(shown.to_html(tmp_path / "page.html", live)).page
    figure = page.locator(".cc-half >> nth=1")
    shares, normalised = "Share of positives", "Normalised expected cost"
    money = [(shares, "Expected cost", "40")] * 2
    for across, upwards, top in ((shares, "Error rate", "1"), *money, (shares, normalised, "1")):
        figure.get_by_text(across, exact=True).wait_for()
        figure.get_by_text(upwards, exact=True).wait_for()
        figure.locator(".tick text").get_by_text(top, exact=True).last.wait_for()
        page.get_by_role("button", name="Next").click()
    figure.get_by_text("PC(+)", exact=True).wait_for()
    figure.get_by_text(normalised, exact=True).wait_for()
    assert figure.locator(".tick text").get_by_text("40", exact=True).count() == 0
    shown.close()


def test_other_widgets_are_shown_and_steps_continue_without_python(live, opened, tmp_path):
    shown = cc.steps("hull", {"a": ([0.1, 0.2, 0.3], [0.5, 0.55, 0.6])})
    question = live.ask("threshold")
    classes = cc.explore_classes(["a", "b", "c"], {"tree": ["a", "b", "b"]}, rng=0)
    page = opened(shown.to_html(tmp_path / "page.html", question, classes, live, explored())).page
    page.get_by_text(shown.words).wait_for()
    steps = page.locator(".cc-question").first
    for _ in range(4):
        page.get_by_role("button", name="Next").click()
    shown.step = 4
    page.get_by_text(shown.words).wait_for()
    dots = [mark for mark in shown._built.steps[4].roc if not mark.is_line]
    seen = steps.locator(".cc-half >> nth=0 >> path.dot:visible")
    n_dots = sum(len(mark.x) for mark in dots)
    expect(seen).to_have_count(n_dots, timeout=1000 * TIMEOUT)
    rings = [
        dot for dot in seen.all() if dot.evaluate("(dot) => getComputedStyle(dot).fill") == "none"
    ]
    assert len(rings) == sum(len(mark.x) for mark in dots if mark.role == "dropped")
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    shown.next()
    page.get_by_text(shown.words).wait_for()
    page.get_by_text("Check and Show need it").wait_for()
    page.get_by_text("Tables and costs that are changed here change nothing else.").wait_for()
    page.get_by_text("Hidden until the question is answered.").wait_for()
    assert page.get_by_text("cannot be shown").count() == 0
    for widget in (shown, question, classes):
        widget.close()


def test_notes_are_shown_added_and_undone_without_python(live, opened, tmp_path):
    live.add_note("<b>from</b> Python", pc=0.25)
    page = opened(live.to_html(tmp_path / "page.html"))
    root, press = page.explorer.root, page.page.keyboard.press
    notes = root.locator(".cc-note-text")
    assert notes.all_inner_texts() == ["<b>from</b> Python"]
    page.explorer.figure("roc").locator("[tabindex='0']").first.focus()
    press("e")
    press("n")
    page.page.keyboard.type("on the page")
    press("Enter")
    assert notes.all_inner_texts() == ["<b>from</b> Python", "on the page"]
    assert root.locator(".cc-note-where").last.inner_text().startswith("the edge between ")
    for space in ("roc", "cost"):
        badges = page.explorer.figure(space).locator(".cc-note-badge")
        assert badges.filter(visible=True).all_text_contents() == ["1", "2"]
    press("Control+z")
    assert notes.all_inner_texts() == ["<b>from</b> Python"]


def test_names_and_titles_do_not_execute_code(open_widgets, opened, tmp_path):
    explorer = explored(len(HOSTILE), name=lambda i: HOSTILE[i])
    assert open_widgets()
    page = opened(explorer.to_html(tmp_path / "page.html", title=HOSTILE[0]))
    assert page.page.evaluate("window.hit ?? null") is None
    assert page.page.title() == page.page.locator("h1").inner_text() == HOSTILE[0]
    chips = page.explorer.root.locator(".cc-chip-name").all_text_contents()
    assert [text[:4] for text in chips] == [text[:4] for text in HOSTILE]


def test_modified_page_does_not_execute_code_and_reports_errors(live, opened, tmp_path):
    live.model.add("useless", [[5, 5], [5, 5]])
    state = state_of(live)
    widgets = state["widgets"].values()
    words = next(widget for widget in widgets if widget["model_name"] == "HTMLModel")
    evil = "<img src=x onerror='window.hit = 1'><b onclick='hit()'>bold</b>"
    words["state"]["value"] += f"{evil}<div style='left:1%;position:fixed'>far</div>"
    path = tmp_path / "page.html"
    path.write_text(page_of([state], ""), "utf-8")
    page = opened(path)
    page.page.get_by_text("bold").wait_for()
    assert page.page.evaluate("window.hit ?? null") is None
    assert page.page.locator(".widget-html :is(b, img)").count() == 0
    assert page.page.get_by_text("far", exact=True).get_attribute("style") is None
    path.write_text(page_of([{**state, "version": 9}], ""), "utf-8")
    page.page.reload()
    page.page.get_by_text("This cannot be shown. This was saved in form 9").wait_for()


def test_exported_notebook_has_an_interactive_explorer_among_its_outputs(live, opened, tmp_path):
    path = tmp_path / "page.html"
    bundles = {"text/plain": "before"}, {MIME_TYPE: state_of(live)}, {"text/plain": "after"}
    path.write_text(converted(notebook_of(*bundles)), "utf-8")
    page = opened(path)
    explorer = page.explorer
    corner = live.duality.hull.fpr[1], live.duality.hull.tpr[1]
    explorer.root.evaluate("(root) => root.scrollIntoView()")
    explorer.move("roc", *corner)
    assert explorer.highlights("roc")["dot"] == near(explorer.to_pixels("roc", corner))
    assert explorer.has_answer(live.model.recommend().text)
    places = [page.page.get_by_text(text).bounding_box()["y"] for text in ("before", "after")]
    assert places[0] < explorer.root.bounding_box()["y"] < places[1]


STRICT = {"content-type": "text/html", "content-security-policy": "default-src 'self'"}
BLOCKED = "This figure needs scripts, which are blocked here."


def test_blocked_scripts_leave_a_message_for_each_figure(live, opened, browser, tmp_path):
    path = live.to_html(tmp_path / "page.html", explored())
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(body=path.read_bytes(), headers=STRICT))
    page.goto("https://strict.test/")
    messages = page.get_by_text(BLOCKED)
    assert [message.is_visible() for message in messages.all()] == [True, True]
    page.close()
    assert not opened(path).page.get_by_text(BLOCKED).first.is_visible()


def test_names_are_not_typeset_by_mathjax(open_widgets, opened, tmp_path):
    explorer = explored(name="model $x_{}$".format)
    assert open_widgets()
    page = opened(explorer.to_html(tmp_path / "page.html"))
    # MathJax 3 has no `Hub`, which ipywidgets uses if there is no other typesetter.
    page.page.add_init_script("window.MathJax = { startup: {} }")
    page.page.reload()
    explorer = Explorer(page.page)
    explorer.root.get_by_role("tab", name="Classifiers").click()
    panel = explorer.root.get_by_role("tabpanel")
    panel.get_by_text("By the H-measure it saves").first.wait_for()
    assert "model $x_1$" in panel.inner_text()


@pytest.fixture
def banded(live, tmp_path):
    """Return the page of an explorer with bands."""
    live.model.bootstrap(n_resamples=200, rng=0)
    return live.to_html(tmp_path / "page.html", title="A title")


LOOKS = itertools.product(SIZES, ["light", "dark"])


@pytest.mark.long(cases=2)
@pytest.mark.parametrize(("look", "family"), list(zip(LOOKS, FAMILIES, strict=False)), ids=str)
def test_page_is_legible(banded, opened, pictures, look, family):
    size, scheme = look
    page = opened(banded, SIZES[size], scheme, family)
    page.explorer.leave()
    page.page.screenshot(path=pictures / f"page-{size}-{scheme}.png", full_page=True)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert faults(page.page.locator("body")) == []
    if size == "wide":
        bar = page.explorer.root.locator(".cc-ribbon-bar").bounding_box()
        assert bar["y"] + bar["height"] <= SIZES[size][1]
