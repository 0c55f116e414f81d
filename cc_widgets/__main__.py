"""The command line; written so that an old Python can still read it and say that it is too old."""

import shutil
import sys

OLDEST = (3, 11)


def main() -> int:
    """Run the command that was typed; the exit code tells how it went."""
    if sys.version_info < OLDEST:
        print(too_old(), file=sys.stderr)
        return 1
    from cc_widgets.commands.entry import run  # noqa: PLC0415 (an old Python cannot read it)

    return run(sys.argv[1:])


def too_old() -> str:
    """What to type, for a person whose Python is too old."""
    this = ".".join(str(part) for part in sys.version_info[:3])
    names = ["python3.%d" % minor for minor in (14, 13, 12, 11)]  # noqa: UP031 (old syntax on purpose)
    newer = [name for name in names if shutil.which(name)]
    typed = " ".join(["-m", "cc_widgets"] + sys.argv[1:])  # noqa: RUF005 (old syntax on purpose)
    first = "type" if newer else "install one, then type"
    python = newer[0] if newer else "python3.11"
    return f"cc_widgets needs Python 3.11 or newer, this is {this}; {first}:\n    {python} {typed}"


if __name__ == "__main__":
    sys.exit(main())
