// The notes, listed below the figures.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable, undoOf } from '../cursor/keys.ts';
import { isEnd, longField, type Writing } from '../cursor/typing.ts';
import { button } from '../layer/part.ts';
import { changes, type Note } from '../wire/state.ts';
import { whereInWords } from '../words/figures.ts';
import { LinkedModel, ours } from './base.ts';
import type { DualityModel } from './duality.ts';

export class NotesModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Notes'), warning: '' };
  }
}

/** Every note with its number and its place; without notes it takes no room. */
export class NotesView extends DOMWidgetView {
  readonly #said = document.createElement('p');
  readonly #warning = document.createElement('p');
  readonly #head = document.createElement('div');
  readonly #undo = sign('↶', 'Undo: notes as they were before');
  readonly #redo = sign('↷', 'Redo');
  readonly #list = document.createElement('ol');
  readonly #entries = new Map<string, Entry>();

  override render(): void {
    super.render();
    this.el.classList.add('cc-notes');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Notes');
    this.#said.className = 'cc-notes-said';
    this.#said.setAttribute('role', 'status');
    this.#warning.className = 'cc-notes-warning';
    this.#warning.setAttribute('role', 'alert');
    this.#fillHead();
    this.#list.className = 'cc-notes-list';
    this.el.append(this.#said, this.#warning, this.#head, this.#list);
    this.el.addEventListener('keydown', (event) => this.#press(event));
    this.#listen();
    this.#warn();
    this.#fill();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  get #writing(): Writing {
    return this.#duality.writing;
  }

  #fillHead(): void {
    const title = document.createElement('span');
    title.textContent = 'Notes';
    this.#head.className = 'cc-notes-head';
    this.#undo.addEventListener('click', () => this.#writing.undo());
    this.#redo.addEventListener('click', () => this.#writing.redo());
    this.#head.append(title, this.#undo, this.#redo);
  }

  #listen(): void {
    const duality = this.#duality;
    this.listenTo(duality, changes('notes', 'names', 'classes', 'hidden'), () => this.#fill());
    this.listenTo(duality, changes('note'), () => this.#light());
    this.listenTo(duality, 'cc:noted', (words: string) => this.#say(words));
    this.listenTo(duality, 'cc:edit', (id: string) => this.#entries.get(id)?.edit());
    this.listenTo(this.model, 'change:warning', () => this.#warn());
  }

  /** The same words once more are news as well. */
  #say(words: string): void {
    const line = document.createElement('span');
    line.textContent = words;
    this.#said.replaceChildren(line);
    this.#mark();
  }

  #warn(): void {
    this.#warning.textContent = this.model.get('warning');
  }

  #press(event: KeyboardEvent): void {
    const command = undoOf(event);
    const isTyped = isPrintable(event) || ['Enter', 'Delete', 'Backspace'].includes(event.key);
    if (!command && !isTyped) return;
    event.stopPropagation();
    if (!command || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    if (command.do === 'undo') this.#writing.undo();
    else this.#writing.redo();
  }

  #fill(): void {
    const notes = this.#duality.get('notes');
    const focused = [...this.#entries.values()].findIndex(({ el }) =>
      el.contains(document.activeElement),
    );
    for (const [id, entry] of this.#entries) {
      if (notes.some((note) => note.id === id)) continue;
      entry.el.remove();
      this.#entries.delete(id);
    }
    notes.forEach((note, i) => {
      const entry = this.#entries.get(note.id) ?? this.#add(note.id);
      entry.show(note, i + 1, whereInWords(note, this.#duality.attributes as Told));
      if (this.#list.children[i] !== entry.el)
        this.#list.insertBefore(entry.el, this.#list.children[i] ?? null);
    });
    this.#mark();
    if (focused >= 0 && !this.el.contains(document.activeElement)) this.#focusNear(focused);
  }

  /** What had the keys is gone: its neighbour has them. */
  #focusNear(place: number): void {
    const left = this.#duality.get('notes').length;
    const next = this.#list.children[Math.min(place, left - 1)];
    (next?.querySelector('button') ?? this.#undo).focus();
  }

  #add(id: string): Entry {
    const entry = new Entry(id, this.#writing);
    this.#entries.set(id, entry);
    return entry;
  }

  #mark(): void {
    const { canUndo, canRedo } = this.#writing;
    this.#undo.disabled = !canUndo;
    this.#redo.disabled = !canRedo;
    for (const one of [this.#undo, this.#redo]) one.hidden = !canUndo && !canRedo;
    const isAny = this.#entries.size > 0;
    this.#list.hidden = !isAny;
    this.#head.hidden = !isAny && !canUndo && !canRedo;
  }

  #light(): void {
    const { lit } = this.#writing;
    for (const [id, { el }] of this.#entries) el.classList.toggle('cc-note-lit', id === lit);
  }
}

type Told = Parameters<typeof whereInWords>[1];

/** One note in the list. */
class Entry {
  readonly el = document.createElement('li');
  readonly #id: string;
  readonly #writing: Writing;
  readonly #number = document.createElement('span');
  readonly #text = button('cc-note-text', '');
  readonly #where = document.createElement('span');
  readonly #buttons: HTMLButtonElement[];
  #note: Note | null = null;
  #field: HTMLTextAreaElement | null = null;

  constructor(id: string, writing: Writing) {
    this.#id = id;
    this.#writing = writing;
    this.el.className = 'cc-note-entry';
    this.#number.className = 'cc-note-number';
    this.#text.dir = 'auto';
    this.#text.addEventListener('click', () => this.edit());
    this.#where.className = 'cc-note-where';
    const move = sign('⤧', 'Move');
    const remove = sign('×', 'Delete');
    move.addEventListener('click', () => this.#move());
    remove.addEventListener('click', () => writing.remove(id));
    this.#buttons = [move, remove];
    this.el.append(this.#number, this.#text, this.#where, move, remove);
    this.#listen();
  }

  #listen(): void {
    for (const event of ['pointerenter', 'focusin']) {
      this.el.addEventListener(event, () => this.#writing.light(this.#id));
    }
    for (const event of ['pointerleave', 'focusout']) {
      this.el.addEventListener(event, () => this.#writing.light(null));
    }
    this.el.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLTextAreaElement) return;
      if (event.key === 'Delete' || event.key === 'Backspace') this.#writing.remove(this.#id);
    });
  }

  /** What the user has written is text, never markup. */
  show(note: Note, number: number, where: string): void {
    this.#note = note;
    this.#number.textContent = String(number);
    this.#text.textContent = note.text;
    this.#text.title = note.text;
    this.#where.textContent = where;
    this.#where.title = where;
    for (const one of this.#buttons) {
      one.setAttribute('aria-label', `${one.title.split(' ')[0]} note ${number}`);
    }
  }

  /** Then a figure is asked for the place. */
  #move(): void {
    this.#writing.seek(this.#id);
    const figure = this.el.closest('.cc-explorer')?.querySelector<SVGElement>('.cc-cursor');
    figure?.focus({ preventScroll: true });
  }

  /** Enter keeps what was typed, and so does leaving; Escape does not. */
  edit(): void {
    this.#field?.focus();
    if (this.#field || !this.#note) return;
    const field = longField();
    this.#field = field;
    field.value = this.#note.text;
    field.className = 'cc-note-field';
    field.setAttribute('aria-label', `Text of note ${this.#number.textContent}`);
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') this.#close(false);
      else if (isEnd(event)) this.#close(true);
      else return;
      event.preventDefault();
      this.#text.focus();
    });
    field.addEventListener('blur', () => this.#close(true));
    this.#text.hidden = true;
    this.#text.after(field);
    field.focus();
    field.select();
    this.el.scrollIntoView({ block: 'nearest' });
  }

  #close(isKept: boolean): void {
    const field = this.#field;
    if (!field) return;
    this.#field = null;
    this.#text.hidden = false;
    field.remove();
    if (isKept) this.#writing.rewrite(this.#id, field.value);
  }
}

function sign(words: string, title: string): HTMLButtonElement {
  const made = button('cc-note-button', words, title);
  made.setAttribute('aria-label', title);
  return made;
}
