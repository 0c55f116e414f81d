// What keys do in a figure.

import { cheapestCorner } from '../geometry/hull.ts';
import { shifted } from '../geometry/scales.ts';
import { at, clamp } from '../geometry/shapes.ts';
import { type Step, walk } from '../geometry/walk.ts';
import type { Context } from '../layer/part.ts';
import type { DualityModel } from '../widgets/duality.ts';
import type { Points } from '../wire/arrays.ts';
import type { Command } from './keys.ts';

/** Steps of the keyboard end on round numbers. */
const ROUND = 1e6;
/** Steps along pc where there is no curve to walk on. */
const STRIDE: Record<string, number> = { next: 0.01, previous: -0.01, first: -1, last: 1 };

/** Do what a key asks for; the card, the table and the field are asked for from who shows them. */
export function perform(command: Command, { duality, axes, face }: Context): void {
  switch (command.do) {
    case 'walk':
      if (face === 'difference') stride(duality, STRIDE[command.step] ?? 0);
      else step(duality, command.step, command.along);
      break;
    case 'edge':
      lightEdge(duality, command.by);
      break;
    case 'play':
      duality.play.press();
      break;
    case 'pin':
      duality.play.pause();
      if (duality.hover) duality.togglePin(duality.hover);
      break;
    case 'clear':
      clear(duality);
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
      duality.try('pc_range', null);
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

// ---- What is lit

/** From the dark the first step lights what is recommended, from an edge its end on that side. */
function step(duality: DualityModel, to: Step, along: 'hull' | 'curve'): void {
  const { hover, scene } = duality;
  const { points, own } = scene;
  const lit = hover?.kind === 'point' ? shownPoint(points, hover.index) : null;
  const from = lit ?? endOfEdge(duality, to) ?? recommended(duality);
  const hull = along === 'hull' ? own.get(points.owner[from ?? -1] as number) : undefined;
  const isFirst = lit === null && from !== null && to !== 'first' && to !== 'last';
  const index = isFirst ? from : walk(points, from, to, hull);
  if (index !== null) duality.hover = { kind: 'point', index };
}

function endOfEdge({ hover, scene }: DualityModel, to: Step): number | null {
  if (hover?.kind !== 'edge') return null;
  const corner = hover.index + (to === 'previous' ? 0 : 1);
  return shownPoint(scene.points, scene.hull.point[corner]);
}

/** The drawn threshold that is cheapest at the operating point; null where it is a trivial rule. */
export function recommended(duality: DualityModel): number | null {
  const { points, hull } = duality.scene;
  return shownPoint(points, hull.point[cornerInUse(duality)]);
}

function cornerInUse(duality: DualityModel): number {
  return cheapestCorner(duality.scene.hull, duality.get('pc') ?? 0.5);
}

function shownPoint(points: Points, index = -1): number | null {
  return at(points.fpr, index) >= 0 ? index : null;
}

function lightEdge(duality: DualityModel, by: number): void {
  const { hover, scene } = duality;
  const last = scene.hull.fpr.length - 2;
  if (last < 0) return;
  const start = cornerInUse(duality) - (by > 0 ? 0 : 1);
  const index = hover?.kind === 'edge' ? hover.index + by : start;
  duality.hover = { kind: 'edge', index: clamp(index, 0, last) };
}

function stride(duality: DualityModel, by: number): void {
  const from = duality.eye?.pc ?? duality.get('pc') ?? 0.5;
  duality.eye = { pc: rounded(from + by), space: 'difference' };
}

function clear(duality: DualityModel): void {
  const isLit = duality.hover !== null || duality.eye !== null;
  duality.hover = null;
  duality.eye = null;
  if (!isLit) duality.setPins([]);
}

// ---- What is set; the caller settles it when the key is let go

/** Move the operating point. */
export function moveBy(duality: DualityModel, by: number): void {
  const pc = duality.get('pc');
  duality.try('pc', pc === null ? 0.5 : rounded(pc + by));
}

function rounded(pc: number): number {
  return clamp(Math.round(pc * ROUND) / ROUND, 0, 1);
}

/** Move both ends of the range by so much of their log-odds; ends that pass each other end it. */
function moveEnds(duality: DualityModel, low: number, high: number): void {
  const pc = duality.get('pc') ?? 0.5;
  const [from, to] = duality.get('pc_range') ?? [pc, pc];
  const range: [number, number] = [shifted(from, low), shifted(to, high)];
  if (range[0] < range[1]) duality.tryRange(range);
  else duality.try('pc_range', null);
}
