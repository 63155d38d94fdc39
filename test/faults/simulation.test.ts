/** Promises that hold in every order of calls and under every fault; and broken builds, each of which breaks one. */
// First: modules of the product look into the environment when they are loaded.
import '../support/clients/in-process-setup.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultSeed } from '../../lib/lab/faults/random.ts';
import { byRunLength } from '../../lib/lab/faults/run-length.ts';
import { sabotages } from '../../lib/lab/faults/simulation/sabotages.ts';
import type { Finding, Scenario } from '../../lib/lab/faults/simulation/scenario.ts';
import type { FateShares } from '../../lib/lab/faults/simulation/simulation.ts';
import { callHandlersInProcess, callOverHttp } from '../support/clients/in-process.ts';
import { keepReport } from '../support/fault-injection/kept-runs.ts';
import { deliveries } from '../support/simulation/deliveries.ts';
import { documents } from '../support/simulation/documents.ts';
import { imports } from '../support/simulation/imports.ts';
import { jobRuns } from '../support/simulation/job-runs.ts';
import { payments } from '../support/simulation/payments.ts';
import { publishedEvents } from '../support/simulation/published-events.ts';

// In this process, where each call of the table can wait for its turn.
beforeAll(callHandlersInProcess);
afterAll(callOverHttp);

const shares: FateShares = {
  throttled: 0.02,
  responseLost: 0.03,
  sentTwice: 0.04,
  diesBefore: 0.02,
  diesAfter: 0.02,
  outage: 0.005,
  skewed: 0.3,
  reordered: 0.2,
};
const seeds = byRunLength({ long: 200, short: 5 });
const maxSeedsToNotice = 200;
const withinMs = byRunLength({ long: 3_600_000, short: 240_000 });

/** What repeats a failure, and where the decisions and the history of the run are. */
const report = (name: string, seed: number, found: Finding): string =>
  `${found.problems.join('; ')}: --seed ${seed} repeats it; see ${keepReport(`${name} ${seed}`, found)}`;

const total = (findings: readonly Finding[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const { injected } of findings)
    for (const [fate, times] of Object.entries(injected)) sum[fate] = (sum[fate] ?? 0) + times;
  return sum;
};

describe('the promise of', () => {
  it.each([...documents, publishedEvents, jobRuns, deliveries, imports, payments])(
    '$name holds with every seed',
    async ({ name, run, oneOf = 1 }) => {
      const findings: Finding[] = [];
      for (let seed = faultSeed; seed < faultSeed + seeds; seed += oneOf) {
        const found = await run({ seed, shares });
        if (found.problems.length > 0) expect.fail(report(name, seed, found));
        findings.push(found);
      }
      const calls = findings.reduce((sum, { decisions }) => sum + decisions.length, 0);
      process.stdout.write(
        `${name}: ${findings.length} seeds, ${calls} calls, ${JSON.stringify(total(findings))}\n`,
      );
    },
    withinMs,
  );

  it('decides the same when a seed is repeated', async () => {
    const [first, second] = [
      await publishedEvents.run({ seed: faultSeed, shares }),
      await publishedEvents.run({ seed: faultSeed, shares }),
    ];
    expect(second.decisions).toEqual(first.decisions);
  });
});

/**
 * Each with the scenario that notices it. Few seeds notice some of them: short runs begin with one that does, `skipped` seeds
 * later.
 */
const broken: readonly { what: keyof typeof sabotages; scenario: Scenario; skipped?: number }[] = [
  ...documents.map((scenario) => ({ what: 'a condition is dropped', scenario }) as const),
  ...documents.map((scenario) => ({ what: 'the outbox is skipped', scenario }) as const),
  { what: 'an idempotency key is forgotten', scenario: publishedEvents },
  { what: 'a lease is ignored', scenario: jobRuns },
  { what: 'a lease is ignored', scenario: deliveries },
  { what: 'a lease is ignored', scenario: imports, skipped: 10 },
  { what: 'the checkpoint of a batch is ignored', scenario: imports, skipped: 54 },
  { what: 'an old state of progress is shown', scenario: imports },
  { what: 'the claim of a payment is not checked', scenario: payments, skipped: 5 },
  { what: "a provider's key is forgotten", scenario: payments },
];

describe('a build in which', () => {
  it.each(broken)(
    '$what is noticed by the promise of $scenario.name',
    async ({ what, scenario, skipped = 0 }) => {
      const firstSeed = faultSeed + byRunLength({ long: 0, short: skipped });
      let tried = 0;
      let found: Finding | undefined;
      while (tried < maxSeedsToNotice && !found?.problems.length) {
        found = await scenario.run({ seed: firstSeed + tried, shares, sabotage: sabotages[what] });
        tried += 1;
      }
      process.stdout.write(
        `${what}, ${scenario.name}: noticed after ${tried} seeds: ${found?.problems.join('; ')}\n`,
      );
      expect(found?.problems).not.toEqual([]);
    },
    withinMs,
  );
});
