// Status of the kernel behind a widget, and the messages when it is unavailable.

import type { IWidgetManager, WidgetModel } from '@jupyter-widgets/base';

/** Status of the kernel; 'none' if the page never had one. */
export type PythonStatus = 'ready' | 'busy' | 'disconnected' | 'lost' | 'none';

interface Signal {
  connect(slot: () => void): unknown;
  disconnect(slot: () => void): unknown;
}

/** The parts of JupyterLab's kernel connection used here; other hosts have none. */
export interface Kernel {
  readonly status: string;
  readonly connectionStatus: string;
  readonly isDisposed: boolean;
  readonly statusChanged: Signal;
  readonly connectionStatusChanged: Signal;
  readonly disposed: Signal;
}

/** Statuses after which the kernel has lost all widgets. */
const FATAL_STATUSES = ['restarting', 'autorestarting', 'terminating', 'dead'];
/** Milliseconds before a busy kernel is reported; ordinary messages take less. */
export const BUSY_DELAY = 600;

const LOST = 'There is no Python behind this picture any more';
const NEVER = 'There is no Python behind this page';
/** A new kernel lacks the definitions of the cells above, and not all hosts have a run button. */
const RERUN = 'Run its cell again, after the cells above it';

/** Return the message in place of requested controls that have not arrived. */
export function pendingMessage(status: PythonStatus, isLate: boolean): string {
  if (status === 'lost') return `${LOST}. ${RERUN}, to use the controls.`;
  if (status === 'none') return `${NEVER}.`;
  if (status === 'disconnected') {
    return 'The connection to Python is lost. What you asked for comes when it is back.';
  }
  return isLate
    ? 'Python is busy. What you asked for comes when it is done.'
    : 'Waiting for Python ...';
}

/** Return the message above visible controls. */
export function controlsMessage(status: PythonStatus): string {
  if (status === 'lost') return `${LOST}: what you change here has no effect. ${RERUN}.`;
  if (status === 'none') return `${NEVER}: what you change here has no effect.`;
  if (status === 'disconnected') {
    return 'The connection to Python is lost. What you change here has no effect until it is back.';
  }
  // Some kernels process changes while a cell runs, others afterwards.
  return status === 'busy'
    ? 'Python is busy. What you change here may take effect only when it is done.'
    : '';
}

/** Return the remedy for a lost kernel; `needs` is a sentence on the parts that need it. */
export function remedyMessage(status: PythonStatus, needs: string): string {
  if (status === 'none') return `${NEVER}. ${needs}`;
  if (status !== 'lost') return '';
  return needs ? `${LOST}. ${needs} ${RERUN}.` : pendingMessage(status, false);
}

/** The properties of a widget manager that identify its kernel. */
export interface ManagerLike {
  kernel?: Kernel | null;
  /** Whether it restores a saved state. */
  isSaved?: boolean;
  /** Whether the page can never have a kernel. */
  isStandalone?: boolean;
}

/** Observes the kernel of a widget. */
export class KernelWatch {
  readonly #model: WidgetModel;
  readonly #kernel: Kernel | null;
  readonly #notify: () => void;
  readonly #onSignal = () => this.#refresh();
  #isLost = false;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(model: WidgetModel, notify: () => void) {
    this.#model = model;
    this.#kernel = (model.widget_manager as ManagerLike).kernel ?? null;
    this.#notify = notify;
    for (const signal of this.#signals) signal.connect(this.#onSignal);
    model.on('comm_live_update', notify);
    this.#refresh();
  }

  get status(): PythonStatus {
    if ((this.#model.widget_manager as ManagerLike).isStandalone) return 'none';
    if (this.#isLost || this.#kernel?.isDisposed || !this.#model.comm_live) return 'lost';
    if (this.#kernel && this.#kernel.connectionStatus !== 'connected') return 'disconnected';
    return this.#isBusy ? 'busy' : 'ready';
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.disconnect(this.#onSignal);
    this.#model.off('comm_live_update', this.#notify);
  }

  get #signals(): Signal[] {
    const kernel = this.#kernel;
    return kernel ? [kernel.statusChanged, kernel.connectionStatusChanged, kernel.disposed] : [];
  }

  #refresh(): void {
    const status = this.#kernel?.status ?? '';
    this.#isLost ||= FATAL_STATUSES.includes(status);
    clearTimeout(this.#timer);
    if (status !== 'busy') this.#isBusy = false;
    else if (!this.#isBusy) this.#timer = setTimeout(() => this.#markBusy(), BUSY_DELAY);
    this.#notify();
  }

  #markBusy(): void {
    this.#isBusy = true;
    this.#notify();
  }
}

// ---- Widget managers of open notebooks

/** JupyterLab's widget manager; each notebook has its own. */
export interface NotebookManager extends IWidgetManager {
  readonly kernel?: Kernel | null;
  readonly context?: { readonly urlResolver: unknown };
  /** Emitted when the widgets are available again after a page reload. */
  readonly restored?: Signal;
  readonly isDisposed?: boolean;
}

/** Managers of all notebooks with widgets of this package, and subscribers to changes. */
class NotebookManagers {
  #managers: NotebookManager[] = [];
  readonly #handlers = new Set<() => void>();
  readonly #notify = () => {
    for (const handler of [...this.#handlers]) handler();
  };

  /** Return the first manager that satisfies a predicate. */
  find(suits: (host: NotebookManager) => boolean): NotebookManager | undefined {
    return this.#managers.find(suits);
  }

  register(host: NotebookManager): void {
    // Other hosts have no kernel, or no signal when all widgets are restored.
    if (!host.restored || this.#managers.includes(host)) return;
    this.#managers = [...this.#managers.filter((manager) => !manager.isDisposed), host];
    host.restored.connect(this.#notify);
  }

  subscribe(handler: () => void): void {
    this.#handlers.add(handler);
  }

  unsubscribe(handler: () => void): void {
    this.#handlers.delete(handler);
  }
}

export const notebookManagers = new NotebookManagers();
