/**
 * Tell the print style where explorers begin.
 *
 * JupyterLab's parts keep their places and widths on paper, and a style cannot measure them.
 */
export function measureBeforePrinting(): void {
  window.addEventListener('beforeprint', () => {
    for (const root of document.querySelectorAll<HTMLElement>('.cc-explorer')) {
      const { left } = root.getBoundingClientRect();
      root.style.setProperty('--cc-left', `${left + window.scrollX}px`);
    }
  });
}
