import pickle

from cc_widgets.errors import CostCurveError, shown


def test_message_has_argument_rule_value_and_fix():
    error = CostCurveError("must lie in [0, 1]", where="pc", got="2", fix="Divide by 100.")
    assert str(error) == "pc: must lie in [0, 1]. Got 2. Divide by 100."


def test_message_omits_missing_parts():
    assert str(CostCurveError("no examples")) == "no examples."


def test_within_prepends_container_to_a_copy():
    error = CostCurveError("must be finite", where="y_score", got="nan", fix="Drop it.")
    outer = error.within("classifier 'forest'")
    assert str(outer) == "classifier 'forest': y_score: must be finite. Got nan. Drop it."
    assert str(error) == "y_score: must be finite. Got nan. Drop it."


def test_within_on_error_without_argument():
    assert str(CostCurveError("is empty").within("the file")) == "the file: is empty."


def test_error_is_a_value_error():
    assert issubclass(CostCurveError, ValueError)


def test_error_can_be_pickled():
    error = CostCurveError("must be finite", where="y_score", got="nan", fix="Drop it.")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301


def test_shown_shortens_long_values():
    assert len(shown(list(range(10_000)))) < 80
    assert len(shown("a" * 10_000)) <= 60
