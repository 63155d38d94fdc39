import { describe, expect, it } from 'vitest';
import { isWarmingUp } from '../../../lib/bench/load/capacity.ts';
import { emptyHistogram, record } from '../../../lib/bench/load/histogram.ts';
import { loadProblems, nextRate, saturationText } from '../../../lib/bench/load/load.ts';
import { loadReport } from '../../../lib/bench/load/load-report.ts';
import { disturbance, loadBetween, ticksOf } from '../../../lib/bench/load/machine.ts';
import {
  isOverloaded,
  type SaturationPoint,
  type Step,
  saturationOf,
  stepOf,
} from '../../../lib/bench/load/saturation.ts';
import { logarithmic, roundTicks, spread, timeText } from '../../../lib/bench/load/svg.ts';
import { dice } from '../../../lib/bench/mix/random.ts';

/** A second with these numbers of due and completed requests, and this latency of each. */
function step(due: number, answered: number, ms: number, more: Partial<Step> = {}): Step {
  const histogram = emptyHistogram();
  for (let count = 0; count < due; count++) record(histogram, ms);
  const histograms = { 'GET <rule>': histogram };
  return stepOf({
    due,
    completedInTime: answered,
    seconds: 1,
    histograms,
    failures: {},
    pendingAtEnd: 0,
    ...more,
  });
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

  it('is drawn with the saturation point, the histograms and the cost of each endpoint, escaped', () => {
    const steps = [step(10, 10, 10), step(20, 20, 12), step(40, 10, 900)];
    const cost = {
      readUnits: 1,
      writeUnits: 2,
      lambdaMs: 5,
      httpApi: 1,
      lambda: 0.5,
      dynamodb: 0.09,
      total: 1.59,
    };
    const picture = loadReport({
      steps,
      saturation: saturationOf(steps),
      costs: { 'GET <rule>': cost },
      notes: ['busy & slow'],
    });
    expect(picture).toContain('saturation point: 20 requests/s');
    expect(picture).toContain('GET &lt;rule&gt;');
    expect(picture).toContain('1.59');
    expect(picture).toContain('busy &amp; slow');
    expect(picture).not.toMatch(/NaN|undefined|Infinity|<rule>|https?:/);
    const mixedUp = {
      steps: steps.toReversed(),
      saturation: saturationOf(steps),
      costs: { 'GET <rule>': cost },
    };
    const withoutTime = (page: string) => page.replace(/[-\d]+ [:\d]+ UTC/, '');
    const again = loadReport({ ...mixedUp, notes: ['busy & slow'] });
    expect(withoutTime(again)).toBe(withoutTime(picture));
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

describe('a chart', () => {
  it.each([
    [0, 100, [0, 20, 40, 60, 80, 100]],
    [0, 7, [0, 2, 4, 6]],
    [480, 520, [480, 490, 500, 510, 520]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('from %s to %s has round ticks', (from, to, ticks) => expect(roundTicks(from, to)).toEqual(ticks));

  it('keeps values beyond its logarithmic axis at the edge', () => {
    const { at, ticks } = logarithmic(1, 1_000, [100, 0]);
    expect([at(0), at(1), at(1_000), at(9_999), ticks]).toEqual([100, 100, 0, 0, [1, 10, 100, 1_000]]);
  });

  it('keeps labels apart, in their order, within the picture', () => {
    const places = spread([50, 52, 10, 99], 15, 100);
    expect(places).toEqual([50, 65, 10, 99]);
    expect(spread([98, 99, 100], 15, 100)).toEqual([70, 85, 100]);
  });

  it.each([
    [0.44, '0.4 ms'],
    [12.4, '12 ms'],
    [1_240, '1.2 s'],
    [12_400, '12 s'],
  ])('formats %s ms as %s', (ms, text) => expect(timeText(ms)).toBe(text));
});

describe('dice', () => {
  it('are the same for the same seed', () =>
    expect(dice(3).between(1, 1_000_000)).toBe(dice(3).between(1, 1_000_000)));
});
