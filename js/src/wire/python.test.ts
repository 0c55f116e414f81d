import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { type Kernel, Watch, whileAwaited, whileShown, without } from './python.ts';

class Bell {
  readonly slots = new Set<() => void>();
  connect(slot: () => void) {
    this.slots.add(slot);
  }
  disconnect(slot: () => void) {
    this.slots.delete(slot);
  }
  ring() {
    for (const slot of this.slots) slot();
  }
}

class Page {
  status = 'idle';
  connectionStatus = 'connected';
  isDisposed = false;
  readonly statusChanged = new Bell();
  readonly connectionStatusChanged = new Bell();
  readonly disposed = new Bell();
  readonly listeners = new Set<() => void>();
  readonly model = {
    comm_live: true,
    widget_manager: { kernel: this as Kernel | null },
    on: (_: string, slot: () => void) => this.listeners.add(slot),
    off: (_: string, slot: () => void) => this.listeners.delete(slot),
  };

  become(status: string) {
    this.status = status;
    this.statusChanged.ring();
  }

  watch(told = () => {}) {
    return new Watch(this.model as never, told);
  }
}

test('K3: without a kernel, each sentence names the cells to run', () => {
  for (const words of [whileAwaited('gone', false), whileShown('gone'), without('gone', 'A')]) {
    assert.match(words, /Run its cell again, after the cells above it/);
  }
});

test('W12: a kernel that stays busy is said, one that is busy for a moment is not', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const page = new Page();
  let times = 0;
  const watch = page.watch(() => {
    times += 1;
  });
  page.become('busy');
  mock.timers.tick(300);
  assert.equal(watch.python, 'there');
  page.become('idle');
  mock.timers.tick(1000);
  assert.equal(watch.python, 'there');
  page.become('busy');
  mock.timers.tick(1000);
  assert.equal(watch.python, 'busy');
  const before = times;
  page.become('idle');
  assert.equal(watch.python, 'there');
  assert.ok(times > before);
  mock.timers.reset();
});

test('in a file nobody is told to run a cell again', () => {
  const page = new Page();
  const model = { ...page.model, comm_live: false, widget_manager: { isAlone: true } };
  const { python } = new Watch(model as never, () => {});
  assert.equal(python, 'none');
  assert.match(whileShown(python), /^There is no Python behind this page: .* no effect\.$/);
  assert.doesNotMatch(whileAwaited(python, true) + whileShown(python), /cell/);
});

test('W12: a kernel that was restarted, died, was changed or let go is gone for good', () => {
  for (const status of ['restarting', 'autorestarting', 'terminating', 'dead']) {
    const page = new Page();
    const watch = page.watch();
    page.become(status);
    page.become('idle');
    assert.equal(watch.python, 'gone', status);
  }
  const closed = new Page();
  closed.model.comm_live = false;
  assert.equal(closed.watch().python, 'gone');
  const disposed = new Page();
  const watch = disposed.watch();
  disposed.isDisposed = true;
  assert.equal(watch.python, 'gone');
});

test('W12: a lost connection may come back', () => {
  const page = new Page();
  const watch = page.watch();
  page.connectionStatus = 'connecting';
  assert.equal(watch.python, 'away');
  page.connectionStatus = 'connected';
  assert.equal(watch.python, 'there');
});

test('pages without a kernel to be seen go by the widget alone', () => {
  const page = new Page();
  page.model.widget_manager.kernel = null;
  assert.equal(page.watch().python, 'there');
});

test('F1: a watch that has stopped holds nothing', () => {
  const page = new Page();
  const bells = [page.statusChanged, page.connectionStatusChanged, page.disposed];
  const watch = page.watch();
  assert.ok(bells.every((bell) => bell.slots.size === 1));
  watch.stop();
  assert.ok(bells.every((bell) => bell.slots.size === 0));
  assert.equal(page.listeners.size, 0);
});

test('W12: what has been asked for is never waited for in silence', () => {
  const all = ['there', 'away', 'gone'] as const;
  const early = all.map((python) => whileAwaited(python, false));
  assert.equal(new Set(early).size, 3);
  assert.ok(early.every((words) => words !== ''));
  assert.notEqual(whileAwaited('there', true), whileAwaited('there', false));
  // A kernel that is said to be busy may answer all the same, and one that is idle may not.
  assert.equal(whileAwaited('busy', true), whileAwaited('there', true));
  assert.equal(whileShown('there'), '');
  assert.equal(new Set((['busy', 'away', 'gone'] as const).map(whileShown)).size, 3);
});

test('X1: the line after a restart has the remedy, with any need', () => {
  assert.match(without('gone', ''), /Run its cell again/);
  assert.match(without('gone', 'Checks need it.'), /Checks need it\. Run its cell again/);
  for (const python of ['there', 'busy', 'away'] as const) assert.equal(without(python, ''), '');
});
