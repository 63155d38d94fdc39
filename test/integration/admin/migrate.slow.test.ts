/** Migrates items of older versions while other writers change them. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { migrations } from '../../../lib/admin/migrations.ts';
import { type MigrateOptions, migrate } from '../../../shared/kernel/table/migrate.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { overrideKey, overrideListingKey, overridesListedKey } from '../../../shared/modules/toggles/keys.ts';

/** Creates parcels of one test in version 1, and returns options that migrate only these. */
async function parcels(count: number) {
  const entity = `parcel_${randomUUID()}`;
  const keys = Array.from({ length: count }, (_, index) => ({ pk: `TEST#${entity}#${index}`, sk: 'PARCEL' }));
  const { client, name } = table();
  const put = (item: object) => client.send(new PutCommand({ TableName: name, Item: item }));
  await Promise.all(keys.map((key, index) => put({ ...key, entity, v: 1, weightKg: index, note: null })));
  const options: MigrateOptions = {
    steps: { [entity]: [(item) => ({ ...item, weightGrams: Number(item.weightKg) * 1_000 })] },
    segments: 2,
    progressKey: (segment) => ({ pk: `TEST#${entity}`, sk: `SEGMENT#${segment}` }),
  };
  const stored = () => Promise.all(keys.map((key) => getItem(key)));
  return { entity, keys, options, put, stored };
}

it('upgrades each item once', async () => {
  const { options, stored } = await parcels(12);
  expect(await migrate({ ...options, dryRun: true })).toMatchObject({ upgraded: 12, finished: true });
  expect(await stored()).not.toContainEqual(expect.objectContaining({ v: 2 }));
  expect(await migrate(options)).toMatchObject({ upgraded: 12, finished: true });
  expect(await stored()).toEqual(
    expect.arrayContaining([expect.objectContaining({ v: 2, weightKg: 3, weightGrams: 3_000, note: null })]),
  );
  expect(await migrate(options)).toEqual({ read: 0, upgraded: 0, finished: true });
});

it('resumes after an interruption', async () => {
  const { options, stored } = await parcels(8);
  let outcome = await migrate({ ...options, pageItems: 2_000, pages: 1 });
  let upgraded = outcome.upgraded;
  while (!outcome.finished) {
    outcome = await migrate({ ...options, pageItems: 2_000, pages: 1 });
    upgraded += outcome.upgraded;
  }
  expect(upgraded).toBe(8);
  expect((await stored()).map((item) => item?.v)).toEqual(Array(8).fill(2));
});

it('keeps concurrent changes and deletions', async () => {
  const { entity, keys, options, put, stored } = await parcels(3);
  const [first] = keys;
  const { [entity]: [step] = [] } = options.steps ?? {};
  if (step === undefined || first === undefined) throw new Error('There is no step.');
  let changed: Promise<unknown> | undefined;
  const steps = {
    [entity]: [
      (item: Record<string, unknown>) => {
        // Another writer changes the item between the migration's read and write.
        if (item.pk === first.pk) changed ??= put({ ...first, entity, v: 1, weightKg: 50, note: 'new' });
        return step(item);
      },
    ],
  };
  await migrate({ ...options, steps });
  await changed;
  const [after] = await stored();
  // Both orders are correct if the newer write is kept.
  expect([1, 2]).toContain(after?.v);
  expect(after).toMatchObject({ weightKg: 50, note: 'new' });
  await migrate({ ...options, steps, segments: 1 });
  expect((await stored())[0]).toMatchObject({ v: 2, weightGrams: 50_000, note: 'new' });
});

it('adds listing items to toggle overrides of an older version', async () => {
  const { options, put } = await parcels(1);
  const scope = { tenantId: randomUUID() };
  const value = { entity: 'toggle_override', v: 1, ...scope, toggleId: 'toggle', id: 'own' };
  await put({ ...overrideKey(scope, 'new_checkout'), ...value });
  expect(await getItem(overrideListingKey(scope, 'new_checkout'))).toBeUndefined();

  await migrate({ ...options, migrations });

  expect(await getItem(overrideListingKey(scope, 'new_checkout'))).toMatchObject({
    id: 'own',
    toggleId: 'toggle',
  });
  expect(await getItem(overridesListedKey)).toBeDefined();
});
