import { describe, expect, it } from 'vitest';
import {
  histogramOf,
  kneeOf,
  type Sample,
  slopeOf,
  soakProblems,
  stepOf,
} from '../../../lib/bench/load/figures.ts';
import { loadPicture, soakPicture } from '../../../lib/bench/load/picture.ts';

const step = (concurrency: number, count: number, ms: number) =>
  stepOf(concurrency, 1, [{ name: 'GET <rule>', elapsedMs: Array.from({ length: count }, () => ms) }]);

describe('the knee', () => {
  it('is where more clients bring more waiting than work', () => {
    const steps = [
      step(1, 100, 10),
      step(2, 195, 10.5),
      step(4, 340, 12),
      step(8, 360, 24),
      step(16, 350, 50),
    ];
    expect(kneeOf(steps).concurrency).toBe(4);
  });

  it('is the only step there is', () => expect(kneeOf([step(1, 5, 1)]).concurrency).toBe(1));
  it('is nowhere without steps', () => expect(() => kneeOf([])).toThrow());
});

describe('a histogram', () => {
  it('counts every answer once, those out of range at the ends', () => {
    const buckets = histogramOf([0.1, 0.5, 3, 3, 99_999]);
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect([buckets[0]?.count, buckets.at(-1)?.count]).toEqual([2, 1]);
    const [first, second] = buckets;
    expect(second?.fromMs).toBeCloseTo(first?.toMs ?? 0);
  });

  it('puts an answer where it belongs', () => {
    const [bucket] = histogramOf([42]).filter(({ count }) => count > 0);
    expect((bucket?.fromMs ?? 99) <= 42 && 42 <= (bucket?.toMs ?? 0)).toBe(true);
  });
});

describe('a soak', () => {
  const samples = (memory: (n: number) => number, waiting: (n: number) => number): Sample[] =>
    Array.from({ length: 60 }, (_, n) => ({
      atSeconds: n * 20,
      memoryMb: { runtime: memory(n) },
      waiting: waiting(n),
      requests: n * 100,
    }));
  const wave = (n: number) => 500 + 40 * Math.sin(n);

  it.each<[string, Sample[], RegExp[]]>([
    ['that is flat', samples(wave, () => 3), []],
    [
      'that warms up',
      samples(
        (n) => (n < 15 ? 100 + n * 30 : 550),
        () => 0,
      ),
      [],
    ],
    [
      'that leaks',
      samples(
        (n) => 300 + n * 5,
        () => 0,
      ),
      [/memory of the runtime grows/],
    ],
    ['whose queues grow', samples(wave, (n) => n * 30), [/Queues grow/]],
    ['whose queues come and go', samples(wave, (n) => (n % 2) * 150), []],
    ['that is too short', samples(wave, () => 0).slice(0, 5), [/too few/]],
  ])('%s', (_, given, problems) =>
    expect(soakProblems(given)).toEqual(problems.map((problem) => expect.stringMatching(problem))),
  );

  it('has a slope', () => expect([slopeOf([1, 2, 3]), slopeOf([5, 5]), slopeOf([7])]).toEqual([1, 0, 0]));

  it('is drawn', () => {
    const picture = soakPicture(
      samples(wave, () => 3),
      [],
    );
    expect(picture).toMatch(/^<svg [\s\S]*memory of the runtime: 4\d\d to 5\d\d MB[\s\S]*<\/svg>\n$/);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the picture of a load', () => {
  it('shows the knee, the histograms and what each endpoint costs, escaped', () => {
    const steps = [step(1, 100, 10), step(2, 150, 20)];
    const picture = loadPicture(steps, kneeOf(steps), { 'GET <rule>': '$1.59 per million' });
    expect(picture).toContain('knee: 1 clients, 100 requests/s');
    expect(picture).toContain('GET &lt;rule&gt;');
    expect(picture).toContain('$1.59 per million');
    expect(picture).not.toMatch(/NaN|undefined|Infinity|<rule>/);
  });
});
