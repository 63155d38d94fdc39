/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { listApiKeys } from './api-keys/contract.ts';
import * as apiKeys from './api-keys/key-service.ts';
import { listOrganizations } from './directory/organization-contract.ts';
import * as organizations from './directory/organization-views.ts';
import { listTenants } from './directory/tenant-contract.ts';
import * as tenants from './directory/tenant-service.ts';
import { listRoles } from './roles/contract.ts';
import * as roles from './roles/role-service.ts';
import { listUsers } from './users/contract.ts';
import * as users from './users/user-service.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listApiKeys,
    {
      fileName: 'api_keys',
      columns: [
        'id',
        'name',
        'description',
        'keyPrefix',
        'organizationId',
        'organizationName',
        'ownerId',
        'roles',
        'createdAt',
        'lastUsedAt',
        'expiresAt',
        'requestsPerMinute',
        'requestsPerHour',
        'allowedAddresses',
        'readOnly',
        'workloads',
      ],
    },
    apiKeys.listApiKeys,
  ),
  exportSource(
    listUsers,
    {
      fileName: 'users',
      columns: [
        'id',
        'email',
        'name',
        'organizationId',
        'organizationName',
        'tenantId',
        'tenantName',
        'roles',
        'roleIds',
        'hasPassword',
        'isActive',
        'createdAt',
        'updatedAt',
        'revision',
      ],
    },
    users.listUsers,
  ),
  exportSource(
    listRoles,
    {
      fileName: 'roles',
      columns: [
        'id',
        'name',
        'usersCount',
        'keysCount',
        'tenantId',
        'tenantIds',
        'tenantName',
        'isChanging',
        'createdAt',
        'updatedAt',
        'revision',
      ],
    },
    roles.listRoles,
  ),
  exportSource(
    listTenants,
    { fileName: 'tenants', columns: ['id', 'name', 'isActive', 'createdAt', 'updatedAt'] },
    tenants.listTenants,
  ),
  exportSource(
    listOrganizations,
    {
      fileName: 'organizations',
      columns: [
        'id',
        'name',
        'slug',
        'parentId',
        'parentName',
        'depth',
        'isActive',
        'tenantId',
        'tenantName',
        'rootId',
        'treePath',
        'pathLabel',
        'ancestorIds',
        'childIds',
        'descendantIds',
        'childrenCount',
        'descendantsCount',
        'createdAt',
        'updatedAt',
      ],
    },
    async (caller, query) => {
      // The only view of three that is a flat list.
      const list = await organizations.listOrganizations(caller, { ...query, view: 'manage' });
      return 'totalPages' in list ? list : { items: [], totalPages: 0 };
    },
  ),
];
