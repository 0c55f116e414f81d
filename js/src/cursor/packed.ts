import type { Hull, Points, Winners } from '../geometry/shapes.ts';
import { type Packed, unpackFloats, unpackIntegers, unpackShortFloats } from './arrays.ts';
import type { Bands, Difference } from './state.ts';

/** Each array by its name, as Python packs a group of them. */
type Group<T> = { [Name in keyof T]: Packed };

export const points = (group: Group<Points>): Points => ({
  fpr: unpackFloats(group.fpr),
  tpr: unpackFloats(group.tpr),
  threshold: unpackFloats(group.threshold),
  owner: unpackIntegers(group.owner),
});

export const hull = (group: Group<Hull>): Hull => points(group);

export const winners = (group: Group<Winners>): Winners => ({
  pc: unpackFloats(group.pc),
  owner: unpackIntegers(group.owner),
  sure: unpackIntegers(group.sure),
});

export const difference = (group: Group<Difference>): Difference => ({
  pc: unpackShortFloats(group.pc),
  estimate: unpackShortFloats(group.estimate),
  lower: unpackShortFloats(group.lower),
  upper: unpackShortFloats(group.upper),
});

export const bands = (group: Group<Bands>): Bands => ({
  ...difference(group),
  owner: unpackIntegers(group.owner),
  start: unpackIntegers(group.start),
});

const floats = () => new Float64Array();
const shorts = () => new Float32Array();
const integers = () => new Int32Array();

export const noPoints = (): Points => ({
  fpr: floats(),
  tpr: floats(),
  threshold: floats(),
  owner: integers(),
});
export const noHull = (): Hull => noPoints();
export const noWinners = (): Winners => ({ pc: floats(), owner: integers(), sure: integers() });
export const noDifference = (): Difference => ({
  pc: shorts(),
  estimate: shorts(),
  lower: shorts(),
  upper: shorts(),
});
export const noBands = (): Bands => ({ ...noDifference(), owner: integers(), start: integers() });
