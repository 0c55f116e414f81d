import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { isKnown, savedOf, stateOf } from './manager.ts';

const about = { title: '', conditions: '', seed: null, versions: {}, date: '' };

test('what is not a saved explorer, or one of another form, is refused in words', () => {
  for (const given of [null, [], 'x', {}, { version: 1, widgets: [], about }]) {
    assert.throws(() => savedOf(given), /not the saved state/);
  }
  const other = { version: 'x'.repeat(1000), root: 'a', widgets: {}, about };
  assert.throws(() => savedOf(other), /^Error: This was saved in form x{20}, and only form 1/);
  assert.equal(savedOf({ ...other, version: 1 }).root, 'a');
});

test('widgets may be a text, which is refused where it says none', () => {
  const saved = (widgets: string) => ({ version: 1, root: 'a', widgets, about });
  assert.deepEqual(savedOf(saved('{"a":{"state":{}}}')).widgets, { a: { state: {} } });
  for (const text of ['', '{', '[]', '"a"', 'null', '['.repeat(1e6)]) {
    assert.throws(() => savedOf(saved(text)), /not the saved state/);
  }
  assert.throws(() => savedOf(saved('{"a":{"state":{"x":"IPY_MODEL_a"}}}')), /holds itself/);
});

test('a part that holds itself would be waited for without end: it is refused', () => {
  const holding = (...others: string[]) => ({
    state: { x: others.map((id) => `IPY_MODEL_${id}`) },
  });
  const saved = (widgets: object) => ({ version: 1, root: 'a', widgets, about });
  assert.throws(() => savedOf(saved({ a: holding('b'), b: holding('a') })), /holds itself/);
  assert.throws(() => savedOf(saved({ a: holding('c'), b: holding('b') })), /holds itself/);
  const shared = saved({ a: holding('b', 'c'), b: holding('c'), c: holding() });
  assert.equal(savedOf(shared).root, 'a');
});

test('a file from anywhere can name no class but those of an explorer', () => {
  assert.ok(isKnown('@jupyter-widgets/controls', 'HTMLModel'));
  assert.ok(isKnown('bqplot', 'Lines') && isKnown('bqplot', 'LinesModel'));
  assert.ok(isKnown('cc_widgets', 'LegendView'));
  assert.ok(!isKnown('@jupyter-widgets/controls', 'HTMLMathView'));
  assert.ok(!isKnown('@jupyter-widgets/output', 'OutputModel'));
  assert.ok(!isKnown('constructor', 'name'));
});

const holding = (path: string, bytes: Uint8Array) => ({
  model_module: 'cc_widgets',
  model_name: 'DualityModel',
  state: { points: { fpr: { dtype: 'float64' } } },
  buffers: [{ path, planes: 2, deflated: deflateSync(bytes).toString('base64') }],
});

test('arrays are put in their places, and nowhere else', async () => {
  const bytes = Uint8Array.of(0, 1, 2, 255, 254, 253);
  const { points } = (await stateOf(holding('points.fpr.data', bytes))) as {
    points: { fpr: { data: DataView } };
  };
  const found = new Uint8Array(points.fpr.data.buffer);
  assert.deepEqual([...found], [0, 255, 1, 254, 2, 253]);
  await stateOf(holding('__proto__.dirty', bytes));
  await stateOf(holding('points.constructor.prototype.dirty', bytes));
  assert.equal(({} as Record<string, unknown>).dirty, undefined);
});

test('little does not unfold into very much', async () => {
  const much = holding('points.fpr.data', new Uint8Array(2 ** 25));
  await assert.rejects(stateOf(much), /too long/);
});
