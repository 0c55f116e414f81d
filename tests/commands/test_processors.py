import pytest

from cc_widgets.commands import machine
from cc_widgets.commands.machine import SWITCH, with_fast_sort

TOLD = """\
processor\t: 0
vendor_id\t: {vendor}
cpu family\t: {family}
model\t\t: {model}
model name\t: some processor
flags\t\t: fpu avx2 {flags}

processor\t: 1
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 1
"""
WIDE = "avx512f avx512_vbmi2"


def told(vendor="AuthenticAMD", family=25, model=0x11, flags=WIDE):
    return TOLD.format(vendor=vendor, family=family, model=model, flags=flags)


@pytest.mark.parametrize("model", [0x10, 0x1F, 0x60, 0x7F, 0xA0, 0xAF])
def test_numpy_is_told_to_do_without_the_slow_sort_on_the_fourth_zen(model):
    made = with_fast_sort({"HOME": "h"}, told(model=model))
    assert made == {"HOME": "h", SWITCH: "X86_V4 AVX512_ICL"}


@pytest.mark.parametrize(
    "other",
    [
        told(model=0x21),  # the third Zen
        told(family=26),  # the fifth
        told(vendor="GenuineIntel", family=6),
        told(flags=""),  # a virtual machine that hides the instructions
        "",  # not Linux
        "processor: 0\ncpu family: unknown\nmodel: 17",
    ],
    ids=["zen 3", "zen 5", "intel", "hidden", "nothing", "unknown"],
)
def test_other_processors_keep_numpy_as_it_is(other):
    assert with_fast_sort({}, other) == {}


@pytest.mark.parametrize("chosen", ["", "AVX512_ICL"])
def test_what_the_user_has_set_stays(chosen):
    assert with_fast_sort({SWITCH: chosen}, told()) == {SWITCH: chosen}


def test_every_program_of_a_checkout_and_an_installed_demo_get_it(
    monkeypatch, checkout, environment_of_an_installed_demo
):
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(machine, "description", told)
    assert checkout.environment()[SWITCH] == "X86_V4 AVX512_ICL"
    assert environment_of_an_installed_demo()[SWITCH] == "X86_V4 AVX512_ICL"
