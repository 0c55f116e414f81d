import type { Step } from '../geometry/walk.ts';

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

/** Keep what is typed on a button of ours, and what presses it, from the notebook's commands. */
export function keepKeys(element: HTMLElement): void {
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || isPrintable(event)) event.stopPropagation();
  });
}
