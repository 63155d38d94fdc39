import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aZip } from '../../../lib/lab/bench/docx-objects.ts';
import { openZip, type Zip, ZipError } from '../../../shared/modules/attachments/extraction/zip.ts';

const limits = { zipEntries: 3, unzippedBytes: 1_000 };
const textOf = async (zip: Zip, name: string) => Buffer.from(await zip.read(name)).toString();

describe('an archive', () => {
  it('returns its entries', async () => {
    const zip = await openZip(aZip({ a: 'first', 'dir/b': 'second' }), limits);
    expect([zip.has('a'), zip.has('b')]).toEqual([true, false]);
    expect(await textOf(zip, 'dir/b')).toBe('second');
    await expect(zip.read('b')).rejects.toThrow(ZipError);
  });

  it.each([String.raw`word\document.xml`, '/word/document.xml'])(
    'has the part %s by its usual name',
    async (name) => {
      const zip = await openZip(aZip({ [name]: 'text', '../b': '' }), limits);
      expect(await textOf(zip, 'word/document.xml')).toBe('text');
    },
  );

  it.each(['\0\0\0', 'PK', '\r\n'])('is read without the bytes %j after its end', async (tail) => {
    const zip = await openZip(Buffer.concat([aZip({ a: 'first' }), Buffer.from(tail)]), limits);
    expect(await textOf(zip, 'a')).toBe('first');
  });

  it('is read although its comment is cut', async () => {
    const bytes = aZip({ a: 'first' });
    bytes.writeUInt16LE(1, bytes.length - 2);
    expect(await textOf(await openZip(bytes, limits), 'a')).toBe('first');
  });

  it('is refused with too many entries', async () => {
    await expect(openZip(aZip({ a: '', b: '', c: '', d: '' }), limits)).rejects.toThrow(/4 entries/);
  });

  it('is refused if the read entries decompress to too much', async () => {
    const zip = await openZip(aZip({ a: 'x'.repeat(600), b: 'y'.repeat(600) }), limits);
    expect(await textOf(zip, 'a')).toHaveLength(600);
    await expect(zip.read('b')).rejects.toThrow(/archive is too large/);
  });

  it.each([1, 599, 601])('is refused if an entry of 600 bytes declares %d', async (claimedBytes) => {
    const zip = await openZip(aZip({ a: 'x'.repeat(600) }, { claimedBytes }), limits);
    await expect(zip.read('a')).rejects.toThrow(ZipError);
  });

  it('that is damaged at any position is refused as damaged', async () => {
    const whole = aZip({ a: 'first', b: 'second' });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, value) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        try {
          const zip = await openZip(bytes, limits);
          for (const name of ['a', 'b']) if (zip.has(name)) await zip.read(name);
        } catch (error) {
          expect(error).toBeInstanceOf(ZipError);
        }
      }),
    );
    for (let length = 0; length < whole.length; length += 7) {
      await expect(openZip(whole.subarray(0, length), limits)).rejects.toThrow(ZipError);
    }
  });
});
