import { describe, expect, it } from 'vitest';
import { labelsOf, ticksUpTo, timeFormatOf } from '../../../lib/console/charts/scale.ts';

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [3, [0, 2, 4]],
    [7, [0, 4, 8]],
    [10, [0, 5, 10]],
    [11, [0, 10, 20]],
    [101, [0, 100, 200]],
    [950, [0, 500, 1_000]],
  ])('ends at a round number for %i', (largest, ticks) => {
    expect(ticksUpTo(largest)).toEqual(ticks);
  });

  const pointsOf = (count: number, stepMs: number) =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(Date.parse('2026-03-01T00:00:00Z') + index * stepMs).toISOString(),
    }));

  it.each([
    ['days of a month', 31, 86_400_000, '1 Mar'],
    ['steps of a week', 28, 21_600_000, 'Mar'],
    ['hours of a day', 25, 3_600_000, ':00'],
    ['minutes of an hour', 13, 300_000, ':'],
  ])('has at most six labels for %s', (_, count, stepMs, text) => {
    const labels = labelsOf(pointsOf(count, stepMs));
    expect(labels.length).toBeLessThanOrEqual(6);
    expect(labels[0]).toMatchObject({ index: 0, text: expect.stringContaining(text) });
  });

  it.each([
    ['hours', 3, 3_600_000, 'Asia/Tokyo', ['09:00', '10:00', '11:00'], '1 Mar 2026, 09:00 Asia/Tokyo'],
    ['hours', 3, 3_600_000, 'UTC', ['00:00', '01:00', '02:00'], '1 Mar 2026, 00:00 UTC'],
    ['days of UTC', 2, 86_400_000, 'America/New_York', ['00:00', '00:00'], '1 Mar 2026, 00:00 UTC'],
  ])('shows %s in the chosen zone', (_, count, stepMs, zone, texts, whole) => {
    const points = pointsOf(count, stepMs);
    expect(labelsOf(points, zone).map(({ text }) => text)).toEqual(texts);
    expect(points.map(timeFormatOf(points, zone))[0]).toBe(whole);
  });
});
