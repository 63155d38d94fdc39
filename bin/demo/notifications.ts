import type { Tour } from './tour.ts';

/** Users receive notifications and respond to them. */
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
  const made = await notify('Notify the users who may manage records of an overdue order', overdue);
  await notify('The same notification again only raises its count', {
    ...overdue,
    title: 'Order SO-1001 is still overdue',
  });
  await step("List the caller's unread notifications", {
    method: 'GET',
    path: `${path}?status=unread`,
    key,
    expect: 200,
    show: ({ items }) => {
      const [{ title, severity, occurrences }] = items as [Record<string, unknown>];
      return { title, severity, occurrences };
    },
  });
  await step('A user without the feature has none', {
    method: 'GET',
    path: `${path}?type=sales.order.overdue`,
    key: 'acmeViewer',
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const [id] = made.ids as string[];
  await step('Take its action', {
    method: 'POST',
    path: `${path}/${id}/action`,
    key,
    expect: 200,
    body: { actionId: 'open' },
    show: ({ result, href }) => ({ result, href }),
  });
  await step('Taking it twice is refused', {
    method: 'POST',
    path: `${path}/${id}/action`,
    key,
    expect: 409,
    body: { actionId: 'open' },
  });
  await step('Mark all others as read', {
    method: 'PUT',
    path: `${path}/mark-all-read`,
    key,
    expect: 200,
    show: ({ count }) => ({ count }),
  });
}
