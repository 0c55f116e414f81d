"""Starting, following and stopping the resampling behind bands."""

from dataclasses import replace
from typing import Any

from cc_widgets.core.uncertainty.levels import order_ranks, read_level
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import Bands
from cc_widgets.model.base import ModelState
from cc_widgets.model.jobs import Job
from cc_widgets.model.resample import Found, work
from cc_widgets.model.standing_band import band_traits


class Resampling(ModelState):
    """What can be done about bands; a part of the model."""

    def bootstrap(
        self,
        *,
        level: float | None = None,
        **settings: Any,  # noqa: ANN401
    ) -> Bands:
        """Compute bands, and wait for them.

        Parameters
        ----------
        level : float, optional
            Level of confidence; the one of the model if left out, as for all others.
        **settings
            Any of the values of `BootstrapSettings`: n_resamples, rng, simultaneous, method,
            stratified.

        Returns
        -------
        Bands
            Also in `band`.

        Raises
        ------
        CostCurveError
            If a value makes no sense, or the work failed.
        """
        wanted = replace(self.bootstrap_settings, **settings)
        with self.hold_trait_notifications():
            self.bootstrap_settings = wanted
            if level is not None:
                self.level = level
        job = self.start_bootstrap()
        job.wait()
        if job.state != "done" or self.band is None:
            raise CostCurveError(
                f"bands could not be computed: {job.error or job.state}", where="bootstrap"
            )
        return self.band

    def start_bootstrap(self) -> Job:
        """Start computing bands; an older job is cancelled.

        Returns
        -------
        Job
            Also in `job`.

        Raises
        ------
        CostCurveError
            If there are too few resamples for the level.
        """
        settings = self.bootstrap_settings
        order_ranks(read_level(self.level), settings.n_resamples)
        self.cancel()
        sources = {item.name: self.classifiers[item.name] for item in self.derived.shown}
        steps = work(sources, settings, self.level, self.compared)
        job = Job(steps, self._take)
        self.job_sources = tuple(sources.values())
        self.set_trait("job", job)
        return job

    def cancel(self) -> None:
        """Stop computing bands; those that there are stay."""
        if self.job is not None:
            self.job.cancel()

    def _take(self, found: Found) -> None:
        """Show bands that have arrived."""
        self.apply(band_traits(self, found.bands, self.compared, self.derived, found))
