// Keyboard control of the figures, and the texts of the help card.

import { cheapestCorner } from '../geometry/hull.ts';
import { at, clamp } from '../geometry/lines.ts';
import { shiftLogOdds } from '../geometry/scales.ts';
import type { DrawContext } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Hull, Points } from '../wire/state.ts';

// ---- Commands of keys in a figure

export type Command =
  | { do: 'walk'; step: WalkStep; along: 'hull' | 'curve' }
  | { do: 'edge' | 'move' | 'widen' | 'shift'; by: number }
  | { do: 'zoom'; factor: number }
  | { do: 'pin' | 'clear' | 'reset' | 'forget' | 'play' | 'type' | 'table' | 'keys' }
  | { do: 'note' | 'next' | 'undo' | 'redo' };

/** A gesture or key with its effect; the help card and the guide show the same rows. */
export interface HelpRow {
  keys: string;
  does: string;
}

export const POINTER: readonly HelpRow[] = [
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

export const KEYS: readonly HelpRow[] = [
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

const STEP_KEYS: Record<string, WalkStep> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};
const MOVE_KEYS: Record<string, number> = {
  '[': -1,
  ']': 1,
  '{': -1,
  '}': 1,
  PageDown: -1,
  PageUp: 1,
};
const COARSE = 0.01;
const FINE = 0.001;
const ZOOM = 1.25;
/** Change in log-odds of the ends of a range. */
const ODDS_STEP = 0.1;

const SHIFT_KEYS: Record<string, Command> = {
  ArrowRight: { do: 'widen', by: ODDS_STEP },
  ArrowLeft: { do: 'widen', by: -ODDS_STEP },
  ArrowUp: { do: 'shift', by: ODDS_STEP },
  ArrowDown: { do: 'shift', by: -ODDS_STEP },
};

const PLAIN_KEYS: Record<string, Command> = {
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

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Return the undo or redo command of a key press, or null. */
export function undoCommand({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Command | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key === 'y') return { do: 'redo' };
  return key.toLowerCase() === 'z' ? { do: shiftKey ? 'redo' : 'undo' } : null;
}

/** Return the command of a key press in a figure, or null. */
export function commandOf(pressed: KeyPress): Command | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  const move = MOVE_KEYS[key];
  const undo = undoCommand(pressed);
  if (undo) return undo;
  // On some keyboards brackets need AltGr, which is reported as Ctrl + Alt.
  const isBracketWithAltGr = move !== undefined && ctrlKey && altKey;
  if ((ctrlKey || metaKey) && !isBracketWithAltGr) return null;
  const step = STEP_KEYS[key];
  if (step && altKey) return { do: 'walk', step, along: 'curve' };
  if (altKey && !isBracketWithAltGr) return null;
  if (move !== undefined) {
    const isFine = shiftKey || key === '{' || key === '}';
    return { do: 'move', by: move * (isFine ? FINE : COARSE) };
  }
  if (shiftKey && key in SHIFT_KEYS) return SHIFT_KEYS[key] as Command;
  return step ? { do: 'walk', step, along: 'hull' } : (PLAIN_KEYS[key] ?? null);
}

/** Return whether a key enters text; these must not reach the notebook, where `x` cuts the cell. */
export function isPrintable({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

// ---- Effects of keys in a figure

/** Keyboard steps end at multiples of 1 / PC_PRECISION. */
const PC_PRECISION = 1e6;
/** Steps along pc in the difference figure, which has no thresholds. */
const STRIDES: Record<string, number> = { next: 0.01, previous: -0.01, first: -1, last: 1 };

/** Execute a command; help card, table and input field are requested by events. */
export function perform(command: Command, { duality, axes, space }: DrawContext): void {
  switch (command.do) {
    case 'walk':
      if (space === 'difference') stridePc(duality, STRIDES[command.step] ?? 0);
      else walkTo(duality, command.step, command.along);
      break;
    case 'edge':
      highlightEdge(duality, command.by);
      break;
    case 'play':
      duality.play.press();
      break;
    case 'pin':
      duality.play.pause();
      if (duality.hover) duality.togglePin(duality.hover);
      break;
    case 'clear':
      clearHighlight(duality);
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
      deleteNoteOrRange(duality);
      break;
    case 'next':
      duality.noteEditor.walk();
      break;
    case 'undo':
      duality.noteEditor.undo();
      break;
    case 'redo':
      duality.noteEditor.redo();
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

// ---- Targets of arrow keys

export type WalkStep = 'next' | 'previous' | 'first' | 'last' | 'up' | 'down';

/**
 * Return the point that a step leads to: along a curve, or on the neighbouring classifier.
 *
 * With the hull of the curve, steps go from corner to corner.
 */
export function walk(
  points: Points,
  from: number | null,
  step: WalkStep,
  hull?: Hull,
): number | null {
  // Start over if the point no longer exists or is hidden.
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
      return closestPoint(points, adjacentClassifier(points, owner, -1), from);
    case 'down':
      return closestPoint(points, adjacentClassifier(points, owner, 1), from);
  }
}

/** Return the next visible classifier; points of hidden ones are NaN. */
function adjacentClassifier(points: Points, owner: number, step: -1 | 1): number {
  const last = points.owner[points.owner.length - 1] as number;
  for (let position = owner + step; position >= 0 && position <= last; position += step) {
    const first = points.owner.indexOf(position);
    if (first >= 0 && !Number.isNaN(at(points.fpr, first))) return position;
  }
  return owner;
}

function closestPoint(points: Points, owner: number, from: number): number {
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

// ---- Highlighting

/** Highlight the target of a step; if no point is highlighted, start at the recommended one. */
function walkTo(duality: DualityModel, to: WalkStep, along: 'hull' | 'curve'): void {
  const { hover, scene } = duality;
  const { points, own } = scene;
  const highlighted = hover?.kind === 'point' ? visibleIndex(points, hover.index) : null;
  const from = highlighted ?? endOfEdge(duality, to) ?? recommendedPoint(duality);
  const hull = along === 'hull' ? own.get(points.owner[from ?? -1] as number) : undefined;
  const isFirst = highlighted === null && from !== null && to !== 'first' && to !== 'last';
  const index = isFirst ? from : walk(points, from, to, hull);
  if (index !== null) duality.hover = { kind: 'point', index };
}

function endOfEdge({ hover, scene }: DualityModel, to: WalkStep): number | null {
  if (hover?.kind !== 'edge') return null;
  const corner = hover.index + (to === 'previous' ? 0 : 1);
  return visibleIndex(scene.points, scene.hull.point[corner]);
}

/** Return the recommended drawn threshold; null if it is a baseline or not drawn. */
export function recommendedPoint(duality: DualityModel): number | null {
  const { points, hull } = duality.scene;
  const chosen = duality.recommended ?? { point: hull.point[cheapestCornerNow(duality)] };
  return visibleIndex(points, chosen.point);
}

function cheapestCornerNow(duality: DualityModel): number {
  return cheapestCorner(duality.scene.hull, duality.get('pc') ?? 0.5);
}

function visibleIndex(points: Points, index = -1): number | null {
  return at(points.fpr, index) >= 0 ? index : null;
}

function highlightEdge(duality: DualityModel, by: number): void {
  const { hover, scene } = duality;
  const last = scene.hull.fpr.length - 2;
  if (last < 0) return;
  const start = cheapestCornerNow(duality) - (by > 0 ? 0 : 1);
  const index = hover?.kind === 'edge' ? hover.index + by : start;
  duality.hover = { kind: 'edge', index: clamp(index, 0, last) };
}

function stridePc(duality: DualityModel, by: number): void {
  const from = duality.pcPointer?.pc ?? duality.get('pc') ?? 0.5;
  duality.pcPointer = { pc: roundPc(from + by), space: 'difference' };
}

function clearHighlight(duality: DualityModel): void {
  const { noteEditor } = duality;
  const isHighlighted =
    duality.hover !== null || duality.pcPointer !== null || noteEditor.highlighted !== null;
  duality.hover = null;
  duality.pcPointer = null;
  noteEditor.highlight(null);
  if (noteEditor.isPlacing) noteEditor.stopPlacing();
  else if (!isHighlighted) duality.setPins([]);
}

function deleteNoteOrRange(duality: DualityModel): void {
  const { selected } = duality.noteEditor;
  if (selected === null) duality.preview('pc_range', null);
  else duality.noteEditor.remove(selected);
}

// ---- Setting values; the caller commits them when the key is released

export function moveBy(duality: DualityModel, by: number): void {
  const pc = duality.get('pc');
  duality.preview('pc', pc === null ? 0.5 : roundPc(pc + by));
}

function roundPc(pc: number): number {
  return clamp(Math.round(pc * PC_PRECISION) / PC_PRECISION, 0, 1);
}

/** Move both ends of the range in log-odds; remove the range if they cross. */
function moveEnds(duality: DualityModel, low: number, high: number): void {
  const pc = duality.get('pc') ?? 0.5;
  const [from, to] = duality.get('pc_range') ?? [pc, pc];
  const range: [number, number] = [shiftLogOdds(from, low), shiftLogOdds(to, high)];
  if (range[0] < range[1]) duality.previewRange(range);
  else duality.preview('pc_range', null);
}

// ---- Buttons and tabs

/** Return the tab that a key leads to, or null for other keys. */
export function nextTab(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Hide text input and Enter on an element from the notebook's shortcuts. */
export function keepKeysFromNotebook(element: HTMLElement): void {
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || isPrintable(event)) event.stopPropagation();
  });
}

/** Attribute that makes Lumino ignore keys for its shortcuts. */
const SUPPRESS_ATTRIBUTE = 'data-lm-suppress-shortcuts';

/**
 * Hide key events of explorers from pages that handle them in the capture phase.
 *
 * In Notebook 7 arrow keys would leave the cell, and `x` would cut it.
 */
export function suppressNotebookShortcuts(): void {
  const handler = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || !target.closest('.cc-explorer')) return;
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    target.toggleAttribute(
      SUPPRESS_ATTRIBUTE,
      isEnter || isPrintable(event) || commandOf(event) !== null,
    );
  };
  window.addEventListener('keydown', handler, { capture: true });
}

// ---- Focus ring

/**
 * Hide the focus ring of an element focused by pointer until a key is pressed.
 *
 * Browsers differ: Firefox never matches `:focus-visible` after a focus by mouse.
 */
export function ringForKeys(element: Element): void {
  element.addEventListener('pointerdown', () => hideRing(element));
  element.addEventListener('keydown', () => element.classList.remove('cc-by-mouse'));
  element.addEventListener('blur', () => {
    // Focus stays on the element while the window is inactive.
    if (document.activeElement !== element) element.classList.remove('cc-by-mouse');
  });
}

export function hideRing(element: Element): void {
  element.classList.add('cc-by-mouse');
}
