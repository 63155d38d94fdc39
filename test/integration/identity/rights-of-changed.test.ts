/** Callers change and delete only jobs of organizations that they reach; conformance cases show it of users, roles and keys. */
import { expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { aJob, aStoredJob, jobsPath, triggerPath, undoPath } from '../../support/builders/scheduler.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import type { Api, TestResponse } from '../../support/clients/api.ts';

type Send = (api: Api, id: string) => Promise<TestResponse>;
const bulk =
  (path: string, change: object = {}): Send =>
  (api, id) =>
    api.post(`${jobsPath}/${path}`, { body: { ids: [id], ...change } });

const forbidden = { status: 403, body: { requiredFeatures: expect.any(Array) } };
const failed = { status: 200, body: { changed: 0, failed: 1 } };
const ofJobs: readonly [operation: string, refused: object, send: Send][] = [
  ['updateJob', forbidden, (api, id) => api.put(jobsPath, { body: { id, name: 'mine' } })],
  ['deleteJob', forbidden, (api, id) => api.delete(jobsPath, { body: { id } })],
  ['triggerJob', forbidden, (api, id) => api.post(triggerPath, { body: { id } })],
  ['undoDeleteJob', forbidden, (api, id) => api.post(undoPath, { body: { id } })],
  ['bulkUpdateJobs', failed, bulk('bulk-update', { isEnabled: false })],
  ['bulkDeleteJobs', failed, bulk('bulk-delete')],
];

/** A tenant with a job of all its organizations, and a caller of one of them. */
async function aWideJob() {
  const owner = await aTenant();
  const admin = await aTenantAdmin(owner);
  const { id } = await aStoredJob(admin, aJob({ scopeType: 'tenant' }));
  return { owner, admin, id, limited: await aKey({ ...owner, features: ['auth.*', 'scheduler.*'] }) };
}

it.each(ofJobs)('%s of a job of the whole tenant is refused', async (operation, refused, send) => {
  const { owner, admin, id, limited } = await aWideJob();
  if (operation === 'undoDeleteJob')
    expect((await admin.api.delete(jobsPath, { body: { id } })).status).toBe(200);
  expect(await send(limited.api, id)).toMatchObject(refused);
  const superAdmin = await aKey({ ...owner, isSuperAdmin: true });
  const { status, body } = await send(superAdmin.api, id);
  expect([status < 300, body.failed ?? 0]).toEqual([true, 0]);
});

it('refuses jobs of the whole tenant to callers without access to all of its organizations', async () => {
  const { api } = await aTenant();
  const answer = await api.post(jobsPath, { body: aJob({ scopeType: 'tenant' }) });
  expect(answer).toMatchObject({ status: 403, body: { required: ['organizations: all'] } });
});

/** The rows of the guarantee `change-own-rights`. */
const inConformance = [
  ...['deleteApiKey', 'rotateApiKey', 'updateApiKey', 'deleteRole', 'updateRole', 'updateRoleAcl'],
  ...['deleteUser', 'removeUserFactors', 'updateUser', 'updateUserAcl'],
];

it('covers every endpoint that changes keys, users, roles or jobs', () => {
  const others = ['createApiKey', 'createUser', 'createRole', 'createJob', 'takeOverJob'];
  const modules = new Set(['api-keys', 'users', 'roles', 'scheduler']);
  const changing = endpoints.filter(({ module, method }) => modules.has(module) && method !== 'GET');
  expect(changing.map(({ operationId }) => operationId).toSorted()).toEqual(
    [...ofJobs.map(([operation]) => operation), ...inConformance, ...others].toSorted(),
  );
});
