import { describe, expect, it } from 'vitest';
import {
  type Draft,
  hoursFrom,
  mergedNotification,
  newNotification,
  type StoredNotification,
} from '../../../shared/modules/notifications/notification.ts';
import { unread } from '../../../shared/modules/notifications/reader-state.ts';

const nowMs = Date.parse('2026-03-01T09:30:00Z');
const scope = { tenantId: 'tenant', organizationId: 'north' };
const userId = 'ada';

const aDraft = (overrides: Partial<Draft> = {}): Draft => ({
  ...{ type: 'sales.order.overdue', severity: 'warning', title: 'Overdue', body: null, titleKey: null },
  ...{ bodyKey: null, titleVariables: null, bodyVariables: { order: 'SO-1001' }, icon: null, actions: [] },
  ...{ primaryActionId: null, linkHref: null, sourceModule: null, sourceEntityType: null },
  ...{ sourceEntityId: null, groupKey: 'order', expiresAtMs: hoursFrom(nowMs, 1), ...overrides },
});
const one = (overrides: Partial<Draft> = {}, atMs = nowMs): StoredNotification =>
  newNotification(aDraft(overrides), scope, { userId }, atMs);

describe('the id of a notification', () => {
  const base = () => one().id;
  it.each<[string, StoredNotification]>([
    ['another type', one({ type: 'sales.order.lost' })],
    ['another group key', one({ groupKey: 'other' })],
    ['another user', newNotification(aDraft(), scope, { userId: 'bob' }, nowMs)],
    ['another tenant', newNotification(aDraft(), { ...scope, tenantId: 'other' }, { userId }, nowMs)],
    ['the holders of a feature', newNotification(aDraft(), scope, { feature: userId }, nowMs)],
  ])('differs for %s', (_, other) => {
    expect(other.id).not.toBe(base());
  });

  it('is independent of the organization for a user, but not for a feature', () => {
    const south = { ...scope, organizationId: 'south' };
    expect(newNotification(aDraft(), south, { userId }, nowMs).id).toBe(base());
    const [a, b] = [scope, south].map((at) => newNotification(aDraft(), at, { feature: 'x.y' }, nowMs).id);
    expect(a).not.toBe(b);
  });

  it('without a group key is new each time, and sorts by time', () => {
    const make = (atMs: number) => one({ groupKey: null }, atMs).id;
    expect(make(nowMs)).not.toBe(make(nowMs));
    expect(make(nowMs) < make(nowMs + 1)).toBe(true);
  });

  it('without a group key is derived from the idempotency key if there is one', () => {
    const make = (key: string) =>
      newNotification(aDraft({ groupKey: null }), scope, { userId }, nowMs, key).id;
    expect(make('mailing')).toBe(make('mailing'));
    expect(make('mailing')).not.toBe(make('another'));
  });
});

describe('a notification with an existing group', () => {
  const before: StoredNotification = { ...one(), occurrences: 4, revision: nowMs + 50 };
  const next = one({ title: 'Still overdue' }, nowMs + 10);
  const dismissed = { ...unread, status: 'dismissed' as const };

  it('refreshes the active one: new text, a higher count and revision, the same creation time', () => {
    const { notification, isRefresh } = mergedNotification(before, unread, next, 3);
    expect(isRefresh).toBe(true);
    expect(notification).toMatchObject({
      ...{ id: before.id, title: 'Still overdue', occurrences: 7, revision: nowMs + 51 },
      ...{ createdAtMs: nowMs + 10, firstOccurredAtMs: nowMs, bodyVariables: { order: 'SO-1001', count: 7 } },
    });
  });

  it('keeps a count of the sender', () => {
    const own = one({ titleVariables: { count: 12 } }, nowMs + 10);
    const { titleVariables, bodyVariables } = mergedNotification(before, unread, own, 3).notification;
    expect([titleVariables, bodyVariables]).toEqual([{ count: 12 }, { order: 'SO-1001', count: 7 }]);
  });

  it('refreshes one for the holders of a feature, in any state of one reader', () => {
    expect(mergedNotification(before, undefined, next, 1).isRefresh).toBe(true);
  });

  it.each([
    ['expired', mergedNotification({ ...before, expiresAtMs: nowMs + 10 }, unread, next, 1)],
    ['was dismissed', mergedNotification(before, dismissed, next, 1)],
    ['has a taken action', mergedNotification(before, { ...unread, status: 'actioned' }, next, 1)],
    ['does not exist', mergedNotification(undefined, undefined, next, 1)],
  ])('starts a new one if that %s', (_, { notification, isRefresh }) => {
    expect(isRefresh).toBe(false);
    expect(notification).toMatchObject({ occurrences: 1, firstOccurredAtMs: nowMs + 10 });
  });

  it('has a revision that differs from reader states of the old one, also when it is new', () => {
    expect(mergedNotification(before, dismissed, next, 1).notification.revision).toBeGreaterThan(
      before.revision,
    );
  });
});
