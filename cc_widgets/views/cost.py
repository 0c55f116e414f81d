"""Cost space: cost lines, envelopes, trivial rules."""

import numpy as np
from bqplot import Figure, Label, Lines

from cc_widgets.core.cost import cost_lines
from cc_widgets.model.derive import Derived, DerivedClassifier
from cc_widgets.views.cursor import Duality
from cc_widgets.views.marks import Ranks, Scales, assign, axis, figure, reference_line, unit_scale
from cc_widgets.views.style import NEUTRAL, Look

# No lower envelope rises above it: the better trivial rule costs min(pc, 1 - pc).
_TOP = 0.5
# On a square plot the trivial lines climb 1 while the axis shows _TOP.
_SLANT = float(np.degrees(np.arctan(1.0 / _TOP)))


class CostView:
    """Owns the figure of cost space and moves its marks."""

    def __init__(self, duality: Duality) -> None:
        scales = {"x": unit_scale(), "y": unit_scale(_TOP)}
        self._trivial = reference_line(scales, [0.0, 1.0], [[0.0, 1.0], [1.0, 0.0]])
        self._call_negative = _words(scales, 0.36, -_SLANT)
        self._call_positive = _words(scales, 0.64, _SLANT)
        self._curves = Ranks(scales, _LineMarks)
        self.figure: Figure = figure(
            "Cost space",
            (
                axis(scales["x"], "Probability-cost value PC(+)"),
                axis(scales["y"], "Normalised expected cost", vertical=True),
            ),
            duality,
            space="cost",
            description="Cost space. Arrow keys walk through the cost lines.",
        )
        self._show()

    def draw(self, derived: Derived) -> None:
        """Show this snapshot; marks that exist already are moved."""
        negative, positive = derived.classes
        self._call_negative.text = [f"Call all {negative}"]
        self._call_positive.text = [f"Call all {positive}"]
        self._curves.fit(len(derived.classifiers), self._show)
        opacity = _faintness(sum(item.shown.index.size for item in derived.classifiers))
        for marks, classifier in zip(self._curves, derived.classifiers, strict=True):
            marks.draw(classifier, opacity)

    def _show(self) -> None:
        self.figure.marks = [
            *(marks.lines for marks in self._curves),
            self._trivial,
            *(marks.envelope for marks in self._curves),
            self._call_negative,
            self._call_positive,
        ]


def _words(scales: Scales, pc: float, angle: float) -> Label:
    """Return a text along a trivial line, a little above it."""
    return Label(
        x=[pc],
        y=[min(pc, 1.0 - pc) + 0.03],
        text=[""],
        scales=scales,
        rotate_angle=angle,
        align="middle",
        font_weight="normal",
        default_size=12,
        colors=[NEUTRAL],
    )


class _LineMarks:
    """The marks of one classifier."""

    def __init__(self, scales: Scales, style: Look) -> None:
        self.lines = Lines(
            x=[],
            y=[],
            scales=scales,
            colors=[style.color],
            stroke_width=1.0,
        )
        self.envelope = Lines(
            x=[],
            y=[],
            scales=scales,
            colors=[style.color],
            line_style=style.dash,
            stroke_width=3.0,
            apply_clip=False,
        )

    def draw(self, classifier: DerivedClassifier, opacity: float) -> None:
        lines = cost_lines(classifier.curve)
        ends = np.column_stack([lines.fpr, lines.fnr])[classifier.shown.index]
        assign(self.lines, x=[0.0, 1.0], y=ends, opacities=[opacity] * len(ends))
        assign(self.envelope, x=classifier.envelope.pc, y=classifier.envelope.cost)


def _faintness(count: int) -> float:
    """Return an opacity at which many lines stay a background."""
    return max(0.04, min(0.35, 24.0 / max(1, count)))
