import { describe, expect, it } from 'vitest';
import { isWarmingUp } from '../../../lib/lab/bench/load/capacity.ts';
import { loadProblems, nextRate, saturationText } from '../../../lib/lab/bench/load/load.ts';
import { endpointRows, loadReport, stepRow } from '../../../lib/lab/bench/load/load-report.ts';
import { disturbance, loadBetween, ticksOf } from '../../../lib/lab/bench/load/machine.ts';
import { renderPage, timeText } from '../../../lib/lab/bench/load/page.ts';
import {
  isOverloaded,
  type SaturationPoint,
  type Step,
  saturationOf,
  stepOf,
} from '../../../lib/lab/bench/load/saturation.ts';
import { dice } from '../../../lib/lab/bench/mix/random.ts';

/** A second with these numbers of due and completed requests, and this latency of each. */
function step(due: number, answered: number, ms: number, more: Partial<Step> = {}): Step {
  const latenciesMs = { 'GET <rule>': Array.from({ length: due }, () => ms) };
  const counts = { due, completedInTime: answered, seconds: 1, pendingAtEnd: 0 };
  return stepOf({ ...counts, latenciesMs, failures: {}, ...more });
}

const saturationIndex = (steps: readonly Step[]) => {
  const saturation = saturationOf(steps);
  return saturation && [saturation.step.offeredPerSecond, saturation.isPassed];
};

describe('the saturation point', () => {
  it.each<[string, Step[], unknown]>([
    [
      'is the last rate before the latency triples',
      [step(10, 10, 10), step(20, 20, 11), step(40, 40, 25), step(60, 60, 45), step(80, 80, 300)],
      [40, true],
    ],
    [
      'is the last sustained rate, regardless of the latency of the few responses',
      [step(10, 10, 10), step(20, 20, 10), step(40, 37, 10)],
      [20, true],
    ],
    ['allows for requests in flight at the end of a step', [step(100, 95, 10)], [100, false]],
    ['does not allow for one more missing response', [step(50, 50, 10), step(100, 94, 10)], [50, true]],
    ['is not reached if the highest rate is sustained', [step(10, 10, 10), step(20, 20, 12)], [20, false]],
    [
      'is not changed by one disturbed step',
      [step(10, 10, 10), step(20, 20, 80), step(30, 30, 14), step(40, 30, 500)],
      [30, true],
    ],
    [
      'is compared with the best step, not with a cold first one',
      [step(10, 10, 90), step(20, 20, 10), step(30, 30, 60)],
      [20, true],
    ],
    [
      'does not depend on the order of the steps',
      [step(40, 20, 900), step(10, 10, 10), step(20, 20, 10)],
      [20, true],
    ],
    ['is undefined if no rate is sustained', [step(10, 5, 10), step(20, 5, 10)], undefined],
    ['is undefined without steps', [], undefined],
  ])('%s', (_, steps, expected) => expect(saturationIndex(steps)).toEqual(expected));

  it('is searched until two steps in a row are not sustained', () => {
    const [well, bad] = [step(10, 10, 1), step(10, 5, 1)];
    expect([[bad], [well, bad], [bad, well], [bad, bad], [well, bad, bad]].map(isOverloaded)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('is reported exactly', () => {
    const steps = [step(10, 10, 10), step(20, 20, 10)];
    const saturation = saturationOf(steps) as SaturationPoint;
    expect(saturationText(saturation)).toBe(
      'The saturation point is at or above 20 requests/s, the highest rate that was tried.',
    );
    expect(saturationText({ ...saturation, isPassed: true })).toBe('Saturation point: 20 requests/s.');
    expect(saturationText(undefined)).toMatch('No saturation point');
  });
});

describe('a load', () => {
  it.each([
    [[], true],
    [[20], true],
    [[20, 60], true],
    [[20, 60, 65], false],
    [[60, 40], false],
    [[1, 2, 4, 8, 16, 32], false],
  ])('after warming up to %s requests/s continues warming up: %s', (rounds, expected) =>
    expect(isWarmingUp(rounds)).toBe(expected),
  );

  it('rises to the maximum throughput, further while it is sustained, and ends above saturation', () => {
    const [borne, tooMuch] = [[step(100, 100, 10)], [step(100, 30, 10)]];
    const rising = (last: Step[], before: number) => [
      ...Array.from({ length: before }, (_, index) => step(index + 1, index + 1, 10)),
      ...last,
    ];
    expect([nextRate([], 200), nextRate([], 3)]).toEqual([20, 1]);
    expect(nextRate(rising(borne, 9), 200)).toBeCloseTo(230);
    expect(nextRate(rising(borne, 10), 200)).toBeCloseTo(287.5);
    expect(nextRate(rising(borne, 11), 200)).toBeCloseTo(359.4, 1);
    expect(nextRate(rising(tooMuch, 10), 200)).toBeUndefined();
    expect(nextRate(rising([...tooMuch, ...tooMuch], 3), 200)).toBeUndefined();
    expect(nextRate(rising(borne, 17), 200)).toBeUndefined();
  });

  it('fails for failed requests up to the saturation point, not beyond it', () => {
    const failures = { 'getRule 503': 2 };
    const steps = [
      step(10, 10, 10),
      step(20, 20, 10, { failures }),
      step(40, 10, 900, { failures, pendingAtEnd: 9 }),
    ];
    expect(loadProblems(steps, saturationOf(steps))).toEqual(['At 20 requests/s 2 failed: getRule 503.']);
    expect(loadProblems(steps, undefined)).toHaveLength(1);
  });

  describe('reports', () => {
    const steps = [step(10, 10, 10), step(20, 20, 12), step(40, 10, 900)];
    const cost = { operationId: 'GET <rule>', readUnits: 1, writeUnits: 2, lambdaMs: 5 };
    const costs = { 'GET <rule>': { ...cost, httpApi: 1, lambda: 0.5, dynamodb: 0.09, total: 1.59 } };
    const result = { steps, saturation: saturationOf(steps), costs, remarks: ['busy & slow'] };
    const page = loadReport(result);

    it('the saturation point, the percentiles at each rate, and the limit of p90', () => {
      expect(page.figures.slice(0, 3)).toEqual([
        ['20/s', 'saturation point, in requests per second'],
        ['12 ms', 'p50 at 20/s'],
        ['12 ms', 'p99 at 20/s'],
      ]);
      const [latencies] = page.charts;
      expect(latencies?.x).toEqual([10, 20, 40]);
      expect(latencies?.series).toEqual([
        ...['p50', 'p90', 'p99', 'p99.9'].map((label) => ({ label, values: [10, 12, 900] })),
        { label: 'limit of p90', values: [30, 30, 30], kind: 'limit' },
        { label: 'saturation point', values: [null, 12, null], kind: 'mark' },
      ]);
    });

    it('the percentiles and the cost of each endpoint', () => {
      const chart = page.charts.find(({ title }) => title === 'GET <rule>');
      expect(chart?.text).toBe('$1.59 per million: 1 read, 2 write units');
      expect(chart?.series[2]).toEqual({ label: 'p99', values: [10, 12, 900] });
      expect(endpointRows(step(20, 20, 12), costs)).toEqual([
        ['GET <rule>', '20', '12 ms', '12 ms', '12 ms', '12 ms', '1.59', '1', '2'],
      ]);
    });

    it('gaps and dashes for steps in which an endpoint got no response', () => {
      const failed = { ...step(30, 0, 900), latenciesMs: { other: [900] } };
      const { charts } = loadReport({ ...result, steps: [...steps, failed] });
      const ofRule = charts.find(({ title }) => title === 'GET <rule>');
      expect(ofRule?.series[0]).toMatchObject({ values: [10, 12, null, 900] });
      const dashes = ['GET <rule>', '0', '–', '–', '–', '–', '1.59', '1', '2'];
      expect(endpointRows(failed, costs)).toEqual([dashes]);
      expect(stepRow(failed).slice(-2)).toEqual(['–', '–']);
    });

    it('no chart of an endpoint that never got a response', () => {
      const silent = steps.map((one) => ({ ...one, latenciesMs: { other: [5] } }));
      const { charts } = loadReport({ ...result, steps: silent });
      expect(charts.map(({ title }) => title)).toEqual(['Latencies', 'Throughput']);
    });

    it('the steps in the order of their rates', () =>
      expect(loadReport({ ...result, steps: steps.toReversed() })).toEqual(page));

    it('as one page without external resources, with escaped texts', () => {
      const html = renderPage(page);
      const [, plots = ''] = /of (\[\{.*)\.entries\(\)\)/.exec(html) ?? [];
      expect(JSON.parse(plots)).toHaveLength(page.charts.length);
      expect(html).toContain('<h2>GET &lt;rule&gt;</h2>');
      expect(html).toContain('busy &amp; slow');
      expect(html).not.toContain('<rule>');
      expect(html).not.toMatch(/(src|href)=|@import|url\(/);
    });
  });
});

describe('the machine', () => {
  const stat = (user: number, idle: number, stolen: number) =>
    `cpu  ${user} 0 0 ${idle} 0 0 0 ${stolen} 99 0\ncpu0 1 1 1 1\n`;

  it('separates time of the process, of others and of other machines', () => {
    const load = loadBetween(ticksOf(stat(100, 100, 0), 50), ticksOf(stat(170, 120, 10), 100));
    expect(load).toEqual({ ours: 0.5, stolen: 0.1, others: expect.closeTo(0.2) });
    expect(disturbance(load)).toMatch(/Other programs used the machine: 20 % .* 10 %/);
  });

  it('belongs to the process if others use little', () =>
    expect(disturbance({ ours: 0.9, others: 0.05, stolen: 0.04 })).toBeUndefined());

  it('is undefined if it cannot be read', () => {
    expect(loadBetween(undefined, ticksOf(stat(1, 1, 1), 0))).toBeUndefined();
    expect(() => ticksOf('', 0)).toThrow('/proc/stat');
  });
});

it.each([
  [0.4444, '0.444 ms'],
  [12.44, '12.4 ms'],
  [245, '245 ms'],
  [1_240, '1.24 s'],
])('a time of %s ms is written as %s', (ms, text) => expect(timeText(ms)).toBe(text));

it('dice are the same for the same seed', () =>
  expect(dice(3).between(1, 1_000_000)).toBe(dice(3).between(1, 1_000_000)));
