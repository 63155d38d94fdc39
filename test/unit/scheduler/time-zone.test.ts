import { describe, expect, it } from 'vitest';
import { instantOf, wallTimeAt, zoneNamed } from '../../../shared/modules/scheduler/timing/time-zone.ts';

describe('zoneNamed', () => {
  it.each(
    (
      'UTC Europe/Paris US/Eastern Asia/Kolkata America/Port_of_Spain Etc/GMT+1 EST MST HST EST5EDT CET GB GMT ' +
      'Zulu PRC Europe/Kiev Europe/Kyiv Asia/Calcutta US/Pacific'
    ).split(' '),
  )('knows %s, in any case', (name) => {
    for (const text of [name, name.toLowerCase(), name.toUpperCase()]) expect(zoneNamed(text)).toBe(name);
  });

  it.each(['', ' ', 'Mars/Olympus', '+01:00', '-0500', 'Europe/', 'Europe/Paris ', 'x'.repeat(100)])(
    'refuses "%s"',
    (text) => {
      expect(zoneNamed(text)).toBeUndefined();
    },
  );

  // Names of JavaScript that mean something else than most readers think, or belong to no version of the database.
  const foreign =
    'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST ' +
    'SystemV/AST4 SystemV/PST8 SystemV/EST5EDT US/Pacific-New Etc/Unknown Bst ist';
  it.each(foreign.split(' '))('refuses %s, which the IANA database does not have', (text) => {
    expect(zoneNamed(text)).toBeUndefined();
  });
});

describe('the clock on the wall', () => {
  const wall = (text: string) => Date.parse(`${text}Z`);

  it.each([
    ['UTC', '2026-03-01T09:30:00', '2026-03-01T09:30:00Z'],
    ['Europe/Paris', '2026-07-01T09:30:00', '2026-07-01T07:30:00Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00.123', '2025-12-31T18:15:00.123Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00', '2025-12-31T10:00:00Z'],
    ['Pacific/Pago_Pago', '2025-12-31T23:30:00', '2026-01-01T10:30:00Z'],
  ])('in %s shows %s at %s', (zone, local, utc) => {
    expect(wallTimeAt(zone, Date.parse(utc))).toBe(wall(local));
    expect(instantOf(zone, wall(local))).toBe(Date.parse(utc));
  });

  it('never returns a time in the gap of spring, and the first occurrence of the repeated hour in autumn', () => {
    expect(instantOf('Europe/Paris', wall('2026-03-29T02:30:00'))).toBeUndefined();
    expect(instantOf('Europe/Paris', wall('2026-10-25T02:30:00'))).toBe(Date.parse('2026-10-25T00:30:00Z'));
  });
});
