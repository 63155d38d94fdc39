import { describe, expect, it } from 'vitest';
import { costPerMillion, priceList } from '../../../lib/lab/bench/prices.ts';

const nothing = { readUnits: 0, writeUnits: 0, lambdaMs: 0, lambdaMemoryMb: 1024 };

describe('the cost of a million calls', () => {
  it('is at least the request price of HTTP API and Lambda, and DynamoDB’s: a write costs five reads', () => {
    expect(costPerMillion(nothing)).toEqual({ httpApi: 1, lambda: 0.2, dynamodb: 0, total: 1.2 });
    const stored = costPerMillion({ ...nothing, readUnits: 5, writeUnits: 1 });
    expect(stored.dynamodb).toBeCloseTo(2 * 0.625);
    expect(stored.total).toBeCloseTo(1.2 + 2 * 0.625);
  });

  it('adds Lambda by memory and started milliseconds', () => {
    const atOneGb = costPerMillion({ ...nothing, lambdaMs: 10 }).lambda - 0.2;
    expect(atOneGb).toBeCloseTo(10_000 * priceList.lambdaArmGbSecond.usd);
    expect(costPerMillion({ ...nothing, lambdaMs: 9.1 }).lambda - 0.2).toBeCloseTo(atOneGb);
    expect(costPerMillion({ ...nothing, lambdaMs: 10, lambdaMemoryMb: 512 }).lambda - 0.2).toBeCloseTo(
      atOneGb / 2,
    );
  });
});
