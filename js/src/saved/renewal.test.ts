import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { WidgetModel } from '@jupyter-widgets/base';
import { OutputRenewal, STATE } from './renewal.ts';

const about = { title: '', conditions: '', seed: null, versions: {}, date: '' };

/** Return an explorer with its output, and a function that sets a trait as the page does. */
function displayed(isText: boolean) {
  const widgets = { e: { state: {} }, d: { state: { pc: 0.5, notes: [] } } };
  const state = {
    version: 1,
    root: 'e',
    widgets: isText ? JSON.stringify(widgets) : widgets,
    about,
  };
  const output = {
    data: { [STATE]: state, 'image/png': '' } as Record<string, unknown>,
    metadata: {},
    setData: ({ data = {} }) => Object.assign(output, { data }),
  };
  const duality = Object.assign(new EventEmitter(), {
    model_id: 'd',
    attributes: { notes: [] as string[] },
    changed: {},
  });
  const asked: unknown[] = [];
  const explorer = Object.assign(new EventEmitter(), {
    get: (name: string) => (name === 'duality' ? duality : null),
    widget_manager: { kernel: { status: 'idle' } },
    comm_live: true,
    send: (message: unknown) => asked.push(message),
  });
  const stop = OutputRenewal.of(explorer as unknown as WidgetModel).add(output);
  const set = (values: Record<string, unknown>) => {
    Object.assign(duality.attributes, values);
    duality.changed = values;
    duality.emit('change');
  };
  const saved = () => {
    const { widgets: each } = output.data[STATE] as typeof state;
    return (typeof each === 'string' ? JSON.parse(each) : each) as typeof widgets;
  };
  const receive = (message: unknown) => explorer.emit('msg:custom', message);
  return { asked, output, receive, saved, set, stop, state };
}

for (const isText of [true, false]) {
  const form = isText ? 'text' : 'objects';
  test(`a note is in the output before Python is asked to renew it, from ${form}`, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { asked, output, saved, set, stop, state } = displayed(isText);
    set({ notes: ['draft'] });
    set({ notes: ['we operate here'] });
    await Promise.resolve();
    assert.deepEqual(saved().d.state, { pc: 0.5, notes: ['we operate here'] });
    assert.equal(typeof (output.data[STATE] as typeof state).widgets, isText ? 'string' : 'object');
    assert.ok('image/png' in output.data);
    assert.deepEqual(asked, []);
    context.mock.timers.tick(3000);
    assert.deepEqual(asked, [{ ask: 'bundle' }]);
    stop();
  });
}

test('notes written while Python renews the output are kept', async () => {
  const { receive, saved, set, state, stop } = displayed(true);
  set({ notes: ['we operate here'] });
  await Promise.resolve();
  receive({ data: { [STATE]: state, 'image/png': 'renewed' } });
  assert.deepEqual(saved().d.state.notes, ['we operate here']);
  stop();
});

test('other changes wait until Python renews the output, and hovering changes nothing', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, output, set, stop, state } = displayed(true);
  set({ hover: {} });
  context.mock.timers.tick(3000);
  assert.deepEqual(asked, []);
  set({ pc: 0.4 });
  context.mock.timers.tick(3000);
  assert.deepEqual(asked, [{ ask: 'bundle' }]);
  assert.equal(output.data[STATE], state);
  stop();
  set({ notes: ['later'] });
  context.mock.timers.tick(3000);
  assert.equal(output.data[STATE], state);
});
