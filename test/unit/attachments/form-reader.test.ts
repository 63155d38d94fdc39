import { hash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeForm, formType, inChunks, type Part, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import { readForm } from '../../../shared/modules/attachments/upload/form-reader.ts';

/** A sink that records its calls. */
function aSink({ failsAt = Number.POSITIVE_INFINITY } = {}) {
  const written: Buffer[] = [];
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  return {
    done,
    begun: begun.promise,
    bytes: () => Buffer.concat(written),
    sink: {
      write: async (chunk: Uint8Array) => {
        if (Buffer.concat(written).byteLength >= failsAt) throw new Error('the bucket is gone');
        written.push(Buffer.from(chunk));
        begun.resolve();
      },
      end: () => void done.push('end'),
      fixedKey: undefined,
      complete: async () => void done.push('complete'),
      abort: async () => void done.push('abort'),
    },
  };
}

type Reading = Partial<Parameters<typeof readForm>[0]> & {
  lengths?: number[];
  sink?: ReturnType<typeof aSink>;
};

function read(
  body: Uint8Array | AsyncGenerator<Uint8Array>,
  { lengths, sink = aSink(), ...more }: Reading = {},
) {
  const chunks = body instanceof Uint8Array ? inChunks(body, lengths) : body;
  const openSink = async () => sink.sink;
  return readForm({ contentType: formType, chunks, maxFileBytes: 1_000_000, openSink, ...more });
}

/** The beginning of an upload, until the client leaves. */
async function* leaving(left: Promise<void>) {
  yield encodeForm(uploadParts({}, { value: randomBytes(100_000) })).subarray(0, 50_000);
  await left;
  throw new Error('the client left');
}

describe('a form', () => {
  it.each([
    ['text/plain; charset=windows-1251', 'text/plain; charset=windows-1251'],
    ['Text/CSV;header=present;Charset="Shift_JIS"', 'text/csv; charset=shift_jis'],
    ['text/plain; charset=latin1', 'text/plain; charset=windows-1252'],
    ['text/plain; charset=klingon', 'text/plain'],
    [`text/plain; charset=${'x'.repeat(300)}`, 'text/plain'],
    ['text/plain', 'text/plain'],
  ])('has a file of type %s, also in chunks of any length', async (type, clientType) => {
    const lines =
      '\r\n--x\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: text/plain; charset=gbk\r\n\r\n';
    const parts = [
      { name: 'empty' },
      ...uploadParts({ note: lines }, { type }),
      { name: 'late', value: lines },
    ];
    for (const lengths of [[65_536], [1], [7, 31]])
      expect((await read(encodeForm(parts), { lengths })).file).toMatchObject({ clientType });
  });

  it('is read completely: its file into the sink, with size and hash, its fields into memory', async () => {
    const sink = aSink();
    const content = randomBytes(200_000);
    const parts = uploadParts({ tags: '["a"]' }, { value: content, filename: 'a b.bin' });
    const form = await read(encodeForm(parts), { sink });
    expect(form.sink).toBe(sink.sink);
    const sha256 = hash('sha256', content, 'hex');
    const figures = { bytes: 200_000, sha256, isTooLarge: false };
    expect(form.file).toMatchObject({ name: 'a b.bin', clientType: 'text/plain', ...figures });
    expect(form.file?.head).toEqual(content.subarray(0, 4_096));
    expect(sink.bytes().equals(content)).toBe(true);
    expect(sink.done).toEqual(['end']);
    expect(form.fields.get('tags')).toEqual(['["a"]']);
  });

  it('can have its parts in any order and any chunks', async () => {
    const parts = uploadParts({ tags: 'x' }, { value: 'line\r\n--one-boundary-of-\r\n--\r\nend' });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(parts, { minLength: parts.length }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        fc.constantFrom('', ' ', ' \t '),
        async (order, lengths, padding) => {
          const sink = aSink();
          const body = encodeForm(order).toString().replaceAll('-of-many\r', `-of-many${padding}\r`);
          const form = await read(Buffer.from(body), { lengths, sink });
          expect(sink.bytes().toString()).toBe('line\r\n--one-boundary-of-\r\n--\r\nend');
          expect([...form.fields.keys()].toSorted()).toEqual(['entityId', 'recordId', 'tags']);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('can have parts in base64', async () => {
    const sink = aSink();
    const content = randomBytes(10_000);
    const headers = ['Content-Transfer-Encoding: BASE64'];
    const value = content.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const parts = [...uploadParts({}, { value, headers }), { name: 'tags', value: 'WyLDpSJd', headers }];
    const form = await read(encodeForm(parts), { lengths: [7, 31], sink });
    expect([form.file?.bytes, form.fields.get('tags')]).toEqual([10_000, ['["å"]']]);
    expect(sink.bytes().equals(content)).toBe(true);
    const damaged = encodeForm(uploadParts({}, { value: 'aGVs=bG8', headers }));
    await expect(read(damaged)).rejects.toThrow('not in base64');
  });

  it('can have an empty file, and no file', async () => {
    const empty = await read(encodeForm(uploadParts({}, { value: '' })));
    expect(empty.file).toMatchObject({ bytes: 0, name: 'hello.txt' });
    expect((await read(encodeForm(uploadParts().slice(0, 2)))).file).toBeUndefined();
    expect((await read(encodeForm(uploadParts({}, { value: '', filename: '' })))).file).toBeUndefined();
  });

  it('can have a file without a name, and JSON from memory as fields', async () => {
    const blob = { type: 'application/json', filename: 'blob' };
    const [entity, record] = uploadParts();
    const parts = [
      ...[entity, record].filter((part) => part !== undefined),
      { name: 'file', value: 'picture', type: 'image/png' },
      { name: 'tags', value: '["a"]', ...blob },
      { name: 'customFields', value: '{}', ...blob, filename: '' },
    ];
    const { file, fields } = await read(encodeForm(parts));
    expect(file).toMatchObject({ name: '', clientType: 'image/png', bytes: 7 });
    expect([fields.get('tags'), fields.get('customFields')]).toEqual([['["a"]'], ['{}']]);
    const text = await read(encodeForm([{ name: 'file', value: 'invoice.pdf' }]));
    expect([text.file, text.fields.get('file')]).toEqual([undefined, ['invoice.pdf']]);
  });

  it.each([
    ['text/plain', 'Größe'],
    ['text/plain; charset=utf-8', '\ufeffGröße'],
    ['text/plain; charset=iso-8859-1', Buffer.from('Gr\xf6\xdfe', 'latin1')],
    ['text/plain; charset=utf-16le', Buffer.from('Größe', 'utf16le')],
  ])('stores every value of a repeated field, decoded from %s', async (type, value) => {
    const parts = [...uploadParts(), { name: 'tags', value: 'a' }, { name: 'tags', type, value }];
    expect((await read(encodeForm(parts))).fields.get('tags')).toEqual(['a', 'Größe']);
  });

  it('is refused if the bytes of a field are not in its charset', async () => {
    const type = 'text/plain; charset=shift_jis';
    const parts = [...uploadParts(), { name: 'tags', type, value: Buffer.from('\xff', 'latin1') }];
    await expect(read(encodeForm(parts))).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is not read further after its file is too large', async () => {
    const sink = aSink();
    let sent = 0;
    const chunks = (async function* () {
      yield encodeForm(uploadParts().slice(0, 2), { complete: false });
      yield encodeForm([{ name: 'file', filename: 'a', value: '' }], { complete: false }).subarray(0, -2);
      for (; sent <= 10_000_000; sent += 65_536) yield Buffer.alloc(65_536);
    })();
    const form = await read(chunks, { maxFileBytes: 100_000, sink });
    expect(form.file?.isTooLarge).toBe(true);
    expect(form.sink).toBeUndefined();
    expect(sent).toBeLessThan(500_000);
    expect(sink.done).toEqual(['abort']);
    expect(form.fields.get('entityId')).toEqual(['sales.order']);
  });

  it('releases the memory of its chunks while it is read', async () => {
    const sink = aSink();
    const content = randomBytes(500_000);
    const sent: Uint8Array[] = [];
    const chunks = (async function* () {
      for await (const chunk of inChunks(encodeForm(uploadParts({}, { value: content })), [10_000])) {
        const own = new Uint8Array(chunk);
        sent.push(own);
        yield own;
      }
    })();
    await read(chunks, { sink });
    expect(sink.bytes().equals(content)).toBe(true);
    // Chunks at a possible boundary do not belong to the file completely.
    expect(sent.filter(({ byteLength }) => byteLength === 0).length).toBeGreaterThan(sent.length / 2);
  });

  it('of exactly the maximum size is accepted', async () => {
    const form = await read(encodeForm(uploadParts()), { maxFileBytes: 5 });
    expect(form.file).toMatchObject({ bytes: 5, isTooLarge: false });
  });

  it('is not stored without a sink', async () => {
    const form = await read(encodeForm(uploadParts()), { openSink: async () => undefined });
    expect([form.sink, form.file?.bytes]).toEqual([undefined, 5]);
  });
});

const many = (count: number, part: (index: number) => Part): Part[] =>
  Array.from({ length: count }, (_, index) => part(index));

describe('malformed requests', () => {
  it.each<[string, Buffer, RegExp]>([
    ['an unfinished file', encodeForm(uploadParts(), { complete: false }).subarray(0, -5), /complete/],
    ['an unfinished header', encodeForm(uploadParts()).subarray(0, 60), /complete/],
    ['another body', Buffer.from('hello'), /complete/],
    ['no body', Buffer.from(''), /complete/],
    ['two files', encodeForm([...uploadParts(), ...uploadParts().slice(2)]), /too many files/],
    ['33 fields', encodeForm(many(33, (index) => ({ name: `f${index}`, value: '' }))), /too many fields/],
    ['a huge field', encodeForm([{ name: 'tags', value: 'x'.repeat(65_537) }]), /too long/],
    [
      'a file by another name',
      encodeForm([{ name: 'upload', filename: 'a', value: 'x' }]),
      /its part "file"/,
    ],
  ])('with %s are refused', async (_, body, message) => {
    const sink = aSink();
    await expect(read(body, { sink })).rejects.toMatchObject({
      code: 'malformed_body',
      message: expect.stringMatching(message),
    });
    expect(sink.done).not.toContain('complete');
  });

  it('headers without an end are not a part', async () => {
    const headers = Array.from({ length: 5_000 }, (_, index) => `x-${index}: ${'y'.repeat(20)}`);
    const form = await read(
      encodeForm([...uploadParts().slice(0, 2), { name: 'file', filename: 'a.txt', value: 'a', headers }]),
    ).catch((error: { code: string }) => error.code);
    // Either the part or the form has no end: no part of it is stored as something else.
    if (typeof form === 'string') expect(form).toBe('malformed_body');
    else expect([undefined, 'a.txt']).toContain(form.file?.name);
  });

  it.each([4_097, 80_000, 200_000])('a file name of %i characters is refused', async (characters) => {
    const sink = aSink();
    const filename = `${'.'.repeat(characters - 1)}a`;
    const reading = read(encodeForm(uploadParts({}, { filename })), { sink });
    await expect(reading).rejects.toThrow('The name of the file has more than 4096 characters.');
    expect(sink.done).toEqual([]);
  });

  it('a file name of 4096 characters is accepted', async () => {
    const filename = 'ü'.repeat(4_096);
    expect((await read(encodeForm(uploadParts({}, { filename })))).file?.name).toBe(filename);
  });

  it.each([
    ['a line that begins like the boundary', 'a\r\n--one-boundary-of-manyX\r\nb'],
    ['such a line before a blank one', 'a\r\n--one-boundary-of-manyX: y\r\n\r\nb'],
    ['the boundary', 'a\r\n--one-boundary-of-many\r\n\r\nb'],
  ])('with a file that contains %s is refused', async (_, value) => {
    const sink = aSink();
    const reading = read(encodeForm(uploadParts({}, { value: Buffer.from(value) })), { sink });
    await expect(reading).rejects.toThrow('has no Content-Disposition');
    expect(sink.done).not.toContain('complete');
  });

  it('any bytes are refused or read, without a hang', async () => {
    const token = fc.constantFrom(
      '--one-boundary-of-many',
      '--',
      '\r\n',
      'content-disposition: form-data; name="file"; filename="a"',
      '\r\n\r\n',
      ': ',
      'x',
      '\0',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(token, fc.string())), async (tokens) => {
        await read(Buffer.from(tokens.join(''))).catch((error: { code?: string }) =>
          expect(error.code).toBe('malformed_body'),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('an aborted upload', () => {
  it('by the client aborts the sink with the reason', async () => {
    const sink = aSink();
    await expect(read(leaving(sink.begun), { sink })).rejects.toThrow('the client left');
    expect(sink.done).toEqual(['abort']);
  });

  it('before its sink is open writes nothing', async () => {
    const sink = aSink();
    const opening = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const openSink = async () => {
      left.resolve();
      await opening.promise;
      return sink.sink;
    };
    await expect(read(leaving(left.promise), { openSink })).rejects.toThrow('the client left');
    opening.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sink.bytes()).toHaveLength(0);
  });

  it('by the bucket reports the reason, without waiting for the rest', async () => {
    const sink = aSink({ failsAt: 1 });
    const reading = read(encodeForm(uploadParts({}, { value: randomBytes(500_000) })), { sink });
    await expect(reading).rejects.toThrow('the bucket is gone');
    expect(sink.done).toEqual(['abort']);
  });
});
