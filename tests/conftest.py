"""Options and habits of the whole suite."""

from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the machine does.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


def pytest_addoption(parser):
    parser.addoption(
        "--update-pictures", action="store_true", help="replace the README's picture by today's"
    )
