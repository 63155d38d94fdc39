/** The export of a list that the table returns in several parts. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { callsOf } from '../../support/clients/api.ts';

async function exportOf({ key }: Pick<TestCaller, 'key'>, path: string) {
  const response = await fetch(`${inject('baseUrl')}${path}`, { headers: { 'x-api-key': key } });
  return { headers: response.headers, text: await response.text() };
}

/** The lines of a CSV file. */
const lines = (text: string) => text.trimEnd().split('\n');

describe('the export of a list of many rows', () => {
  const people = '/api/auth/users';
  const count = 230;
  const batch = 5;
  let many: TestCaller;

  beforeAll(async () => {
    many = await aTenant();
    // A few at a time, because they write the counters of one list.
    for (let start = 0; start < count; start += batch) {
      const numbers = Array.from({ length: Math.min(batch, count - start) }, (_, index) => start + index);
      await Promise.all(
        numbers.map((number) =>
          aUser(many, { email: `user${String(number).padStart(3, '0')}@example.com`, name: `N${number}` }),
        ),
      );
    }
  });

  const emailsOf = (text: string) =>
    lines(text)
      .slice(1)
      .map((row) => row.split(',')[1]);

  it('has each row once, in the order of the list', async () => {
    const emails = emailsOf((await exportOf(many, `${people}?format=csv`)).text);
    expect(emails).toHaveLength(count);
    expect(emails).toEqual(emails.toSorted());
    expect(new Set(emails).size).toBe(count);
  });

  it('has each row once, in any other order', async () => {
    const { text } = await exportOf(many, `${people}?format=csv&sortField=email&sortDir=desc`);
    expect(emailsOf(text)).toHaveLength(count);
    expect(emailsOf(text)).toEqual(emailsOf(text).toSorted().toReversed());
  });

  it('reads the listing once and every row once, for any number of rows', async () => {
    const { headers } = await exportOf(many, `${people}?format=csv`);
    const calls = await callsOf({ headers });
    const queries = calls.filter(({ action }) => action === 'Query');
    expect(queries).toHaveLength(1);
  });
});

it('the export of records has a column for each custom field', async () => {
  const caller = await aTenant();
  const entityType = 'shop.order';
  for (const [key, kind] of [
    ['tier', 'text'],
    ['notes', 'multiline'],
  ])
    await caller.api.post('/api/entities/definitions', { body: { entityType, key, kind } });
  await caller.api.post('/api/entities/records', { body: { entityType, cf_tier: 'gold', cf_notes: 'a\nb' } });
  const { text } = await exportOf(caller, `/api/entities/records?entityType=${entityType}&format=csv`);
  expect(text.slice(0, text.indexOf('\n'))).toMatch(/,Updated At,Notes,Tier$/);
  expect(text.trimEnd()).toMatch(/,"a\nb",gold$/);
});
