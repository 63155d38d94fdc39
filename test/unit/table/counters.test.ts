import { describe, expect, it } from 'vitest';
import {
  counterShards,
  countWrite,
  maxCounterShards,
  readTotal,
} from '../../../shared/kernel/table/counters.ts';
import { counterKey } from '../../../shared/kernel/table/keys.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';

const partition = 'TENANT#t#ORG#o#RULES';
const idOf = (firstByte: number) =>
  `${firstByte.toString(16).padStart(4, '0')}6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10`;
const keyOf = (write: ReturnType<typeof countWrite>) => ('add' in write ? write.add : undefined);
/** How many shards count the ids of a list. */
const shardsOf = (list: string) =>
  new Set(Array.from({ length: 4_096 }, (_, byte) => keyOf(countWrite(list, idOf(byte), 1))?.sk)).size;

describe('countWrite', () => {
  it('always counts an id on the same shard', () => {
    const id = idOf(0x5b);
    const [up, down] = [countWrite(partition, id, 1), countWrite(partition, id, -1)];
    expect(up).toMatchObject({ add: counterKey(partition, 0x5b % counterShards), amounts: { n: 1 } });
    expect(down).toMatchObject({ add: keyOf(up), amounts: { n: -1 } });
  });

  it('spreads ids evenly over all shards', () => {
    const uses = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      const key = JSON.stringify(keyOf(countWrite(partition, idOf(byte), 1)));
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
    expect([...uses.values()]).toEqual(Array.from({ length: counterShards }, () => 256 / counterShards));
  });

  it('adds shards to a list with busy counters, up to the maximum that a Query reads for four units', () => {
    const busy = `${partition}#BUSY`;
    const seen = [shardsOf(busy)];
    for (let conflict = 0; conflict < 6; conflict++) {
      const write = countWrite(busy, idOf(0), 1);
      if ('add' in write) expect(write.whenBusy?.().pk).toBe(`${busy}#COUNT`);
      seen.push(shardsOf(busy));
    }
    expect(seen).toEqual([16, 32, 64, 128, 256, 256, 256]);
    expect(seen.at(-1)).toBe(maxCounterShards);
    expect(shardsOf(partition)).toBe(counterShards);
  });
});

describe('the total of lists', () => {
  it('is one Query per list', async () => {
    const counter = (shard: number, n: number) => ({ ...counterKey(partition, shard), n });
    const other = { ...counterKey('TENANT#t#ORG#p#RULES', 3), n: 100 };
    const { requests, consistency } = aFakeTable([counter(0, 5), counter(255, 7), other]);
    expect(await readTotal([partition, 'TENANT#t#ORG#p#RULES'])).toBe(112);
    expect(requests()).toEqual(['QueryCommand', 'QueryCommand']);
    expect(consistency()).toEqual([false, false]);
  });
});
