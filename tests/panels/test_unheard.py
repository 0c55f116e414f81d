from ipywidgets import Text

from cc_widgets.panels.parts import let_go, unheard


def test_a_handler_may_be_let_go_of_while_nothing_is_heard_and_hears_again_afterwards():
    control, heard = Text(), []

    def hear(change):
        heard.append(change["new"])

    control.observe(hear, "value")
    with unheard(control, hear), unheard(control, hear):
        let_go(control, hear, "value")
        control.value = "not heard"
    control.value = "heard"
    assert heard == ["heard"]
    control.close()
