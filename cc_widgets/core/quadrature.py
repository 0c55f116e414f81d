"""Adaptive integration of a density, in pieces, and of the density times pc.

Gauss-Kronrod with 7 and 15 nodes, after pc = sin(pi t / 2)^2. That change of variable takes
away the infinities that a density may have at pc = 0 and pc = 1, such as 1 / sqrt(pc).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cc_widgets.core.arrays import FloatArray
from cc_widgets.errors import CostCurveError

# Nodes and weights on [-1, 1], from the middle outwards; Gauss uses every other node.
_NODES = (
    *(0.0, 0.207784955007898468, 0.405845151377397167, 0.586087235467691130),
    *(0.741531185599394440, 0.864864423359769073, 0.949107912342758525, 0.991455371120812640),
)
_KRONROD = (
    *(0.209482141084727828, 0.204432940075298892, 0.190350578064785410, 0.169004726639267903),
    *(0.140653259715525919, 0.104790010322250184, 0.063092092629978553, 0.022935322010529225),
)
_GAUSS = (0.417959183673469388, 0.381830050505118945, 0.279705391489276668, 0.129484966168869693)
_CELLS = 64
_ROUNDS = 60
_MOST_CELLS = 2**16  # open at once: a function that needs more is noise, not a density
_EPS = float(np.finfo(np.float64).eps)
_GOOD = 1e-13  # share of the whole that an accepted cell may be wrong by
_ENOUGH = 1e-6  # share that all of them may be wrong by, where rounding near 1 decides
_INSIDE = (1e-300, 1.0 - _EPS / 2)


def _symmetric(half: tuple[float, ...], sign: float = 1.0) -> FloatArray:
    """Write out a rule that is given from the middle outwards."""
    return np.array([*(sign * value for value in half[:0:-1]), *half])


_T = _symmetric(_NODES, -1.0)
_W = _symmetric(_KRONROD)
_G = np.zeros(_W.size)
_G[1::2] = _symmetric(_GAUSS)


def moments(
    function: Callable[[FloatArray], FloatArray], edges: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Integrate (1 - pc) f(pc) and pc f(pc) over each range between edges.

    Parameters
    ----------
    function : callable
        Takes an array of pc inside (0, 1) and returns numbers that are not negative.
    edges : ndarray of float64, shape (n_pieces + 1,)
        Rising from 0 to 1.

    Returns
    -------
    of_negatives, of_positives : ndarray of float64, shape (n_pieces,)
        Element i is the integral of (1 - pc) f, and of pc f, from edges[i] to edges[i + 1].
        Errors are below 1e-12 of the integral of f, if no feature of f is narrower than about
        1e-3. They reach 1e-6 if f grows without bound at pc = 1: floats do not tell pc from
        1 where much of such an integral lies.

    Raises
    ------
    CostCurveError
        If the integral of f does not settle.

    Examples
    --------
    >>> [side.round(12) for side in moments(np.ones_like, np.array([0.0, 0.5, 1.0]))]
    [array([0.375, 0.125]), array([0.125, 0.375])]
    """
    angle = _angle(edges)
    cells = np.union1d(angle, np.linspace(0.0, 1.0, _CELLS + 1))
    start, stop = cells[:-1], cells[1:]
    negative, positive, error = np.zeros(edges.size - 1), np.zeros(edges.size - 1), 0.0
    for _ in range(_ROUNDS):
        rule = _rule(function, start, stop)
        total = float((negative + positive).sum() + (rule.negative + rule.positive).sum())
        done = rule.error <= _GOOD * total + rule.rounding
        piece = np.searchsorted(angle[1:-1], start[done], side="right")
        negative += np.bincount(piece, rule.negative[done], negative.size)
        positive += np.bincount(piece, rule.positive[done], positive.size)
        error += float(rule.error[done].sum())
        start, stop = start[~done], stop[~done]
        if not start.size or 2 * start.size > _MOST_CELLS or error > _ENOUGH * total:
            break
        middle = (start + stop) / 2
        start, stop = np.append(start, middle), np.append(middle, stop)
    if start.size or error > _ENOUGH * total:
        raise CostCurveError(
            "the integral of the density does not settle",
            where="density",
            got=f"about {total:.3g}, not known to 6 digits",
            fix="Use Beta(a, b) or Histogram(edges, weights) for a density with a steep peak.",
        )
    return negative, positive


def _angle(pc: FloatArray) -> FloatArray:
    """Return t, from 0 to 1, for which pc = sin(pi t / 2)^2."""
    return np.where(
        pc < 0.5,  # noqa: PLR2004 (the middle)
        np.arcsin(np.sqrt(pc)) * (2 / np.pi),
        1.0 - np.arcsin(np.sqrt(1.0 - pc)) * (2 / np.pi),
    )


class _Rule(NamedTuple):
    """Both integrals over each cell, how much they may be wrong by, and by rounding alone."""

    negative: FloatArray
    positive: FloatArray
    error: FloatArray
    rounding: FloatArray


def _rule(
    function: Callable[[FloatArray], FloatArray], start: FloatArray, stop: FloatArray
) -> _Rule:
    """Integrate over each cell."""
    half = (stop - start)[:, None] / 2
    t = (start + stop)[:, None] / 2 + half * _T
    from_0, from_1 = np.sin(np.pi / 2 * t) ** 2, np.sin(np.pi / 2 * (1.0 - t)) ** 2
    value = function(np.clip(from_0, *_INSIDE)) * (np.sqrt(from_0 * from_1) * np.pi * half)
    return _Rule(
        negative=(value * from_1) @ _W,
        positive=(value * from_0) @ _W,
        error=np.abs(value @ (_W - _G)),
        # A function that grows towards pc = 1 is called there with a rounded distance from 1.
        rounding=(value * (_EPS / from_1)) @ _W,
    )
