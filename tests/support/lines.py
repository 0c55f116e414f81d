"""Count the non-blank product lines, without tests: ``python -m tests.support.lines``."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = {"Python": "cc_widgets/**/*.py", "TypeScript": "js/src/**/*.ts", "CSS": "js/style/*.css"}


def count(pattern: str) -> int:
    """Return the number of non-blank lines of the files that match, without tests."""
    texts = (p.read_text("utf-8") for p in ROOT.glob(pattern) if not p.match("*.test.ts"))
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


if __name__ == "__main__":
    counts = {language: count(pattern) for language, pattern in PRODUCT.items()}
    print(*(f"{language}: {lines:,}" for language, lines in counts.items()), sep="\n")  # noqa: T201
    print(f"Total: {sum(counts.values()):,}")  # noqa: T201
