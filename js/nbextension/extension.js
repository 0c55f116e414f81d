// Loaded by the classic notebook and VS Code: maps the module `cc_widgets` to its bundle.
window.require.config({
  map: { '*': { cc_widgets: 'nbextensions/cc_widgets/index' } },
});

const STATE = 'application/vnd.cc-widgets.v1+json';
const LINE =
  'This is a saved picture. To use the explorer, run all cells above, then this cell.';
// A live explorer in the same output makes the line superfluous.
const STYLE = '.output_wrapper:has(.cc-explorer) .cc-saved-line { display: none; }';

/** Put a line above each saved explorer: the classic notebook shows its picture alone. */
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
      // The notebook may have been loaded before this extension or may come after it.
      if (window.Jupyter.notebook._fully_loaded) addLines();
      else events.one('notebook_loaded.Notebook', addLines);
    });
  },
});
