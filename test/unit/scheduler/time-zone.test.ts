import { describe, expect, it, vi } from 'vitest';
import { instantOf, wallTimeAt, zoneNamed } from '../../../shared/modules/scheduler/timing/time-zone.ts';

describe('zoneNamed', () => {
  it.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Europe/Paris', 'Europe/Paris'],
    ['europe/paris', 'Europe/Paris'],
    ['EUROPE/PARIS', 'Europe/Paris'],
    ['Utc', 'UTC'],
    ['US/Eastern', 'US/Eastern'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/Port_of_Spain', 'America/Port_of_Spain'],
    ['Etc/GMT+1', 'Etc/GMT+1'],
  ])('knows %s', (text, name) => {
    expect(zoneNamed(text)).toBe(name);
  });

  it.each(['', ' ', 'Mars/Olympus', '+01:00', '-0500', 'Europe/', 'Europe/Paris ', 'x'.repeat(100)])(
    'refuses "%s"',
    (text) => {
      expect(zoneNamed(text)).toBeUndefined();
    },
  );
});

describe('the formats of zones', () => {
  it('are not cached for every spelling of a time zone', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const spellings = Array.from({ length: 200 }, (_, index) =>
      [...'europe/berlin']
        .map((letter, bit) => ((index >> (bit % 8)) & 1 ? letter.toUpperCase() : letter))
        .join(''),
    );
    for (const spelling of spellings) zoneNamed(spelling);
    made.mockClear();
    // All of them would be reused if they were all cached.
    for (const spelling of spellings) zoneNamed(spelling);
    expect(made.mock.calls.length).toBeGreaterThan(0);
    made.mockRestore();
  });
});

describe('the clock on the wall', () => {
  const wall = (text: string) => Date.parse(`${text}Z`);

  it.each([
    ['UTC', '2026-03-01T09:30:00', '2026-03-01T09:30:00Z'],
    ['Europe/Paris', '2026-07-01T09:30:00', '2026-07-01T07:30:00Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00', '2025-12-31T18:15:00Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00', '2025-12-31T10:00:00Z'],
    ['Pacific/Pago_Pago', '2025-12-31T23:30:00', '2026-01-01T10:30:00Z'],
  ])('in %s shows %s at %s', (zone, local, utc) => {
    expect(wallTimeAt(zone, Date.parse(utc))).toBe(wall(local));
    expect(instantOf(zone, wall(local))).toBe(Date.parse(utc));
  });

  it('keeps milliseconds', () => {
    expect(wallTimeAt('Europe/Paris', Date.parse('2026-01-01T00:00:00.123Z'))).toBe(
      wall('2026-01-01T01:00:00.123'),
    );
  });

  it('never returns a time in the gap of spring, and the first occurrence of the repeated hour in autumn', () => {
    expect(instantOf('Europe/Paris', wall('2026-03-29T02:30:00'))).toBeUndefined();
    expect(instantOf('Europe/Paris', wall('2026-10-25T02:30:00'))).toBe(Date.parse('2026-10-25T00:30:00Z'));
  });
});
