"""Sessions: a model as a file that can be read again, and as Python code that rebuilds it."""

import base64
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from datetime import date, datetime
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import (
    Conditions,
    Counts,
    Folds,
    PointSet,
    Predictions,
    RocCurve,
    folds,
    matrix_counts,
    point_set,
    predictions,
)
from cc_widgets.core._conditions import Range
from cc_widgets.core._folds import Evaluation
from cc_widgets.core._predictions import Groups, Labels, LeftOut, TestedOn, alike, labelled
from cc_widgets.core._reading import check_names, read_unit_number
from cc_widgets.core.uncertainty import PairedCounts
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import about, versions, versions_words
from cc_widgets.intake import Named, labels_of
from cc_widgets.intake.files import read_file, read_path
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.settle import settings_of
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import plain

Classifier: TypeAlias = Evaluation | Folds
Json = dict[str, Any]
_T = TypeVar("_T")

# ---- Recipe of a model, which files and code write down


@dataclass(frozen=True)
class Recipe:
    """Changes that rebuild a model.

    Attributes
    ----------
    classifiers : Named
        Classifiers in the user's order.
    settings : dict
        Traits to be set, by name.
    resampled : mapping of str to Predictions, Counts, RocCurve or Folds, or None
        Classifiers of the bootstrap run behind the bands, by the names of that time; None if
        there are no bands.
    """

    classifiers: Named
    settings: Mapping[str, Any]
    resampled: Mapping[str, Classifier] | None = None

    @property
    def steps(self) -> Iterator[Mapping[str, Any] | None]:
        """Traits to be set together, in this order; None is a bootstrap run."""
        at_last = {name: to for name, to in self.settings.items() if name == "pins"}
        before: dict[str, Any] = {}
        first = self.classifiers
        if self.resampled is not None:
            before = {name: to for name, to in self.settings.items() if name in _OF_RUN}
            first = Named(self.resampled)
        same = list(first.items()) == list(self.classifiers.items())
        yield {"classifiers": self.classifiers if same else first}
        yield before
        if self.resampled is not None:
            yield None
        if not same:
            yield {"classifiers": self.classifiers}
        apart = {*before, *at_last}
        yield {name: to for name, to in self.settings.items() if name not in apart}
        yield at_last

    def rebuild(self) -> CostCurveModel:
        """Return the model."""
        model = CostCurveModel()
        for step in self.steps:
            if step is None:
                model.bootstrap()
                continue
            with model.hold_trait_notifications():
                for name, value in step.items():
                    setattr(model, name, value)
        return model


_OF_RUN = ("bootstrap_settings", "level")
"""Settings that a bootstrap run needs; all others follow it."""


def recipe_of(model: CostCurveModel) -> Recipe:
    """Return the recipe of a model, without bands that are out of date or not complete.

    Bands of a random seed are drawn again from the seed that was used.
    """
    settings, band = settings_of(model), model.band
    if band is None or model.stale or not (band.settled and band.complete):
        return Recipe(model.classifiers, settings)
    recipe = Recipe(model.classifiers, settings, band.resampled.origin)
    of_run = replace(model.bootstrap_settings, rng=model.seed)
    if of_run != BootstrapSettings():
        settings["bootstrap_settings"] = of_run
    if list(recipe.resampled or ()) != list(model.classifiers):
        settings["compared"] = model.compared  # by default those that were resampled first
    return recipe


# ---- A session: the recipe as JSON

FORMAT = "cc_widgets session"
VERSION = 1
_PARTS = {"format", "version", "about", "examples", "evidence", "classifiers", "labels"}
_PARTS |= {"settings", "resampled"}
_MOST_BYTES = 2**31
_DEEPEST = 16

MIGRATIONS: dict[int, Callable[[Json], Json]] = {}
"""What makes a session of the next version of one of an older version."""


def session_text(model: CostCurveModel) -> str:
    """Session of a model, as a file has it."""
    return json.dumps(session_of(model), indent=1, allow_nan=False) + "\n"


def session_of(model: CostCurveModel) -> Json:
    """Session of a model, as data that JSON can hold.

    Parameters
    ----------
    model : CostCurveModel
        Any.

    Returns
    -------
    dict
        `format` and `version`; `about` the whole; `examples` of classifiers that scored the same
        ones, once; `evidence`, the scores, counts or rates, once even if several names refer to
        it; `classifiers`, names with positions in the evidence, in the user's order; `labels` of
        the two classes; `settings`, the traits that differ from their defaults; and `resampled`,
        names and positions of the classifiers of the bootstrap run, None for no bands.

    Raises
    ------
    CostCurveError
        If JSON has no word for a label, or there is too much of it all.
    """
    recipe = recipe_of(model)
    writer = _Writer()
    labels = recipe.classifiers.labels
    return {
        "format": FORMAT,
        "version": VERSION,
        "about": about(model),
        "classifiers": writer.places(recipe.classifiers),
        "labels": None if labels is None else [plain_label(label) for label in labels],
        "settings": {name: _plain(value) for name, value in recipe.settings.items()},
        "resampled": None if recipe.resampled is None else writer.places(recipe.resampled),
        "evidence": writer.evidence,
        "examples": writer.examples,
    }


def load_session(path: str | PathLike[str]) -> CostCurveModel:
    """Read a session; nothing in it is ever run.

    Parameters
    ----------
    path : str or path
        Of a file that holds a `session_text`.

    Returns
    -------
    CostCurveModel
        As it was saved; bands are drawn anew, from the same seed.

    Raises
    ------
    CostCurveError
        If there is no such file, it is not whole, or anything in it is not as it must be.
    """
    place = read_path("path", path)
    return _within(f"session {shown(str(place))}", lambda: model_of(_read(place)))


def _read(path: Path) -> Json:
    """The JSON of a file."""
    try:
        text = read_file(path, _MOST_BYTES).decode()
        found = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except CostCurveError:
        raise
    except RecursionError:
        raise _no_session("JSON that is nested too deeply") from None
    except (ValueError, MemoryError) as error:  # no UTF-8, no JSON, too long
        raise _no_session(str(error)) from None
    if not isinstance(found, dict):
        raise _no_session(f"a {type(found).__name__}")
    return found


def _once(pairs: Sequence[tuple[str, Any]]) -> Json:
    """A dict in which every name stands once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _no_session(f"the name {shown(max(names, key=names.count))} twice")
    return found


def _refuse_constant(text: str) -> None:
    raise _no_session(f"the number {text}")


def _finite(text: str) -> float:
    """A number of JSON, which must not overflow."""
    number = float(text)
    if not isfinite(number):
        raise _no_session(f"the number {shown(text)}")
    return number


def _no_session(got: str) -> CostCurveError:
    return CostCurveError(
        "this is no session of cc_widgets, or not a whole one",
        got=got,
        fix="Pass a file that explorer.save(path) has written.",
    )


def model_of(session: Json) -> CostCurveModel:
    """Model that a session tells of.

    Parameters
    ----------
    session : dict
        As `session_of` makes it, of this version or an older one.

    Returns
    -------
    CostCurveModel
        As it was.

    Raises
    ------
    CostCurveError
        If anything is not as it must be.
    """
    found = _of_this_version(session)
    _check_keys(found, _PARTS, "session")
    _check_depth(found, _DEEPEST)
    told = _typed(found["about"], dict, "about")
    model = _recipe(found).rebuild()
    if model.fingerprint != told.get("fingerprint"):
        raise CostCurveError(
            "the data are not those that were saved",
            where="fingerprint",
            got=f"{model.fingerprint} instead of {shown(told.get('fingerprint'))}",
            fix="The file was changed, or damaged: look for another copy of it.",
        )
    return model


def _of_this_version(session: Json) -> Json:
    """The same session as this version writes it."""
    if session.get("format") != FORMAT:
        raise _no_session(f"format {shown(session.get('format'))}")
    version = session.get("version")
    if type(version) is not int or version < 0:
        raise _no_session(f"version {shown(version)}")
    if version > VERSION:
        raise CostCurveError(
            f"was saved by a newer cc_widgets; this one reads versions up to {VERSION}",
            where="version",
            got=shown(version),
            fix='Update: pip install --upgrade "cc-widgets".',
        )
    while version < VERSION:
        if version not in MIGRATIONS:
            raise _no_session(f"version {version}, which there never was")
        session, version = MIGRATIONS[version](session), version + 1
    return session


def _recipe(entry: Json) -> Recipe:
    """Read the recipe in a session."""
    tested: dict[int, bytes] = {}
    examples = [_labels(one, tested) for one in _typed(entry["examples"], list, "examples")]
    evidence = [
        _within(f"evidence {place}", lambda: _classifier(one, examples))  # noqa: B023 (called at once)
        for place, one in enumerate(_typed(entry["evidence"], list, "evidence"))
    ]
    settings = dict(_typed(entry["settings"], dict, "settings"))
    known = {name for name in CostCurveModel.class_traits(given=True) if name != "classifiers"}
    _check_keys(settings, known, "settings", missing=False)
    for name, read in _READ.items():
        if name in settings:
            settings[name] = _within(f"settings, {name}", lambda: read(settings[name]))  # noqa: B023 (called at once)
    labels = None if entry["labels"] is None else _two_labels(entry["labels"], "labels")
    classifiers = Named(_named(entry["classifiers"], "classifiers", evidence), labels)
    if entry["resampled"] is None:
        return Recipe(classifiers, settings)
    return Recipe(classifiers, settings, _named(entry["resampled"], "resampled", evidence))


def _named(data: object, where: str, evidence: Sequence[Classifier]) -> dict[str, Classifier]:
    """Classifiers by name, read from names with positions."""
    entry: dict[str, Classifier] = {}
    for pair in _typed(data, list, where):
        name, place = _pair(pair, where)
        check_names([name], where)
        if name in entry:
            raise CostCurveError("two have one name", where=where, got=shown(name))
        if type(place) is not int or not 0 <= place < len(evidence):
            raise CostCurveError("there is no such evidence", where=where, got=shown(place))
        entry[name] = evidence[place]
    return entry


# ---- The evidence as JSON: arrays are compressed and written as text


_KINDS: Mapping[str, type[Classifier]] = {
    "predictions": Predictions,
    "counts": Counts,
    "points": PointSet,
    "curve": RocCurve,
    "folds": Folds,
}


class _Writer:
    """Writes evidence and examples as JSON, each once."""

    def __init__(self) -> None:
        self.evidence: list[Json] = []
        self.examples: list[Json] = []
        self._sources: list[Classifier] = []
        self._scored: list[Predictions] = []
        self._marks: list[bytes] = []

    def places(self, classifiers: Mapping[str, Classifier]) -> list[list[Any]]:
        """Names with positions in the evidence, which new classifiers are added to."""
        return [[name, self._place(source)] for name, source in classifiers.items()]

    def _place(self, source: Classifier) -> int:
        places = (i for i, known in enumerate(self._sources) if known is source)
        place = next(places, len(self._sources))
        if place == len(self._sources):
            self._sources.append(source)
            self.evidence.append(self._written(source))
        return place

    def _written(self, source: Classifier) -> Json:
        """Return a classifier as JSON: what differs from the defaults of its fields."""
        kind = next(name for name, kind in _KINDS.items() if isinstance(source, kind))
        parts = {name: getattr(source, name) for name in changed_fields(source)}
        if isinstance(source, Folds):
            parts["parts"] = [self._written(part) for part in source.parts]
        if isinstance(source, Predictions):
            for name in _OF_EXAMPLES:
                parts.pop(name, None)
            parts["examples"] = self._place_of_examples(source)
        return {"kind": kind, **{name: _packed(name, part) for name, part in parts.items()}}

    def _place_of_examples(self, source: Predictions) -> int:
        """Return the position of these examples, which are added if they are not there yet."""
        for place, known in enumerate(self._scored):
            same = known.examples == source.examples and known.classes == source.classes
            if same and alike(known.positive, source.positive) and alike(known.index, source.index):
                return place
        self._scored.append(source)
        self.examples.append(self._written_examples(source))
        return len(self._scored) - 1

    def _written_examples(self, source: Predictions) -> Json:
        """Return true labels as JSON, with identifiers of the examples."""
        mark = index = None
        if source.examples is not None:
            index = source.examples.index and source.examples.index.hex()
            if source.examples.mark not in self._marks:
                self._marks.append(source.examples.mark)
            mark = self._marks.index(source.examples.mark)
        try:
            rows = _packed("index", source.index)
        except CostCurveError:  # then rows are known by their positions
            rows = None
        return {
            "positive": _packed("positive", source.positive),
            "classes": [plain_label(label) for label in source.classes],
            "mark": mark,
            "index": index,
            "rows": rows,
        }


_OF_EXAMPLES = ("positive", "classes", "examples", "index")


def changed_fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 (a dataclass)
    """Fields of a dataclass that differ from their defaults."""
    entry = {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Conditions):
        usual: object = Conditions((value.prior.low, value.prior.high))
        return {n: v for n, v in entry.items() if n == "prior" or v != getattr(usual, n)}
    known = {each.name: each.default for each in fields(value)}
    return {name: part for name, part in entry.items() if not _same(part, known[name])}


def plain_label(label: object, where: str = "y_true") -> Any:  # noqa: ANN401 (text, number or truth value)
    """Label that JSON and Python's source have a word for, as it is."""
    value = label.item() if isinstance(label, np.generic) else label
    if isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise CostCurveError(
        "only labels that are texts, numbers or truth values can be written",
        where=where,
        got=shown(label),
        fix="Pass labels such as 0 and 1, or texts.",
    )


def _name_as_json(name: object, where: str) -> Any:  # noqa: ANN401 (a label, or a date)
    """Name of a row, cluster or group as JSON."""
    return {"date": name.isoformat()} if isinstance(name, date) else plain_label(name, where)


def _read_name(data: object, where: str) -> Any:  # noqa: ANN401 (a label, or a date)
    """Name of a row, cluster or group."""
    if not isinstance(data, dict):
        return plain_label(data, where)
    _check_keys(data, {"date"}, where)
    try:
        entry = datetime.fromisoformat(data["date"])
    except (TypeError, ValueError):
        raise CostCurveError("is no date", where=where, got=shown(data["date"])) from None
    return entry if "T" in data["date"] else entry.date()


_NUMBERS = re.compile(
    r"bool|u?int(8|16|32|64)|float(16|32|64)|(datetime|timedelta)64\[([YMWDhms]|[mun]s)\]"
)


def _packed(name: str, value: Any) -> Any:  # noqa: ANN401 (a part of a result)
    """Part of a result as JSON: an array as compressed text, other results by their parts."""
    if isinstance(value, np.ndarray):
        return _packed_array(name, value)
    if isinstance(value, Counts):
        return {part: _packed(part, to) for part, to in changed_fields(value).items()}
    if isinstance(value, Groups):
        names = [_name_as_json(group, name) for group in value.names]
        return {"names": names, "code": _packed_array(name, value.code)}
    if isinstance(value, tuple):
        return list(value)
    return value.item() if isinstance(value, np.generic) else value


def _packed_array(name: str, array: NDArray[Any]) -> Json:
    """Array as JSON: numbers as compressed bytes, names in a list."""
    kind = array.dtype.name
    if not _NUMBERS.fullmatch(kind):
        kind = "object" if array.dtype == object else "str"
        return {"type": kind, "names": [_name_as_json(one, name) for one in array.tolist()]}
    content = np.packbits(array) if kind == "bool" else array.astype(array.dtype.newbyteorder("<"))
    text = base64.b64encode(zlib.compress(content.tobytes())).decode()
    return {"type": kind, "size": array.size, "data": text}


def _array(data: object, where: str) -> NDArray[Any]:
    """An array, checked before anything is made of it."""
    entry = _typed(data, dict, where)
    if "names" in entry:
        return _array_of_names(entry, where)
    _check_keys(entry, {"type", "size", "data"}, where)
    kind, size = entry["type"], entry["size"]
    known = isinstance(kind, str) and _NUMBERS.fullmatch(kind)
    if not known or type(size) is not int or not 0 <= size <= _MOST_BYTES:
        raise CostCurveError("is no array", where=where, got=f"{shown(kind)}, {shown(size)}")
    dtype = np.dtype("u1" if kind == "bool" else kind)
    n_bytes = -(-size // 8) if kind == "bool" else size * dtype.itemsize
    content = _inflated(_typed(entry["data"], str, where), n_bytes, where)
    array = np.frombuffer(content, dtype.newbyteorder("<"))
    if kind == "bool":
        return np.unpackbits(array, count=size).astype(bool)
    return array.astype(dtype)


def _array_of_names(entry: Json, where: str) -> NDArray[Any]:
    """An array of texts, or of names of any kind."""
    _check_keys(entry, {"type", "names"}, where)
    names = [_read_name(name, where) for name in _typed(entry["names"], list, where)]
    if entry["type"] not in ("object", "str"):
        raise CostCurveError("is no array", where=where, got=shown(entry["type"]))
    if entry["type"] == "str" and names and all(isinstance(name, str) for name in names):
        return np.array(names)
    array = np.empty(len(names), object)
    array[:] = names
    return array


def _inflated(text: str, n_bytes: int, where: str) -> bytes:
    """Decompressed text of just so many bytes."""
    inflate = zlib.decompressobj()
    try:
        content = inflate.decompress(base64.b64decode(text, validate=True), n_bytes + 1)
    except (ValueError, zlib.error, MemoryError) as error:
        raise CostCurveError("its data are damaged", where=where, got=str(error)) from None
    if len(content) != n_bytes or n_bytes > _MOST_BYTES or not inflate.eof:
        raise CostCurveError("its data are damaged", where=where, got="another size than said")
    return content


def _two_labels(data: object, where: str) -> tuple[Any, Any]:
    """The negative and the positive label."""
    classes = _typed(data, list, where)
    if len(classes) != len(("negative", "positive")) or classes[0] == classes[1]:
        raise CostCurveError("two different labels are needed", where=where, got=shown(classes))
    negative, positive = (plain_label(label, where) for label in classes)
    return negative, positive


def _labels(data: object, tested: dict[int, bytes]) -> Labels:
    """True labels of examples; equal marks stand for the same examples."""
    entry = _typed(data, dict, "examples")
    _check_keys(entry, {"positive", "classes", "mark", "index", "rows"}, "examples")
    positive = _array(entry["positive"], "examples, positive")
    if positive.dtype != bool or positive.all() or not positive.any():
        raise CostCurveError("both classes are needed", where="examples, positive")
    try:
        index = None if entry["index"] is None else bytes.fromhex(entry["index"])
    except (TypeError, ValueError):
        raise CostCurveError("is no digest", where="index", got=shown(entry["index"])) from None
    examples = None
    if entry["mark"] is not None:
        mark = _typed(entry["mark"], int, "mark")
        examples = TestedOn(index, tested.setdefault(mark, TestedOn().mark))
    rows = None if entry["rows"] is None else _array(entry["rows"], "rows")
    if rows is not None and rows.size != positive.size:
        raise CostCurveError("as many names of rows as examples are needed", where="rows")
    return Labels(positive, _two_labels(entry["classes"], "classes"), examples, index=rows)


def _classifier(data: object, examples: Sequence[Labels]) -> Classifier:
    """A checked classifier."""
    source = dict(_typed(data, dict, "evidence"))
    kind = source.pop("kind", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise CostCurveError(f"is none of {', '.join(_KINDS)}", where="kind", got=shown(kind))
    entry = _checked_fields(source, kind)
    if kind == "folds":
        return _folds(entry, examples)
    if kind == "predictions":
        return _predictions(entry, examples)
    return _counts(entry) if kind == "counts" else _curve(entry, kind)


def _checked_fields(data: object, kind: str) -> Json:
    """Fields of a result, of which only those without a default must be there."""
    entry = _typed(data, dict, kind)
    known = {each.name: each.default is MISSING for each in fields(_KINDS[kind])}
    if kind == "predictions":
        known = {name: required for name, required in known.items() if name not in _OF_EXAMPLES}
        known["examples"] = True
    _check_keys(entry, set(known), kind, missing=False)
    _check_keys(entry, {name for name, required in known.items() if required}, kind, unknown=False)
    return entry


def _folds(entry: Json, examples: Sequence[Labels]) -> Folds:
    """Folds of one classifier."""
    names = _typed(entry["names"], list, "names")
    parts: list[Any] = [
        _classifier(part, examples) for part in _typed(entry["parts"], list, "parts")
    ]
    if len(names) != len(parts):
        raise CostCurveError("each fold has a name of its own", where="names", got=shown(names))
    check_names(names, "names")
    repeated = _typed(entry.get("repeated", False), bool, "repeated")
    checked = folds(dict(zip(names, parts, strict=True)))
    return replace(checked, parts=tuple(parts), names=tuple(names), repeated=repeated)


def _predictions(entry: Json, examples: Sequence[Labels]) -> Predictions:
    """Scores of examples, with the other columns of the rows."""
    place = entry["examples"]
    if type(place) is not int or not 0 <= place < len(examples):
        raise CostCurveError("there are no such examples", where="examples", got=shown(place))
    arrays: dict[str, Any] = {
        name: _array(entry[name], name)
        for name in ("weight", "clusters", "cluster_names", "reach", "place")
        if entry.get(name) is not None
    }
    scored = labelled(
        *(examples[place], _array(entry["score"], "score"), arrays.pop("weight", None)),
        weights_are=entry.get("weights_are", "importance"),
    )
    _check_clusters(arrays, scored.score.size)
    if "place" in arrays:
        _check_whole(arrays["place"], "place", scored.score.size)
    facts: Json = {"left_out": _left_out(entry.get("left_out", [0, 0]))}
    if "groups" in entry:
        facts["groups"] = _groups(entry["groups"], scored.score.size)
    facts["response"] = _typed(entry.get("response", ""), str, "response")
    facts["libraries"] = tuple(
        _typed(name, str, "libraries")
        for name in _typed(entry.get("libraries", []), list, "libraries")
    )
    return replace(scored, **arrays, **facts)


_MOST_CLUSTERS = 10**8


def _check_clusters(arrays: Mapping[str, NDArray[Any]], size: int) -> None:
    """Refuse clusters that are not numbered from 0, or names and numbers of others than these."""
    n_clusters = size
    if "clusters" in arrays:
        _check_whole(arrays["clusters"], "clusters", size)
        numbers = np.unique(arrays["clusters"])
        n_clusters = numbers.size
        if numbers[-1] != n_clusters - 1:
            raise CostCurveError("clusters must be numbered from 0", where="clusters")
    if "reach" in arrays:
        _check_whole(arrays["reach"], "reach", n_clusters, _MOST_CLUSTERS)
    if "cluster_names" in arrays and arrays["cluster_names"].shape != (n_clusters,):
        raise CostCurveError("each cluster has one name", where="cluster_names")


def _check_whole(
    array: NDArray[Any], where: str, size: int, most: int = np.iinfo(np.int64).max
) -> None:
    """Refuse all but an array of whole numbers from 0 on."""
    if array.dtype != np.int64 or array.shape != (size,):
        raise CostCurveError(f"{size} whole numbers are needed", where=where)
    if np.any((array < 0) | (array > most)):
        raise CostCurveError(f"must be whole numbers from 0 to {most}", where=where)


def _groups(data: object, size: int) -> Groups:
    """The group of each example."""
    entry = _typed(data, dict, "groups")
    _check_keys(entry, {"names", "code"}, "groups")
    names = [_read_name(name, "groups") for name in _typed(entry["names"], list, "groups")]
    code = _array(entry["code"], "groups")
    _check_whole(code, "groups", size, len(names) - 1)
    if len(set(names)) < len(names) or np.unique(code).size < len(names):
        raise CostCurveError("each group has a name and examples of its own", where="groups")
    return Groups(tuple(names), code)


def _left_out(data: object) -> LeftOut:
    """How many rows are left out, of how many."""
    numbers = _typed(data, list, "left_out")
    pair = [type(one) for one in numbers] == [int, int]
    if not pair or not 0 <= numbers[0] <= numbers[1]:
        raise CostCurveError("are no numbers of rows", where="left_out", got=shown(numbers))
    return numbers[0], numbers[1]


def _counts(data: Json) -> Counts:
    """Counts that rise from nothing to all, as thresholds fall."""
    threshold, tp, fp = (_array(data[name], name) for name in ("threshold", "tp", "fp"))
    if len({threshold.size, tp.size, fp.size}) > 1 or threshold.size <= 1:
        raise CostCurveError("as many counts as thresholds are needed", where="counts")
    if threshold.dtype.kind != "f" or threshold[0] != np.inf or not np.all(np.diff(threshold) < 0):
        raise CostCurveError("thresholds must fall from infinity", where="threshold")
    for name, each in (("tp", tp), ("fp", fp)):
        rises = each[0] == 0 and each[-1] > 0 and np.all(np.diff(each) >= 0)
        if each.dtype.name not in ("int64", "float64") or not rises or not isfinite(each[-1]):
            raise CostCurveError("counts must rise from 0", where=name)
    totals = tp[-1].item(), fp[-1].item()
    if (data["positives"], data["negatives"]) != totals:
        raise CostCurveError("are not what the counts add up to", where="positives, negatives")
    entry = Counts(threshold, tp, fp, *totals)
    truths: dict[str, Any] = {
        name: _typed(data[name], bool, name)
        for name in ("complete", "weighted", "scored")
        if name in data
    }
    error = read_unit_number("error", data.get("error", 0.0), "Pass 0 for exact counts.")
    return replace(entry, **truths, error=error, left_out=_left_out(data.get("left_out", [0, 0])))


def _curve(data: Json, kind: str) -> RocCurve:
    """A curve; its rates are checked by the model."""
    entry: Json = {name: _array(data[name], name) for name in ("fpr", "tpr")}
    if data.get("threshold") is not None:
        entry["threshold"] = _array(data["threshold"], "threshold")
    if data.get("counts") is not None:
        entry["counts"] = _counts(_checked_fields(data["counts"], "counts"))
    sizes = {value.size for value in entry.values() if isinstance(value, np.ndarray)}
    sizes |= {entry["counts"].tp.size} if "counts" in entry else set()
    kinds = {entry[name].dtype.kind for name in entry if name != "counts"}
    if len(sizes) > 1 or kinds != {"f"} or np.isnan(entry.get("threshold", 0.0)).any():
        raise CostCurveError("rates and thresholds must go together", where="curve")
    if kind == "curve":
        return RocCurve(**entry)
    place = _array(data["given"], "given")
    if place.size != entry["fpr"].size or place.dtype.kind != "i":
        raise CostCurveError("one place for each point is needed", where="given")
    point_set(fpr=entry["fpr"], tpr=entry["tpr"])  # refuses what are no rates
    entry |= {name: _beside(data.get(name), place.size, name) for name in ("labels", "parameter")}
    return PointSet(**entry, given=place)


def _beside(data: object, size: int, where: str) -> tuple[Any, ...] | None:
    """What stands beside each point, if anything does."""
    if data is None:
        return None
    values, kind = _typed(data, list, where), str if where == "labels" else float
    if len(values) != size or not all(one is None or type(one) is kind for one in values):
        raise CostCurveError("one for each point is needed", where=where, got=shown(values))
    return tuple(values)


# ---- Settings as JSON


def _plain(value: Any) -> Any:  # noqa: ANN401 (of a trait)
    """Value of a trait as JSON has it."""
    if isinstance(value, Range):
        return value.low if value.low == value.high else [value.low, value.high]
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return plain(value)


def _made_of(kind: Callable[..., _T]) -> Callable[[object], _T]:
    """What makes a value of its parts by name."""

    def made(data: object) -> _T:
        known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
        _check_keys(_typed(data, dict, "settings"), known, "settings", missing=False)
        try:
            return kind(**data)  # type: ignore[arg-type]
        except TypeError as error:
            raise CostCurveError("a part is missing", got=str(error)) from None

    return made


def _pair(data: object, where: str) -> list[Any]:
    pair = _typed(data, list, where)
    if len(pair) != len(("name", "value")):
        raise CostCurveError("must be a pair", where=where, got=shown(pair))
    return pair


_READ: Mapping[str, Callable[[Any], Any]] = {
    "conditions": lambda data: None if data is None else _made_of(Conditions)(data),
    "bootstrap_settings": _made_of(BootstrapSettings),
}
"""Traits that are something else than JSON says, and what makes them of that."""


# ---- What may stand in a session


def _typed(data: object, kind: type[_T], where: str) -> _T:
    """The same, if it is of that kind."""
    if type(data) is kind:
        return data
    raise CostCurveError(f"must be a {kind.__name__}", where=where, got=shown(data))


def _check_keys(
    data: Json, known: set[str], where: str, *, missing: bool = True, unknown: bool = True
) -> None:
    """Refuse unknown names, and the lack of others."""
    odd = [name for name in data if name not in known] if unknown else []
    lacking = sorted(known - data.keys()) if missing else []
    if odd:
        raise CostCurveError("has a part that nobody knows", where=where, got=shown(odd[0]))
    if lacking:
        raise CostCurveError(f"has no {lacking[0]}", where=where)


def _check_depth(value: object, left: int) -> None:
    """Refuse what is nested deeper than any session."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if parts and not left:
        raise _no_session("JSON that is nested too deeply")
    for part in parts:
        _check_depth(part, left - 1)


def _within(where: str, read: Callable[[], _T]) -> _T:
    try:
        return read()
    except CostCurveError as error:
        raise error.within(where) from None


# ---- The recipe as Python


def code_of(model: CostCurveModel, *, shown: bool = False) -> str:
    """Python that makes a model again.

    Parameters
    ----------
    model : CostCurveModel
        Any.
    shown : bool
        Whether to show it in an explorer.

    Returns
    -------
    str
        It asks for `y_true` and `scores` where examples are needed, and for `counted` where counts
        are very many, and says so if those are other data. Few counts, matrices and points are
        written out.

    Raises
    ------
    CostCurveError
        If Python's source has no word for a label.

    Examples
    --------
    >>> code = code_of(CostCurveModel({"C4.5": [[6, 4], [4, 16]]}, unit="EUR"))
    >>> print(code)  # doctest: +ELLIPSIS
    # Made with python ..., cc-widgets ...
    import cc_widgets as cc
    <BLANKLINE>
    model = cc.CostCurveModel({"C4.5": [[6, 4], [4, 16]]})
    assert model.fingerprint == "77a9d4e3dd1f", "these are other data"
    with model.hold_trait_notifications():
        model.unit = "EUR"
    <BLANKLINE>
    """
    recipe = recipe_of(model)
    variables = _Variables(recipe)
    body = "\n".join([*variables.lines, *_code_of_steps(recipe, variables)])
    if shown:
        body += "\nexplorer = cc.CostCurveExplorer(model)\nexplorer"
    heads = {"replace(": "from dataclasses import replace", "np.": "import numpy as np"}
    heads |= {"cc.": "import cc_widgets as cc", "core.": "from cc_widgets import core"}
    imports = [line for name, line in heads.items() if name in body]
    return "\n".join([f"# Made with {versions_words(versions())}", *imports, "", body, ""])


def _code_of_steps(recipe: Recipe, variables: "_Variables") -> Iterator[str]:
    """Lines of code for the steps of a recipe."""
    before: dict[str, Classifier] = {}
    labels = recipe.classifiers.labels
    if labels is not None and labels not in _USUAL and not labels_of(recipe.classifiers):
        before["labels"] = source = predictions(labels, [0, 1], pos_label=labels[1])
        asked = {"y_true": _code(list(labels)), "y_score": "[0, 1]"}
        made = _code_of_predictions(source, asked, 4)
        yield f'model = cc.CostCurveModel({{"labels": {made}}})'
    for step in recipe.steps:
        if step is None:
            yield "model.bootstrap()"
        elif "classifiers" in step:
            yield from _code_of_classifiers(step["classifiers"], before, variables)
            before = dict(step["classifiers"])
        elif step:
            yield "with model.hold_trait_notifications():"
            yield from (f"    model.{name} = {_code(to, 4)}" for name, to in step.items())


def _code_of_classifiers(
    classifiers: Named, before: Mapping[str, Classifier], variables: "_Variables"
) -> Iterator[str]:
    """Lines of code for the first classifiers, or for a replacement of others."""
    known = {id(source): f"model.classifiers[{_text(name)}]" for name, source in before.items()}
    parts = [
        f"{_text(name)}: {known.get(id(source)) or variables.code(source)}"
        for name, source in classifiers.items()
    ]
    if before:
        yield _laid_out("model.classifiers = {", parts, "}", 0)
    else:
        yield _laid_out("model = cc.CostCurveModel(", [_laid_out("{", parts, "}", 4)], ")", 0)
    if not before or classifiers.fingerprint != Named(before).fingerprint:
        yield f'assert model.fingerprint == "{classifiers.fingerprint}", "these are other data"'


class _Variables:
    """Variables that stand for examples, and the code of each classifier."""

    def __init__(self, recipe: Recipe) -> None:
        self._keys: dict[int, str] = {}
        self._sources: dict[str, Classifier] = {}
        self._shared: dict[int, str] = {}
        for mapping in (recipe.classifiers, recipe.resampled or {}):
            for each, number in Counter(map(id, mapping.values())).items():
                if number > 1:
                    self._shared.setdefault(each, f"shared{_suffix(len(self._shared))}")
        for name, source in [*recipe.classifiers.items(), *(recipe.resampled or {}).items()]:
            if id(source) not in self._keys:
                key = name if name not in self._sources else f"{name} (resampled)"
                self._keys[id(source)] = key
                self._sources[key] = source
        self._groups: list[list[str]] = []
        for key, source in self._sources.items():
            if isinstance(source, Predictions | Folds) and _is_scored(source):
                self._group_of(source).append(key)

    def _group_of(self, source: Predictions | Folds) -> list[str]:
        """Those that scored the same examples."""
        for group in self._groups:
            if source.same_examples(self._sources[group[0]]):
                return group
        self._groups.append([])
        return self._groups[-1]

    @property
    def lines(self) -> Iterator[str]:
        """Comments on the variables that must be there, and their conversion to arrays."""
        for place, keys in enumerate(self._groups):
            end, group = _suffix(place), [self._sources[key] for key in keys]
            columns = "".join(
                f", {variable}{end}: their {variable}"
                for argument, variable in _OF_ROWS.items()
                if any(argument in _columns(part) for source in group for part in source.parts)
            )
            labels = f"{_LABELS}{end}"
            indexed = any(_has_index(source) for source in group)
            series = " as a series with its index" if indexed else ""
            yield f"# {labels}: true labels{series}, {_SCORES}{end}: scores by classifier{columns}"
            if isinstance(group[0], Folds):
                yield "# each of these a list, with one array for each fold"
            if not indexed:
                each = isinstance(group[0], Folds)
                arrays = f"[np.asarray(fold) for fold in {labels}]"
                yield f"{labels} = {arrays if each else f'np.asarray({labels})'}"
        if any(map(_is_long, self._sources.values())):
            yield f"# {_COUNTED}: classifiers by name, as they were counted or source before,"
            yield "# such as from_frame(...).classifiers, or those of a session that is loaded"
        for source in self._sources.values():
            if id(source) in self._shared:
                yield f"{self._shared[id(source)]} = {self._made(source)}"

    def code(self, source: Classifier) -> str:
        """Code of a classifier, or the variable of one that has several names."""
        return self._shared.get(id(source)) or self._made(source)

    def _made(self, source: Classifier) -> str:
        """Code of a classifier."""
        key = self._keys[id(source)]
        if _is_long(source):
            return f"{_COUNTED}[{_text(key)}]"
        if isinstance(source, Folds):
            return self._folds_code(key, source)
        if isinstance(source, Predictions):
            return _code_of_predictions(source, self._arguments(key, [source]), 8)
        return _code(source if id(source) in self._shared else _short_form(source), 8)

    def _arguments(self, key: str, parts: Sequence[Predictions]) -> dict[str, str]:
        """Variables of the labels and scores of a classifier, and of other columns."""
        end = _suffix(next(i for i, group in enumerate(self._groups) if key in group))
        columns = {argument for part in parts for argument in _columns(part)}
        by_name = {"y_score": _SCORES} | {
            argument: variable for argument, variable in _OF_ROWS.items() if argument in columns
        }
        asked = {argument: f"{one}{end}[{_text(key)}]" for argument, one in by_name.items()}
        return {"y_true": f"{_LABELS}{end}", **asked}

    def _folds_code(self, key: str, source: Folds) -> str:
        """Code of folds; they have names only if these are not the usual ones."""
        scored = [part for part in source.parts if isinstance(part, Predictions)]
        asked = self._arguments(key, scored) if scored else {}
        if not scored:
            parts = _laid_out("[", [_code(part, 12) for part in source.parts], "]", 8)
        elif len({_code_of_predictions(part, asked, 12) for part in scored}) == 1:
            variables = {"y_true": _LABELS, "y_score": _SCORES, **_OF_ROWS}
            each = {argument: variables[argument] for argument in asked}
            made = _code_of_predictions(scored[0], each, 12)
            loop = (
                f"for {', '.join(each.values())} in zip({', '.join(asked.values())}, strict=True)"
            )
            parts = f"[\n{' ' * 12}{made}\n{' ' * 12}{loop}\n{' ' * 8}]"
        else:
            made_of_each = [
                _code_of_predictions(part, {name: f"{one}[{i}]" for name, one in asked.items()}, 12)
                for i, part in enumerate(scored)
            ]
            parts = _laid_out("[", made_of_each, "]", 8)
        if source.names == folds(source.parts).names:
            return f"core.folds({parts})"
        return f"core.folds(dict(zip({_code(source.names)}, {parts}, strict=True)))"


_LABELS, _SCORES, _COUNTED = "y_true", "scores", "counted"
_MOST_WRITTEN = 1_000  # thresholds or points: nobody reads more numbers than these
_OF_ROWS = {"sample_weight": "weights", "clusters": "clusters", "groups": "groups"}
_WIDTH = 100


def _suffix(place: int) -> str:
    """What tells the variables of other examples from those of the first."""
    return f"_{place + 1}" if place else ""


def _is_scored(source: Classifier) -> bool:
    return isinstance(source.parts[0], Predictions)


def _is_long(source: Classifier) -> bool:
    """Whether to write a classifier out would fill pages with numbers."""
    counted = [part for part in source.parts if not isinstance(part, Predictions)]
    sizes = [part.tp.size if isinstance(part, Counts) else part.tpr.size for part in counted]
    return sum(sizes) > _MOST_WRITTEN


def _has_index(source: Classifier) -> bool:
    """Whether the rows of some examples have names."""
    return any(isinstance(one, Predictions) and one.index is not None for one in source.parts)


def _columns(source: Evaluation) -> list[str]:
    """Arguments of `predictions` for other columns than labels and scores."""
    names = {"sample_weight": "weight", "clusters": "cluster_names", "groups": "groups"}
    return [argument for argument, name in names.items() if getattr(source, name, None) is not None]


def _code_of_predictions(source: Predictions, asked: Mapping[str, str], indent: int) -> str:
    """Call of `predictions`, with the columns that this classifier or fold has."""
    columns = [f"{name}={asked[name]}" for name in _columns(source)]
    parts = [asked["y_true"], asked["y_score"], *columns]
    if source.weight is not None and not source.weighted:
        parts.append('weights_are="frequencies"')
    negative, positive = map(plain_label, source.classes)
    if (negative, positive) not in _USUAL:
        parts.append(f"pos_label={_code(positive)}")
    made = _laid_out("core.predictions(", parts, ")", indent)
    facts = {name: to for name, to in changed_fields(source).items() if name in _NOT_OF_ROWS}
    if not facts:
        return made
    return _laid_out(
        "replace(", [made, *(f"{n}={_code_of_field(to)}" for n, to in facts.items())], ")", 8
    )


_NOT_OF_ROWS = ("left_out", "response")
_USUAL = ((0, 1), (-1, 1))


def _short_form(source: Counts | RocCurve) -> Any:  # noqa: ANN401 (code, or the same)
    """What a person would write, if it means the very same."""
    if isinstance(source, Counts) and not source.scored:
        (_, fp, _), (_, tp, _) = source.fp.tolist(), source.tp.tolist()
        rows = [[source.negatives - fp, fp], [source.positives - tp, tp]]
        if max(max(row) for row in rows) > 1 and _same(matrix_counts(rows), source):
            return rows
    if isinstance(source, PointSet):
        own = _own_points(source)
        if own["fpr"] and _same(point_set(**own), source):
            return own
    return source


def _own_points(source: PointSet) -> Json:
    """The points that the user gave, in that order."""
    inner = np.flatnonzero(source.given >= 0)
    order = inner[np.argsort(source.given[inner])].tolist()
    facts: Json = {name: getattr(source, name)[order].tolist() for name in ("fpr", "tpr")}
    for name in ("labels", "parameter"):
        values = getattr(source, name)
        if values is not None:
            facts[name] = [values[i] for i in order]
    return facts


def _same(one: object, other: object) -> bool:
    """Whether two results are one to the last digit."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, Counts | RocCurve):
        pairs = ((getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
        return type(one) is type(other) and all(_same(*pair) for pair in pairs)
    return type(one) is type(other) and one == other


def _text(text: str) -> str:
    """Text in Python's source, where what cannot be seen is spelt out."""
    written = ascii(text) if not text.isprintable() else repr(text)
    return written if {'"', "'"} & set(text) else f'"{written[1:-1]}"'


def _laid_out(opening: str, parts: Sequence[str], closing: str, indent: int) -> str:
    """Parts in one line, or in a line each where that would be long."""
    line = opening + ", ".join(parts) + closing
    if indent + len(line) <= _WIDTH and "\n" not in line:
        return line
    inner = " " * (indent + 4)
    return "\n".join([opening, *(f"{inner}{part}," for part in parts), " " * indent + closing])


def _code(value: Any, indent: int = 0) -> str:  # noqa: ANN401 (of a trait, or evidence)
    """A value in Python's source."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float) and not isfinite(value):
        return f'float("{value}")'
    if isinstance(value, np.ndarray):
        of_type = ", dtype=np.float32" if value.dtype == np.float32 else ""
        return f"np.array({value.tolist()}{of_type})".replace("inf", "np.inf")
    if isinstance(value, Range):
        low, high = _code(value.low), _code(value.high)
        return low if value.low == value.high else f"({low}, {high})"
    several = is_dataclass(value) or isinstance(value, Mapping | Sequence)
    return _code_of_parts(value, indent) if several else repr(value)


def _code_of_parts(value: Any, indent: int) -> str:  # noqa: ANN401 (what holds others)
    deeper = indent + 4
    if isinstance(value, PairedCounts):
        value = _plain(value)
    if is_dataclass(value):
        home = "core" if isinstance(value, Counts | RocCurve) else "cc"
        parts = [
            f"{name}={_code_of_field(part, deeper)}" for name, part in changed_fields(value).items()
        ]
        return _laid_out(f"{home}.{type(value).__name__}(", parts, ")", indent)
    if isinstance(value, Mapping):
        parts = [f"{_text(name)}: {_code(part, deeper)}" for name, part in value.items()]
        return _laid_out("{", parts, "}", indent)
    return _laid_out("[", [_code(part, deeper) for part in value], "]", indent)


def _code_of_field(value: Any, indent: int = 0) -> str:  # noqa: ANN401 (of a result)
    """Field of a result in Python's source, where tuples stay tuples."""
    if not isinstance(value, tuple):
        return _code(value, indent)
    return f"({', '.join(_code(part) for part in value)}{',' * (len(value) == 1)})"
