/** Where notifications lead: to a page of the console in their own tenant and organization. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { consolePageOf } from '../../../shared/kernel/base/console-page.ts';
import { consume } from '../../../shared/modules/notifications/consume.ts';
import { manifest } from '../../../shared/modules/notifications/module.ts';
import type { Notification } from '../../../shared/modules/notifications/notification-contract.ts';
import { wantFailures } from '../../support/builders/notifications.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { placedPages } from '../../support/console-places.ts';

const paths = placedPages.map(({ path }) => path);

/** What the events of every type say, in one. */
const data = {
  ...{ eventType: 'sales.order.shipped', errorMessage: '503', reason: 'gone', consecutiveFailures: 3 },
  ...{ ruleId: 'LIMIT', ruleName: 'Limit', entityType: 'sales.order' },
  ...{ name: 'Totals', blockedReason: 'A right is missing.', fileName: 'order.pdf' },
  ...{ paymentId: 'P-1', disputeId: 'D-1', disputeReason: null, disputeAmount: 10, currencyCode: 'EUR' },
};

const patterns = manifest.queues?.notifications?.fromBus;
const types = Array.isArray(patterns) ? patterns.map(String) : [];

it.each(types)('%s leads to a page of the console', async (type) => {
  const home = await aTenant();
  const { tenantId, organizationId } = home;
  await wantFailures(home);
  const { id } = await aWebhook(home);
  const message = {
    ...{ v: 1 as const, id: randomUUID(), type, tenantId, organizationId, idempotencyKey: randomUUID() },
    data: { ...data, id, webhookId: id, transactionId: id },
  };
  await consume([{ message, delivery: { messageId: message.id, receiveCount: 1 } }], (_, error) => {
    throw error;
  });
  const { body } = await home.api.get<{ items: Notification[] }>('/api/notifications');
  const [notification] = body.items;
  const links = [notification?.linkHref, ...(notification?.actions ?? []).map(({ href }) => href)];
  for (const link of links) {
    const page = String(link).replace(`/console/t/${tenantId}/o/${organizationId}/`, '');
    expect(page).toMatch(/^[a-z-]+\/[0-9a-f-]{36}$/);
    expect(page.endsWith(id)).toBe(true);
    expect(paths).toContain(page.replace(id, ':id'));
  }
});

it('a notification of the whole tenant leads to a page without an organization, and no text of a caller becomes a path', () => {
  const scope = { tenantId: randomUUID(), organizationId: null };
  expect(consolePageOf(scope, { module: 'email' })).toBe(`/console/t/${scope.tenantId}/mails`);
  const rule = { module: 'business_rules', entityType: 'business_rules.rule' };
  for (const source of [rule, { ...rule, entityId: '../tenants' }, { ...rule, entityType: 'sales.order' }])
    expect(consolePageOf(scope, source)).toBeUndefined();
});
