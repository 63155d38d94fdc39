/** Entries of the audit trail have the values before a change in a form that changes take. */
import { expect, it } from 'vitest';
import type { AuditAction } from '../../../shared/modules/audit/contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { aStoredToggle, aSuperAdmin, globalPath, togglePath } from '../../support/builders/toggles.ts';
import type { Page } from '../../support/clients/api.ts';

interface Changeable {
  id: string;
  path: string;
  change: Record<string, unknown>;
  isOfPlatform?: boolean;
}

async function toggle(
  caller: TestCaller,
  change: Changeable['change'],
  pathOf = (_id: string) => globalPath,
): Promise<Changeable> {
  const { id } = await aStoredToggle(caller);
  return { id, path: pathOf(id), change, isOfPlatform: true };
}

const integration = (id: string, part: string, change: Record<string, unknown>): Changeable => ({
  id,
  path: `/api/integrations/${id}/${part}`,
  change,
});

it.each<[string, (caller: TestCaller) => Changeable | Promise<Changeable>]>([
  ['the metadata of a toggle', (caller) => toggle(caller, { metadata: { team: 'checkout' } })],
  [
    'the rules and the kill switch of a toggle',
    (caller) =>
      toggle(
        caller,
        { rules: [{ value: true }], killSwitch: { active: true } },
        (id) => `${togglePath(id)}/targeting`,
      ),
  ],
  [
    'the restrictions of an API key',
    async ({ api }) => {
      const path = '/api/api_keys/keys';
      const { body } = await api.post<{ id: string }>(path, { body: { name: 'made' } });
      return { id: body.id, path, change: { readOnly: true, allowedAddresses: ['203.0.113.0/24'] } };
    },
  ],
  ['the state of an integration', () => integration('sync_http_json', 'state', { isEnabled: true })],
  [
    'the version of an integration',
    () => integration('gateway_stripe', 'version', { apiVersion: '2023-10-16' }),
  ],
])('%s can be set back to what it was before the first change', async (_, aThing) => {
  const caller = await aSuperAdmin();
  const { id, path, change, isOfPlatform = false } = await aThing(caller);
  const put = (body: object) => caller.api.put(path, { body: { id, ...body } });
  expect((await put(change)).status).toBe(200);
  const trail = `/api/audit_logs/actions?resourceId=${id}${isOfPlatform ? '&platform=true' : ''}`;
  const { items } = (await caller.api.get<Page<AuditAction>>(trail)).body;
  const changes = Object.entries(items[0]?.changes ?? {});
  expect(changes.map(([field]) => field).toSorted()).toEqual(Object.keys(change).toSorted());
  const before = Object.fromEntries(changes.map(([field, values]) => [field, Object(values).before ?? null]));
  expect((await put(before)).status).toBe(200);
});
