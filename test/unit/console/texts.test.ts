import { describe, expect, it } from 'vitest';
import { bytes, clockOf, duration, exactTime, relativeTime } from '../../../lib/console/ui/times.ts';
import { parseHeaders } from '../../../lib/console/webhooks/webhook-fields.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');

describe('times', () => {
  it.each([
    ['2026-03-10T11:59:58.000Z', 'just now'],
    ['2026-03-10T11:57:00.000Z', '3 minutes ago'],
    ['2026-03-10T14:00:00.000Z', 'in 2 hours'],
    ['2026-03-09T11:00:00.000Z', '1 day ago'],
    ['2026-03-08T13:00:00.000Z', '1 day ago'],
    ['2026-03-10T12:00:30.000Z', 'in 30 seconds'],
  ])('formats %s as "%s"', (iso, words) => {
    expect(relativeTime(iso, now)).toBe(words);
  });

  it.each([
    ['2026-03-10T11:57:01.000Z', 'UTC', '11:57:01 UTC'],
    ['2026-03-10T11:57:01.000Z', 'Europe/Berlin', '12:57:01 Europe/Berlin'],
    ['2026-03-09T11:00:00.000Z', 'UTC', '9 Mar, 11:00:00 UTC'],
    ['2026-03-10T23:30:00.000Z', 'Asia/Tokyo', '11 Mar, 08:30:00 Asia/Tokyo'],
    ['2026-02-10T11:00:00.000Z', 'UTC', undefined],
  ])('shows the exact time of %s in %s as "%s" beside it', (iso, zone, clock) => {
    expect(clockOf(iso, now, zone)).toBe(clock);
  });

  it('shows the date of a time that is more than a week away in the chosen zone', () => {
    expect(relativeTime('2026-02-10T23:00:00.000Z', now, 'UTC')).toBe('10 Feb 2026, 23:00 UTC');
  });

  it('names the time zone and also shows UTC', () => {
    const text = exactTime('2026-03-10T12:00:00.000Z', 'Europe/Berlin');
    expect(text).toContain('13:00:00');
    expect(text).toContain('(Europe/Berlin)');
    expect(text).toContain('2026-03-10T12:00:00.000Z');
  });

  it.each([
    [null, '–'],
    [34, '34 ms'],
    [1_500, '1.5 s'],
    [120_000, '2 min'],
    [3_600_000, '1 h 0 min'],
    [9_000_000, '2 h 30 min'],
  ])('formats %s milliseconds as "%s"', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });

  it.each([
    [0, '0 B'],
    [1_536, '1.5 KB'],
    [512 * 1_024 ** 2, '512 MB'],
  ])('formats %i bytes as "%s"', (count, words) => {
    expect(bytes(count)).toBe(words);
  });
});

describe('headers of a webhook', () => {
  it('reads a name and a value from each line', () => {
    expect(parseHeaders('X-Team: orders\n\n X-Url : https://a.example:8080 ')).toEqual({
      'X-Team': 'orders',
      'X-Url': 'https://a.example:8080',
    });
  });

  it.each(['no colon', ': value', 'Name:'])('refuses the line "%s"', (line) => {
    expect(parseHeaders(line)).toBeUndefined();
  });
});
