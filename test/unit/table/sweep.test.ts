import { describe, expect, it } from 'vitest';
import { sweepPages } from '../../../shared/kernel/table/sweep.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const letters = ['a', 'b', 'c', 'd', 'e'];
const itemsOf = (pk: string) => letters.map((letter) => ({ pk, sk: `${letter}#1` }));
const inTime = () => Date.now() + 60_000;
const sweep = { name: 'test', pageItems: 2, consistent: false };

describe('a sweep over partitions of all tenants', () => {
  it.each(['', 'a', 'c', 'c#1', 'zz'])('visits every item once, starting at "%s"', async (startAt) => {
    aPoisonTable([...itemsOf('one'), ...itemsOf('two')]);
    const seen: string[] = [];
    const outcome = await sweepPages(
      { ...sweep, partitions: ['one', 'two'], deadlineMs: inTime(), startAt },
      async (items) => seen.push(...items.map(({ pk, sk }) => `${pk} ${sk}`)),
    );
    expect(outcome).toEqual({ finished: true });
    expect(seen.toSorted()).toEqual(
      ['one', 'two'].flatMap((pk) => letters.map((letter) => `${pk} ${letter}#1`)),
    );
  });

  it('starts at another key each time, so that no tenant is always skipped', async () => {
    aPoisonTable(letters.map((letter) => ({ pk: 'one', sk: `${letter}${'0'.repeat(7)}` })));
    const first = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      let isFirst = true;
      await sweepPages({ ...sweep, partitions: ['one'], deadlineMs: inTime() }, async ([item]) => {
        if (isFirst) first.add(String(item?.sk));
        isFirst = false;
      });
    }
    expect(first.size).toBeGreaterThan(1);
  });

  it('continues after a page whose work throws, and throws the error at the end', async () => {
    aPoisonTable(itemsOf('one'));
    const seen: string[] = [];
    const sweeping = sweepPages(
      { ...sweep, partitions: ['one'], deadlineMs: inTime(), startAt: '' },
      async (items) => {
        if (items.some(({ sk }) => sk === 'a#1')) throw new Error('bad item');
        seen.push(...items.map(({ sk }) => String(sk)));
      },
    );
    await expect(sweeping).rejects.toThrow('bad item');
    expect(seen).toEqual(['c#1', 'd#1', 'e#1']);
  });

  it('continues with the other partitions if one cannot be read', async () => {
    aPoisonTable([...itemsOf('one'), ...itemsOf('two')], (request) => request.includes('"one"'));
    let seen = 0;
    const both = { ...sweep, partitions: ['one', 'two'], deadlineMs: inTime() };
    const sweeping = sweepPages(both, async (items) => {
      seen += items.length;
    });
    await expect(sweeping).rejects.toThrow();
    expect(seen).toBe(letters.length);
  });

  it('ends at its deadline and reports it', async () => {
    aPoisonTable(itemsOf('one'));
    const outcome = await sweepPages({ ...sweep, partitions: ['one'], deadlineMs: 0 }, async () => undefined);
    expect(outcome).toEqual({ finished: false });
  });
});
