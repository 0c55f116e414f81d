import pickle

from cc_widgets.errors import CostCurveError, shown


def test_message_says_what_where_got_and_what_to_do():
    error = CostCurveError("must lie in [0, 1]", where="pc", got="2", fix="Divide by 100.")
    assert str(error) == "pc: must lie in [0, 1]. Got 2. Divide by 100."


def test_parts_that_are_not_given_leave_no_trace():
    assert str(CostCurveError("no examples")) == "no examples."


def test_within_names_the_container_and_leaves_the_original():
    error = CostCurveError("must be finite", where="y_score", got="nan", fix="Drop it.")
    outer = error.within("classifier 'forest'")
    assert str(outer) == "classifier 'forest': y_score: must be finite. Got nan. Drop it."
    assert str(error) == "y_score: must be finite. Got nan. Drop it."


def test_within_without_a_place_of_its_own():
    assert str(CostCurveError("is empty").within("the file")) == "the file: is empty."


def test_can_be_caught_as_value_error():
    assert issubclass(CostCurveError, ValueError)


def test_survives_pickling_between_processes():
    error = CostCurveError("must be finite", where="y_score", got="nan", fix="Drop it.")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301


def test_long_values_are_shortened():
    assert len(shown(list(range(10_000)))) < 80
    assert len(shown("a" * 10_000)) <= 60
