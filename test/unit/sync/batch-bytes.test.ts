import { describe, expect, it } from 'vitest';
import { withinBytes } from '../../../shared/kernel/base/parallel.ts';
import { recordListPartition } from '../../../shared/modules/entities/keys.ts';
import { SourceError } from '../../../shared/modules/sync/adapter.ts';
import type { Incoming } from '../../../shared/modules/sync/batches/import-plan.ts';
import type { Mapping } from '../../../shared/modules/sync/mappings/mapping-contract.ts';
import { findMatches } from '../../../shared/modules/sync/mappings/match.ts';
import { aRun } from '../../support/builders/stored-run.ts';
import { aPoisonTable } from '../../support/fault-injection/poison-table.ts';

describe('the records of a batch', () => {
  const rows = (...sizes: number[]) => sizes.map((bytes) => ({ bytes }));

  it.each([
    [rows(), 0],
    [rows(10, 10, 10), 3],
    [rows(60, 60, 10), 1],
    [rows(50, 50, 1), 2],
    [rows(1_000, 1), 1],
  ])('of %j end within the byte limit, with at least one', (listed, expected) => {
    expect(withinBytes(listed, 100)).toHaveLength(expected);
  });
});

describe('matching by a field', () => {
  const run = aRun();
  const mapping = {
    fields: [],
    otherFields: 'keep',
    matchStrategy: 'custom',
    matchField: 'contact.email',
  } satisfies Mapping;
  const items: Incoming[] = [
    {
      ...{ index: 0, source: { externalId: '1', data: {} }, hash: '' },
      mapped: {
        ok: true,
        externalId: '1',
        fields: { contact: { email: 'a@example.com' } },
        customFields: {},
      },
    },
  ];
  const aListOf = (count: number) =>
    aPoisonTable(
      Array.from({ length: count }, (_, index) => {
        const sk = `${String(index).padStart(8, '0')}`;
        return { pk: recordListPartition(run, run.entityType), sk, id: sk, b: 1 };
      }),
    );

  it('ends with its signal: a batch that takes too long releases its worker', async () => {
    aListOf(1);
    const signal = AbortSignal.abort(new Error('out of time'));
    await expect(findMatches(run, mapping, items, signal)).rejects.toThrow('out of time');
  });

  it('fails with a reason if too many records would have to be read', async () => {
    aListOf(11);
    const matching = findMatches(run, mapping, items, new AbortController().signal, 10);
    await expect(matching).rejects.toThrow(SourceError);
    await expect(matching).rejects.toThrow('match by the external id');
  });
});
