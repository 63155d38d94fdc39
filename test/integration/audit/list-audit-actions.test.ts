import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditLimits } from '../../../shared/kernel/audit/limits.ts';
import { type Change, recordChange } from '../../../shared/kernel/audit/record.ts';
import { transact } from '../../../shared/kernel/table/write.ts';
import type { AuditAction } from '../../../shared/modules/audit/contract.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { type Api, callsOf, type Page } from '../../support/clients/api.ts';

const actionsPath = '/api/audit_logs/actions';

async function actionsOf({ api }: { api: Api }, query = ''): Promise<Page<AuditAction>> {
  const answer = await api.get<Page<AuditAction>>(`${actionsPath}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const day = (number: number) => Date.UTC(2026, 10, number);

/** Writes the entry of a change at the given time. */
async function anEntry(change: Partial<Change> & { tenantId: string }, nowMs: number): Promise<void> {
  const full: Change = {
    ...{ organizationId: null, resource: 'tests.thing', resourceId: randomUUID(), action: 'updated' },
    ...{ version: 1, data: {}, ...change },
  };
  await transact(recordChange(full, { principal: { subject: 'user:ada' }, nowMs }));
}

describe('GET /api/audit_logs/actions', () => {
  it('reads only the requested time range', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    const changes = { text: { after: 'x'.repeat(2_800) } };
    for (let number = 1; number <= 12; number++) await anEntry({ tenantId, changes }, day(number));
    const cost = async (query: string) => {
      const calls = await callsOf(await admin.api.get(`${actionsPath}?${query}`));
      expect(calls.map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
      return calls[1]?.readUnits ?? 0;
    };
    const all = await cost('to=2026-11-30');
    const one = await cost('from=2026-11-05&to=2026-11-05T12:00:00Z');
    expect(all).toBeGreaterThan(8);
    expect(one).toBeLessThan(2);
  });

  it('keeps the smaller changes of an entry, and notes those that are too large', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    const large = { before: 'x'.repeat(2_000), after: 'y'.repeat(2_000) };
    const changes = {
      condition: large,
      name: { before: 'a', after: 'b' },
      notes: { after: 'z'.repeat(500) },
    };
    await anEntry({ tenantId, changes }, Date.now());
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field ${index}`, {}]));
    await anEntry({ tenantId, changes: fields, resource: 'tests.wide' }, Date.now());
    const { items } = await actionsOf(admin, 'resource=tests.thing');
    const note = { note: 'too large to keep' };
    expect(items.map((item) => item.changes)).toEqual([{ ...changes, condition: note }]);
    const wide = await actionsOf(admin, 'resource=tests.wide');
    expect(wide.items.map((item) => item.changes)).toEqual([{ '*': note }]);
  });

  it('omits expired entries', async () => {
    const { tenantId } = await aTenant();
    const admin = await aTenantAdmin({ tenantId });
    const dayMs = 86_400_000;
    await anEntry({ tenantId, resourceId: 'old' }, Date.now() - (auditLimits.retentionDays + 1) * dayMs);
    await anEntry({ tenantId, resourceId: 'kept' }, Date.now() - (auditLimits.retentionDays - 1) * dayMs);
    const { items, total } = await actionsOf(admin, 'resource=tests.thing');
    expect({ ids: items.map(({ resourceId }) => resourceId), total }).toEqual({ ids: ['kept'], total: 1 });
  });
});
