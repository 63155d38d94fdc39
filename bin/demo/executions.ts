import type { Tour } from './tour.ts';

/** Rules in use: tested, executed, explained, logged, grouped in a set, and triggered by an event. */
export async function executionSteps({
  access,
  as,
  call,
  chapter,
  sample,
  tag,
  withToken,
}: Tour): Promise<void> {
  chapter('Business rules at work');
  const [admin, viewer] = [as('acmeAdmin'), as('acmeViewer')];
  const entityType = `demo.order_${tag}`;
  const order = { entityId: `SO-${tag}`, data: { total: 12_500, customer: { tier: 'gold', password: 'x' } } };
  const conditionExpression = {
    operator: 'OR' as const,
    rules: [
      { field: 'total', operator: '<' as const, value: 10_000 },
      { field: 'customer.tier', operator: 'IN' as const, value: ['platinum'] },
    ],
  };
  const failureActions = [
    {
      type: 'BLOCK_TRANSITION' as const,
      config: { message: 'Order {{entityId}} of {{total}} needs a review.' },
    },
    { type: 'SET_FIELD' as const, config: { field: 'status', value: 'review' } },
  ];
  const common = { entityType, enabled: true, version: 1 };
  await call(
    'Test a rule before it is saved',
    () =>
      admin.POST('/api/business_rules/rules/validate', {
        body: { ruleType: 'GUARD', conditionExpression, failureActions, data: order.data },
      }),
    { show: ({ valid, evaluation }) => ({ valid, fields: evaluation?.fields }) },
  );
  const guard = await call(
    'Save a rule that blocks large orders',
    () =>
      admin.POST('/api/business_rules/rules', {
        body: {
          ...common,
          ruleId: `LIMIT-${tag}`,
          ruleName: 'Limit of an order',
          ruleType: 'GUARD',
          conditionExpression,
          failureActions,
          priority: 100,
        },
      }),
    { show: ({ id }) => ({ id }) },
  );
  const { email = '', password = '', tenantId } = access.login ?? {};
  const telling = await call('Another that tells people about them', () =>
    admin.POST('/api/business_rules/rules', {
      body: {
        ...common,
        ruleId: `TELL-${tag}`,
        ruleName: 'Notify about large orders',
        ruleType: 'ACTION',
        conditionExpression: { field: 'total', operator: '>=', value: 10_000 },
        successActions: [
          {
            type: 'NOTIFY',
            config: { recipients: email, subject: `Large order ${tag}`, message: '{{entityId}}: {{total}}' },
          },
        ],
        priority: 10,
      },
    }),
  );
  await call(
    'Execute them for an order that is blocked: the result has the reason',
    () => admin.POST('/api/business_rules/execute', { body: { entityType, ...order, explain: true } }),
    {
      show: ({ allowed, fields, executedRules: [guarded, notifying] }) => ({
        ...{ allowed, fields, message: guarded?.message, decidedBy: guarded?.trace?.decidedBy },
        notified: notifying?.actionsExecuted?.success,
      }),
    },
  );
  const { token } = await call('The recipient logs in', () =>
    as('none').POST('/api/auth/login', {
      body: { email, password, ...(tenantId !== undefined && { tenantId }) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  await call(
    'and has a notification',
    () => withToken(token).GET('/api/notifications', { params: { query: { status: ['unread'] } } }),
    {
      again: ({ items }) => !items.some(({ title }) => title.includes(tag)),
      show: ({ items }) =>
        items.filter(({ title }) => title.includes(tag)).map(({ title, body }) => [title, body]),
    },
  );
  await call(
    'The execution log, without the password',
    () => viewer.GET('/api/business_rules/logs', { params: { query: { ruleId: guard.id } } }),
    {
      show: ({ items }) =>
        items.map(({ executionResult, inputContext }) => ({ executionResult, inputContext })),
    },
  );
  const set = await sample('Create a rule set', 'createSet', {
    key: 'acmeAdmin',
    body: { setId: `CHECKOUT-${tag}` },
    show: ({ setId }) => ({ setId }),
  });
  const ofSet = { params: { path: { id: String(set.id) } } };
  await sample('Add the rule to it', 'addSetMember', {
    key: 'acmeAdmin',
    params: ofSet.params.path,
    body: { ruleId: guard.id },
    show: ({ ruleName, sequence }) => ({ ruleName, sequence }),
  });
  await call('So does the other one, behind it', () =>
    admin.POST('/api/business_rules/sets/{id}/members', {
      ...ofSet,
      body: { ruleId: telling.id, sequence: 20 },
    }),
  );
  await call(
    'Execute the set without its actions',
    () => admin.POST('/api/business_rules/sets/{id}/execute', { ...ofSet, body: { ...order, dryRun: true } }),
    {
      show: ({ allowed, executedRules }) => ({
        allowed,
        planned: executedRules.map(({ actionsPlanned }) => actionsPlanned),
      }),
    },
  );
  await call(
    'A record of that type triggers the rules',
    () => admin.POST('/api/entities/records', { body: { entityType, fields: { total: 50 } } }),
    { show: ({ id }) => ({ id }) },
  );
  await call(
    'Statistics of rules',
    () =>
      viewer.GET('/api/business_rules/logs/stats', { params: { query: { entityType, groupBy: 'result' } } }),
    {
      show: ({ executions, groups }) => ({
        executions,
        groups: groups?.map(({ key, executions: count }) => [key, count]),
      }),
    },
  );
}
