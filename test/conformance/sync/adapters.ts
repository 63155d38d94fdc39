/** Conformance cases of sync: the built-in adapters of files and Stripe. They need the services of a local runtime. */
import { expect, inject } from 'vitest';
import { logsOf, rowOf, save } from '../../support/builders/integrations.ts';
import { anAccount } from '../../support/builders/payments.ts';
import { aFolder, filesIntegration, lines } from '../../support/builders/sync-files.ts';
import { connectTo, failuresOf, runOf } from '../../support/builders/sync-runs.ts';
import { casesOf } from '../support/conformance.ts';
import { localControl } from '../support/receivers.ts';
import { aCaller } from '../support/stage.ts';
import {
  aSource,
  type Body,
  counts,
  entityType,
  jsonIntegration,
  makeRecord,
  recordsIn,
  rows,
  startRun,
  syncPath,
} from '../support/sync-source.ts';

const { proves } = casesOf('sync');

/** An organization with its own folder of a bucket. */
async function aFile(format: 'ndjson' | 'csv' = 'ndjson') {
  localControl();
  const caller = await aCaller();
  const folder = await aFolder(caller, format);
  const subject = { integrationId: filesIntegration, entityType };
  return {
    caller,
    folder,
    put: (text: string) => folder.put(entityType, text),
    read: () => folder.read(entityType),
    import: (more: Body = {}) => runOf(caller, { ...subject, direction: 'import', ...more }),
    export: (more: Body = {}) => runOf(caller, { ...subject, direction: 'export', ...more }),
    validate: (direction: string) =>
      caller.api.post(`${syncPath}/validate`, { body: { ...subject, direction } }),
  };
}

proves('csv-files', async () => {
  const file = await aFile('csv');
  const { caller } = file;
  await caller.api.post(`${syncPath}/mappings`, {
    body: {
      ...{ integrationId: filesIntegration, entityType },
      mapping: {
        fields: [
          { externalField: 'SKU', localField: 'sku', mappingKind: 'external_id' },
          { externalField: 'Name', localField: 'name', transform: 'trim', required: true },
          { externalField: 'Price', localField: 'price.amount', transform: 'number' },
          { externalField: 'Tags', localField: 'tags', transform: { name: 'split', separator: '|' } },
        ],
      },
    },
  });
  await file.put(
    '\ufeffSKU;Name;Price;Tags;Other\r\nA-1; "Ä";1.5;x|y;o\r\nA-2;"two\nlines";2;;o\r\nA-3;;3;;\r\n;none;4;;\r\nA-5;e;x;;\r\n;;;;\r\n\r\n',
  );
  const run = await file.import({ batchSize: 2 });
  expect(run).toMatchObject({ ...counts(2, 0, 0, 3), batchesCompleted: 3 });
  expect(run.progressJob).toMatchObject({ totalCount: 5, processedCount: 5 });
  expect((await failuresOf(caller, run)).map(({ error }) => error)).toEqual([
    'Name is required.',
    'Row 5 has no SKU.',
    'Price is not a number.',
  ]);
  expect(await recordsIn(caller)).toMatchObject([
    { externalId: 'A-1', fields: { name: '"Ä"', price: { amount: 1.5 }, tags: ['x', 'y'] } },
    { externalId: 'A-2', fields: { name: 'two\nlines', price: { amount: 2 }, tags: [] } },
  ]);
  expect(await file.export({ batchSize: 1 })).toMatchObject(counts(0, 2));
  const written = (await file.read()).split('\n');
  expect(written[0]).toBe('SKU,Name,Price,Tags');
  expect(written.slice(1).join('\n')).toContain('A-1,"""Ä""",1.5,x|y');
  expect(await file.import()).toMatchObject(counts(0, 0, 2));
});

const customer = (name: string) => ({ id: 'C-1', name });

proves('ndjson-files', async () => {
  const file = await aFile();
  await file.put(lines(rows(120)));
  expect(await file.import({ batchSize: 50 })).toMatchObject({ ...counts(120), batchesCompleted: 3 });
  await file.put(`{"id":"C-1","name":"other"}\n{"id":"C-2","name":"Customer 2"}\n{"id"`);
  expect(await file.import()).toMatchObject(counts(0, 1, 1, 1));
  const id = await makeRecord(file.caller, { fields: { name: 'by hand' } });
  expect(await file.export({ batchSize: 60 })).toMatchObject(counts(0, 121));
  const written = (await file.read()).trimEnd().split('\n');
  expect(written).toHaveLength(121);
  for (const row of [{ id, name: 'by hand' }, customer('other')])
    expect(written).toContain(JSON.stringify(row));
  expect(await file.import()).toMatchObject(counts(0, 0, 121));
});

proves('whole-files', async () => {
  const file = await aFile();
  await makeRecord(file.caller, { fields: { name: 'one' } });
  for (const _ of [1, 2]) {
    expect(await file.export({ batchSize: 1 })).toMatchObject(counts(0, 1));
    expect((await file.read()).trimEnd().split('\n')).toHaveLength(1);
  }
});

proves('file-formats', async () => {
  const file = await aFile();
  await makeRecord(file.caller, { externalId: 'C-2', fields: { name: '=1+1', list: [1] } });
  await save(file.caller, filesIntegration, { ...file.folder.credentials, format: 'csv' });
  expect(await file.export()).toMatchObject({ status: 'completed', updatedCount: 1 });
  expect(await file.folder.read(entityType, 'csv')).toBe(`id,list,name\nC-2,[1],'=1+1\n`);
});

proves('missing-file', async () => {
  const file = await aFile();
  const lastError = expect.stringContaining('the file does not exist');
  expect(await file.import()).toMatchObject({ status: 'failed', lastError });
  expect(await file.validate('import')).toMatchObject({ status: 422, body: { ok: false } });
  expect(await file.validate('export')).toMatchObject({ status: 200, body: { ok: true } });
});

proves('refused-bucket', async () => {
  const file = await aFile();
  await file.put('{"id":1}');
  const credentials = { ...file.folder.credentials, accessKeyId: 'AKIAUNKNOWN' };
  await save(file.caller, filesIntegration, credentials);
  expect(await file.import()).toMatchObject({ status: 'paused' });
  expect(await rowOf(file.caller, filesIntegration)).toMatchObject({ reauthRequired: true });
  expect(JSON.stringify(await logsOf(file.caller))).not.toContain(credentials.secretAccessKey);
});

proves('stripe-objects', async () => {
  localControl();
  const caller = await aCaller();
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
  const [payment] = await recordsIn(caller, payments.entityType);
  expect(payment).toMatchObject({ externalId: paid, fields: { amount: 4990, currency: 'eur' } });
  expect(JSON.stringify(payment)).not.toContain('client_secret');
  const refund = { amount: 1000, payment_intent: paid };
  expect(await recordsIn(caller, 'stripe.refund')).toMatchObject([{ fields: refund }]);
  await pay();
  expect(await runOf(caller, payments)).toMatchObject(counts(1, 0, 1));
});

proves('json-pages', async () => {
  const source = await aSource(rows(5));
  source.answer = () => ({ body: JSON.stringify({ items: rows(5), nextCursor: null }) });
  expect(await source.sync({ batchSize: 2 })).toMatchObject({ ...counts(5), batchesCompleted: 3 });
  for (const { headers } of source.sink.requests)
    expect(headers).toMatchObject({ authorization: 'Bearer token-of-great-value' });
});

proves('json-answers', async () => {
  const source = await aSource();
  const reasons = {
    '{"items":{}}': 'without a list of items',
    '{"items":[],"nextCursor":true}': 'nextCursor that is not a text',
    '<html>': 'JSON',
  };
  for (const [body, text] of Object.entries(reasons)) {
    source.answer = () => ({ body });
    const lastError = expect.stringContaining(text);
    expect(await source.sync()).toMatchObject({ status: 'failed', lastError });
  }
});

proves('redirects-refused', async () => {
  const source = await aSource();
  source.answer = () => ({ status: 302, headers: { location: `${source.sink.url}/elsewhere` } });
  expect((await startRun(source.caller)).status).toBe(201);
  await source.sink.waitFor(1);
  const { api } = source.caller;
  const body = { integrationId: jsonIntegration, entityType, direction: 'import' };
  expect(await api.post(`${syncPath}/validate`, { body })).toMatchObject({ status: 422 });
  expect(source.sink.requests.map(({ path }) => path)).not.toContain('/elsewhere');
});
