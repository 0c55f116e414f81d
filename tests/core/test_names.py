import pytest

from cc_widgets.core._reading import check_names
from cc_widgets.errors import CostCurveError


def test_any_string_that_shows_something_is_a_name():
    check_names([], "curves")
    check_names(["forest", " tree ", "ä"], "curves")


@pytest.mark.parametrize(
    ("name", "got"), [(3, "3"), (None, "None"), ("", "''"), (" \t", r"' \\t'")]
)
def test_other_names_are_refused_and_shown(name, got):
    with pytest.raises(CostCurveError, match=f"curves: names .*Got the name {got}"):
        check_names(["forest", name], "curves")
