"""Linked ROC and cost space figures with their panels, in one widget."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial, wraps
from inspect import signature
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, Protocol, Self, overload
from weakref import ref

from ipywidgets import HBox, Layout, Widget
from numpy.typing import ArrayLike
from traitlets import Bool, link

from cc_widgets.core import Conditions
from cc_widgets.core.conditions import RangeLike
from cc_widgets.core.confusion import MatrixRows as RowsOfMatrices
from cc_widgets.core.scores import WeightsAre
from cc_widgets.core.uncertainty.sampling import Rng
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import OUTPUTS, output_of, without_comms
from cc_widgets.intake import (
    BOUND,
    Missing,
    document_kinds,
    is_frame,
)
from cc_widgets.model.asking import make_question
from cc_widgets.model.bands import Bands
from cc_widgets.model.drawing import looks
from cc_widgets.model.estimating import find_estimates, request_estimates
from cc_widgets.model.groups import group_words
from cc_widgets.model.notes import Note
from cc_widgets.model.numerals import truncated_list
from cc_widgets.model.recommendation import Recommendation
from cc_widgets.model.state import NESTED_ATTRIBUTES, CostCurveModel
from cc_widgets.model.traits import unknown_attribute, watch, with_lock
from cc_widgets.model.words import describe_model
from cc_widgets.panels.asking import Question
from cc_widgets.panels.bootstrap import BootstrapPanel
from cc_widgets.panels.classifiers import ClassifiersPanel
from cc_widgets.panels.compare import ComparePanel, CriteriaPanel
from cc_widgets.panels.conditions import ConditionsPanel, RowPanel
from cc_widgets.panels.parts import (
    NotesFile,
    Pages,
    Panel,
    PersistentWidget,
    PlainText,
    UserChanges,
    close_previous_run,
    unregister,
)
from cc_widgets.views.cost import CostView
from cc_widgets.views.link import (
    DEPENDENT_TRAITS,
    PAGE_SETTABLE,
    PAGE_TRAITS,
    SETTABLE_TRAITS,
    apply_page_value,
    duality_traits,
    update_page,
)
from cc_widgets.views.roc import RocView
from cc_widgets.views.style import ChangeTracker, assign, close_all
from cc_widgets.widgets.answer import Answer
from cc_widgets.widgets.controls import Controls
from cc_widgets.widgets.detail import Detail
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.frame import Frame
from cc_widgets.widgets.key import Key
from cc_widgets.widgets.legend import Legend
from cc_widgets.widgets.notes import Notes
from cc_widgets.widgets.presence import Presence
from cc_widgets.widgets.ribbon import Ribbon
from cc_widgets.widgets.switches import Switches
from cc_widgets.widgets.table import DataTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PANELS: Mapping[str, Callable[[CostCurveModel, Duality], Panel]] = {
    "Uncertainty": lambda model, _: BootstrapPanel(model),
    "Compare": ComparePanel,
    "Criteria": lambda model, _: CriteriaPanel(model),
    "Classifiers": lambda model, _: ClassifiersPanel(model),
}
"""Functions that create the panels, by tab title."""

RESETS = (*(name for name in SETTABLE_TRAITS if name != "notes"), "view")
"""Traits restored by `reset`: those that can be set on the page, except notes."""

# ---- Tabs whose panels are created on demand


TABLES = "Data table"


class Tabs:
    """Row of tabs whose panels are created when first opened.

    Parameters
    ----------
    makers : mapping of str to callable
        Functions that create the panels, by tab title.
    duality : Duality, optional
        State shared with the page; if given, a tab with the data tables is added.
    name : str
        Additional CSS class.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], Panel]],
        duality: Duality | None = None,
        name: str = "",
    ) -> None:
        self._makers = list(makers.values())
        self._tables = [] if duality is None else [DataTable(duality=duality)]
        self.panels: dict[int, Panel] = {}
        self.widget = Controls(
            titles=[*makers, *(TABLES for _ in self._tables)],
            pages=[*(None for _ in makers), *self._tables],
            duality=duality,
            tables=len(makers) if self._tables else -1,
            _dom_classes=(name,) if name else (),
        )
        self.widget.observe(self._make, ["unfolded", "selected"])

    def open(self, title: object) -> None:
        """Expand the panel with this title."""
        titles = self.widget.titles
        if not isinstance(title, str) or title not in titles:
            fix = f"Pass one of {titles}."
            raise CostCurveError("unknown panel", where="title", got=shown(title), fix=fix)
        self.widget.selected = titles.index(title)
        self.widget.unfolded = True

    def close(self) -> None:
        """Close all panels."""
        for panel in self.panels.values():
            panel.close()
        for tables in self._tables:
            close_all(tables)
        self.widget.close()
        self.panels.clear()
        self.widget.pages = []

    def _make(self, _change: Any) -> None:
        """Create the selected panel if it is expanded for the first time."""
        place = self.widget.selected
        if not self.widget.unfolded or place in self.panels:
            return
        if not 0 <= place < len(self._makers):
            return
        self.panels[place] = self._makers[place]()
        pages = [*self.widget.pages]
        pages[place] = self.panels[place].widget
        self.widget.pages = pages

    @contextmanager
    def unopened_panels(self) -> Iterator[Pages]:
        """Context manager that builds panels with content that were never opened."""
        with without_comms():
            places = [place for place in range(len(self._makers)) if place not in self.panels]
            panels = {place: self._makers[place]() for place in places}
            try:
                for panel in panels.values():
                    panel.show_all_details()
                yield {
                    self.widget.model_id: {
                        place: panel.widget for place, panel in panels.items() if panel.has_content
                    }
                }
            finally:
                for panel in panels.values():
                    panel.close()


# ---- Synchronisation of the model and the page


class PageSync:
    """Two-way synchronisation of a model and the page.

    Parameters
    ----------
    model : CostCurveModel
        Changes that the model rejects are undone on the page.
    duality : Duality
        State shared with the page.
    draw : callable
        Called once after each change of the model.
    prepare : callable, optional
        Called with the model before it is sent to the page.
    """

    def __init__(
        self,
        model: CostCurveModel,
        duality: Duality,
        draw: Callable[[], None],
        prepare: Callable[[CostCurveModel], None] = lambda _model: None,
    ) -> None:
        self._model = model
        self._prepare = prepare
        self._duality = duality
        self._draw = draw
        self._stop = watch(model, self._on_model_change, *PAGE_TRAITS)
        self._page_changes = UserChanges(duality, self._on_page_change, *PAGE_SETTABLE)

    def close(self) -> None:
        """Stop observing the model and the page."""
        self._stop()
        self._page_changes.close()

    def _on_model_change(self) -> None:
        self._prepare(self._model)
        self._update_page()
        self._draw()

    def _update_page(self) -> None:
        with self._page_changes.muted():
            update_page(self._duality, self._model)

    def _on_page_change(self, change: Any) -> None:
        """Set the model trait that was changed on the page."""
        name = change["name"]
        try:
            apply_page_value(self._model, name, change["new"])
        except CostCurveError:
            # The page has already updated its dependent traits.
            self._duality.send_state(DEPENDENT_TRAITS.get(name, ()))
        self._update_page()


# ---- Rows of the page


def _resettable_values(model: CostCurveModel) -> dict[str, Any]:
    """Return the current values of everything that `reset` restores."""
    return {name: getattr(model, name) for name in RESETS}


def panel_frame(
    duality: Duality, names: str, *parts: tuple[Widget, str], across: bool = False
) -> Frame:
    """Box of widgets, each bound to its `show_*` settings; `names` are CSS classes."""
    return Frame(
        duality=duality,
        children=tuple(part for part, _ in parts),
        switches=[[f"show_{name}" for name in switches.split()] for _, switches in parts],
        across=across,
        _dom_classes=tuple(names.split()),
    )


def _remarks_widget(model: CostCurveModel) -> PlainText | None:
    """Return a widget with the remarks below the answer, or None without remarks."""
    text = _remarks_text(model)
    return PlainText(text, name="cc-remarks") if text else None


def _remarks_text(model: CostCurveModel) -> str:
    """Return the group comparison and the data warnings, one per line."""
    return "\n".join(filter(None, [*group_words(model), truncated_list(model.remarks)]))


def _unknown_message(name: str) -> str:
    """Return an error message for an unknown attribute that names the right place."""
    if not name.startswith("_") and hasattr(CostCurveModel, name):
        return f"the explorer has no attribute {name!r}. Did you mean explorer.model.{name}?"
    names = (attribute for attribute in vars(CostCurveExplorer) if not attribute.startswith("_"))
    nested = (f"model.{place}" for place in NESTED_ATTRIBUTES)
    return unknown_attribute("explorer", name, [*nested, *names])


# ---- The explorer


class CostCurveExplorer(PersistentWidget):
    """Interactive explorer of classifiers in ROC space and cost space.

    The two figures are linked: an ROC point corresponds to a cost line, and the ROC convex hull to
    the lower envelope.

    Parameters
    ----------
    model : CostCurveModel
        Model to display. The explorer follows every change of the model and writes interactive
        changes, such as the operating point, back to it. Several explorers can share one model.
    notes : str or path-like, optional
        Path of a notes file. Notes are loaded from it now and saved to it after each change.
        Explorers that share a file merge their notes whenever one of them saves.

    Notes
    -----
    Running a notebook cell again closes the explorers created by its previous run. A closed
    explorer releases its model; keep a reference to the model if you still need it.

    Examples
    --------
    >>> import cc_widgets as cc
    >>> model = cc.CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])})
    >>> explorer = CostCurveExplorer(model)
    >>> explorer.close()
    """

    presenting = Bool(
        False,  # noqa: FBT003 (default value)
        help="Whether the explorer fills the window for presentations, with large text, thick "
        "lines, and everything but the highlighted items faded. Shift + P over the explorer, or "
        "its button, toggles it, also on a page without Python; Escape ends it.",
    )

    @with_lock
    def __init__(self, model: CostCurveModel, *, notes: str | PathLike[str] | None = None) -> None:
        candidate: object = model
        if not isinstance(candidate, CostCurveModel):
            raise CostCurveError(
                "must be a CostCurveModel",
                where="model",
                got=shown(candidate),
                fix="Pass CostCurveModel(classifiers), or call explore(y_true, y_score).",
            )
        self._file = None if notes is None else NotesFile(notes, model, self._warn)
        self._shown: Callable[[], CostCurveModel | None] = lambda: model
        request_estimates(model, at_once=False)
        self._duality = Duality(**duality_traits(model))
        self._notes = Notes(duality=self._duality)
        self._remarks, self._remarks_state = _remarks_widget(model), ChangeTracker()
        self._views = (RocView(self._duality, model), CostView(self._duality, model))
        self._panels = Tabs(
            {title: partial(make, model, self._duality) for title, make in PANELS.items()},
            self._duality,
        )
        self._more = Tabs({"Conditions": partial(ConditionsPanel, model)}, name="cc-more")
        self._row = RowPanel(model, self._duality, self._more.widget)
        self._answer = self._answer_frame()
        self._rows = self._page_rows()
        self._first = _resettable_values(model)
        self._is_new = True
        self._open: tuple[Question, ...] = ()
        self._veil_words = PlainText("Hidden until the question is answered.")
        self._is_veiled = False
        super().__init__(self._rows, _dom_classes=("cc-explorer",))
        self._sync = PageSync(model, self._duality, self._draw, request_estimates)
        self._stage = link((self._duality, "presenting"), (self, "presenting"))
        self.on_msg(self._send_static_forms)
        close_previous_run(self)

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: Any,
        *,
        name: str | None = None,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        pos_label: object = None,
        notes: str | PathLike[str] | None = None,
    ) -> Self:
        """Create an explorer from true labels and scores.

        Parameters
        ----------
        y_true, y_score, name, sample_weight, weights_are, clusters, groups, pos_label
            See `CostCurveModel.from_predictions`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer
        """
        model = CostCurveModel.from_predictions(
            *(y_true, y_score),
            name=name,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            pos_label=pos_label,
        )
        return cls(model, notes=notes)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | None = None,
        notes: str | PathLike[str] | None = None,
    ) -> Self:
        """Create an explorer from a fitted classifier and a test set.

        Parameters
        ----------
        estimator, X, y, sample_weight, weights_are, clusters, groups
            See `CostCurveModel.from_estimator`.
        response_method, pos_label, name
            See `CostCurveModel.from_estimator`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer
        """
        model = CostCurveModel.from_estimator(
            estimator,
            X,
            y,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            response_method=response_method,
            pos_label=pos_label,
            name=name,
        )
        return cls(model, notes=notes)

    @classmethod
    def from_estimators(
        cls,
        estimators: Mapping[str, Any] | Sequence[Any],
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        notes: str | PathLike[str] | None = None,
    ) -> Self:
        """Create an explorer from several fitted classifiers and a test set.

        Parameters
        ----------
        estimators, X, y, sample_weight, weights_are, clusters, groups, response_method, pos_label
            See `CostCurveModel.from_estimators`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer
        """
        model = CostCurveModel.from_estimators(
            estimators,
            X,
            y,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            response_method=response_method,
            pos_label=pos_label,
        )
        return cls(model, notes=notes)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | None = None,
        notes: str | PathLike[str] | None = None,
    ) -> Self:
        """Create an explorer from the results of a cross-validation.

        Parameters
        ----------
        cv_results, X, y, sample_weight, weights_are, clusters, groups
            See `CostCurveModel.from_cv_results`.
        response_method, pos_label, name
            See `CostCurveModel.from_cv_results`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer
        """
        model = CostCurveModel.from_cv_results(
            cv_results,
            X,
            y,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            response_method=response_method,
            pos_label=pos_label,
            name=name,
        )
        return cls(model, notes=notes)

    @classmethod
    def from_frame(
        cls,
        frame: object,
        *,
        y_true: Hashable,
        y_score: object,
        name: Hashable = None,
        example: Hashable = None,
        fold: Hashable = None,
        sample_weight: Hashable = None,
        weights_are: WeightsAre = "importance",
        clusters: Hashable = None,
        groups: Hashable = None,
        missing: Missing = "refuse",
        pos_label: object = None,
        bound: float = BOUND,
        notes: str | PathLike[str] | None = None,
    ) -> Self:
        """Create an explorer from the columns of a data frame.

        Parameters
        ----------
        frame, y_true, y_score, name, example, fold, sample_weight, weights_are, clusters, groups
            See `CostCurveModel.from_frame`.
        missing, pos_label, bound
            See `CostCurveModel.from_frame`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer
        """
        model = CostCurveModel.from_frame(
            frame,
            y_true=y_true,
            y_score=y_score,
            name=name,
            example=example,
            fold=fold,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            missing=missing,
            pos_label=pos_label,
            bound=bound,
        )
        return cls(model, notes=notes)

    @classmethod
    def from_confusion_matrices(
        cls,
        matrices: Mapping[str, ArrayLike],
        *,
        rows: RowsOfMatrices = "true",
        notes: str | PathLike[str] | None = None,
    ) -> Self:
        """Create an explorer from confusion matrices.

        Parameters
        ----------
        matrices, rows
            See `CostCurveModel.from_confusion_matrices`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
        >>> explorer.close()
        """
        return cls(CostCurveModel.from_confusion_matrices(matrices, rows=rows), notes=notes)

    @classmethod
    def from_points(
        cls, points: Mapping[str, Any], *, notes: str | PathLike[str] | None = None
    ) -> Self:
        """Create an explorer from ROC points.

        Parameters
        ----------
        points
            See `CostCurveModel.from_points`.
        notes : str or path-like, optional
            Path of a notes file.

        Returns
        -------
        CostCurveExplorer

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.7)})
        >>> explorer.close()
        """
        return cls(CostCurveModel.from_points(points), notes=notes)

    @property
    def model(self) -> CostCurveModel:
        """Model that the explorer displays; released when the explorer is closed."""
        model = self._shown()
        return self._raise_closed("model") if model is None else model

    @property
    def conditions(self) -> Conditions | None:
        """Operating conditions of the model: prior, costs and benefits."""
        return self.model.conditions

    @conditions.setter
    def conditions(self, conditions: Conditions | None) -> None:
        self.model.conditions = conditions

    def recommend(self, pc: RangeLike | None = None) -> Recommendation:
        """Recommend a classifier and a threshold; see `CostCurveModel.recommend`."""
        return self.model.recommend(pc)

    def summary(self) -> str:
        """Return a summary in a few sentences; see `CostCurveModel.summary`."""
        return self.model.summary()

    def bootstrap(
        self,
        *,
        level: float | None = None,
        n_resamples: int | None = None,
        rng: Rng = None,
        simultaneous: bool | None = None,
        method: str | None = None,
    ) -> Bands:
        """Compute confidence bands and wait for them; see `CostCurveModel.bootstrap`."""
        return self.model.bootstrap(
            level=level, n_resamples=n_resamples, rng=rng, simultaneous=simultaneous, method=method
        )

    def mark(self, name: str, threshold: float) -> None:
        """Mark a threshold in use; see `CostCurveModel.mark`."""
        self.model.mark(name, threshold)

    def __getattr__(self, name: str) -> Any:
        """Raise an AttributeError that names the correct place of a misplaced attribute."""
        raise AttributeError(_unknown_message(name))

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; raise an AttributeError if there is no such attribute."""
        if not name.startswith("_") and not hasattr(type(self), name):
            raise AttributeError(_unknown_message(name))
        super().__setattr__(name, value)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes of the model; can be set."""
        return self.model.notes

    @notes.setter
    def notes(self, notes: Sequence[Note]) -> None:
        self.model.notes = notes

    def add_note(self, text: str, **where: Any) -> str:
        """Add a note at one place and return its id.

        Parameters
        ----------
        text : str
            Plain text of at most 10,000 characters.
        **where
            One place: ``classifier="forest", threshold=0.5`` for a point, with ``line=True`` for
            its cost line; ``rates=(fpr, tpr)`` for a point that belongs to no classifier;
            ``edge=(end, end)`` for the line between two points, each a ``(name, threshold)`` or a
            ``(fpr, tpr)``; ``pc=0.3`` or ``pc=(0.2, 0.4)`` for a fixed PC(+) or range; or
            ``conditions=True``, which follows the operating conditions.
            `CostCurveModel.add_note` describes each place.

        Returns
        -------
        str
            Identifier of the note, for `edit_note` and `remove_note`.
        """
        return self.model.add_note(text, **where)

    def edit_note(self, note: str, *, text: str | None = None, **where: Any) -> None:
        """Change the text or the place of a note; see `CostCurveModel.edit_note`."""
        self.model.edit_note(note, text=text, **where)

    def remove_note(self, note: str) -> None:
        """Remove the note with this id."""
        self.model.remove_note(note)

    @property
    def duality(self) -> Duality:
        """State shared with the page; set `duality.hover` to highlight a point and its line."""
        return self._raise_closed("duality") if self.comm is None else self._duality

    def open_panel(self, title: str) -> None:
        """Expand a panel.

        Parameters
        ----------
        title : str
            Title of the tab, for instance "Uncertainty".
        """
        if self.comm is None:
            self._raise_closed("open_panel")
        is_more = shown(title) in map(shown, self._more.widget.titles)
        tabs = self._more if is_more else self._panels
        tabs.open(title)

    def reset(self) -> None:
        """Restore the initial view, like the Reset button.

        Visibility of classifiers, operating conditions, operating point and range, pins, criterion,
        axes and display settings return to their values when the explorer was first displayed (on a
        page without Python: when the page was opened). Zoom and presentation mode end. Classifiers,
        their names and colours, thresholds in use, confidence bands, the averaging of folds, and
        notes do not change.

        Raises
        ------
        CostCurveError
            If the explorer is closed.

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.7)})
        >>> explorer.model.pc, explorer.model.view.show_key = 0.2, False
        >>> explorer.reset()
        >>> explorer.model.pc, explorer.model.view.show_key
        (0.5, True)
        >>> explorer.close()
        """
        if self.comm is None:
            self._raise_closed("reset")
        model = self.model
        hidden = tuple(name for name in self._first["hidden"] if name in model.classifiers)
        with model.hold_trait_notifications():
            for name, value in {**self._first, "hidden": hidden}.items():
                setattr(model, name, value)
        self.presenting = False
        self._duality.send({"reset": True})

    def to_figure(self, *, width: float = 10.0) -> Figure:
        """Plot both spaces with matplotlib; see `CostCurveModel.to_figure`."""
        return self.model.to_figure(width=width)

    def to_png(
        self, path: str | PathLike[str] | None = None, *, scale: float = 2.0, width: float = 960.0
    ) -> bytes | None:
        """Export both spaces as a PNG file; see `CostCurveModel.to_png`."""
        return self.model.to_png(path, scale=scale, width=width)

    def to_svg(
        self, path: str | PathLike[str] | None = None, *, width: float = 960.0
    ) -> bytes | None:
        """Export both spaces as an SVG file; see `CostCurveModel.to_svg`."""
        return self.model.to_svg(path, width=width)

    def to_csv(
        self, path: str | PathLike[str] | None = None, *, what: str = "classifiers"
    ) -> str | None:
        """Export a table as CSV; see `CostCurveModel.to_csv`."""
        return self.model.to_csv(path, what=what)

    def to_markdown(self, what: str = "report", *, title: str | None = None) -> str:
        """Export a report or a table as Markdown; see `CostCurveModel.to_markdown`."""
        return self.model.to_markdown(what, title=title)

    def to_code(self) -> str:
        """Return Python code that recreates this explorer; see `CostCurveModel.to_code`."""
        from cc_widgets.export.session import code_of  # noqa: PLC0415 (for outputs alone)

        return code_of(self.model, shown=True)

    def save(self, path: str | PathLike[str]) -> None:
        """Save the model to a session file, to be read by `load`."""
        self.model.save(path)

    def ask(
        self,
        kind: str,
        text: str = "",
        *,
        name: str | None = None,
        threshold: float | None = None,
        against: str | None = None,
        pc: float | None = None,
        tolerance: float | None = None,
    ) -> Question:
        """Create an exercise and hide the explorer until it is answered.

        Parameters
        ----------
        kind : {"point", "line", "threshold", "classifier", "range"}
            Quantity to determine: "point" is the ROC point of a given cost line, "line" the cost
            line of a given ROC point, "threshold" and "classifier" the cheapest one at `pc`, and
            "range" the PC(+) values where `name` costs less than `against`, or than both baselines.
        text : str, optional
            Question to display instead of the default one.
        name : str, optional
            Name of the classifier; required if there are several.
        threshold : float, optional
            Threshold of the ROC point for "point" and "line"; required if there are several.
        against : str, optional
            Name of the other classifier for "range"; the baselines by default.
        pc : float, optional
            PC(+) for "threshold" and "classifier"; the operating point by default.
        tolerance : float, optional
            Largest error of a correct answer: 0.05 by default, or 0.01 in cost for "threshold".

        Returns
        -------
        Question
            Widget with the exercise. Set `answer` interactively or from Python; `right` is True if
            the answer is within the tolerance. The page receives the solution only when it is
            shown.

        Raises
        ------
        CostCurveError
            If the classifiers do not support this kind of question.

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.8), "rule": (0.1, 0.5)})
        >>> question = explorer.ask("classifier", pc=0.6)
        >>> question.answer = "rule"
        >>> question.check().words
        'Not the best: it costs 0.1 more than the best.'
        >>> explorer.close()
        """
        if self.comm is None:
            self._raise_closed("ask")
        model = self.model
        exercise = make_question(
            *(model, kind, text),
            tolerance=tolerance,
            name=name,
            threshold=threshold,
            against=against,
            pc=pc,
        )
        styles = looks(list(model.classifiers), model.colors)
        question = Question(exercise, model.curves, styles, self._unveil)
        self._open = (*self._open, question)
        self._veil()
        return question

    @with_lock
    def _veil(self) -> None:
        """Remove everything from the page and its saved state while a question is open."""
        if self._is_veiled:
            return
        self._is_veiled = True
        self._sync.close()
        self._show_model(CostCurveModel())
        assign(self, children=(self._veil_words,))

    @with_lock
    def _unveil(self, question: Question) -> None:
        """Show the figures again once no question is open."""
        self._open = tuple(other for other in self._open if other is not question)
        if self.comm is None or self._open or not self._is_veiled:
            return
        self._is_veiled = False
        self._sync = PageSync(self.model, self._duality, self._draw, request_estimates)
        self._show_model(self.model)
        self._draw()
        assign(self, children=tuple(self._rows))

    def _show_model(self, model: CostCurveModel) -> None:
        """Send this model to the page and draw it."""
        update_page(self._duality, model)
        for view in self._views:
            view.draw(model)

    @property
    def is_veiled(self) -> bool:
        """Whether the figures are hidden because a question is open."""
        return self._is_veiled

    @property
    def has_picture(self) -> bool:
        """Whether the explorer can be exported as a picture: False while it is hidden."""
        return not self._is_veiled

    def complete(self) -> None:
        """Estimate the costs expected on new data, if that is not done yet."""
        find_estimates(self.model)

    def unopened_panels(self) -> AbstractContextManager[Pages]:
        """Context manager that builds panels with content that were never opened."""
        return super().unopened_panels() if self._is_veiled else self._panels.unopened_panels()

    def close(self) -> None:
        """Close the explorer with all its widgets and release the model."""
        if self.comm is None:
            return
        unregister(self)
        self._open = ()
        if self._file is not None:
            self._file.close()
        self._sync.close()
        self._stage.unlink()
        self._more.close()
        self._row.close()
        self._panels.close()
        super().close()
        for part in (*self._rows, self._veil_words, self.layout):
            close_all(part)
        self._release()

    def _release(self) -> None:
        """Drop all references: a notebook keeps references to every displayed object."""
        self._shown = ref(self.model)
        self.children = ()
        del self._duality, self._remarks, self._remarks_state, self._views, self._file
        del self._notes, self._rows, self._panels, self._more, self._row, self._sync
        del self._veil_words, self._stage, self._answer, self._first

    def _raise_closed(self, where: str) -> NoReturn:
        """Raise an error because the explorer is closed."""
        raise CostCurveError(
            "this explorer is closed",
            where=where,
            fix="Run its cell again, or create a new one: CostCurveExplorer(model).",
        )

    @with_lock
    def __repr__(self) -> str:
        """Return a one-line description, displayed where widgets are not supported."""
        text = "closed" if self.comm is None else describe_model(self.model)
        if self._is_veiled:
            text = self._veil_words.text
        return f"CostCurveExplorer({text})"

    def _answer_frame(self) -> Frame:
        """Return the card with the answer and the remarks below it."""
        remarks = [] if self._remarks is None else [(self._remarks, "answer")]
        answer = (Answer(duality=self._duality), "answer")
        return panel_frame(self._duality, "cc-answer", answer, *remarks)

    def _page_rows(self) -> list[Widget]:
        """Return the rows of the page, from top to bottom."""
        duality, (roc, cost) = self._duality, self._views
        frame = partial(panel_frame, duality)
        ribbon = Ribbon(duality=duality, scale=cost.scale)
        halves = [
            frame("cc-half", (roc.figure, "roc"), (Detail(duality=duality), "roc detail")),
            frame("cc-half", (cost.figure, "cost"), (ribbon, "cost ribbon")),
        ]
        top = ((Legend(duality=duality), "chips"), (self._switches(), ""))
        conditions = ((self._row.widget, "conditions"), (self._more.widget, "conditions"))
        key = ((Key(duality=duality), "key"), (self._notes, ""), (self._panels.widget, "panels"))
        return [
            Presence(),
            frame("cc-top", *top, across=True),
            self._answer,
            frame("cc-conditions cc-known", *conditions),
            # An explicit layout saves one message for this box.
            HBox(halves, layout=Layout(), _dom_classes=("cc-figures",)),
            frame("cc-key", *key),
        ]

    def _warn(self, words: str) -> None:
        """Display why the notes file could not be saved; empty text clears the warning."""
        self._notes.warning = words

    def _switches(self) -> Switches:
        """Return the display switches and the export menu."""
        offers = [{"kind": kind, "words": output.words} for kind, output in OUTPUTS.items()]
        switches = Switches(duality=self._duality, offers=offers)
        switches.on_msg(self._on_page_message)
        return switches

    @with_lock
    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the display data; the first call sets the state that `reset` restores."""
        if self._is_new and not self._is_veiled and self.comm is not None:
            self._is_new = False
            self._first = _resettable_values(self.model)
        return super()._repr_mimebundle_(**options)

    @with_lock
    def _on_page_message(
        self, switches: Switches, content: dict[str, Any], _buffers: object
    ) -> None:
        """Reset, or export, as the page requests."""
        if content.get("reset") is True:
            self.reset()
        else:
            self._export(switches, content)

    def _export(self, switches: Switches, content: dict[str, Any]) -> None:
        """Send the requested file to the page, or an error message."""
        request = content.get("request")
        try:
            name, media_type, data = output_of(self, content.get("save"))
        except Exception as error:  # noqa: BLE001 (the page displays any error)
            switches.send({"request": request, "error": str(error) or type(error).__name__})
        else:
            switches.send({"request": request, "name": name, "type": media_type}, [data])

    def _draw_remarks(self) -> None:
        """Update the remarks below the answer."""
        if not self._remarks_state.has_changed("all", self.model.curves, group_words(self.model)):
            return
        if self._remarks is None:
            self._remarks = _remarks_widget(self.model)
            if self._remarks is not None:
                self._answer.add(self._remarks, "show_answer")
        elif (text := _remarks_text(self.model)) != self._remarks.text:
            self._remarks.show(text)

    def _draw(self) -> None:
        model = self.model
        self._draw_remarks()
        for view in self._views:
            view.draw(model)


_P = ParamSpec("_P")


class _Explore(Protocol[_P]):
    """Signature of `explore`: arrays, or a data frame and names of its columns."""

    @overload
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> CostCurveExplorer: ...

    @overload
    def __call__(
        self, data: object, /, *, y_true: Hashable, y_score: object, **columns: Any
    ) -> CostCurveExplorer: ...


def _with_frame_call(function: Callable[_P, CostCurveExplorer]) -> _Explore[_P]:
    """Decorate a function so that it also accepts a data frame as its first argument."""
    call: Callable[..., CostCurveExplorer] = function

    parameters = signature(function).parameters

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> CostCurveExplorer:
        if args and _are_estimators(args[0]):
            raise _estimators_error(args[0])
        if unknown := [name for name in kwargs if name not in parameters]:
            raise _unknown_argument_error(unknown[0], list(parameters))
        if not args or not ("y_true" in kwargs or is_frame(args[0])):
            _check_two_arguments(args, kwargs)
            return call(*args, **kwargs)
        if len(args) > 1 or not {"y_true", "y_score"} <= kwargs.keys() or "data" in kwargs:
            raise CostCurveError(
                "must name the columns of the data frame as y_true and y_score",
                where="explore",
                got=f"a {type(args[0]).__name__} first",
                fix='Pass explore(frame, y_true="y", y_score=["forest", "logistic"]), or arrays: '
                "explore(y_true, y_score).",
            )
        return call(**kwargs, data=args[0])

    return wrapper


def _check_two_arguments(args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Raise unless labels and scores are given, both by position or by name."""
    names = [*("y_true", "y_score")[: len(args)], *kwargs]
    missing = [name for name in ("y_true", "y_score") if name not in names]
    if missing or len(args) > len(("y_true", "y_score")):
        raise CostCurveError(
            "must be called with labels and scores",
            where="explore",
            got=f"no {' and no '.join(missing)}" if missing else f"{len(args)} arguments",
            fix='Pass explore(y_true, y_score), or explore(y_true, {"forest": scores, ...}) for '
            "several classifiers.",
        )


def _are_estimators(value: object) -> bool:
    """Return whether the value is an estimator, or a list or mapping with estimators only."""
    each: Any = value.values() if isinstance(value, Mapping) else value
    if not isinstance(value, Mapping | list | tuple):
        each = [value]
    return bool(each) and all(callable(getattr(item, "predict", None)) for item in each)


def _estimators_error(value: object) -> CostCurveError:
    """Return the error for estimators instead of labels and scores."""
    several = isinstance(value, Mapping | list | tuple)
    name = "from_estimators(models" if several else "from_estimator(model"
    return CostCurveError(
        "must be called with labels and scores, not with classifiers",
        where="explore",
        got=f"a {type(value).__name__} first",
        fix=f"Pass CostCurveExplorer.{name}, X_test, y_test).",
    )


def _unknown_argument_error(name: str, arguments: Sequence[str]) -> CostCurveError:
    """Return the error for an unknown keyword argument."""
    fix = f"The arguments are: {', '.join(arguments)}."
    if name in {"conditions", *signature(Conditions).parameters}:
        fix = "Set the conditions afterwards: explorer.model.conditions = Conditions(prior=0.1)."
    elif hasattr(CostCurveModel, name):
        fix = f"Set it afterwards: explorer.model.{name} = ..."
    return CostCurveError("has no such argument", where="explore", got=shown(name), fix=fix)


@_with_frame_call
@document_kinds
def explore(
    y_true: Any,
    y_score: Any,
    *,
    data: object = None,
    name: Hashable = None,
    example: Hashable = None,
    fold: Hashable = None,
    sample_weight: Any = None,
    weights_are: WeightsAre = "importance",
    clusters: Any = None,
    groups: Any = None,
    missing: Missing = "refuse",
    pos_label: object = None,
    bound: float = BOUND,
    notes: str | PathLike[str] | None = None,
) -> CostCurveExplorer:
    """Display classifiers in ROC space and cost space.

    Accepts either arrays, or a data frame (as first argument or as `data`) and names of its
    columns. With a frame as first argument, pass `y_true` and `y_score` by keyword.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,), or column name
        True binary labels.
    y_score : array-like of shape (n_examples,), mapping of str to classifier, or column name(s)
        Target scores: probabilities of the positive class or decision values. A mapping contains
        one classifier per name, in any of the forms listed under Returns.
    data : data frame or path-like, optional
        Data frame of any supported library, or path of a CSV or Parquet file.
    name : str or column name, optional
        Name of a single classifier. With a data frame: column with the names of classifiers.
    example, fold : column name, optional
        With a data frame: columns that identify the example and the cross-validation fold.
    sample_weight : array-like of shape (n_examples,), or column name, optional
        Non-negative sample weights.
    weights_are : {"importance", "frequencies"}
        Whether weights express importance, or the number of examples that a row represents.
    clusters : array-like of shape (n_examples,), or column name, optional
        Cluster labels, such as patient ids. Rows of a cluster are resampled together.
    groups : array-like of shape (n_examples,), or column name, optional
        Group labels, such as hospitals. Groups are compared at a common threshold.
    missing : {"refuse", "drop"}
        With a data frame: whether missing values raise an error, or their rows are dropped.
    pos_label : label, optional
        Label of the positive class. Required unless labels are 0/1, -1/1 or booleans.
    bound : float
        Maximum error of the cost when an out-of-core data frame is aggregated into histograms.
    notes : str or path-like, optional
        Path of a notes file. Notes are loaded from it now and saved to it after each change.

    Returns
    -------
    CostCurveExplorer
        Its `model` contains everything that is displayed. Assign to `model.classifiers` to replace
        the classifiers. Each one is given as

        {kinds}

    Examples
    --------
    >>> explorer = explore([0, 0, 1, 1], {"stump": [0.1, 0.6, 0.4, 0.9]})
    >>> explorer.model.add("C4.5", [[6, 4], [4, 16]])
    >>> explorer.close()
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "stump": [0.1, 0.6, 0.4, 0.9]})
    >>> explore(frame, y_true="y", y_score="stump").close()
    """
    row_columns: dict[str, Any] = {"clusters": clusters, "groups": groups, "pos_label": pos_label}
    row_columns |= {"sample_weight": sample_weight, "weights_are": weights_are}
    frame_columns: dict[str, Any] = {"example": example, "fold": fold}
    if data is not None:
        frame_columns |= {"y_true": y_true, "y_score": y_score, "missing": missing, "bound": bound}
        return CostCurveExplorer.from_frame(
            data, name=name, **frame_columns, **row_columns, notes=notes
        )
    choice: object = missing
    is_default = isinstance(choice, str) and choice == "refuse"
    _check_no_columns(**frame_columns, missing=None if is_default else missing)
    classifier_name: Any = name
    return CostCurveExplorer.from_predictions(
        y_true, y_score, name=classifier_name, **row_columns, notes=notes
    )


def _check_no_columns(**arguments: object) -> None:
    """Raise if an argument that requires a data frame is given with arrays."""
    for name, value in arguments.items():
        if value is not None:
            raise CostCurveError(
                "must be given only with a data frame",
                where=name,
                got=f"{shown(value)} with arrays",
                fix='Pass explore(frame, y_true="y", y_score=["forest"], ...), or leave it out.',
            )


def load(path: str | PathLike[str]) -> CostCurveExplorer:
    """Load a session file.

    Parameters
    ----------
    path : str or path-like
        Path of a file written by `CostCurveExplorer.save` or `CostCurveModel.save`.

    Returns
    -------
    CostCurveExplorer
        Explorer of the restored model; confidence bands are recomputed with the same seed.
        `CostCurveModel.load` restores the model without displaying it.

    Raises
    ------
    CostCurveError
        If the file does not exist or is not a valid session. Loading never executes code from the
        file.
    """
    return CostCurveExplorer(CostCurveModel.load(path))
