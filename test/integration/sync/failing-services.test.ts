import { describe, expect, it } from 'vitest';
import { RetryLaterError } from '../../../shared/modules/sync/adapter.ts';
import { aSource, aStartedSync, aSync, itemCounts } from '../../support/builders/sync.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

/** Delivers the messages of a run until it ends. Returns their delays. */
async function delaysOf(sync: ReturnType<typeof aSync>): Promise<number[]> {
  const delays: number[] = [];
  for (let next = sync.sent.shift(); next !== undefined; next = sync.sent.shift()) {
    delays.push(next.delaySeconds);
    await sync.deliver(next);
  }
  return delays;
}

describe('a service that fails', () => {
  it('is retried with backoff, and fails the run if it keeps failing', async () => {
    const { adapter, sync, id } = await aStartedSync(5);
    adapter.readBatch = () => Promise.reject(new Error('The service returns 503.'));
    expect(await delaysOf(sync)).toEqual([0, 2, 4, 8, 16]);
    expect(await sync.run(id)).toMatchObject({ status: 'failed', lastError: 'The service returns 503.' });
  });

  it('is retried after the requested delay, at most a quarter of an hour', async () => {
    const { adapter, sync, id } = await aStartedSync(5);
    const { readBatch } = adapter;
    const waits = [600, 3_600];
    adapter.readBatch = async (...request) => {
      const seconds = waits.shift();
      if (seconds !== undefined) throw new RetryLaterError(`Come back in ${seconds} seconds.`, seconds);
      if (readBatch === undefined) throw new Error('The source reads nothing.');
      return readBatch(...request);
    };
    expect(await delaysOf(sync)).toEqual([0, 600, 900]);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(5) });
  });

  it('that makes no progress fails the run', async () => {
    const { adapter } = aSource({ items: [] });
    adapter.readBatch = async () => ({ items: [], cursor: 'here', hasMore: true });
    const run = await aSync(await aTenant(), adapter).whole();
    expect(run).toMatchObject({ status: 'failed', batchesCompleted: 1 });
  });
});
