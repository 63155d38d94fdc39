/** Rows of a declared resource, in the table. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { responseBytes } from '../../../shared/kernel/base/json.ts';
import type { Scope } from '../../../shared/kernel/base/principal.ts';
import { text } from '../../../shared/kernel/http/fields.ts';
import { parseInput } from '../../../shared/kernel/http/validate.ts';
import { listContract, updateContract } from '../../../shared/kernel/resources/contracts.ts';
import { readerOf } from '../../../shared/kernel/resources/reader.ts';
import { type RowOf, resource } from '../../../shared/kernel/resources/resource.ts';
import { rowSpecOf } from '../../../shared/kernel/resources/row-spec-of.ts';
import { newRow, toResponse } from '../../../shared/kernel/resources/values.ts';
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

it('a filter by a part of a text takes parts that are no value of the field', async () => {
  const strict = { ...declared, fields: { ...declared.fields, email: z.email() } };
  const contract = listContract({ ...strict, list: { ...strict.list, filters: { email: 'contains' } } });
  const given = { rawQueryString: 'email=%40Example', pathParameters: {}, body: undefined };
  expect(await parseInput(contract, given)).toMatchObject({ input: { query: { email: '@Example' } } });
});

it('a change that moves a row in its list may delete its former place', () => {
  const { unique: _, ...others } = declared;
  const allowed = (order: 'name' | 'createdAt') =>
    updateContract({ ...others, named: false, list: { ...others.list, order } }).permissions?.table;
  expect(allowed('name')).toContain('DeleteItem');
  expect(allowed('createdAt')).not.toContain('DeleteItem');
});

it('a list is in the order of a text in any case, before longer texts that begin with it', async () => {
  const scope = newScope();
  for (const name of ['bob', 'Ada Lovelace', 'Ada']) await aContact(scope, { name });
  const page = await contacts.list(scope, { page: 1, pageSize: 10 }, {}, ({ name }) => name);
  expect(page).toMatchObject({ items: ['Ada', 'Ada Lovelace', 'bob'] });
});

it('a row is as large for its page as Lambda returns it, with each quotation mark escaped twice', async () => {
  const row = await aContact(newScope(), { notes: '"'.repeat(1_000) });
  expect(contact.list.bytes(row)).toBeGreaterThan(responseBytes(toResponse(declared, row)));
});

it('a deleted row is kept for later, and its place in the limit is free', async () => {
  const scope = newScope();
  const [{ id }] = [await aContact(scope), await aContact(scope), await aContact(scope)];
  await expect(aContact(scope)).rejects.toMatchObject({ code: 'limit_reached' });
  await changes.remove(scope, id, undefined, asTest());
  await expect(contacts.get(scope, id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await getItem(contact.rowKey(scope, id))).toMatchObject({ deletedBy: 'system:test', rev: 2 });
  await aContact(scope);
});

it('each change has an event and an audit entry with what changed', async () => {
  const scope = newScope();
  const { id } = await aContact(scope, { email: 'ada@example.com' });
  const bob = (row: Contact) => ({ ...row, name: 'Bob', revision: row.revision + 1 });
  await changes.change(scope, id, undefined, asTest(), bob, 'renamed');
  await changes.remove(scope, id, undefined, asTest());
  const entries = await queryAll({ pk: `TENANT#${scope.tenantId}#AUDIT`, consistent: true });
  const shown = entries.map(({ action, resource, changes: text }) => {
    const { name, email } = JSON.parse(String(text));
    return { action, resource, name, email };
  });
  const email = 'ada@example.com';
  const resource = 'sales.contact';
  expect(new Set(shown)).toEqual(
    new Set([
      { resource, action: 'created', name: { after: 'Ada' }, email: { after: email } },
      { resource, action: 'renamed', name: { before: 'Ada', after: 'Bob' }, email: undefined },
      { resource, action: 'deleted', name: { before: 'Bob' }, email: { before: email } },
    ]),
  );
});
