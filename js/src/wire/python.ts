// Whether Python is there, busy or gone.

import type { IWidgetManager, WidgetModel } from '@jupyter-widgets/base';

/** Whether Python hears what is done on the page; 'none' where there was never any. */
export type Python = 'there' | 'busy' | 'away' | 'gone' | 'none';

interface Signal {
  connect(slot: () => void): unknown;
  disconnect(slot: () => void): unknown;
}

/** The parts of JupyterLab's kernel connection that are read here; other pages have none. */
export interface Kernel {
  readonly status: string;
  readonly connectionStatus: string;
  readonly isDisposed: boolean;
  readonly statusChanged: Signal;
  readonly connectionStatusChanged: Signal;
  readonly disposed: Signal;
}

/** After one of these the kernel has forgotten every widget. */
const ENDS = ['restarting', 'autorestarting', 'terminating', 'dead'];
/** Milliseconds after which a person wonders; a kernel is busy for less with each message. */
export const PATIENCE = 600;

const LOST = 'There is no Python behind this picture any more';
const NONE = 'There is no Python behind this page';
/** A new kernel knows nothing of what the cells above have defined; not all hosts have a button. */
const AGAIN = 'Run its cell again, after the cells above it';

/** What to say in place of controls that have been asked for, and for longer than is usual. */
export function whileAwaited(python: Python, isLate: boolean): string {
  if (python === 'gone') return `${LOST}. ${AGAIN}, to use the controls.`;
  if (python === 'none') return `${NONE}.`;
  if (python === 'away') {
    return 'The connection to Python is lost. What you asked for comes when it is back.';
  }
  return isLate
    ? 'Python is busy. What you asked for comes when it is done.'
    : 'Waiting for Python ...';
}

/** What to say above controls that are shown. */
export function whileShown(python: Python): string {
  if (python === 'gone') return `${LOST}: what you change here has no effect. ${AGAIN}.`;
  if (python === 'none') return `${NONE}: what you change here has no effect.`;
  if (python === 'away') {
    return 'The connection to Python is lost. What you change here has no effect until it is back.';
  }
  // Some kernels hear of changes while a cell runs, others afterwards.
  return python === 'busy'
    ? 'Python is busy. What you change here may take effect only when it is done.'
    : '';
}

/** Return the remedy for a lost Python; `needs` is a sentence on the parts that need it. */
export function without(python: Python, needs: string): string {
  if (python === 'none') return `${NONE}. ${needs}`;
  if (python !== 'gone') return '';
  return needs ? `${LOST}. ${needs} ${AGAIN}.` : whileAwaited(python, false);
}

/** What makes widgets, as far as it tells who is behind them. */
export interface Maker {
  kernel?: Kernel | null;
  /** Whether it brings back what was saved. */
  isSaved?: boolean;
  /** Whether that is where there can be no Python. */
  isAlone?: boolean;
}

/** Watches the kernel that a widget was made by. */
export class Watch {
  readonly #model: WidgetModel;
  readonly #kernel: Kernel | null;
  readonly #told: () => void;
  readonly #update = () => this.#read();
  #isLost = false;
  #isBusy = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(model: WidgetModel, told: () => void) {
    this.#model = model;
    this.#kernel = (model.widget_manager as Maker).kernel ?? null;
    this.#told = told;
    for (const signal of this.#signals) signal.connect(this.#update);
    model.on('comm_live_update', told);
    this.#read();
  }

  get python(): Python {
    if ((this.#model.widget_manager as Maker).isAlone) return 'none';
    if (this.#isLost || this.#kernel?.isDisposed || !this.#model.comm_live) return 'gone';
    if (this.#kernel && this.#kernel.connectionStatus !== 'connected') return 'away';
    return this.#isBusy ? 'busy' : 'there';
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.disconnect(this.#update);
    this.#model.off('comm_live_update', this.#told);
  }

  get #signals(): Signal[] {
    const kernel = this.#kernel;
    return kernel ? [kernel.statusChanged, kernel.connectionStatusChanged, kernel.disposed] : [];
  }

  #read(): void {
    const status = this.#kernel?.status ?? '';
    this.#isLost ||= ENDS.includes(status);
    clearTimeout(this.#timer);
    if (status !== 'busy') this.#isBusy = false;
    else if (!this.#isBusy) this.#timer = setTimeout(() => this.#tire(), PATIENCE);
    this.#told();
  }

  #tire(): void {
    this.#isBusy = true;
    this.#told();
  }
}

// ---- Who has widgets of Python's

/** JupyterLab has one of these for each notebook. */
export interface Host extends IWidgetManager {
  readonly kernel?: Kernel | null;
  readonly context?: { readonly urlResolver: unknown };
  /** Told when it has what the kernel had before the page was loaded. */
  readonly restored?: Signal;
  readonly isDisposed?: boolean;
}

/** All that have met a widget of ours, and who wants to know when there is another. */
class Hosts {
  #all: Host[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #tell = () => {
    for (const told of [...this.#watchers]) told();
  };

  /** The first that suits. */
  find(suits: (host: Host) => boolean): Host | undefined {
    return this.#all.find(suits);
  }

  meet(host: Host): void {
    // Others have nobody behind them, or no way to say when they have all.
    if (!host.restored || this.#all.includes(host)) return;
    this.#all = [...this.#all.filter((known) => !known.isDisposed), host];
    host.restored.connect(this.#tell);
  }

  watch(told: () => void): void {
    this.#watchers.add(told);
  }

  unwatch(told: () => void): void {
    this.#watchers.delete(told);
  }
}

export const hosts = new Hosts();
