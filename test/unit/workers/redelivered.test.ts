/** A crashed worker loses its whole batch: the message that crashes it must not fail the others. */
import { describe, expect, it } from 'vitest';
import { batchWorker } from '../../../shared/kernel/queues/batch-worker.ts';
import { handleSeparately } from '../../../shared/kernel/queues/redelivered.ts';
import { queueWorker } from '../../../shared/kernel/queues/worker.ts';
import { aRecord } from '../../support/runtime/messages.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const received = (id: string, times: number) => aRecord(id, undefined, times);

/** A worker that handles messages until it receives the poison message, where it hangs. */
function aStoppingWorker(kind: 'single' | 'batch') {
  const handled: string[] = [];
  const stopped = Promise.withResolvers<void>();
  const handle = async ({ id }: { id: string }) => {
    if (id === 'poison') {
      stopped.resolve();
      await new Promise(() => undefined);
    }
    handled.push(id);
  };
  const inTurn = batchWorker(async (batch) => {
    for (const { message } of batch) await handle(message);
  });
  const worker = kind === 'single' ? queueWorker(handle) : inTurn;
  return { worker, handled, stopped: stopped.promise };
}

describe.each(['single', 'batch'] as const)('a message that crashes its worker (%s handler)', (kind) => {
  it('is handled after the new messages of a batch when it is redelivered', async () => {
    const { worker, handled, stopped } = aStoppingWorker(kind);
    void worker({ Records: [received('poison', 2), received('a', 1), received('b', 1)] });
    await stopped;
    expect(handled.toSorted()).toEqual(['a', 'b']);
  });

  it('does not use up the attempts of others in its batch', async () => {
    const ids = ['a', 'b', 'c', 'poison', 'd', 'e'];
    const done = new Set<string>();
    let deliveries = 1;
    for (; done.size < ids.length - 1 && deliveries < 200; deliveries += 1) {
      const { worker, handled, stopped } = aStoppingWorker(kind);
      void worker({ Records: ids.map((id) => received(id, deliveries + 1)) });
      await stopped;
      for (const id of handled) done.add(id);
    }
    expect(done.size).toBe(ids.length - 1);
  });
});

describe('redelivered messages', () => {
  it('are handled one at a time', async () => {
    let [now, most] = [0, 0];
    await handleSeparately(['a', 'b', 'c'], 10, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
    });
    expect(most).toBe(1);
  });

  it('do not wait for a slow one: a batch must end before its function times out', async () => {
    const begun: string[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const handle = async (one: string) => {
      begun.push(one);
      if (begun.length === 3) resolve();
      await all;
    };
    await handleSeparately(['slow', 'b', 'c'], 10, handle, { headStartMs: 5, random: () => 0 });
    expect(begun).toEqual(['slow', 'b', 'c']);
  });
});
