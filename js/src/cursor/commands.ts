import { clamp } from '../geometry/shapes.ts';
import { walk } from '../geometry/walk.ts';
import type { Context } from '../layer/part.ts';
import type { DualityModel } from './duality.ts';
import type { Command } from './keys.ts';

/** Steps of the keyboard end on round numbers. */
const ROUND = 1e6;
/** Steps along pc where there is no curve to walk on. */
const STRIDE: Record<string, number> = { next: 0.01, previous: -0.01, first: -1, last: 1 };

/** Do what a key asks for. */
export function perform(command: Command, { duality, axes, face }: Context): void {
  switch (command.do) {
    case 'walk':
      if (face === 'difference') stride(duality, STRIDE[command.step] ?? 0);
      else step(duality, command.step);
      break;
    case 'pin':
      if (duality.hover) duality.togglePin(duality.hover);
      break;
    case 'clear':
      clear(duality);
      break;
    case 'move':
      moveBy(duality, command.by);
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

function step(duality: DualityModel, to: Parameters<typeof walk>[2]): void {
  const from = duality.hover?.kind === 'point' ? duality.hover.index : null;
  const index = walk(duality.scene.points, from, to);
  if (index !== null) duality.hover = { kind: 'point', index };
}

function stride(duality: DualityModel, by: number): void {
  const from = duality.eye?.pc ?? duality.choice('pc') ?? 0.5;
  duality.eye = { pc: rounded(from + by), space: 'difference' };
}

function clear(duality: DualityModel): void {
  const isLit = duality.hover !== null || duality.eye !== null;
  duality.hover = null;
  duality.eye = null;
  if (!isLit) duality.setPins([]);
}

/** Move the operating point; the caller settles it when the key is let go. */
export function moveBy(duality: DualityModel, by: number): void {
  const pc = duality.choice('pc');
  duality.try('pc', pc === null ? 0.5 : rounded(pc + by));
}

function rounded(pc: number): number {
  return clamp(Math.round(pc * ROUND) / ROUND, 0, 1);
}
