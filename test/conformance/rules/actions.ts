/** Conformance cases of rules: actions that reach others, and dry runs. */
import { expect } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import { execute, executed, listLogs, rulesPath } from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { receiveEvents } from '../support/events.ts';
import { always, aStoredRule } from '../support/rules.ts';
import { aCaller, aTenant, aTenantWithEvents, created } from '../support/stage.ts';
import { aLoggedInUser } from '../support/users.ts';

const { proves } = casesOf('rules');

const flagging = {
  conditionExpression: always,
  successActions: [
    { type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged', payload: { total: '{{total}}' } } },
  ],
};

proves('emitted-event', async () => {
  const caller = await aTenantWithEvents();
  const eventsOf = await receiveEvents(caller, ['sales.offer.flagged']);
  await aStoredRule(caller, flagging);
  expect((await executed(caller)).executedRules[0]?.actionsExecuted?.results).toMatchObject([
    { type: 'EMIT_EVENT', success: true, eventId: expect.any(String) },
  ]);
  const { tenantId, organizationId } = caller;
  expect(await eventsOf(1)).toMatchObject([
    { type: 'sales.offer.flagged', data: { total: 5, tenantId, organizationId } },
  ]);
});

const notifying = (recipients: unknown, more = {}) => ({
  conditionExpression: always,
  successActions: [{ type: 'NOTIFY', config: { recipients, message: 'Order {{entityId}}', ...more } }],
});
const notified = async (caller: TestCaller) =>
  (await executed(caller, { entityId: 'SO-1' })).executedRules[0]?.actionsExecuted?.results[0];

proves('notify', async () => {
  const caller = await aCaller();
  const [ada, bob, stranger] = [
    await aLoggedInUser(caller),
    await aLoggedInUser(caller),
    await aLoggedInUser(await aTenant()),
  ];
  const recipients = `"Lovelace, Ada" <${ada.email.toUpperCase()}>, ${bob.id}, ${stranger.email}, x@example.com, ${ada.email}`;
  await aStoredRule(caller, notifying(recipients, { subject: 'Large' }));
  const unknownRecipients = [stranger.email, 'x@example.com'];
  expect(await notified(caller)).toMatchObject({ success: true, notified: 2, unknownRecipients });
  for (const { api } of [ada, bob])
    expect((await api.get('/api/notifications')).body.items).toMatchObject([
      { type: 'business_rules.rule.notified', title: 'Large', body: 'Order SO-1', sourceEntityId: 'SO-1' },
    ]);
});

proves('notify-addresses', async () => {
  const caller = await aCaller();
  await aStoredRule(caller, notifying('ops@example.com, sales@example.com'));
  const unknownRecipients = ['ops@example.com', 'sales@example.com'];
  expect(await notified(caller)).toMatchObject({ success: true, notified: 0, unknownRecipients });
});

proves('notify-refused', async () => {
  const caller = await aCaller();
  const gone = await aLoggedInUser(caller);
  await created(caller.api.put('/api/auth/users', { body: { id: gone.id, isActive: false } }));
  const { id } = await aStoredRule(caller, notifying('nothing'));
  const bad = ['x@y@z', 'no address', '"quoted local"@example.com', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'];
  for (const recipients of [gone.email, ...bad.map((one) => [`ops@example.com, ${one}`])]) {
    await caller.api.put<Rule>(rulesPath, {
      body: { id, successActions: notifying(recipients).successActions },
    });
    const named = String(recipients).split(', ').at(-1);
    const refusal = { success: false, error: expect.stringContaining(String(named)) };
    expect(await notified(caller)).toMatchObject(refusal);
  }
});

proves('dry-run', async () => {
  const caller = await aCaller();
  await aStoredRule(caller, flagging);
  const { body } = await execute(caller, { dryRun: true });
  const actionsExecuted = { success: true, results: [{ type: 'EMIT_EVENT' }] };
  const planned = { actionsPlanned: ['EMIT_EVENT'], actionsExecuted };
  expect(body).toMatchObject({ allowed: true, executedRules: [planned] });
  expect(body).not.toHaveProperty('logIds');
  expect(body.executedRules[0]).not.toHaveProperty('logId');
  expect((await listLogs(caller)).total).toBe(0);
});
