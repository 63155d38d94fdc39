import { describe, expect, it } from 'vitest';
import { aStoredRule, execute, executed, listLogs, logsPath } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { callsOf } from '../../support/clients/api.ts';
import { watchEvents } from '../../support/clients/events.ts';

const always = { field: 'nothing', operator: 'IS_EMPTY' };

describe('effects', () => {
  const flagging = {
    conditionExpression: always,
    successActions: [
      { type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged', payload: { total: '{{total}}' } } },
    ],
  };

  it('publish an emitted event with depth 1', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const { executedRules } = await executed(caller);
    const [event, ...others] = (await eventsSince()).filter(({ type }) => type === 'sales.offer.flagged');
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      id: executedRules[0]?.actionsExecuted?.results[0]?.eventId,
      depth: 1,
      organizationId: caller.organizationId,
      data: { total: 5, tenantId: caller.tenantId, organizationId: caller.organizationId },
    });
  });

  it('notify the users with these addresses and ids, of this tenant only', async () => {
    const caller = await aTenant();
    const [ada, bob] = await Promise.all([aUser(caller), aUser(caller)]);
    const stranger = await aUser(await aTenant());
    const recipients = [
      `"Lovelace, Ada" <${ada.email.toUpperCase()}>`,
      bob.id,
      stranger.email,
      'unknown@example.com',
      ada.email,
    ];
    await aStoredRule(caller, {
      conditionExpression: always,
      successActions: [
        {
          type: 'NOTIFY',
          config: { recipients: recipients.join(', '), subject: 'Large', message: 'Order {{entityId}}' },
        },
      ],
    });
    const { executedRules } = await executed(caller, { entityId: 'SO-1' });
    expect(executedRules[0]?.actionsExecuted?.results).toMatchObject([
      {
        type: 'NOTIFY',
        success: true,
        notified: 2,
        unknownRecipients: [stranger.email, 'unknown@example.com'],
      },
    ]);
    const inboxOf = async (user: typeof ada) => {
      const { token } = await aSession(user);
      const headers = { 'x-api-key': '', authorization: `Bearer ${token}` };
      const { body } = await caller.api.get<{ items: object[] }>('/api/notifications', { headers });
      return body.items;
    };
    for (const user of [ada, bob])
      expect(await inboxOf(user)).toMatchObject([
        { type: 'business_rules.rule.notified', title: 'Large', body: 'Order SO-1', sourceEntityId: 'SO-1' },
      ]);
  });

  it.each(['x@y@z', 'no address', '"quoted local"@example.com', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'])(
    'notify no one and fail, naming the recipient %s',
    async (recipient) => {
      const caller = await aTenant();
      const config = { recipients: [`ops@example.com, ${recipient}`], message: 'm' };
      await aStoredRule(caller, {
        conditionExpression: always,
        successActions: [{ type: 'NOTIFY', config }],
      });
      const { executedRules } = await executed(caller);
      expect(executedRules[0]?.actionsExecuted).toMatchObject({
        success: false,
        results: [{ type: 'NOTIFY', success: false, error: expect.stringContaining(recipient) }],
      });
    },
  );

  it('notify no inactive user', async () => {
    const caller = await aTenant();
    const gone = await aUser(caller, { isActive: false });
    const config = { recipients: gone.email, message: 'm' };
    await aStoredRule(caller, { conditionExpression: always, successActions: [{ type: 'NOTIFY', config }] });
    const { executedRules } = await executed(caller);
    expect(executedRules[0]?.actionsExecuted?.results).toMatchObject([
      { success: false, error: expect.stringContaining(gone.email) },
    ]);
  });

  it('accept addresses of non-users, and return them', async () => {
    const caller = await aTenant();
    const config = { recipients: 'ops@example.com, sales@example.com', message: 'm' };
    await aStoredRule(caller, { conditionExpression: always, successActions: [{ type: 'NOTIFY', config }] });
    const { executedRules, errors } = await executed(caller);
    expect(executedRules[0]?.actionsExecuted).toMatchObject({
      success: true,
      results: [
        {
          type: 'NOTIFY',
          success: true,
          notified: 0,
          unknownRecipients: ['ops@example.com', 'sales@example.com'],
        },
      ],
    });
    expect(errors ?? []).toEqual([]);
  });

  it('do not occur in a dry run, which only evaluates and plans', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, flagging);
    const eventsSince = await watchEvents(caller.tenantId);
    const answer = await execute(caller, { dryRun: true });
    expect(answer.body).toMatchObject({
      allowed: true,
      executedRules: [
        {
          actionsPlanned: ['EMIT_EVENT'],
          actionsExecuted: { success: true, results: [{ type: 'EMIT_EVENT' }] },
        },
      ],
    });
    expect(answer.body).not.toHaveProperty('logIds');
    expect(answer.body.executedRules[0]).not.toHaveProperty('logId');
    expect((await listLogs(caller)).total).toBe(0);
    expect(await eventsSince()).toEqual([]);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
  });
});

describe('the statistics of the log', () => {
  it('count an ACTION rule that does not apply as not applied', async () => {
    const caller = await aTenant();
    await aStoredRule(caller, { ruleId: 'ACT', ruleType: 'ACTION' });
    await executed(caller, { data: { total: 1 } });
    await executed(caller, { data: { total: 1_000_000 } });
    const { body } = await caller.api.get(`${logsPath}/stats`);
    expect(body).toMatchObject({ executions: 2, success: 1, failure: 0, notApplied: 1, successRate: 1 });
  });
});
