/** The scale page and its charts are what `npm run scale` makes, and the model behind them holds together. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { minutesChart, ratesChart, settledShare } from '../../../lib/scale/chart.ts';
import {
  concurrencyOf,
  consumers,
  enoughRequests,
  neededConcurrency,
  outgrownConsumers,
} from '../../../lib/scale/consumers.ts';
import { scalePage, unitsOfMix } from '../../../lib/scale/page.ts';
import {
  type AccessPattern,
  formerPatterns,
  maxRequestsPerSecond,
  maxUsesPerSecond,
  patterns,
  wallsOf,
  wantedRequestsPerSecond,
} from '../../../lib/scale/patterns.ts';
import { enoughFor, quotaIncreaseFor, quotas } from '../../../lib/scale/quotas.ts';
import { integrationsInUse, integrationsWarning, quotasPage } from '../../../lib/scale/quotas-page.ts';
import { sharesOf, simulate } from '../../../lib/scale/simulation.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { modules } from '../../../shared/catalog/modules.ts';

const folder = '../../../lib/scale';
const units = JSON.parse(readFileSync(new URL(`${folder}/units.json`, import.meta.url), 'utf8'));
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name);
const single: AccessPattern = {
  ...{ name: 'one item', module: 'm', owner: 'all tenants', partitions: 1, uses: 100 },
  ...{ readUnits: 0, writeUnits: 1, change: '' },
};
const scene = { tenants: 1_000, exponent: 1, minutes: 10 };

describe('the scale page', () => {
  it('knows the price of every endpoint but those that hold a connection', () => {
    const priced = endpoints.filter(({ holdsConnection }) => !holdsConnection);
    expect(Object.keys(units).toSorted()).toEqual(priced.map(({ operationId }) => operationId).toSorted());
  });

  it('and its charts are made by npm run scale', async () => {
    await expect(scalePage(units)).toMatchFileSnapshot(`${folder}/README.md`);
    await expect(quotasPage()).toMatchFileSnapshot(`${folder}/quotas.md`);
    await expect(ratesChart()).toMatchFileSnapshot(`${folder}/refused-by-rate.svg`);
    await expect(minutesChart()).toMatchFileSnapshot(`${folder}/refused-by-minute.svg`);
  });
});

describe('the access patterns', () => {
  it('have the hottest one of every module that stores something', () => {
    const storing = modules.filter((name) => name !== 'docs' && name !== 'platform');
    expect(patterns.map(({ module }) => module)).toEqual(expect.arrayContaining([...storing]));
  });
});

describe('the walls', () => {
  it('that there were are gone, each with as much again to spare', () => {
    expect(namesOf(wallsOf(formerPatterns))).toEqual([
      'authenticate and count a key',
      'publish an event through the outbox',
      'check a toggle',
      'watch a stored file',
      'record when a payment is due for a check',
      'record an active sync run',
    ]);
    expect(namesOf(wallsOf(patterns))).toEqual([]);
  });

  it('leave two thousand requests a second to every single tenant, and 200 000 to all', () => {
    for (const pattern of patterns)
      expect(maxRequestsPerSecond(pattern), pattern.name).toBeGreaterThanOrEqual(
        2 * wantedRequestsPerSecond(pattern.owner),
      );
  });

  it('lie where a partition ends', () => {
    expect(maxUsesPerSecond(single)).toBe(1_000);
    expect(maxUsesPerSecond({ ...single, partitions: 4, writeUnits: 2 })).toBe(2_000);
    expect(maxUsesPerSecond({ ...single, readUnits: 2, writeUnits: 0 })).toBe(1_500);
    expect(maxUsesPerSecond({ ...single, readUnits: 1, maxWrites: 500 })).toBe(3_000);
  });
});

describe('the simulation', () => {
  const run = (pattern: object, requestsPerSecond: number) =>
    simulate([{ ...single, ...pattern }], { ...scene, requestsPerSecond });

  it('refuses nothing that a partition takes', () => expect(run({}, 1_000)).toEqual(Array(10).fill(0)));

  it('refuses for good what one item cannot take', () => {
    expect(run({}, 2_000)).toEqual(Array(10).fill(0.5));
  });

  it('refuses no longer what several partitions take once they have split', () => {
    const refused = run({ partitions: 64 }, 16_000);
    expect(refused[0]).toBe(0.75);
    expect(refused.at(-1)).toBe(0);
    expect(refused).toEqual(refused.toSorted((one, other) => other - one));
  });

  it('samples what has a limit of writes', () => {
    expect(run({ readUnits: 1, maxWrites: 500 }, 3_000)).toEqual(Array(10).fill(0));
  });

  it('gives the largest of a thousand tenants by Zipf an eighth', () => {
    const shares = sharesOf(scene);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(shares[0]).toBeCloseTo(0.1336, 3);
  });

  it('refuses less than before at a hundred thousand requests a second', () => {
    expect(settledShare(patterns, 100_000)).toBeLessThan(settledShare(formerPatterns, 100_000) / 2);
    expect(settledShare(patterns, 10_000)).toBe(0);
  });
});

describe('workers', () => {
  it('need as many batches at once as they have where they are enough', () => {
    for (const consumer of consumers) {
      const { maximumConcurrency } = concurrencyOf(consumer);
      expect(neededConcurrency(consumer, enoughRequests(consumer) * 0.99)).toBe(maximumConcurrency);
      expect(neededConcurrency(consumer, enoughRequests(consumer) * 1.1)).toBeGreaterThan(maximumConcurrency);
    }
  });

  it('but for imports are within one mapping at a hundred thousand requests a second', () => {
    expect(outgrownConsumers(100_000).map(({ worker }) => worker)).toEqual(['importRecords']);
    expect(outgrownConsumers(50_000)).toEqual([]);
  });
});

describe('quotas', () => {
  it('of the table count at least the units of the mix', () => {
    const { readUnits, writeUnits } = unitsOfMix(units);
    const needOf = (what: string) => quotas.find((quota) => quota.what.endsWith(what))?.perThousand;
    expect(needOf('on-demand reads')).toBeGreaterThan(1_000 * readUnits);
    expect(needOf('on-demand writes')).toBeGreaterThan(1_000 * writeUnits);
  });

  it('leave room for operations that are to come', () => {
    expect(integrationsInUse).toBeLessThan(integrationsWarning);
  });

  it('are asked for where the default ends, with some to spare', () => {
    for (const quota of quotas) {
      expect(quotaIncreaseFor(quota, enoughFor(quota))).toBeUndefined();
      expect(quotaIncreaseFor(quota, enoughFor(quota) * 2)).toBeGreaterThan(quota.byDefault * 2);
    }
  });
});
