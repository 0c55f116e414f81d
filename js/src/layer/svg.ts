const SVG = 'http://www.w3.org/2000/svg';

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAll(element, { ...attributes });
  return element;
}

export function setAll(element: Element, attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

export function show(element: SVGElement, visible: boolean): void {
  element.style.display = visible ? '' : 'none';
}
