import { beforeAll, describe, expect, inject, it } from 'vitest';
import { aStoredRule, rulesPath } from '../../support/builders/rules.ts';
import { aJob, aStoredJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aKey, aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { callsOf } from '../../support/clients/api.ts';

interface Export {
  status: number;
  headers: Headers;
  text: string;
}

async function exportOf(
  { key }: Pick<TestCaller, 'key'>,
  path: string,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<Export> {
  const response = await fetch(`${inject('baseUrl')}${path}`, {
    ...init,
    headers: { 'x-api-key': key, ...init.headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const path = '/api/auth/roles';
let caller: TestCaller;

beforeAll(async () => {
  caller = await aTenant();
  for (const name of ['=danger', 'beta', 'Gamma', 'delta, "quoted"']) {
    await caller.api.post(path, { body: { name } });
  }
});

/** The names in a CSV export, by its header row. */
const lines = (text: string) => text.trimEnd().split('\n');

describe('?format= on the lists of rules and jobs', () => {
  it('has every row that the filters select, of all pages, in the order of the list', async () => {
    const many = await aTenant();
    const priorities = Array.from({ length: 21 }, (_, index) => index);
    await Promise.all(
      priorities.map((priority) =>
        aStoredRule(many, { ruleId: `R-${priority}`, priority, enabled: priority > 0 }),
      ),
    );
    await aStoredJob(many, aJob({ name: 'b' }));
    await aStoredJob(many, aJob({ name: 'a' }));
    await aStoredJob(many, aJob({ name: 'off', isEnabled: false }));
    const rules = await exportOf(many, `${rulesPath}?format=json&enabled=true&pageSize=5`);
    const exported = JSON.parse(rules.text) as { priority: number; conditionExpression: unknown }[];
    expect(exported.map(({ priority }) => priority)).toEqual(priorities.slice(1).toReversed());
    expect(exported[0]?.conditionExpression).toEqual(aRule().conditionExpression);
    const one = await exportOf(many, `${rulesPath}?format=json&ruleId=R-7`);
    expect(JSON.parse(one.text)).toMatchObject([{ ruleId: 'R-7' }]);
    const jobs = await exportOf(many, `${jobsPath}?format=csv&isEnabled=true&sortBy=name&sortOrder=asc`);
    const [header = '', ...lines] = jobs.text.trimEnd().split('\n');
    expect(lines.map((line) => line.split(',')[header.split(',').indexOf('Name')])).toEqual(['a', 'b']);
    expect((await exportOf(await aTenant(), `${jobsPath}?format=csv`)).text).toBe('ID\n');
  });

  it('is not for the runs of a job', async () => {
    const { api } = caller;
    const { id } = await aStoredJob(caller);
    const { status, body } = await api.get(`${jobsPath}/${id}/executions?format=csv`);
    expect([status, body]).toMatchObject([400, { details: [{ field: 'format' }] }]);
  });
});

describe('?format= on a list', () => {
  it.each([
    ['csv', 'text/csv; charset=utf-8', 'csv'],
    ['JSON', 'application/json; charset=utf-8', 'json'],
    ['application%2Fxml', 'application/xml; charset=utf-8', 'xml'],
    ['md', 'text/markdown; charset=utf-8', 'md'],
    ['text/markdown', 'text/markdown; charset=utf-8', 'md'],
  ])('%s returns a file of that type', async (format, type, extension) => {
    const { status, headers, text } = await exportOf(caller, `${path}?format=${format}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="roles.${extension}"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(text).toContain('Gamma');
  });

  it('contains all rows for any page, with formulas disarmed and commas quoted', async () => {
    const { text } = await exportOf(caller, `${path}?format=csv&page=7&pageSize=100000`);
    const [header, ...rows] = lines(text);
    expect(header).toMatch(/^ID,Name,/);
    expect(rows.map((row) => row.split(',')[1])).toEqual(["'=danger", 'beta', '"delta', 'Gamma']);
    expect(text).toContain('"delta, ""quoted"""');
  });

  it('applies search, sort and filters of the list', async () => {
    const sorted = await exportOf(caller, `${path}?format=json&sortField=name&sortDir=desc`);
    expect(JSON.parse(sorted.text).map((row: { name: string }) => row.name)).toEqual([
      'Gamma',
      'delta, "quoted"',
      'beta',
      '=danger',
    ]);
    const found = await exportOf(caller, `${path}?format=json&search=ETA`);
    expect(JSON.parse(found.text)).toMatchObject([{ name: 'beta' }]);
  });

  it('returns only the column ID if nothing matches', async () => {
    const { text } = await exportOf(caller, `${path}?format=csv&search=nothing-is-called-so`);
    expect(text).toBe('ID\n');
  });

  it.each(['pdf', '%', 'csv%20x', '__proto__'])('%s is refused with the list of formats', async (format) => {
    const { status, text } = await exportOf(caller, `${path}?format=${format}`);
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      {
        code: 'invalid_input',
        details: [{ field: 'format', message: 'must be csv, json, xml or markdown' }],
      },
    ]);
  });

  it.each(['payment_gateways/providers', 'data_sync/options', 'webhooks/events'])(
    'of %s, a list without pages, is refused by name',
    async (list) => {
      const { status, body } = await caller.api.get(`/api/${list}?format=csv`);
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining('this list has no export'),
      ]);
      expect((await caller.api.get(`/api/${list}?format=`)).status).toBe(200);
    },
  );

  it('without a value returns the normal list', async () => {
    const { body } = await caller.api.get(`${path}?format=`);
    expect(body).toMatchObject({ total: 4, page: 1 });
  });

  it('returns only the headers for HEAD', async () => {
    const { status, headers, text } = await exportOf(caller, `${path}?format=csv`, { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe('');
  });

  it('shows nothing of another tenant', async () => {
    const { text } = await exportOf(await aTenant(), `${path}?format=csv`);
    expect(text).toBe('ID\n');
  });
});

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
    const calls = await callsOf({ headers, status: 200, body: undefined });
    const queries = calls.filter(({ action }) => action === 'Query');
    expect(queries).toHaveLength(1);
  });
});

describe('an export refuses what its list refuses', () => {
  it('401 without credentials, as JSON', async () => {
    const response = await fetch(`${inject('baseUrl')}${path}?format=csv`);
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('403 without the feature of the list', async () => {
    const powerless = await aKey({ ...caller, features: ['business_rules.rules.view'] });
    const { status, text } = await exportOf(powerless, `${path}?format=csv`);
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ requiredFeatures: ['auth.roles.view'] });
  });

  it('403 for a foreign tenant', async () => {
    const { tenantId } = await aTenant();
    const { status } = await exportOf(caller, `${path}?format=csv&tenantId=${tenantId}`);
    expect(status).toBe(403);
  });

  it('400 for a bad value, naming it', async () => {
    const { status, text } = await exportOf(caller, `${path}?format=csv&sortField=nope`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ details: [{ field: 'sortField' }] });
  });

  it('429 when the key has reached its rate limit, counted like any request', async () => {
    const limited = await aKey({ ...caller, perMinute: 1 });
    expect((await exportOf(limited, `${path}?format=csv`)).headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await exportOf(limited, `${path}?format=csv`)).status).toBe(429);
  });

  it('accepts the key from Authorization, which signing replaces', async () => {
    const response = await fetch(`${inject('baseUrl')}${path}?format=csv`, {
      headers: { authorization: `Bearer ${caller.key}` },
    });
    expect(response.status).toBe(200);
  });
});
