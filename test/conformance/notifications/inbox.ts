/** Conformance cases of notifications: their content, their status for each reader, and the list. */
import { beforeAll, expect } from 'vitest';
import {
  aNotification,
  listOf,
  notificationPath,
  notificationsPath,
  notifyHolders,
  notifyReader,
  put,
  titlesOf,
  unreadOf,
  viewFeature,
} from '../../support/builders/notifications.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { casesOf } from '../support/conformance.ts';
import { aReader, type Reader } from '../support/readers.ts';
import { aCaller, unique } from '../support/stage.ts';

const { proves } = casesOf('notifications');

let caller: TestCaller;
let ada: Reader;
let bob: Reader;
beforeAll(async () => {
  caller = await aCaller();
  [ada, bob] = await Promise.all([aReader(caller), aReader(caller)]);
});

/** A type that only one test uses, by which it finds its notifications. */
const aType = (): string => unique('sales.order.');
const act = ({ api }: Pick<Reader, 'api'>, id: string, actionId: string) =>
  api.post(notificationPath(id, 'action'), { body: { actionId } });
const hourMs = 3_600_000;

const full = {
  ...{ severity: 'warning', title: 'Order SO-1001 is overdue', body: 'It should have left on Monday.' },
  ...{ titleKey: 'overdue.title', titleVariables: { order: 'SO-1001', days: 3 }, icon: 'truck' },
  ...{ bodyKey: 'overdue.body', bodyVariables: { share: 0.25 }, linkHref: '/orders/SO-1001', groupKey: null },
  ...{ sourceModule: 'sales', sourceEntityType: 'sales.order', sourceEntityId: 'SO-1001' },
  actions: [{ id: 'open', label: 'Open', labelKey: 'open', icon: 'eye', href: '/orders/SO-1001?tab=1#top' }],
  primaryActionId: 'open',
};

proves('fields-kept', async () => {
  const type = aType();
  const id = await notifyReader(caller, ada, { ...full, type });
  const { items, total } = await listOf(ada, `type=${type}`);
  expect(total).toBe(1);
  expect(items).toEqual([
    {
      ...{ ...full, type, id, status: 'unread', occurrences: 1, requiredFeature: null },
      ...{ organizationId: caller.organizationId, createdAt: expect.any(String) },
      ...{ firstOccurredAt: items[0]?.createdAt, expiresAt: expect.any(String), version: expect.any(Number) },
      ...{ readAt: null, actionedAt: null, dismissedAt: null, actionTaken: null },
    },
  ]);
});

proves('defaults', async () => {
  const type = aType();
  await notifyReader(caller, ada, { type, title: undefined, titleKey: 'overdue.title' });
  expect((await listOf(ada, `type=${type}`)).items).toMatchObject([
    {
      ...{ title: 'overdue.title', titleKey: 'overdue.title', severity: 'info', body: null },
      ...{ actions: [], linkHref: null, sourceModule: null },
    },
  ]);
});

proves('lifetime', async () => {
  const type = aType();
  await notifyReader(caller, ada, { type });
  const expiresAt = new Date(Date.now() + hourMs).toISOString();
  await notifyReader(caller, ada, { type, expiresAt });
  const [given, week] = (await listOf(ada, `type=${type}`)).items;
  expect(given?.expiresAt).toBe(expiresAt);
  expect(Date.parse(week?.expiresAt ?? '') - Date.parse(week?.createdAt ?? '')).toBe(168 * hourMs);
});

proves(
  'invalid-content',
  [
    ['type', { type: 'a b' }],
    ['title', { title: undefined }],
    ['linkHref', { linkHref: 'https://evil.example/' }],
    ['linkHref', { linkHref: '//evil.example/' }],
    ['actions[0].href', { actions: [{ id: 'a', label: 'A', href: 'javascript:1' }] }],
    ['actions', { actions: ['A', 'B'].map((label) => ({ id: 'a', label })) }],
    ['primaryActionId', { primaryActionId: 'a' }],
    ['bodyVariables', { bodyVariables: { a: 'x'.repeat(1_999), b: 'x'.repeat(1_999), c: 'x'.repeat(99) } }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: '2999-01-01' }],
  ] as const,
  async ([field, overrides]) => {
    const body = aNotification({ recipientUserId: ada.user.id, ...overrides });
    const answer = await caller.api.post(notificationsPath, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual(expect.objectContaining({ field }));
  },
);

proves('states', async () => {
  const type = aType();
  const [id, other] = [await notifyReader(caller, ada, { type }), await notifyReader(caller, ada, { type })];
  const before = await unreadOf(ada);
  expect(await put(ada, id, 'read')).toMatchObject({ id, status: 'read', readAt: expect.any(String) });
  expect(await unreadOf(ada)).toBe(before - 1);
  expect(await put(ada, id, 'dismiss')).toMatchObject({
    status: 'dismissed',
    dismissedAt: expect.any(String),
  });
  expect((await listOf(ada, `type=${type}`)).items).toMatchObject([{ id: other }]);
  expect((await listOf(ada, `type=${type}&status=dismissed`)).items).toMatchObject([{ id }]);
  expect(await put(ada, id, 'restore')).toMatchObject({ status: 'read', dismissedAt: null });
  await put(ada, other, 'dismiss');
  expect(await unreadOf(ada)).toBe(before - 2);
  expect(await put(ada, other, 'restore')).toMatchObject({ status: 'unread', readAt: null });
  expect(await unreadOf(ada)).toBe(before - 1);
});

proves('repeated-changes', async () => {
  const id = await notifyReader(caller, ada);
  const read = await put(ada, id, 'read');
  expect(await put(ada, id, 'read')).toEqual(read);
  const dismissed = await put(ada, id, 'dismiss');
  expect(await put(ada, id, 'dismiss')).toEqual(dismissed);
  expect(await put(ada, id, 'read')).toEqual(dismissed);
});

proves('action', async () => {
  const type = aType();
  const id = await notifyReader(caller, ada, { ...full, type });
  expect((await act(ada, id, 'close')).body).toMatchObject({
    details: [{ field: 'actionId', message: 'must be the id of one of the actions' }],
  });
  expect((await act(ada, id, 'open')).body).toEqual({
    ok: true,
    result: { actionId: 'open', status: 'actioned', actionedAt: expect.any(String) },
    href: '/orders/SO-1001?tab=1#top',
  });
  expect((await listOf(ada, `type=${type}&status=actioned`)).items).toMatchObject([{ actionTaken: 'open' }]);
});

proves('one-action', async () => {
  const id = await notifyReader(caller, ada, full);
  const answers = await Promise.all(['open', 'open', 'open'].map((actionId) => act(ada, id, actionId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await act(ada, id, 'open')).toMatchObject({ status: 409, body: { code: 'notification_actioned' } });
});

proves('action-without-link', async () => {
  const actions = [{ id: 'done', label: 'Done' }];
  const id = await notifyReader(caller, ada, { actions, linkHref: '/orders' });
  expect((await act(ada, id, 'done')).body).toMatchObject({ href: '/orders' });
});

proves('list-order', async () => {
  const type = aType();
  for (const title of ['1', '2', '3', '4']) await notifyReader(caller, ada, { title, type });
  await notifyHolders(caller, viewFeature, { title: '5', type });
  const query = `type=${type}`;
  expect(await titlesOf(ada, query)).toEqual(['5', '4', '3', '2', '1']);
  const page = await listOf(ada, `${query}&page=2&pageSize=3`);
  expect(page).toMatchObject({ total: 5, page: 2, pageSize: 3, totalPages: 2 });
  expect(page.items.map(({ title }) => title)).toEqual(['2', '1']);
  expect(await listOf(ada, `${query}&page=9`)).toMatchObject({ items: [], total: 5 });
});

proves('list-filters', async () => {
  const [type, other] = [aType(), aType()];
  const source = { sourceEntityType: type, sourceEntityId: 'SO-1' };
  const read = await notifyReader(caller, ada, { title: 'read', severity: 'error', type, ...source });
  await put(ada, read, 'read');
  const dismissed = await notifyReader(caller, ada, { title: 'dismissed', type: other });
  await put(ada, dismissed, 'dismiss');
  await notifyReader(caller, ada, { title: 'unread', severity: 'success', type });
  const since = (await listOf(ada, `type=${type}`)).items[0]?.createdAt;
  const table = [
    [`type=${type}`, ['unread', 'read']],
    [`type=${type}&status=unread`, ['unread']],
    [`type=${type}&status=read,%20dismissed`, ['read']],
    [`type=${other}`, []],
    [`type=${other}&status=dismissed`, ['dismissed']],
    [`type=${type}&severity=error`, ['read']],
    [`sourceEntityType=${type}`, ['read']],
    [`type=${type}&sourceEntityId=SO-1`, ['read']],
    [`type=${type}&since=${since}`, ['unread']],
    [`type=${type}&since=2026-01-01`, ['unread', 'read']],
  ] as const;
  for (const [query, titles] of table) expect(await titlesOf(ada, query), query).toEqual(titles);
});

proves('list-queries', ['status=open', 'severity=fatal', 'since=yesterday'], async (query) => {
  expect((await ada.api.get(`${notificationsPath}?${query}`)).status).toBe(400);
});

proves('all-read', async () => {
  const readAll = async () => (await ada.api.put(`${notificationsPath}/mark-all-read`)).body;
  await readAll();
  const type = aType();
  const ids = [1, 2, 3].map(() => notifyReader(caller, ada, { type }));
  const [dismissed = ''] = await Promise.all(ids);
  await put(ada, dismissed, 'dismiss');
  await notifyHolders(caller, viewFeature, { type });
  expect(await readAll()).toEqual({ ok: true, count: 3 });
  expect(await unreadOf(ada)).toBe(0);
  expect((await listOf(bob, `type=${type}`)).items).toMatchObject([{ status: 'unread' }]);
  expect((await listOf(ada, `type=${type}&status=dismissed`)).total).toBe(1);
  expect(await readAll()).toEqual({ ok: true, count: 0 });
});

proves('group-refresh', async () => {
  const grouped = { type: aType(), groupKey: 'order-SO-1001' };
  const first = await notifyReader(caller, ada, grouped);
  await put(ada, first, 'read');
  await notifyReader(caller, ada, { type: grouped.type, title: 'Another' });
  const again = { ...grouped, title: 'Still overdue', bodyVariables: { days: 4 } };
  expect(await notifyReader(caller, ada, again)).toBe(first);
  const { items, total } = await listOf(ada, `type=${grouped.type}`);
  expect(total).toBe(2);
  expect(items[0]).toMatchObject({
    ...{ id: first, title: 'Still overdue', status: 'unread', readAt: null, occurrences: 2 },
    bodyVariables: { days: 4, count: 2 },
  });
  expect(Date.parse(items[0]?.createdAt ?? '')).toBeGreaterThan(Date.parse(items[0]?.firstOccurredAt ?? ''));
});

proves('group-after-dismissal', async () => {
  const grouped = { type: aType(), groupKey: 'order-SO-1001' };
  await put(ada, await notifyReader(caller, ada, grouped), 'dismiss');
  await notifyReader(caller, ada, grouped);
  expect((await listOf(ada, `type=${grouped.type}`)).items).toMatchObject([
    { status: 'unread', occurrences: 1 },
  ]);
});

proves('group-scope', async () => {
  const [type, other] = [aType(), aType()];
  const groupKey = 'order-SO-1001';
  await notifyReader(caller, ada, { type, groupKey });
  await notifyReader(caller, bob, { type, groupKey });
  await notifyReader(caller, ada, { type: other, groupKey });
  await notifyReader(caller, ada, { type, groupKey: 'order-SO-1002' });
  const totals = [`type=${type}`, `type=${other}`].map(async (query) => (await listOf(ada, query)).total);
  expect(await Promise.all(totals)).toEqual([2, 1]);
  expect((await listOf(bob, `type=${type}`)).total).toBe(1);
});

proves('group-in-parallel', async () => {
  const grouped = { type: aType(), groupKey: 'order-SO-1001' };
  const ids = await Promise.all(Array.from({ length: 12 }, () => notifyReader(caller, ada, grouped)));
  expect(new Set(ids).size).toBe(1);
  expect((await listOf(ada, `type=${grouped.type}`)).items).toMatchObject([{ occurrences: 12 }]);
});

proves('if-match', async () => {
  const actions = [{ id: 'open', label: 'Open' }];
  const type = aType();
  const id = await notifyReader(caller, ada, { actions, type });
  const listed = async () => (await listOf(ada, `type=${type}`)).items[0];
  const tag = `"${(await listed())?.version}"`;
  const change = (verb: string, version: string) =>
    ada.api.put(notificationPath(id, verb), { headers: { 'if-match': version } });
  const read = await change('read', tag);
  expect([read.status, read.headers.get('etag')]).toEqual([200, `"${read.body.version}"`]);
  expect(await change('dismiss', tag)).toMatchObject({ status: 412, body: { code: 'stale' } });
  const open = (version: string) =>
    ada.api.post(notificationPath(id, 'action'), {
      body: { actionId: 'open' },
      headers: { 'if-match': version },
    });
  expect((await open(tag)).status).toBe(412);
  expect((await open(`"${read.body.version}"`)).status).toBe(200);
  expect(await listed()).toMatchObject({ status: 'actioned' });
});
