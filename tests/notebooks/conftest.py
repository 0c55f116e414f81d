"""A lesson is run once, for the file of tests that is about it."""

import pytest

from tests.support.lessons import NAMES, STALE, kept, ran, states_of, texts_of


@pytest.fixture(scope="module", autouse=True)
def lesson(request):
    """The notebook after which the file of tests is called; it shows what it is kept with."""
    name = request.path.stem.removeprefix("test_")
    if name not in NAMES:
        yield None
        return
    with ran(name) as today:
        if not request.config.getoption("--update-pictures"):
            assert texts_of(kept(name)) == texts_of(today.notebook), STALE
            assert len(states_of(kept(name))) == len(states_of(today.notebook)), STALE
        yield today
