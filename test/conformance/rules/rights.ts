/** Conformance cases of rules: the user or key that a rule runs as. */
import { expect } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import {
  executed,
  executePath,
  getRule,
  listLogs,
  listRules,
  rulePath,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { casesOf } from '../support/conformance.ts';
import { once } from '../support/once.ts';
import { aStoredRule, aStoredSet } from '../support/rules.ts';
import { aCaller, aKey, aTenantWithEvents, created, unique } from '../support/stage.ts';
import { aLoggedInUser, setFeatures } from '../support/users.ts';

const { proves } = casesOf('rules');

const editing = ['business_rules.*', 'audit_logs.view'];
const flagged = { eventName: 'sales.order.flagged' };
const emitting = { type: 'EMIT_EVENT', feature: 'events.publish', config: flagged };
const message = { recipients: 'ops@example.com', message: 'Hello' };
const effects = [
  emitting,
  { type: 'NOTIFY', feature: 'notifications.create', config: message },
  { type: 'CALL_WEBHOOK', feature: 'webhooks.manage', config: { url: 'https://hooks.example.com/' } },
];

/** A caller with all features, and an editor of rules without other rights. */
const people = once(async () => {
  const strong = await aCaller();
  return { strong, weak: await aKey({ ...strong, features: editing }) };
});

/** The body of a rule with one effect, whose entity type no other rule has. */
function ruleWith({ type, config }: { type: string; config: object }) {
  const entityType = unique('e');
  const conditionExpression = { field: 'total', operator: 'IS_NOT_EMPTY' };
  return { entityType, ruleType: 'ACTION', conditionExpression, successActions: [{ type, config }] };
}

const takeOver = ({ api }: TestCaller, id: string) => api.post(`${rulePath(id)}/take-over`);
const resultOf = async (caller: TestCaller, entityType: string) =>
  (await executed(caller, { entityType })).executedRules[0]?.actionsExecuted?.results[0];

proves('action-rights', effects, async (effect) => {
  const { strong, weak } = await people();
  const { type, feature } = effect;
  const missing = { required: [feature], requiredFeatures: [feature], actions: [type] };
  const refusal = { status: 403, body: { code: 'action_forbidden', ...missing } };
  const body = aRule({ ...ruleWith(effect), ruleId: unique('R') });
  expect(await weak.api.post(rulesPath, { body })).toMatchObject(refusal);
  const holder = await aKey({ ...strong, features: [...editing, feature] });
  const saved = await holder.api.post<Rule>(rulesPath, { body });
  expect(saved.status, JSON.stringify(saved.body)).toBe(201);
  expect(saved.body).toMatchObject({ runAs: { type: 'api_key', id: holder.keyId }, blockedReason: null });
  const { id, runAs, successActions } = saved.body;
  for (const change of [
    { conditionExpression: { field: 'other', operator: 'IS_EMPTY' } },
    { successActions: [...(successActions ?? []), { type: 'LOG', config: { message: 'mine' } }] },
    { failureActions: successActions },
    { missingFieldPolicy: 'fail' },
    { entityType: 'crm.customer' },
    { eventType: 'updated' },
  ])
    expect(await weak.api.put(rulesPath, { body: { id, ...change } })).toMatchObject(refusal);
  expect((await takeOver(weak, id)).status).toBe(403);
  const kept = await weak.api.put(rulesPath, { body: { id, ruleName: 'Other', enabled: false } });
  expect([kept.status, kept.body.runAs]).toEqual([200, runAs]);
});

proves('lost-rights', effects, async (effect) => {
  const { strong } = await people();
  const { type, feature } = effect;
  const author = await aLoggedInUser(strong, { features: [...editing, feature] });
  const { id, entityType } = await aStoredRule(author, ruleWith(effect));
  expect(await resultOf(strong, entityType)).toMatchObject({ type, success: true });
  await setFeatures(strong, author.id, editing);
  const error = `The user or key that the rule runs as does not have the feature ${feature}.`;
  const refused = { type, success: false, error: expect.stringContaining(error) };
  expect(await resultOf(strong, entityType)).toMatchObject(refused);
  expect((await getRule(strong, id)).body.blockedReason).toBe(`${type}: ${error}`);
  const [entry] = (await listLogs(strong, `ruleId=${id}`)).items;
  expect(entry?.errorMessage).toContain(`${type}: The user or key`);
  const set = await aStoredSet(strong, {}, [{ id }]);
  const body = { data: { total: 1 } };
  for (const path of [`${executePath}/${id}`, `${setsPath}/${set.id}/execute`])
    expect(JSON.stringify((await strong.api.post(path, { body })).body)).toContain(error);
  await setFeatures(strong, author.id, [...editing, feature]);
  expect(await resultOf(strong, entityType)).toMatchObject({ success: true });
  expect((await getRule(strong, id)).body.blockedReason).toBeNull();
});

proves('take-over', async () => {
  const { strong } = await people();
  const author = await aKey(strong);
  const { id, entityType } = await aStoredRule(author, ruleWith(emitting));
  const { data } = await listRules(strong, `runAs=api_key:${author.keyId}`);
  expect(data.map((found) => found.id)).toEqual([id]);
  expect((await strong.api.delete(`/api/api_keys/keys?id=${author.keyId}`)).status).toBe(200);
  expect(await resultOf(strong, entityType)).toMatchObject({ success: false });
  expect((await getRule(strong, id)).body.blockedReason).toContain('EMIT_EVENT');
  const runAs = { type: 'api_key', id: strong.keyId };
  expect((await takeOver(strong, id)).body).toMatchObject({ runAs, blockedReason: null });
  expect(await resultOf(strong, entityType)).toMatchObject({ success: true });
});

proves('own-rights', async () => {
  const { strong } = await people();
  const { entityType } = await aStoredRule(strong, ruleWith(emitting));
  const { api } = await aKey({ ...strong, features: ['business_rules.rules.execute'] });
  const { status, body } = await api.post(executePath, { body: { entityType, data: { total: 1 } } });
  expect([status, body]).toMatchObject([
    200,
    { errors: [], executedRules: [{ actionsExecuted: { success: true } }] },
  ]);
});

proves('blocked-once', async () => {
  const home = await aTenantWithEvents();
  const editor = await aLoggedInUser(home, { features: [...editing, 'notifications.view'] });
  const author = await aLoggedInUser(home);
  const rule = { ...ruleWith(emitting), entityType: 'sales.order', eventType: 'created' };
  const conditionExpression = { field: 'nothing', operator: 'IS_EMPTY' };
  const { id } = await aStoredRule(author, { ...rule, conditionExpression });
  await created(home.api.put('/api/auth/users', { body: { id: author.id, isActive: false } }));
  const reason =
    'EMIT_EVENT: The user or key that the rule runs as does not have the feature events.publish.';
  for (const entries of [1, 2]) {
    const body = { entityType: 'sales.order', fields: { total: 1 } };
    await created(home.api.post('/api/entities/records', { body }));
    const [entry] = await eventually('the entry of the log', async () => {
      const { items, total } = await listLogs(home);
      return total === entries ? items : undefined;
    });
    expect(entry?.errorMessage).toBe(reason);
  }
  expect((await getRule(home, id)).body.blockedReason).toBe(reason);
  const notices = await eventually('the notification', async () => {
    const { items } = (await editor.api.get<{ items: { type: string }[] }>('/api/notifications')).body;
    return items.length > 0 ? items : undefined;
  });
  expect(notices.map(({ type }) => type)).toEqual(['business_rules.rule.blocked']);
});
