// Typed values and notes: prompts, the input field, and editing of notes.

import { pcRangeOf } from '../geometry/conditions.ts';
import { notePlaceAt } from '../geometry/highlight.ts';
import { at } from '../geometry/lines.ts';
import { logOddsMidpoint } from '../geometry/scales.ts';
import type { DrawContext } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { changeEvents, type Note, type NotePlace, type Pair } from '../wire/state.ts';
import { notePlaceInWords } from '../words/figures.ts';
import { readEntry } from '../words/numbers.ts';
import { recommendedPoint, walk } from './keys.ts';

/** Tolerance for comparing typed rates. */
const TYPED_TOLERANCE = 1e-9;

// ---- Prompts

/** A prompt for text; `answer` applies it, or returns an error message. */
export interface FieldPrompt {
  words: string;
  example: string;
  /** Whether several lines are allowed; if so, text is kept when the field loses the focus. */
  isLong?: boolean;
  answer(text: string): string | null;
  /** Called when the field closes. */
  end?(): void;
}

export function promptFor({ duality, space }: DrawContext): FieldPrompt {
  return space === 'roc' ? thresholdPrompt(duality) : pcPrompt(duality);
}

/** Return a prompt for pc in the unit of the axis; two values define a range. */
function pcPrompt(duality: DualityModel): FieldPrompt {
  const axis = duality.get('axis');
  const isRatio = axis === 'cost_ratio';
  const positive = duality.get('classes')[1];
  const words = axis === 'prior' ? `Share of ${positive}` : isRatio ? 'Cost ratio' : 'PC(+)';
  return {
    words: `${words}, or a range`,
    example: isRatio ? '5, or 2 - 10' : '0.2, or 10 - 30 %',
    answer(text) {
      const read = readEntry(text);
      const wrong = entryError(read, isRatio ? Number.MAX_VALUE : 1);
      if (read === null || wrong !== null) return wrong;
      const [low, high] = read.map((value) => pcOfAxisValue(duality, value)) as Pair;
      if (low < high) duality.previewRange([low, high]);
      else duality.preview('pc', low);
      duality.commit();
      return null;
    },
  };
}

/** Return the error message for an entry that must be between 0 and `most`, or null. */
export function entryError(read: Pair | null, most: number): string | null {
  if (read === null) return 'Type a number, or two with "-" between them.';
  const [low, high] = read;
  if (Number.isNaN(low + high)) return 'This may be read in two ways: write 1234 or 1.234.';
  if (low > high) return 'The lower end comes first.';
  if (low < 0 || high > most) return most === 1 ? 'It lies between 0 and 1.' : 'It is 0 or more.';
  return null;
}

/** Return the pc of a value in the unit of the axis, with all other conditions unchanged. */
function pcOfAxisValue(duality: DualityModel, value: number): number {
  const axis = duality.get('axis');
  if (axis === 'pc' || axis === 'logit') return value;
  const conditions = duality.effectiveConditions;
  if (axis === 'prior') return logOddsMidpoint(pcRangeOf({ ...conditions, prior: [value, value] }));
  const prior = logOddsMidpoint(conditions.prior);
  return (value * prior) / (value * prior + 1 - prior);
}

/** Return a prompt for a threshold, one rate, or both rates. */
function thresholdPrompt(duality: DualityModel): FieldPrompt {
  const { hover, scene } = duality;
  const start = hover?.kind === 'point' ? hover.index : recommendedPoint(duality);
  const first = walk(scene.points, start, 'first');
  const last = walk(scene.points, start, 'last');
  const owner = first === null ? undefined : scene.points.owner[first];
  const name = duality.get('names')[owner ?? -1] ?? '';
  return {
    words: `Threshold of ${name}, or rates`,
    example: '0.5, or finds 80 %, flags 10 %',
    answer(text) {
      const rates = readRates(text);
      if (rates === null) return 'Type a threshold, or for instance: finds 80 %, flags 10 %.';
      if (first === null || last === null) return 'There is no classifier to see.';
      if (rates.fpr !== undefined && rates.tpr !== undefined) {
        duality.hover = { kind: 'free', space: 'roc', x: rates.fpr, y: rates.tpr };
        return null;
      }
      const index = findPoint(duality, [first, last], rates);
      if (index === null) return `${name} has no thresholds with numbers: type a rate.`;
      duality.hover = { kind: 'point', index };
      return null;
    },
  };
}

interface TypedRates {
  threshold?: number;
  fpr?: number;
  tpr?: number;
}

const RATE_WORDS: Record<string, 'fpr' | 'tpr'> = {
  finds: 'tpr',
  tpr: 'tpr',
  flags: 'fpr',
  fpr: 'fpr',
};

/** Return a threshold, or named rates; null if the text is neither. */
export function readRates(text: string): TypedRates | null {
  const matches = [
    ...text.matchAll(/(finds|flags|tpr|fpr)\s*=?\s*(.+?)\s*[,;]?\s*(?=finds|flags|tpr|fpr|$)/g),
  ];
  if (matches.length === 0) {
    const [threshold, upper] = readEntry(text) ?? [Number.NaN];
    return threshold === upper ? { threshold } : null;
  }
  const rates: TypedRates = {};
  for (const [, name, value] of matches) {
    const [rate, upper] = readEntry(value as string) ?? [Number.NaN];
    if (rate !== upper || entryError([rate, rate], 1) !== null) return null;
    rates[RATE_WORDS[name as string] as 'fpr' | 'tpr'] = rate;
  }
  return rates;
}

/**
 * Return the last point within an FPR, the first that reaches a TPR, or the point of a threshold.
 */
function findPoint(
  { scene }: DualityModel,
  [first, last]: Pair,
  { threshold, fpr, tpr }: TypedRates,
): number | null {
  const { points } = scene;
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  if (tpr !== undefined) return all.find((i) => at(points.tpr, i) >= tpr - TYPED_TOLERANCE) ?? last;
  if (fpr !== undefined)
    return all.findLast((i) => at(points.fpr, i) <= fpr + TYPED_TOLERANCE) ?? first;
  // Scores at or above the threshold are positive, so the next higher threshold is equivalent.
  if (all.every((i) => !Number.isFinite(at(points.threshold, i)))) return null;
  return all.findLast((i) => at(points.threshold, i) >= (threshold as number)) ?? first;
}

// ---- Input field

/** Open an input field over a figure; Enter submits, Escape or losing the focus closes it. */
export function openField(figure: HTMLElement, question: FieldPrompt, leave: () => void): void {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = question.isLong ? noteField() : document.createElement('input');
  const wrong = document.createElement('span');
  form.className = 'cc-typing';
  input.placeholder = question.example;
  wrong.setAttribute('role', 'alert');
  label.append(question.words, input);
  form.append(label, wrong);
  let isOver = false;
  const close = () => {
    isOver = true;
    question.end?.();
    form.remove();
  };
  const end = () => {
    isOver = true;
    leave();
    close();
  };
  const answer = () => {
    const error = question.answer(input.value);
    wrong.textContent = error;
    if (error === null) end();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer();
  });
  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (question.isLong && isSubmitKey(event)) answer();
    else if (event.key === 'Escape') end();
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', () => {
    if (isOver) return;
    if (question.isLong) question.answer(input.value);
    close();
  });
  figure.append(form);
  input.focus({ preventScroll: true });
}

export function noteField(): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.rows = 2;
  field.maxLength = MAX_NOTE_LENGTH;
  field.dir = 'auto';
  return field;
}

/** Return whether a key submits a text of several lines. */
export const isSubmitKey = ({ key, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing;

// ---- Notes: adding, editing, moving, undo

/** Limits on the number of notes and on the characters of each, as in Python. */
export const MAX_NOTES = 200;
const MAX_NOTE_LENGTH = 10_000;
const MAX_UNDO_STEPS = 100;

/** A change of one note, null if it is added or removed, and its index. */
interface NoteChange {
  before: Note | null;
  after: Note | null;
  at: number;
}

/** Return the place for a note given the current highlight. */
export function notePlaceOf({ duality, space }: DrawContext): NotePlace {
  const state = { names: duality.get('names'), pc_range: duality.get('pc_range') };
  return notePlaceAt(duality.hover, space, duality.scene, state, duality.pcPointer?.pc ?? null);
}

/** Return a prompt for the text of a note, and highlight its place. */
export function notePrompt(duality: DualityModel, place: NotePlace): FieldPrompt {
  const state = duality.attributes as Parameters<typeof notePlaceInWords>[1];
  const { noteEditor } = duality;
  noteEditor.draftPlace = place;
  return {
    words: `Note: ${notePlaceInWords(place, state)}`,
    example: 'Enter keeps it, Shift + Enter begins a line',
    isLong: true,
    answer: (text) => noteEditor.add(place, text),
    end: () => {
      noteEditor.draftPlace = null;
    },
  };
}

/** Replace control characters and lone surrogates, which files and pages cannot contain. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  const readable = lines.replace(/[\p{Cc}\p{Cs}]/gu, (character) =>
    /[\n\t]/.test(character) ? character : '\ufffd',
  );
  return readable.trim();
}

/** Editing of notes in the browser; Python is notified of the result. */
export class NoteEditor {
  readonly #duality: DualityModel;
  #undoStack: NoteChange[] = [];
  #redoStack: NoteChange[] = [];
  #highlightedId: string | null = null;
  #isKeySelected = false;
  #placing: { id: string | null } | null = null;
  #draft: NotePlace | null = null;

  constructor(duality: DualityModel) {
    this.#duality = duality;
    duality.on(changeEvents('hover'), () => {
      if (this.selected && duality.hover) this.highlight(null);
    });
  }

  get #notes(): Note[] {
    return this.#duality.get('notes');
  }

  #indexOf(id: string | null): number {
    return this.#notes.findIndex((note) => note.id === id);
  }

  // ---- Highlighted note, and placing

  get highlighted(): string | null {
    return this.#highlightedId;
  }

  /** Place of the note being written. */
  get draftPlace(): NotePlace | null {
    return this.#draft;
  }

  set draftPlace(place: NotePlace | null) {
    this.#draft = place;
    this.#duality.trigger('change:note');
  }

  /** The note selected by keys, which other keys act on. */
  get selected(): string | null {
    return this.#isKeySelected ? this.#highlightedId : null;
  }

  highlight(id: string | null, isHeld = false): void {
    if (id === this.#highlightedId && isHeld === this.#isKeySelected) return;
    this.#highlightedId = id;
    this.#isKeySelected = isHeld && id !== null;
    this.#duality.trigger('change:note');
  }

  /** Highlight and announce the next note. */
  walk(): void {
    const note =
      this.#notes[(this.#indexOf(this.#highlightedId) + 1) % Math.max(1, this.#notes.length)];
    if (!note) return;
    this.#duality.hover = null;
    this.highlight(note.id, true);
    this.#announce(
      `Note ${this.#indexOf(note.id) + 1}: ${note.text}. At ${this.#describePlace(note)}.`,
    );
  }

  /** Whether the next click or Enter in a figure places a note. */
  get isPlacing(): boolean {
    return this.#placing !== null;
  }

  /** Let the user choose a place for a note, by default for a new one. */
  startPlacing(id: string | null = null): void {
    this.#placing = { id };
    this.#duality.trigger('change:placing');
    const target = id === null ? 'a note' : `note ${this.#indexOf(id) + 1}`;
    this.#announce(`Where? Click a place for ${target}, or light one by keys and press Enter.`);
  }

  stopPlacing(): void {
    if (!this.#placing) return;
    this.#placing = null;
    this.#duality.trigger('change:placing');
  }

  /** Move the note being placed; return true if a new one is to be written instead. */
  finishPlacing(place: NotePlace): boolean {
    const id = this.#placing?.id ?? null;
    this.stopPlacing();
    if (id !== null) this.move(id, place);
    return id === null;
  }

  // ---- Changes

  /** Add a note; return an error message or null. Empty text adds nothing. */
  add(place: NotePlace, text: string): string | null {
    const words = cleanText(text);
    if (words === '') return null;
    if (this.#notes.length >= MAX_NOTES) return `There are ${MAX_NOTES} notes: delete one first.`;
    const time = `${new Date().toISOString().slice(0, 19)}Z`;
    const after = { ...place, id: newId(), text: words, time };
    this.#apply({ before: null, after, at: this.#notes.length });
    this.#announce(`Note ${this.#notes.length} is written at ${this.#describePlace(place)}.`);
    return null;
  }

  rewrite(id: string, text: string): void {
    const before = this.#notes[this.#indexOf(id)];
    const words = cleanText(text);
    if (!before || words === '' || words === before.text) return;
    this.#apply({ before, after: { ...before, text: words }, at: this.#indexOf(id) });
    this.#announce(`Note ${this.#indexOf(id) + 1} is changed.`);
  }

  move(id: string, place: NotePlace): void {
    const before = this.#notes[this.#indexOf(id)];
    if (!before) return;
    const { text, time } = before;
    this.#apply({ before, after: { ...place, id, text, time }, at: this.#indexOf(id) });
    this.#announce(`Note ${this.#indexOf(id) + 1} is at ${this.#describePlace(place)} now.`);
  }

  remove(id: string): void {
    const at = this.#indexOf(id);
    const before = this.#notes[at];
    if (!before) return;
    this.#apply({ before, after: null, at });
    this.#announce(`Note ${at + 1} is deleted. Ctrl + Z brings it back.`);
  }

  get canUndo(): boolean {
    return this.#undoStack.length > 0;
  }

  get canRedo(): boolean {
    return this.#redoStack.length > 0;
  }

  undo(): void {
    const change = this.#undoStack.pop();
    if (!change) return;
    this.#redoStack.push(change);
    this.#replace(change.after, change.before, change.at);
    this.#announce('Taken back.');
  }

  redo(): void {
    const change = this.#redoStack.pop();
    if (!change) return;
    this.#undoStack.push(change);
    this.#replace(change.before, change.after, change.at);
    this.#announce('Done again.');
  }

  #apply(change: NoteChange): void {
    this.#undoStack = [...this.#undoStack, change].slice(-MAX_UNDO_STEPS);
    this.#redoStack = [];
    this.#replace(change.before, change.after, change.at);
  }

  /** Replace one note and keep changes that Python has made to others. */
  #replace(before: Note | null, after: Note | null, at: number): void {
    const id = (before ?? after)?.id;
    const remaining = this.#notes.filter((note) => note.id !== id);
    this.highlight(null);
    this.#duality.preview('notes', after ? remaining.toSpliced(at, 0, after) : remaining);
    this.#duality.commit();
  }

  #describePlace(place: NotePlace): string {
    return notePlaceInWords(
      place,
      this.#duality.attributes as Parameters<typeof notePlaceInWords>[1],
    );
  }

  #announce(words: string): void {
    this.#duality.trigger('cc:noted', words);
  }
}

/** Return a random id, as in Python. */
function newId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(4))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
