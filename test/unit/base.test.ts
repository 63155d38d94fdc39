import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { cached } from '../../shared/kernel/base/cached.ts';
import { timeOrderedUuid, uuidOf } from '../../shared/kernel/base/ids.ts';
import { transferBuffer } from '../../shared/kernel/base/transfer-buffer.ts';
import { setParameters } from '../../shared/kernel/base/url-parameters.ts';

describe('a cached function', () => {
  it('computes a value once, and again only after others were used', () => {
    const compute = vi.fn((text: string) => text.toUpperCase());
    const upperCase = cached(2, compute);
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(upperCase)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(compute.mock.calls.map(([text]) => text)).toEqual(['a', 'b', 'c', 'b']);
  });

  it('caches undefined results, and no errors', () => {
    const compute = vi.fn((text: string) => {
      if (text === 'bad') throw new Error('refused');
    });
    const checked = cached(2, compute);
    expect([checked('good'), checked('good')]).toEqual([undefined, undefined]);
    expect(() => checked('bad')).toThrow('refused');
    expect(() => checked('bad')).toThrow('refused');
    expect(compute).toHaveBeenCalledTimes(3);
  });
});

describe('uuidOf', () => {
  it('returns the same UUID for the same text', () => {
    expect(uuidOf('a')).toBe(uuidOf('a'));
    expect(uuidOf('a')).not.toBe(uuidOf('b'));
    expect(z.safeParse(z.uuid({ version: 'v5' }), uuidOf('a')).success).toBe(true);
  });
});

describe('timeOrderedUuid', () => {
  it('is a unique UUID of version 7, sorted by time', () => {
    const times = [0, 1, 255, 256, Date.now(), Date.now() + 1, 2 ** 48 - 1];
    const ids = times.map(timeOrderedUuid);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(z.safeParse(z.uuidv7(), id).success, id).toBe(true);
    expect(timeOrderedUuid(1)).not.toBe(timeOrderedUuid(1));
  });
});

describe('a chunk that is released', () => {
  it('releases its memory', () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const { buffer } = chunk;
    transferBuffer(chunk);
    expect([chunk.byteLength, buffer.byteLength]).toEqual([0, 0]);
  });

  it('keeps memory with other views', () => {
    const whole = Buffer.alloc(100, 'x');
    const pooled = Buffer.from('of a pool');
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    for (const chunk of [whole.subarray(0, 50), whole.subarray(1), pooled, shared]) transferBuffer(chunk);
    expect([whole.byteLength, pooled.toString(), shared.byteLength]).toEqual([100, 'of a pool', 8]);
  });
});

it.each([
  ['https://a.example/x', 'https://a.example/x?limit=5&cursor=a+b%26'],
  ['https://a.example/x?q=a%20b%2Fc&flag&~', 'https://a.example/x?q=a%20b%2Fc&flag&~&limit=5&cursor=a+b%26'],
  [
    'https://a.example/x?sig=a%2Bb%3D&limit=100&&lim%69t=9',
    'https://a.example/x?sig=a%2Bb%3D&limit=5&cursor=a+b%26',
  ],
])('sets parameters of %s, and keeps the others as they are written', (address, expected) => {
  const url = new URL(address);
  setParameters(url, { limit: '5', cursor: 'a b&' });
  expect(url.href).toBe(expected);
});
