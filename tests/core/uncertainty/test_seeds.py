import numpy as np
import pytest

from cc_widgets.core.uncertainty._draws import read_seed, stream
from cc_widgets.errors import CostCurveError


@pytest.mark.parametrize("given", [0, 7, np.int32(7), 2**100])
def test_a_seed_stays_what_it_is(given):
    assert read_seed(given) == given
    assert type(read_seed(given)) is int


def test_a_generator_gives_one_seed_after_the_other():
    rng, same = np.random.default_rng(3), np.random.default_rng(3)
    seeds = [read_seed(rng) for _ in range(5)]
    assert seeds == [read_seed(same) for _ in range(5)]
    assert len(set(seeds)) == 5
    assert max(seeds) > 2**16
    assert max(seeds) < 2**32


def test_nothing_gives_a_new_seed_each_time():
    assert len({read_seed(None) for _ in range(5)}) == 5


@pytest.mark.parametrize("given", [-1, 1.0, "7", True, np.random.RandomState(0)])
def test_other_sources_of_randomness_are_refused(given):
    message = r"^rng: must be a whole number, 0 or more\. Got .+\. Pass a seed such as 0 .* or None"
    with pytest.raises(CostCurveError, match=message):
        read_seed(given)


def test_streams_repeat_and_differ():
    seen = {
        (seed, block): tuple(stream(seed, block).integers(2**63, size=2))
        for seed in (0, 1, 2**40)
        for block in range(4)
    }
    assert len(set(seen.values())) == 12
    for (seed, block), numbers in seen.items():
        assert tuple(stream(seed, block).integers(2**63, size=2)) == numbers


def test_streams_do_not_resemble_each_other():
    rows = np.array([stream(0, block).random(4000) for block in range(8)])
    apart = np.corrcoef(rows)[~np.eye(8, dtype=bool)]
    assert np.all(np.abs(apart) < 5 / np.sqrt(4000))
