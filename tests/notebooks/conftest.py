"""A lesson is run once, for the file of tests that is about it."""

import pytest

from tests.support.lessons import NAMES, check_outputs, ran


@pytest.fixture(scope="module", autouse=True)
def lesson(request):
    """The notebook after which the file of tests is called, executed in this process."""
    name = request.path.stem.removeprefix("test_")
    if name not in NAMES:
        yield None
        return
    with ran(name) as today:
        check_outputs(today)
        yield today
