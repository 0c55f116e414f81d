"""Generated tables of the guides are up to date, and links of documents lead to files."""

import re
from importlib import import_module

import pytest

import cc_widgets
from tests.support.modules import CORE_MODULES
from tests.support.pages import GUIDES, PACKAGE, PAGES, ROOT, public_names, updated_text

DOCUMENTS = (*ROOT.glob("*.md"), *GUIDES.parent.glob("*.md"), *GUIDES.glob("*.md"))
BUILT = {"lessons.md", "gallery.md", "reference.md", "help.md", "papers.md"}  # by build.py


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_generated_tables_are_up_to_date(path):
    if not path.exists():
        pytest.skip("only in a checkout")
    assert path.read_text("utf-8") == updated_text(path), (
        "update them: python -m tests.support.pages"
    )


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(path):
    if not GUIDES.exists():
        pytest.skip("only in a checkout")
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    targets = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text)]
    files = {target for target in targets if target and "://" not in target}
    missing = {target for target in files if not (path.parent / target).exists()}
    assert missing - (BUILT if path.name == "index.md" else set()) == set()


def test_all_guides_are_listed():
    if not GUIDES.exists():
        pytest.skip("only in a checkout")
    index = (GUIDES / "index.md").read_text("utf-8")
    names = {path.name for path in GUIDES.glob("*.md")} - {"index.md"}
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", index)) == names | BUILT


def test_public_names_are_listed_with_their_files():
    names_by_file = public_names()
    listed = {name for names in names_by_file.values() for name in names}
    assert set(cc_widgets.__all__) - {"core", "datasets", "__version__"} <= listed
    for module in CORE_MODULES:
        assert set(import_module(module).__all__) <= listed
    assert "CostCurveModel" in names_by_file[PACKAGE / "model/state.py"]
    assert "Conditions" in names_by_file[PACKAGE / "core/conditions.py"]
