import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLimits } from '../../../shared/kernel/events/limits.ts';
import { entityTypePattern } from '../../../shared/modules/entities/entity-type.ts';
import { entityLimits } from '../../../shared/modules/entities/limits.ts';
import { recordTypeOf } from '../../../shared/modules/sync/keys.ts';
import { syncTypeProblem } from '../../../shared/modules/sync/runs/run-fields-contract.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';

const anEntityType = fc.stringMatching(/^[A-Za-z0-9_.-]{1,100}$/);

describe('the type of the records of a sync', () => {
  it.each([
    ['crm.customer', 'crm.customer'],
    ['crm.eu.Customer', 'crm.eu_customer'],
    ['2024', 'external.x_2024'],
    ['2024.orders', 'x_2024.orders'],
    ['crm.', 'crm.x_'],
    ['...', 'x_.x___'],
  ])('%s is %s', (entityType, expected) => {
    expect(recordTypeOf(entityType)).toBe(expected);
  });

  it('is valid for records and their events, and by default its own type', () => {
    fc.assert(
      fc.property(anEntityType, (entityType) => {
        const recordType = recordTypeOf(entityType);
        expect(recordType).toMatch(entityTypePattern);
        expect(recordType.length).toBeLessThanOrEqual(entityLimits.entityType);
        expect(recordTypeOf(recordType)).toBe(recordType);
      }),
    );
    const longest = '1'.repeat(syncLimits.entityType);
    expect(`${recordTypeOf(longest)}.updated`.length).toBeLessThanOrEqual(eventLimits.type);
  });
});

describe('a record type', () => {
  it.each(['.', '..', 'a b', 'a/b', 'ä', 'a#b', '', 'auth.user', 'Webhooks.delivery', 'auth.a.b'])(
    '%j is refused',
    (entityType) => {
      expect(syncTypeProblem(entityType)).toEqual(expect.any(String));
    },
  );

  it.each(['a', '-', '...', 'customers', 'Crm.Customer', 'authors'])('%j is accepted', (entityType) => {
    expect(syncTypeProblem(entityType)).toBeUndefined();
  });
});
