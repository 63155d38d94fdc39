import { describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/kernel/table/keys.ts';
import { overrideListingKey } from '../../../shared/modules/toggles/keys.ts';
import { listOverridden, overrideItem } from '../../../shared/modules/toggles/override-store.ts';
import { aFakeTable } from '../../support/fault-injection/fake-table.ts';

const scope = { tenantId: 'acme' };
const at = '2027-01-01T00:00:00.000Z';
const toggle = (slot: string) => ({ overrideSlot: slot });
const tenant = { ...tenantKey(scope), name: 'Acme' };
const storedValue = (slot: string) =>
  overrideItem(toggle(slot), {
    ...{ id: `own ${slot}`, ...scope, toggleId: `toggle ${slot}`, value: true },
    ...{ createdAt: at, updatedAt: at, revision: 1 },
  });
const listingOf = (slot: string) => ({
  ...overrideListingKey(scope, slot),
  id: `own ${slot}`,
  toggleId: `toggle ${slot}`,
});

/** Ids of the tenant's overrides by the slots of their toggles, for a page of toggles in the given slots. */
async function overridden(slots: readonly string[]) {
  const { tenantName, overrides } = await listOverridden(scope, slots.map(toggle));
  expect(tenantName).toBe('Acme');
  return slots.map((slot) => overrides.get(`toggle ${slot}`)?.id ?? null);
}

describe('the overrides of a tenant for a page of toggles', () => {
  it('are read by one strongly consistent Query in parallel with the name of the tenant', async () => {
    const { requests, consistency } = aFakeTable([tenant, ...['a', 'c', 'e'].map(listingOf)]);
    expect(await overridden(['c', 'b', 'e'])).toEqual(['own c', null, 'own e']);
    expect(requests()).toEqual(['QueryCommand', 'BatchGetCommand']);
    expect(consistency()).toEqual([true, true]);
  });

  it('are read by key if too many others precede them', async () => {
    const others = Array.from({ length: 150 }, (_, index) => `b${String(index).padStart(3, '0')}`);
    aFakeTable([tenant, ...['a', ...others, 'c'].map(listingOf), ...['a', 'c'].map(storedValue)]);

    expect(await overridden(['a', 'b050', 'c', 'd'])).toEqual(['own a', 'own b050', 'own c', null]);
  });
});
