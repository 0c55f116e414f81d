// Data behind the figures as tables.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { changeEvents } from '../wire/state.ts';
import { cornerHeads, cornerRows, MAX_ROWS, THRESHOLDS, thresholdRows } from '../words/table.ts';
import { coalesce, LinkedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

const TABLE_EVENTS = changeEvents('points', 'hull', 'hidden', 'names', 'classes', 'bands', 'stale');

export class DataTableModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('DataTable') };
  }
}

/** Tables of hull corners and thresholds, present only while their page is open. */
export class DataTableView extends DOMWidgetView {
  readonly #tables = document.createElement('div');

  override render(): void {
    super.render();
    this.el.classList.add('cc-panel', 'cc-data');
    this.#tables.className = 'cc-tables';
    // Scrollable regions must be reachable by keyboard.
    this.#tables.tabIndex = 0;
    this.#tables.setAttribute('role', 'region');
    this.#tables.setAttribute('aria-label', 'Data table');
    this.el.append(this.#tables);
    keepKeysFromNotebook(this.#tables);
    this.listenTo(
      this.#duality,
      TABLE_EVENTS,
      coalesce(() => this.#fill()),
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
      note.textContent = `The first ${MAX_ROWS} of ${count} thresholds.`;
      parts.push(note);
    }
    this.#tables.replaceChildren(...parts);
  }
}

/** Return a table; user text is never markup. */
function tableOf(title: string, heads: string[], rows: string[][]): HTMLTableElement {
  const table = document.createElement('table');
  table.createCaption().textContent = title;
  const head = table.createTHead().insertRow();
  for (const words of heads) head.append(cell('th', words, 'col'));
  const body = table.createTBody();
  for (const [first = '', ...cells] of rows) {
    const row = body.insertRow();
    row.append(cell('th', first, 'row'), ...cells.map((words) => cell('td', words)));
  }
  return table;
}

function cell(kind: 'th' | 'td', words: string, scope = ''): HTMLTableCellElement {
  const element = document.createElement(kind);
  element.textContent = words;
  if (scope) element.scope = scope;
  return element;
}
