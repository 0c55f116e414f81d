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

test('few letters cannot inflate into very many bytes, in one array or in several', async () => {
  const tooLong = holding('points.fpr.data', new Uint8Array(2 ** 23 + 1));
  await assert.rejects(stateOf(tooLong), /It has more than 8,388,608 bytes/);
  const size = { bytes: 2 ** 23 - 6 };
  const short = holding('points.fpr.data', new Uint8Array(6));
  await stateOf(short, size);
  await assert.rejects(stateOf(short, size), /It has more than 8,388,608 bytes/);
});

test('a state with too many widgets, views, levels, values or letters is refused before any is built', () => {
  const saved = (widgets: object) => ({ version: 1, root: 'a0', widgets, about });
  /** A chain of widgets; each refers to the next one `times` times. */
  const chain = (count: number, times: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `a${i}`,
        { state: { children: Array(i + 1 < count ? times : 0).fill(`IPY_MODEL_a${i + 1}`) } },
      ]),
    );
  assert.ok(savedOf(saved(chain(2000, 0))));
  assert.throws(() => savedOf(saved(chain(2001, 0))), /It has more than 2,000 widgets/);
  assert.ok(savedOf(saved(chain(50, 1))));
  assert.throws(() => savedOf(saved(chain(51, 1))), /It has more than 50 levels/);
  const upwards = Object.fromEntries(Object.entries(chain(51, 1)).reverse());
  assert.throws(() => savedOf(saved(upwards)), /It has more than 50 levels/);
  assert.ok(savedOf(saved(chain(12, 2))));
  assert.throws(() => savedOf(saved(chain(13, 2))), /It has more than 5,000 views/);
  const long = { a0: { state: { value: 'x'.repeat(2 ** 22) } } };
  assert.throws(() => savedOf(saved(long)), /It has more than 4,194,304 letters/);
  const listed = { a0: { state: { _options_labels: Array(2 ** 16).fill('a') } } };
  assert.throws(() => savedOf(saved(listed)), /It has more than 65,536 values/);
});
