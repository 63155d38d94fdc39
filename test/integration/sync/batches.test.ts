import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { journaledOutcomes } from '../../../shared/kernel/table/journal.ts';
import { updateTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import {
  AuthorizationFailedError,
  RetryLaterError,
  SourceError,
} from '../../../shared/modules/sync/adapter.ts';
import { journalOf } from '../../../shared/modules/sync/batches/import-batch.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';
import { cancelRun } from '../../../shared/modules/sync/runs/run-service.ts';
import { resumeRuns } from '../../../shared/modules/sync/runs/stalled-runs.ts';
import { switchSilently } from '../../support/builders/integrations.ts';
import { ageRun, aSource, aSync, entityType, items, plainIntegration } from '../../support/builders/sync.ts';
import { asTest, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { silently } from '../../support/clients/silence.ts';
import { crashingAt } from '../../support/fault-injection/death.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

interface Page {
  items: { id: string; externalId: string | null; fields: Record<string, unknown>; version: number }[];
  total: number;
}

async function records({ api }: TestCaller, query = ''): Promise<Page> {
  const { body } = await api.get<Page>(`/api/entities/records?entityType=${entityType}&pageSize=200${query}`);
  return body;
}

const endsWith = (value: string) => ({ field: 'name', operator: 'ENDS_WITH', value });

const counts = (createdCount = 0, updatedCount = 0, skippedCount = 0, failedCount = 0) => ({
  ...{ createdCount, updatedCount, skippedCount, failedCount },
});

describe('an import', () => {
  it('takes over every item once, batch by batch, and counts exactly', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(25) }).adapter);
    const run = await sync.whole();
    expect(run).toMatchObject({ status: 'completed', batchesCompleted: 3, cursor: '25', ...counts(25) });
    const { total, items: found } = await records(caller);
    expect(total).toBe(25);
    expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(25);
    expect(found.map(({ fields }) => fields)).toContainEqual({ name: 'Customer 25' });
    const detail = await caller.api.get(`/api/data_sync/runs/${run.id}`);
    expect(detail.body.progressJob).toMatchObject({
      ...{ status: 'completed', progressPercent: 100, processedCount: 25, totalCount: 25, etaSeconds: 0 },
    });
  });

  it('leaves what has not changed, and changes the rest', async () => {
    const caller = await aTenant();
    const source = { items: items(25) };
    const sync = aSync(caller, aSource(source).adapter);
    await sync.whole();
    source.items = [...items(24), { externalId: 'C-25', data: { id: 'C-25', name: 'Ada' } }];
    expect(await sync.whole({ fullSync: true })).toMatchObject(counts(0, 1, 24));
    const [changed] = (await records(caller, '&externalId=C-25')).items;
    expect(changed).toMatchObject({ version: 2, fields: { name: 'Ada' } });
  });

  it('starts where the last run of the kind ended, unless a full one is asked for', async () => {
    const source = { items: items(12) };
    const sync = aSync(await aTenant(), aSource(source).adapter);
    await sync.whole();
    source.items = items(15);
    expect(await sync.whole()).toMatchObject({ initialCursor: '12', ...counts(3) });
    expect(await sync.whole({ fullSync: true })).toMatchObject({ initialCursor: null, ...counts(0, 0, 15) });
  });

  it('creates a record anew that was deleted', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(2) }).adapter);
    await sync.whole();
    const [first] = (await records(caller)).items;
    await caller.api.delete(`/api/entities/records?id=${first?.id}`);
    expect(await sync.whole({ fullSync: true })).toMatchObject(counts(1, 0, 1));
  });

  it('finds records that are there already by their externalId', async () => {
    const caller = await aTenant();
    const body = { entityType, externalId: 'C-1', fields: { name: 'Old', phone: '1' } };
    const { body: made } = await caller.api.post('/api/entities/records', { body });
    expect(await aSync(caller, aSource({ items: items(2) }).adapter).whole()).toMatchObject(counts(1, 1));
    const [found] = (await records(caller, '&externalId=C-1')).items;
    expect(found).toMatchObject({ id: made.id, fields: { name: 'Customer 1', phone: '1' } });
  });

  it('finds records by a field when the mapping says so, and refuses what matches several', async () => {
    const caller = await aTenant();
    for (const [externalId, email] of [
      ['L-1', 'Ada@example.com'],
      ['L-2', 'bob@example.com'],
      ['L-3', 'BOB@example.com'],
    ])
      await caller.api.post('/api/entities/records', { body: { entityType, externalId, fields: { email } } });
    const source = [
      { externalId: '1', data: { id: '1', email: 'ada@example.com' } },
      { externalId: '2', data: { id: '2', email: 'bob@example.com' } },
      { externalId: '3', data: { id: '3', email: 'new@example.com' } },
    ];
    const mapping = { otherFields: 'keep', matchStrategy: 'email' } as const;
    const run = await aSync(caller, aSource({ items: source }).adapter, mapping).whole();
    expect(run).toMatchObject(counts(1, 1, 0, 1));
    expect((await records(caller, '&externalId=L-1')).items[0]?.fields).toEqual({ email: 'ada@example.com' });
  });

  it('counts what fails, keeps it for people, and goes on', async () => {
    const caller = await aTenant();
    const bad = { externalId: null, error: 'Line 2 is no JSON.', data: 'x' };
    const unknown = { externalId: 'C-9', data: { id: 'C-9', cf_unknown: 1 } };
    const [one, two] = items(2);
    if (!one || !two) throw new Error('No items.');
    const run = await aSync(caller, aSource({ items: [one, bad, unknown, one, two] }).adapter).whole();
    expect(run).toMatchObject({ status: 'completed', ...counts(2, 0, 1, 2) });
    const { body } = await caller.api.get(`/api/data_sync/runs/${run.id}/failures`);
    expect(body).toMatchObject({
      total: 2,
      items: [
        { batch: 1, externalId: null, error: 'Line 2 is no JSON.', data: 'x' },
        { batch: 1, externalId: 'C-9', error: 'cf_unknown is not a defined custom field' },
      ],
    });
    const logs = await caller.api.get(`/api/integrations/logs?runId=${run.id}&level=error`);
    expect(logs.body.items).toMatchObject([
      { code: 'sync_items_failed', message: '2 items of batch 1 failed' },
    ]);
  });

  it('fails once more items have failed than it may', async () => {
    const bad = { externalId: null, error: 'is no JSON' };
    const sync = aSync(await aTenant(), aSource({ items: [...items(9), bad, bad, ...items(20)] }).adapter);
    expect(await sync.whole({ maxFailures: 2 })).toMatchObject({ status: 'completed' });
    const again = await sync.whole({ maxFailures: 1, fullSync: true });
    expect(again).toMatchObject({
      status: 'failed',
      lastError: 'More than 1 items failed.',
      batchesCompleted: 2,
    });
  });
});

/** The transaction that ends a batch: it moves its progress. */
const isEndOfBatch = (request: string) =>
  request.includes('PROGRESS#') &&
  request.includes('heartbeatAtMs') &&
  request.includes('batchesCompleted = :batch');

function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('There is none.');
  return first;
}

describe('a worker that dies', () => {
  it('leaves what it wrote to its next worker, and nothing is counted or written twice', async () => {
    const caller = await aTenant();
    const source = { items: items(30) };
    const sync = aSync(caller, aSource(source).adapter);
    const { id } = await sync.start({ batchSize: 40 });
    const message = firstOf(sync.sent);
    await crashingAt(isEndOfBatch, () => sync.deliver(message));
    const half = await sync.run(id);
    expect(half).toMatchObject({ status: 'running', batchesCompleted: 0, ...counts() });
    expect((await journaledOutcomes(journalOf(half))).size).toBe(30);
    // The source has changed meanwhile: what was written counts all the same.
    source.items = items(40).slice(10);
    await sync.deliver(message, 2);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(40) });
    expect((await records(caller)).items.every(({ version }) => version === 1)).toBe(true);
  });

  it('over the same batch five times fails the run with the reason', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(30) }).adapter);
    const { id } = await sync.start({ batchSize: 40 });
    const message = firstOf(sync.sent);
    for (let tries = 1; tries <= syncLimits.workerTries; tries += 1) {
      expect(await sync.run(id)).toMatchObject({ status: tries === 1 ? 'pending' : 'running' });
      await crashingAt(isEndOfBatch, () => sync.deliver(message, tries));
    }
    await sync.deliver(message, syncLimits.workerTries + 1);
    expect(await sync.run(id)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('Batch 1 stopped its worker 5 times'),
    });
    // Its lock is free again, and what was written is known to the next run.
    expect(await sync.whole()).toMatchObject({ status: 'completed', ...counts(0, 0, 30) });
  });

  it('counts for one batch: the next one has all its tries', async () => {
    const sync = aSync(await aTenant(), aSource({ items: items(20) }).adapter);
    const { id } = await sync.start();
    for (let batch = 0; batch < 2; batch += 1) {
      const message = firstOf(sync.sent);
      for (let tries = 1; tries < syncLimits.workerTries; tries += 1)
        await crashingAt(isEndOfBatch, () => sync.deliver(message, tries));
      sync.sent.length = 0;
      await sync.deliver(message, syncLimits.workerTries);
    }
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(20) });
  });

  it('can write nothing more once someone else has its batch', async () => {
    const caller = await aTenant();
    const { adapter } = aSource({ items: items(30) });
    const sync = aSync(caller, adapter);
    const { id } = await sync.start({ batchSize: 40 });
    const message = firstOf(sync.sent);
    const { readBatch } = adapter;
    // While the first worker reads, the second one takes the batch and does it.
    adapter.readBatch = async (...given) => {
      adapter.readBatch = readBatch ?? adapter.readBatch;
      await sync.deliver(message, 2);
      const batch = await adapter.readBatch?.(...given);
      if (batch === undefined) throw new Error('Nothing was read.');
      return { ...batch, items: items(35, 'Z-') };
    };
    await sync.deliver(message);
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(30) });
    expect((await records(caller)).total).toBe(30);
  });

  it('after the end of its batch is replaced by its own message, which sends the next', async () => {
    const sync = aSync(await aTenant(), aSource({ items: items(20) }).adapter);
    const { id } = await sync.start();
    const message = firstOf(sync.sent);
    await sync.drain(1);
    sync.sent.length = 0;
    await sync.deliver(message, 2);
    await sync.deliver(message, 3);
    expect(sync.sent).toHaveLength(1);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(20) });
  });

  it('is replaced by the watchdog, when its lease is over', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(5) }).adapter);
    const { id } = await sync.start();
    await crashingAt(isEndOfBatch, () => sync.deliver(firstOf(sync.sent)));
    sync.sent.length = 0;
    const laterMs = Date.now() + syncLimits.leaseSeconds * 1_000 + 1;
    await sync.care(id);
    expect(sync.sent).toHaveLength(0);
    await sync.care(id, laterMs);
    await sync.care(id, laterMs);
    expect(sync.sent).toHaveLength(1);
    await ageRun(caller, id);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(5) });
  });
});

describe('messages', () => {
  it('that come twice do nothing twice', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(35) }).adapter);
    const { id } = await sync.start();
    for (let next = sync.sent.shift(); next !== undefined; next = sync.sent.shift()) {
      const copy = { ...next, delivery: { messageId: randomUUID(), receiveCount: 1 } };
      await Promise.all([sync.deliver(next), sync.deliver(copy), sync.deliver(copy).catch(() => undefined)]);
      expect(sync.sent.length).toBeLessThanOrEqual(1);
    }
    expect(await sync.run(id)).toMatchObject({ status: 'completed', batchesCompleted: 4, ...counts(35) });
    expect((await records(caller)).total).toBe(35);
  });
});

describe('a service that fails', () => {
  it('is asked again later, and the run fails when it keeps failing', async () => {
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

  it('is left alone for as long as it asks, up to a quarter of an hour', async () => {
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
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(5) });
  });

  it('for good fails the run at once, and a retry goes on where it stood', async () => {
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
    expect(failed).toMatchObject({ status: 'failed', lastError: 'There is no such file.', ...counts(20) });
    if (readBatch) source.adapter.readBatch = readBatch;
    const again = await sync.retry(id);
    await sync.drain();
    const run = await sync.run(again.id);
    expect(run).toMatchObject({ status: 'completed', initialCursor: '20', retryOf: id, ...counts(5) });
  });

  it('that never gets on fails the run', async () => {
    const { adapter } = aSource({ items: [] });
    adapter.readBatch = async () => ({ items: [], cursor: 'here', hasMore: true });
    const run = await aSync(await aTenant(), adapter).whole();
    expect(run).toMatchObject({ status: 'failed', batchesCompleted: 1 });
  });

  it('refusing the credentials pauses the run until there are others', async () => {
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
    expect(await sync.run(id)).toMatchObject({ status: 'paused', ...counts(10) });
    if (readBatch) source.adapter.readBatch = readBatch;
    await silently(() => resumeRuns(sync.scope, plainIntegration, sync.parts.send));
    expect(sync.sent).toHaveLength(0);
    await switchSilently(caller, plainIntegration, { reauthRequired: false });
    await silently(() => resumeRuns(sync.scope, plainIntegration, sync.parts.send));
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', lastError: null, ...counts(15) });
  });
});

describe('an integration that is switched off', () => {
  it('holds up a run, which goes on when it is switched on', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(15) }).adapter);
    const { id } = await sync.start();
    await sync.drain(1);
    await switchSilently(caller, plainIntegration, { isEnabled: false });
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({
      status: 'paused',
      lastError: 'The integration is switched off.',
    });
    await expect(sync.start()).rejects.toMatchObject({ code: 'integration_disabled' });
    await switchSilently(caller, plainIntegration, { isEnabled: true });
    await sync.care(id);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(15) });
  });

  it('holds up a run that no one has begun, and one that waits can be run again', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(5) }).adapter);
    const { id } = await sync.start();
    await switchSilently(caller, plainIntegration, { isEnabled: false });
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'paused', startedAtMs: null });
    await switchSilently(caller, plainIntegration, { isEnabled: true });
    const again = await sync.retry(id);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled' });
    await sync.drain();
    expect(await sync.run(again.id)).toMatchObject({ status: 'completed', ...counts(5) });
  });
});

describe('a tenant that is closed', () => {
  it('pauses a run that is under way, which continues once the tenant is open again', async () => {
    const caller = await aTenant();
    const turnTenant = (isActive: boolean) =>
      silently(() =>
        updateTenant({ id: caller.tenantId, isActive }, undefined, { tenantId: null }, asTest()),
      );
    const sync = aSync(caller, aSource({ items: items(15) }).adapter);
    const { id } = await sync.start();
    await sync.drain(1);
    await turnTenant(false);
    await sync.drain();
    await sync.care(id);
    expect(await sync.run(id)).toMatchObject({
      status: 'paused',
      lastError: 'The tenant or organization is closed.',
    });
    await turnTenant(true);
    await sync.care(id);
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'completed', ...counts(15) });
  });
});

describe('a cancel', () => {
  it('takes effect between batches, and counts the batch that was under way', async () => {
    const caller = await aTenant();
    const source = aSource({ items: items(25) });
    const { readBatch } = source.adapter;
    const sync = aSync(caller, source.adapter);
    const { id } = await sync.start();
    await sync.drain(1);
    source.adapter.readBatch = async (...given) => {
      await silently(() => cancelRun(sync.scope, id, undefined, sync.parts.send, asTest()));
      const batch = await readBatch?.(...given);
      if (batch === undefined) throw new Error('Nothing was read.');
      return batch;
    };
    await sync.drain();
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', cursor: '20', ...counts(20) });
    expect((await records(caller)).total).toBe(20);
    const cancelling = cancelRun(sync.scope, id, undefined, sync.parts.send, asTest());
    await expect(cancelling).rejects.toMatchObject({ code: 'sync_run_state' });
    // Its lock is free again.
    if (readBatch) source.adapter.readBatch = readBatch;
    expect(await sync.whole()).toMatchObject({ status: 'completed', initialCursor: '20', ...counts(5) });
  });

  it('counts what was written by a worker that died over the batch', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(9) }).adapter);
    const { id } = await sync.start();
    const message = firstOf(sync.sent);
    await crashingAt(isEndOfBatch, () => sync.deliver(message));
    await silently(() => cancelRun(sync.scope, id, undefined, sync.parts.send, asTest()));
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', ...counts() });
    await sync.deliver(message, 2);
    await sync.deliver(message, 3);
    expect(await sync.run(id)).toMatchObject({ status: 'cancelled', ...counts(9) });
  });
});

describe('a start', () => {
  it('finds the same kind at work: of two at once one wins', async () => {
    const sync = aSync(await aTenant(), aSource({ items: items(1) }).adapter);
    const results = await Promise.allSettled([sync.start(), sync.start()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'sync_overlap' });
    // Another kind is not held up.
    expect(await sync.start({ entityType: 'crm.company' })).toHaveProperty('id');
  });

  it('with an Idempotency-Key happens once', async () => {
    const sync = aSync(await aTenant(), aSource({ items: items(1) }).adapter);
    const [first, second] = await Promise.all([sync.start({}, 'nightly-1'), sync.start({}, 'nightly-1')]);
    expect(second.id).toBe(first.id);
    expect(await sync.start({}, 'nightly-1')).toMatchObject({ id: first.id, replayed: true });
    const other = sync.start({ batchSize: 5 }, 'nightly-1');
    await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });
});

describe('the condition of a mapping', () => {
  const isEven = { operator: 'OR', rules: ['2', '4', '6', '8', '0'].map((value) => endsWith(value)) };

  it('holds back rows of an import, and counts them in the run', async () => {
    const caller = await aTenant();
    const run = await aSync(caller, aSource({ items: items(25) }).adapter, { condition: isEven }).whole();
    expect(run).toMatchObject({ status: 'completed', heldBackCount: 13, ...counts(12) });
    expect((await records(caller)).total).toBe(12);
    const { body } = await caller.api.get(`/api/data_sync/runs/${run.id}`);
    expect(body).toMatchObject({
      heldBackCount: 13,
      progressJob: { progressPercent: 100, processedCount: 25 },
    });
  });

  it('holds back rows of an export by the names of the service', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(10) }).adapter).whole();
    const target = aSource({ items: [] });
    const fields = [{ externalField: 'Name', localField: 'name' }];
    const mapping = { fields, condition: { field: 'Name', operator: 'ENDS_WITH', value: '7' } };
    const run = await aSync(caller, target.adapter, mapping).whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', heldBackCount: 9, ...counts(0, 1) });
    expect([...target.written.values()]).toEqual([{ Name: 'Customer 7' }]);
  });

  it('is not mentioned by a run that holds nothing back', async () => {
    const caller = await aTenant();
    const run = await aSync(caller, aSource({ items: items(2) }).adapter).whole();
    expect(run).not.toHaveProperty('heldBackCount');
    expect((await caller.api.get(`/api/data_sync/runs/${run.id}`)).body).not.toHaveProperty('heldBackCount');
  });
});

describe('an export', () => {
  it('takes every record out once, and afterwards what has changed', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, target.adapter);
    const run = await sync.whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', totalCount: 25, ...counts(0, 25) });
    expect(target.written.size).toBe(25);
    expect(target.batches.map(({ isLast }) => isLast)).toEqual([false, false, true]);
    const [first] = (await records(caller)).items;
    await caller.api.put('/api/entities/records', { body: { id: first?.id, fields: { name: 'Ada' } } });
    expect(await sync.whole({ direction: 'export' })).toMatchObject(counts(0, 1, 24));
    expect(target.written.get(String(first?.id))).toEqual({ name: 'Ada' });
    expect(await sync.whole({ direction: 'export', fullSync: true })).toMatchObject(counts(0, 0, 25));
  });

  it('into a file takes all records every time', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(10) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, { ...target.adapter, exportsChangesOnly: false });
    expect(await sync.whole({ direction: 'export' })).toMatchObject(counts(0, 10));
    expect(await sync.whole({ direction: 'export' })).toMatchObject(counts(0, 10));
    // A full batch may be the last: one more ends the file.
    expect(target.batches.map((batch) => batch.items.length)).toEqual([10, 0, 10, 0]);
  });

  it('that is cancelled leaves nothing behind at the service', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(25) }).adapter).whole();
    const target = aSource({ items: [] });
    const sync = aSync(caller, { ...target.adapter, exportsChangesOnly: false });
    const { id } = await sync.start({ direction: 'export' });
    await sync.drain(1);
    await silently(() => cancelRun(sync.scope, id, undefined, sync.parts.send, asTest()));
    await sync.drain();
    expect(new Set(target.cleanedUp)).toEqual(new Set(['10']));
    const again = await sync.retry(id);
    expect(await sync.run(again.id)).toMatchObject({ cursor: null });
  });

  it('counts what the service refuses', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(3) }).adapter).whole();
    const target = aSource({ items: [] });
    target.adapter.writeBatch = async (_context, { items: given }) => ({
      cursor: null,
      results: given.map(({ localId, data }) =>
        data.name === 'Customer 1'
          ? { localId, status: 'error', error: 'No.' }
          : { localId, status: data.name === 'Customer 2' ? 'skipped' : 'success' },
      ),
    });
    const sync = aSync(caller, target.adapter);
    const run = await sync.whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', ...counts(0, 1, 1, 1) });
    const { body } = await caller.api.get(`/api/data_sync/runs/${run.id}/failures`);
    expect(body.items).toMatchObject([{ error: 'No.', data: { name: 'Customer 1' } }]);
  });
});
