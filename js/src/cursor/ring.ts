/**
 * Mark an element whose keys somebody uses who has pressed it: no ring until a key is pressed.
 *
 * Browsers differ in this: in Firefox a focus that was set by the mouse never becomes visible.
 */
export function ringByKeys(element: Element): void {
  element.addEventListener('pointerdown', () => byMouse(element));
  element.addEventListener('keydown', () => element.classList.remove('cc-by-mouse'));
  element.addEventListener('blur', () => {
    // A window that is left, and comes back, leaves the focus where it is.
    if (document.activeElement !== element) element.classList.remove('cc-by-mouse');
  });
}

export function byMouse(element: Element): void {
  element.classList.add('cc-by-mouse');
}
