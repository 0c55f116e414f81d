"""Options of the whole suite."""


def pytest_addoption(parser):
    parser.addoption(
        "--update-pictures", action="store_true", help="replace the README's picture by today's"
    )
