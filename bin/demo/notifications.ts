import type { Tour } from './tour.ts';

/** People are told of something, and make something of it. */
export async function notificationSteps({ chapter, sample, step, tag }: Tour): Promise<void> {
  chapter('Notifications');
  const key = 'acmeAdmin';
  const path = '/api/notifications';
  const overdue = {
    requiredFeature: 'entities.records.manage',
    actions: [{ id: 'open', label: 'Open the order', href: '/orders/SO-1001' }],
    groupKey: `order-${tag}`,
  };
  const notify = (what: string, body: Record<string, unknown>) =>
    sample(what, 'createFeatureNotification', { key, body, show: ({ ids }) => ids });
  const made = await notify('Whoever may manage records is told that an order is overdue', overdue);
  await notify('Told again, it is the same notification, which counts', {
    ...overdue,
    title: 'Order SO-1001 is still overdue',
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
    path: `${path}?type=sales.order.overdue`,
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
