/** Events run a rule whose author has lost access: it is refused by name, and its tenant is notified once. */
import { expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aReader, listOf } from '../../support/builders/notifications.ts';
import { aRole, loggedIn, roleAclPath } from '../../support/builders/roles.ts';
import { aStoredRule, getRule, listLogs } from '../../support/builders/rules.ts';
import { aKey, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { watchEvents } from '../../support/clients/events.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

interface Loss {
  author: Pick<TestCaller, 'api'>;
  lose: () => Promise<number>;
}

const reason = 'EMIT_EVENT: The user or key that the rule runs as does not have the feature events.publish.';

/** How an author loses the right to publish events. */
const losses: [string, (home: TestCaller) => Promise<Loss>][] = [
  [
    'a key that has lost the right',
    async (home) => {
      const role = await aRole(home, { features: ['events.publish'] });
      const author = await aKey({ ...home, features: ['business_rules.*'], roles: [role] });
      const body = {
        roleId: role.id,
        features: [],
        isSuperAdmin: false,
        organizations: [home.organizationId],
      };
      const admin = await aTenantAdmin(home);
      return { author, lose: async () => (await admin.api.put(roleAclPath, { body })).status };
    },
  ],
  [
    'a deactivated user',
    async (home) => {
      const user = await aUser(home);
      const body = { id: user.id, isActive: false };
      return {
        author: { api: await loggedIn(user) },
        lose: async () => (await home.api.put('/api/auth/users', { body })).status,
      };
    },
  ],
  [
    'a deleted key',
    async (home) => {
      const author = await aKey({ ...home, features: ['*'] });
      const path = `/api/api_keys/keys?id=${author.keyId}`;
      return { author, lose: async () => (await home.api.delete(path)).status };
    },
  ],
];

it.each(losses)('refuses the effect of a rule of %s, and notifies once', async (_, aLoss) => {
  const home = await aTenant();
  const editor = await aReader(home, ['business_rules.rules.edit', 'business_rules.rules.view']);
  const { author, lose } = await aLoss(home);
  const { id } = await aStoredRule(author, {
    eventType: 'created',
    conditionExpression: { field: 'nothing', operator: 'IS_EMPTY' },
    successActions: [{ type: 'EMIT_EVENT', config: { eventName: 'sales.order.flagged' } }],
  });
  expect(await lose()).toBe(200);
  const eventsSince = await watchEvents(home.tenantId);
  for (let entries = 1; entries <= 3; entries += 1) {
    const body = { entityType: 'sales.order', fields: { total: 1 } };
    expect((await home.api.post('/api/entities/records', { body })).status).toBe(201);
    const { items } = await eventually('the entry of the log', async () => {
      const page = await listLogs(home);
      return page.total === entries ? page : undefined;
    });
    expect(items[0]?.errorMessage).toBe(reason);
  }
  expect((await getRule(home, id)).body.blockedReason).toBe(reason);
  const { items } = await eventually('the notification', async () => {
    const page = await listOf(editor);
    return page.total > 0 ? page : undefined;
  });
  expect(items.map(({ type }) => type)).toEqual(['business_rules.rule.blocked']);
  const types = (await eventsSince()).map(({ type }) => type);
  expect(types.filter((type) => type === 'business_rules.rule.blocked')).toHaveLength(1);
  expect(types).not.toContain('sales.order.flagged');
});
