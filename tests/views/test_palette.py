"""Classifiers are distinguishable with colour vision deficiency."""

import colorsys
import itertools

import numpy as np
import pytest

from cc_widgets.model.drawing import look

# Machado, Oliveira & Fernandes 2009, severity 1, for linear red, green and blue.
SEEN_BY = {
    "everybody": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
LUMINANCE = [0.2126, 0.7152, 0.0722]
LEAST_DIFFERENCE = 0.2


def linear(color):
    """Return linear red, green and blue of `#rrggbb`, from 0 to 1."""
    part = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def simulated(color, eyes):
    """Return the simulated luminance of a colour, and its hue as a share of the circle."""
    light = np.clip(np.array(SEEN_BY[eyes]) @ linear(color), 0, 1)
    shown = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return light @ LUMINANCE, colorsys.rgb_to_hsv(*shown)[0]


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_four_classifiers_differ_in_dash_marker_and_luminance_or_hue(eyes):
    for first, second in itertools.combinations([look(i) for i in range(4)], 2):
        assert first.dash != second.dash
        assert first.marker != second.marker
        (dark, hue), (light, other_hue) = sorted(
            [simulated(first.color, eyes), simulated(second.color, eyes)]
        )
        turn = abs(hue - other_hue)
        difference = max(1 - dark / light, min(turn, 1 - turn))
        assert difference >= LEAST_DIFFERENCE, (first.color, second.color, difference)
