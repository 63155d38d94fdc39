import type { Tour } from './tour.ts';

/** An order is created; its story shows the request, the rule, the notification and the delivery that followed. */
export async function storySteps({ access, as, call, chapter, tag }: Tour): Promise<void> {
  chapter('The story of an order');
  const admin = as('acmeAdmin');
  const entityType = `demo.story_${tag}`;
  const rule = await call('A rule notifies people of large orders', () =>
    admin.POST('/api/business_rules/rules', {
      body: {
        ...{ entityType, eventType: 'created', enabled: true, version: 1, priority: 100 },
        ...{ ruleId: `STORY-${tag}`, ruleName: 'Notify about large orders', ruleType: 'ACTION' },
        conditionExpression: { field: 'fields.total', operator: '>=', value: 10_000 },
        successActions: [
          {
            type: 'NOTIFY',
            config: {
              ...{ recipients: access.login?.email ?? 'ada@example.com', subject: `Large order ${tag}` },
              message: '{{fields.total}}',
            },
          },
        ],
      },
    }),
  );
  const webhook = await call('A webhook receives them; this machine may have no internet access', () =>
    admin.POST('/api/webhooks', {
      body: {
        ...{ name: `Orders ${tag}`, url: 'https://example.com/hooks/orders' },
        subscribedEvents: [`${entityType}.created`],
      },
    }),
  );
  const order = await call('Create a large order', () =>
    admin.POST('/api/entities/records', { body: { entityType, fields: { total: 12_500 } } }),
  );
  const query = { type: `${entityType}.created`, entityId: order.id };
  const { items } = await call(
    'Find its event in the log',
    () => admin.GET('/api/events/log', { params: { query } }),
    { again: ({ total }) => total === 0, show: ({ items: [event] }) => event?.id },
  );
  const id = items[0]?.id ?? '';
  const awaited = ['audit_entry', 'rule_execution', 'notification', 'delivery'];
  await call(
    'Read its story: what led to it, and what it led to',
    () => admin.GET('/api/events/{id}/story', { params: { path: { id } } }),
    {
      again: ({ nodes }) => !awaited.every((kind) => nodes.some((node) => node.kind === kind)),
      show: ({ cause, nodes }) => [
        cause.kind,
        ...nodes.map(({ level, kind, title, status }) =>
          [`${'  '.repeat(level)}${kind}`, title, status].filter(Boolean).join(' '),
        ),
      ],
    },
  );
  await call('Delete the order: the log keeps the event, without its data', () =>
    admin.DELETE('/api/entities/records', { params: { query: { id: order.id } } }),
  );
  await call('Disable the webhook', () =>
    admin.PUT('/api/webhooks/{id}', { params: { path: { id: webhook.id } }, body: { isActive: false } }),
  );
  await call('Disable the rule', () =>
    admin.PUT('/api/business_rules/rules', { body: { id: rule.id, enabled: false } }),
  );
}
