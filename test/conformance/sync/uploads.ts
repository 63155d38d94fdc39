/** Conformance cases of sync: imports of uploaded files, their preview, and the correction of failed rows. */
import { expect } from 'vitest';
import { aFile } from '../../support/builders/attachments.ts';
import { aVersion } from '../../support/builders/file-versions.ts';
import { failuresOf, runOf } from '../../support/builders/sync-runs.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, aSibling } from '../support/stage.ts';
import {
  aBusyRun,
  aSource,
  type Body,
  counts,
  entityType,
  makeRecord,
  readRun,
  recordsIn,
  runsPath,
  startRun,
  syncPath,
} from '../support/sync-source.ts';

const { proves } = casesOf('sync');

const uploads = { integrationId: 'sync_uploads', entityType, direction: 'import' };

/** Uploads a CSV file to the private partition. */
async function anUpload({ api }: TestCaller, text: string): Promise<string> {
  const file = { value: text, filename: 'customers.csv', type: 'text/csv' };
  return (await aFile(api, { partitionCode: 'privateAttachments' }, file)).id;
}

/** An import of an uploaded file that has ended, with its failed rows. */
async function anImport(text: string) {
  const caller = await aCaller();
  const run = await runOf(caller, { ...uploads, attachmentId: await anUpload(caller, text) });
  return { caller, run, failures: await failuresOf(caller, run) };
}

const fix = ({ api }: TestCaller, runId: string, failureId: string, data: Body) =>
  api.post<Body>(`${runsPath}/${runId}/failures/${failureId}/fix`, { body: { data } });

const preview = ({ api }: TestCaller, body: Body) =>
  api.post<Body>(`${syncPath}/preview`, {
    body: { integrationId: uploads.integrationId, entityType, ...body },
  });

proves('uploaded-file', async () => {
  const caller = await aCaller();
  const attachmentId = await anUpload(caller, 'id;name\r\nC-1;"Ä;\nA"\r\nC-2;Ada\r\n');
  const first = await runOf(caller, { ...uploads, attachmentId, batchSize: 1 });
  expect(first).toMatchObject({ ...counts(2), status: 'completed', attachmentId, batchesCompleted: 2 });
  expect(await recordsIn(caller)).toMatchObject([
    { externalId: 'C-1', fields: { name: 'Ä;\nA' } },
    { externalId: 'C-2', fields: { name: 'Ada' } },
  ]);
  expect(await runOf(caller, { ...uploads, attachmentId })).toMatchObject(counts(0, 0, 2));
  const retried = await caller.api.post<Body>(`${runsPath}/${first.id}/retry`, { body: {} });
  expect(retried.status).toBe(201);
  expect(await readRun(caller, retried.body.id)).toMatchObject({ attachmentId, retryOf: first.id });

  const file = { value: 'id,name\nC-3,Grace\n', filename: 'customers.csv', type: 'text/csv' };
  await aVersion(caller, attachmentId, file);
  expect(await preview(caller, { attachmentId })).toMatchObject({ body: { rows: [{ externalId: 'C-3' }] } });
  expect(await runOf(caller, { ...uploads, attachmentId })).toMatchObject(counts(1));

  const required = { status: 400, body: { details: [{ field: 'attachmentId', message: 'is required' }] } };
  expect(await startRun(caller, uploads)).toMatchObject(required);
  expect((await startRun(caller, { attachmentId })).status).toBe(400);
  const blind = await aKey({ ...caller, features: ['data_sync.run', 'data_sync.view'] });
  const refused = { status: 403, body: { requiredFeatures: ['attachments.view'] } };
  expect(await startRun(blind, { ...uploads, attachmentId })).toMatchObject(refused);
  expect(await preview(blind, { attachmentId })).toMatchObject(refused);
  for (const other of [await aCaller(), await aSibling(caller)]) {
    const missing = { status: 'failed', lastError: 'The uploaded file does not exist.', ...counts() };
    expect(await runOf(other, { ...uploads, attachmentId })).toMatchObject(missing);
    expect((await preview(other, { attachmentId })).status).toBe(422);
  }
});

proves('preview', async () => {
  const caller = await aCaller();
  const rows = Array.from({ length: 12 }, (_, index) => `C-${index + 1},n${index + 1},${index},2026-03-01`);
  const text = ['Number,Name,Amount,Since', 'C-0,,many,soon', ...rows, ''].join('\n');
  const mapping = {
    fields: [
      { externalField: 'Number', localField: 'number', mappingKind: 'external_id' },
      { externalField: 'Name', localField: 'name', required: true },
      { externalField: 'Amount', localField: 'price.amount', transform: 'number' },
      { externalField: 'Since', localField: 'since', transform: 'date' },
    ],
    condition: { field: 'Name', operator: '!=', value: 'n2' },
  };
  const attachmentId = await anUpload(caller, text);
  const found = await preview(caller, { attachmentId, mapping });
  const columns = ['Number', 'Name', 'Amount', 'Since'];
  const page = { recordType: entityType, columns, isSaved: false, hasMore: true };
  expect(found).toMatchObject({ status: 200, body: page });
  const shown = found.body.rows as Body[];
  expect(shown).toHaveLength(10);
  expect(shown.slice(0, 3)).toMatchObject([
    {
      ...{ outcome: 'failed', externalId: 'C-0', fields: null },
      data: { Number: 'C-0', Name: '', Amount: 'many', Since: 'soon' },
      problems: [
        { field: 'Name', message: 'is required' },
        { field: 'Amount', message: 'is not a number' },
        { field: 'Since', message: 'is not a date' },
      ],
    },
    {
      ...{ outcome: 'ready', externalId: 'C-1', problems: [] },
      fields: { name: 'n1', price: { amount: 0 }, since: '2026-03-01T00:00:00.000Z' },
    },
    { outcome: 'held back', externalId: 'C-2' },
  ]);
  expect(await recordsIn(caller)).toEqual([]);
  const tier = { externalField: 'Name', localField: 'tier', mappingKind: 'custom_field' };
  const extended = { ...mapping, fields: [...mapping.fields, tier] };
  const unknown = await preview(caller, { attachmentId, mapping: extended });
  const problems = [{ field: 'cf_tier', message: 'is not a defined custom field' }];
  expect((unknown.body.rows as Body[])[1]).toMatchObject({ outcome: 'failed', problems });
});

proves('preview-columns', async () => {
  const caller = await aCaller();
  const attachmentId = await anUpload(caller, 'Number,Name\n7,Ada\n');
  const problems = [{ field: null, message: 'Row 2 has no id.' }];
  expect(await preview(caller, { attachmentId })).toMatchObject({
    status: 200,
    body: { columns: ['Number', 'Name'], hasMore: false, rows: [{ outcome: 'failed', problems }] },
  });
  const header = await preview(caller, { attachmentId: await anUpload(caller, 'id;Name;\n') });
  expect(header).toMatchObject({ status: 200, body: { columns: ['id', 'Name'], rows: [], hasMore: false } });
});

proves('fixed-item', async () => {
  const { caller, run, failures } = await anImport('id,name\nC-1,Ada\n,Grace\n,Alan\n');
  expect(run).toMatchObject(counts(1, 0, 0, 2));
  const [grace, alan] = failures.map(({ failureId }) => failureId);
  const created = await fix(caller, run.id, String(grace), { id: 'C-2', name: 'Grace' });
  const oneFixed = { ...counts(2, 0, 0, 1), fixedCount: 1 };
  expect(created).toMatchObject({ status: 200, body: { outcome: 'created', run: oneFixed } });
  expect(await failuresOf(caller, run)).toMatchObject([{ failureId: alan }]);
  await makeRecord(caller, { externalId: 'C-3', fields: { name: 'Al', city: 'London' } });
  const updated = await fix(caller, run.id, String(alan), { id: 'C-3', name: 'Alan' });
  expect(updated).toMatchObject({ status: 200, body: { outcome: 'updated' } });
  const bothFixed = { ...counts(2, 1, 0, 0), fixedCount: 2, lastError: null };
  expect(await readRun(caller, run.id)).toMatchObject(bothFixed);
  expect(await failuresOf(caller, run)).toEqual([]);
  expect(await recordsIn(caller)).toMatchObject([
    { externalId: 'C-1' },
    { externalId: 'C-2', fields: { name: 'Grace' } },
    { externalId: 'C-3', fields: { name: 'Alan', city: 'London' } },
  ]);
});

proves('fixed-once', async () => {
  const { caller, run, failures } = await anImport('id,name\n,A\n,B\n,C\n');
  expect(run.lastError).toBe('Nothing was imported: of 3 rows, 3 failed.');
  const [first, ...others] = failures.map(({ failureId }) => failureId);
  const same = await Promise.all(
    [1, 2, 3].map((number) => fix(caller, run.id, String(first), { id: 'C-1', name: `A${number}` })),
  );
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const parallel = await Promise.all(
    others.map((failureId, index) => fix(caller, run.id, failureId, { id: `C-${index + 2}`, name: 'B' })),
  );
  expect(parallel.map(({ status }) => status)).toEqual([200, 200]);
  const allFixed = { ...counts(3, 0, 0, 0), fixedCount: 3, lastError: null };
  expect(await readRun(caller, run.id)).toMatchObject(allFixed);
  expect(await recordsIn(caller)).toHaveLength(3);
});

proves('fix-refused', async () => {
  const caller = await aCaller();
  const { api } = caller;
  const mapping = {
    fields: [
      { externalField: 'name', localField: 'name', required: true },
      { externalField: 'amount', localField: 'amount', transform: 'number' },
    ],
  };
  const body = { integrationId: uploads.integrationId, entityType, mapping };
  await api.post(`${syncPath}/mappings`, { body });
  const attachmentId = await anUpload(caller, 'id,name,amount\nC-1,Ada,many\n');
  const run = await runOf(caller, { ...uploads, attachmentId });
  const [{ failureId = '' } = {}] = await failuresOf(caller, run);
  const details = [
    { field: 'data.name', message: 'is required' },
    { field: 'data.amount', message: 'is not a number' },
  ];
  const wrong = await fix(caller, run.id, failureId, { id: 'C-1', name: '', amount: 'few' });
  expect(wrong).toMatchObject({ status: 400, body: { details } });
  expect((await fix(caller, run.id, failureId, { name: 'Ada' })).status).toBe(400);
  expect((await fix(await aCaller(), run.id, failureId, { id: 'C-1' })).status).toBe(404);
  expect(await readRun(caller, run.id)).toMatchObject(counts(0, 0, 0, 1));
  expect(await failuresOf(caller, run)).toHaveLength(1);

  const source = await aSource([{ name: 'no id' }]);
  const busy = await aBusyRun(source);
  const refused = { status: 409, body: { code: 'sync_run_state' } };
  expect(await fix(source.caller, busy.id, '0-0', { id: 'C-1' })).toMatchObject(refused);
  busy.release({ status: 204 });
  const exported = await source.sync({ direction: 'export' });
  expect((await fix(source.caller, exported.id, '0-0', { id: 'C-1' })).status).toBe(409);
});
