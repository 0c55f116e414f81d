"""Checks for unreadable, clipped or overlapping text and for accessibility violations."""

from pathlib import Path

from playwright.sync_api import Locator

from cc_widgets.commands.workshop import fonts
from tests.support.texts import collisions, cut, faint, outside, texts

FAMILIES = [name for name in fonts.FAMILIES if name != fonts.MONOSPACE]
"""Font families that differ in letter width and line height."""
AXE = Path(__file__).parents[2] / "js/node_modules/axe-core/axe.min.js"
SERIOUS = """async (root) => {
  const { violations } = await axe.run(root, { resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}"""


def faults(root: Locator) -> list[str]:
    """Return descriptions of texts that have low contrast, are cut off or overlap."""
    lines = texts(root)
    orange = [line["text"] for line in lines if line["color"] == "rgb(255, 165, 0)"]
    wide = root.evaluate("(root) => root.scrollWidth > root.clientWidth")
    return [
        *(f"low contrast: {line}" for line in faint(lines)),
        *(f"orange: {text}" for text in orange),
        *(f"outside: {text}" for text in outside(lines, root)),
        *(f"cut off: {text}" for text in cut(lines)),
        *(f"overlap: {pair}" for pair in collisions(lines)),
        *(["wider than its container"] if wide else []),
    ]
