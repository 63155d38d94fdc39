/** Tenants and their organizations. */
import { eraseTenant } from '../../lib/admin/erase.ts';
import { exportTenant } from '../../lib/admin/export-tenant.ts';
import { migrations } from '../../lib/admin/migrations.ts';
import { progressOn } from '../../lib/admin/progress.ts';
import { migrateNewTable } from '../../shared/kernel/table/migrate.ts';
import { getUsage } from '../../shared/modules/attachments/partitions/storage-store.ts';
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
  updateTenant,
} from '../../shared/modules/identity/directory/tenant-service.ts';
import { tenantNames } from '../../shared/modules/identity/directory/tenant-store.ts';
import { listRoles } from '../../shared/modules/identity/roles/role-store.ts';
import { listUsers } from '../../shared/modules/identity/users/user-store.ts';
import { confirmed } from './confirm.ts';
import type { Values } from './flags.ts';
import { administrator, connected } from './target.ts';
import type { Verb } from './verb.ts';

/** The tool has no home: it may close every tenant. */
const withoutHome = { tenantId: null };

function changeTenant(values: Values, changes: { name?: string; isActive?: boolean }) {
  return updateTenant({ id: values.required('id'), ...changes }, undefined, withoutHome, administrator());
}

function changeOrganization(
  values: Values,
  changes: { name?: string; isActive?: boolean; parentId?: string | null },
) {
  const [tenantId, id] = [values.required('tenantId'), values.required('id')];
  return updateOrganization({ tenantId }, { id, ...changes }, undefined, unrestricted, administrator());
}

/** What a tenant has, counted. */
async function usageOf(tenantId: string) {
  const page = { page: 1, pageSize: 1, filters: {} };
  const scope = { tenantId };
  const [organizations, users, roles, keys, files] = await Promise.all([
    listOrganizations(scope),
    listUsers(scope, page),
    listRoles(scope, page),
    listApiKeys(tenantId, page),
    getUsage(scope),
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
    summary: 'Create a tenant; its first user and key are the next steps',
    required: ['name'],
    run: async (values) => {
      await migrateNewTable(migrations);
      return createTenant({ name: values.required('name') }, administrator());
    },
    next: ({ id }) => `user create --tenantId ${id} --email <address> --features '*'`,
  },
  { command: 'tenant list', summary: 'List all tenants', run: () => tenantNames() },
  {
    command: 'tenant rename',
    summary: 'Give a tenant another name',
    required: ['id', 'name'],
    run: (values) => changeTenant(values, { name: values.required('name') }),
  },
  {
    command: 'tenant open',
    summary: 'Let a closed tenant work again',
    required: ['id'],
    run: (values) => changeTenant(values, { isActive: true }),
  },
  {
    command: 'tenant close',
    summary: 'Refuse all requests of a tenant; nothing is deleted',
    required: ['id'],
    run: (values) => changeTenant(values, { isActive: false }),
  },
  {
    command: 'tenant delete',
    summary: 'Delete a tenant; its data stay until it is erased',
    required: ['id'],
    run: async (values) => {
      const id = values.required('id');
      await deleteTenant(id, undefined, withoutHome, administrator());
      return { deleted: id };
    },
  },
  {
    command: 'tenant export',
    summary: 'Write items, files and schedules of a tenant to a folder; no credentials',
    required: ['id', 'out'],
    run: async (values) => {
      const [id, folder] = [values.required('id'), values.required('out')];
      await connected(values);
      return exportTenant(id, folder, progress);
    },
  },
  {
    command: 'tenant erase',
    summary: 'Delete everything that a tenant has, for ever; asks for the id',
    required: ['id'],
    optional: ['yes'],
    run: async (values) => {
      const id = values.required('id');
      await confirmed(values, id, 'Everything that the tenant has is deleted for ever.');
      await connected(values);
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
    run: (values) =>
      createOrganization(
        {
          tenantId: values.required('tenantId'),
          name: values.required('name'),
          parentId: values.text('parentId'),
        },
        administrator(),
      ),
  },
  {
    command: 'organization list',
    summary: 'List the organizations of a tenant',
    required: ['tenantId'],
    run: (values) => listOrganizations({ tenantId: values.required('tenantId') }),
  },
  {
    command: 'organization rename',
    summary: 'Give an organization another name',
    required: ['tenantId', 'id', 'name'],
    run: (values) => changeOrganization(values, { name: values.required('name') }),
  },
  {
    command: 'organization move',
    summary: 'Put an organization below another one, or at the top',
    required: ['tenantId', 'id'],
    optional: ['parentId'],
    run: (values) => changeOrganization(values, { parentId: values.text('parentId') ?? null }),
  },
  {
    command: 'organization open',
    summary: 'Let a closed organization work again',
    required: ['tenantId', 'id'],
    run: (values) => changeOrganization(values, { isActive: true }),
  },
  {
    command: 'organization close',
    summary: 'Refuse all requests in an organization; nothing is deleted',
    required: ['tenantId', 'id'],
    run: (values) => changeOrganization(values, { isActive: false }),
  },
  {
    command: 'organization delete',
    summary: 'Delete an organization',
    required: ['tenantId', 'id'],
    run: async (values) => {
      const [tenantId, id] = [values.required('tenantId'), values.required('id')];
      await deleteOrganization({ tenantId }, id, undefined, unrestricted, administrator());
      return { deleted: id };
    },
  },
];
