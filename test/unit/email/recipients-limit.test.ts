/** A notification with many recipients: the number of mails, and their fair queueing per tenant. */
import { BatchGetCommand, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { type Key, tenantKey, userKey } from '../../../shared/kernel/table/keys.ts';
import { makeMails } from '../../../shared/modules/email/channel/channel.ts';
import { emailSenderVariable } from '../../../shared/modules/email/environment.ts';
import { emailLinkKeyKey, emailSettingsKey } from '../../../shared/modules/email/keys.ts';
import { toNotificationItem } from '../../../shared/modules/notifications/items.ts';
import { newNotification } from '../../../shared/modules/notifications/notification.ts';
import { notifyRecipients } from '../../../shared/modules/rules/execution/notify-effect.ts';
import { mockQueues } from '../../support/fault-injection/mock-queues.ts';
import { mockTable } from '../../support/fault-injection/mock-table.ts';
import { logOf } from '../../support/runtime/quiet-log.ts';

const scope = { tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11' };
const nowMs = Date.now();
const { sent } = mockQueues('email-send');
let table: ReturnType<typeof mockTable>;

beforeEach(() => {
  vi.stubEnv(emailSenderVariable, 'notifications@example.com');
  table = mockTable();
  table.on(TransactWriteCommand).resolves({});
});

const nameOf = ({ pk, sk }: Record<string, unknown>): string => JSON.stringify([pk, sk]);

/** The table returns the items by key. */
function hold(items: readonly Key[]): void {
  const stored = new Map(items.map((item) => [nameOf({ ...item }), item]));
  table.on(GetCommand).callsFake(({ Key: key }) => ({ Item: stored.get(nameOf(key)) }));
  table.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const keys: Record<string, unknown>[] = RequestItems['unit-test'].Keys;
    return { Responses: { 'unit-test': keys.flatMap((key) => stored.get(nameOf(key)) ?? []) } };
  });
}

const aUser = (id: string) => ({
  ...{ ...scope, id, email: `${id}@example.com`, name: null, passwordHash: null, isActive: true },
  ...{ organizationId: null, organizations: null, roles: [], features: [], isSuperAdmin: false },
});

const notification = newNotification(
  {
    ...{ type: 'sales.order.overdue', severity: 'warning', title: 'Overdue', body: null, titleKey: null },
    ...{ bodyKey: null, titleVariables: null, bodyVariables: null, icon: null, actions: [] },
    ...{ primaryActionId: null, linkHref: null, sourceModule: null, sourceEntityType: null },
    ...{ sourceEntityId: null, groupKey: null, expiresAtMs: nowMs + 3_600_000 },
  },
  { ...scope, organizationId: null },
  { feature: 'sales.view' },
  nowMs,
);
const message = {
  v: 1 as const,
  ...{ id: 'event', type: 'notifications.notification.created', ...scope, organizationId: null },
  ...{ idempotencyKey: 'event', occurredAt: new Date(nowMs).toISOString() },
  data: {
    ...{ id: notification.id, type: notification.type, sourceModule: null },
    ...{ recipientUserId: null, requiredFeature: null },
  },
};

/** Creates mails for this many subscribed users. Returns the log. */
function notifyUsers(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `user-${index}`);
  hold([
    toItem(tenantKey(scope), 'tenant', { ...scope, name: 'Example Ltd' }),
    toItem(emailSettingsKey(scope), 'email_settings', { defaultMode: 'instant' }),
    toItem(emailLinkKeyKey(scope), 'email_link_key', { key: 'key' }),
    toNotificationItem(notification),
    ...ids.map((id) => toItem(userKey(scope, id), 'user', aUser(id))),
  ]);
  const half = Math.ceil(count / 2);
  const rows = (some: readonly string[]) => some.map((id) => ({ pk: 'users', sk: id, id }));
  table
    .on(QueryCommand)
    .resolvesOnce({ Items: rows(ids.slice(0, half)), LastEvaluatedKey: { pk: 'users', sk: 'half' } })
    .resolvesOnce({ Items: rows(ids.slice(half)) });
  return logOf(() => makeMails(message));
}

const stored = () =>
  table
    .commandCalls(TransactWriteCommand)
    .flatMap(({ args: [{ input }] }) => input.TransactItems ?? [])
    .filter(({ Put: put }) => put?.Item?.entity === 'mail').length;
const warning = 'a notification has reached the maximum number of mail recipients';

describe('a notification for the holders of a feature', () => {
  it('creates at most 1 000 mails, logs it, and queues them fairly for the tenant', async () => {
    const lines = await notifyUsers(1_200);
    expect(stored()).toBe(1_000);
    expect(sent()).toHaveLength(1_000);
    expect(new Set(sent().map(({ MessageGroupId }) => MessageGroupId))).toEqual(new Set([scope.tenantId]));
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', message: warning, ...scope, id: notification.id }),
    ]);
  });

  it('creates a mail for each of fewer, and logs nothing', async () => {
    expect(await notifyUsers(9)).toEqual([]);
    expect([stored(), sent().length]).toEqual([9, 9]);
  });
});

describe('an action NOTIFY', () => {
  const cause = {
    scope: { ...scope, organizationId: 'north' },
    rule: { id: 'rule', ruleId: 'OF-MAIN', ruleName: 'Large order' },
    ...{ entityType: 'order', entityId: 'SO-1', eventType: null, depth: 0, key: 'key' },
    context: { principal: { subject: 'system:test' }, nowMs },
  };
  const notify = (count: number) => {
    hold([]);
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.example`;
    const addressOf = (index: number) => `${String(index).padStart(64, 'a')}@${domain}`;
    const recipients = Array.from({ length: count }, (_, index) => addressOf(index));
    return notifyRecipients({ recipients, message: 'm', subject: null, template: null }, cause);
  };

  it('accepts 1 000 addresses in one write', async () => {
    const { writes } = await notify(1_000);
    const put = writes.flatMap((write) => ('put' in write ? [write.put] : []));
    const addressed = put.filter(({ entity }) => entity === 'addressed_notification');
    expect(addressed).toEqual([expect.objectContaining({ addresses: expect.any(Array) })]);
    expect(addressed[0]?.addresses).toHaveLength(1_000);
    expect(JSON.stringify(addressed).length).toBeLessThan(400_000);
  });

  it('fails for more, before it reads anything', async () => {
    await expect(notify(1_001)).rejects.toThrow('There are more than 1000 recipients.');
    expect(table.calls()).toEqual([]);
  });
});
