/** Rows of a declared resource, in the table. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Scope } from '../../../shared/kernel/base/principal.ts';
import { text } from '../../../shared/kernel/http/fields.ts';
import { parseInput } from '../../../shared/kernel/http/validate.ts';
import { listContract } from '../../../shared/kernel/resources/contracts.ts';
import { readerOf } from '../../../shared/kernel/resources/reader.ts';
import { type RowOf, resource } from '../../../shared/kernel/resources/resource.ts';
import { rowSpecOf } from '../../../shared/kernel/resources/row-spec-of.ts';
import { newRow } from '../../../shared/kernel/resources/values.ts';
import { writerOf } from '../../../shared/kernel/resources/writer.ts';
import type { RowScope } from '../../../shared/kernel/table/keys.ts';
import { getItem, queryAll } from '../../../shared/kernel/table/read.ts';
import { asTest } from '../../support/builders/tenants.ts';

const declared = resource({
  name: 'sales.contact',
  one: 'contact',
  many: 'contacts',
  description: 'A person at a customer.',
  module: 'sales',
  path: '/api/sales/contacts',
  fields: {
    name: text(50),
    email: text(50),
    isActive: z.boolean(),
    notes: z.unknown(),
    phone: z.optional(z.nullable(text(50))),
    rank: z.optional(z.nullable(z.int())),
    tags: z.optional(z.array(text(20))),
  },
  unique: { field: 'email', code: 'contact_email_taken' },
  list: {
    search: ['name', 'phone'],
    filters: { isActive: 'is', rank: 'is' },
    sorts: ['name', 'rank'],
    order: 'name',
  },
  features: { view: 'sales.view', create: 'sales.edit', change: 'sales.edit', delete: 'sales.edit' },
  event: ['name'],
  limit: 3,
  deletes: 'softly',
});
type Contact = RowOf<typeof declared.fields, object>;
const contact = rowSpecOf(declared);
const contacts = readerOf(contact);
const changes = writerOf(contact);

function newScope(): Scope & RowScope {
  const [tenantId, organizationId] = [randomUUID(), randomUUID()];
  return { tenantId, organizationId, organizationIds: [organizationId] };
}

const absent = { phone: undefined, rank: undefined, tags: undefined };

async function aContact({ tenantId, organizationId }: RowScope, fields: Partial<Contact> = {}) {
  const id = randomUUID();
  const values = {
    name: 'Ada',
    email: `${id}@example.com`,
    isActive: true,
    notes: null,
    ...absent,
    ...fields,
  };
  const row: Contact = { ...values, ...newRow(declared, { tenantId, organizationId }, values, id, asTest()) };
  await changes.insert(row, asTest());
  return row;
}

const named = (name: string) => (row: Contact) => ({ ...row, name, revision: row.revision + 1 });
const page = async (scope: Scope, filters = {}) =>
  contacts.list(scope, { page: 1, pageSize: 10 }, filters, ({ name }) => name);

it('a created row is found, listed and counted, in its organizations only', async () => {
  const scope = newScope();
  const row = await aContact(scope, { notes: { deep: [['a']] } });
  await aContact(scope, { name: 'Bob', isActive: false });
  expect(await contacts.get(scope, row.id)).toEqual(row);
  expect(await page(scope)).toMatchObject({ items: ['Ada', 'Bob'], total: 2, totalPages: 1 });
  expect(await page(scope, { isActive: false })).toMatchObject({ items: ['Bob'], total: 1 });
  await expect(contacts.get(newScope(), row.id)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Contact not found.',
  });
});

it('a row without optional fields is stored, and neither found nor refused for the missing values', async () => {
  const scope = newScope();
  const byPhone = rowSpecOf({ ...declared, unique: { field: 'phone', code: 'phone_taken' } });
  const rows = writerOf(byPhone);
  const without = async (phone?: string | null) => {
    const values = { name: 'Ada', email: 'ada@example.com', isActive: true, notes: null, ...absent, phone };
    const row: Contact = { ...values, ...newRow(declared, scope, values, randomUUID(), asTest()) };
    await rows.insert(row, asTest());
    return row;
  };
  const [one] = [await without(), await without(null)];
  expect(await contacts.get(scope, one.id)).toEqual(one);
  const named = await rows.change(scope, one.id, undefined, asTest(), (row) => ({
    ...row,
    ...{ phone: '123', tags: ['a'], revision: row.revision + 1 },
  }));
  expect(await contacts.get(scope, one.id)).toEqual(named);
  await expect(without('123')).rejects.toMatchObject({ code: 'phone_taken' });
  const found = await contacts.list(
    scope,
    { page: 1, pageSize: 10, search: 'undefined' },
    {},
    ({ id }) => id,
  );
  expect(found.total).toBe(0);
});

it('a number or boolean that may be absent is a filter of the list', async () => {
  const query = (rawQueryString: string) =>
    parseInput(listContract(declared), { rawQueryString, pathParameters: {}, body: undefined });
  expect(await query('rank=5&isActive=yes')).toMatchObject({ input: { query: { rank: 5, isActive: true } } });
});

it('a list is in the order of a text in any case, before longer texts that begin with it', async () => {
  const scope = newScope();
  for (const name of ['bob', 'Ada Lovelace', 'Ada']) await aContact(scope, { name });
  expect(await page(scope)).toMatchObject({ items: ['Ada', 'Ada Lovelace', 'bob'] });
});

it('a list by id shows a row of the scope alone', async () => {
  const scope = newScope();
  const { id } = await aContact(scope);
  await aContact(scope, { name: 'Bob' });
  const byId = (at: Scope) => contacts.list(at, { page: 1, pageSize: 10, id }, {}, ({ name }) => name);
  expect(await byId(scope)).toMatchObject({ items: ['Ada'], total: 1 });
  expect(await byId(newScope())).toMatchObject({ items: [], total: 0 });
});

it('a change moves the row in the list and frees its earlier unique value', async () => {
  const scope = newScope();
  const row = await aContact(scope, { email: 'ada@example.com' });
  await aContact(scope, { name: 'Bob' });
  const renamed = await changes.change(scope, row.id, undefined, asTest(), (before) => ({
    ...named('Cleo')(before),
    email: 'cleo@example.com',
  }));
  expect(renamed).toMatchObject({ name: 'Cleo', revision: 2 });
  expect(await page(scope)).toMatchObject({ items: ['Bob', 'Cleo'], total: 2 });
  await expect(aContact(scope, { email: 'cleo@example.com' })).rejects.toMatchObject({
    code: 'contact_email_taken',
  });
  await aContact(scope, { email: 'ada@example.com' });
});

it('a change of an earlier revision is refused', async () => {
  const scope = newScope();
  const row = await aContact(scope);
  await changes.replace(row, named('Bob')(row), asTest());
  await expect(changes.replace(row, named('Cleo')(row), asTest())).rejects.toMatchObject({ code: 'stale' });
  const stale = changes.change(scope, row.id, '"1"', asTest(), named('Cleo'));
  await expect(stale).rejects.toMatchObject({ code: 'stale' });
  expect(await contacts.get(scope, row.id)).toMatchObject({ name: 'Bob', revision: 2 });
});

it('a deleted row is no longer found; its place in the limit and its unique value are free', async () => {
  const scope = newScope();
  const rows = [await aContact(scope), await aContact(scope), await aContact(scope)];
  const [{ id, email }] = rows as [Contact];
  await expect(aContact(scope)).rejects.toMatchObject({ code: 'limit_reached' });
  await changes.remove(scope, id, undefined, asTest());
  await expect(contacts.get(scope, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await page(scope)).toMatchObject({ total: 2 });
  expect(await getItem(contact.rowKey(scope, id))).toMatchObject({ deletedBy: 'system:test', rev: 2 });
  await aContact(scope, { email });
});

it('each change has an event and an audit entry with what changed', async () => {
  const scope = newScope();
  const { id } = await aContact(scope, { email: 'ada@example.com' });
  await changes.change(scope, id, undefined, asTest(), named('Bob'), 'renamed');
  await changes.remove(scope, id, undefined, asTest());
  const entries = await queryAll({ pk: `TENANT#${scope.tenantId}#AUDIT`, consistent: true });
  const shown = entries.map(({ action, resource, changes: text }) => [
    action,
    resource,
    JSON.parse(String(text)),
  ]);
  expect(shown).toEqual(
    expect.arrayContaining([
      [
        'created',
        'sales.contact',
        expect.objectContaining({ name: { after: 'Ada' }, email: { after: 'ada@example.com' } }),
      ],
      ['renamed', 'sales.contact', { name: { before: 'Ada', after: 'Bob' } }],
      ['deleted', 'sales.contact', expect.objectContaining({ name: { before: 'Bob' } })],
    ]),
  );
});
