// Returns every line of every visible text below `root`: the visible part of its ink box, how much of the ink is cut
// off, its colour, its contrast to the nearest painted background, and the number of the text it belongs to.
// Ink is the painted area of the letters: unlike a line box it has no leading, which differs between fonts.
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

  // The background of a note's number is the shape drawn just before it.
  const badgeColor = (node) => {
    const shape = node.closest('.cc-note-badge') && node.previousElementSibling;
    return shape ? channels(getComputedStyle(shape).fill).slice(0, 3) : null;
  };

  const background = (node) => {
    const badge = badgeColor(node);
    if (badge) return badge;
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
    const back = background(element);
    const [low, high] = [luminance(mix([r, g, b], back, share)), luminance(back)].sort();
    return (high + 0.05) / (low + 0.05);
  };

  const brush = new OffscreenCanvas(1, 1).getContext('2d');
  const measure = (words, { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing }) => {
    brush.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    brush.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
    return brush.measureText(words);
  };

  // Corners of the ink relative to the baseline.
  const cornersOf = (metrics, left, right) => {
    const { actualBoundingBoxAscent: rise, actualBoundingBoxDescent: fall } = metrics;
    return [left, right].flatMap((x) => [
      [x, -rise],
      [x, fall],
    ]);
  };

  const boxAround = (corners) => {
    const [x, y] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    return {
      left: Math.min(...x),
      right: Math.max(...x),
      top: Math.min(...y),
      bottom: Math.max(...y),
    };
  };

  // The ascent ends at the baseline; ink may extend beyond the advance width.
  const inkOfLine = ([words, box], style) => {
    const metrics = measure(words, style);
    const [ascent, descent] = [metrics.fontBoundingBoxAscent, metrics.fontBoundingBoxDescent];
    const scale = box.height / (Math.round(ascent) + Math.round(descent));
    const baseline = box.top + scale * Math.round(ascent);
    const left = box.left - scale * metrics.actualBoundingBoxLeft;
    const right = box.right + scale * (metrics.actualBoundingBoxRight - metrics.width);
    return boxAround(
      cornersOf(metrics, left, right).map(([x, y]) => [x, baseline + scale * y]),
    );
  };

  // Ink box of an SVG text at any rotation.
  const inkOfSvg = (words, element, style) => {
    const metrics = measure(words, style);
    const [ascent, descent] = [metrics.fontBoundingBoxAscent, metrics.fontBoundingBoxDescent];
    const { x: start } = element.getStartPositionOfChar(0);
    const { y, height } = element.getExtentOfChar(0);
    const baseline = y + (height * ascent) / (ascent + descent);
    const left = start - metrics.actualBoundingBoxLeft;
    // Without hinting, letters are narrower than on a canvas.
    const end = start + element.getComputedTextLength();
    const right = end + metrics.actualBoundingBoxRight - metrics.width;
    const matrix = element.getScreenCTM();
    const corners = cornersOf(metrics, left, right).map(([x, dy]) => {
      const place = new DOMPoint(x, baseline + dy).matrixTransform(matrix);
      return [place.x, place.y];
    });
    return boxAround(corners);
  };

  // Words and bounding box of each line; a long word may take several lines.
  const linesOf = (text) => {
    const range = document.createRange();
    const boxesOf = (index, { length }) => {
      range.setStart(text, index);
      range.setEnd(text, index + length);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    };
    const lines = [];
    const write = (index, words) => {
      const boxes = boxesOf(index, words);
      if (boxes.length > 1 && words.length > 1) {
        const parts = /\s/.test(words) ? /\S+/g : /./gsu;
        for (const part of words.matchAll(parts)) write(index + part.index, part[0]);
        return;
      }
      for (const box of boxes) {
        const last = lines.at(-1);
        if (!last || Math.abs(last.box.top - box.top) > 1) lines.push({ words, box, end: index });
        else {
          const { left, top, bottom } = last.box;
          last.words += `${index > last.end ? ' ' : ''}${words}`;
          last.box = new DOMRect(left, top, box.right - left, bottom - top);
        }
        lines.at(-1).end = index + words.length;
      }
    };
    write(0, text.data);
    return lines.map(({ words, box }) => [words.trim(), box]);
  };

  const inksOf = (text, element, style) => {
    if (element instanceof SVGElement) return [inkOfSvg(text.data.trim(), element, style)];
    const inks = linesOf(text).map((line) => inkOfLine(line, style));
    // Lines after the clamp and text replaced by an ellipsis are cut off on purpose.
    const { left, right, bottom } = element.getBoundingClientRect();
    if (style.webkitLineClamp !== 'none') return inks.filter((ink) => ink.bottom < bottom + 2);
    if (style.textOverflow !== 'ellipsis') return inks;
    return inks.map((ink) => ({
      ...ink,
      left: Math.max(ink.left, left),
      right: Math.min(ink.right, right),
    }));
  };

  // Part of the ink that ancestors with hidden overflow do not clip.
  const visiblePartOf = (ink, element) => {
    const visible = { ...ink };
    for (let up = element; up !== root.parentElement; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      const { left, right, top, bottom } = up.getBoundingClientRect();
      if (/hidden|clip/.test(overflowX)) {
        visible.left = Math.max(visible.left, left);
        visible.right = Math.min(visible.right, right);
      }
      if (/hidden|clip/.test(overflowY)) {
        visible.top = Math.max(visible.top, top);
        visible.bottom = Math.min(visible.bottom, bottom);
      }
    }
    return visible;
  };

  // Whether a text is scrolled out of a region that is focusable or has focusable controls.
  const isScrolledOut = (element, { left, right, top, bottom }) => {
    for (let up = element.parentElement; up && up !== root; up = up.parentElement) {
      if (up.tabIndex < 0 && up.role !== 'group') continue;
      if (!/auto|scroll/.test(getComputedStyle(up).overflow)) continue;
      const view = up.getBoundingClientRect();
      if (left < view.left || right > view.right || top < view.top || bottom > view.bottom) return true;
    }
    return false;
  };

  const describe = (text, number) => {
    const element = text.parentElement;
    const style = getComputedStyle(element);
    const color = element instanceof SVGElement ? style.fill : style.color;
    const moving = element.closest('.cc-now-label') !== null;
    const common = { text: text.data, number, color, contrast: contrast(element, color), moving };
    return inksOf(text, element, style).flatMap((ink) => {
      const visible = visiblePartOf(ink, element);
      if (visible.left >= visible.right || visible.top >= visible.bottom) return [];
      const cut = Math.max(...Object.keys(ink).map((side) => Math.abs(ink[side] - visible[side])));
      return [{ ...common, ...visible, cut, hidden: isScrolledOut(element, visible) }];
    });
  };

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const isVisible = text.data.trim() && text.parentElement.checkVisibility();
    if (isVisible) lines.push(...describe(text, lines.length));
  }
  return lines;
};
