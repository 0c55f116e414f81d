"""A whole model as a file that is read again, and as Python that makes it again."""

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
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
)
from cc_widgets.core._conditions import Range
from cc_widgets.core._folds import Evaluation
from cc_widgets.core._predictions import Labels, LeftOut, TestedOn, labelled
from cc_widgets.core._reading import check_names, read_unit_number
from cc_widgets.core.uncertainty import PairedCounts
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import about, versions, versions_words
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.settle import settings_of
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import plain

Classifier: TypeAlias = Evaluation | Folds
Json = dict[str, Any]
_T = TypeVar("_T")

# ---- What there is to say of a model, whoever writes it down


@dataclass(frozen=True)
class Story:
    """What makes a model again, in this order.

    Attributes
    ----------
    classifiers : mapping of str to Predictions, Counts, RocCurve or Folds
        The evidence, in the order in which bands were drawn.
    order : tuple of str
        The user's order.
    settings : dict
        Traits to be set together.
    drawn : tuple of str or None
        Of whom there are bands, which the seed among the settings draws again; None without.
    hidden : tuple of str
        Who is hidden in the end.
    pins : tuple of dict
        Set last: they are looked up in what is drawn.
    """

    classifiers: Mapping[str, Classifier]
    order: tuple[str, ...]
    settings: Mapping[str, Any]
    drawn: tuple[str, ...] | None
    hidden: tuple[str, ...]
    pins: tuple[Any, ...]

    def told(self) -> CostCurveModel:
        """The model."""
        model = CostCurveModel(self.classifiers)
        with model.hold_trait_notifications():
            for name, value in self.settings.items():
                setattr(model, name, value)
        if self.drawn is not None:
            model.bootstrap()
        if tuple(model.classifiers) != self.order:
            model.reorder(self.order)
        if model.hidden != self.hidden:
            model.hidden = self.hidden
        if self.pins:
            model.pins = self.pins
        return model


def story_of(model: CostCurveModel) -> Story:
    """What makes this model again; bands that are out of date, or not done, are left out.

    Bands drawn by chance are drawn again by the seed that chance gave.
    """
    settings = settings_of(model)
    pins = settings.pop("pins", ())
    band, order = model.band, tuple(model.classifiers)
    done = band is not None and band.settled and band.complete
    if band is None or not done or model.stale or band.n_done > _MOST_RESAMPLES:
        return Story(model.classifiers, order, settings, None, model.hidden, pins)
    drawn = tuple(band.resampled.sources)
    if order[: len(drawn)] != drawn and model.compared is not None:
        settings["compared"] = model.compared  # else it would follow the order of the bands
    settings["bootstrap_settings"] = replace(model.bootstrap_settings, rng=model.seed)
    return _story_with_bands(model.classifiers, settings, drawn, model.hidden, pins)


def _story_with_bands(
    classifiers: Mapping[str, Classifier],
    settings: Mapping[str, Any],
    drawn: tuple[str, ...],
    hidden: tuple[str, ...],
    pins: tuple[Any, ...],
) -> Story:
    """A story in which only those are visible at first of whom bands are drawn."""
    others = tuple(name for name in classifiers if name not in drawn)
    before = {name: value for name, value in settings.items() if name != "hidden"}
    return Story(
        classifiers={name: classifiers[name] for name in (*drawn, *others)},
        order=tuple(classifiers),
        settings={**before, "hidden": others} if others else before,
        drawn=drawn,
        hidden=hidden,
        pins=pins,
    )


# ---- A session: that as JSON

FORMAT = "cc_widgets session"
VERSION = 1
_PARTS = {"format", "version", "about", "examples", "classifiers", "settings", "bands"}
_MOST_BYTES = 2**31
_DEEPEST = 16
_MOST_RESAMPLES = 10**5

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
        `format` and `version`; `about` the whole; the `examples` of classifiers that scored the
        same ones, once; `classifiers` with their scores, counts or rates, in the user's order;
        `settings`, the traits that are not as usual; and of whom `bands` are drawn again from
        the seed among the settings, None for no bands.

    Raises
    ------
    CostCurveError
        If JSON has no word for a label, or there is too much of it all.
    """
    story = story_of(model)
    examples: list[Predictions] = []
    classifiers = {name: _as_json(given, examples) for name, given in model.classifiers.items()}
    settings = {name: _plain(value) for name, value in story.settings.items()}
    if story.hidden or "hidden" in settings:
        settings["hidden"] = list(story.hidden)
    return {
        "format": FORMAT,
        "version": VERSION,
        "about": about(model),
        "examples": [_examples_as_json(one) for one in examples],
        "classifiers": [{"name": name, **one} for name, one in classifiers.items()],
        "settings": settings | ({"pins": _plain(story.pins)} if story.pins else {}),
        "bands": None if story.drawn is None else list(story.drawn),
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
    return _within(f"session {shown(str(path))}", lambda: model_of(_read(path)))


def _read(path: str | PathLike[str]) -> Json:
    """The JSON of a file."""
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            raise _no_session("more than 2 GB")
        text = Path(path).read_bytes().decode()
        found = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except CostCurveError:
        raise
    except OSError as error:
        raise CostCurveError(
            "cannot be read", got=error.strerror or str(error), fix="Look where it was saved."
        ) from None
    except RecursionError:
        raise _no_session("JSON that is nested too deeply") from None
    except (TypeError, ValueError, MemoryError) as error:  # no path, no UTF-8, no JSON, too long
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
    examples = [_examples(one) for one in _typed(found["examples"], list, "examples")]
    classifiers = _by_name(
        found["classifiers"], "classifiers", lambda one: _classifier(one, examples)
    )
    model = _story(classifiers, found).told()
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


def _story(classifiers: Mapping[str, Classifier], found: Json) -> Story:
    """What the session says besides the evidence."""
    order = tuple(classifiers)
    settings = dict(_typed(found["settings"], dict, "settings"))
    known = {name for name in CostCurveModel.class_traits(given=True) if name != "classifiers"}
    _check_keys(settings, known, "settings", missing=False)
    for name, read in _READ.items():
        if name in settings:
            settings[name] = _within(f"settings, {name}", lambda: read(settings[name]))  # noqa: B023 (called at once)
    pins = _typed(settings.pop("pins", []), list, "pins")
    hidden = _names(settings.get("hidden", []), order, "hidden")
    if found["bands"] is None:
        return Story(classifiers, order, settings, None, hidden, tuple(pins))
    drawn = _names(found["bands"], order, "bands")
    if getattr(settings.get("bootstrap_settings"), "n_resamples", 0) > _MOST_RESAMPLES:
        raise CostCurveError("too many resamples", where="n_resamples", fix="Draw fewer.")
    return _story_with_bands(classifiers, settings, drawn, hidden, tuple(pins))


def _names(given: object, known: Sequence[str], where: str) -> tuple[str, ...]:
    """Names of classifiers, each once."""
    names = _typed(given, list, where)
    if any(name not in known for name in names) or len(set(names)) < len(names):
        raise CostCurveError("these are no names of classifiers", where=where, got=shown(names))
    return tuple(names)


# ---- The evidence as JSON: arrays are compressed and written as text


_KINDS: Mapping[str, type[Evaluation]] = {
    "predictions": Predictions,
    "counts": Counts,
    "points": PointSet,
    "curve": RocCurve,
}
_NUMBERS = {"float32": "<f4", "float64": "<f8", "int64": "<i8"}


_FOLDS = "folds"


def _as_json(given: Classifier, examples: list[Predictions]) -> Json:
    """A classifier; examples that were not there yet are added to the list."""
    if isinstance(given, Folds):
        each = [
            {"name": name, **_one_as_json(part, examples)}
            for name, part in zip(given.names, given.parts, strict=True)
        ]
        return {"kind": _FOLDS, "each": each}
    return _one_as_json(given, examples)


def _one_as_json(given: Evaluation, examples: list[Predictions]) -> Json:
    """An evaluation."""
    kind = next(name for name, one in _KINDS.items() if isinstance(given, one))
    if isinstance(given, Predictions):
        found = (i for i, one in enumerate(examples) if one.same_examples(given))
        place = next(found, len(examples))
        if place == len(examples):
            examples.append(given)
        own = {"score": given.score, "weight": given.weight} | _of_rows(given)
        return {"kind": kind, "examples": place, **{n: _packed(v) for n, v in own.items()}}
    return {"kind": kind, **_parts(given)}


def _of_rows(given: Predictions) -> Json:
    """What is said of the rows beside their weights, if anything is."""
    often = given.weight is not None and not given.weighted
    found: Json = {"weights_are": given.weights_are} if often else {}
    if given.response:
        found["response"] = given.response
    if given.left_out[0]:
        found["left_out"] = given.left_out
    for name in ("clusters", "place"):
        if getattr(given, name) is not None:
            found[name] = getattr(given, name)
    if given.reach is not None:
        found["in_folds"] = given.reach[found.pop("clusters")]
    if given.groups is not None:
        names = [plain_label(name) for name in given.groups.names]
        found["groups"] = {"names": names, "code": _packed(given.groups.code)}
    return found


def _parts(given: Counts | RocCurve) -> Json:
    """The fields of a result; counts that are exact, and of all rows, need not say so."""
    found = {each.name: _packed(getattr(given, each.name)) for each in fields(given)}
    return {name: value for name, value in found.items() if (name, value) not in _SILENT.items()}


_SILENT: Json = {"error": 0.0, "left_out": [0, 0]}
"""What need not be said of counts."""


def _examples_as_json(given: Predictions) -> Json:
    """True labels; whether other data are of the same examples is told by their index, if any."""
    index = given.examples and given.examples.index
    rows = _plain_rows(given.index)
    return {
        "positive": _packed(given.positive),
        "classes": [plain_label(label) for label in given.classes],
        "index": index.hex() if index else None,
        **({} if rows is None else {"rows": rows}),
    }


def _plain_rows(index: NDArray[Any] | None) -> Any:  # noqa: ANN401 (an array as text, or a list)
    """What the user calls the rows; None for what JSON has no word for, such as dates."""
    if index is None or index.dtype.name in _NUMBERS:
        return _packed(index)
    try:
        return [plain_label(name) for name in index.tolist()]
    except CostCurveError:
        return None


def plain_label(label: object) -> Any:  # noqa: ANN401 (text, number or truth value)
    """Label that JSON and Python's source have a word for, as it is."""
    value = label.item() if isinstance(label, np.generic) else label
    if isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise CostCurveError(
        "only labels that are texts, numbers or truth values can be written",
        where="y_true",
        got=shown(label),
        fix="Pass labels such as 0 and 1, or texts.",
    )


def _packed(value: Any) -> Any:  # noqa: ANN401 (a part of a result)
    """An array as compressed text, other results by their parts."""
    if isinstance(value, np.ndarray):
        bits = value.dtype == bool
        data = np.packbits(value) if bits else value.astype(_NUMBERS[value.dtype.name])
        return {
            "type": "bool" if bits else value.dtype.name,
            "size": value.size,
            "data": base64.b64encode(zlib.compress(data.tobytes())).decode(),
        }
    if isinstance(value, Counts):
        return _parts(value)
    return list(value) if isinstance(value, tuple) else value


def _unpacked(given: object, where: str) -> NDArray[Any]:
    """An array, checked before anything is made of it."""
    found = _typed(given, dict, where)
    _check_keys(found, {"type", "size", "data"}, where)
    kind, size = found["type"], found["size"]
    known = kind == "bool" or (isinstance(kind, str) and kind in _NUMBERS)
    if not known or type(size) is not int or not 0 <= size <= _MOST_BYTES:
        raise CostCurveError("is no array", where=where, got=f"{shown(kind)}, {shown(size)}")
    dtype = np.dtype("u1" if kind == "bool" else _NUMBERS[kind])
    n_bytes = -(-size // 8) if kind == "bool" else size * dtype.itemsize
    data = _inflated(_typed(found["data"], str, where), n_bytes, where)
    array = np.frombuffer(data, dtype)
    if kind == "bool":
        return np.unpackbits(array, count=size).astype(bool)
    return array.astype(dtype.newbyteorder("="))


def _inflated(text: str, n_bytes: int, where: str) -> bytes:
    """Decompressed text of just so many bytes."""
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(base64.b64decode(text, validate=True), n_bytes + 1)
    except (ValueError, zlib.error, MemoryError) as error:
        raise CostCurveError("its data are damaged", where=where, got=str(error)) from None
    if len(data) != n_bytes or n_bytes > _MOST_BYTES or not inflate.eof:
        raise CostCurveError("its data are damaged", where=where, got="another size than said")
    return data


def _examples(given: object) -> Labels:
    """True labels of examples."""
    found = _typed(given, dict, "examples")
    _check_keys({"rows": None, **found}, {"positive", "classes", "index", "rows"}, "examples")
    positive = _unpacked(found["positive"], "examples, positive")
    classes = _typed(found["classes"], list, "classes")
    if positive.dtype != bool or positive.all() or not positive.any():
        raise CostCurveError("both classes are needed", where="examples, positive")
    if len(classes) != len(("negative", "positive")) or classes[0] == classes[1]:
        raise CostCurveError("two different labels are needed", where="classes", got=shown(classes))
    negative, label = (plain_label(one) for one in classes)
    try:
        index = None if found["index"] is None else bytes.fromhex(found["index"])
    except (TypeError, ValueError):
        raise CostCurveError("is no digest", where="index", got=shown(found["index"])) from None
    rows = _rows(found.get("rows"), positive.size)
    return Labels(positive, (negative, label), TestedOn(index), index=rows)


def _rows(given: object, size: int) -> NDArray[Any] | None:
    """What the user calls the rows."""
    if given is None:
        return None
    if isinstance(given, list):
        found = np.empty(len(given), object)
        found[:] = [plain_label(name) for name in given]
    else:
        found = _unpacked(given, "rows")
    if found.size != size:
        raise CostCurveError("as many names of rows as examples are needed", where="rows")
    return found


def _classifier(given: Json, examples: Sequence[Labels]) -> Classifier:
    """A checked classifier."""
    if given.get("kind") != _FOLDS:
        return _evaluation(given, examples)
    _check_keys(given, {"name", "kind", "each"}, _FOLDS)
    return folds(_by_name(given["each"], _FOLDS, lambda one: _evaluation(one, examples)))


def _by_name(given: object, where: str, read: Callable[[Json], _T]) -> dict[str, _T]:
    """What each of several has, by their names."""
    found: dict[str, _T] = {}
    for one in _typed(given, list, where):
        name: Any = _typed(one, dict, where).get("name")
        check_names([name], where)
        if name in found:
            raise CostCurveError("two have one name", where=where, got=shown(name))
        found[name] = _within(f"{where}, {shown(name)}", lambda: read(one))  # noqa: B023 (called at once)
    return found


def _evaluation(given: Json, examples: Sequence[Labels]) -> Evaluation:
    """A checked evaluation."""
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise CostCurveError(f"is none of {', '.join(_KINDS)}", where="kind", got=shown(kind))
    own = {name: value for name, value in given.items() if name not in ("name", "kind")}
    if kind == "predictions":
        return _predictions(own, examples)
    if kind == "counts":
        return _counts(own)
    _check_keys(own, {each.name for each in fields(_KINDS[kind])}, kind)
    return _curve(own)


def _predictions(given: Json, examples: Sequence[Labels]) -> Predictions:
    usual: Json = {"weights_are": "importance", "clusters": None, "groups": None}
    usual |= {"in_folds": None, "left_out": [0, 0], "place": None, "response": ""}
    given = usual | given
    _check_keys(given, {"examples", "score", "weight", *usual}, "predictions")
    place = given["examples"]
    if type(place) is not int or not 0 <= place < len(examples):
        raise CostCurveError("there are no such examples", where="examples", got=shown(place))
    weight, clusters, in_folds, rows = (
        None if given[name] is None else _unpacked(given[name], name)
        for name in ("weight", "clusters", "in_folds", "place")
    )
    found = labelled(
        *(examples[place], _unpacked(given["score"], "score"), weight),
        weights_are=given["weights_are"],
        clusters=clusters if in_folds is None else in_folds,
        groups=None if given["groups"] is None else _groups(given["groups"]),
    )
    if rows is not None and (rows.shape != found.score.shape or rows.dtype.kind != "i"):
        raise CostCurveError("one place for each row is needed", where="place")
    response = _typed(given["response"], str, "response")
    left_out = _left_out(given["left_out"])
    found = replace(found, left_out=left_out, place=rows, response=response)
    # Only numbers of clusters that lie in several folds are the same in all of these.
    return found if clusters is None else replace(found, cluster_names=None)


def _left_out(given: object) -> LeftOut:
    """How many rows are left out, of how many."""
    numbers = _typed(given, list, "left_out")
    pair = [type(one) for one in numbers] == [int, int]
    if not pair or not 0 <= numbers[0] <= numbers[1]:
        raise CostCurveError("are no numbers of rows", where="left_out", got=shown(numbers))
    return numbers[0], numbers[1]


def _groups(given: object) -> NDArray[Any]:
    """The group of each example."""
    found = _typed(given, dict, "groups")
    _check_keys(found, {"names", "code"}, "groups")
    listed = [plain_label(name) for name in _typed(found["names"], list, "groups")]
    code = _unpacked(found["code"], "groups")
    if code.dtype.kind != "i" or np.any((code < 0) | (code >= len(listed))):
        raise CostCurveError("are no groups of those named", where="groups")
    names = np.empty(len(listed), object)
    names[:] = listed
    each: NDArray[Any] = names[code]
    return each


def _counts(given: Json) -> Counts:
    """Counts that rise from nothing to all, as thresholds fall."""
    known = {each.name for each in fields(Counts)}
    _check_keys({**_SILENT, "scored": True, **given}, known, "counts")
    threshold, tp, fp = (_unpacked(given[name], name) for name in ("threshold", "tp", "fp"))
    # Older sessions did not say whether these are scores.
    given = {**_SILENT, "scored": threshold.tolist() != [np.inf, 1.0, 0.0], **given}
    if len({threshold.size, tp.size, fp.size}) > 1 or threshold.size <= 1:
        raise CostCurveError("as many counts as thresholds are needed", where="counts")
    if threshold.dtype.kind != "f" or threshold[0] != np.inf or not np.all(np.diff(threshold) < 0):
        raise CostCurveError("thresholds must fall from infinity", where="threshold")
    for name, each in (("tp", tp), ("fp", fp)):
        rises = each[0] == 0 and each[-1] > 0 and np.all(np.diff(each) >= 0)
        if each.dtype.name not in ("int64", "float64") or not rises or not isfinite(each[-1]):
            raise CostCurveError("counts must rise from 0", where=name)
    totals = tp[-1].item(), fp[-1].item()
    if (given["positives"], given["negatives"]) != totals:
        raise CostCurveError("are not what the counts add up to", where="positives, negatives")
    truths = ("complete", "weighted", "scored")
    complete, weighted, scored = (_typed(given[name], bool, name) for name in truths)
    error = read_unit_number("error", given["error"], "Pass 0 for counts that are exact.")
    left_out = _left_out(given["left_out"])
    return Counts(threshold, tp, fp, *totals, complete, weighted, error, left_out, scored)


def _curve(given: Json) -> RocCurve:
    """A curve; its rates are checked by the model."""
    found: Json = {name: _unpacked(given[name], name) for name in ("fpr", "tpr")}
    if given["threshold"] is not None:
        found["threshold"] = _unpacked(given["threshold"], "threshold")
    if given["counts"] is not None:
        found["counts"] = _counts(_typed(given["counts"], dict, "counts"))
    sizes = {value.size for value in found.values() if isinstance(value, np.ndarray)}
    sizes |= {found["counts"].tp.size} if "counts" in found else set()
    kinds = {found[name].dtype.kind for name in found if name != "counts"}
    if len(sizes) > 1 or kinds != {"f"} or np.isnan(found.get("threshold", 0.0)).any():
        raise CostCurveError("rates and thresholds must go together", where="curve")
    if "given" not in given:
        return RocCurve(**found)
    place = _unpacked(given["given"], "given")
    if place.size != found["fpr"].size or place.dtype.kind != "i":
        raise CostCurveError("one place for each point is needed", where="given")
    point_set(fpr=found["fpr"], tpr=found["tpr"])  # refuses what are no rates
    found |= {name: _beside(given[name], place.size, name) for name in ("labels", "parameter")}
    return PointSet(**found, given=place)


def _beside(given: object, size: int, where: str) -> tuple[Any, ...] | None:
    """What stands beside each point, if anything does."""
    if given is None:
        return None
    values, kind = _typed(given, list, where), str if where == "labels" else float
    if len(values) != size or not all(one is None or type(one) is kind for one in values):
        raise CostCurveError("one for each point is needed", where=where, got=shown(values))
    return tuple(values)


# ---- Settings as JSON


def _plain(value: Any) -> Any:  # noqa: ANN401 (of a trait)
    """The value of a trait as JSON has it; infinity is a word."""
    if isinstance(value, Range):
        return value.low if value.low == value.high else [value.low, value.high]
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else plain(value)


def _made_of(kind: Callable[..., _T]) -> Callable[[object], _T]:
    """What makes a value of its parts by name."""

    def made(given: object) -> _T:
        known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
        _check_keys(_typed(given, dict, "settings"), known, "settings", missing=False)
        try:
            return kind(**given)  # type: ignore[arg-type]
        except TypeError as error:
            raise CostCurveError("a part is missing", got=str(error)) from None

    return made


def _marks(given: object) -> list[Any]:
    """Marks, whose thresholds may be infinite."""
    return [
        [name, float(threshold) if threshold in ("inf", "-inf") else threshold]
        for name, threshold in map(_pair, _typed(given, list, "marks"))
    ]


def _pair(given: object) -> list[Any]:
    pair = _typed(given, list, "marks")
    if len(pair) != len(("name", "threshold")):
        raise CostCurveError("is no mark", got=shown(pair))
    return pair


_READ: Mapping[str, Callable[[Any], Any]] = {
    "conditions": lambda given: None if given is None else _made_of(Conditions)(given),
    "bootstrap_settings": _made_of(BootstrapSettings),
    "marks": _marks,
}
"""Traits that are something else than JSON says, and what makes them of that."""


# ---- What may stand in a session


def _typed(given: object, kind: type[_T], where: str) -> _T:
    """The same, if it is of that kind."""
    if type(given) is kind:
        return given
    raise CostCurveError(f"must be a {kind.__name__}", where=where, got=shown(given))


def _check_keys(given: Json, known: set[str], where: str, *, missing: bool = True) -> None:
    """Refuse names that nobody knows, and the lack of others."""
    unknown = [name for name in given if name not in known]
    lacking = sorted(known - given.keys()) if missing else []
    if unknown:
        raise CostCurveError("has a part that nobody knows", where=where, got=shown(unknown[0]))
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


# ---- The same as Python


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
    story = story_of(model)
    asked = _Asked(story.classifiers)
    evidence = [f"{_text(name)}: {asked.code(name)}" for name in story.classifiers]
    lines = [
        *asked.lines,
        _laid_out("model = cc.CostCurveModel(", [_laid_out("{", evidence, "}", 4)], ")", 0),
        f'assert model.fingerprint == "{model.fingerprint}", "these are other data"',
    ]
    if story.settings:
        lines.append("with model.hold_trait_notifications():")
        lines += [f"    model.{name} = {_code(to, 4)}" for name, to in story.settings.items()]
    if story.drawn is not None:
        lines.append("model.bootstrap()")
    if tuple(story.classifiers) != story.order:
        lines.append(f"model.reorder({_code(story.order)})")
    if tuple(story.settings.get("hidden", ())) != story.hidden:
        lines.append(f"model.hidden = {_code(story.hidden)}")
    if story.pins:
        lines.append(f"model.pins = {_code(story.pins)}")
    if shown:
        lines += ["explorer = cc.CostCurveExplorer(model)", "explorer"]
    body = "\n".join(lines)
    heads = {"np.": "import numpy as np", "cc.": "import cc_widgets as cc"}
    heads["core."] = "from cc_widgets import core"
    imports = [line for name, line in heads.items() if name in body]
    return "\n".join([f"# Made with {versions_words(versions())}", *imports, "", body, ""])


class _Asked:
    """Which variables stand for examples, and the code of each classifier."""

    def __init__(self, classifiers: Mapping[str, Classifier]) -> None:
        self._classifiers = classifiers
        self._groups: list[list[str]] = []
        for name, given in classifiers.items():
            if isinstance(given, Predictions | Folds) and _is_scored(given):
                self._group_of(given).append(name)

    def _group_of(self, given: Predictions | Folds) -> list[str]:
        """Those that scored the same examples."""
        for group in self._groups:
            if given.same_examples(self._classifiers[group[0]]):
                return group
        self._groups.append([])
        return self._groups[-1]

    @property
    def lines(self) -> list[str]:
        """What is asked for, and in which form."""
        found = []
        for place, names in enumerate(self._groups):
            end, group = _suffix(place), [self._classifiers[name] for name in names]
            beside = "".join(
                f", {variable}{end}: their {variable}"
                for argument, variable in _OF_ROWS.items()
                if any(_has(argument, given) for given in group)
            )
            found.append(
                f"# {_LABELS}{end}: true labels, {_SCORES}{end}: scores by classifier{beside}"
            )
            if isinstance(group[0], Folds):
                found.append("# each of these a list, with one array for each fold")
                found.append(f"{_LABELS}{end} = [np.asarray(fold) for fold in {_LABELS}{end}]")
            else:
                found.append(f"{_LABELS}{end} = np.asarray({_LABELS}{end})")
        if any(map(_is_long, self._classifiers.values())):
            found.append(
                f"# {_COUNTED}: classifiers by name, as they were counted or given before,"
            )
            found.append(
                "# such as from_frame(...).classifiers, or those of a session that is loaded"
            )
        return found

    def code(self, name: str) -> str:
        """A classifier."""
        given = self._classifiers[name]
        if _is_long(given):
            return f"{_COUNTED}[{_text(name)}]"
        if isinstance(given, Folds):
            return self._folds_code(name, given)
        if isinstance(given, Predictions):
            return _laid_out("core.predictions(", _arguments(given, self._asked(name)), ")", 8)
        return _code(_short_form(given), 8)

    def _asked(self, name: str) -> dict[str, str]:
        """The labels and scores of a classifier, and what else runs beside them."""
        end = _suffix(next(i for i, group in enumerate(self._groups) if name in group))
        given = self._classifiers[name]
        by_name = {"y_score": _SCORES} | {
            argument: variable for argument, variable in _OF_ROWS.items() if _has(argument, given)
        }
        asked = {argument: f"{one}{end}[{_text(name)}]" for argument, one in by_name.items()}
        return {"y_true": f"{_LABELS}{end}", **asked}

    def _folds_code(self, name: str, given: Folds) -> str:
        """A classifier of folds; they have names only if these are not the usual ones."""
        first = given.parts[0]
        if isinstance(first, Predictions):
            asked = self._asked(name)
            variables = {"y_true": _LABELS, "y_score": _SCORES, **_OF_ROWS}
            each = {argument: variables[argument] for argument in asked}
            made = _laid_out("core.predictions(", _arguments(first, each), ")", 12)
            loop = (
                f"for {', '.join(each.values())} in zip({', '.join(asked.values())}, strict=True)"
            )
            parts = f"[\n{' ' * 12}{made}\n{' ' * 12}{loop}\n{' ' * 8}]"
        else:
            parts = _laid_out("[", [_code(part, 12) for part in given.parts], "]", 8)
        if given.names == folds(given.parts).names:
            return f"core.folds({parts})"
        return f"core.folds(dict(zip({_code(given.names)}, {parts}, strict=True)))"


_LABELS, _SCORES, _COUNTED = "y_true", "scores", "counted"
_MOST_WRITTEN = 1_000  # thresholds or points: nobody reads more numbers than these
_OF_ROWS = {"sample_weight": "weights", "clusters": "clusters", "groups": "groups"}
_WIDTH = 100


def _suffix(place: int) -> str:
    """What tells the variables of other examples from those of the first."""
    return f"_{place + 1}" if place else ""


def _is_scored(given: Classifier) -> bool:
    return isinstance(given.parts[0], Predictions)


def _is_long(given: Classifier) -> bool:
    """Whether to write a classifier out would fill pages with numbers."""
    counted = [part for part in given.parts if not isinstance(part, Predictions)]
    sizes = [part.tp.size if isinstance(part, Counts) else part.tpr.size for part in counted]
    return sum(sizes) > _MOST_WRITTEN


def _has(argument: str, given: Classifier) -> bool:
    """Whether examples of a classifier have weights, or clusters."""
    name = {"sample_weight": "weight"}.get(argument, argument)
    return any(
        isinstance(one, Predictions) and getattr(one, name) is not None for one in given.parts
    )


def _arguments(given: Predictions, asked: Mapping[str, str]) -> list[str]:
    """What `predictions` is called with: what was asked for, what it means, which is positive."""
    beside = {argument: one for argument, one in asked.items() if argument in _OF_ROWS}
    parts = [asked["y_true"], asked["y_score"], *(f"{name}={one}" for name, one in beside.items())]
    if given.weight is not None and not given.weighted:
        parts.append('weights_are="frequencies"')
    negative, positive = map(plain_label, given.classes)
    usual = (negative, positive) in ((0, 1), (-1, 1))
    return parts if usual else [*parts, f"pos_label={_code(positive)}"]


def _short_form(given: Counts | RocCurve) -> Any:  # noqa: ANN401 (code, or the same)
    """What a person would write, if it means the very same."""
    if isinstance(given, Counts) and not given.scored:
        (_, fp, _), (_, tp, _) = given.fp.tolist(), given.tp.tolist()
        rows = [[given.negatives - fp, fp], [given.positives - tp, tp]]
        if max(max(row) for row in rows) > 1 and _same(matrix_counts(rows), given):
            return rows
    if isinstance(given, PointSet):
        own = _own_points(given)
        if own["fpr"] and _same(point_set(**own), given):
            return own
    return given


def _own_points(given: PointSet) -> Json:
    """The points that the user gave, in that order."""
    inner = np.flatnonzero(given.given >= 0)
    order = inner[np.argsort(given.given[inner])].tolist()
    found: Json = {name: getattr(given, name)[order].tolist() for name in ("fpr", "tpr")}
    for name in ("labels", "parameter"):
        values = getattr(given, name)
        if values is not None:
            found[name] = [values[i] for i in order]
    return found


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
        parts = [f"{name}={_code(part, deeper)}" for name, part in _unusual(value).items()]
        return _laid_out(f"{home}.{type(value).__name__}(", parts, ")", indent)
    if isinstance(value, Mapping):
        parts = [f"{_text(name)}: {_code(part, deeper)}" for name, part in value.items()]
        return _laid_out("{", parts, "}", indent)
    return _laid_out("[", [_code(part, deeper) for part in value], "]", indent)


def _unusual(value: Any) -> dict[str, Any]:  # noqa: ANN401 (a dataclass)
    """The fields that are not as they are when nothing is said of them."""
    found = {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Conditions):
        usual: object = Conditions((value.prior.low, value.prior.high))
        return {n: v for n, v in found.items() if n == "prior" or v != getattr(usual, n)}
    known = {each.name: each.default for each in fields(value)}
    return {name: one for name, one in found.items() if not _same(one, known[name])}
