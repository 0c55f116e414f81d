// Keys into the same gestures, for those without a mouse.

import type { Step } from '../geometry/walk.ts';

// ---- What a key means in a figure

export type Command =
  | { do: 'walk'; step: Step; along: 'hull' | 'curve' }
  | { do: 'edge' | 'move' | 'widen' | 'shift'; by: number }
  | { do: 'zoom'; factor: number }
  | { do: 'pin' | 'clear' | 'reset' | 'forget' | 'play' | 'type' | 'table' | 'keys' };

/** What a hand can do, in words: the card in the explorer and the README show the same rows. */
export interface Row {
  keys: string;
  does: string;
}

export const POINTER: readonly Row[] = [
  { keys: 'Hover', does: 'lights a point with its line, a line with its point' },
  { keys: 'Click', does: 'pins what is lit; two pins are compared' },
  { keys: 'Drag the marked line', does: 'moves the operating point, in either figure' },
  {
    keys: 'Drag along the axis',
    does: 'makes a range; its bar moves it, its ends change it, × removes it',
  },
  { keys: 'Drag on the ribbon', does: 'moves the operating point, with Shift makes a range' },
  { keys: 'Click a name', does: 'hides it or shows it; double click or Alt + Enter: it alone' },
  { keys: 'Ctrl + wheel, two fingers', does: 'zooms; Shift + drag zooms to a box' },
  { keys: 'Double click', does: 'shows all again' },
];

export const KEYS: readonly Row[] = [
  { keys: '← →', does: 'walk the corners of a hull' },
  { keys: 'Alt + ← →', does: 'walk through all thresholds' },
  { keys: '↑ ↓', does: 'go to another classifier' },
  { keys: 'Home End', does: 'go to the ends of the curve' },
  { keys: 'e', does: 'lights an edge of the hull, where two thresholds cost the same' },
  { keys: 'Enter', does: 'pins what is lit, or takes its pin away' },
  { keys: 'Escape', does: 'clears what is lit, then the pins' },
  { keys: '[ ]', does: 'move the operating point, with Shift in small steps' },
  { keys: 'Shift + ← →', does: 'make a range about the operating point: narrower, wider' },
  { keys: 'Shift + ↑ ↓', does: 'move the range' },
  { keys: 'Delete', does: 'removes the range' },
  { keys: 'm', does: 'lets you type a value' },
  { keys: 'p', does: 'sweeps the threshold, pauses and goes on' },
  { keys: '+ − 0', does: 'zoom in, zoom out, show all' },
  { keys: 't', does: 'opens the data table' },
  { keys: '?', does: 'shows and closes this card' },
];

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
/** By how much the log-odds of the ends of a range change. */
const ODDS = 0.1;

const WITH_SHIFT: Record<string, Command> = {
  ArrowRight: { do: 'widen', by: ODDS },
  ArrowLeft: { do: 'widen', by: -ODDS },
  ArrowUp: { do: 'shift', by: ODDS },
  ArrowDown: { do: 'shift', by: -ODDS },
};

const OTHERS: Record<string, Command> = {
  Enter: { do: 'pin' },
  Escape: { do: 'clear' },
  Delete: { do: 'forget' },
  Backspace: { do: 'forget' },
  '+': { do: 'zoom', factor: 1 / ZOOM },
  '=': { do: 'zoom', factor: 1 / ZOOM },
  '-': { do: 'zoom', factor: ZOOM },
  '0': { do: 'reset' },
  e: { do: 'edge', by: 1 },
  E: { do: 'edge', by: -1 },
  m: { do: 'type' },
  p: { do: 'play' },
  t: { do: 'table' },
  '?': { do: 'keys' },
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key means in a figure, null if nothing. */
export function commandOf(pressed: Pressed): Command | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  const move = MOVES[key];
  // On some keyboards brackets need AltGr, which comes as ctrl and alt.
  const isBracketWithAltGr = move !== undefined && ctrlKey && altKey;
  if ((ctrlKey || metaKey) && !isBracketWithAltGr) return null;
  const step = STEPS[key];
  if (step && altKey) return { do: 'walk', step, along: 'curve' };
  if (altKey && !isBracketWithAltGr) return null;
  if (move !== undefined) {
    const isFine = shiftKey || key === '{' || key === '}';
    return { do: 'move', by: move * (isFine ? FINE : COARSE) };
  }
  if (shiftKey && key in WITH_SHIFT) return WITH_SHIFT[key] as Command;
  return step ? { do: 'walk', step, along: 'hull' } : (OTHERS[key] ?? null);
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
