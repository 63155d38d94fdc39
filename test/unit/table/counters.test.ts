import { describe, expect, it } from 'vitest';
import { batchGetRows, counterShards, countWrite } from '../../../shared/table/counters.ts';
import { counterKey } from '../../../shared/table/keys.ts';
import { aFakeTable } from '../../support/fake-table.ts';

const partition = 'TENANT#t#ORG#o#RULES';
const idOf = (firstByte: number) =>
  `${firstByte.toString(16).padStart(2, '0')}0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10`;

describe('countWrite', () => {
  it('moves a row of an id always on the same shard', () => {
    const id = idOf(0x5b);
    const [up, down] = [countWrite(partition, id, 1), countWrite(partition, id, -1)];
    expect(up).toEqual({ add: counterKey(partition, 0x5b % counterShards), amounts: { n: 1 } });
    expect(down).toEqual({ ...up, amounts: { n: -1 } });
  });

  it('spreads ids evenly over all shards', () => {
    const uses = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      const key = JSON.stringify(countWrite(partition, idOf(byte), 1));
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
    expect([...uses.values()]).toEqual(Array.from({ length: counterShards }, () => 256 / counterShards));
  });
});

describe('batchGetRows', () => {
  const row = (sk: string) => ({ pk: 'rows', sk });
  const counter = (shard: number, n: number) => ({ ...counterKey(partition, shard), n });

  it('answers rows in the order of their keys and leaves out missing ones', async () => {
    aFakeTable([row('a'), row('b'), row('c')]);
    const { rows, total } = await batchGetRows([row('c'), row('missing'), row('a')], []);
    expect(rows).toEqual([row('c'), row('a')]);
    expect(total).toBe(0);
  });

  it('sums the shards of every partition in the request that reads the rows', async () => {
    const other = counterKey('TENANT#t#ORG#p#RULES', 3);
    const { requests } = aFakeTable([row('a'), counter(0, 5), counter(15, 7), { ...other, n: 100 }]);
    const { rows, total } = await batchGetRows([row('a')], [partition]);
    expect({ rows, total }).toEqual({ rows: [row('a')], total: 12 });
    expect(requests()).toEqual(['BatchGetItemCommand']);
    expect((await batchGetRows([], [partition, 'TENANT#t#ORG#p#RULES'])).total).toBe(112);
  });

  it('reads 100 keys per request, and again what DynamoDB hands back', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => row(`row ${index}`));
    const fake = aFakeTable(rows, { batchGetLimit: 60 });
    expect((await batchGetRows(rows, [])).rows).toEqual(rows);
    expect(fake.requests()).toHaveLength(3);
  });

  it('sends nothing when there is nothing to read', async () => {
    const fake = aFakeTable([]);
    expect(await batchGetRows([], [])).toEqual({ rows: [], total: 0 });
    expect(fake.requests()).toEqual([]);
  });
});
