import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDate, lastMomentOf, normalizeDate } from '../../../shared/kernel/base/dates.ts';

describe('isDate', () => {
  it.each(
    [
      ['2024-02-29', '0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z'],
      ['2026-01-01T10:00:59', '2026-01-01T10:00:00.1Z', '2026-01-01T10:00:00.123456789Z'],
      ['2026-01-01 10:00:00.5+00', '1960-12-31T15:59:60.123-08:00'],
    ].flat(),
  )('%s is valid', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each(
    [
      ['', 'tomorrow', '2026', '2026-01', '2026-1-1', '01/02/2026', '+002026-01-01', '1767225600000'],
      ['2026-02-29', '2026-02-30', '2026-04-31T10:00:00Z', '2026-13-01', '2026-00-01', '2026-01-00'],
      ['2026-01-01T', '2026-01-01T10', '2026-01-01T25:00', '2026-01-01T10:60', '2026-01-01T10:00:60Z'],
      ['1998-12-31T23:59:60-08:00', '1998-12-31T23:58:60Z', '1960-12-31T10:00:60Z', '1998-12-31T23:59:61Z'],
      ['2026-01-01T10:00:00+25:00', '2026-01-01T10:00:00Z trailing', ' 2026-01-01', '2026-01-01\n'],
      ['９999-01-01', '9999-12-31T23:59:60Z', '0000-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'],
    ].flat(),
  )('%j is invalid', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('normalizeDate', () => {
  it.each([
    ['2026-01-01', '2026-01-01'],
    ['2026-01-01T10:00', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:30', '2026-01-01T10:00:30.000Z'],
    ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:00.5Z', '2026-01-01T10:00:00.500Z'],
    ['2026-01-01T00:30:00+02:00', '2025-12-31T22:30:00.000Z'],
    ['2026-01-01T10:00:00-0330', '2026-01-01T13:30:00.000Z'],
    ['2026-01-01 10:00:00', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01 10:00:00.123456+02', '2026-01-01T08:00:00.123Z'],
    ['2026-01-01t10:00:00z', '2026-01-01T10:00:00.000Z'],
    ['1998-12-31T23:59:60Z', '1999-01-01T00:00:00.000Z'],
    ['1998-12-31T15:59:60.123-08:00', '1999-01-01T00:00:00.123Z'],
  ])('%s is valid, and normalized to %s', (text, expected) => {
    expect(isDate(text)).toBe(true);
    expect(normalizeDate(text)).toBe(expected);
  });

  it('returns a date that is accepted again and stays the same', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    const year = fc.integer({ min: 0, max: 9_999 }).map((value) => String(value).padStart(4, '0'));
    const zone = fc.oneof(
      fc.constantFrom('', 'Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), two(25), fc.constantFrom('', ':'), two(61))
        .map((parts) => parts.join('')),
    );
    const text = fc
      .tuple(year, two(13), two(32), two(25), two(61), two(61), zone)
      .map(([y, m, d, hour, minute, second, at]) => `${y}-${m}-${d}T${hour}:${minute}:${second}${at}`);
    fc.assert(
      fc.property(text, (date) => {
        fc.pre(isDate(date));
        const normalized = normalizeDate(date);
        expect(isDate(normalized)).toBe(true);
        expect(normalizeDate(normalized)).toBe(normalized);
      }),
    );
  });
});

describe('lastMomentOf', () => {
  it('is the end of the day for a date without a time, and otherwise the given time', () => {
    expect(new Date(lastMomentOf('2026-02-28')).toISOString()).toBe('2026-02-28T23:59:59.999Z');
    expect(new Date(lastMomentOf('2026-02-28T10:00:00.000Z')).toISOString()).toBe('2026-02-28T10:00:00.000Z');
  });
});
