"""What the tests share is as they found it, also after one of them has failed."""

from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.browser.conftest import FAILURES, lent


# N4
def test_after_a_failure_the_next_test_gets_a_fresh_kernel_and_page(shared_notebook):
    notebook, before = shared_notebook, shared_notebook.failures
    harmed = SimpleNamespace(stash={FAILURES: before})
    next(lent(notebook, harmed)).run("saboteur = 1")
    notebook.page.evaluate("() => { window.saboteur = 1; }")
    assert next(lent(notebook, harmed)).python("'saboteur' in globals()")
    harmed.stash[FAILURES] += 1
    fresh = next(lent(notebook, harmed))
    assert not fresh.python("'saboteur' in globals()")
    assert not fresh.page.evaluate("() => 'saboteur' in window")
    notebook.failures = before


# F7
def test_nobody_else_on_the_machine_gets_into_the_server(server):
    with pytest.raises(HTTPError, match="403"), urlopen(f"{server.url}/api/kernels"):  # noqa: S310 (it is http)
        pass
    assert server.fetch("api/kernels")
