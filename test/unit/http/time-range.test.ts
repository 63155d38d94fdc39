import { describe, expect, it } from 'vitest';
import { toIso } from '../../../shared/kernel/base/times.ts';
import { InvalidInputError } from '../../../shared/kernel/errors/errors.ts';
import { recentRangeOf, timeRangeOf } from '../../../shared/kernel/http/time-range.ts';

const nowMs = Date.parse('2026-03-01T12:00:00.000Z');

describe('the range of since and until', () => {
  it.each([
    ['the last 24 hours by default', {}, '2026-02-28T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['until now', { since: '2026-02-01' }, '2026-02-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['one day', { until: '2026-02-10' }, '2026-02-10T00:00:00.000Z', '2026-02-10T23:59:59.999Z'],
    ['today until now', { until: '2026-03-01' }, '2026-03-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['24 hours', { until: '2026-02-10 08:00:00' }, '2026-02-09T08:00:00.000Z', '2026-02-10T08:00:00.000Z'],
  ])('is %s', (_, range, from, to) => {
    const { fromMs, toMs } = recentRangeOf(range, nowMs);
    expect([toIso(fromMs), toIso(toMs)]).toEqual([from, to]);
  });

  it('is refused if it ends before it begins', () => {
    const backwards = { since: '2026-03-02', until: '2026-03-01' };
    expect(() => recentRangeOf(backwards, nowMs)).toThrow(InvalidInputError);
    expect(() => timeRangeOf('2026-03-02', '2026-03-01', ['from', 'to'])).toThrow(InvalidInputError);
    expect(timeRangeOf('2026-03-01', '2026-03-01', ['from', 'to'])).toBeDefined();
  });
});
