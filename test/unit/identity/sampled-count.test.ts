import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { authenticateKey } from '../../../shared/kernel/auth/caller-store.ts';
import {
  maxCountedPerSecond,
  noteCount,
  weightFor,
  weightOf,
} from '../../../shared/kernel/auth/sampled-count.ts';
import { toAttributes } from '../../../shared/kernel/table/attributes.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';

const minuteStartMs = 1_795_356_000_000;
const limits = { perMinute: 1_000_000, perHour: 10_000_000 };

/** Pseudo-random numbers from 0 to 1 with a fixed seed. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A table with a key's item that supports the requests of authentication. */
function aKeyItem(more: Record<string, unknown> = {}) {
  const item: Record<string, unknown> = { pk: 'KEY#', sk: 'KEY', id: 'key', name: 'key', ...more };
  const mock = mockTable();
  mock.on(GetCommand).callsFake(() => ({ Item: { ...item } }));
  mock
    .on(UpdateCommand)
    .callsFake(({ ExpressionAttributeNames: names, ExpressionAttributeValues: values }) => {
      if (item.blocked) {
        const Item = toAttributes(item);
        throw new ConditionalCheckFailedException({ $metadata: {}, message: 'refused', Item });
      }
      for (const name of Object.values<string>(names))
        item[name] = Number(item[name] ?? 0) + Number(values[':one']);
      return { Attributes: { ...item } };
    });
  return { item, reads: () => mock.commandCalls(GetCommand).length };
}

describe('the weight of a counted request', () => {
  it.each([
    [0, 30, 1],
    [maxCountedPerSecond * 30, 30, 1],
    [maxCountedPerSecond * 30 + 1, 30, 2],
    [1_000 * 30, 30, 2],
    [2_900 * 30, 30, 6],
    [100_000 * 30, 30, 16],
  ])('is for %i requests in %i seconds %i', (counted, seconds, expected) => {
    expect(weightOf(counted, minuteStartMs + seconds * 1_000)).toBe(expected);
  });

  it('is kept at the start of a minute, when the count is too small', () => {
    expect(weightOf(10, minuteStartMs + 1_000, 6)).toBe(6);
    expect(weightOf(10, minuteStartMs + 5_000, 6)).toBe(1);
  });
});

describe('a key with a thousand requests a second', () => {
  it('writes its item about 500 times a second, and counts all of them within two percent', () => {
    const random = numbers();
    const perSecond: number[] = [];
    let counted = 0;
    for (let second = 0; second < 20; second++) {
      let writes = 0;
      for (let request = 0; request < 1_000; request++) {
        const weight = weightFor('busy');
        if (random() * weight >= 1) continue;
        writes += 1;
        counted += weight;
        noteCount('busy', counted, minuteStartMs + second * 1_000 + request);
      }
      perSecond.push(writes);
    }
    // In the first second the weight becomes two after half of the requests.
    for (const writes of perSecond.slice(1)) expect(writes).toBeLessThan(600);
    expect(Math.abs(counted - 20_000) / 20_000).toBeLessThan(0.02);
  });

  it('is refused in every request after it is revoked or over its limit, counted or not', async () => {
    const { item, reads } = aKeyItem();
    noteCount('revoked', 2_000, minuteStartMs + 1_000);
    const ask = (random: number) =>
      authenticateKey('revoked', limits, minuteStartMs + 2_000, () => random).then(({ outcome }) => outcome);
    const [uncounted, counted] = [0.99, 0];
    expect(await ask(uncounted)).toBe('accepted');
    item.perMinute = 100;
    item[`m${minuteStartMs / 60_000}`] = 100;
    expect(await ask(uncounted)).toBe('limited');
    item.blocked = true;
    expect([await ask(uncounted), await ask(counted)]).toEqual(['unknown', 'unknown']);
    expect(reads()).toBe(3);
  });
});

describe('a key with a hundred requests a second', () => {
  it('counts each of them exactly', async () => {
    const { item, reads } = aKeyItem();
    for (let request = 0; request < 50; request++)
      await authenticateKey('calm', limits, minuteStartMs + request * 10, numbers());
    expect({ counted: item[`m${minuteStartMs / 60_000}`], reads: reads() }).toEqual({
      counted: 50,
      reads: 0,
    });
  });
});
