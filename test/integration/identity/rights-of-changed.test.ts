/** Callers change and delete only users, roles and keys with no more rights than they have. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { aTenantAdmin } from '../../support/builders/administrators.ts';
import { keysPath, rotatePath } from '../../support/builders/api-keys.ts';
import {
  aMember,
  aRole,
  roleAclPath,
  rolesPath,
  userAclPath,
  usersPath,
} from '../../support/builders/roles.ts';
import { aJob, aStoredJob, jobsPath, triggerPath, undoPath } from '../../support/builders/scheduler.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import type { Api, TestResponse } from '../../support/clients/api.ts';

/** Rights of the caller: everything with users, roles, keys and jobs, in one organization. */
const features = ['auth.*', 'api_keys.*', 'scheduler.*'];

type Make = (owner: TestCaller) => Promise<{ id: string }>;
/** Each has one right more than the caller. */
const more: Record<'key' | 'user' | 'role', readonly [string, Make][]> = {
  key: [
    ['a key that is a super admin', async (owner) => idOf(await aKey({ ...owner, isSuperAdmin: true }))],
    ['a key with another feature', async (owner) => idOf(await aKey({ ...owner, features: ['stock.view'] }))],
    [
      'a key with a role for another organization',
      async (owner) => {
        const { organizationId } = await aSibling(owner);
        const role = await aRole(owner, { organizations: [organizationId] });
        return idOf(await aKey({ ...owner, features: [], roles: [role] }));
      },
    ],
  ],
  user: [
    ['a super admin', async (owner) => aMember(owner, [await aRole(owner, { isSuperAdmin: true })])],
    [
      'a user with another feature',
      async (owner) => aMember(owner, [await aRole(owner, { features: ['*'] })]),
    ],
    [
      'a user with individual rights',
      (owner) =>
        aMember(owner, [], { acl: { features: ['stock.view'], isSuperAdmin: false, organizations: [] } }),
    ],
    [
      'a user with access to more organizations',
      async (owner) => aMember(owner, [await aRole(owner, { organizations: null })]),
    ],
  ],
  role: [
    ['a role of super admins', (owner) => aRole(owner, { isSuperAdmin: true })],
    ['a role with another feature', (owner) => aRole(owner, { features: ['stock.view'] })],
    ['a role with access to more organizations', (owner) => aRole(owner, { organizations: null })],
  ],
};
const job: readonly [string, Make][] = [
  [
    'a job of the whole tenant',
    async (owner) => aStoredJob(await aTenantAdmin(owner), aJob({ scopeType: 'tenant' })),
  ],
];

const idOf = ({ keyId: id }: { keyId: string }) => ({ id });

type Send = (api: Api, id: string) => Promise<TestResponse>;
/** Every endpoint that changes one of these, by operation. */
const changes: readonly [string, readonly [string, Make][], Send][] = [
  ['deleteApiKey', more.key, (api, id) => api.delete(`${keysPath}?id=${id}`)],
  ['updateApiKey', more.key, (api, id) => api.put(keysPath, { body: { id, name: 'mine' } })],
  ['rotateApiKey', more.key, (api, id) => api.post(rotatePath(id), { body: {} })],
  ['updateUser', more.user, (api, id) => api.put(usersPath, { body: { id, name: 'mine' } })],
  ['deleteUser', more.user, (api, id) => api.delete(`${usersPath}?id=${id}`)],
  ['removeUserFactors', more.user, (api, id) => api.delete(`/api/auth/users/factors?userId=${id}`)],
  ['updateUserAcl', more.user, (api, id) => api.put(userAclPath, { body: { userId: id, features: [] } })],
  ['updateRole', more.role, (api, id) => api.put(rolesPath, { body: { id, name: 'mine' } })],
  ['deleteRole', more.role, (api, id) => api.delete(`${rolesPath}?id=${id}`)],
  ['updateRoleAcl', more.role, (api, id) => api.put(roleAclPath, { body: { roleId: id, features: [] } })],
  ['updateJob', job, (api, id) => api.put(jobsPath, { body: { id, name: 'mine' } })],
  ['deleteJob', job, (api, id) => api.delete(jobsPath, { body: { id } })],
  ['triggerJob', job, (api, id) => api.post(triggerPath, { body: { id } })],
  ['undoDeleteJob', job, (api, id) => api.post(undoPath, { body: { id } })],
];

describe.each(changes)('%s', (operation, targets, send) => {
  it.each(targets)('refuses %s to callers with fewer rights', async (_, make) => {
    const owner = await aTenant();
    const limited = await aKey({ ...owner, features });
    const { id } = await make(owner);
    if (operation === 'undoDeleteJob')
      expect((await (await aTenantAdmin(owner)).api.delete(jobsPath, { body: { id } })).status).toBe(200);
    const { status, body } = await send(limited.api, id);
    expect({ status, body }).toMatchObject({ status: 403, body: { requiredFeatures: expect.any(Array) } });
    const superAdmin = await aKey({ ...owner, isSuperAdmin: true });
    expect((await send(superAdmin.api, id)).status).toBeLessThan(300);
  });
});

describe.each([
  ['bulkUpdateJobs', 'bulk-update', { isEnabled: false }],
  ['bulkDeleteJobs', 'bulk-delete', {}],
])('%s', (_, path, change) => {
  it.each(job)('refuses %s to callers with fewer rights', async (_, make) => {
    const owner = await aTenant();
    const limited = await aKey({ ...owner, features });
    const { id } = await make(owner);
    const send = (api: Api) => api.post(`${jobsPath}/${path}`, { body: { ids: [id], ...change } });
    expect(await send(limited.api)).toMatchObject({ status: 200, body: { changed: 0, failed: 1 } });
    const superAdmin = await aKey({ ...owner, isSuperAdmin: true });
    expect(await send(superAdmin.api)).toMatchObject({ status: 200, body: { changed: 1 } });
  });
});

it('refuses jobs of the whole tenant to callers without access to all of its organizations', async () => {
  const owner = await aTenant();
  const { status, body } = await owner.api.post(jobsPath, { body: aJob({ scopeType: 'tenant' }) });
  expect({ status, body }).toMatchObject({ status: 403, body: { required: ['organizations: all'] } });
});

it('covers every endpoint that changes keys, users, roles or jobs', () => {
  const creates = new Set(['createApiKey', 'createUser', 'createRole', 'createJob']);
  const modules = new Set(['api-keys', 'users', 'roles', 'scheduler']);
  const changing = endpoints.filter(
    ({ module, method, operationId }) => modules.has(module) && method !== 'GET' && !creates.has(operationId),
  );
  expect(changing.map(({ operationId }) => operationId).toSorted()).toEqual(
    [
      ...changes.map(([operation]) => operation),
      'bulkDeleteJobs',
      'bulkUpdateJobs',
      'takeOverJob',
    ].toSorted(),
  );
});
