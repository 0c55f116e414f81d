// Runs the cell of a saved explorer and all cells above it, where the host has such commands.

import { Widget } from '@lumino/widgets';

/** The commands of JupyterLab and Notebook 7. */
export interface Commands {
  hasCommand(id: string): boolean;
  execute(id: string, args: object): Promise<unknown>;
}

const RUN_ABOVE = 'notebook:run-all-above';
const RUN = 'notebook:run-cell';
const CHOOSE_KERNEL = 'notebook:change-kernel';

/** Commands of the host; null in hosts without plugins of this package. */
const host: { commands: Commands | null } = { commands: null };

export function useCommands(commands: Commands): void {
  host.commands = commands;
}

/** The properties of a notebook that are used here. */
interface Notebook extends Widget {
  activeCellIndex: number;
  readonly widgets: readonly Widget[];
  deselectAll(): void;
}

interface NotebookPanel extends Widget {
  readonly content: Notebook;
  readonly sessionContext: { readonly hasNoKernel: boolean };
}

/** Return the notebook that contains an output; null for an output in a tab of its own. */
function panelOf(output: Widget): NotebookPanel | null {
  for (let widget: Widget | null = output; widget; widget = widget.parent) {
    const panel = widget as Widget as NotebookPanel;
    if (panel.sessionContext && panel.content && 'activeCellIndex' in panel.content) return panel;
  }
  return null;
}

type Outcome = 'ran' | 'failed above' | 'not run';

/** Run all cells above an output and, if none of them fails, the cell of the output. */
async function runTo(output: Widget, panel: NotebookPanel, commands: Commands): Promise<Outcome> {
  const { content: notebook, sessionContext } = panel;
  const args = { semanticWidget: panel.id };
  // Without a kernel JupyterLab would clear the outputs of all these cells and run none.
  if (sessionContext.hasNoKernel) await commands.execute(CHOOSE_KERNEL, args);
  if (sessionContext.hasNoKernel) return 'not run';
  const select = () => {
    const index = notebook.widgets.findIndex((cell) => cell.contains(output));
    notebook.deselectAll();
    notebook.activeCellIndex = index;
    return index;
  };
  if (select() > 0 && !(await commands.execute(RUN_ABOVE, args))) return 'failed above';
  // Running cells takes time, in which the user may select another cell or notebook.
  if (output.isDisposed || select() < 0) return 'not run';
  await commands.execute(RUN, { ...args, activate: false });
  return 'ran';
}

const LABEL = 'Run all above and this cell';
const INSTRUCTION = 'Run all cells above, then this cell.';
const FAILED = 'A cell above failed.';

/** A line above a saved explorer: a button that runs its cell, or the instruction to do so. */
export class Banner extends Widget {
  readonly #button = document.createElement('button');
  readonly #status = document.createElement('span');

  constructor(words: string) {
    const node = document.createElement('p');
    super({ node });
    node.className = 'cc-saved';
    node.dataset.lmSuppressShortcuts = 'true';
    this.#button.type = 'button';
    this.#button.textContent = LABEL;
    this.#button.addEventListener('click', () => void this.#run());
    this.#status.setAttribute('role', 'status');
    node.append(`${words} `, this.#button, this.#status);
  }

  protected override onAfterAttach(): void {
    const isRunnable = host.commands?.hasCommand(RUN_ABOVE) && panelOf(this);
    this.#button.hidden = !isRunnable;
    this.#status.textContent = isRunnable ? '' : INSTRUCTION;
  }

  async #run(): Promise<void> {
    const panel = panelOf(this);
    if (!host.commands || !panel) return;
    this.#button.disabled = true;
    this.#status.textContent = '';
    try {
      const outcome = await runTo(this, panel, host.commands);
      if (outcome === 'failed above') this.#status.textContent = FAILED;
    } finally {
      this.#button.disabled = false;
    }
  }
}
