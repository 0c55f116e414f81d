// What is typed into a figure, a value or a note, the field for it, and what becomes of notes.

import { pcOf } from '../geometry/conditions.ts';
import { placeAt } from '../geometry/highlight.ts';
import { at } from '../geometry/lines.ts';
import { middleShare } from '../geometry/scales.ts';
import type { Context } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import { changes, type Note, type NotePlace, type Pair } from '../wire/state.ts';
import { whereInWords } from '../words/figures.ts';
import { readEntry } from '../words/numbers.ts';
import { recommended, walk } from './keys.ts';

/** Rates that are this much apart are the same. */
const SAME = 1e-9;

// ---- What is asked for, and what becomes of the answer

/** A question to the person; what was typed is done, or it is said what is wrong with it. */
export interface Question {
  words: string;
  example: string;
  /** Whether it may be answered in several lines; then nothing that was typed gets lost. */
  isLong?: boolean;
  answer(text: string): string | null;
  /** The field is gone. */
  end?(): void;
}

export function questionOf({ duality, face }: Context): Question {
  return face === 'roc' ? aboutThreshold(duality) : aboutPlace(duality);
}

/** A place on the axis, in the unit in which that is labelled; two ends make a range. */
function aboutPlace(duality: DualityModel): Question {
  const axis = duality.get('axis');
  const isRatio = axis === 'cost_ratio';
  const positive = duality.get('classes')[1];
  const words = axis === 'prior' ? `Share of ${positive}` : isRatio ? 'Cost ratio' : 'PC(+)';
  return {
    words: `${words}, or a range`,
    example: isRatio ? '5, or 2 - 10' : '0.2, or 10 - 30 %',
    answer(text) {
      const read = readEntry(text);
      const wrong = wrongOf(read, isRatio ? Number.MAX_VALUE : 1);
      if (read === null || wrong !== null) return wrong;
      const [low, high] = read.map((value) => pcAt(duality, value)) as Pair;
      if (low < high) duality.tryRange([low, high]);
      else duality.try('pc', low);
      duality.settle();
      return null;
    },
  };
}

/** What is wrong with what was typed for a value from 0 to `most`; of a share that is 1. */
export function wrongOf(read: Pair | null, most: number): string | null {
  if (read === null) return 'Type a number, or two with "-" between them.';
  const [low, high] = read;
  if (Number.isNaN(low + high)) return 'This may be read in two ways: write 1234 or 1.234.';
  if (low > high) return 'The lower end comes first.';
  if (low < 0 || high > most) return most === 1 ? 'It lies between 0 and 1.' : 'It is 0 or more.';
  return null;
}

/** The pc of a value as the axis is labelled, where only that value changes. */
function pcAt(duality: DualityModel, value: number): number {
  const axis = duality.get('axis');
  if (axis === 'pc' || axis === 'logit') return value;
  const known = duality.inForce;
  if (axis === 'prior') return middleShare(pcOf({ ...known, prior: [value, value] }));
  const prior = middleShare(known.prior);
  return (value * prior) / (value * prior + 1 - prior);
}

/** A threshold, one rate that it should have, or both rates: a free place. */
function aboutThreshold(duality: DualityModel): Question {
  const { hover, scene } = duality;
  const lit = hover?.kind === 'point' ? hover.index : recommended(duality);
  const first = walk(scene.points, lit, 'first');
  const last = walk(scene.points, lit, 'last');
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
      const index = pointWith(duality, [first, last], rates);
      if (index === null) return `${name} has no thresholds with numbers: type a rate.`;
      duality.hover = { kind: 'point', index };
      return null;
    },
  };
}

interface Rates {
  threshold?: number;
  fpr?: number;
  tpr?: number;
}

const RATES: Record<string, 'fpr' | 'tpr'> = { finds: 'tpr', tpr: 'tpr', flags: 'fpr', fpr: 'fpr' };

/** A threshold, or rates by their names; null if it is neither. */
export function readRates(text: string): Rates | null {
  const named = [
    ...text.matchAll(/(finds|flags|tpr|fpr)\s*=?\s*(.+?)\s*[,;]?\s*(?=finds|flags|tpr|fpr|$)/g),
  ];
  if (named.length === 0) {
    const [threshold, other] = readEntry(text) ?? [Number.NaN];
    return threshold === other ? { threshold } : null;
  }
  const rates: Rates = {};
  for (const [, name, value] of named) {
    const [rate, other] = readEntry(value as string) ?? [Number.NaN];
    if (rate !== other || wrongOf([rate, rate], 1) !== null) return null;
    rates[RATES[name as string] as 'fpr' | 'tpr'] = rate;
  }
  return rates;
}

/** The last point that flags no more, the first that finds enough; null without numbers. */
function pointWith(
  { scene }: DualityModel,
  [first, last]: Pair,
  { threshold, fpr, tpr }: Rates,
): number | null {
  const { points } = scene;
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  if (tpr !== undefined) return all.find((i) => at(points.tpr, i) >= tpr - SAME) ?? last;
  if (fpr !== undefined) return all.findLast((i) => at(points.fpr, i) <= fpr + SAME) ?? first;
  // What scores at least the threshold is flagged: the next greater one that occurs does the same.
  if (all.every((i) => !Number.isFinite(at(points.threshold, i)))) return null;
  return all.findLast((i) => at(points.threshold, i) >= (threshold as number)) ?? first;
}

// ---- The field

/** Ask in a small field over a figure; Enter answers, Escape and a press elsewhere leave. */
export function ask(figure: HTMLElement, question: Question, leave: () => void): void {
  const form = document.createElement('form');
  const label = document.createElement('label');
  const input = question.isLong ? longField() : document.createElement('input');
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
    const said = question.answer(input.value);
    wrong.textContent = said;
    if (said === null) end();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer();
  });
  form.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (question.isLong && isEnd(event)) answer();
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

/** A field for a note. */
export function longField(): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.rows = 2;
  field.maxLength = LONGEST_NOTE;
  field.dir = 'auto';
  return field;
}

/** Whether a key ends what is typed in several lines. */
export const isEnd = ({ key, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing;

// ---- Notes: written, changed, moved, taken back

/** As in Python: so many can be told apart, and so many letters one may have. */
export const MOST_NOTES = 200;
const LONGEST_NOTE = 10_000;
const MOST_STEPS = 100;

/** One note before and after a change, null where there is none, and its place in the list. */
interface Change {
  before: Note | null;
  after: Note | null;
  at: number;
}

/** The place of a note as the figure is now. */
export function placeOf({ duality, face }: Context): NotePlace {
  const told = { names: duality.get('names'), pc_range: duality.get('pc_range') };
  return placeAt(duality.hover, face, duality.scene, told, duality.eye?.pc ?? null);
}

/** Ask for the text of a note at a place, which is lit meanwhile. */
export function noteAt(duality: DualityModel, place: NotePlace): Question {
  const told = duality.attributes as Parameters<typeof whereInWords>[1];
  const { writing } = duality;
  writing.about = place;
  return {
    words: `Note: ${whereInWords(place, told)}`,
    example: 'Enter keeps it, Shift + Enter begins a line',
    isLong: true,
    answer: (text) => writing.add(place, text),
    end: () => {
      writing.about = null;
    },
  };
}

/** Text without what no page, file or picture can show. */
export function cleaned(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  const readable = lines.replace(/[\p{Cc}\p{Cs}]/gu, (one) =>
    /[\n\t]/.test(one) ? one : '\ufffd',
  );
  return readable.trim();
}

/** What a person does with notes, in the browser alone; Python is told. */
export class Writing {
  readonly #duality: DualityModel;
  #done: Change[] = [];
  #undone: Change[] = [];
  #lit: string | null = null;
  #isHeld = false;
  #placing: { id: string | null } | null = null;
  #about: NotePlace | null = null;

  constructor(duality: DualityModel) {
    this.#duality = duality;
    duality.on(changes('hover'), () => {
      if (this.held && duality.hover) this.light(null);
    });
  }

  get #notes(): Note[] {
    return this.#duality.get('notes');
  }

  #at(id: string | null): number {
    return this.#notes.findIndex((note) => note.id === id);
  }

  // ---- Which note is lit, and which one looks for a place

  get lit(): string | null {
    return this.#lit;
  }

  /** The place of a note that is being written. */
  get about(): NotePlace | null {
    return this.#about;
  }

  set about(place: NotePlace | null) {
    this.#about = place;
    this.#duality.trigger('change:note');
  }

  /** The note that keys have lit: they change it. */
  get held(): string | null {
    return this.#isHeld ? this.#lit : null;
  }

  light(id: string | null, isHeld = false): void {
    if (id === this.#lit && isHeld === this.#isHeld) return;
    this.#lit = id;
    this.#isHeld = isHeld && id !== null;
    this.#duality.trigger('change:note');
  }

  /** Light the next note, and say it. */
  walk(): void {
    const note = this.#notes[(this.#at(this.#lit) + 1) % Math.max(1, this.#notes.length)];
    if (!note) return;
    this.#duality.hover = null;
    this.light(note.id, true);
    this.#say(`Note ${this.#at(note.id) + 1}: ${note.text}. At ${this.#where(note)}.`);
  }

  /** Whether the next click or Enter in a figure is the place of a note. */
  get isPlacing(): boolean {
    return this.#placing !== null;
  }

  /** Let a figure be pressed for the place of a note, a new one unless one is named. */
  seek(id: string | null = null): void {
    this.#placing = { id };
    this.#duality.trigger('change:placing');
    const what = id === null ? 'a note' : `note ${this.#at(id) + 1}`;
    this.#say(`Where? Click a place for ${what}, or light one by keys and press Enter.`);
  }

  stopSeeking(): void {
    if (!this.#placing) return;
    this.#placing = null;
    this.#duality.trigger('change:placing');
  }

  /** A place was found: the note moves there; true if it is for a new one. */
  found(place: NotePlace): boolean {
    const id = this.#placing?.id ?? null;
    this.stopSeeking();
    if (id !== null) this.move(id, place);
    return id === null;
  }

  // ---- What becomes of them

  /** Write a note; what is wrong with it, or null. Nothing is no note. */
  add(place: NotePlace, text: string): string | null {
    const words = cleaned(text);
    if (words === '') return null;
    if (this.#notes.length >= MOST_NOTES) return `There are ${MOST_NOTES} notes: delete one first.`;
    const time = `${new Date().toISOString().slice(0, 19)}Z`;
    const after = { ...place, id: newId(), text: words, time };
    this.#do({ before: null, after, at: this.#notes.length });
    this.#say(`Note ${this.#notes.length} is written at ${this.#where(place)}.`);
    return null;
  }

  rewrite(id: string, text: string): void {
    const before = this.#notes[this.#at(id)];
    const words = cleaned(text);
    if (!before || words === '' || words === before.text) return;
    this.#do({ before, after: { ...before, text: words }, at: this.#at(id) });
    this.#say(`Note ${this.#at(id) + 1} is changed.`);
  }

  move(id: string, place: NotePlace): void {
    const before = this.#notes[this.#at(id)];
    if (!before) return;
    const { text, time } = before;
    this.#do({ before, after: { ...place, id, text, time }, at: this.#at(id) });
    this.#say(`Note ${this.#at(id) + 1} is at ${this.#where(place)} now.`);
  }

  remove(id: string): void {
    const at = this.#at(id);
    const before = this.#notes[at];
    if (!before) return;
    this.#do({ before, after: null, at });
    this.#say(`Note ${at + 1} is deleted. Ctrl + Z brings it back.`);
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  undo(): void {
    const change = this.#done.pop();
    if (!change) return;
    this.#undone.push(change);
    this.#put(change.after, change.before, change.at);
    this.#say('Taken back.');
  }

  redo(): void {
    const change = this.#undone.pop();
    if (!change) return;
    this.#done.push(change);
    this.#put(change.before, change.after, change.at);
    this.#say('Done again.');
  }

  #do(change: Change): void {
    this.#done = [...this.#done, change].slice(-MOST_STEPS);
    this.#undone = [];
    this.#put(change.before, change.after, change.at);
  }

  /** One note in place of another: what Python has done to the others meanwhile stays. */
  #put(old: Note | null, now: Note | null, at: number): void {
    const id = (old ?? now)?.id;
    const others = this.#notes.filter((note) => note.id !== id);
    this.light(null);
    this.#duality.try('notes', now ? others.toSpliced(at, 0, now) : others);
    this.#duality.settle();
  }

  #where(place: NotePlace): string {
    return whereInWords(place, this.#duality.attributes as Parameters<typeof whereInWords>[1]);
  }

  #say(words: string): void {
    this.#duality.trigger('cc:noted', words);
  }
}

/** Like those of Python: no two alike, whoever makes them. */
function newId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(4))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
