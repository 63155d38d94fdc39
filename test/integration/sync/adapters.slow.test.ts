import { randomUUID } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, inject, it } from 'vitest';
import { logsOf, rowOf } from '../../support/builders/integrations.ts';
import { anAccount } from '../../support/builders/payments.ts';
import { mappingsPath } from '../../support/builders/sync-mappings.ts';
import { connectTo, failuresOf, recordsOf, runOf } from '../../support/builders/sync-runs.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const { endpointUrl, region, accessKeyId, secretAccessKey, buckets } = inject('aws');
const client = new S3Client({ endpoint: endpointUrl, region, credentials: { accessKeyId, secretAccessKey } });
const Bucket = buckets.sync ?? '';

const entityType = 'shop.product';
const saveMapping = ({ api }: TestCaller, integrationId: string, mapping: Record<string, unknown>) =>
  api.post(mappingsPath, { body: { integrationId, entityType, mapping } });
const counts = (createdCount = 0, updatedCount = 0, skippedCount = 0, failedCount = 0) => ({
  ...{ status: 'completed', lastError: null, createdCount, updatedCount, skippedCount, failedCount },
});

describe('files of a bucket', () => {
  /** An organization with its own folder. */
  async function aFolder(format: 'ndjson' | 'csv') {
    const caller = await aTenant();
    const prefix = `tests/${randomUUID()}`;
    const Key = `${prefix}/${entityType}.${format}`;
    await connectTo(caller, 'sync_s3_files', {
      ...{ bucket: Bucket, prefix, format, endpoint: endpointUrl, region, accessKeyId, secretAccessKey },
    });
    const about = { integrationId: 'sync_s3_files', entityType };
    return {
      caller,
      put: (Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body })),
      read: async () => (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString(),
      keys: async () => {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
        return Contents.map((one) => one.Key);
      },
      Key,
      import: (more = {}) => runOf(caller, { ...about, direction: 'import', ...more }),
      export: (more = {}) => runOf(caller, { ...about, direction: 'export', ...more }),
    };
  }

  it('are imported with a mapping, stored as records, and exported in the same format', async () => {
    const folder = await aFolder('csv');
    await saveMapping(folder.caller, 'sync_s3_files', {
      fields: [
        { externalField: 'SKU', localField: 'sku', mappingKind: 'external_id' },
        { externalField: 'Name', localField: 'name', transform: 'trim', required: true },
        { externalField: 'Price', localField: 'price.amount', transform: 'number' },
        { externalField: 'Tags', localField: 'tags', transform: { name: 'split', separator: '|' } },
      ],
    });
    await folder.put(
      '\ufeffSKU;Name;Price;Tags;Other\r\nA-1; "Ä";1.5;x|y;o\r\nA-2;"two\nlines";2;;o\r\nA-3;;3;;\r\n;none;4;;\r\nA-5;e;x;;\r\n',
    );
    const run = await folder.import({ batchSize: 2 });
    expect(run).toMatchObject({ ...counts(2, 0, 0, 3), batchesCompleted: 3 });
    expect(run.progressJob).toMatchObject({ status: 'completed', totalCount: 5, processedCount: 5 });
    expect((await failuresOf(folder.caller, run)).map(({ error }) => error)).toEqual([
      'Name is required.',
      'Row 5 has no SKU.',
      'Price is not a number.',
    ]);
    expect(await recordsOf(folder.caller, entityType)).toMatchObject([
      { externalId: 'A-1', fields: { name: '"Ä"', price: { amount: 1.5 }, tags: ['x', 'y'] } },
      { externalId: 'A-2', fields: { name: 'two\nlines', price: { amount: 2 }, tags: [] } },
    ]);
    expect(await folder.export({ batchSize: 1 })).toMatchObject(counts(0, 2));
    const lines = (await folder.read())?.split('\n') ?? [];
    expect(lines[0]).toBe('SKU,Name,Price,Tags');
    expect(lines.slice(1).join('\n')).toContain('A-1,"""Ä""",1.5,x|y');
    expect(await folder.keys()).toEqual([folder.Key]);
    // The export has all records.
    expect(await folder.import()).toMatchObject(counts(0, 0, 2));
  });

  it('are imported again without changes if nothing has changed, and match records of other sources', async () => {
    const folder = await aFolder('ndjson');
    const rows = Array.from({ length: 120 }, (_, index) => ({ id: `p${index}`, name: `n${index}` }));
    await folder.put(rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await folder.import({ batchSize: 50 })).toMatchObject({ ...counts(120), batchesCompleted: 3 });
    expect(await folder.import({ batchSize: 100 })).toMatchObject(counts(0, 0, 120));
    await folder.put(`{"id":"p0","name":"other"}\n{"id":"p1","name":"n1"}\n{"id"`);
    expect(await folder.import()).toMatchObject(counts(0, 1, 1, 1));
    const { body: made } = await folder.caller.api.post('/api/entities/records', {
      body: { entityType, fields: { name: 'by hand' } },
    });
    expect(await folder.export({ batchSize: 60 })).toMatchObject(counts(0, 121));
    const written = ((await folder.read()) ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(written).toHaveLength(121);
    expect(written).toContainEqual({ id: made.id, name: 'by hand' });
    expect(written).toContainEqual({ id: 'p0', name: 'other' });
    expect(await folder.import()).toMatchObject(counts(0, 0, 121));
    expect(await recordsOf(folder.caller, entityType)).toHaveLength(121);
  });

  it('that do not exist fail the run with an explanation', async () => {
    const folder = await aFolder('ndjson');
    expect(await folder.import()).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('the file does not exist'),
    });
    const { api } = folder.caller;
    const about = { integrationId: 'sync_s3_files', entityType };
    const check = (direction: string) =>
      api.post('/api/data_sync/validate', { body: { ...about, direction } });
    expect(await check('import')).toMatchObject({ status: 422, body: { ok: false } });
    expect(await check('export')).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('wait for other credentials if S3 refuses the saved ones', async () => {
    const folder = await aFolder('ndjson');
    await folder.put('{"id":1}');
    await connectTo(folder.caller, 'sync_s3_files', {
      ...{ bucket: Bucket, prefix: folder.Key.replace(/\/[^/]*$/, ''), format: 'ndjson' },
      ...{ endpoint: endpointUrl, accessKeyId: 'AKIAUNKNOWN', secretAccessKey },
    });
    expect(await folder.import()).toMatchObject({ status: 'paused' });
    expect(await rowOf(folder.caller, 'sync_s3_files')).toMatchObject({ reauthRequired: true });
    expect(JSON.stringify(await logsOf(folder.caller))).not.toContain(secretAccessKey);
  });
});

describe('an API with JSON pages', () => {
  it('is read page by page in spite of 503 responses, and receives changes', async () => {
    await using sink = await startSink();
    const caller = await aTenant();
    await connectTo(caller, 'sync_http_json', { baseUrl: `${sink.url}/v1`, token: 'a token' });
    const about = { integrationId: 'sync_http_json', entityType };
    const products = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, name: `n${index}` }));
    const posted: { items: { id: string }[] }[] = [];
    sink.respond(({ method, path, body, headers }, index) => {
      if (headers.authorization !== 'Bearer a token') return { status: 401 };
      if (method === 'POST') {
        posted.push(JSON.parse(body));
        return { status: 204 };
      }
      if (index === 1) return { status: 503, headers: { 'retry-after': '0' } };
      const query = new URL(path, sink.url).searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const end = start + Number(query.get('limit'));
      const nextCursor = end < products.length ? String(end) : null;
      return { body: JSON.stringify({ items: products.slice(start, end), nextCursor }) };
    });
    expect(await runOf(caller, { ...about, direction: 'import', batchSize: 10 })).toMatchObject({
      ...counts(25),
      batchesCompleted: 3,
    });
    expect(await runOf(caller, { ...about, direction: 'export', batchSize: 20 })).toMatchObject(
      counts(0, 25),
    );
    const ids = posted.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids)).toEqual(new Set(products.map(({ id }) => String(id))));
    const [first] = await recordsOf(caller, entityType);
    await caller.api.put('/api/entities/records', { body: { id: first?.id, fields: { name: 'new' } } });
    posted.length = 0;
    expect(await runOf(caller, { ...about, direction: 'export' })).toMatchObject({ updatedCount: 1 });
    expect(posted).toEqual([{ items: [{ id: first?.externalId, name: 'new' }] }]);
  });

  it('matches records of other sources by the field of the mapping', async () => {
    await using sink = await startSink();
    const caller = await aTenant();
    await connectTo(caller, 'sync_http_json', { baseUrl: sink.url, token: 't' });
    const { body: made } = await caller.api.post('/api/entities/records', {
      body: { entityType, fields: { email: 'Ada@x.example', age: 36 } },
    });
    await saveMapping(caller, 'sync_http_json', { otherFields: 'keep', matchStrategy: 'email' });
    const items = [
      { id: 1, email: 'ada@X.example', name: 'Ada' },
      { id: 2, email: 'bob@x.example' },
    ];
    sink.respond(() => ({ body: JSON.stringify({ items, nextCursor: null }) }));
    const run = await runOf(caller, { integrationId: 'sync_http_json', entityType, direction: 'import' });
    expect(run).toMatchObject(counts(1, 1));
    const records = await recordsOf(caller, entityType);
    expect(records).toHaveLength(2);
    const { fields } = records.find(({ id }) => id === made.id) ?? {};
    expect(fields).toEqual({ email: 'ada@X.example', age: 36, name: 'Ada' });
  });
});

describe('Stripe', () => {
  it('imports its payments and refunds as records, and later changes into them', async () => {
    const caller = await aTenant();
    const keys = await anAccount();
    await connectTo(caller, 'sync_stripe', keys);
    const atStripe = async (path: string, form: Record<string, string>): Promise<string> => {
      const response = await fetch(`${inject('stripe').apiBase}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.secretKey}` },
        body: new URLSearchParams(form),
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { id: string }).id;
    };
    const card = { confirm: 'true', payment_method: 'pm_card_visa', 'payment_method_types[0]': 'card' };
    const pay = () => atStripe('payment_intents', { amount: '4990', currency: 'eur', ...card });
    const paid = await pay();
    await atStripe('refunds', { payment_intent: paid, amount: '1000' });
    const about = { integrationId: 'sync_stripe', direction: 'import' };
    const payments = { ...about, entityType: 'stripe.payment_intent' };
    expect(await runOf(caller, payments)).toMatchObject(counts(1));
    expect(await runOf(caller, { ...about, entityType: 'stripe.refund' })).toMatchObject(counts(1));
    const [payment] = await recordsOf(caller, 'stripe.payment_intent');
    expect(payment).toMatchObject({ externalId: paid, fields: { amount: 4990, currency: 'eur' } });
    expect(JSON.stringify(payment)).not.toContain('client_secret');
    expect(await recordsOf(caller, 'stripe.refund')).toMatchObject([
      { fields: { amount: 1000, payment_intent: paid } },
    ]);
    await pay();
    expect(await runOf(caller, payments)).toMatchObject(counts(1, 0, 1));
    const start = (body: Record<string, unknown>) => caller.api.post('/api/data_sync/run', { body });
    expect(await start({ ...payments, direction: 'export' })).toMatchObject({ status: 400 });
    expect(await start({ ...about, entityType: 'stripe.customer' })).toMatchObject({ status: 400 });
  });
});
