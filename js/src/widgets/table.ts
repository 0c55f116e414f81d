// What the figures show, as tables.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { changes } from '../wire/state.ts';
import { cornerHeads, cornerRows, MOST_ROWS, THRESHOLDS, thresholdRows } from '../words/table.ts';
import { LinkedModel, ours, together } from './base.ts';
import type { DualityModel } from './duality.ts';

const DATA = changes('points', 'hull', 'hidden', 'names', 'classes', 'bands', 'stale');

export class DataTableModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('DataTable') };
  }
}

/** The numbers behind the figures, as tables; it is on the page while somebody looks at it. */
export class DataTableView extends DOMWidgetView {
  readonly #tables = document.createElement('div');

  override render(): void {
    super.render();
    this.el.classList.add('cc-panel', 'cc-data');
    this.#tables.className = 'cc-tables';
    // What can be scrolled must be reached by keyboard too.
    this.#tables.tabIndex = 0;
    this.#tables.setAttribute('role', 'region');
    this.#tables.setAttribute('aria-label', 'Data table');
    this.el.append(this.#tables);
    keepKeys(this.#tables);
    this.listenTo(
      this.#duality,
      DATA,
      together(() => this.#fill()),
    );
    this.#fill();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #fill(): void {
    const { subject, scene } = this.#duality;
    const { rows, count } = thresholdRows(subject);
    const rowsOf = cornerRows(subject, scene.hull);
    const corners = tableOf('Corners of the joint hull', cornerHeads(subject), rowsOf);
    const thresholds = tableOf('Drawn thresholds', THRESHOLDS, rows);
    const parts: HTMLElement[] = [corners, thresholds];
    if (count > rows.length) {
      const note = document.createElement('p');
      note.textContent = `The first ${MOST_ROWS} of ${count} thresholds.`;
      parts.push(note);
    }
    this.#tables.replaceChildren(...parts);
  }
}

/** What the user has written is text, never markup. */
function tableOf(title: string, heads: string[], rows: string[][]): HTMLTableElement {
  const table = document.createElement('table');
  table.createCaption().textContent = title;
  const head = table.createTHead().insertRow();
  for (const words of heads) head.append(cell('th', words, 'col'));
  const body = table.createTBody();
  for (const [first = '', ...others] of rows) {
    const row = body.insertRow();
    row.append(cell('th', first, 'row'), ...others.map((words) => cell('td', words)));
  }
  return table;
}

function cell(kind: 'th' | 'td', words: string, scope = ''): HTMLTableCellElement {
  const made = document.createElement(kind);
  made.textContent = words;
  if (scope) made.scope = scope;
  return made;
}
