// Extension of the classic notebook and VS Code that maps module `cc_widgets` to its bundle.
window.require.config({
  map: { '*': { cc_widgets: 'nbextensions/cc_widgets/index' } },
});

const STATE = 'application/vnd.cc-widgets.v1+json';
const LINE =
  'This is a saved picture. To use the explorer, run all cells above, then this cell.';
// Hide the line if the output contains a live explorer.
const STYLE = '.output_wrapper:has(.cc-explorer) .cc-saved-line { display: none; }';

/** Add an instruction above each saved explorer, which the classic notebook shows as a picture. */
function addLines() {
  for (const { output_area: area } of window.Jupyter.notebook.get_cells()) {
    if (!area?.outputs.some(({ data }) => data && STATE in data)) continue;
    const line = document.createElement('p');
    line.className = 'cc-saved-line';
    line.textContent = LINE;
    area.element.prepend(line);
  }
}

define({
  load_ipython_extension() {
    const style = document.createElement('style');
    style.textContent = STYLE;
    document.head.append(style);
    window.require(['base/js/events'], (events) => {
      // The notebook may be loaded before or after this extension.
      if (window.Jupyter.notebook._fully_loaded) addLines();
      else events.one('notebook_loaded.Notebook', addLines);
    });
  },
});
