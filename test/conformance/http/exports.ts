import { beforeAll, expect } from 'vitest';
import { aJob, aStoredJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aRule, type TestCaller } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { casesOf } from '../support/conformance.ts';
import { aCaller, aKey, aTenant, unique } from '../support/stage.ts';

const { proves } = casesOf('http');

const roles = '/api/auth/roles';
const rules = '/api/business_rules/rules';

let caller: TestCaller;
beforeAll(async () => {
  caller = await aTenant();
  for (const name of ['=danger', 'beta', 'Gamma', 'delta, "quoted"'])
    await caller.api.post(roles, { body: { name } });
});

async function exportOf(path: string, as: Pick<TestCaller, 'key'> = caller) {
  const { bytes, ...answer } = await getBytes(path, { as });
  return { ...answer, text: bytes.toString() };
}
/** The values of a column of a CSV file without quoted commas. */
function columnOf(text: string, column: string): (string | undefined)[] {
  const [header = '', ...rows] = text.trimEnd().split('\n');
  return rows.map((row) => row.split(',')[header.split(',').indexOf(column)]);
}

proves(
  'export-formats',
  [
    ['csv', 'text/csv', 'csv'],
    ['JSON', 'application/json', 'json'],
    ['application%2Fxml', 'application/xml', 'xml'],
    ['md', 'text/markdown', 'md'],
    ['text/markdown', 'text/markdown', 'md'],
  ],
  async ([format, type, extension]) => {
    const { status, headers, text } = await exportOf(`${roles}?format=${format}`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="roles.${extension}"`,
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(text).toContain('Gamma');
  },
);

proves('export-rows', async () => {
  const { text } = await exportOf(`${roles}?format=csv&page=7&pageSize=100000`);
  expect(text).toContain('"delta, ""quoted"""');
  expect(text.replace(/"delta.*quoted"""/, 'delta')).toMatch(/^ID,Name,/);
  const names = columnOf(text.replace(/"delta.*quoted"""/, 'delta'), 'Name');
  expect(names.filter((name) => !name?.startsWith('conform'))).toEqual([
    "'=danger",
    'beta',
    'delta',
    'Gamma',
  ]);
  const many = await aCaller();
  const priorities = Array.from({ length: 21 }, (_, index) => index);
  await Promise.all(
    priorities.map((priority) =>
      many.api.post(rules, { body: aRule({ ruleId: unique('R'), priority, enabled: priority > 0 }) }),
    ),
  );
  const file = await exportOf(`${rules}?format=json&enabled=true&pageSize=5`, many);
  const exported: { priority: number; conditionExpression: unknown }[] = JSON.parse(file.text);
  expect(exported.map(({ priority }) => priority)).toEqual(priorities.slice(1).toReversed());
  expect(exported[0]?.conditionExpression).toEqual(aRule().conditionExpression);
});

proves('export-filters', async () => {
  const namesIn = async (query: string): Promise<string[]> =>
    JSON.parse((await exportOf(`${roles}?format=json&${query}`)).text)
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => !name.startsWith('conform'));
  expect(await namesIn('sortField=name&sortDir=desc')).toEqual([
    'Gamma',
    'delta, "quoted"',
    'beta',
    '=danger',
  ]);
  expect(await namesIn('search=ETA')).toEqual(['beta']);
  const owner = await aCaller();
  for (const job of [{ name: 'b' }, { name: 'a' }, { name: 'off', isEnabled: false }])
    await aStoredJob(owner, aJob(job));
  const jobs = await exportOf(`${jobsPath}?format=csv&isEnabled=true&sortBy=name&sortOrder=asc`, owner);
  expect(columnOf(jobs.text, 'Name')).toEqual(['a', 'b']);
});

proves('export-empty', async () => {
  for (const path of [`${roles}?format=csv&search=nothing-is-called-so`, `${jobsPath}?format=csv`])
    expect((await exportOf(path, await aTenant())).text).toBe('ID\n');
});

proves('export-refused-format', ['pdf', '%', 'csv%20x', '__proto__'], async (format) => {
  expect(await exportOf(`${roles}?format=${format}`)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      details: [{ field: 'format', message: 'must be csv, json, xml or markdown' }],
    },
  });
});

proves(
  'export-absent',
  ['payment_gateways/providers', 'data_sync/options', 'webhooks/events'],
  async (list) => {
    const { status, text } = await exportOf(`/api/${list}?format=csv`);
    expect([status, text]).toEqual([400, expect.stringContaining('this list has no export')]);
    for (const path of [`/api/${list}?format=`, `${roles}?format=`])
      expect((await caller.api.get(path)).headers.get('content-type')).toMatch(/^application\/json/);
    const { id } = await aStoredJob(caller);
    expect((await caller.api.get(`${jobsPath}/${id}/executions?format=csv`)).status).toBe(400);
  },
);

proves('export-head', async () => {
  const { status, headers, bytes } = await getBytes(`${roles}?format=csv`, { as: caller, method: 'HEAD' });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(bytes.length).toBe(0);
});

proves('export-refusals', async () => {
  const path = `${roles}?format=csv`;
  const { tenantId } = await aTenant();
  const anonymous = await send('GET', path);
  expect([anonymous.status, anonymous.body.code]).toEqual([401, 'unauthenticated']);
  expect(
    await exportOf(path, await aKey({ ...caller, features: ['business_rules.rules.view'] })),
  ).toMatchObject({
    status: 403,
    body: { requiredFeatures: ['auth.roles.view'] },
  });
  expect((await exportOf(`${path}&tenantId=${tenantId}`)).status).toBe(403);
  expect(await exportOf(`${path}&sortField=nope`)).toMatchObject({
    status: 400,
    body: { details: [{ field: 'sortField' }] },
  });
  const limited = await aKey({ ...caller, perMinute: 50, perHour: 1 });
  const statuses = [await exportOf(path, limited), await exportOf(path, limited)];
  expect(statuses.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])).toEqual([
    [200, '0'],
    [429, '0'],
  ]);
  const headers = { authorization: `Bearer ${caller.key}` };
  expect((await send('GET', path, { headers })).status).toBe(200);
});
