"""Isolation of the shared browser and server, even after a failed test."""

from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.browser.conftest import FAILURES, reset_notebook


@pytest.mark.long(cases=0)
def test_failure_restarts_kernel_and_page_for_the_next_test(shared_notebook):
    notebook, before = shared_notebook, shared_notebook.failures
    config = SimpleNamespace(stash={FAILURES: before})
    next(reset_notebook(notebook, config)).run("saboteur = 1")
    notebook.page.evaluate("() => { window.saboteur = 1; }")
    assert next(reset_notebook(notebook, config)).python("'saboteur' in globals()")
    config.stash[FAILURES] += 1
    fresh = next(reset_notebook(notebook, config))
    assert not fresh.python("'saboteur' in globals()")
    assert not fresh.page.evaluate("() => 'saboteur' in window")
    notebook.failures = before


def test_server_rejects_requests_without_its_token(server):
    with pytest.raises(HTTPError, match="403"), urlopen(f"{server.url}/api/kernels"):  # noqa: S310 (it is http)
        pass
    assert server.fetch("api/kernels")
