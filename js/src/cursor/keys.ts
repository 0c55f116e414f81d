// Keys into the same gestures, for those without a mouse.

import { clamp } from '../geometry/shapes.ts';
import { type Step, walk } from '../geometry/walk.ts';
import type { Context } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';

// ---- What a key means in a figure

export type Command =
  | { do: 'walk'; step: Step }
  | { do: 'move'; by: number }
  | { do: 'zoom'; factor: number }
  | { do: 'pin' | 'clear' | 'reset' | 'table' | 'keys' };

const STEPS: Record<string, Step> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};
const MOVES: Record<string, number> = { '[': -1, ']': 1, '{': -1, '}': 1, PageDown: -1, PageUp: 1 };
const COARSE = 0.01;
const FINE = 0.001;
const ZOOM = 1.25;

const OTHERS: Record<string, Command> = {
  Enter: { do: 'pin' },
  Escape: { do: 'clear' },
  '+': { do: 'zoom', factor: 1 / ZOOM },
  '=': { do: 'zoom', factor: 1 / ZOOM },
  '-': { do: 'zoom', factor: ZOOM },
  '0': { do: 'reset' },
  t: { do: 'table' },
  '?': { do: 'keys' },
};

export const KEYS_IN_WORDS =
  'Keys: arrows walk along a curve and between classifiers, Home and End go to its ends. ' +
  'Enter pins what is lit, Escape clears it, then the pins. ' +
  '[ and ] move the operating point, with Shift in small steps. ' +
  '+ and − zoom, 0 shows all. t opens the data table. Tab leaves.';

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key means in a figure, null if nothing. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | null {
  const move = MOVES[key];
  // On some keyboards brackets need AltGr, which comes as ctrl and alt.
  const isBracketWithAltGr = move !== undefined && ctrlKey && altKey;
  if ((ctrlKey || metaKey || altKey) && !isBracketWithAltGr) return null;
  if (move !== undefined) {
    const isFine = shiftKey || key === '{' || key === '}';
    return { do: 'move', by: move * (isFine ? FINE : COARSE) };
  }
  const step = STEPS[key];
  return step ? { do: 'walk', step } : (OTHERS[key] ?? null);
}

/** Keys that type something: they must not reach the notebook, where `x` cuts the cell. */
export function isPrintable({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

// ---- On buttons and tabs

/** Where an arrow, Home or End leads from one of several tabs; null for other keys. */
export function nextTab(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Keep what is typed on a button of ours, and what presses it, from the notebook's commands. */
export function keepKeys(element: HTMLElement): void {
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || isPrintable(event)) event.stopPropagation();
  });
}

// ---- What is done in a figure

/** Steps of the keyboard end on round numbers. */
const ROUND = 1e6;
/** Steps along pc where there is no curve to walk on. */
const STRIDE: Record<string, number> = { next: 0.01, previous: -0.01, first: -1, last: 1 };

/** Do what a key asks for. */
export function perform(command: Command, { duality, axes, face }: Context): void {
  switch (command.do) {
    case 'walk':
      if (face === 'difference') stride(duality, STRIDE[command.step] ?? 0);
      else step(duality, command.step);
      break;
    case 'pin':
      if (duality.hover) duality.togglePin(duality.hover);
      break;
    case 'clear':
      clear(duality);
      break;
    case 'move':
      moveBy(duality, command.by);
      break;
    case 'zoom':
      axes.zoomBy(command.factor, { x: axes.width / 2, y: axes.height / 2 });
      break;
    case 'reset':
      axes.reset();
      break;
    default:
      duality.trigger(`cc:${command.do}`);
  }
}

function step(duality: DualityModel, to: Parameters<typeof walk>[2]): void {
  const from = duality.hover?.kind === 'point' ? duality.hover.index : null;
  const index = walk(duality.scene.points, from, to);
  if (index !== null) duality.hover = { kind: 'point', index };
}

function stride(duality: DualityModel, by: number): void {
  const from = duality.eye?.pc ?? duality.get('pc') ?? 0.5;
  duality.eye = { pc: rounded(from + by), space: 'difference' };
}

function clear(duality: DualityModel): void {
  const isLit = duality.hover !== null || duality.eye !== null;
  duality.hover = null;
  duality.eye = null;
  if (!isLit) duality.setPins([]);
}

/** Move the operating point; the caller settles it when the key is let go. */
export function moveBy(duality: DualityModel, by: number): void {
  const pc = duality.get('pc');
  duality.try('pc', pc === null ? 0.5 : rounded(pc + by));
}

function rounded(pc: number): number {
  return clamp(Math.round(pc * ROUND) / ROUND, 0, 1);
}

// ---- Who has the keys

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
