import type { Tour } from './tour.ts';

/** Rules at work: tried, executed, explained, logged, put into a set, and set off by an event. */
export async function executionSteps({ chapter, step, tag }: Tour): Promise<void> {
  chapter('Business rules at work');
  const rules = '/api/business_rules/rules';
  const logs = '/api/business_rules/logs';
  const entityType = `demo.order_${tag}`;
  const order = { entityId: `SO-${tag}`, data: { total: 12_500, customer: { tier: 'gold', password: 'x' } } };
  const conditionExpression = {
    operator: 'OR',
    rules: [
      { field: 'total', operator: '<', value: 10_000 },
      { field: 'customer.tier', operator: 'IN', value: ['platinum'] },
    ],
  };
  const failureActions = [
    { type: 'BLOCK_TRANSITION', config: { message: 'Order {{entityId}} of {{total}} needs a review.' } },
    { type: 'SET_FIELD', config: { field: 'status', value: 'review' } },
  ];
  await step('A rule tried before it is saved', {
    method: 'POST',
    path: `${rules}/validate`,
    key: 'acmeAdmin',
    expect: 200,
    body: { ruleType: 'GUARD', conditionExpression, failureActions, data: order.data },
    show: ({ valid, evaluation }) => ({ valid, fields: (evaluation as { fields: unknown }).fields }),
  });
  const guard = await step('Saved', {
    method: 'POST',
    path: rules,
    key: 'acmeAdmin',
    expect: 201,
    body: {
      ruleId: `LIMIT-${tag}`,
      ruleName: 'Limit of an order',
      ruleType: 'GUARD',
      entityType,
      conditionExpression,
      failureActions,
      enabled: true,
      priority: 100,
      version: 1,
    },
    show: ({ id }) => ({ id }),
  });
  await step('An order that does not pass, and why', {
    method: 'POST',
    path: '/api/business_rules/execute',
    key: 'acmeAdmin',
    expect: 200,
    body: { entityType, ...order, explain: true },
    show: ({ allowed, fields, executedRules }) => {
      const [{ message, trace } = { message: '', trace: {} }] = executedRules as {
        message: string;
        trace: { decidedBy?: unknown };
      }[];
      return { allowed, fields, message, decidedBy: trace.decidedBy };
    },
  });
  await step('The log, without the password', {
    method: 'GET',
    path: `${logs}?ruleId=${String(guard.id)}`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ items }) =>
      (items as Record<string, unknown>[]).map(({ executionResult, inputContext }) => ({
        executionResult,
        inputContext,
      })),
  });
  const set = await step('A set of rules', {
    method: 'POST',
    path: '/api/business_rules/sets',
    key: 'acmeAdmin',
    expect: 201,
    body: { setId: `CHECKOUT-${tag}`, setName: 'Checks before checkout' },
    show: ({ setId }) => ({ setId }),
  });
  const setPath = `/api/business_rules/sets/${String(set.id)}`;
  await step('The rule joins it', {
    method: 'POST',
    path: `${setPath}/members`,
    key: 'acmeAdmin',
    expect: 201,
    body: { ruleId: guard.id, sequence: 10 },
    show: ({ ruleName, sequence }) => ({ ruleName, sequence }),
  });
  await step('The set, without consequences', {
    method: 'POST',
    path: `${setPath}/execute`,
    key: 'acmeAdmin',
    expect: 200,
    body: { ...order, dryRun: true },
    show: ({ allowed, executedRules }) => ({
      allowed,
      planned: (executedRules as { actionsPlanned: string[] }[]).map(({ actionsPlanned }) => actionsPlanned),
    }),
  });
  await step('A record of that type sets the rule off by itself', {
    method: 'POST',
    path: '/api/entities/records',
    key: 'acmeAdmin',
    expect: 201,
    body: { entityType, fields: { total: 50 } },
    show: ({ id }) => ({ id }),
  });
  await step('How rules fare', {
    method: 'GET',
    path: `${logs}/stats?entityType=${entityType}&groupBy=result`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ executions, groups }) => ({
      executions,
      groups: (groups as { key: string; executions: number }[]).map(({ key, executions: count }) => [
        key,
        count,
      ]),
    }),
  });
}
