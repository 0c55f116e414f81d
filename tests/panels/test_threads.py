"""Pages are heard in one thread while cells run in another: ipykernel 7 does that in JupyterLab."""

import sys
from threading import Barrier, Thread
from time import sleep

import pytest
from ipywidgets import Text

import cc_widgets as cc
from cc_widgets.core import Conditions
from cc_widgets.panels.parts import Ear
from tests.panels.conftest import data


@pytest.fixture
def often():
    """Threads take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def beside(act):
    """Do something in another thread; return what waits for it and tells its failures."""
    failed: list[BaseException] = []
    ready = Barrier(2)

    def run():
        ready.wait()
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (whatever it is, it must be told)
            failed.append(error)

    thread = Thread(target=run)
    thread.start()
    ready.wait()

    def end():
        thread.join()
        return failed

    return end


def test_an_ear_that_is_shut_hears_nothing_of_its_own_thread_and_later_of_the_others():
    control, heard = Text(), []
    ear = Ear(control, lambda change: heard.append(change["new"]))
    with ear.shut():
        control.value = "set by Python"
        with ear.shut():
            control.value = "set again"
        control.value = "and again"
        end = beside(lambda: setattr(control, "value", "typed meanwhile"))
        while control.value != "typed meanwhile":
            sleep(0.001)
        assert heard == []
    assert end() == []
    assert heard == ["typed meanwhile"]
    control.value = "typed"
    assert heard == ["typed meanwhile", "typed"]
    ear.close()
    ear.close()
    control.value = "typed in vain"
    assert heard == ["typed meanwhile", "typed"]
    control.close()


def test_who_is_let_go_of_while_a_change_is_passed_on_does_not_hear_of_it():
    control = Text()
    heard: list[object] = []
    first = Ear(control, lambda _change: second.close())
    second = Ear(control, heard.append)
    control.value = "typed"
    assert heard == []
    first.close()
    control.close()


@pytest.mark.usefixtures("often")
def test_changes_of_two_threads_come_one_after_the_other():
    model = cc.CostCurveModel(data())
    model.conditions = Conditions(0.2, 1, (2, 8))
    seen: list[tuple[float, Conditions | None]] = []

    def look():
        seen.append((model.pc, model.conditions))

    model.watch(look, "pc", "conditions")

    def set_often(costs):
        for cost in costs:
            model.conditions = Conditions(0.2, 1, cost)

    end = beside(lambda: set_often([3, 5] * 40))
    set_often([4, 6] * 40)
    assert end() == []
    assert len(seen) == 160
    assert all(known is not None and known.pc.low == pc for pc, known in seen)


@pytest.mark.usefixtures("often", "made")
def test_an_explorer_is_closed_while_its_page_is_heard():
    for _ in range(10):
        explorer = cc.CostCurveExplorer(cc.CostCurveModel(data()))
        duality = explorer.duality

        def drag(duality=duality):
            for step in range(1, 40):
                duality.pc = step / 40

        end = beside(drag)
        explorer.close()
        assert end() == []
