// How large the figures may be, so that one look takes in the answer and what it rests on.

import { clamp } from '../geometry/lines.ts';

/** What a plot has to share, in pixels. */
export interface Place {
  /** Width of the whole explorer. */
  width: number;
  /** Height of the visible notebook. */
  height: number;
  /** Height of one letter: the size of the font. */
  letter: number;
  /** Height of all that stands above the figures and is to be seen with them. */
  above: number;
  /** Height of what belongs to a figure and stands below it. */
  below: number;
}

/** What a figure keeps free around its plot, in letters; left and right are as much as the rest. */
export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Size {
  /** Width and height of each plot. */
  plot: number;
  margin: Margin;
  /** Whether the figures stand one below the other. */
  isStacked: boolean;
  /** Whether a title beside the buttons of its figure would lie on them. */
  isSmall: boolean;
  /** Whether there is no room for titles of axes. */
  isBare: boolean;
}

const LEAST = 180;
const MOST = 420;
const STACKED = 640;
/** Letters of a title and the buttons beside it. */
const HEAD = 15;
/** Between the figures. */
const GAP = 8;
const WHOLE: Margin = { left: 4.4, right: 1, top: 1.9, bottom: 3.5 };
/** Without titles of axes, where there is no room for them. */
const BARE: Margin = { left: 3, right: 1, top: 1.9, bottom: 2.1 };

/**
 * The size of both figures: as large as width and height allow, and no larger than is of use.
 *
 * Where they stand one below the other nobody sees all at once: there one of them is seen whole.
 */
export function sizeOf({ width, height, letter, above, below }: Place): Size {
  const isStacked = width < STACKED;
  const room = isStacked ? width : (width - GAP) / 2;
  const whole = inPixels(WHOLE, letter);
  const isBare = room - across(whole) < LEAST;
  const margin = isBare ? inPixels(BARE, letter) : whole;
  const most = Math.min(MOST, room - across(margin));
  const around = below + across(margin) + (isStacked ? 0 : above);
  const plot = Math.min(most, Math.max(LEAST, height - around));
  const size = Math.floor(clamp(plot, 1, MOST));
  return { plot: size, margin, isStacked, isSmall: size < HEAD * letter, isBare };
}

const across = ({ left, right }: Margin) => left + right;

function inPixels({ left, right, top, bottom }: Margin, letter: number): Margin {
  return {
    left: left * letter,
    right: right * letter,
    top: top * letter,
    bottom: bottom * letter,
  };
}
