"""Command-line entry point; old Python versions can parse it, to report that they are too old."""

import shutil
import sys

OLDEST = (3, 11)


def main() -> int:
    """Run the command given on the command line and return its exit code."""
    if sys.version_info < OLDEST:
        print(version_message(), file=sys.stderr)
        return 1
    from cc_widgets.commands.entry import run_command  # noqa: PLC0415 (an old Python cannot parse it)

    return run_command(sys.argv[1:])


def version_message() -> str:
    """Return the message for an outdated Python, with the command to type instead."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    names = ["python3.%d" % minor for minor in (14, 13, 12, 11)]  # noqa: UP031 (no f-strings in old versions)
    newer = [name for name in names if shutil.which(name)]
    arguments = " ".join(["-m", "cc_widgets"] + sys.argv[1:])  # noqa: RUF005 (syntax of old versions)
    action = "Type" if newer else "Install it, then type"
    python = newer[0] if newer else "python3.11"
    return (
        f"cc_widgets needs Python 3.11 or newer; this is Python {version}.\n"
        f"{action}:\n    {python} {arguments}"
    )


if __name__ == "__main__":
    sys.exit(main())
