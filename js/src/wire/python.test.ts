import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import {
  controlsMessage,
  type Kernel,
  KernelWatch,
  pendingMessage,
  remedyMessage,
} from './python.ts';

class SignalStub {
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

class KernelStub {
  status = 'idle';
  connectionStatus = 'connected';
  isDisposed = false;
  readonly statusChanged = new SignalStub();
  readonly connectionStatusChanged = new SignalStub();
  readonly disposed = new SignalStub();
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

  watch(onChange = () => {}) {
    return new KernelWatch(this.model as never, onChange);
  }
}

test('without a kernel, each message names the cells to run', () => {
  for (const words of [
    pendingMessage('lost', false),
    controlsMessage('lost'),
    remedyMessage('lost', 'A'),
  ]) {
    assert.match(words, /Run its cell again, after the cells above it/);
  }
});

test('a kernel is reported as busy only after a delay', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const page = new KernelStub();
  let times = 0;
  const watch = page.watch(() => {
    times += 1;
  });
  page.become('busy');
  mock.timers.tick(300);
  assert.equal(watch.status, 'ready');
  page.become('idle');
  mock.timers.tick(1000);
  assert.equal(watch.status, 'ready');
  page.become('busy');
  mock.timers.tick(1000);
  assert.equal(watch.status, 'busy');
  const before = times;
  page.become('idle');
  assert.equal(watch.status, 'ready');
  assert.ok(times > before);
  mock.timers.reset();
});

test('on a page without kernel no message mentions cells', () => {
  const page = new KernelStub();
  const model = { ...page.model, comm_live: false, widget_manager: { isStandalone: true } };
  const { status } = new KernelWatch(model as never, () => {});
  assert.equal(status, 'none');
  assert.match(controlsMessage(status), /^There is no Python behind this page: .* no effect\.$/);
  assert.doesNotMatch(pendingMessage(status, true) + controlsMessage(status), /cell/);
});

test('a kernel that was restarted, died, was changed or shut down is lost for good', () => {
  for (const status of ['restarting', 'autorestarting', 'terminating', 'dead']) {
    const page = new KernelStub();
    const watch = page.watch();
    page.become(status);
    page.become('idle');
    assert.equal(watch.status, 'lost', status);
  }
  const closed = new KernelStub();
  closed.model.comm_live = false;
  assert.equal(closed.watch().status, 'lost');
  const disposed = new KernelStub();
  const watch = disposed.watch();
  disposed.isDisposed = true;
  assert.equal(watch.status, 'lost');
});

test('a lost connection may be restored', () => {
  const page = new KernelStub();
  const watch = page.watch();
  page.connectionStatus = 'connecting';
  assert.equal(watch.status, 'disconnected');
  page.connectionStatus = 'connected';
  assert.equal(watch.status, 'ready');
});

test('without access to the kernel, the comm of the widget decides', () => {
  const page = new KernelStub();
  page.model.widget_manager.kernel = null;
  assert.equal(page.watch().status, 'ready');
});

test('a stopped watch keeps no connections', () => {
  const page = new KernelStub();
  const bells = [page.statusChanged, page.connectionStatusChanged, page.disposed];
  const watch = page.watch();
  assert.ok(bells.every((bell) => bell.slots.size === 1));
  watch.stop();
  assert.ok(bells.every((bell) => bell.slots.size === 0));
  assert.equal(page.listeners.size, 0);
});

test('every status has a message for pending controls', () => {
  const all = ['ready', 'disconnected', 'lost'] as const;
  const early = all.map((python) => pendingMessage(python, false));
  assert.equal(new Set(early).size, 3);
  assert.ok(early.every((words) => words !== ''));
  assert.notEqual(pendingMessage('ready', true), pendingMessage('ready', false));
  // A kernel that is reported as busy may still answer, and an idle one may not.
  assert.equal(pendingMessage('busy', true), pendingMessage('ready', true));
  assert.equal(controlsMessage('ready'), '');
  assert.equal(new Set((['busy', 'disconnected', 'lost'] as const).map(controlsMessage)).size, 3);
});

test('the message after a restart includes the remedy and the need', () => {
  assert.match(remedyMessage('lost', ''), /Run its cell again/);
  assert.match(remedyMessage('lost', 'Checks need it.'), /Checks need it\. Run its cell again/);
  for (const python of ['ready', 'busy', 'disconnected'] as const)
    assert.equal(remedyMessage(python, ''), '');
});
