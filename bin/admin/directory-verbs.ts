/**
 * Tenants and their organizations. What needs the registries of all modules is loaded when its verb runs: that takes as
 * long as everything else.
 */
import { progressOn } from '../../lib/admin/progress.ts';
import { getAccount } from '../../shared/modules/attachments/partitions/account-store.ts';
import { listApiKeys } from '../../shared/modules/identity/api-keys/api-key-store.ts';
import {
  createOrganization,
  deleteOrganization,
  unrestricted,
  updateOrganization,
} from '../../shared/modules/identity/directory/organization-service.ts';
import { listOrganizations } from '../../shared/modules/identity/directory/organization-store.ts';
import {
  createTenant,
  deleteTenant,
  getTenant,
  updateTenant,
} from '../../shared/modules/identity/directory/tenant-service.ts';
import { tenantNames } from '../../shared/modules/identity/directory/tenant-store.ts';
import { listRoles } from '../../shared/modules/identity/roles/role-store.ts';
import { listUsers } from '../../shared/modules/identity/users/user-store.ts';
import { confirmed } from './confirm.ts';
import type { Values } from './flags.ts';
import { administrator, connected } from './target.ts';
import type { Verb } from './verb.ts';

/** The tool belongs to no tenant, so it may close every tenant. */
const platformCaller = () => ({ context: administrator() });

async function changeTenant(values: Values, changes: { name?: string; isActive?: boolean }) {
  const id = values.required('id');
  await updateTenant(platformCaller(), { id, ...changes });
  return getTenant(id);
}

/** May change every organization of the tenant. */
const callerIn = (values: Values) => ({
  scope: { tenantId: values.required('tenantId') },
  principal: unrestricted,
  context: administrator(),
});

async function readOrganization({ scope }: ReturnType<typeof callerIn>, id: string) {
  return (await listOrganizations(scope)).find((organization) => organization.id === id);
}

async function changeOrganization(
  values: Values,
  changes: { name?: string; isActive?: boolean; parentId?: string | null },
) {
  const [caller, id] = [callerIn(values), values.required('id')];
  await updateOrganization(caller, { id, ...changes });
  return readOrganization(caller, id);
}

/** Counts what a tenant has. */
async function usageOf(tenantId: string) {
  const page = { page: 1, pageSize: 1, filters: {} };
  const scope = { tenantId };
  const [organizations, users, roles, keys, files] = await Promise.all([
    listOrganizations(scope),
    listUsers(scope, page),
    listRoles(scope, page),
    listApiKeys(tenantId, page),
    getAccount(scope),
  ]);
  return {
    tenantId,
    organizations: organizations.length,
    users: users.total,
    roles: roles.total,
    keys: keys.total,
    files: files.files,
    fileBytes: files.bytes,
  };
}

const progress = progressOn(process.stderr);

export const directoryVerbs: readonly Verb[] = [
  {
    command: 'tenant create',
    summary: 'Create a tenant; then create its first user and key',
    required: ['name'],
    run: async (values) => {
      const { body } = await createTenant(platformCaller(), { name: values.required('name') });
      return getTenant(body.id);
    },
    next: ({ id }) => `user create --tenantId ${id} --email <address> --features '*'`,
  },
  { command: 'tenant list', summary: 'List all tenants', run: () => tenantNames() },
  {
    command: 'tenant rename',
    summary: 'Change the name of a tenant',
    required: ['id', 'name'],
    run: (values) => changeTenant(values, { name: values.required('name') }),
  },
  {
    command: 'tenant open',
    summary: 'Open a closed tenant again',
    required: ['id'],
    run: (values) => changeTenant(values, { isActive: true }),
  },
  {
    command: 'tenant close',
    summary: 'Close a tenant: all its requests are refused, nothing is deleted',
    required: ['id'],
    run: (values) => changeTenant(values, { isActive: false }),
  },
  {
    command: 'tenant delete',
    summary: 'Delete a tenant; its data stays until the tenant is erased',
    required: ['id'],
    run: async (values) => {
      const id = values.required('id');
      await deleteTenant(platformCaller(), { id });
      return { deleted: id };
    },
  },
  {
    command: 'tenant export',
    summary: 'Export items, files and schedules of a tenant to a folder, without credentials',
    required: ['id', 'out'],
    run: async (values) => {
      const [id, folder] = [values.required('id'), values.required('out')];
      await connected(values);
      const { exportTenant } = await import('../../lib/admin/export-tenant.ts');
      return exportTenant(id, folder, progress);
    },
  },
  {
    command: 'tenant erase',
    summary: 'Delete everything of a tenant permanently; asks for its id',
    required: ['id'],
    optional: ['yes'],
    run: async (values) => {
      const id = values.required('id');
      await confirmed(values, id, 'Everything of the tenant is deleted permanently.');
      await connected(values);
      const { eraseTenant } = await import('../../lib/admin/erase.ts');
      return eraseTenant(id, administrator(), progress);
    },
  },
  {
    command: 'usage show',
    summary: 'Count what a tenant has: organizations, users, roles, keys, files and their bytes',
    required: ['tenantId'],
    run: (values) => usageOf(values.required('tenantId')),
  },
  {
    command: 'organization create',
    summary: 'Create an organization of a tenant',
    required: ['tenantId', 'name'],
    optional: ['parentId'],
    run: async (values) => {
      const caller = callerIn(values);
      const input = { name: values.required('name'), parentId: values.text('parentId') };
      const { body } = await createOrganization(caller, input);
      return readOrganization(caller, body.id);
    },
  },
  {
    command: 'organization list',
    summary: 'List the organizations of a tenant',
    required: ['tenantId'],
    run: (values) => listOrganizations({ tenantId: values.required('tenantId') }),
  },
  {
    command: 'organization rename',
    summary: 'Change the name of an organization',
    required: ['tenantId', 'id', 'name'],
    run: (values) => changeOrganization(values, { name: values.required('name') }),
  },
  {
    command: 'organization move',
    summary: 'Move an organization below another one, or to the top',
    required: ['tenantId', 'id'],
    optional: ['parentId'],
    run: (values) => changeOrganization(values, { parentId: values.text('parentId') ?? null }),
  },
  {
    command: 'organization open',
    summary: 'Open a closed organization again',
    required: ['tenantId', 'id'],
    run: (values) => changeOrganization(values, { isActive: true }),
  },
  {
    command: 'organization close',
    summary: 'Close an organization: all requests in it are refused, nothing is deleted',
    required: ['tenantId', 'id'],
    run: (values) => changeOrganization(values, { isActive: false }),
  },
  {
    command: 'organization delete',
    summary: 'Delete an organization',
    required: ['tenantId', 'id'],
    run: async (values) => {
      const id = values.required('id');
      await deleteOrganization(callerIn(values), { id });
      return { deleted: id };
    },
  },
];
