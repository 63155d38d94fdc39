import { describe, expect, it } from 'vitest';
import { LimitReachedError } from '../../../shared/kernel/errors/errors.ts';
import { usageShards } from '../../../shared/kernel/table/keys.ts';
import { createWithin, releaseWrite } from '../../../shared/kernel/table/usage.ts';
import type { Write } from '../../../shared/kernel/table/write.ts';

const idOf = (firstByte: number) =>
  `${firstByte.toString(16).padStart(2, '0')}0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10`;

/** Counts like the table; a write with a failed condition throws its error. */
function aTable(limit: number) {
  const counts = new Map<string, number>();
  const apply = (write: Write) => {
    if (!('add' in write)) throw new Error('not a count');
    const { add, amounts, when, otherwise } = write;
    const n = counts.get(add.pk);
    const max = Number(when?.values?.[':shardLimit'] ?? Number.POSITIVE_INFINITY);
    const mayBeAbsent = when === undefined || when.expression.startsWith('attribute_not_exists');
    if (n === undefined ? !mayBeAbsent : n >= max) throw otherwise?.(undefined) ?? new Error('full');
    counts.set(add.pk, (n ?? 0) + Number(amounts.n));
  };
  const create = (byte: number) => createWithin(limitOf(limit), idOf(byte), async (count) => apply(count));
  return { apply, create, total: () => [...counts.values()].reduce((sum, n) => sum + n, 0) };
}

const limitOf = (max: number) => ({ partition: 'TENANT#t#THINGS', what: 'things in a tenant', max });

describe('a maximum count', () => {
  it.each([1, 2, 3, 4, 5, 11])('allows exactly %i creations, with any ids', async (max) => {
    const { create, ...table } = aTable(max);
    for (let made = 0; made < max; made += 1) await create(0);
    const text = `There can be at most ${max} things in a tenant.`;
    await expect(create(0)).rejects.toThrow(new LimitReachedError('things in a tenant', max));
    await expect(create(1)).rejects.toThrow(text);
    expect(table.total()).toBe(max);
  });

  it('allows another creation after a deletion, on any shard', async () => {
    const { create, ...table } = aTable(8);
    for (let made = 0; made < 8; made += 1) await create(0);
    for (let byte = 0; byte < usageShards; byte += 1) {
      table.apply(releaseWrite('TENANT#t#THINGS', idOf(byte)));
      await create(0);
      await expect(create(byte)).rejects.toThrow(LimitReachedError);
    }
    expect(table.total()).toBe(8);
  });

  it('throws the error of the creation', async () => {
    const failing = createWithin(limitOf(8), idOf(0), async () => Promise.reject(new Error('taken')));
    await expect(failing).rejects.toThrow('taken');
  });
});
