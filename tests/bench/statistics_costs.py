"""Tables 5 and 6 of Margineantu and Dietterich (2000), and power, as rows of the results."""

import numpy as np

from cc_widgets.core.multiclass.matrices import ModelName
from cc_widgets.core.results import FloatArray
from tests.bench.multiclass_limits import LEVEL
from tests.bench.multiclass_tables import Study, acceptance, coverage
from tests.bench.statistics_rows import SEED, Row

RECOMMENDED = {"table 5": "lambda 0.1", "table 6": "lambda 0"}
CHANGED = 0.03


def tables(model: ModelName, n_matrices: int, n_sets: int) -> list[Row]:
    """Return coverage of BCOST, acceptance and power of BDELTACOST, for one cost model."""
    study = Study(n_matrices=n_matrices, n_sets=n_sets, seed=SEED)
    accepted = acceptance(study, model, changed=CHANGED)
    power = {method: 1.0 - shares for method, shares in accepted.items()}
    return [
        *_rows("table 5", "true cost", model, coverage(study, model), study),
        *_rows("table 6", "no difference", model, acceptance(study, model), study),
        *_rows("power", f"{CHANGED:.0%} changed answers", model, power, study),
    ]


def _rows(
    part: str, target: str, model: ModelName, shares: dict[str, FloatArray], study: Study
) -> list[Row]:
    """Return rows with the mean over cost matrices and its standard error."""
    return [
        Row(
            part=part,
            domain=model,
            sizes=str(study.set_size),
            method=method,
            recommended=RECOMMENDED.get(part) == method,
            target=target,
            nominal=None if part == "power" else LEVEL,
            share=float(values.mean()),
            standard_error=_standard_error(values),
            data_sets=study.n_sets * study.n_matrices,
        )
        for method, values in shares.items()
    ]


def _standard_error(values: FloatArray) -> float:
    return float(values.std(ddof=1) / np.sqrt(values.size)) if values.size > 1 else 0.0
