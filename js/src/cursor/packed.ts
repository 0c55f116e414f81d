import type { Hull, Points, Winners } from '../geometry/shapes.ts';
import { type Packed, unpackFloats, unpackIntegers } from './arrays.ts';
import type { Bands, Difference } from './state.ts';

/** Each array by its name, as Python packs a group of them. */
type Group<T> = { [Name in keyof T]: Packed };

export const points = (group: Group<Points>): Points => ({
  fpr: unpackFloats(group.fpr),
  tpr: unpackFloats(group.tpr),
  threshold: unpackFloats(group.threshold),
  owner: unpackIntegers(group.owner),
});

export const hull = (group: Group<Hull>): Hull => ({
  ...points(group),
  point: unpackIntegers(group.point),
});

export const winners = (group: Group<Winners>): Winners => ({
  pc: unpackFloats(group.pc),
  owner: unpackIntegers(group.owner),
  sure: unpackIntegers(group.sure),
  among: unpackIntegers(group.among),
});

export const difference = (group: Group<Difference>): Difference => ({
  pc: unpackFloats(group.pc),
  estimate: unpackFloats(group.estimate),
  lower: unpackFloats(group.lower),
  upper: unpackFloats(group.upper),
});

export const bands = (group: Group<Bands>): Bands => ({
  ...difference(group),
  owner: unpackIntegers(group.owner),
  start: unpackIntegers(group.start),
});

const floats = () => new Float64Array();
const integers = () => new Int32Array();

export const noPoints = (): Points => ({
  fpr: floats(),
  tpr: floats(),
  threshold: floats(),
  owner: integers(),
});
export const noHull = (): Hull => ({ ...noPoints(), point: integers() });
export const noWinners = (): Winners => ({
  pc: floats(),
  owner: integers(),
  sure: integers(),
  among: integers(),
});
export const noDifference = (): Difference => ({
  pc: floats(),
  estimate: floats(),
  lower: floats(),
  upper: floats(),
});
export const noBands = (): Bands => ({ ...noDifference(), owner: integers(), start: integers() });
