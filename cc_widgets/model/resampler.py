"""Starting, following and stopping the resampling behind bands."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any
from weakref import WeakMethod

from cc_widgets.core.uncertainty import order_ranks
from cc_widgets.core.uncertainty._draws import Rng, read_seed
from cc_widgets.errors import CostCurveError
from cc_widgets.model import checks
from cc_widgets.model.bands import Bands
from cc_widgets.model.base import ModelState
from cc_widgets.model.jobs import Job
from cc_widgets.model.reasons import unbanded, why_unbanded
from cc_widgets.model.resample import Found, work
from cc_widgets.model.settings import BootstrapSettings, Method
from cc_widgets.model.standing_band import band_traits

_OF_A_RUN = ("bootstrap_settings", "level", "band", "difference", "job")


class Resampling(ModelState):
    """What can be done about bands; a part of the model."""

    def bootstrap(
        self,
        *,
        level: float | None = None,
        n_resamples: int | None = None,
        rng: Rng = None,
        simultaneous: bool | None = None,
        method: Method | None = None,
    ) -> Bands:
        """Compute bands, and wait for them.

        Parameters
        ----------
        level : float, optional
            Level of confidence. Whatever is left out is as in the model's traits; what is given
            becomes theirs.
        n_resamples : int, optional
            How many test sets to draw.
        rng : int or numpy.random.Generator, optional
            Seed or source of randomness.
        simultaneous : bool, optional
            Whether the level must hold at all pc at once.
        method : {"envelope", "optimistic", "fixed"}, optional
            Which band; see `BootstrapSettings`.

        Returns
        -------
        Bands
            Also in `band`.

        Raises
        ------
        CostCurveError
            If a value makes no sense, or the work failed. Settings and bands are as before then,
            as they are if the call is interrupted.
        """
        given = {
            "n_resamples": n_resamples,
            "rng": None if rng is None else read_seed(rng),
            "simultaneous": simultaneous,
            "method": method,
        }
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        wanted = replace(self.bootstrap_settings, **chosen)
        at = self.level if level is None else checks.level(self, level)
        _check_enough(at, wanted)
        before = {name: getattr(self, name) for name in _OF_A_RUN}
        try:
            with self.hold_trait_notifications():
                self.bootstrap_settings, self.level = wanted, at
            return self._waited_for()
        except BaseException:
            self._leave_all_as(before)
            raise

    def _waited_for(self) -> Bands:
        """Compute bands with the settings there are, and return them."""
        job = self.start_bootstrap()
        job.wait()
        if job.state != "done" or self.band is None:
            problem = job.error or job.state
            raise CostCurveError(f"bands could not be computed: {problem}", where="bootstrap")
        return self.band

    def _leave_all_as(self, before: Mapping[str, Any]) -> None:
        """Put back what a run that came to nothing was to change; it goes no further."""
        if self.job is not before["job"]:
            self.cancel()
        with self.hold_trait_notifications():
            self.apply({**before, "job": self.job})
            self.apply(band_traits(self, self.band, self.compared, self.derived))

    def start_bootstrap(self) -> Job:
        """Start computing bands; an older job is cancelled.

        Returns
        -------
        Job
            Also in `job`.

        Raises
        ------
        CostCurveError
            If there are too few resamples for the level, or no visible classifier can have a
            band.
        """
        settings = self.bootstrap_settings
        _check_enough(self.level, settings)
        sources = {item.name: self.classifiers[item.name] for item in self.derived.shown}
        why = {name: why_unbanded(given) for name, given in sources.items()}
        if not sources:
            raise CostCurveError(
                "there is no visible classifier to resample",
                where="bootstrap",
                fix="Add a classifier, or show a hidden one.",
            )
        if all(why.values()):
            raise unbanded(why, "bootstrap")
        self.cancel()
        taken = WeakMethod(self._take)  # a model that nobody holds any more is to go, and the work
        steps = work(sources, settings, self.level, self.compared)
        job = Job(takewhile(lambda _step: taken() is not None, steps), partial(_pass_on, taken))
        try:
            self.job_sources = tuple(sources.values())
            self.set_trait("job", job)
        except BaseException:
            job.cancel()
            raise
        return job

    def cancel(self) -> None:
        """Stop computing bands; those that there are stay."""
        if self.job is not None:
            self.job.cancel()

    def _take(self, found: Found) -> None:
        """Show bands that have arrived."""
        self.apply(band_traits(self, found.bands, self.compared, self.derived, found))


def _pass_on(taken: WeakMethod[Any], found: Found) -> None:
    """Give bands to the model, if there is still somebody who holds it."""
    take = taken()
    if take is not None:
        take(found)


def _check_enough(level: float, settings: BootstrapSettings) -> None:
    """Refuse fewer resamples than the level needs."""
    order_ranks(level, settings.n_resamples)
