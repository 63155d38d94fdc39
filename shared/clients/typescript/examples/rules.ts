import { orThrow, type PlatformClient, PlatformError, type Rule } from '../index.ts';

/** Creates a rule, or returns the existing one with its `ruleId`. */
export async function guardLargeOrders(client: PlatformClient): Promise<Rule | undefined> {
  try {
    return await orThrow(
      client.POST('/api/business_rules/rules', {
        body: {
          ruleId: 'ORDER-LIMIT',
          ruleName: 'Block large orders',
          ruleType: 'GUARD',
          entityType: 'sales.order',
          conditionExpression: { field: 'total', operator: '<', value: 10_000 },
          failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Needs a review.' } }],
          enabled: true,
          priority: 100,
          version: 1,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'rule_id_taken') throw error;
    const query = { ruleId: 'ORDER-LIMIT' };
    const { data } = await orThrow(client.GET('/api/business_rules/rules', { params: { query } }));
    return data[0];
  }
}

/** Whether an order is allowed, and the message for its customer. */
export async function mayShip(client: PlatformClient, order: { id: string; total: number }) {
  const body = { entityType: 'sales.order', entityId: order.id, eventType: 'ship', data: order };
  const { allowed, executedRules } = await orThrow(client.POST('/api/business_rules/execute', { body }));
  return { allowed, rules: executedRules.map(({ ruleName }) => ruleName) };
}

/** Raises the priority of a rule unless it was changed since it was read; returns whether it did. */
export async function raisePriority(client: PlatformClient, id: string): Promise<boolean> {
  const { data: rule, response } = await client.GET('/api/business_rules/rules/{id}', {
    params: { path: { id } },
  });
  if (rule === undefined) return false;
  const { error } = await client.PUT('/api/business_rules/rules', {
    params: { header: { 'If-Match': response.headers.get('etag') ?? '' } },
    body: { id, priority: rule.priority + 1 },
  });
  return error === undefined;
}
