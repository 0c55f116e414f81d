"""Each lesson is executed once, for its test file."""

import pytest

from tests.support.lessons import NAMES, check_outputs, run_lesson


@pytest.fixture(scope="module", autouse=True)
def lesson(request):
    """Execute the notebook that the test file is named after; None if there is none."""
    name = request.path.stem.removeprefix("test_")
    if name not in NAMES:
        yield None
        return
    with run_lesson(name) as executed:
        check_outputs(executed)
        yield executed
