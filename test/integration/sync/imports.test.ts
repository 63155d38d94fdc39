import { describe, expect, it } from 'vitest';
import { aSource, aSync, entityType, itemCounts, items, syncedRecords } from '../../support/builders/sync.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

fanOutEvents();

silenceLog();

const endsWith = (value: string) => ({ field: 'name', operator: 'ENDS_WITH', value });

describe('an import', () => {
  it('imports every item once, in batches, with exact counts', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(25) }).adapter);
    const run = await sync.whole();
    expect(run).toMatchObject({ status: 'completed', batchesCompleted: 3, cursor: '25', ...itemCounts(25) });
    const { total, items: found } = await syncedRecords(caller);
    expect(total).toBe(25);
    expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(25);
    expect(found.map(({ fields }) => fields)).toContainEqual({ name: 'Customer 25' });
    const detail = await caller.api.get(`/api/data_sync/runs/${run.id}`);
    expect(detail.body.progressJob).toMatchObject({
      ...{ status: 'completed', progressPercent: 100, processedCount: 25, totalCount: 25, etaSeconds: 0 },
    });
  });

  it('skips unchanged items, and updates the others', async () => {
    const caller = await aTenant();
    const source = { items: items(25) };
    const sync = aSync(caller, aSource(source).adapter);
    await sync.whole();
    source.items = [...items(24), { externalId: 'C-25', data: { id: 'C-25', name: 'Ada' } }];
    expect(await sync.whole({ fullSync: true })).toMatchObject(itemCounts(0, 1, 24));
    const [changed] = (await syncedRecords(caller, '&externalId=C-25')).items;
    expect(changed).toMatchObject({ version: 2, fields: { name: 'Ada' } });
  });

  it('starts where the last run of the same kind ended, unless a full sync is requested', async () => {
    const source = { items: items(12) };
    const sync = aSync(await aTenant(), aSource(source).adapter);
    await sync.whole();
    source.items = items(15);
    expect(await sync.whole()).toMatchObject({ initialCursor: '12', ...itemCounts(3) });
    expect(await sync.whole({ fullSync: true })).toMatchObject({
      initialCursor: null,
      ...itemCounts(0, 0, 15),
    });
  });

  it('creates a deleted record again', async () => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: items(2) }).adapter);
    await sync.whole();
    const [first] = (await syncedRecords(caller)).items;
    await caller.api.delete(`/api/entities/records?id=${first?.id}`);
    expect(await sync.whole({ fullSync: true })).toMatchObject(itemCounts(1, 0, 1));
  });

  it('matches existing records by their externalId', async () => {
    const caller = await aTenant();
    const body = { entityType, externalId: 'C-1', fields: { name: 'Old', phone: '1' } };
    const { body: made } = await caller.api.post('/api/entities/records', { body });
    expect(await aSync(caller, aSource({ items: items(2) }).adapter).whole()).toMatchObject(itemCounts(1, 1));
    const [found] = (await syncedRecords(caller, '&externalId=C-1')).items;
    expect(found).toMatchObject({ id: made.id, fields: { name: 'Customer 1', phone: '1' } });
  });

  it('matches records by a field of the mapping, and refuses ambiguous items', async () => {
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
    expect(run).toMatchObject(itemCounts(1, 1, 0, 1));
    expect((await syncedRecords(caller, '&externalId=L-1')).items[0]?.fields).toEqual({
      email: 'ada@example.com',
    });
  });

  it('counts failed items, stores them, and continues', async () => {
    const caller = await aTenant();
    const bad = { externalId: null, error: 'Line 2 is not JSON.', data: 'x' };
    const unknown = { externalId: 'C-9', data: { id: 'C-9', cf_unknown: 1 } };
    const [one, two] = items(2);
    if (!one || !two) throw new Error('No items.');
    const run = await aSync(caller, aSource({ items: [one, bad, unknown, one, two] }).adapter).whole();
    expect(run).toMatchObject({ status: 'completed', ...itemCounts(2, 0, 1, 2) });
    const { body } = await caller.api.get(`/api/data_sync/runs/${run.id}/failures`);
    expect(body).toMatchObject({
      total: 2,
      items: [
        { batch: 1, externalId: null, error: 'Line 2 is not JSON.', data: 'x' },
        { batch: 1, externalId: 'C-9', error: 'cf_unknown is not a defined custom field' },
      ],
    });
    const logs = await caller.api.get(`/api/integrations/logs?runId=${run.id}&level=error`);
    expect(logs.body.items).toMatchObject([
      { code: 'sync_items_failed', message: '2 items of batch 1 failed' },
    ]);
  });

  it('fails when more items have failed than allowed', async () => {
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

it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
  'a field named %s of a source is data: it is stored, updated and compared',
  async (name) => {
    const caller = await aTenant();
    const condition = { field: `${name}.in`, operator: '=', value: true } as const;
    const item = (id: string, value: string) => ({
      externalId: id,
      data: JSON.parse(`{"id":"${id}","${name}":${value}}`),
    });
    const source = { items: [item('1', '{"in":true,"n":1}'), item('2', '{"in":false}'), item('3', '7')] };
    const sync = aSync(caller, aSource(source).adapter, { condition });
    const stored = async () =>
      (await syncedRecords(caller)).items.map(({ fields }) => JSON.stringify(fields));
    expect(await sync.whole()).toMatchObject({ heldBackCount: 2, ...itemCounts(1) });
    expect(await stored()).toEqual([`{"${name}":{"in":true,"n":1}}`]);
    source.items = [item('1', '{"in":true,"n":2}')];
    expect(await sync.whole({ fullSync: true })).toMatchObject(itemCounts(0, 1));
    expect(await stored()).toEqual([`{"${name}":{"in":true,"n":2}}`]);
  },
);

describe('a completed run that stored nothing', () => {
  const bad = { externalId: null, error: 'is no JSON' };
  const none = { field: 'name', operator: '=', value: 'Ada' } as const;
  it.each([
    ['a source without rows', [], undefined, 'The source has no rows: nothing was imported.'],
    ['rows that all fail', [bad, bad], undefined, 'Nothing was imported: of 2 rows, 2 failed.'],
    [
      'rows that all fail or are held back',
      [bad, ...items(12)],
      none,
      'Nothing was imported: of 13 rows, 1 failed and the condition of the mapping held back 12.',
    ],
    ['rows of which one is stored', [bad, ...items(1)], undefined, null],
  ])('says so for %s, in its detail, the list and the log', async (_, source, condition, lastError) => {
    const caller = await aTenant();
    const sync = aSync(caller, aSource({ items: source }).adapter, condition && { condition });
    const { id } = await sync.whole();
    const expected = { id, status: 'completed', lastError };
    expect((await caller.api.get(`/api/data_sync/runs/${id}`)).body).toMatchObject(expected);
    expect((await caller.api.get('/api/data_sync/runs')).body.items).toMatchObject([expected]);
    const logs = await caller.api.get(`/api/integrations/logs?runId=${id}&code=sync_run_completed`);
    const message = ['Sync run completed', ...(lastError === null ? [] : [lastError])].join(': ');
    expect(logs.body.items).toContainEqual(expect.objectContaining({ message }));
  });

  it('has no message when there is nothing new since the last run', async () => {
    const sync = aSync(await aTenant(), aSource({ items: items(2) }).adapter);
    await sync.whole();
    expect(await sync.whole()).toMatchObject({ status: 'completed', lastError: null, ...itemCounts() });
  });
});

describe('the condition of a mapping', () => {
  const isEven = { operator: 'OR', rules: ['2', '4', '6', '8', '0'].map((value) => endsWith(value)) };

  it('filters rows of an import, and counts them in the run', async () => {
    const caller = await aTenant();
    const run = await aSync(caller, aSource({ items: items(25) }).adapter, { condition: isEven }).whole();
    expect(run).toMatchObject({ status: 'completed', heldBackCount: 13, ...itemCounts(12) });
    expect((await syncedRecords(caller)).total).toBe(12);
    const { body } = await caller.api.get(`/api/data_sync/runs/${run.id}`);
    expect(body).toMatchObject({
      heldBackCount: 13,
      progressJob: { progressPercent: 100, processedCount: 25 },
    });
  });

  it('filters rows of an export by the names of the service', async () => {
    const caller = await aTenant();
    await aSync(caller, aSource({ items: items(10) }).adapter).whole();
    const target = aSource({ items: [] });
    const fields = [{ externalField: 'Name', localField: 'name' }];
    const mapping = { fields, condition: { field: 'Name', operator: 'ENDS_WITH', value: '7' } };
    const run = await aSync(caller, target.adapter, mapping).whole({ direction: 'export' });
    expect(run).toMatchObject({ status: 'completed', heldBackCount: 9, ...itemCounts(0, 1) });
    expect([...target.written.values()]).toEqual([{ Name: 'Customer 7' }]);
  });

  it('is not mentioned by a run without filtered rows', async () => {
    const caller = await aTenant();
    const run = await aSync(caller, aSource({ items: items(2) }).adapter).whole();
    expect(run).not.toHaveProperty('heldBackCount');
    expect((await caller.api.get(`/api/data_sync/runs/${run.id}`)).body).not.toHaveProperty('heldBackCount');
  });
});
