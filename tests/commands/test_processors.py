import pytest

from cc_widgets.commands import machine
from cc_widgets.commands.machine import SWITCH, with_fast_sort

CPUINFO = """\
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


def cpuinfo(vendor="AuthenticAMD", family=25, model=0x11, flags=WIDE):
    return CPUINFO.format(vendor=vendor, family=family, model=model, flags=flags)


@pytest.mark.parametrize("model", [0x10, 0x1F, 0x60, 0x7F, 0xA0, 0xAF])
def test_slow_sort_is_disabled_on_zen_4(model):
    environment = with_fast_sort({"HOME": "h"}, cpuinfo(model=model))
    assert environment == {"HOME": "h", SWITCH: "X86_V4 AVX512_ICL"}


@pytest.mark.parametrize(
    "text",
    [
        cpuinfo(model=0x21),  # Zen 3
        cpuinfo(family=26),  # Zen 5
        cpuinfo(vendor="GenuineIntel", family=6),
        cpuinfo(flags=""),  # virtual machine that hides the features
        "",  # not Linux
        "processor: 0\ncpu family: unknown\nmodel: 17",
    ],
    ids=["zen 3", "zen 5", "intel", "hidden", "nothing", "unknown"],
)
def test_numpy_is_unchanged_on_other_processors(text):
    assert with_fast_sort({}, text) == {}


@pytest.mark.parametrize("value", ["", "AVX512_ICL"])
def test_value_set_by_the_user_takes_precedence(value):
    assert with_fast_sort({SWITCH: value}, cpuinfo()) == {SWITCH: value}


def test_variable_is_set_in_a_checkout_and_for_an_installed_demo(
    monkeypatch, checkout, installed_demo_environment
):
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(machine, "read_cpuinfo", cpuinfo)
    assert checkout.environment()[SWITCH] == "X86_V4 AVX512_ICL"
    assert installed_demo_environment()[SWITCH] == "X86_V4 AVX512_ICL"
