"""What is wrong with the look of an explorer on a page."""

from pathlib import Path

from playwright.sync_api import Locator

from cc_widgets.commands.workshop import fonts
from tests.support.texts import collisions, cut, faint, outside, texts

FAMILIES = [name for name in fonts.FAMILIES if name != fonts.MONOSPACE]
"""Font families that differ in the width of letters and in the height of lines."""
AXE = Path(__file__).parents[2] / "js/node_modules/axe-core/axe.min.js"
SERIOUS = """async (root) => {
  const found = await axe.run(root, { resultTypes: ['violations'] });
  return found.violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
}"""


def faults(root: Locator) -> list[str]:
    """Say which texts cannot be read, are cut off or lie on each other."""
    found = texts(root)
    orange = [text["text"] for text in found if text["color"] == "rgb(255, 165, 0)"]
    wide = root.evaluate("(root) => root.scrollWidth > root.clientWidth")
    return [
        *(f"faint: {one}" for one in faint(found)),
        *(f"orange: {one}" for one in orange),
        *(f"outside: {one}" for one in outside(found, root)),
        *(f"cut off: {one}" for one in cut(found)),
        *(f"on each other: {pair}" for pair in collisions(found)),
        *(["wider than its place"] if wide else []),
    ]
