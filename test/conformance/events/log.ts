/** Conformance cases of the event log. */
import { beforeAll, expect } from 'vitest';
import type { LoggedEvent } from '../../../shared/modules/events/log/log-contract.ts';
import type { Story } from '../../../shared/modules/events/story/story-contract.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { bodyOf } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { anEndpoint, receive, signed } from '../../support/clients/inbound.ts';
import { casesOf } from '../support/conformance.ts';
import { aUser } from '../support/people.ts';
import { aKey, aSibling, aTenant, aTenantWithEvents, unique } from '../support/stage.ts';

const { proves } = casesOf('events');

const path = '/api/events/log';

interface Page {
  items: LoggedEvent[];
  total: number;
  totalIsExact: boolean;
  nextCursor: string | null;
}

let owner: TestCaller;
beforeAll(async () => {
  owner = await aTenantWithEvents();
});

const list = ({ api }: Pick<TestCaller, 'api'>, query = '') => bodyOf(api.get<Page>(`${path}?${query}`));
/** Publishes an event of a type that no other case uses, and returns its entry as soon as the log has it. */
async function logged(body: object = {}, caller = owner): Promise<LoggedEvent> {
  const event = { type: `sales.order.${unique('sent')}`, data: { id: 'SO-1001' }, id: unique('e'), ...body };
  expect((await caller.api.post('/api/events', { body: event })).status).toBe(202);
  return entryOf(caller, `eventId=${event.id}`);
}
const entryOf = (caller: TestCaller, query: string): Promise<LoggedEvent> =>
  eventually('an entry of the log', async () => (await list(caller, query)).items[0]);
const read = async (caller: Pick<TestCaller, 'api'>, id: string) =>
  (await list(caller, `id=${encodeURIComponent(id)}`)).items;

proves('log-entry', async () => {
  const entry = await logged({ data: { id: 'SO-7', n: 1 } });
  const { tenantId, organizationId } = owner;
  const data = { id: 'SO-7', n: 1, tenantId, organizationId };
  expect(entry).toEqual({
    ...{ id: expect.any(String), eventId: expect.any(String), type: entry.type, entityType: 'sales.order' },
    ...{ entityId: 'SO-7', source: 'own', tenantId, organizationId, version: expect.any(Number), depth: 0 },
    isErased: false,
    occurredAt: expect.stringMatching(/\.\d{3}Z$/),
    ...{ data, dataBytes: JSON.stringify(data).length },
  });
  expect(await read(owner, entry.id)).toEqual([entry]);
});

proves('log-sources', async () => {
  const { id, secret } = await anEndpoint(owner);
  expect((await receive(id, signed(secret, '{"type":"invoice.paid"}'))).status).toBe(200);
  const entry = await entryOf(owner, 'type=inbound.standard_webhooks.invoice_paid');
  expect(entry).toMatchObject({ source: 'inbound' });
  const body = aRule({ ruleId: unique('R') });
  const { body: rule } = await owner.api.post<{ id: string }>('/api/business_rules/rules', { body });
  const created = { type: 'business_rules.rule.created', source: 'platform' };
  expect(await entryOf(owner, `entityId=${rule.id}`)).toMatchObject(created);
  expect((await logged()).source).toBe('own');
});

proves('log-filters', async () => {
  const entry = await logged({ data: { id: unique('SO') } });
  const later = new Date(Date.parse(entry.occurredAt) + 1).toISOString();
  for (const [query, isFound] of [
    [`type=${entry.type}`, true],
    ['type=sales.order.none', false],
    [`entityType=sales.order&entityId=${entry.entityId}`, true],
    [`entityType=sales.invoice&entityId=${entry.entityId}`, false],
    [`source=own&eventId=${entry.eventId}`, true],
    [`source=platform&eventId=${entry.eventId}`, false],
    [`from=${entry.occurredAt}&to=${entry.occurredAt}&eventId=${entry.eventId}`, true],
    [`from=${later}&eventId=${entry.eventId}`, false],
    [`organizationId=${owner.organizationId}&eventId=${entry.eventId}`, true],
  ] as const)
    expect([query, (await list(owner, query)).items.length]).toEqual([query, isFound ? 1 : 0]);
});

proves('log-order', async () => {
  const type = `sales.order.${unique('sent')}`;
  const entries = [await logged({ type }), await logged({ type }), await logged({ type })].toReversed();
  const query = `type=${type}&pageSize=2`;
  const pages = [await list(owner, query), await list(owner, `${query}&page=2`)];
  expect(pages.flatMap(({ items }) => items)).toEqual(entries);
  expect(pages[0]).toMatchObject({ total: 3, totalIsExact: true, totalPages: 2 });
});

proves('log-search', async () => {
  const word = unique('Needle');
  const note = `a "${word}" in\nhay`;
  const entry = await logged({ data: { note } });
  for (const text of [word.toUpperCase(), note, `"note":"a`, word]) {
    const query = `search=${encodeURIComponent(text)}&eventId=${entry.eventId}`;
    expect((await list(owner, query)).items).toEqual([entry]);
  }
  expect((await list(owner, `search=${unique('nothing')}`)).items).toEqual([]);
});

/** Three entries whose data has a word of its own, newest first, between others of the sibling's organization. */
async function withWord() {
  const [word, south] = [unique('needle'), await aSibling(owner)];
  const entries: LoggedEvent[] = [];
  for (let n = 0; n < 3; n += 1) {
    await logged({ data: { note: word } }, south);
    entries.unshift(await logged({ data: { note: word } }));
  }
  return { word, entries };
}

proves('log-search-total', async () => {
  const { word } = await withWord();
  for (const [pageSize, total, totalIsExact] of [
    [1, 2, false],
    [2, 3, false],
    [3, 3, true],
  ])
    expect(await list(owner, `search=${word}&pageSize=${pageSize}`)).toMatchObject({ total, totalIsExact });
});

const tooLong = encodeURIComponent(`${Date.now()}-tenant-${'é'.repeat(600)}`);

proves('log-search-cursor', async () => {
  const { word, entries } = await withWord();
  const found: LoggedEvent[] = [];
  const cursors: (string | null)[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await list(owner, `search=${word}&pageSize=1${after}`);
    found.push(...page.items);
    cursors.push(page.nextCursor);
    cursor = page.nextCursor;
  }
  expect(found).toEqual(entries);
  expect(cursors).toEqual([entries[0]?.id, entries[1]?.id, null]);
  // The last one names an event that no sort key of the table can name.
  for (const query of [`search=${word}&cursor=x`, 'cursor=1', `search=x&cursor=${tooLong}`])
    expect(await owner.api.get(`${path}?${query}`)).toMatchObject({
      status: 400,
      body: { details: [{ field: 'cursor' }] },
    });
});

proves('log-search-range', async () => {
  for (const from of [new Date(Date.now() - 25 * 3_600_000).toISOString(), '1970-01-01', '1812-06-24']) {
    const { status, body } = await owner.api.get(`${path}?search=x&from=${from}`);
    expect([status, body]).toMatchObject([400, { details: [{ field: 'from' }] }]);
  }
});

proves('log-long-data', async () => {
  const text = 'ä'.repeat(5_000);
  const entry = await logged({ data: { id: 'SO-8', text } });
  expect(entry).toMatchObject({ data: null, entityId: 'SO-8' });
  expect(entry.dataBytes).toBeGreaterThan(10_000);
  expect(await read(owner, entry.id)).toMatchObject([{ ...entry, data: { id: 'SO-8', text } }]);
});

proves('log-deep-data', async () => {
  const entry = await logged({ data: JSON.parse(`${'{"a":'.repeat(98)}1e-300${'}'.repeat(98)}`) });
  let value: unknown = (await read(owner, entry.id))[0]?.data;
  while (typeof value === 'object' && value !== null) value = Object(value).a;
  expect(value).toBe(1e-300);
});

proves('log-organization', async () => {
  const south = await aSibling(owner);
  const [own, other] = [await logged(), await logged({}, south)];
  expect((await list(owner, `eventId=${other.eventId}`)).items).toEqual([]);
  expect((await list(owner, `eventId=${own.eventId}`)).items).toEqual([own]);
});

proves('log-foreign', async () => {
  const entry = await logged();
  for (const caller of [await aSibling(owner), await aTenant()])
    expect(await read(caller, entry.id)).toEqual([]);
  for (const id of ['x', '1-tenant-x', `${entry.id}x`]) expect(await read(owner, id)).toEqual([]);
});

proves('log-feature', async () => {
  const reader = await aKey({ ...owner, features: ['events.log.view'] });
  expect((await list(reader)).total).toBeGreaterThanOrEqual(0);
  const other = await aKey({ ...owner, features: ['events.publish'] });
  expect((await other.api.get(path)).status).toBe(403);
});

proves('log-once', async () => {
  const id = unique('e');
  const type = `sales.order.${unique('sent')}`;
  const entry = await logged({ id, type });
  expect(await logged({ id, type })).toEqual(entry);
  expect((await list(owner, `eventId=${id}`)).total).toBe(1);
});

/** The entry as soon as its data is erased. */
const erased = (caller: TestCaller, id: string): Promise<LoggedEvent> =>
  eventually('the erasure of an entry', async () => {
    const [entry] = await read(caller, id);
    return entry?.isErased ? entry : undefined;
  });

proves('log-erased-record', async () => {
  const caller = await aTenantWithEvents();
  const { tenantId, organizationId } = caller;
  const entityType = `sales.${unique('order')}`;
  const create = (fields: object) =>
    caller.api.post<{ id: string }>('/api/entities/records', { body: { entityType, fields } });
  const { body: record } = await create({ note: 'x'.repeat(9_000) });
  const { body: kept } = await create({ note: 'Call Ada' });
  const entry = await entryOf(caller, `type=${entityType}.created&entityId=${record.id}`);
  const other = await entryOf(caller, `type=${entityType}.created&entityId=${kept.id}`);
  expect((await caller.api.delete(`/api/entities/records?id=${record.id}`)).status).toBe(200);
  const data = { id: record.id, tenantId, organizationId };
  const dataBytes = JSON.stringify(data).length;
  expect(await erased(caller, entry.id)).toEqual({ ...entry, data, dataBytes, isErased: true });
  expect(await read(caller, other.id)).toEqual([other]);
  const { body: story } = await caller.api.get<Story>(`/api/events/${encodeURIComponent(entry.id)}/story`);
  expect(story.nodes[0]).toMatchObject({ state: 'kept', detail: { isErased: true, data } });
});

proves('log-erased-person', async () => {
  const caller = await aTenantWithEvents();
  const { id: userId, email } = await aUser(caller);
  const about = await entryOf(caller, `type=auth.user.created&entityId=${userId}`);
  const named = await logged({ data: { id: 'SO-1', note: `sent to ${email.toUpperCase()}` } }, caller);
  const other = await logged({ data: { id: 'SO-2' } }, caller);
  expect((await caller.api.delete(`/api/auth/users?id=${userId}`)).status).toBe(200);
  for (const { id } of [about, named])
    expect(JSON.stringify(await erased(caller, id)).toLowerCase()).not.toContain(email.toLowerCase());
  expect(await read(caller, other.id)).toEqual([other]);
});
