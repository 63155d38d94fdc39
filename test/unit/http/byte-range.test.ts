import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RangeNotSatisfiableError } from '../../../shared/kernel/errors/errors.ts';
import { requestedRange } from '../../../shared/kernel/http/byte-range.ts';

const etag = '"abc"';
const of = (range: string | undefined, totalBytes = 1_000, ifRange?: string) =>
  requestedRange({ range, ifRange, etag, totalBytes });

describe('requestedRange', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-499', 0, 499],
    ['bytes=500-', 500, 999],
    ['bytes=500-99999', 500, 999],
    ['bytes=999-999', 999, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['Bytes = 1 - 2 ', 1, 2],
  ])('reads %s', (range, first, last) => {
    expect(of(range)).toEqual({ first, last });
  });

  it.each([
    ['bytes=0-1', '"abc"'],
    ['bytes=5000-', '"abc"'],
    ['bytes=0-1', '*'],
    ['bytes=0-1', 'W/"abc"'],
  ])('ignores %s of a version that the client has (If-None-Match: %s)', (range, ifNoneMatch) => {
    const given = { range, ifRange: undefined, ifNoneMatch, etag, totalBytes: 1_000 };
    expect(requestedRange(given)).toBeUndefined();
  });

  it.each([
    ...[undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=1.5-2'],
    ...['bytes=0-1,3-4', 'bytes=0-1,', 'lines=0-1', 'bytes=--1', 'bytes=0x10-'],
  ])('returns the whole for %j', (range) => {
    expect(of(range)).toBeUndefined();
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'refuses %s of 1000 bytes and returns the size',
    (range) => {
      const headers = { 'content-range': 'bytes */1000' };
      expect(() => of(range)).toThrow(
        expect.objectContaining({ constructor: RangeNotSatisfiableError, headers }),
      );
    },
  );

  it('returns an empty file only as a whole', () => {
    expect(of('bytes=-5', 0)).toBeUndefined();
    expect(() => of('bytes=0-', 0)).toThrow(RangeNotSatisfiableError);
  });

  it.each([
    [etag, { first: 0, last: 1 }],
    [` ${etag} `, { first: 0, last: 1 }],
    ['"other"', undefined],
    [`W/${etag}`, undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('with If-Range %s returns a part only of the current version', (ifRange, expected) => {
    expect(of('bytes=0-1', 1_000, ifRange)).toEqual(expected);
  });

  it('checks If-Range before it refuses a range', () => {
    expect(of('bytes=5000-', 1_000, '"other"')).toBeUndefined();
  });

  it('returns a part within the file, the whole, or a refusal, for any range', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
      fc.nat().map((count) => `bytes=-${count}`),
      fc.nat().map((from) => `bytes=${from}-`),
    );
    fc.assert(
      fc.property(header, fc.nat(), (range, totalBytes) => {
        try {
          const part = of(range, totalBytes);
          if (part === undefined) return;
          expect(part.first).toBeGreaterThanOrEqual(0);
          expect(part.last).toBeGreaterThanOrEqual(part.first);
          expect(part.last).toBeLessThan(totalBytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeNotSatisfiableError);
        }
      }),
    );
  });
});
