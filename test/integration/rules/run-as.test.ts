/** Rules take effect with the current rights of the user or key that they run as. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aRole, roleAclPath } from '../../support/builders/roles.ts';
import {
  aStoredRule,
  aStoredSet,
  executed,
  executePath,
  getRule,
  listLogs,
  listRules,
  rulePath,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import { aKey, aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

const editing = ['business_rules.*', 'audit_logs.view'];

const effects = [
  ['EMIT_EVENT', 'events.publish', { eventName: 'sales.order.flagged' }],
  ['NOTIFY', 'notifications.create', { recipients: 'ops@example.com', message: 'Hello' }],
  ['CALL_WEBHOOK', 'webhooks.manage', { url: 'https://hooks.example.com/' }],
] as const;

let home: TestCaller;
let weak: TestCaller;
let strong: TestCaller;

const withFeatures = (features: readonly string[]) =>
  aKey({ tenantId: home.tenantId, organizationId: home.organizationId, features, name: 'author' });

interface Author extends TestCaller {
  setFeatures(features: readonly string[]): Promise<void>;
}

/** A key that may edit rules, whose other features can be replaced. */
async function anAuthor(features: readonly string[]): Promise<Author> {
  const role = await aRole(home, { features });
  const { id: roleId } = role;
  const admin = await aTenantAdmin(home);
  const { tenantId, organizationId } = home;
  const key = await aKey({ tenantId, organizationId, features: editing, roles: [role], name: 'author' });
  return {
    ...key,
    async setFeatures(now) {
      const body = { roleId, features: now, isSuperAdmin: false, organizations: [organizationId] };
      const answer = await admin.api.put(roleAclPath, { body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
  };
}

const unusedType = (): string => `sales.order${crypto.randomUUID().slice(0, 8)}`;

/** The body of a rule with one effect, whose id and entity type no other rule has. */
const ruleWith = (type: string, config: object, more: object = {}) => {
  const entityType = unusedType();
  const always = { field: 'total', operator: 'IS_NOT_EMPTY' };
  const actions = [{ type, config }];
  return {
    ruleId: entityType,
    entityType,
    ruleType: 'ACTION',
    conditionExpression: always,
    successActions: actions,
    ...more,
  };
};

beforeAll(async () => {
  home = await aTenant();
  weak = await withFeatures(editing);
  strong = await withFeatures(['*']);
});

describe.each(effects)('%s', (type, feature, config) => {
  const forbidden = {
    code: 'action_forbidden',
    required: [feature],
    requiredFeatures: [feature],
    actions: [type],
  };

  it(`is saved by holders of ${feature} only`, async () => {
    const body = aRule(ruleWith(type, config));
    const refused = await weak.api.post(rulesPath, { body });
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(forbidden)]);
    const holder = await withFeatures([...editing, feature]);
    const created = await holder.api.post(rulesPath, { body });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    expect(created.body).toMatchObject({
      runAs: { type: 'api_key', id: holder.keyId, name: 'author', tenantId: home.tenantId },
      blockedReason: null,
    });
  });

  it('is not lent to an editor without the right', async () => {
    const { id, runAs } = await aStoredRule(strong, ruleWith(type, config));
    const changes = [
      { conditionExpression: { field: 'other', operator: 'IS_EMPTY' } },
      {
        successActions: [
          { type, config },
          { type: 'LOG', config: { message: 'mine' } },
        ],
      },
      { failureActions: [{ type, config }] },
      { missingFieldPolicy: 'fail' },
      { entityType: 'crm.customer' },
      { eventType: 'updated' },
    ];
    for (const change of changes) {
      const { status, body } = await weak.api.put(rulesPath, { body: { id, ...change } });
      expect([change, status, body]).toEqual([change, 403, expect.objectContaining(forbidden)]);
    }
    expect((await weak.api.post(`${rulePath(id)}/take-over`)).status).toBe(403);
    const renamed = await weak.api.put<Rule>(rulesPath, { body: { id, ruleName: 'Other', enabled: false } });
    expect([renamed.status, renamed.body.runAs]).toEqual([200, runAs]);
  });

  it(`is refused when the author has lost ${feature}, and allowed again after a take-over`, async () => {
    const author = await anAuthor([feature]);
    const rule = ruleWith(type, config);
    const { id } = await aStoredRule(author, rule);
    const run = () => executed(strong, { entityType: rule.entityType });
    const resultOf = async () => (await run()).executedRules[0]?.actionsExecuted?.results[0];
    expect(await resultOf()).toMatchObject({ type, success: true });
    await author.setFeatures([]);
    const error = expect.stringContaining(`does not have the feature ${feature}`);
    expect(await resultOf()).toMatchObject({ type, success: false, error });
    expect(await resultOf()).toMatchObject({ success: false });
    const { body } = await getRule(home, id);
    expect(body.blockedReason).toBe(
      `${type}: The user or key that the rule runs as does not have the feature ${feature}.`,
    );
    const { items } = await listLogs(home, `ruleId=${id}`);
    expect(items[0]?.errorMessage).toContain(`${type}: The user or key`);
    const taken = await strong.api.post(`${rulePath(id)}/take-over`);
    expect(taken.body).toMatchObject({ runAs: { id: strong.keyId }, blockedReason: null });
    expect(await resultOf()).toMatchObject({ success: true });
  });
});

describe('a rule of an author who has lost a right', () => {
  it('is refused in sets and alone, and no longer blocked when the right is back', async () => {
    const author = await anAuthor(['events.publish']);
    const rule = ruleWith('EMIT_EVENT', { eventName: 'sales.order.flagged' });
    const { id } = await aStoredRule(author, rule);
    const set = await aStoredSet(strong, { setId: String(rule.entityType) }, [{ id }]);
    await author.setFeatures([]);
    const body = { data: { total: 1 } };
    const one = await strong.api.post(`${executePath}/${id}`, { body });
    const other = await strong.api.post(`${setsPath}/${set.id}/execute`, { body });
    for (const { status, body: result } of [one, other]) {
      expect(status, JSON.stringify(result)).toBe(200);
      expect(JSON.stringify(result)).toContain('does not have the feature events.publish');
    }
    expect((await getRule(home, id)).body.blockedReason).toContain('EMIT_EVENT');
    await author.setFeatures(['events.publish']);
    await executed(strong, { entityType: rule.entityType });
    expect((await getRule(home, id)).body.blockedReason).toBeNull();
  });

  it('is found by its key before the key is deleted, and refused afterwards', async () => {
    const author = await anAuthor(['events.publish']);
    const rule = ruleWith('EMIT_EVENT', { eventName: 'sales.order.flagged' });
    const { id } = await aStoredRule(author, rule);
    const { data } = await listRules(home, `runAs=api_key:${author.keyId}`);
    expect(data.map((found) => found.id)).toEqual([id]);
    expect((await home.api.delete(`/api/api_keys/keys?id=${author.keyId}`)).status).toBe(200);
    const { executedRules } = await executed(strong, { entityType: rule.entityType });
    expect(executedRules[0]?.actionsExecuted?.success).toBe(false);
  });

  it('is not executed with the rights of the executing caller', async () => {
    const author = await anAuthor(['events.publish']);
    const rule = ruleWith('EMIT_EVENT', { eventName: 'sales.order.flagged' });
    await aStoredRule(author, rule);
    const caller = await withFeatures(['business_rules.rules.execute']);
    const { status, body } = await caller.api.post(executePath, {
      body: { entityType: rule.entityType, data: { total: 1 } },
    });
    expect([status, body]).toMatchObject([200, { errors: [] }]);
  });
});
