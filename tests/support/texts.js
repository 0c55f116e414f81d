// Every line of every visible text below `root`: its box as far as it is seen, its colour, its contrast with the nearest
// painted background, and the number of the text that it is a line of. The box of a rotated SVG text stands upright around it, and is what must not touch
// its neighbours.
(root) => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const channels = (css) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, alpha / 255];
  };
  const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [r, g, b] = color.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const mix = (top, bottom, share) => top.map((v, i) => share * v + (1 - share) * bottom[i]);

  // The number of a note stands on a label that is drawn just before it.
  const label = (node) => {
    const before = node.closest('.cc-note-badge') && node.previousElementSibling;
    return before ? channels(getComputedStyle(before).fill).slice(0, 3) : null;
  };

  const paper = (node) => {
    const own = label(node);
    if (own) return own;
    for (let up = node; up; up = up.parentElement) {
      const [r, g, b, a = 1] = channels(getComputedStyle(up).backgroundColor);
      if (a === 1 && r !== undefined) return [r, g, b];
    }
    return [255, 255, 255];
  };

  const contrast = (element, color) => {
    const [r, g, b, alpha = 1] = channels(color);
    let share = alpha;
    for (let up = element; up !== root; up = up.parentElement) {
      share *= getComputedStyle(up).opacity;
    }
    const back = paper(element);
    const [low, high] = [luminance(mix([r, g, b], back, share)), luminance(back)].sort();
    return (high + 0.05) / (low + 0.05);
  };

  const boxesOf = (text, element) => {
    if (element instanceof SVGElement) return [element.getBoundingClientRect()];
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    // Lines beyond the last that is shown are cut off.
    if (getComputedStyle(element).webkitLineClamp !== 'none') {
      const { bottom } = element.getBoundingClientRect();
      return boxes.filter((box) => box.bottom < bottom + 2);
    }
    if (getComputedStyle(element).textOverflow !== 'ellipsis') return boxes;
    const { left, right } = element.getBoundingClientRect();
    return boxes.map(({ x, y, width, height }) => {
      const seen = Math.min(x + width, right) - Math.max(x, left);
      return new DOMRect(Math.max(x, left), y, Math.max(0, seen), height);
    });
  };

  // Whether a text can be scrolled to in a region that the keyboard reaches, or whose buttons it does.
  const isScrolledOut = (element, { left, right, top, bottom }) => {
    for (let up = element.parentElement; up && up !== root; up = up.parentElement) {
      if (up.tabIndex < 0 && up.role !== 'group') continue;
      if (!/auto|scroll/.test(getComputedStyle(up).overflow)) continue;
      const seen = up.getBoundingClientRect();
      if (left < seen.left || right > seen.right || top < seen.top || bottom > seen.bottom) return true;
    }
    return false;
  };

  const describe = (text, number) => {
    const element = text.parentElement;
    const style = getComputedStyle(element);
    const color = element instanceof SVGElement ? style.fill : style.color;
    const moving = element.closest('.cc-now-label') !== null;
    const said = { text: text.data, number, color, contrast: contrast(element, color), moving };
    const boxes = boxesOf(text, element).filter(({ width }) => width > 0);
    return boxes.map((box) => {
      const { left, right, top, bottom } = box;
      return { ...said, left, right, top, bottom, hidden: isScrolledOut(element, box) };
    });
  };

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const isVisible = text.data.trim() && text.parentElement.checkVisibility();
    if (isVisible) found.push(...describe(text, found.length));
  }
  return found;
};
