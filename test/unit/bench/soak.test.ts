import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../lib/lab/bench/load/page.ts';
import { soakReport } from '../../../lib/lab/bench/load/soak-report.ts';
import {
  growthOf,
  judge,
  judgedText,
  type Sample,
  verdictOf,
} from '../../../lib/lab/bench/load/soak-verdict.ts';
import { floorsOf, theilSen, trendOf } from '../../../lib/lab/bench/load/trend.ts';

const minutes = 20;
const everySeconds = 2;
/** A soak whose memory and queue are functions of the minute. */
const samplesOf = (
  memory: (minute: number) => number,
  waiting: (minute: number) => number,
  long = minutes,
): Sample[] =>
  Array.from({ length: (long * 60) / everySeconds }, (_, index) => {
    const atSeconds = (index + 1) * everySeconds;
    return {
      atSeconds,
      memoryMb: { runtime: memory(atSeconds / 60) },
      waiting: { deliveries: waiting(atSeconds / 60) },
      workers: 20,
      due: 60,
      p50Ms: 8,
      p99Ms: 40,
      others: 0.02,
    };
  });

/** A collector that frees 80 MB every 12 seconds. */
const waves = (minute: number) => 500 + 80 * ((minute * 5) % 1);
const none = () => 0;
const by = (perMinute: number) => (minute: number) => perMinute * minute;
const bursts = (minute: number) => ((minute * 60) % 20) * 100;

describe('a soak', () => {
  it.each<[string, Sample[], RegExp[]]>([
    ['that is flat between garbage collections', samplesOf(waves, () => 3), []],
    ['that warms up, then is flat', samplesOf((minute) => waves(minute) - 300 * Math.exp(-minute), none), []],
    ['that fills a cache in its first half', samplesOf((minute) => 300 + 20 * Math.min(minute, 9), none), []],
    ['that shrinks', samplesOf((minute) => 500 - minute, none), []],
    ['that has one outlier', samplesOf((minute) => (minute > 14 && minute < 15 ? 900 : 500), none), []],
    ['that leaks steadily', samplesOf((minute) => 300 + 5 * minute, none), [/^runtime: .*GROWS/]],
    ['that leaks below waves', samplesOf((at) => waves(at) + 2 * at, none), [/\+2.00 MB\/min.*GROWS/]],
    ['that is big, and grows by little of it', samplesOf((minute) => 2_000 + 4 * minute, none), []],
    ['that is big, and grows by more', samplesOf((at) => 2_000 + 6 * at, none), [/at most 5.23: GROWS/]],
    ['that leaks exactly the allowed amount', samplesOf((minute) => 300 + 0.99 * minute, none), []],
    ['whose leak begins late', samplesOf((at) => 300 + 10 * Math.max(0, at - 12), none), [/^runtime/]],
    ['whose queue grows', samplesOf(waves, (minute) => 30 * minute), [/^deliveries: .*GROWS/]],
    ['whose queue comes and goes', samplesOf(waves, bursts), []],
    ['whose queue grows below bursts', samplesOf(waves, (at) => 12 * at + bursts(at)), [/^deliveries/]],
    ['that leaks in both', samplesOf(by(5), by(90)), [/^runtime/, /^deliveries/]],
    ['that is too short', samplesOf(waves, none, 2), [/too short/]],
    ['that ends too soon after it is stable', samplesOf((at) => 300 + 5 * at, none, 6), [/too short/]],
    ['that is exactly long enough', samplesOf(waves, none, 8), []],
    ['that leaks, just long enough', samplesOf((minute) => 300 + 5 * minute, none, 8), [/^runtime: .*GROWS/]],
  ])('%s', (_, samples, growth) =>
    expect(growthOf(judge(samples))).toEqual(growth.map((one) => expect.stringMatching(one))),
  );

  describe('whose workers start and end', () => {
    /** 20 MB each, 60 at first, then some 40. */
    const workersAt = (minute: number) => (minute < 3 ? 60 : 40 + Math.round(3 * Math.sin(minute)));
    const withWorkers = (leakMbPerMinute: number) =>
      samplesOf(none, none).map((sample) => {
        const minute = sample.atSeconds / 60;
        const workers = workersAt(minute) + (minute > 16 ? 5 : 0);
        return { ...sample, workers, memoryMb: { runtime: 300 + 20 * workers + leakMbPerMinute * minute } };
      });

    it('is flat', () => expect(growthOf(judge(withWorkers(0)))).toEqual([]));
    it('fails if it leaks as well', () =>
      expect(growthOf(judge(withWorkers(5)))).toEqual([expect.stringMatching(/^runtime: .*GROWS/)]));
  });

  it('is flat, is not, or is not judged', () => {
    const soaks = [samplesOf(waves, none), samplesOf(by(5), none), samplesOf(waves, none, 3)];
    const verdicts = soaks.map((samples) => verdictOf(growthOf(judge(samples))));
    expect(verdicts).toEqual(['yes', 'no', 'not judged']);
  });

  it('of a machine without memory figures reports it', () => {
    const blind = samplesOf(none, none).map((sample) => ({ ...sample, memoryMb: {} }));
    expect(growthOf(judge(blind))).toEqual([expect.stringMatching('does not report')]);
  });

  it('judges a process that started later by its own figures', () => {
    const samples = samplesOf(waves, none).map((sample) =>
      sample.atSeconds < 700 ? sample : { ...sample, memoryMb: { ...sample.memoryMb, late: 40 } },
    );
    const late = expect.stringMatching(/^late: 40 to 40 MB, .*flat$/);
    expect(judge(samples).map(judgedText)).toContainEqual(late);
  });

  const reportOf = (samples: Sample[], growth: string[] = []) => {
    const latency = { p50: 8, p90: 20, p99: 40, 'p99.9': 90 };
    const given = { minutes, perSecond: 30, samples, judged: judge(samples), latency, due: 9_000 };
    return soakReport({ ...given, growth, failed: [], notes: [] });
  };

  it.each([5, 8, 20])('of %s minutes is reported', (long) => {
    const samples = samplesOf(waves, () => 3, long);
    const { figures, charts } = reportOf(samples);
    expect(figures.slice(0, 2)).toEqual([
      ['yes', 'flat'],
      ['none', 'kinds of failures'],
    ]);
    expect(charts.map(({ title }) => title)).toEqual([
      'runtime, normalized to a constant number of workers',
      ...['deliveries', 'Latency', 'Worker threads', 'CPU of other processes'],
    ]);
    for (const { x, series } of charts)
      for (const { values } of series) {
        expect(values).toHaveLength(x.length);
        expect(values.every((value) => value === null || Number.isFinite(value))).toBe(true);
      }
    const grown = reportOf(samples, ['runtime grows <fast>']);
    expect(grown.figures[0]).toEqual(['no', 'flat']);
    expect(renderPage(grown)).toContain('<li>runtime grows &lt;fast&gt;</li>');
  });

  it('shows the judged trend of a leak beside the growth that is allowed', () => {
    const samples = samplesOf((minute) => 300 + 5 * minute, none);
    const { charts } = reportOf(samples);
    const last = (label: string) => charts[0]?.series.find((one) => one.label === label)?.values.at(-1);
    expect(last('judged trend')).toBeCloseTo(400, 0);
    expect(last('limit of growth')).toBeLessThan(390);
    expect(charts[0]?.series.find(({ label }) => label === 'judged trend')?.values[0]).toBeNull();
  });
});

describe('a trend', () => {
  const points = (values: readonly number[]) => values.map((value, index) => ({ atSeconds: index, value }));
  const pairs = (values: readonly number[]) => values.map((value, index) => [index, value] as const);

  it('is the slope of a line from any start', () =>
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 900 }), (slope, start) => {
        expect(theilSen(pairs([0, 1, 2, 3, 4].map((at) => start + slope * at)))).toBeCloseTo(slope);
      }),
    ));

  it('is not changed by a quarter of outliers', () =>
    expect(theilSen(pairs([0, 1, 900, 3, 4, 5, -700, 7]))).toBeCloseTo(1));

  it('of one point is undefined', () => expect([theilSen(pairs([7])), theilSen([])]).toEqual([0, 0]));

  it('uses the lowest value of each window', () =>
    expect(floorsOf(points([9, 4, 7, 3, 8, 6]), 3)).toEqual([
      { atSeconds: 1.5, value: 4 },
      { atSeconds: 4.5, value: 3 },
    ]));

  it('of too few windows is undefined', () =>
    expect(trendOf(points([1, 2, 3]), { windowSeconds: 1, limitPerMinute: 1 })).toBeUndefined());
});
