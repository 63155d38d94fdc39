import { beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../shared/modules/scheduler/job-fields-contract.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aJob, aQueueJob, aStoredJob, type JobPage, jobsPath } from '../../support/builders/scheduler.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { callsOf } from '../../support/clients/api.ts';

let caller: TestCaller;
let jobs: Record<'alpha' | 'beta' | 'gamma', Job>;

beforeAll(async () => {
  caller = await aTenant();
  jobs = {
    alpha: await aStoredJob(caller, aJob({ name: 'Alpha', scheduleValue: '0 0 3 1 *' })),
    beta: await aStoredJob(caller, aQueueJob({ name: 'beta', description: 'Totals_100%', isEnabled: false })),
    gamma: await aStoredJob(
      await aTenantAdmin(caller),
      aJob({ name: 'Gamma', scopeType: 'tenant', scheduleValue: '0 0 2 1 *' }),
    ),
  };
});

async function namesOf(query: string, { api }: Pick<TestCaller, 'api'> = caller): Promise<string[]> {
  const { status, body } = await api.get<JobPage>(`${jobsPath}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ name }) => name);
}

describe('GET /api/scheduler/jobs', () => {
  it('shows whole jobs, the latest first, in the list’s envelope', async () => {
    const { body } = await caller.api.get<JobPage>(jobsPath);
    expect(body).toEqual({
      data: [jobs.gamma, jobs.beta, jobs.alpha],
      meta: { total: 3, pageSize: 20, page: 1 },
    });
  });

  it.each<[string, string[]]>([
    ['search=ALPHA', ['Alpha']],
    ['search=100%25', ['beta']],
    ['search=_1', ['beta']],
    ['search=%25', ['beta']],
    ['search=nothing', []],
    ['scopeType=tenant', ['Gamma']],
    ['scopeType=organization&sortBy=name&sortOrder=asc', ['Alpha', 'beta']],
    ['isEnabled=true', ['Gamma', 'Alpha']],
    ['isEnabled=OFF', ['beta']],
    ['isEnabled=', ['Gamma', 'beta', 'Alpha']],
    ['sourceType=user', ['Gamma', 'beta', 'Alpha']],
    ['sourceType=module', []],
    ['sourceModule=data_sync', []],
    ['sortBy=name&sortOrder=asc', ['Alpha', 'beta', 'Gamma']],
    ['sortBy=name', ['Gamma', 'beta', 'Alpha']],
    ['sortBy=nextRunAt&sortOrder=asc', ['beta', 'Gamma', 'Alpha']],
    ['sortField=name&sortDir=asc', ['Alpha', 'beta', 'Gamma']],
    ['sort=createdAt&order=asc', ['Alpha', 'beta', 'Gamma']],
    ['sortOrder=asc', ['Alpha', 'beta', 'Gamma']],
    ['colour=red', ['Gamma', 'beta', 'Alpha']],
  ])('?%s returns %j', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('finds a job by its id', async () => {
    expect(await namesOf(`id=${jobs.beta.id.toUpperCase()}`)).toEqual(['beta']);
    expect(await namesOf('id=5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10')).toEqual([]);
  });

  it('returns every job on exactly one page', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => caller.api.get<JobPage>(`${jobsPath}?pageSize=1&page=${page}`)),
    );
    expect(pages.map(({ body }) => body.data.map(({ name }) => name))).toEqual([
      ['Gamma'],
      ['beta'],
      ['Alpha'],
      [],
    ]);
    expect(pages.map(({ body }) => body.meta)).toEqual(
      [1, 2, 3, 4].map((page) => ({ total: 3, pageSize: 1, page })),
    );
  });

  it.each([
    'page=0',
    'page=x',
    'pageSize=101',
    'pageSize=0',
    'scopeType=x',
    'isEnabled=perhaps',
    'sortBy=id',
    'id=x',
  ])('returns 400 to ?%s', async (query) => {
    const { status, body } = await caller.api.get(`${jobsPath}?${query}`);
    expect(status).toBe(400);
    expect(body.details).toEqual([{ field: query.split('=')[0], message: expect.any(String) }]);
  });

  it('reads a job by key if the id is given, strongly consistent', async () => {
    const answer = await caller.api.get(`${jobsPath}?id=${jobs.beta.id}`);
    const calls = (await callsOf(answer)).map(({ action }) => action);
    expect(calls).toEqual(['UpdateItem', 'BatchGetItem']);
    expect(await namesOf(`id=${jobs.beta.id}&isEnabled=true`)).toEqual([]);
  });

  it('costs one query per scope, and one request for rows and total', async () => {
    const answer = await caller.api.get(jobsPath);
    const actions = (await callsOf(answer)).map(({ action }) => action);
    expect(actions).toEqual(['UpdateItem', 'Query', 'Query', 'BatchGetItem']);
  });
});

describe('visible jobs', () => {
  it('are the jobs of its organization and of its tenant, not of others', async () => {
    const sibling = await aSibling(caller);
    const stranger = await aTenant();
    expect(await namesOf('', sibling)).toEqual(['Gamma']);
    expect(await namesOf('', stranger)).toEqual([]);
    expect(await namesOf('search=Alpha', sibling)).toEqual([]);
    expect(await namesOf(`id=${jobs.alpha.id}`, sibling)).toEqual([]);
  });

  it('include those of the platform for super admins', async () => {
    const admin = await aSuperAdmin();
    const job = await aStoredJob(admin, aJob({ scopeType: 'system', name: `Platform ${admin.tenantId}` }));
    expect(await namesOf(`id=${job.id}`, admin)).toEqual([job.name]);
    expect(await namesOf(`scopeType=system&search=${admin.tenantId}`, admin)).toEqual([job.name]);
    expect(await namesOf(`id=${job.id}`)).toEqual([]);
    await admin.api.delete(jobsPath, { body: { id: job.id } });
  });
});
