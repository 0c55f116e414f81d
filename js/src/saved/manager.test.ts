import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { isAllowedClass, readSaved, widgetState } from './manager.ts';

const about = { title: '', conditions: '', seed: null, versions: {}, date: '' };

test('anything but a saved explorer of this version is rejected with a message', () => {
  for (const state of [null, [], 'x', {}, { version: 1, widgets: [], about }]) {
    assert.throws(() => readSaved(state), /not the saved state/);
  }
  const changed = { version: 'x'.repeat(1000), root: 'a', widgets: {}, about };
  assert.throws(() => readSaved(changed), /^Error: This was saved in form x{20}, and only form 1/);
  assert.equal(readSaved({ ...changed, version: 1 }).root, 'a');
});

test('widgets may be a JSON string, which is rejected if invalid', () => {
  const saved = (widgets: string) => ({ version: 1, root: 'a', widgets, about });
  assert.deepEqual(readSaved(saved('{"a":{"state":{}}}')).widgets, { a: { state: {} } });
  for (const text of ['', '{', '[]', '"a"', 'null', '['.repeat(1e6)]) {
    assert.throws(() => readSaved(saved(text)), /not the saved state/);
  }
  assert.throws(() => readSaved(saved('{"a":{"state":{"x":"IPY_MODEL_a"}}}')), /holds itself/);
});

test('cyclic references are rejected, because they would never finish loading', () => {
  const holding = (...ids: string[]) => ({
    state: { x: ids.map((id) => `IPY_MODEL_${id}`) },
  });
  const saved = (widgets: object) => ({ version: 1, root: 'a', widgets, about });
  assert.throws(() => readSaved(saved({ a: holding('b'), b: holding('a') })), /holds itself/);
  assert.throws(() => readSaved(saved({ a: holding('c'), b: holding('b') })), /holds itself/);
  const shared = saved({ a: holding('b', 'c'), b: holding('c'), c: holding() });
  assert.equal(readSaved(shared).root, 'a');
});

test('only classes of an explorer are allowed', () => {
  assert.ok(isAllowedClass('@jupyter-widgets/controls', 'HTMLModel'));
  assert.ok(isAllowedClass('bqplot', 'Lines') && isAllowedClass('bqplot', 'LinesModel'));
  assert.ok(isAllowedClass('cc_widgets', 'LegendView'));
  assert.ok(!isAllowedClass('@jupyter-widgets/controls', 'HTMLMathView'));
  assert.ok(!isAllowedClass('@jupyter-widgets/output', 'OutputModel'));
  assert.ok(!isAllowedClass('constructor', 'name'));
});

const holding = (path: string, bytes: Uint8Array) => ({
  model_module: 'cc_widgets',
  model_name: 'DualityModel',
  state: { points: { fpr: { dtype: 'float64' } } },
  buffers: [{ path, planes: 2, deflated: deflateSync(bytes).toString('base64') }],
});

test('arrays are restored only in their own places', async () => {
  const bytes = Uint8Array.of(0, 1, 2, 255, 254, 253);
  const { points } = (await widgetState(holding('points.fpr.data', bytes))) as {
    points: { fpr: { data: DataView } };
  };
  const restored = new Uint8Array(points.fpr.data.buffer);
  assert.deepEqual([...restored], [0, 255, 1, 254, 2, 253]);
  await widgetState(holding('__proto__.dirty', bytes));
  await widgetState(holding('points.constructor.prototype.dirty', bytes));
  assert.equal(({} as Record<string, unknown>).dirty, undefined);
});

test('decompression is limited, in one array or in several', async () => {
  const tooLong = holding('points.fpr.data', new Uint8Array(2 ** 23 + 1));
  await assert.rejects(widgetState(tooLong), /It has more than 8,388,608 bytes/);
  const size = { bytes: 2 ** 23 - 6 };
  const short = holding('points.fpr.data', new Uint8Array(6));
  await widgetState(short, size);
  await assert.rejects(widgetState(short, size), /It has more than 8,388,608 bytes/);
});

test('states with too many widgets, views, levels, values or letters are rejected before loading', () => {
  const saved = (widgets: object) => ({ version: 1, root: 'a0', widgets, about });
  /** Return a chain of widgets, each referring to the next one `times` times. */
  const chain = (count: number, times: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `a${i}`,
        { state: { children: Array(i + 1 < count ? times : 0).fill(`IPY_MODEL_a${i + 1}`) } },
      ]),
    );
  assert.ok(readSaved(saved(chain(2000, 0))));
  assert.throws(() => readSaved(saved(chain(2001, 0))), /It has more than 2,000 widgets/);
  assert.ok(readSaved(saved(chain(50, 1))));
  assert.throws(() => readSaved(saved(chain(51, 1))), /It has more than 50 levels/);
  const upwards = Object.fromEntries(Object.entries(chain(51, 1)).reverse());
  assert.throws(() => readSaved(saved(upwards)), /It has more than 50 levels/);
  assert.ok(readSaved(saved(chain(12, 2))));
  assert.throws(() => readSaved(saved(chain(13, 2))), /It has more than 5,000 views/);
  const long = { a0: { state: { value: 'x'.repeat(2 ** 22) } } };
  assert.throws(() => readSaved(saved(long)), /It has more than 4,194,304 letters/);
  const listed = { a0: { state: { _options_labels: Array(2 ** 16).fill('a') } } };
  assert.throws(() => readSaved(saved(listed)), /It has more than 65,536 values/);
});
