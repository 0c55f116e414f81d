// List of notes below the figures.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { isPrintable, undoCommand } from '../cursor/keys.ts';
import { isSubmitKey, type NoteEditor, noteField } from '../cursor/typing.ts';
import { button } from '../layer/part.ts';
import { changeEvents, type Note } from '../wire/state.ts';
import { notePlaceInWords } from '../words/figures.ts';
import { LinkedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

export class NotesModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Notes'), warning: '' };
  }
}

/** All notes with number and place; hidden if empty. */
export class NotesView extends DOMWidgetView {
  readonly #status = document.createElement('p');
  readonly #warning = document.createElement('p');
  readonly #head = document.createElement('div');
  readonly #undo = signButton('↶', 'Undo: notes as they were before');
  readonly #redo = signButton('↷', 'Redo');
  readonly #list = document.createElement('ol');
  readonly #entries = new Map<string, NoteEntry>();

  override render(): void {
    super.render();
    this.el.classList.add('cc-notes');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Notes');
    this.#status.className = 'cc-notes-said';
    this.#status.setAttribute('role', 'status');
    this.#warning.className = 'cc-notes-warning';
    this.#warning.setAttribute('role', 'alert');
    this.#fillHead();
    this.#list.className = 'cc-notes-list';
    this.el.append(this.#status, this.#warning, this.#head, this.#list);
    this.el.addEventListener('keydown', (event) => this.#press(event));
    this.#listen();
    this.#warn();
    this.#fill();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  get #writing(): NoteEditor {
    return this.#duality.noteEditor;
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
    this.listenTo(duality, changeEvents('notes', 'names', 'classes', 'hidden'), () => this.#fill());
    this.listenTo(duality, changeEvents('note'), () => this.#highlight());
    this.listenTo(duality, 'cc:noted', (words: string) => this.#announce(words));
    this.listenTo(duality, 'cc:edit', (id: string) => this.#entries.get(id)?.edit());
    this.listenTo(this.model, 'change:warning', () => this.#warn());
  }

  /** Announce a text in a new element, so that screen readers repeat identical ones. */
  #announce(words: string): void {
    const line = document.createElement('span');
    line.textContent = words;
    this.#status.replaceChildren(line);
    this.#mark();
  }

  #warn(): void {
    this.#warning.textContent = this.model.get('warning');
  }

  #press(event: KeyboardEvent): void {
    const command = undoCommand(event);
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
      entry.show(note, i + 1, notePlaceInWords(note, this.#duality.attributes as PlaceState));
      if (this.#list.children[i] !== entry.el)
        this.#list.insertBefore(entry.el, this.#list.children[i] ?? null);
    });
    this.#mark();
    if (focused >= 0 && !this.el.contains(document.activeElement)) this.#focusNear(focused);
  }

  /** Move the focus to the neighbour of a removed note. */
  #focusNear(place: number): void {
    const left = this.#duality.get('notes').length;
    const next = this.#list.children[Math.min(place, left - 1)];
    (next?.querySelector('button') ?? this.#undo).focus();
  }

  #add(id: string): NoteEntry {
    const entry = new NoteEntry(id, this.#writing);
    this.#entries.set(id, entry);
    return entry;
  }

  #mark(): void {
    const { canUndo, canRedo } = this.#writing;
    this.#undo.disabled = !canUndo;
    this.#redo.disabled = !canRedo;
    for (const control of [this.#undo, this.#redo]) control.hidden = !canUndo && !canRedo;
    const isAny = this.#entries.size > 0;
    this.#list.hidden = !isAny;
    this.#head.hidden = !isAny && !canUndo && !canRedo;
  }

  #highlight(): void {
    const { highlighted } = this.#writing;
    for (const [id, { el }] of this.#entries)
      el.classList.toggle('cc-note-highlighted', id === highlighted);
  }
}

type PlaceState = Parameters<typeof notePlaceInWords>[1];

/** One note in the list. */
class NoteEntry {
  readonly el = document.createElement('li');
  readonly #id: string;
  readonly #writing: NoteEditor;
  readonly #number = document.createElement('span');
  readonly #text = button('cc-note-text', '');
  readonly #where = document.createElement('span');
  readonly #buttons: HTMLButtonElement[];
  #note: Note | null = null;
  #field: HTMLTextAreaElement | null = null;

  constructor(id: string, writing: NoteEditor) {
    this.#id = id;
    this.#writing = writing;
    this.el.className = 'cc-note-entry';
    this.#number.className = 'cc-note-number';
    this.#text.dir = 'auto';
    this.#text.addEventListener('click', () => this.edit());
    this.#where.className = 'cc-note-where';
    const move = signButton('⤧', 'Move');
    const remove = signButton('×', 'Delete');
    move.addEventListener('click', () => this.#move());
    remove.addEventListener('click', () => writing.remove(id));
    this.#buttons = [move, remove];
    this.el.append(this.#number, this.#text, this.#where, move, remove);
    this.#listen();
  }

  #listen(): void {
    for (const event of ['pointerenter', 'focusin']) {
      this.el.addEventListener(event, () => this.#writing.highlight(this.#id));
    }
    for (const event of ['pointerleave', 'focusout']) {
      this.el.addEventListener(event, () => this.#writing.highlight(null));
    }
    this.el.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLTextAreaElement) return;
      if (event.key === 'Delete' || event.key === 'Backspace') this.#writing.remove(this.#id);
    });
  }

  /** Show a note. Its text is never interpreted as markup. */
  show(note: Note, number: number, where: string): void {
    this.#note = note;
    this.#number.textContent = String(number);
    this.#text.textContent = note.text;
    this.#text.title = note.text;
    this.#where.textContent = where;
    this.#where.title = where;
    for (const control of this.#buttons) {
      control.setAttribute('aria-label', `${control.title.split(' ')[0]} note ${number}`);
    }
  }

  #move(): void {
    this.#writing.startPlacing(this.#id);
    const figure = this.el.closest('.cc-explorer')?.querySelector<SVGElement>('.cc-cursor');
    figure?.focus({ preventScroll: true });
  }

  /** Edit the text: Enter or losing the focus saves it, Escape discards it. */
  edit(): void {
    this.#field?.focus();
    if (this.#field || !this.#note) return;
    const field = noteField();
    this.#field = field;
    field.value = this.#note.text;
    field.className = 'cc-note-field';
    field.setAttribute('aria-label', `Text of note ${this.#number.textContent}`);
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') this.#close(false);
      else if (isSubmitKey(event)) this.#close(true);
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

  #close(isCommitted: boolean): void {
    const field = this.#field;
    if (!field) return;
    this.#field = null;
    this.#text.hidden = false;
    field.remove();
    if (isCommitted) this.#writing.rewrite(this.#id, field.value);
  }
}

function signButton(words: string, title: string): HTMLButtonElement {
  const element = button('cc-note-button', words, title);
  element.setAttribute('aria-label', title);
  return element;
}
