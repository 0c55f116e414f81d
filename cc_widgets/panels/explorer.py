"""The explorer: figures, panels and the model behind them, in one widget."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial, wraps
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, Protocol, Self, overload
from weakref import ref

from ipywidgets import HBox, Layout, Widget
from numpy.typing import ArrayLike
from traitlets import Bool, link

from cc_widgets.core._matrices import Rows as RowsOfMatrices
from cc_widgets.core._predictions import WeightsAre
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import OUTPUTS, output_of, unseen
from cc_widgets.intake import (
    BOUND,
    Missing,
    is_frame,
    lists_kinds,
)
from cc_widgets.model.asking import asked_of
from cc_widgets.model.drawing import looks
from cc_widgets.model.notes import Note
from cc_widgets.model.numerals import listed
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import in_turn
from cc_widgets.model.words import line_of
from cc_widgets.panels.asking import Question
from cc_widgets.panels.bootstrap import BootstrapPanel
from cc_widgets.panels.classifiers import ClassifiersPanel
from cc_widgets.panels.compare import ComparePanel, CriteriaPanel
from cc_widgets.panels.conditions import ConditionsPanel, RowPanel
from cc_widgets.panels.parts import (
    Ear,
    Kept,
    NotesFile,
    Pages,
    Panel,
    Words,
    forget,
    replaces_last_run,
)
from cc_widgets.views.cost import CostView
from cc_widgets.views.link import (
    FOLLOWING,
    SEES,
    SETS,
    duality_traits,
    follow,
    hear,
)
from cc_widgets.views.roc import RocView
from cc_widgets.views.style import Seen, assign, close_all
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
"""The panels by what stands on their tabs, and how each is made."""

RESETS = tuple(name for name in SETS if name != "notes")
"""What `reset` puts back: all that a hand sets on the page, but what was written."""

# ---- The panels behind tabs, folded until asked for, and made no sooner than that


TABLES = "Data table"


class Folds:
    """A row of tabs; what nobody has looked at costs nothing.

    Parameters
    ----------
    makers : mapping of str to callable
        Titles, and how to make the panel of each.
    duality : Duality, optional
        What the tables show, which need no panel: the page fills them.
    name : str
        A class by which the style knows them.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], Panel]],
        duality: Duality | None = None,
        name: str = "",
    ) -> None:
        self._makers = list(makers.values())
        self._tables = [] if duality is None else [DataTable(duality=duality)]
        self.made: dict[int, Panel] = {}
        self.widget = Controls(
            titles=[*makers, *(TABLES for _ in self._tables)],
            pages=[*(None for _ in makers), *self._tables],
            duality=duality,
            tables=len(makers) if self._tables else -1,
            _dom_classes=(name,) if name else (),
        )
        self.widget.observe(self._make, ["unfolded", "selected"])

    def open(self, title: object) -> None:
        """Unfold the panel of that title."""
        titles = self.widget.titles
        if not isinstance(title, str) or title not in titles:
            known = f"One of {titles}."
            raise CostCurveError(
                "there is no such panel", where="title", got=shown(title), fix=known
            )
        self.widget.selected = titles.index(title)
        self.widget.unfolded = True

    def close(self) -> None:
        """Let every panel go."""
        for panel in self.made.values():
            panel.close()
        for tables in self._tables:
            close_all(tables)
        self.widget.close()
        self.made.clear()
        self.widget.pages = []

    def _make(self, _change: Any) -> None:
        """Make the panel that is seen for the first time."""
        place = self.widget.selected
        if not self.widget.unfolded or place in self.made:
            return
        if not 0 <= place < len(self._makers):
            return
        self.made[place] = self._makers[place]()
        pages = [*self.widget.pages]
        pages[place] = self.made[place].widget
        self.widget.pages = pages

    @contextmanager
    def unopened(self) -> Iterator[Pages]:
        """What nobody has looked at and that has something to tell, for as long as it is needed."""
        with unseen():
            places = [place for place in range(len(self._makers)) if place not in self.made]
            panels = {place: self._makers[place]() for place in places}
            try:
                for panel in panels.values():
                    panel.tell_all()
                yield {
                    self.widget.model_id: {
                        place: panel.widget for place, panel in panels.items() if panel.tells
                    }
                }
            finally:
                for panel in panels.values():
                    panel.close()


# ---- The model and what the browser shares with it, kept in step both ways


class Sync:
    """Passes on what changes: each change of the model once, each of the browser's knobs.

    Parameters
    ----------
    model : CostCurveModel
        It has the last word: what it refuses is taken back in the browser.
    duality : Duality
        What the browser has.
    draw : callable
        Called after each change of the model.
    """

    def __init__(self, model: CostCurveModel, duality: Duality, draw: Callable[[], None]) -> None:
        self._model = model
        self._duality = duality
        self._draw = draw
        self._end = model.watch(self._tell, *SEES)
        self._ear = Ear(duality, self._hear, *SETS)

    def close(self) -> None:
        """Let go of both."""
        self._end()
        self._ear.close()

    def _tell(self) -> None:
        self._follow()
        self._draw()

    def _follow(self) -> None:
        with self._ear.shut():
            follow(self._duality, self._model)

    def _hear(self, change: Any) -> None:
        """Set the trait of the model that the browser has changed."""
        name = change["name"]
        try:
            hear(self._model, name, change["new"])
        except CostCurveError:
            # The page has worked out already what would follow from it.
            self._duality.send_state(FOLLOWING.get(name, ()))
        self._follow()


# ---- The rows of the screen, from top to bottom


def _hand_set(model: CostCurveModel) -> dict[str, Any]:
    """What `reset` puts back, as it is now."""
    return {name: getattr(model, name) for name in RESETS}


def _frame(duality: Duality, names: str, *parts: tuple[Widget, str], across: bool = False) -> Frame:
    """A box of parts, each with the switches by which it is seen; its names are for the style."""
    return Frame(
        duality=duality,
        children=tuple(part for part, _ in parts),
        switches=[[f"show_{name}" for name in switches.split()] for _, switches in parts],
        across=across,
        _dom_classes=tuple(names.split()),
    )


def _remarks_of(model: CostCurveModel) -> Words | None:
    """What is said below the answer; no widget until there is something to say."""
    said = _said_of(model)
    return Words(said, name="cc-remarks") if said else None


def _said_of(model: CostCurveModel) -> str:
    """How groups fare at the common threshold, and what is odd."""
    return "\n".join(filter(None, [*model.group_words, listed(model.remarks)]))


# ---- Both figures, linked, with everything around them: one widget


class CostCurveExplorer(Kept):
    """ROC space and cost space side by side: a point in one is a line in the other.

    Parameters
    ----------
    model : CostCurveModel
        What to show. The explorer follows it, and sets what a person moves: the operating
        point, conditions, names, bands. Several explorers of one model stay in step.
    notes : str or path, optional
        A file of notes: read now, and written after each change, so that they are there again
        when the cell is run again. Explorers of one file take over each other's notes whenever
        they write.

    Notes
    -----
    Running a cell of a notebook again closes the explorers that its last run has made. A closed
    explorer holds neither model nor data: keep the model itself if you want it for longer.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])})
    >>> explorer = CostCurveExplorer(model)
    >>> explorer.close()
    """

    presenting = Bool(
        False,  # noqa: FBT003 (its value at first)
        help="Whether the explorer fills the window, for a class: large letters, thick strokes, "
        "and while something is lit all else is pale. Shift + P over the explorer, or its button, "
        "does the same, also on a page without Python; Escape leaves it.",
    )

    @in_turn
    def __init__(self, model: CostCurveModel, *, notes: str | PathLike[str] | None = None) -> None:
        given: object = model
        if not isinstance(given, CostCurveModel):
            raise CostCurveError(
                "must be a CostCurveModel",
                where="model",
                got=shown(given),
                fix="Pass CostCurveModel(classifiers), or call explore(y_true, y_score).",
            )
        self._file = None if notes is None else NotesFile(notes, model, self._warn)
        self._shown: Callable[[], CostCurveModel | None] = lambda: model
        self._duality = Duality(**duality_traits(model))
        self._notes = Notes(duality=self._duality)
        self._remarks, self._remarked = _remarks_of(model), Seen()
        self._views = (RocView(self._duality, model), CostView(self._duality, model))
        self._panels = Folds(
            {title: partial(make, model, self._duality) for title, make in PANELS.items()},
            self._duality,
        )
        self._more = Folds({"Conditions": partial(ConditionsPanel, model)}, name="cc-more")
        self._row = RowPanel(model, self._duality, self._more.widget)
        self._answer = self._made_answer()
        self._rows = self._made_rows()
        self._first = _hand_set(model)
        self._is_new = True
        self._open: tuple[Question, ...] = ()
        self._veil_words = Words("Hidden until the question is answered.")
        self._is_veiled = False
        super().__init__(self._rows, _dom_classes=("cc-explorer",))
        self._sync = Sync(model, self._duality, self._draw)
        self._stage = link((self._duality, "presenting"), (self, "presenting"))
        self.on_msg(self._renew)
        replaces_last_run(self)

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
        """Explore scores; `CostCurveModel.from_predictions` says what is what.

        Parameters
        ----------
        y_true, y_score, name, sample_weight, weights_are, clusters, groups, pos_label
            As there.
        notes : str or path, optional
            A file of notes.
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
        """Explore a fitted classifier; `CostCurveModel.from_estimator` says what is what.

        Parameters
        ----------
        estimator, X, y, sample_weight, weights_are, clusters, groups
            As there.
        response_method, pos_label, name
            As there.
        notes : str or path, optional
            A file of notes.
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
        """Explore several fitted classifiers; `CostCurveModel.from_estimators` says what is what.

        Parameters
        ----------
        estimators, X, y, sample_weight, weights_are, clusters, groups, response_method, pos_label
            As there.
        notes : str or path, optional
            A file of notes.
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
        """Explore a cross-validation; `CostCurveModel.from_cv_results` says what is what.

        Parameters
        ----------
        cv_results, X, y, sample_weight, weights_are, clusters, groups
            As there.
        response_method, pos_label, name
            As there.
        notes : str or path, optional
            A file of notes.
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
        """Explore classifiers of a frame; `CostCurveModel.from_frame` says what is what.

        Parameters
        ----------
        frame, y_true, y_score, name, example, fold, sample_weight, weights_are, clusters, groups
            As there.
        missing, pos_label, bound
            As there.
        notes : str or path, optional
            A file of notes.
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
        """Explore matrices; `CostCurveModel.from_confusion_matrices` says what is what.

        Parameters
        ----------
        matrices, rows
            As there.
        notes : str or path, optional
            A file of notes.

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
        """Explore ROC points; `CostCurveModel.from_points` says what is what.

        Parameters
        ----------
        points : mapping of str to (fpr, tpr)
            As there.
        notes : str or path, optional
            A file of notes.

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.7)})
        >>> explorer.close()
        """
        return cls(CostCurveModel.from_points(points), notes=notes)

    @property
    def model(self) -> CostCurveModel:
        """What the explorer shows; once it is closed, only while something else holds the model."""
        model = self._shown()
        return self._closed("model") if model is None else model

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes, as plain data, which can be set as well."""
        return self.model.notes

    @notes.setter
    def notes(self, notes: Sequence[Note]) -> None:
        self.model.notes = notes

    def add_note(self, text: str, **where: Any) -> str:
        """Id of a new note; `CostCurveModel.add_note` says what places there are."""
        return self.model.add_note(text, **where)

    def edit_note(self, note: str, *, text: str | None = None, **where: Any) -> None:
        """Change the text of a note, or its place; see `CostCurveModel.edit_note`."""
        self.model.edit_note(note, text=text, **where)

    def remove_note(self, note: str) -> None:
        """Take a note away."""
        self.model.remove_note(note)

    @property
    def duality(self) -> Duality:
        """What lies under the cursor: set `duality.hover` to light a pair from Python."""
        return self._closed("duality") if self.comm is None else self._duality

    def open_panel(self, title: str) -> None:
        """Open what is folded behind one of the tabs.

        Parameters
        ----------
        title : str
            What stands on the tab, for instance "Uncertainty".
        """
        if self.comm is None:
            self._closed("open_panel")
        more = [name for name in self._more.widget.titles if shown(name) == shown(title)]
        folds = self._more if more else self._panels
        folds.open(title)

    def reset(self) -> None:
        """Let all look as at first; the button Reset does the same.

        What can be set by hand in the figures and in the rows around them is again as it was when
        the explorer was displayed, or else made; on a page without Python, as when that was
        opened: who is hidden, conditions, operating point and
        range, pins, the criterion, axes, and what is shown. Zooms and presenting end. Classifiers,
        their names and colours, thresholds in use, bands, what folds are averaged by, and notes
        stay as they are.

        Raises
        ------
        CostCurveError
            If the explorer is closed.

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.7)})
        >>> explorer.model.pc, explorer.model.show_key = 0.2, False
        >>> explorer.reset()
        >>> explorer.model.pc, explorer.model.show_key
        (0.5, True)
        >>> explorer.close()
        """
        if self.comm is None:
            self._closed("reset")
        model = self.model
        known = tuple(name for name in self._first["hidden"] if name in model.classifiers)
        with model.hold_trait_notifications():
            for name, value in {**self._first, "hidden": known}.items():
                setattr(model, name, value)
        self.presenting = False
        self._duality.send({"reset": True})

    def to_figure(self, *, width: float = 10.0) -> Figure:
        """The same as `model.to_figure`: both spaces as a figure of matplotlib."""
        return self.model.to_figure(width=width)

    def to_png(
        self, path: str | PathLike[str] | None = None, *, scale: float = 2.0, width: float = 960.0
    ) -> bytes | None:
        """The same as `model.to_png`: both spaces as a PNG file."""
        return self.model.to_png(path, scale=scale, width=width)

    def to_svg(
        self, path: str | PathLike[str] | None = None, *, width: float = 960.0
    ) -> bytes | None:
        """The same as `model.to_svg`: both spaces as an SVG file."""
        return self.model.to_svg(path, width=width)

    def to_csv(
        self, path: str | PathLike[str] | None = None, *, what: str = "classifiers"
    ) -> str | None:
        """The same as `model.to_csv`: a table of what is shown."""
        return self.model.to_csv(path, what=what)

    def to_markdown(self, what: str = "report", *, title: str | None = None) -> str:
        """The same as `model.to_markdown`: a report, or a table."""
        return self.model.to_markdown(what, title=title)

    def to_code(self) -> str:
        """Python that shows this explorer again; otherwise as `model.to_code`."""
        from cc_widgets.export.session import code_of  # noqa: PLC0415 (for outputs alone)

        return code_of(self.model, shown=True)

    def save(self, path: str | PathLike[str]) -> None:
        """The same as `model.save`: all of this in a file, for `load`."""
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
        """Ask before you show: nothing of this explorer is on the page until somebody has answered.

        Parameters
        ----------
        kind : {"point", "line", "threshold", "classifier", "range"}
            What is asked for: the ROC point of a cost line, the cost line of an ROC point, the
            cheapest threshold or classifier at a PC(+), or the range of PC(+) where a classifier
            costs less than another, or than calling everybody the same.
        text : str, optional
            The question in your own words.
        name : str, optional
            The classifier; needed where there are several.
        threshold : float, optional
            Which of its points, for "point" and "line"; of a single one it need not be said.
        against : str, optional
            The other classifier, for "range".
        pc : float, optional
            Where, for "threshold" and "classifier"; the operating point if left out.
        tolerance : float, optional
            How far off an answer may be: .05, of thresholds .01 of the cost.

        Returns
        -------
        Question
            To be displayed. Its `answer` is set by hand or from Python, `right` says whether it
            is near enough. What is right is known to Python alone until it is shown.

        Raises
        ------
        CostCurveError
            If there is nothing to ask of that kind.

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
            self._closed("ask")
        model = self.model
        asked = asked_of(
            *(model, kind, text),
            tolerance=tolerance,
            name=name,
            threshold=threshold,
            against=against,
            pc=pc,
        )
        styles = looks(list(model.classifiers), model.colors)
        question = Question(asked, model.derived, styles, self._unveil)
        self._open = (*self._open, question)
        self._veil()
        return question

    @in_turn
    def _veil(self) -> None:
        """Take all away, from the page and from what is saved with it, while a question is open."""
        if self._is_veiled:
            return
        self._is_veiled = True
        self._sync.close()
        self._show_model(CostCurveModel())
        assign(self, children=(self._veil_words,))

    @in_turn
    def _unveil(self, question: Question) -> None:
        """Show all again once no question is open."""
        self._open = tuple(one for one in self._open if one is not question)
        if self.comm is None or self._open or not self._is_veiled:
            return
        self._is_veiled = False
        self._sync = Sync(self.model, self._duality, self._draw)
        self._show_model(self.model)
        self._draw()
        assign(self, children=tuple(self._rows))

    def _show_model(self, model: CostCurveModel) -> None:
        """Tell the page of this model, and draw it."""
        follow(self._duality, model)
        for view in self._views:
            view.draw(model)

    @property
    def is_veiled(self) -> bool:
        """Whether a question is open, for which all is hidden."""
        return self._is_veiled

    @property
    def pictured(self) -> bool:
        """False while all is hidden."""
        return not self._is_veiled

    def unopened(self) -> AbstractContextManager[Pages]:
        """What stands behind tabs that nobody has opened."""
        return super().unopened() if self._is_veiled else self._panels.unopened()

    def close(self) -> None:
        """Let go of the model and close every widget inside."""
        if self.comm is None:
            return
        forget(self)
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
        self._let_go()

    def _let_go(self) -> None:
        """Hold nothing any more: a notebook keeps every result that it has shown."""
        self._shown = ref(self.model)
        self.children = ()
        del self._duality, self._remarks, self._remarked, self._views, self._file
        del self._notes, self._rows, self._panels, self._more, self._row, self._sync
        del self._veil_words, self._stage, self._answer, self._first

    def _closed(self, where: str) -> NoReturn:
        """Say that what was asked for is gone."""
        raise CostCurveError(
            "this explorer is closed",
            where=where,
            fix="Run its cell again, or make another one: CostCurveExplorer(model).",
        )

    @in_turn
    def __repr__(self) -> str:
        """What a notebook shows where there is no widget."""
        said = "closed" if self.comm is None else line_of(self.model)
        if self._is_veiled:
            said = self._veil_words.text
        return f"CostCurveExplorer({said})"

    def _made_answer(self) -> Frame:
        """The answer, and below it what is odd."""
        remarks = [] if self._remarks is None else [(self._remarks, "answer")]
        answer = (Answer(duality=self._duality), "answer")
        return _frame(self._duality, "cc-answer", answer, *remarks)

    def _made_rows(self) -> list[Widget]:
        """The rows of the screen, from top to bottom."""
        duality, (roc, cost) = self._duality, self._views
        frame = partial(_frame, duality)
        ribbon = Ribbon(duality=duality, scale=cost.scale)
        halves = [
            frame("cc-half", (roc.figure, "roc"), (Detail(duality=duality), "roc detail")),
            frame("cc-half", (cost.figure, "cost"), (ribbon, "cost ribbon")),
        ]
        top = ((Legend(duality=duality), "chips"), (self._switches(), ""))
        known = ((self._row.widget, "conditions"), (self._more.widget, "conditions"))
        key = ((Key(duality=duality), "key"), (self._notes, ""), (self._panels.widget, "panels"))
        return [
            Presence(),
            frame("cc-top", *top, across=True),
            self._answer,
            frame("cc-conditions cc-known", *known),
            # A message less for each box that shares its layout.
            HBox(halves, layout=Layout(), _dom_classes=("cc-figures",)),
            frame("cc-key", *key),
        ]

    def _warn(self, words: str) -> None:
        """Say on the page why the notes are not in their file; nothing where they are."""
        self._notes.warning = words

    def _switches(self) -> Switches:
        """Switches, with a menu of all outputs."""
        offers = [{"kind": kind, "words": output.words} for kind, output in OUTPUTS.items()]
        switches = Switches(duality=self._duality, offers=offers)
        switches.on_msg(self._hear)
        return switches

    @in_turn
    def _repr_mimebundle_(self, **given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """What is displayed; as it is now it is again after a reset."""
        if self._is_new and not self._is_veiled and self.comm is not None:
            self._is_new = False
            self._first = _hand_set(self.model)
        return super()._repr_mimebundle_(**given)

    @in_turn
    def _hear(self, switches: Switches, asked: dict[str, Any], _buffers: object) -> None:
        """Do what the page asks for."""
        if asked.get("reset") is True:
            self.reset()
        else:
            self._save(switches, asked)

    def _save(self, switches: Switches, asked: dict[str, Any]) -> None:
        """Send the page what it asks for, or why that cannot be."""
        request = asked.get("request")
        try:
            name, media_type, data = output_of(self, asked.get("save"))
        except Exception as error:  # noqa: BLE001 (whatever went wrong is told where it was asked for)
            switches.send({"request": request, "error": str(error) or type(error).__name__})
        else:
            switches.send({"request": request, "name": name, "type": media_type}, [data])

    def _draw_remarks(self) -> None:
        """Say what is to be said below the answer now."""
        if not self._remarked.changes("all", self.model.derived, self.model.group_words):
            return
        if self._remarks is None:
            self._remarks = _remarks_of(self.model)
            if self._remarks is not None:
                self._answer.add(self._remarks, "show_answer")
        elif (said := _said_of(self.model)) != self._remarks.text:
            self._remarks.say(said)

    def _draw(self) -> None:
        model = self.model
        self._draw_remarks()
        for view in self._views:
            view.draw(model)


_P = ParamSpec("_P")


class _Explore(Protocol[_P]):
    """What is called with arrays, or with a frame and the names of its columns."""

    @overload
    def __call__(self, *given: _P.args, **how: _P.kwargs) -> CostCurveExplorer: ...

    @overload
    def __call__(
        self, data: object, /, *, y_true: Hashable, y_score: object, **columns: Any
    ) -> CostCurveExplorer: ...


def _also_of_frames(show: Callable[_P, CostCurveExplorer]) -> _Explore[_P]:
    """The same function, which takes a frame in front as well, as other libraries of plots do."""
    calls: Callable[..., CostCurveExplorer] = show

    @wraps(show)
    def either(*given: Any, **how: Any) -> CostCurveExplorer:
        if not given or not ("y_true" in how or is_frame(given[0])):
            return calls(*given, **how)
        if len(given) > 1 or not {"y_true", "y_score"} <= how.keys() or "data" in how:
            raise CostCurveError(
                "columns of a frame are told by their names",
                where="explore",
                got=f"a {type(given[0]).__name__} first",
                fix='Pass explore(frame, y_true="y", y_score=["forest", "logistic"]), or arrays: '
                "explore(y_true, y_score).",
            )
        return calls(**how, data=given[0])

    return either


@_also_of_frames
@lists_kinds
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
    """Show classifiers in ROC space and cost space, linked.

    The same as `CostCurveExplorer.from_predictions`, or, of a frame, as `from_frame`: the frame
    stands first, or is `data`, and all else but `pos_label` names its columns.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,), or column
        True labels, of exactly two kinds.
    y_score : array-like of shape (n_examples,), or mapping of names to such, or columns
        Scores: probabilities of the positive class, or any number that grows with it. Beside
        scores a mapping may hold dicts of named parts, and what functions of core return.
    data : frame, or path, optional
        Of any library, or of a CSV or Parquet file.
    name : str, or column, optional
        What a single classifier is called; in a frame, where the names of classifiers stand.
    example, fold : column, optional
        Of a frame: which example a row is of, and in which fold.
    sample_weight : array-like of shape (n_examples,), or column, optional
        Non-negative weights.
    weights_are : {"importance", "frequencies"}
        How much an example counts beside others, or how many examples a row stands for.
    clusters : array-like of shape (n_examples,), or column, optional
        Rows with the same label here, such as a patient, belong together: they are resampled
        together.
    groups : array-like of shape (n_examples,), or column, optional
        Groups such as hospitals: how each fares at the common threshold is drawn and told.
    missing : {"refuse", "drop"}
        What becomes of rows of a frame that lack a value.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
    bound : float
        By how much a cost may be off where rows of a frame are counted by an engine.
    notes : str or path, optional
        A file of notes: read now if it is there, and written after each change.

    Returns
    -------
    CostCurveExplorer
        Its `model` has all that is shown. Set `model.classifiers` to show others, each by its
        name and written as

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
    of_rows: dict[str, Any] = {"clusters": clusters, "groups": groups, "pos_label": pos_label}
    of_rows |= {"sample_weight": sample_weight, "weights_are": weights_are}
    of_frame: dict[str, Any] = {"example": example, "fold": fold}
    if data is not None:
        of_frame |= {"y_true": y_true, "y_score": y_score, "missing": missing, "bound": bound}
        return CostCurveExplorer.from_frame(data, name=name, **of_frame, **of_rows, notes=notes)
    given: object = missing
    is_usual = isinstance(given, str) and given == "refuse"
    _check_no_columns(**of_frame, missing=None if is_usual else missing)
    called: Any = name
    return CostCurveExplorer.from_predictions(y_true, y_score, name=called, **of_rows, notes=notes)


def _check_no_columns(**given: object) -> None:
    """Refuse what only frames can be asked for."""
    for where, value in given.items():
        if value is not None:
            raise CostCurveError(
                "is said of a frame",
                where=where,
                got=f"{shown(value)} beside arrays",
                fix='Pass explore(frame, y_true="y", y_score=["forest"], ...), or leave it out.',
            )


def load(path: str | PathLike[str]) -> CostCurveExplorer:
    """Explorer of what was saved.

    Parameters
    ----------
    path : str or path-like
        Of a file that `explorer.save(path)`, or `model.save(path)`, has written.

    Returns
    -------
    CostCurveExplorer
        Of a model as it was; bands are drawn again from the same seed. `CostCurveModel.load` is
        the same without a display.

    Raises
    ------
    CostCurveError
        If there is no such file, or anything in it is not as it must be. Nothing in a file is
        ever run.
    """
    return CostCurveExplorer(CostCurveModel.load(path))
