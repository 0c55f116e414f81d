import type { Hover } from '../geometry/highlight.ts';
import type { Criterion } from './state.ts';

/**
 * What a message may say of what a person chooses.
 *
 * Another page, or Python, may send anything. A view that stumbles over it would hear of nothing
 * ever after: what has not the right shape is taken for nothing instead.
 */
type Fields = Record<string, unknown>;

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isPlace = (given: unknown) => Number.isInteger(given) && (given as number) >= 0;
const isPair = (given: unknown): given is [number, number] =>
  Array.isArray(given) && given.length === 2 && given.every(Number.isFinite);
const isRate = (given: unknown) =>
  Number.isFinite(given) && Math.abs((given as number) - 0.5) <= 0.5;

function isHover(given: unknown): given is Hover {
  if (!isFields(given)) return false;
  if (given.kind !== 'free') {
    return (given.kind === 'point' || given.kind === 'edge') && isPlace(given.index);
  }
  return (given.space === 'roc' || given.space === 'cost') && isPair([given.x, given.y]);
}

function isCriterion(given: unknown): given is Criterion {
  if (!isFields(given) || typeof given.kind !== 'string') return false;
  const { limit, roc, cost_line: line, pc: vertex, words } = given;
  return (
    (isAbsent(limit) || isLimit(limit)) &&
    (roc === undefined || (Array.isArray(roc) && roc.every(isPair))) &&
    (isAbsent(line) || isPair(line)) &&
    (isAbsent(vertex) || Number.isFinite(vertex)) &&
    (words === undefined || typeof words === 'string')
  );
}

const isAbsent = (given: unknown) => given === undefined || given === null;
const isLimit = (given: unknown) =>
  isFields(given) &&
  typeof given.number === 'string' &&
  [given.fpr, given.tpr, given.most].every(Number.isFinite);

export const hover = (given: unknown) => (isHover(given) ? given : null);
export const pc = (given: unknown) => (isRate(given) ? (given as number) : null);
export const range = (given: unknown) => (isPair(given) && given.every(isRate) ? given : null);
export const criterion = (given: unknown) => (isCriterion(given) ? given : null);
export const pins = (given: unknown) => (Array.isArray(given) ? given.filter(isHover) : []);
export const places = (given: unknown) => (Array.isArray(given) ? given.filter(isPlace) : []);
