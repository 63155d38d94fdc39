import { describe, expect, it } from 'vitest';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aJob, aStoredJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

describe('GET /api/scheduler/jobs', () => {
  it('costs one query per scope, and one request for rows and total', async () => {
    const caller = await aTenant();
    const { id } = await aStoredJob(caller);
    await aStoredJob(await aTenantAdmin(caller), aJob({ scopeType: 'tenant' }));
    const actionsOf = async (path: string) =>
      (await callsOf(await caller.api.get(path))).map(({ action }) => action);
    expect(await actionsOf(jobsPath)).toEqual(['UpdateItem', 'Query', 'Query', 'BatchGetItem']);
    expect(await actionsOf(`${jobsPath}?id=${id}`)).toEqual(['UpdateItem', 'BatchGetItem']);
    expect(await actionsOf(`${jobsPath}/${id}`)).toEqual(['UpdateItem', 'GetItem']);
  });
});
