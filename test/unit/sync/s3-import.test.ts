import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { limitedTo } from '../../../shared/modules/sync/adapters/s3-client.ts';
import { s3Files } from '../../../shared/modules/sync/adapters/s3-files.ts';
import { aContext, importAll } from '../../support/runtime/sync-adapters.ts';
import { aSyncBucket } from '../../support/runtime/sync-bucket.ts';

const bucket = await aSyncBucket();
afterAll(() => bucket.stop());

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Größe ${index}`, stock: index }));
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('memory', () => {
  it('reads at most the byte limit per batch, for any batch size', async () => {
    const file = bucket.aFile('ndjson');
    const text = 'x'.repeat(1_000_000);
    const large = Array.from({ length: 12 }, (_, index) => ({ id: `p${index}`, text }));
    await file.put(lines(large));
    const { items, batches } = await importAll(s3Files, file.context, 1_000);
    expect(items.map(({ externalId }) => externalId)).toEqual(large.map(({ id }) => id));
    for (const { items: some } of batches) expect(some.length).toBeLessThanOrEqual(5);
  });

  it('is read for one batch, even with long sections without records', async () => {
    const file = bucket.aFile('ndjson');
    await file.put(Buffer.concat([Buffer.alloc(150_000, 0x0a), Buffer.from('{"id":"last"}\n')]));
    const { items, batches } = await importAll(s3Files, file.context, 10);
    expect(items.map(({ externalId }) => externalId)).toEqual(['last']);
    expect(batches).toHaveLength(2);
  });

  it('reads at most the maximum size of a response', async () => {
    const body = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(buffer(limitedTo(body, 1_000))).rejects.toThrow('more than 1000 bytes');
    expect(body.destroyed).toBe(true);
    const whole = await buffer(limitedTo(Readable.from([Buffer.alloc(600), Buffer.alloc(400)]), 1_000));
    expect(whole).toHaveLength(1_000);
  });

  it('is not exceeded by a storage that ignores ranges', async () => {
    const server = createServer((_, response) => response.end(Buffer.alloc(200_000, 0x20)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = Object(server.address());
    const endpoint = `http://127.0.0.1:${port}`;
    vi.stubEnv('AWS_ENDPOINT_URL', endpoint);
    const file = bucket.aFile('ndjson', { endpoint });
    const reading = importAll(s3Files, file.context, 10);
    await expect(reading).rejects.toThrow('sends more than the requested range');
    vi.stubEnv('AWS_ENDPOINT_URL', bucket.s3.url());
    server.close();
  });
});

describe('NDJSON', () => {
  it('is read in batches, each of which starts where the previous one ended', async () => {
    const file = bucket.aFile('ndjson');
    await file.put(lines(rows(257)));
    const { items, bad, batches, cursor } = await importAll(s3Files, file.context, 50);
    expect(items.map(({ data }) => data)).toEqual(rows(257));
    expect(items.map(({ externalId }) => externalId)).toEqual(rows(257).map(({ id }) => id));
    expect(bad).toEqual([]);
    expect(batches.map(({ items: some }) => some.length)).toEqual([50, 50, 50, 50, 50, 7]);
    expect(cursor).toBeNull();
    for (const { totalEstimate = 0 } of batches) expect(Math.abs(totalEstimate - 257)).toBeLessThan(20);
    expect(batches.at(-1)?.totalEstimate).toBe(257);
  });

  it('may have a byte order mark, no final line end, blank lines and Windows line ends', async () => {
    const file = bucket.aFile('ndjson');
    await file.put('\ufeff{"id": 1}\r\n\r\n  \n{"id": "zwei", "deep": {"a": [1]}}');
    const { items, bad } = await importAll(s3Files, file.context, 1);
    expect(items).toEqual([
      { externalId: '1', data: { id: 1 } },
      { externalId: 'zwei', data: { id: 'zwei', deep: { a: [1] } } },
    ]);
    expect(bad).toEqual([]);
  });

  it('invalid lines and those without an id are reported with their number, without ending the run', async () => {
    const file = bucket.aFile('ndjson');
    const parts = ['{"id": "a"}', '{"id": ', '[1]', '{"name": "no id"}', '{"id": ""}', '{"id": {}}'];
    await file.put(
      Buffer.concat([
        Buffer.from(`${parts.join('\n')}\n`),
        Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
        Buffer.from(`{"id": "long", "x": "${'x'.repeat(1_100_000)}"}\n{"id": "z"}\n`),
      ]),
    );
    const { items, bad } = await importAll(s3Files, file.context, 3);
    expect(items.map(({ externalId }) => externalId)).toEqual(['a', 'z']);
    expect(bad.map(({ error }) => error)).toEqual([
      'Line 2 is not JSON.',
      'Line 3 is not a JSON object.',
      'Line 4 has no id.',
      'Line 5 has no id.',
      'Line 6 has no id.',
      'Line 7 is not UTF-8.',
      'Line 8 is longer than 1048576 bytes.',
    ]);
    expect(bad[0]).toMatchObject({ externalId: null, data: '{"id": ' });
    expect(bad[5]).toMatchObject({ externalId: null, data: '{ÿ}' });
  });

  it('of CSV whose header is not UTF-8 fails by name', async () => {
    const file = bucket.aFile('csv');
    await file.put(Buffer.from('id,Gr\xf6\xdfe\n1,2\n', 'latin1'));
    await expect(importAll(s3Files, file.context)).rejects.toThrow('first line of the file is not UTF-8');
  });

  it('the field of the mapping is the id', async () => {
    const file = bucket.aFile('ndjson');
    await file.put(lines([{ id: 1, keys: { sku: 'S-1' } }]));
    const { items } = await importAll(s3Files, { ...file.context, idField: 'keys.sku' });
    expect(items).toEqual([{ externalId: 'S-1', data: { id: 1, keys: { sku: 'S-1' } } }]);
  });

  it('an empty file has no items', async () => {
    const file = bucket.aFile('ndjson');
    await file.put('');
    const { batches } = await importAll(s3Files, file.context);
    expect(batches).toEqual([{ items: [], cursor: null, hasMore: false, totalEstimate: 0 }]);
  });
});

describe('CSV', () => {
  it('is read by its header, with commas or semicolons, quotes and line ends within them', async () => {
    const expected = [
      { id: '1', name: 'a, b; c', text: 'two\nlines' },
      { id: '2', name: 'say "hi"', text: '' },
      { id: '3', name: '5" pipe', text: 'x' },
    ];
    for (const [delimiter, end] of [
      [',', '\n'],
      [';', '\r\n'],
      ['\t', '\n'],
      ['|', '\n'],
    ]) {
      const file = bucket.aFile('csv');
      const table = [
        ['id', 'name', 'text'],
        ['1', '"a, b; c"', '"two\nlines"'],
        ['2', '"say ""hi"""', ''],
        ['3', '5" pipe', 'x'],
      ];
      const text = table.map((cells) => cells.join(delimiter)).join(end);
      await file.put(`\ufeff${text}${end}`);
      for (const batchSize of [1, 2, 100]) {
        const { items, bad } = await importAll(s3Files, file.context, batchSize);
        expect(bad).toEqual([]);
        expect(items.map(({ data }) => data)).toEqual(expected);
      }
    }
  });

  it('may begin with the line by which spreadsheets name the delimiter', async () => {
    const file = bucket.aFile('csv');
    await file.put('\ufeffsep=;\r\nid;name\r\n1;"a; b"\r\n');
    const { items, bad } = await importAll(s3Files, file.context);
    expect([items.map(({ data }) => data), bad]).toEqual([[{ id: '1', name: 'a; b' }], []]);
  });

  it('rows with a wrong number of cells are reported, and an unclosed quote affects one row only', async () => {
    const file = bucket.aFile('csv');
    await file.put('id,name\n1,"open\n2,b\n3\n4,d,too many\n,no one\n\n5,"e",,\n6,"never closed\n7,g\n');
    for (const batchSize of [1, 3, 100]) {
      const { items, bad } = await importAll(s3Files, file.context, batchSize);
      expect(items.map(({ data }) => data)).toEqual([
        { id: '2', name: 'b' },
        { id: '5', name: 'e' },
        { id: '7', name: 'g' },
      ]);
      expect(bad).toHaveLength(5);
      expect(bad.map(({ error }) => error.replace(/^Row \d+ /, ''))).toEqual([
        'has text behind a closing quote.',
        'has 1 cell, not 2.',
        'has 3 cells, not 2.',
        'has no id.',
        expect.stringMatching(/closed|cells|read/),
      ]);
    }
  });

  it('an unclosed quote in a large file affects one row', async () => {
    const file = bucket.aFile('csv');
    const many = Array.from({ length: 6_000 }, (_, index) => `${index},${'x'.repeat(300)}`);
    await file.put(`id,name\n0,"open\n${many.join('\n')}\n`);
    const { items, bad } = await importAll(s3Files, file.context, 1_000);
    expect(items).toHaveLength(6_000);
    expect(bad).toHaveLength(1);
  });

  it('cells that exports have escaped for spreadsheets are restored', async () => {
    const file = bucket.aFile('csv');
    await file.put("id,'=name\n1,'=1+1\n2,''-x\n3,'plain'\n");
    const { items } = await importAll(s3Files, file.context);
    expect(items.map(({ data }) => data['=name'])).toEqual(['=1+1', "'-x", "'plain'"]);
  });

  it('names of columns cannot access inherited object members', async () => {
    const file = bucket.aFile('csv');
    await file.put('id,__proto__,constructor\n1,x,y\n');
    const { items } = await importAll(s3Files, file.context);
    expect(Object.getPrototypeOf(items[0]?.data)).toBe(Object.prototype);
    expect(Object.keys(items[0]?.data ?? {})).toEqual(['id', '__proto__', 'constructor']);
  });
});

describe('a changed file', () => {
  it('ends the run during its import', async () => {
    const file = bucket.aFile('ndjson');
    await file.put(lines(rows(20)));
    const first = await s3Files.readBatch?.(file.context, { cursor: null, batchSize: 10 });
    await file.put(lines(rows(30)));
    const second = s3Files.readBatch?.(file.context, { cursor: first?.cursor ?? null, batchSize: 10 });
    await expect(second).rejects.toMatchObject({
      name: 'SourceError',
      message: expect.stringMatching(/has changed during the import, after 10 lines/),
    });
  });

  it('is read from the beginning by the next run after an incomplete one', async () => {
    const file = bucket.aFile('ndjson');
    await file.put(lines(rows(20)));
    const first = await s3Files.readBatch?.(file.context, { cursor: null, batchSize: 10 });
    const cursor = first?.cursor ?? null;
    const later = aContext({ ...file.context, runId: 'another' });
    const rest = await importAll(s3Files, later, 100, cursor);
    expect(rest.items).toHaveLength(10);
    expect(rest.batches[0]?.totalEstimate).toBe(10);
    await file.put(lines(rows(30)));
    expect((await importAll(s3Files, later, 100, cursor)).items).toHaveLength(30);
  });
});

describe('a refusal of S3', () => {
  const nameOf = (promise: Promise<unknown> | undefined) =>
    promise?.then(
      () => 'worked',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const read = (credentials: Record<string, string>) => {
    const { context } = bucket.aFile('ndjson', credentials);
    return nameOf(s3Files.readBatch?.(context, { cursor: null, batchSize: 1 }));
  };

  it('ends the run, or requests other credentials', async () => {
    expect(await read({ bucket: 'nowhere-to-be-found' })).toMatch(/the bucket does not exist/);
    expect(await read({ accessKeyId: '' })).toMatch(/^AuthorizationFailedError/);
    expect(await read({ region: 'x.example.com/#' })).toMatch(/^SourceError: The region/);
  });

  it('a private endpoint is refused', async () => {
    const hosts = ['http://127.0.0.1:9', 'http://169.254.169.254', 'http://[::1]', 'file:///etc/passwd'];
    for (const endpoint of hosts) expect(await read({ endpoint })).toMatch(/^SourceError: The endpoint must/);
    expect(await read({ endpoint: 'http://localtest.invalid' })).not.toBe('worked');
  });

  it('is reported by a check of the connection', async () => {
    const file = bucket.aFile('ndjson');
    const check = (direction: 'import' | 'export') => s3Files.validateConnection?.(file.context, direction);
    const missing = { ok: false, message: expect.stringContaining('does not exist') };
    expect(await check('import')).toMatchObject(missing);
    expect(await check('export')).toMatchObject({ ok: true });
    expect(await file.keys()).toEqual([]);
    await file.put('{"id":1}');
    expect(await check('import')).toMatchObject({ ok: true, details: { bytes: 8 } });
  });
});
