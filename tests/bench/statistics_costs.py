"""Tables 5 and 6 of Margineantu and Dietterich, 2000, and power, as rows of the outcome."""

import numpy as np

from cc_widgets.core._results import FloatArray
from cc_widgets.core.multiclass._matrices import ModelName
from tests.bench.multiclass_limits import LEVEL
from tests.bench.multiclass_tables import Study, coverage, kept
from tests.bench.statistics_rows import SEED, Row

RECOMMENDED = {"table 5": "lambda 0.1", "table 6": "lambda 0"}
CHANGED = 0.03


def tables(model: ModelName, n_matrices: int, n_sets: int) -> list[Row]:
    """Coverage of BCOST, kept hypotheses of BDELTACOST, and power, for one cost model."""
    study = Study(n_matrices=n_matrices, n_sets=n_sets, seed=SEED)
    rejected = {
        method: 1.0 - shares for method, shares in kept(study, model, changed=CHANGED).items()
    }
    return [
        *_rows("table 5", "true cost", model, coverage(study, model), study),
        *_rows("table 6", "no difference", model, kept(study, model), study),
        *_rows("power", f"{CHANGED:.0%} changed answers", model, rejected, study),
    ]


def _rows(
    part: str, target: str, model: ModelName, shares: dict[str, FloatArray], study: Study
) -> list[Row]:
    """The mean over cost matrices, and how sure it is."""
    return [
        Row(
            part=part,
            domain=model,
            sizes=str(study.set_size),
            method=method,
            recommended=RECOMMENDED.get(part) == method,
            target=target,
            nominal=None if part == "power" else LEVEL,
            share=float(each.mean()),
            standard_error=float(each.std(ddof=1) / np.sqrt(each.size)) if each.size > 1 else 0.0,
            data_sets=study.n_sets * study.n_matrices,
        )
        for method, each in shares.items()
    ]
