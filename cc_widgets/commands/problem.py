"""What stops a command, in words for the person who typed it."""


class Problem(Exception):  # noqa: N818 (it is shown to a person, who has a problem)
    """The command cannot go on; the message says why and what to type."""
