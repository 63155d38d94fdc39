import { describe, expect, it } from 'vitest';
import {
  AuthorizationFailedError,
  RetryLaterError,
  SourceError,
} from '../../../shared/modules/sync/adapter.ts';
import { resumeRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import { switchSilently } from '../../support/builders/integrations.ts';
import { aSource, aSync, itemCounts, items, plainIntegration } from '../../support/builders/sync.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

describe('a service that fails', () => {
  it('is retried with backoff, and fails the run if it keeps failing', async () => {
    const source = aSource({ items: items(5) });
    source.adapter.readBatch = async () => {
      throw new Error('The service returns 503.');
    };
    const sync = aSync(await aTenant(), source.adapter);
    const { id } = await sync.start();
    const delays: number[] = [];
    for (let next = sync.sent.shift(); next !== undefined; next = sync.sent.shift()) {
      delays.push(next.delaySeconds);
      await sync.deliver(next);
    }
    expect(delays).toEqual([0, 2, 4, 8, 16]);
    expect(await sync.run(id)).toMatchObject({ status: 'failed', lastError: 'The service returns 503.' });
  });

  it('is retried after the requested delay, at most a quarter of an hour', async () => {
    const source = aSource({ items: items(5) });
    const { readBatch } = source.adapter;
    const waits = [600, 3_600];
    source.adapter.readBatch = async (...request) => {
      const seconds = waits.shift();
      if (seconds !== undefined) throw new RetryLaterError(`Come back in ${seconds} seconds.`, seconds);
      if (readBatch === undefined) throw new Error('The source reads nothing.');
      return readBatch(...request);
    };
    const sync = aSync(await aTenant(), source.adapter);
    const { id } = await sync.start();
    const delays: number[] = [];
    for (let next = sync.sent.shift(); next !== undefined; next = sync.sent.shift()) {
      delays.push(next.delaySeconds);
      await sync.deliver(next);
    }
    expect(delays).toEqual([0, 600, 900]);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...itemCounts(5) });
  });

  it('permanently fails the run at once, and a retry continues from its cursor', async () => {
    const source = aSource({ items: items(25) });
    const { readBatch } = source.adapter;
    const sync = aSync(await aTenant(), source.adapter);
    const { id } = await sync.start();
    await sync.drain(2);
    source.adapter.readBatch = async () => {
      throw new SourceError('There is no such file.');
    };
    await sync.drain();
    const failed = await sync.run(id);
    expect(failed).toMatchObject({
      status: 'failed',
      lastError: 'There is no such file.',
      ...itemCounts(20),
    });
    if (readBatch) source.adapter.readBatch = readBatch;
    const again = await sync.retry(id);
    await sync.drain();
    const run = await sync.run(again.id);
    expect(run).toMatchObject({ status: 'completed', initialCursor: '20', retryOf: id, ...itemCounts(5) });
  });

  it('that makes no progress fails the run', async () => {
    const { adapter } = aSource({ items: [] });
    adapter.readBatch = async () => ({ items: [], cursor: 'here', hasMore: true });
    const run = await aSync(await aTenant(), adapter).whole();
    expect(run).toMatchObject({ status: 'failed', batchesCompleted: 1 });
  });

  it('that refuses the credentials pauses the run until others are saved', async () => {
    const caller = await aTenant();
    const source = aSource({ items: items(15) });
    const { readBatch } = source.adapter;
    const sync = aSync(caller, source.adapter);
    const { id } = await sync.start();
    await sync.drain(1);
    source.adapter.readBatch = async () => {
      throw new AuthorizationFailedError('401');
    };
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'paused', ...itemCounts(10) });
    if (readBatch) source.adapter.readBatch = readBatch;
    await silently(() => resumeRuns(sync.scope, plainIntegration, sync.parts.send));
    expect(sync.sent).toHaveLength(0);
    await switchSilently(caller, plainIntegration, { reauthRequired: false });
    await silently(() => resumeRuns(sync.scope, plainIntegration, sync.parts.send));
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', lastError: null, ...itemCounts(15) });
  });
});
