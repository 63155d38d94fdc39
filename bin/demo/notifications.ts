import type { Tour } from './tour.ts';

/** People are told of something, and make something of it. */
export async function notificationSteps({ chapter, step, tag }: Tour): Promise<void> {
  chapter('Notifications');
  const key = 'acmeAdmin';
  const path = '/api/notifications';
  const overdue = {
    requiredFeature: 'entities.records.manage',
    type: 'sales.order.overdue',
    severity: 'warning',
    title: 'Order SO-1001 is overdue',
    actions: [{ id: 'open', label: 'Open the order', href: '/orders/SO-1001' }],
    groupKey: `order-${tag}`,
  };
  const made = await step('Whoever may manage records is told that an order is overdue', {
    method: 'POST',
    path: `${path}/feature`,
    key,
    expect: 201,
    body: overdue,
    show: ({ ids }) => ids,
  });
  await step('Told again, it is the same notification, which counts', {
    method: 'POST',
    path: `${path}/feature`,
    key,
    expect: 201,
    body: { ...overdue, title: 'Order SO-1001 is still overdue' },
  });
  await step('What the caller has to read', {
    method: 'GET',
    path: `${path}?status=unread`,
    key,
    expect: 200,
    show: ({ items }) => {
      const [{ title, severity, occurrences }] = items as [Record<string, unknown>];
      return { title, severity, occurrences };
    },
  });
  await step('Somebody without the feature has nothing to read', {
    method: 'GET',
    path: `${path}?type=${overdue.type}`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const [id] = made.ids as string[];
  await step('The action that it offers is taken', {
    method: 'POST',
    path: `${path}/${id}/action`,
    key,
    expect: 200,
    body: { actionId: 'open' },
    show: ({ result, href }) => ({ result, href }),
  });
  await step('And not twice', {
    method: 'POST',
    path: `${path}/${id}/action`,
    key,
    expect: 409,
    body: { actionId: 'open' },
  });
  await step('All the rest is read', {
    method: 'PUT',
    path: `${path}/mark-all-read`,
    key,
    expect: 200,
    show: ({ count }) => ({ count }),
  });
}
