"""Sessions: models saved to JSON files, or written as Python code."""

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
    Predictions,
    RocCurve,
    folds,
    matrix_counts,
    point_set,
    predictions,
)
from cc_widgets.core.conditions import Range
from cc_widgets.core.confusion import PointSet
from cc_widgets.core.cross_validation import Evaluation
from cc_widgets.core.scores import (
    ExampleIdentity,
    Groups,
    Labels,
    LeftOut,
    arrays_equal,
    build_predictions,
)
from cc_widgets.core.uncertainty.paired import PairedCounts
from cc_widgets.core.validation import check_names, read_unit_number
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import provenance_of, versions, versions_words
from cc_widgets.intake import NamedClassifiers, labels_of
from cc_widgets.intake.files import read_file, read_path
from cc_widgets.model.bands import BootstrapSettings, seed_of
from cc_widgets.model.settle import changed_settings
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import json_value
from cc_widgets.model.view import View

Classifier: TypeAlias = Evaluation | Folds
Json = dict[str, Any]
_T = TypeVar("_T")

# ---- Recipe of a model, written as a file or as code


@dataclass(frozen=True)
class Recipe:
    """Everything needed to rebuild a model, in order.

    Attributes
    ----------
    classifiers : NamedClassifiers
        Classifiers in display order.
    settings : dict
        Traits to set, by name.
    resampled : mapping of str to Predictions, Counts, RocCurve or Folds, or None
        Classifiers of the bootstrap run behind the bands, by their names at that time; None without
        bands.
    """

    classifiers: NamedClassifiers
    settings: Mapping[str, Any]
    resampled: Mapping[str, Classifier] | None = None

    @property
    def steps(self) -> Iterator[Mapping[str, Any] | None]:
        """Groups of traits to set together, in order; None is a bootstrap run."""
        last_settings = {name: to for name, to in self.settings.items() if name == "pins"}
        before: dict[str, Any] = {}
        first = self.classifiers
        if self.resampled is not None:
            before = {name: to for name, to in self.settings.items() if name in _RUN_SETTINGS}
            first = NamedClassifiers(self.resampled)
        is_same = list(first.items()) == list(self.classifiers.items())
        yield {"classifiers": self.classifiers if is_same else first}
        yield before
        if self.resampled is not None:
            yield None
        if not is_same:
            yield {"classifiers": self.classifiers}
        applied = {*before, *last_settings}
        yield {name: to for name, to in self.settings.items() if name not in applied}
        yield last_settings

    def rebuild(self) -> CostCurveModel:
        """Return the rebuilt model."""
        model = CostCurveModel()
        for step in self.steps:
            if step is None:
                model.bootstrap()
                continue
            with model.hold_trait_notifications():
                for name, value in step.items():
                    setattr(model, name, value)
        return model


_RUN_SETTINGS = ("resampling", "level")
"""Settings to apply before the bootstrap run."""


def recipe_of(model: CostCurveModel) -> Recipe:
    """Return the recipe of a model, without outdated or incomplete bands.

    Bands with a random seed are recomputed with the seed that was drawn.
    """
    settings, band = changed_settings(model), model.bands
    if band is None or band.is_stale or not (band.settled and band.complete):
        return Recipe(model.classifiers, settings)
    recipe = Recipe(model.classifiers, settings, band.resampled.origin)
    run_settings = replace(model.resampling, rng=seed_of(model))
    if run_settings != BootstrapSettings():
        settings["resampling"] = run_settings
    if list(recipe.resampled or ()) != list(model.classifiers):
        settings["compared"] = model.compared  # the default depends on the resampled classifiers
    return recipe


# ---- A session: the recipe as JSON

FORMAT = "cc_widgets session"
VERSION = 1
_PARTS = {"format", "version", "about", "examples", "evidence", "classifiers", "labels"}
_PARTS |= {"settings", "resampled"}
_MOST_BYTES = 2**31
_DEEPEST = 16


def session_text(model: CostCurveModel) -> str:
    """Return the session of a model as the text of a file."""
    return json.dumps(session_of(model), indent=1, allow_nan=False) + "\n"


def session_of(model: CostCurveModel) -> Json:
    """Return the session of a model as JSON data.

    `evidence` contains the scores, counts or rates, once per distinct object, and `examples` the
    true labels and identifiers of examples, once per set of examples; `classifiers` and `resampled`
    map names to positions in `evidence`. `settings` contains the traits that differ from their
    defaults.

    Raises
    ------
    CostCurveError
        If JSON cannot represent a label.
    """
    recipe = recipe_of(model)
    writer = _Writer()
    labels = recipe.classifiers.labels
    return {
        "format": FORMAT,
        "version": VERSION,
        "about": provenance_of(model),
        "classifiers": writer.places(recipe.classifiers),
        "labels": None if labels is None else [plain_label(label) for label in labels],
        "settings": {name: _plain(value) for name, value in recipe.settings.items()},
        "resampled": None if recipe.resampled is None else writer.places(recipe.resampled),
        "evidence": writer.evidence,
        "examples": writer.examples,
    }


def load_session(path: str | PathLike[str]) -> CostCurveModel:
    """Return the model of a session file; code in the file is never executed."""
    place = read_path("path", path)
    return _within(f"session {shown(str(place))}", lambda: model_of(_read(place)))


def _read(path: Path) -> Json:
    """Return the JSON data of a file."""
    try:
        text = read_file(path, _MOST_BYTES).decode()
        session = json.loads(
            text,
            object_pairs_hook=_unique_names,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except CostCurveError:
        raise
    except RecursionError:
        raise _no_session("JSON that is nested too deeply") from None
    except (ValueError, MemoryError) as error:  # no UTF-8, no JSON, too long
        raise _no_session(str(error)) from None
    if not isinstance(session, dict):
        raise _no_session(f"a {type(session).__name__}")
    return session


def _unique_names(pairs: Sequence[tuple[str, Any]]) -> Json:
    """Return a dict of the pairs; raise if a name is repeated."""
    unique = dict(pairs)
    if len(unique) < len(pairs):
        names = [name for name, _ in pairs]
        raise _no_session(f"the name {shown(max(names, key=names.count))} twice")
    return unique


def _refuse_constant(text: str) -> None:
    raise _no_session(f"the number {text}")


def _finite(text: str) -> float:
    """Parse a JSON number; raise if it overflows."""
    number = float(text)
    if not isfinite(number):
        raise _no_session(f"the number {shown(text)}")
    return number


def _no_session(got: str) -> CostCurveError:
    return CostCurveError(
        "is not a valid session file of cc_widgets",
        got=got,
        fix="Pass a file written by explorer.save(path).",
    )


def model_of(session: Json) -> CostCurveModel:
    """Return the model of a session, as returned by `session_of`."""
    _check_version(session)
    _check_keys(session, _PARTS, "session")
    _check_depth(session, _DEEPEST)
    saved = _typed(session["about"], dict, "about").get("fingerprint")
    model = _recipe(session).rebuild()
    if model.fingerprint != saved:
        raise CostCurveError(
            "does not match the data",
            where="fingerprint",
            got=f"{model.fingerprint} instead of {shown(saved)}",
            fix="The file was edited or is damaged. Use another copy of it.",
        )
    return model


def _check_version(session: Json) -> None:
    """Raise if this is not a session of the current version."""
    if session.get("format") != FORMAT:
        raise _no_session(f"format {shown(session.get('format'))}")
    version = session.get("version")
    if type(version) is not int:
        raise _no_session(f"version {shown(version)}")
    if version != VERSION:
        raise CostCurveError(
            f"must be {VERSION}: the session was saved by another version of cc_widgets",
            where="version",
            got=shown(version),
            fix="Open it with that version, or run the code that made it again.",
        )


def _recipe(entry: Json) -> Recipe:
    """Return the recipe of a session."""
    tested: dict[int, bytes] = {}
    examples = [_labels(item, tested) for item in _typed(entry["examples"], list, "examples")]
    evidence = [
        _within(f"evidence {place}", lambda: _classifier(item, examples))  # noqa: B023 (called immediately)
        for place, item in enumerate(_typed(entry["evidence"], list, "evidence"))
    ]
    settings = dict(_typed(entry["settings"], dict, "settings"))
    trait_names = {
        name for name in CostCurveModel.class_traits(settable=True) if name != "classifiers"
    }
    _check_keys(settings, trait_names, "settings", missing=False)
    for name, read in _READ.items():
        if name in settings:
            settings[name] = _within(f"settings, {name}", lambda: read(settings[name]))  # noqa: B023 (called immediately)
    labels = None if entry["labels"] is None else _two_labels(entry["labels"], "labels")
    classifiers = NamedClassifiers(_named(entry["classifiers"], "classifiers", evidence), labels)
    if entry["resampled"] is None:
        return Recipe(classifiers, settings)
    return Recipe(classifiers, settings, _named(entry["resampled"], "resampled", evidence))


def _named(data: object, where: str, evidence: Sequence[Classifier]) -> dict[str, Classifier]:
    """Return classifiers by name, given pairs of name and position."""
    classifiers: dict[str, Classifier] = {}
    for pair in _typed(data, list, where):
        name, place = _pair(pair, where)
        check_names([name], where)
        if name in classifiers:
            raise CostCurveError("duplicate name", where=where, got=shown(name))
        if type(place) is not int or not 0 <= place < len(evidence):
            raise CostCurveError("unknown evidence", where=where, got=shown(place))
        classifiers[name] = evidence[place]
    return classifiers


# ---- The evidence as JSON: arrays as compressed base64 text


_KINDS: Mapping[str, type[Classifier]] = {
    "predictions": Predictions,
    "counts": Counts,
    "points": PointSet,
    "curve": RocCurve,
    "folds": Folds,
}


class _Writer:
    """Writer of evidence and examples as JSON, each object once."""

    def __init__(self) -> None:
        self.evidence: list[Json] = []
        self.examples: list[Json] = []
        self._sources: list[Classifier] = []
        self._scored: list[Predictions] = []
        self._marks: list[bytes] = []

    def places(self, classifiers: Mapping[str, Classifier]) -> list[list[Any]]:
        """Return names with positions in the evidence; new classifiers are appended."""
        return [[name, self._place(source)] for name, source in classifiers.items()]

    def _place(self, source: Classifier) -> int:
        places = (i for i, other in enumerate(self._sources) if other is source)
        place = next(places, len(self._sources))
        if place == len(self._sources):
            self._sources.append(source)
            self.evidence.append(self._written(source))
        return place

    def _written(self, source: Classifier) -> Json:
        """Return a classifier as JSON: its fields that differ from their defaults."""
        kind = next(name for name, kind in _KINDS.items() if isinstance(source, kind))
        parts = {name: getattr(source, name) for name in changed_fields(source)}
        if isinstance(source, Folds):
            parts["parts"] = [self._written(part) for part in source.parts]
        if isinstance(source, Predictions):
            for name in _EXAMPLE_FIELDS:
                parts.pop(name, None)
            parts["examples"] = self._place_of_examples(source)
        return {"kind": kind, **{name: _packed(name, part) for name, part in parts.items()}}

    def _place_of_examples(self, source: Predictions) -> int:
        """Return the position of these examples; new ones are appended."""
        for place, other in enumerate(self._scored):
            same = other.examples == source.examples and other.classes == source.classes
            if (
                same
                and arrays_equal(other.positive, source.positive)
                and arrays_equal(other.index, source.index)
            ):
                return place
        self._scored.append(source)
        self.examples.append(self._written_examples(source))
        return len(self._scored) - 1

    def _written_examples(self, source: Predictions) -> Json:
        """Return true labels and identifiers of examples as JSON."""
        mark = index = None
        if source.examples is not None:
            index = source.examples.index_digest and source.examples.index_digest.hex()
            if source.examples.token not in self._marks:
                self._marks.append(source.examples.token)
            mark = self._marks.index(source.examples.token)
        try:
            rows = _packed("index", source.index)
        except CostCurveError:  # names that JSON cannot represent: identify rows by position
            rows = None
        return {
            "positive": _packed("positive", source.positive),
            "classes": [plain_label(label) for label in source.classes],
            "mark": mark,
            "index": index,
            "rows": rows,
        }


_EXAMPLE_FIELDS = ("positive", "classes", "examples", "index")


def changed_fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 (a dataclass)
    """Return the fields of a dataclass that differ from their defaults."""
    values = {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Conditions):
        default = Conditions()
        return {name: part for name, part in values.items() if part != getattr(default, name)}
    defaults = {each.name: each.default for each in fields(value)}
    return {name: part for name, part in values.items() if not _results_equal(part, defaults[name])}


def plain_label(label: object, where: str = "y_true") -> Any:  # noqa: ANN401 (text, number or truth value)
    """Return a label as a Python scalar that JSON and source code can represent."""
    value = label.item() if isinstance(label, np.generic) else label
    if isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise CostCurveError(
        "must be labels that are strings, numbers or booleans",
        where=where,
        got=shown(label),
        fix="Pass labels such as 0 and 1, or strings.",
    )


def _name_as_json(name: object, where: str) -> Any:  # noqa: ANN401 (a label, or a date)
    """Return the name of a row, cluster or group as JSON."""
    return {"date": name.isoformat()} if isinstance(name, date) else plain_label(name, where)


def _read_name(data: object, where: str) -> Any:  # noqa: ANN401 (a label, or a date)
    """Return the name of a row, cluster or group."""
    if not isinstance(data, dict):
        return plain_label(data, where)
    _check_keys(data, {"date"}, where)
    try:
        entry = datetime.fromisoformat(data["date"])
    except (TypeError, ValueError):
        raise CostCurveError("is not a date", where=where, got=shown(data["date"])) from None
    return entry if "T" in data["date"] else entry.date()


_NUMBERS = re.compile(
    r"bool|u?int(8|16|32|64)|float(16|32|64)|(datetime|timedelta)64\[([YMWDhms]|[mun]s)\]"
)


def _packed(name: str, value: Any) -> Any:  # noqa: ANN401 (a part of a result)
    """Return a field as JSON: arrays compressed, results as dicts of their fields."""
    if isinstance(value, np.ndarray):
        return _packed_array(name, value)
    if isinstance(value, Counts):
        return {part: _packed(part, to) for part, to in changed_fields(value).items()}
    if isinstance(value, Groups):
        names = [_name_as_json(group, name) for group in value.names]
        return {"names": names, "code": _packed_array(name, value.code)}
    if name == "classes" and value is not None:
        return [plain_label(label) for label in value]
    if isinstance(value, tuple):
        return list(value)
    return value.item() if isinstance(value, np.generic) else value


def _packed_array(name: str, array: NDArray[Any]) -> Json:
    """Return an array as JSON: numbers as compressed bytes, names as a list."""
    kind = array.dtype.name
    if not _NUMBERS.fullmatch(kind):
        kind = "object" if array.dtype == object else "str"
        return {"type": kind, "names": [_name_as_json(item, name) for item in array.tolist()]}
    content = np.packbits(array) if kind == "bool" else array.astype(array.dtype.newbyteorder("<"))
    text = base64.b64encode(zlib.compress(content.tobytes())).decode()
    return {"type": kind, "size": array.size, "data": text}


def _array(data: object, where: str) -> NDArray[Any]:
    """Return a validated array."""
    entry = _typed(data, dict, where)
    if "names" in entry:
        return _array_of_names(entry, where)
    _check_keys(entry, {"type", "size", "data"}, where)
    kind, size = entry["type"], entry["size"]
    is_numeric = isinstance(kind, str) and _NUMBERS.fullmatch(kind)
    if not is_numeric or type(size) is not int or not 0 <= size <= _MOST_BYTES:
        raise CostCurveError("is not an array", where=where, got=f"{shown(kind)}, {shown(size)}")
    dtype = np.dtype("u1" if kind == "bool" else kind)
    n_bytes = -(-size // 8) if kind == "bool" else size * dtype.itemsize
    content = _inflated(_typed(entry["data"], str, where), n_bytes, where)
    array = np.frombuffer(content, dtype.newbyteorder("<"))
    if kind == "bool":
        return np.unpackbits(array, count=size).astype(bool)
    return array.astype(dtype)


def _array_of_names(entry: Json, where: str) -> NDArray[Any]:
    """Return an array of strings, or of names of any type."""
    _check_keys(entry, {"type", "names"}, where)
    names = [_read_name(name, where) for name in _typed(entry["names"], list, where)]
    if entry["type"] not in ("object", "str"):
        raise CostCurveError("is not an array", where=where, got=shown(entry["type"]))
    if entry["type"] == "str" and names and all(isinstance(name, str) for name in names):
        return np.array(names)
    array = np.empty(len(names), object)
    array[:] = names
    return array


def _inflated(text: str, n_bytes: int, where: str) -> bytes:
    """Return decompressed bytes; raise unless there are exactly `n_bytes`."""
    inflate = zlib.decompressobj()
    try:
        content = inflate.decompress(base64.b64decode(text, validate=True), n_bytes + 1)
    except (ValueError, zlib.error, MemoryError) as error:
        raise CostCurveError("is damaged", where=where, got=str(error)) from None
    if len(content) != n_bytes or n_bytes > _MOST_BYTES or not inflate.eof:
        raise CostCurveError("is damaged", where=where, got="an unexpected size")
    return content


def _two_labels(data: object, where: str) -> tuple[Any, Any]:
    """Return the negative and the positive label."""
    classes = _typed(data, list, where)
    if len(classes) != len(("negative", "positive")) or classes[0] == classes[1]:
        raise CostCurveError("must be two different labels", where=where, got=shown(classes))
    negative, positive = (plain_label(label, where) for label in classes)
    return negative, positive


def _labels(data: object, tested: dict[int, bytes]) -> Labels:
    """Return the true labels of examples; equal marks denote the same examples."""
    entry = _typed(data, dict, "examples")
    _check_keys(entry, {"positive", "classes", "mark", "index", "rows"}, "examples")
    positive = _array(entry["positive"], "examples, positive")
    if positive.dtype != bool or positive.all() or not positive.any():
        raise CostCurveError("must contain both classes", where="examples, positive")
    try:
        index = None if entry["index"] is None else bytes.fromhex(entry["index"])
    except (TypeError, ValueError):
        raise CostCurveError("is not a digest", where="index", got=shown(entry["index"])) from None
    examples = None
    if entry["mark"] is not None:
        mark = _typed(entry["mark"], int, "mark")
        examples = ExampleIdentity(index, tested.setdefault(mark, ExampleIdentity().token))
    rows = None if entry["rows"] is None else _array(entry["rows"], "rows")
    if rows is not None and rows.size != positive.size:
        raise CostCurveError("must have one name per example", where="rows")
    return Labels(positive, _two_labels(entry["classes"], "classes"), examples, index=rows)


def _classifier(data: object, examples: Sequence[Labels]) -> Classifier:
    """Return a validated classifier."""
    source = dict(_typed(data, dict, "evidence"))
    kind = source.pop("kind", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise CostCurveError(f"must be one of {', '.join(_KINDS)}", where="kind", got=shown(kind))
    entry = _checked_fields(source, kind)
    if kind == "folds":
        return _folds(entry, examples)
    if kind == "predictions":
        return _predictions(entry, examples)
    return _counts(entry) if kind == "counts" else _curve(entry, kind)


def _checked_fields(data: object, kind: str) -> Json:
    """Return the fields of a result; raise if one without a default is missing."""
    entry = _typed(data, dict, kind)
    is_required = {each.name: each.default is MISSING for each in fields(_KINDS[kind])}
    if kind == "predictions":
        is_required = {
            name: required for name, required in is_required.items() if name not in _EXAMPLE_FIELDS
        }
        is_required["examples"] = True
    _check_keys(entry, set(is_required), kind, missing=False)
    _check_keys(
        entry, {name for name, required in is_required.items() if required}, kind, unknown=False
    )
    return entry


def _folds(entry: Json, examples: Sequence[Labels]) -> Folds:
    """Return the folds of one classifier."""
    names = _typed(entry["names"], list, "names")
    parts: list[Any] = [
        _classifier(part, examples) for part in _typed(entry["parts"], list, "parts")
    ]
    if len(names) != len(parts):
        raise CostCurveError("must have one name per fold", where="names", got=shown(names))
    check_names(names, "names")
    repeated = _typed(entry.get("repeated", False), bool, "repeated")
    checked = folds(dict(zip(names, parts, strict=True)))
    return replace(checked, parts=tuple(parts), names=tuple(names), repeated=repeated)


def _predictions(entry: Json, examples: Sequence[Labels]) -> Predictions:
    """Return predictions from the scores and all other columns of the examples."""
    place = entry["examples"]
    if type(place) is not int or not 0 <= place < len(examples):
        raise CostCurveError("unknown examples", where="examples", got=shown(place))
    arrays: dict[str, Any] = {
        name: _array(entry[name], name)
        for name in ("weight", "clusters", "cluster_names", "reach", "place")
        if entry.get(name) is not None
    }
    scored = build_predictions(
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
    """Raise if clusters are not numbered from 0, or their names or sizes do not match."""
    n_clusters = size
    if "clusters" in arrays:
        _check_whole(arrays["clusters"], "clusters", size)
        numbers = np.unique(arrays["clusters"])
        n_clusters = numbers.size
        if numbers[-1] != n_clusters - 1:
            raise CostCurveError("must be numbered from 0", where="clusters")
    if "reach" in arrays:
        _check_whole(arrays["reach"], "reach", n_clusters, _MOST_CLUSTERS)
    if "cluster_names" in arrays and arrays["cluster_names"].shape != (n_clusters,):
        raise CostCurveError("must have one name per cluster", where="cluster_names")


def _check_whole(
    array: NDArray[Any], where: str, size: int, most: int = np.iinfo(np.int64).max
) -> None:
    """Raise unless this is an array of whole numbers from 0 to `most`."""
    if array.dtype != np.int64 or array.shape != (size,):
        raise CostCurveError(f"must be {size} whole numbers", where=where)
    if np.any((array < 0) | (array > most)):
        raise CostCurveError(f"must be whole numbers from 0 to {most}", where=where)


def _groups(data: object, size: int) -> Groups:
    """Return the group of each example."""
    entry = _typed(data, dict, "groups")
    _check_keys(entry, {"names", "code"}, "groups")
    names = [_read_name(name, "groups") for name in _typed(entry["names"], list, "groups")]
    code = _array(entry["code"], "groups")
    _check_whole(code, "groups", size, len(names) - 1)
    if len(set(names)) < len(names) or np.unique(code).size < len(names):
        raise CostCurveError(
            "must have unique names and at least one example per group", where="groups"
        )
    return Groups(tuple(names), code)


def _left_out(data: object) -> LeftOut:
    """Return the number of dropped rows and the number of all rows."""
    numbers = _typed(data, list, "left_out")
    pair = [type(item) for item in numbers] == [int, int]
    if not pair or not 0 <= numbers[0] <= numbers[1]:
        raise CostCurveError("must be two row counts", where="left_out", got=shown(numbers))
    return numbers[0], numbers[1]


def _counts(data: Json) -> Counts:
    """Return validated counts, cumulative over decreasing thresholds."""
    threshold, tp, fp = (_array(data[name], name) for name in ("threshold", "tp", "fp"))
    if len({threshold.size, tp.size, fp.size}) > 1 or threshold.size <= 1:
        raise CostCurveError("must have one count per threshold", where="counts")
    if threshold.dtype.kind != "f" or threshold[0] != np.inf or not np.all(np.diff(threshold) < 0):
        raise CostCurveError("must decrease from infinity", where="threshold")
    for name, each in (("tp", tp), ("fp", fp)):
        rises = each[0] == 0 and each[-1] > 0 and np.all(np.diff(each) >= 0)
        if each.dtype.name not in ("int64", "float64") or not rises or not isfinite(each[-1]):
            raise CostCurveError("must increase from 0", where=name)
    totals = tp[-1].item(), fp[-1].item()
    if (data["positives"], data["negatives"]) != totals:
        raise CostCurveError("must equal the totals of the counts", where="positives, negatives")
    entry = Counts(threshold, tp, fp, *totals)
    truths: dict[str, Any] = {
        name: _typed(data[name], bool, name)
        for name in ("complete", "weighted", "scored")
        if name in data
    }
    if data.get("classes") is not None:
        truths["classes"] = _two_labels(data["classes"], "classes")
    error = read_unit_number("error", data.get("error", 0.0), "Pass 0 for exact counts.")
    return replace(entry, **truths, error=error, left_out=_left_out(data.get("left_out", [0, 0])))


def _curve(data: Json, kind: str) -> RocCurve:
    """Return a curve; the model validates its rates."""
    entry: Json = {name: _array(data[name], name) for name in ("fpr", "tpr")}
    if data.get("threshold") is not None:
        entry["threshold"] = _array(data["threshold"], "threshold")
    if data.get("counts") is not None:
        entry["counts"] = _counts(_checked_fields(data["counts"], "counts"))
    sizes = {value.size for value in entry.values() if isinstance(value, np.ndarray)}
    sizes |= {entry["counts"].tp.size} if "counts" in entry else set()
    kinds = {entry[name].dtype.kind for name in entry if name != "counts"}
    if len(sizes) > 1 or kinds != {"f"} or np.isnan(entry.get("threshold", 0.0)).any():
        raise CostCurveError("must have rates and thresholds of the same length", where="curve")
    if kind == "curve":
        return RocCurve(**entry)
    place = _array(data["order"], "order")
    if place.size != entry["fpr"].size or place.dtype.kind != "i":
        raise CostCurveError("must have one position per point", where="order")
    point_set(fpr=entry["fpr"], tpr=entry["tpr"])  # raises for invalid rates
    entry |= {
        name: _point_values(data.get(name), place.size, name) for name in ("labels", "parameter")
    }
    return PointSet(**entry, order=place)


def _point_values(data: object, size: int, where: str) -> tuple[Any, ...] | None:
    """Return the label or parameter of each point, or None."""
    if data is None:
        return None
    values, kind = _typed(data, list, where), str if where == "labels" else float
    if len(values) != size or not all(value is None or type(value) is kind for value in values):
        raise CostCurveError("must have one value per point", where=where, got=shown(values))
    return tuple(values)


# ---- Settings as JSON


def _plain(value: Any) -> Any:  # noqa: ANN401 (of a trait)
    """Return the value of a trait as JSON."""
    if isinstance(value, Range):
        return value.low if value.low == value.high else [value.low, value.high]
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return json_value(value)


def _constructor(kind: Callable[..., _T]) -> Callable[[object], _T]:
    """Return a function that validates fields and constructs an instance of `kind`."""

    def construct(data: object) -> _T:
        names = {each.name for each in fields(kind)}  # type: ignore[arg-type]
        _check_keys(_typed(data, dict, "settings"), names, "settings", missing=False)
        try:
            return kind(**data)  # type: ignore[arg-type]
        except TypeError as error:
            raise CostCurveError("has a missing field", got=str(error)) from None

    return construct


def _pair(data: object, where: str) -> list[Any]:
    pair = _typed(data, list, where)
    if len(pair) != len(("name", "value")):
        raise CostCurveError("must be a pair", where=where, got=shown(pair))
    return pair


_READ: Mapping[str, Callable[[Any], Any]] = {
    "conditions": lambda data: None if data is None else _constructor(Conditions)(data),
    "resampling": _constructor(BootstrapSettings),
    "view": _constructor(View),
}
"""Functions that convert JSON to traits that have no JSON type."""


# ---- Validation of JSON


def _typed(data: object, kind: type[_T], where: str) -> _T:
    """Return the value; raise unless it has exactly this type."""
    if type(data) is kind:
        return data
    raise CostCurveError(f"must be a {kind.__name__}", where=where, got=shown(data))


def _check_keys(
    data: Json, known: set[str], where: str, *, missing: bool = True, unknown: bool = True
) -> None:
    """Raise for unknown or missing fields."""
    unknown_names = [name for name in data if name not in known] if unknown else []
    missing_names = sorted(known - data.keys()) if missing else []
    if unknown_names:
        raise CostCurveError("has an unknown field", where=where, got=shown(unknown_names[0]))
    if missing_names:
        raise CostCurveError(f"has no field {missing_names[0]}", where=where)


def _check_depth(value: object, left: int) -> None:
    """Raise for JSON that is nested too deeply."""
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


# ---- The recipe as Python code


def code_of(model: CostCurveModel, *, shown: bool = False) -> str:
    """Return Python code that rebuilds a model.

    The code expects variables `y_true` and `scores` for scored examples and `counted` for long
    lists of counts, and checks that their data match. Short counts, matrices and points are written
    out. `shown` adds an explorer.

    Raises
    ------
    CostCurveError
        If source code cannot represent a label.

    Examples
    --------
    >>> code = code_of(CostCurveModel({"C4.5": [[6, 4], [4, 16]]}, level=0.8))
    >>> print(code)  # doctest: +ELLIPSIS
    # Made with python ..., cc-widgets ...
    import cc_widgets as cc
    <BLANKLINE>
    model = cc.CostCurveModel({"C4.5": [[6, 4], [4, 16]]})
    assert model.fingerprint == "77a9d4e3dd1f", "these are other data"
    with model.hold_trait_notifications():
        model.level = 0.8
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
    """Yield the lines of code for the steps of a recipe."""
    before: dict[str, Classifier] = {}
    labels = recipe.classifiers.labels
    if labels is not None and labels not in _DEFAULT_LABELS and not labels_of(recipe.classifiers):
        before["labels"] = source = predictions(labels, [0, 1], pos_label=labels[1])
        arguments = {"y_true": _code(list(labels)), "y_score": "[0, 1]"}
        call = _code_of_predictions(source, arguments, 4)
        yield f'model = cc.CostCurveModel({{"labels": {call}}})'
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
    classifiers: NamedClassifiers, before: Mapping[str, Classifier], variables: "_Variables"
) -> Iterator[str]:
    """Yield the lines of code that set or replace the classifiers."""
    variable_names = {
        id(source): f"model.classifiers[{_text(name)}]" for name, source in before.items()
    }
    parts = [
        f"{_text(name)}: {variable_names.get(id(source)) or variables.code(source)}"
        for name, source in classifiers.items()
    ]
    if before:
        yield _wrapped_call("model.classifiers = {", parts, "}", 0)
    else:
        yield _wrapped_call(
            "model = cc.CostCurveModel(", [_wrapped_call("{", parts, "}", 4)], ")", 0
        )
    if not before or classifiers.fingerprint != NamedClassifiers(before).fingerprint:
        yield f'assert model.fingerprint == "{classifiers.fingerprint}", "these are other data"'


class _Variables:
    """Variables for examples in generated code, and the code of each classifier."""

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
        """Return the keys of the classifiers that scored the same examples."""
        for group in self._groups:
            if source.same_examples(self._sources[group[0]]):
                return group
        self._groups.append([])
        return self._groups[-1]

    def _differing(self, keys: Sequence[str]) -> set[str]:
        """Return the arguments for columns that differ between classifiers of one group."""
        sources = [self._sources[key] for key in keys]
        return {argument for argument in _ROW_COLUMNS if not _are_equal(sources, argument)}

    @property
    def lines(self) -> Iterator[str]:
        """Lines of code that describe and convert the required variables."""
        for place, keys in enumerate(self._groups):
            end, group = _suffix(place), [self._sources[key] for key in keys]
            columns = "".join(
                f", {variable}{end}: {variable}"
                f"{' by classifier' if argument in self._differing(keys) else ' of the examples'}"
                for argument, variable in _ROW_COLUMNS.items()
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
                yield f"{self._shared[id(source)]} = {self._construction(source)}"

    def code(self, source: Classifier) -> str:
        """Return the code of a classifier, or the name of its variable if it is shared."""
        return self._shared.get(id(source)) or self._construction(source)

    def _construction(self, source: Classifier) -> str:
        """Return the code that constructs a classifier."""
        key = self._keys[id(source)]
        if _is_long(source):
            return f"{_COUNTED}[{_text(key)}]"
        if isinstance(source, Folds):
            return self._folds_code(key, source)
        if isinstance(source, Predictions):
            return _code_of_predictions(source, self._arguments(key, [source]), 8)
        return _code(source if id(source) in self._shared else _short_form(source), 8)

    def _arguments(self, key: str, parts: Sequence[Predictions]) -> dict[str, str]:
        """Return the variables of labels, scores and other columns of a classifier."""
        place, keys = next(item for item in enumerate(self._groups) if key in item[1])
        end, by_classifier = _suffix(place), {"y_score", *self._differing(keys)}
        columns = {argument for part in parts for argument in _columns(part)}
        by_name = {"y_score": _SCORES} | {
            argument: variable for argument, variable in _ROW_COLUMNS.items() if argument in columns
        }
        arguments = {
            argument: f"{variable_name}{end}"
            + (f"[{_text(key)}]" if argument in by_classifier else "")
            for argument, variable_name in by_name.items()
        }
        return {"y_true": f"{_LABELS}{end}", **arguments}

    def _folds_code(self, key: str, source: Folds) -> str:
        """Return the code of folds; default names of folds are omitted."""
        scored = [part for part in source.parts if isinstance(part, Predictions)]
        arguments = self._arguments(key, scored) if scored else {}
        if not scored:
            parts = _wrapped_call("[", [_code(part, 12) for part in source.parts], "]", 8)
        elif len({_code_of_predictions(part, arguments, 12) for part in scored}) == 1:
            variables = {"y_true": _LABELS, "y_score": _SCORES, **_ROW_COLUMNS}
            each = {argument: variables[argument] for argument in arguments}
            call = _code_of_predictions(scored[0], each, 12)
            names, columns = ", ".join(each.values()), ", ".join(arguments.values())
            loop = f"for {names} in zip({columns}, strict=True)"
            parts = f"[\n{' ' * 12}{call}\n{' ' * 12}{loop}\n{' ' * 8}]"
        else:
            calls = [
                _code_of_predictions(
                    part, {name: f"{column}[{i}]" for name, column in arguments.items()}, 12
                )
                for i, part in enumerate(scored)
            ]
            parts = _wrapped_call("[", calls, "]", 8)
        if source.names == folds(source.parts).names:
            return f"core.folds({parts})"
        return f"core.folds(dict(zip({_code(source.names)}, {parts}, strict=True)))"


_LABELS, _SCORES, _COUNTED = "y_true", "scores", "counted"
_MOST_WRITTEN = 1_000  # thresholds or points; longer lists are not readable
_ROW_COLUMNS = {"sample_weight": "weights", "clusters": "clusters", "groups": "groups"}
_WIDTH = 100


def _suffix(place: int) -> str:
    """Return the suffix of the variables of the i-th set of examples."""
    return f"_{place + 1}" if place else ""


def _is_scored(source: Classifier) -> bool:
    return isinstance(source.parts[0], Predictions)


def _is_long(source: Classifier) -> bool:
    """Return whether the classifier has too many numbers to write out."""
    counted = [part for part in source.parts if not isinstance(part, Predictions)]
    sizes = [part.tp.size if isinstance(part, Counts) else part.tpr.size for part in counted]
    return sum(sizes) > _MOST_WRITTEN


def _has_index(source: Classifier) -> bool:
    """Return whether the examples have row names."""
    return any(isinstance(part, Predictions) and part.index is not None for part in source.parts)


def _columns(source: Evaluation) -> list[str]:
    """Return the arguments of `predictions` for columns other than labels and scores."""
    names = {"sample_weight": "weight", "clusters": "cluster_names", "groups": "groups"}
    return [argument for argument, name in names.items() if getattr(source, name, None) is not None]


def _are_equal(sources: Sequence[Classifier], argument: str) -> bool:
    """Return whether a column is the same in all these classifiers, fold by fold."""
    columns = [[_column(part, argument) for part in source.parts] for source in sources]
    rows = [parts for parts in columns if any(part is not None for part in parts)]
    return all(
        first is part or np.array_equal(first, part)
        for parts in rows[1:]
        for first, part in zip(rows[0], parts, strict=True)
    )


def _column(source: Any, argument: str) -> Any:  # noqa: ANN401 (predictions with that column)
    """Return the values of a column for each row; None without that column."""
    if argument not in _columns(source):
        return None
    if argument == "sample_weight":
        return source.weight
    if argument == "clusters":
        names, code = source.cluster_names, source.clusters
    else:
        names, code = np.array(source.groups.names, object), source.groups.code
    return names if code is None else names[code]


def _code_of_predictions(source: Predictions, arguments: Mapping[str, str], indent: int) -> str:
    """Return a call of `predictions` with the columns of this classifier or fold."""
    columns = [f"{name}={arguments[name]}" for name in _columns(source)]
    parts = [arguments["y_true"], arguments["y_score"], *columns]
    if source.weight is not None and not source.weighted:
        parts.append('weights_are="frequencies"')
    negative, positive = map(plain_label, source.classes)
    if (negative, positive) not in _DEFAULT_LABELS:
        parts.append(f"pos_label={_code(positive)}")
    call = _wrapped_call("core.predictions(", parts, ")", indent)
    facts = {name: to for name, to in changed_fields(source).items() if name in _NOT_ROW_COLUMNS}
    if not facts:
        return call
    return _wrapped_call(
        "replace(", [call, *(f"{n}={_code_of_field(to)}" for n, to in facts.items())], ")", 8
    )


_NOT_ROW_COLUMNS = ("left_out", "response")
_DEFAULT_LABELS = ((0, 1), (-1, 1))


def _short_form(source: Counts | RocCurve) -> Any:  # noqa: ANN401 (code, or the same)
    """Return a short equivalent input, such as a matrix, or the classifier itself."""
    if isinstance(source, Counts) and not source.scored:
        (_, fp, _), (_, tp, _) = source.fp.tolist(), source.tp.tolist()
        rows = [[source.negatives - fp, fp], [source.positives - tp, tp]]
        if max(max(row) for row in rows) > 1 and _results_equal(matrix_counts(rows), source):
            return rows
    if isinstance(source, PointSet):
        points = _given_points(source)
        if points["fpr"] and _results_equal(point_set(**points), source):
            return points
    return source


def _given_points(source: PointSet) -> Json:
    """Return the points as given by the user, in that order."""
    inner = np.flatnonzero(source.order >= 0)
    order = inner[np.argsort(source.order[inner])].tolist()
    facts: Json = {name: getattr(source, name)[order].tolist() for name in ("fpr", "tpr")}
    for name in ("labels", "parameter"):
        values = getattr(source, name)
        if values is not None:
            facts[name] = [values[i] for i in order]
    return facts


def _results_equal(first: object, second: object) -> bool:
    """Return whether two results are exactly equal."""
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(first, second)
    if isinstance(first, Counts | RocCurve):
        pairs = ((getattr(first, each.name), getattr(second, each.name)) for each in fields(first))
        return type(first) is type(second) and all(_results_equal(*pair) for pair in pairs)
    return type(first) is type(second) and first == second


def _text(text: str) -> str:
    """Return a string literal; unprintable characters are escaped."""
    literal = ascii(text) if not text.isprintable() else repr(text)
    return literal if {'"', "'"} & set(text) else f'"{literal[1:-1]}"'


def _wrapped_call(opening: str, parts: Sequence[str], closing: str, indent: int) -> str:
    """Join parts on one line, or put each on its own line if that is too long."""
    line = opening + ", ".join(parts) + closing
    if indent + len(line) <= _WIDTH and "\n" not in line:
        return line
    inner = " " * (indent + 4)
    return "\n".join([opening, *(f"{inner}{part}," for part in parts), " " * indent + closing])


def _code(value: Any, indent: int = 0) -> str:  # noqa: ANN401 (of a trait, or evidence)
    """Return the Python code of a value."""
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
        home = "core.confusion" if isinstance(value, PointSet) else home
        parts = [
            f"{name}={_code_of_field(part, deeper)}" for name, part in changed_fields(value).items()
        ]
        return _wrapped_call(f"{home}.{type(value).__name__}(", parts, ")", indent)
    if isinstance(value, Mapping):
        parts = [f"{_text(name)}: {_code(part, deeper)}" for name, part in value.items()]
        return _wrapped_call("{", parts, "}", indent)
    return _wrapped_call("[", [_code(part, deeper) for part in value], "]", indent)


def _code_of_field(value: Any, indent: int = 0) -> str:  # noqa: ANN401 (of a result)
    """Return the Python code of a field of a result; tuples stay tuples."""
    if not isinstance(value, tuple):
        return _code(value, indent)
    return f"({', '.join(_code(part) for part in value)}{',' * (len(value) == 1)})"
