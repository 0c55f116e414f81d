// Keys into the same gestures, for those without a mouse, and what a card says of them.

import { cheapestCorner } from '../geometry/hull.ts';
import { at, clamp } from '../geometry/lines.ts';
import { shifted } from '../geometry/scales.ts';
import type { Context } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Hull, Points } from '../wire/state.ts';

// ---- What a key means in a figure

export type Command =
  | { do: 'walk'; step: Step; along: 'hull' | 'curve' }
  | { do: 'edge' | 'move' | 'widen' | 'shift'; by: number }
  | { do: 'zoom'; factor: number }
  | { do: 'pin' | 'clear' | 'reset' | 'forget' | 'play' | 'type' | 'table' | 'keys' }
  | { do: 'note' | 'next' | 'undo' | 'redo' };

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
  {
    keys: '✎ and a click',
    does: 'writes a note there; its number can be dragged, and clicked to edit',
  },
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
  { keys: 'n', does: 'writes a note at what is lit, or edits the one that is' },
  { keys: 'Shift + n', does: 'goes from note to note; Delete removes one' },
  { keys: 'Ctrl + z', does: 'undoes what you did to notes, with Shift does it again' },
  { keys: 'm', does: 'lets you type a value' },
  { keys: 'p', does: 'sweeps the threshold, pauses and goes on' },
  { keys: '+ − 0', does: 'zoom in, zoom out, show all' },
  { keys: 't', does: 'opens the data table' },
  { keys: 'Shift + p', does: 'presents it: large, one thing lit at a time; Escape leaves' },
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
  n: { do: 'note' },
  N: { do: 'next' },
  p: { do: 'play' },
  t: { do: 'table' },
  '?': { do: 'keys' },
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key takes back what was done to notes, or does it again; null if neither. */
export function undoOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key === 'y') return { do: 'redo' };
  return key.toLowerCase() === 'z' ? { do: shiftKey ? 'redo' : 'undo' } : null;
}

/** What a key means in a figure, null if nothing. */
export function commandOf(pressed: Pressed): Command | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  const move = MOVES[key];
  const again = undoOf(pressed);
  if (again) return again;
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

// ---- What keys do in a figure

/** Steps of the keyboard end on round numbers. */
const ROUND = 1e6;
/** Steps along pc where there is no curve to walk on. */
const STRIDE: Record<string, number> = { next: 0.01, previous: -0.01, first: -1, last: 1 };

/** Do what a key asks for; the card, the table and the field are asked for from who shows them. */
export function perform(command: Command, { duality, axes, face }: Context): void {
  switch (command.do) {
    case 'walk':
      if (face === 'difference') stride(duality, STRIDE[command.step] ?? 0);
      else step(duality, command.step, command.along);
      break;
    case 'edge':
      lightEdge(duality, command.by);
      break;
    case 'play':
      duality.play.press();
      break;
    case 'pin':
      duality.play.pause();
      if (duality.hover) duality.togglePin(duality.hover);
      break;
    case 'clear':
      clear(duality);
      break;
    case 'move':
      moveBy(duality, command.by);
      break;
    case 'widen':
      moveEnds(duality, -command.by, command.by);
      break;
    case 'shift':
      if (duality.get('pc_range')) moveEnds(duality, command.by, command.by);
      break;
    case 'forget':
      forget(duality);
      break;
    case 'next':
      duality.writing.walk();
      break;
    case 'undo':
      duality.writing.undo();
      break;
    case 'redo':
      duality.writing.redo();
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

// ---- Where a step of an arrow key ends

export type Step = 'next' | 'previous' | 'first' | 'last' | 'up' | 'down';

/**
 * Where the keyboard goes from point `from`: along its curve, or to the neighbouring classifier.
 *
 * With the hull of that curve alone, steps lead from corner to corner.
 */
export function walk(points: Points, from: number | null, step: Step, hull?: Hull): number | null {
  // What is gone or hidden since it was lit is no place to go on from.
  if (from === null || Number.isNaN(points.fpr[from] ?? Number.NaN)) {
    const start = points.fpr.findIndex((value) => !Number.isNaN(value));
    return start < 0 ? null : start;
  }
  const owner = points.owner[from] as number;
  const first = points.owner.indexOf(owner);
  const last = points.owner.lastIndexOf(owner);
  switch (step) {
    case 'next':
      if (hull) return Math.min(last, ...hull.point.filter((corner) => corner > from));
      return Math.min(from + 1, last);
    case 'previous':
      if (hull)
        return Math.max(first, ...hull.point.filter((corner) => 0 <= corner && corner < from));
      return Math.max(from - 1, first);
    case 'first':
      return first;
    case 'last':
      return last;
    case 'up':
      return closestOf(points, neighbour(points, owner, -1), from);
    case 'down':
      return closestOf(points, neighbour(points, owner, 1), from);
  }
}

/** The next classifier that is not hidden: the points of hidden ones are NaN. */
function neighbour(points: Points, owner: number, step: -1 | 1): number {
  const last = points.owner[points.owner.length - 1] as number;
  for (let other = owner + step; other >= 0 && other <= last; other += step) {
    const first = points.owner.indexOf(other);
    if (first >= 0 && !Number.isNaN(at(points.fpr, first))) return other;
  }
  return owner;
}

function closestOf(points: Points, owner: number, from: number): number {
  if (owner === points.owner[from]) return from;
  let best = from;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.fpr.length; i++) {
    if (points.owner[i] !== owner) continue;
    const d = Math.hypot(
      at(points.fpr, i) - at(points.fpr, from),
      at(points.tpr, i) - at(points.tpr, from),
    );
    if (d < distance) {
      distance = d;
      best = i;
    }
  }
  return best;
}

// ---- What is lit

/** From the dark the first step lights what is recommended, from an edge its end on that side. */
function step(duality: DualityModel, to: Step, along: 'hull' | 'curve'): void {
  const { hover, scene } = duality;
  const { points, own } = scene;
  const lit = hover?.kind === 'point' ? shownPoint(points, hover.index) : null;
  const from = lit ?? endOfEdge(duality, to) ?? recommended(duality);
  const hull = along === 'hull' ? own.get(points.owner[from ?? -1] as number) : undefined;
  const isFirst = lit === null && from !== null && to !== 'first' && to !== 'last';
  const index = isFirst ? from : walk(points, from, to, hull);
  if (index !== null) duality.hover = { kind: 'point', index };
}

function endOfEdge({ hover, scene }: DualityModel, to: Step): number | null {
  if (hover?.kind !== 'edge') return null;
  const corner = hover.index + (to === 'previous' ? 0 : 1);
  return shownPoint(scene.points, scene.hull.point[corner]);
}

/** The drawn threshold that is recommended; null where it is a trivial rule, or not drawn. */
export function recommended(duality: DualityModel): number | null {
  const { points, hull } = duality.scene;
  const chosen = duality.recommended ?? { point: hull.point[cornerInUse(duality)] };
  return shownPoint(points, chosen.point);
}

function cornerInUse(duality: DualityModel): number {
  return cheapestCorner(duality.scene.hull, duality.get('pc') ?? 0.5);
}

function shownPoint(points: Points, index = -1): number | null {
  return at(points.fpr, index) >= 0 ? index : null;
}

function lightEdge(duality: DualityModel, by: number): void {
  const { hover, scene } = duality;
  const last = scene.hull.fpr.length - 2;
  if (last < 0) return;
  const start = cornerInUse(duality) - (by > 0 ? 0 : 1);
  const index = hover?.kind === 'edge' ? hover.index + by : start;
  duality.hover = { kind: 'edge', index: clamp(index, 0, last) };
}

function stride(duality: DualityModel, by: number): void {
  const from = duality.eye?.pc ?? duality.get('pc') ?? 0.5;
  duality.eye = { pc: rounded(from + by), space: 'difference' };
}

function clear(duality: DualityModel): void {
  const { writing } = duality;
  const isLit = duality.hover !== null || duality.eye !== null || writing.lit !== null;
  duality.hover = null;
  duality.eye = null;
  writing.light(null);
  if (writing.isPlacing) writing.stopSeeking();
  else if (!isLit) duality.setPins([]);
}

/** The note that keys have lit, or else the range. */
function forget(duality: DualityModel): void {
  const { held } = duality.writing;
  if (held === null) duality.try('pc_range', null);
  else duality.writing.remove(held);
}

// ---- What is set; the caller settles it when the key is let go

/** Move the operating point. */
export function moveBy(duality: DualityModel, by: number): void {
  const pc = duality.get('pc');
  duality.try('pc', pc === null ? 0.5 : rounded(pc + by));
}

function rounded(pc: number): number {
  return clamp(Math.round(pc * ROUND) / ROUND, 0, 1);
}

/** Move both ends of the range by so much of their log-odds; ends that pass each other end it. */
function moveEnds(duality: DualityModel, low: number, high: number): void {
  const pc = duality.get('pc') ?? 0.5;
  const [from, to] = duality.get('pc_range') ?? [pc, pc];
  const range: [number, number] = [shifted(from, low), shifted(to, high)];
  if (range[0] < range[1]) duality.tryRange(range);
  else duality.try('pc_range', null);
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

/** What Lumino looks for before it takes a key for one of the notebook's commands. */
const SPARED = 'data-lm-suppress-shortcuts';

/**
 * Keep the keys of an explorer from a page that takes them before the element hears of them.
 *
 * Notebook 7 does: its arrows would leave the cell, and `x` would cut it.
 */
export function spareKeys(): void {
  const hear = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || !target.closest('.cc-explorer')) return;
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    target.toggleAttribute(SPARED, isEnter || isPrintable(event) || commandOf(event) !== null);
  };
  window.addEventListener('keydown', hear, { capture: true });
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
