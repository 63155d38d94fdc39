import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExportItem } from '../../../shared/modules/sync/adapter.ts';
import { s3Files } from '../../../shared/modules/sync/adapters/s3-files.ts';
import { Bucket } from '../../support/runtime/s3.ts';
import { anItem, exportAll, importAll } from '../../support/runtime/sync-adapters.ts';
import { aSyncBucket } from '../../support/runtime/sync-bucket.ts';

const bucket = await aSyncBucket();
afterAll(() => bucket.stop());

const items = (count: number, text = 'x'): ExportItem[] =>
  Array.from({ length: count }, (_, index) =>
    anItem(`local-${index}`, { name: `Größe ${index}`, text }, index % 2 === 0 ? `ext-${index}` : null),
  );
const idsOf = (given: readonly ExportItem[]) => given.map(({ externalId, localId }) => externalId ?? localId);

async function uploads(): Promise<number> {
  const found = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket }));
  return found.Uploads?.length ?? 0;
}

describe('an NDJSON file', () => {
  it('is written in one request if it is one batch, also an empty one', async () => {
    const file = bucket.aFile('ndjson');
    const { results } = await exportAll(s3Files, file.context, items(2));
    expect(results).toEqual([
      { localId: 'local-0', status: 'success', externalId: 'ext-0' },
      { localId: 'local-1', status: 'success', externalId: 'local-1' },
    ]);
    expect(await file.read()).toBe(
      '{"id":"ext-0","name":"Größe 0","text":"x"}\n{"id":"local-1","name":"Größe 1","text":"x"}\n',
    );
    await exportAll(s3Files, file.context, []);
    expect(await file.read()).toBe('');
    expect(await file.keys()).toEqual([file.key]);
  });

  it('of many batches appears at the end, without other objects', async () => {
    const file = bucket.aFile('ndjson');
    const all = items(250);
    await exportAll(s3Files, file.context, all, { batchSize: 100, until: 2 });
    expect(await file.keys()).not.toContain(file.key);
    const before = await uploads();
    await exportAll(s3Files, file.context, all, { batchSize: 100, times: 2 });
    const ids = (await file.read()).trimEnd().split('\n');
    expect(ids.map((line) => JSON.parse(line).id)).toEqual(idsOf(all));
    expect(await file.keys()).toEqual([file.key]);
    expect(await uploads()).toBe(before);
  });

  it('of more than one part is the same if each batch is written twice', async () => {
    const file = bucket.aFile('ndjson');
    const all = items(16, 'y'.repeat(500_000));
    await exportAll(s3Files, file.context, all, { batchSize: 2, times: 2 });
    const { items: read, bad } = await importAll(s3Files, file.context, 50);
    expect(bad).toEqual([]);
    expect(read.map(({ externalId }) => externalId)).toEqual(idsOf(all));
    expect(await file.keys()).toEqual([file.key]);
  });

  it('an abandoned one leaves nothing behind, also when it is abandoned repeatedly', async () => {
    const file = bucket.aFile('ndjson');
    await file.put('{"id":"old"}\n');
    const before = await uploads();
    const large = items(8, 'z'.repeat(900_000));
    const { cursor } = await exportAll(s3Files, file.context, large, { batchSize: 3, until: 2 });
    expect(await uploads()).toBe(before + 1);
    await s3Files.cleanUpExport?.(file.context, cursor);
    await s3Files.cleanUpExport?.(file.context, cursor);
    await s3Files.cleanUpExport?.(file.context, null);
    expect(await uploads()).toBe(before);
    expect(await file.keys()).toEqual([file.key]);
    expect(await file.read()).toBe('{"id":"old"}\n');
  });

  it('cannot be continued by another run', async () => {
    const file = bucket.aFile('ndjson');
    const { cursor } = await exportAll(s3Files, file.context, items(300), { until: 1 });
    const other = { ...file.context, runId: 'another' };
    const batch = { items: [], cursor, isLast: true, batchIndex: 1 };
    await expect(s3Files.writeBatch?.(other, batch)).rejects.toMatchObject({ name: 'SourceError' });
    // Leftovers of the first run are deleted when another one starts.
    await exportAll(s3Files, other, items(200));
    expect(await file.keys()).toEqual([file.key]);
  });
});

describe('a CSV file', () => {
  it('has the columns of all records in one order, the id first', async () => {
    const file = bucket.aFile('csv');
    const all = [
      anItem('1', { zeta: 1, id: 'not me' }),
      anItem('2', { alpha: 'a,b', tags: ['x', 'y'], nested: { b: 1 } }),
      anItem('3', { zeta: null, alpha: '=1+1', off: false, sum: -5 }),
    ];
    await exportAll(s3Files, file.context, all, { batchSize: 1, times: 2 });
    const [head, ...others] = (await file.read()).split('\n');
    expect(head).toBe('id,alpha,nested,off,sum,tags,zeta');
    expect(others).toEqual(['1,,,,,,1', '2,"a,b","{""b"":1}",,,"[""x"",""y""]",', "3,'=1+1,,false,-5,,", '']);
    await exportAll(s3Files, file.context, all.toReversed());
    expect((await file.read()).split('\n')[0]).toBe(head);
  });

  it('of more than one part is complete, even if a column occurs in the last record only', async () => {
    const file = bucket.aFile('csv');
    const all = [...items(16, `${'y'.repeat(500_000)},"`), anItem('last', { extra: 'here' })];
    await exportAll(s3Files, file.context, all, { batchSize: 2, times: 2 });
    const { items: read, bad } = await importAll(s3Files, file.context, 50);
    expect(bad).toEqual([]);
    expect(read.map(({ externalId }) => externalId)).toEqual(idsOf(all));
    expect(read.at(-1)?.data).toMatchObject({ id: 'last', extra: 'here', name: '' });
    expect(read[1]?.data.text).toBe(`${'y'.repeat(500_000)},"`);
    expect(await file.keys()).toEqual([file.key]);
  });

  it('has mapped fields in columns that imports find, and other objects as JSON', async () => {
    const file = bucket.aFile('csv');
    const context = { ...file.context, fieldPaths: ['ship.city', 'ship.to.zip', 'a.b', 'No.'] };
    const data = {
      ship: { city: 'Bonn', to: { zip: '53', floor: 1 } },
      a: { b: 2 },
      'No.': 3,
      other: { x: 1 },
    };
    await exportAll(s3Files, context, [anItem('1', data)]);
    const written =
      'id,No.,a.b,other,ship,ship.city,ship.to.zip\n1,3,2,"{""x"":1}","{""to"":{""floor"":1}}",Bonn,53\n';
    expect(await file.read()).toBe(written);
  });

  it('of no records has its header', async () => {
    const file = bucket.aFile('csv');
    await exportAll(s3Files, file.context, []);
    expect(await file.read()).toBe('id\n');
    expect((await importAll(s3Files, file.context)).items).toEqual([]);
  });

  it('returns every written text unchanged', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab =+-@\'",;\n\r\t0ü') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), async (pairs) => {
        const file = bucket.aFile('csv');
        const written = pairs.map(([a, b], index) => anItem(String(index), { a, b }));
        await exportAll(s3Files, file.context, written, { batchSize: 3 });
        const { items: read, bad } = await importAll(s3Files, file.context, 2);
        expect(bad).toEqual([]);
        expect(read.map(({ data }) => [data.a, data.b])).toEqual(pairs);
      }),
      { numRuns: 25 },
    );
  });
});
