/** The endpoints for roles and their rights, with the schemas of their requests and responses. */
import * as z from 'zod/mini';
import { comparedName } from '../../../kernel/base/compared.ts';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, optionalFields, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { aclFields, done, revision, sanitized } from '../users/acl-fields.ts';

export const roleLimits = { minName: 2, name: 100 } as const;

const name = text(roleLimits.name, roleLimits.minName).check(
  z.trim(),
  z.minLength(roleLimits.minName),
  z.refine((value) => comparedName(value) !== '', { error: 'must not be blank' }),
  about('Unique in the tenant, ignoring case. `admin` and `superadmin` are reserved.', 'support'),
);

const id = z.object({ id: uuid('Id of the role.') });

export const CreateRole = z.object({ name });
export type CreateRole = z.infer<typeof CreateRole>;

export const UpdateRole = z.object({ ...id.shape, name: z.optional(name) });
export type UpdateRole = z.infer<typeof UpdateRole>;

const count = (description: string) => z.int().check(about(description, 3));

export const RoleRow = z
  .object({
    id: uuid('Id of the role.'),
    name,
    usersCount: count('Number of users with the role.'),
    keysCount: count('Number of API keys with the role.'),
    tenantId: uuid('Tenant the role belongs to.'),
    tenantIds: z
      .array(uuid('Id of a tenant.'))
      .check(about('The same tenant: a role belongs to exactly one.')),
    tenantName: z.nullable(z.string()).check(about('Name of the tenant.', 'Acme')),
    isChanging: z
      .boolean()
      .check(
        about(
          'Whether a change of its rights was interrupted. Until the request is repeated, some holders may have only ' +
            'the rights that both the old and the new ones allow.',
          false,
        ),
      ),
    createdAt: timestamp('When the role was created.'),
    updatedAt: timestamp('When the role or its rights were last changed.'),
    revision: revision(),
  })
  .check(z.meta({ id: 'Role', description: 'A named set of rights that users and API keys hold.' }));
export type RoleRow = z.infer<typeof RoleRow>;

export const ListRoles = z.object({
  ...listQuery({ sortFields: ['name', 'createdAt', 'updatedAt'], searches: 'the name' }),
  ...idFilter(),
});
export type ListRoles = z.infer<typeof ListRoles>;

export const RoleAcl = z.object({
  roleId: uuid('Id of the role.'),
  ...aclFields(),
  updatedAt: timestamp('When the role or its rights were last changed.'),
});

export const UpdateRoleAcl = z.object({
  ...optionalFields(aclFields()),
  roleId: uuid('Id of the role.'),
});
export type UpdateRoleAcl = z.infer<typeof UpdateRoleAcl>;

const base = { module: 'roles', auth: 'caller', scope: 'tenant' } as const;
const path = '/api/auth/roles';

export const listRoles = defineEndpoint({
  ...base,
  ...operation('listRoles', 'GET', path),
  summary: 'List and search roles',
  description:
    "Returns the tenant's roles sorted by name, with the number of users and API keys that hold each role.",
  feature: 'auth.roles.view',
  query: ListRoles,
  success: returns(listOf(RoleRow)),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const createRole = defineEndpoint({
  ...base,
  ...operation('createRole', 'POST', path),
  summary: 'Create a role',
  description:
    'A new role has no features; add them with `PUT /api/auth/roles/acl`. It is valid in the organizations that ' +
    'the caller may select.',
  stepUp: true,
  feature: 'auth.roles.manage',
  body: CreateRole,
  success: creates(id),
  errors: ['role_name_taken'],
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'] },
});

export const updateRole = defineEndpoint({
  ...base,
  ...operation('updateRole', 'PUT', path),
  summary: 'Rename a role',
  description:
    'Users and keys keep the role under its new name. Only super admins can rename roles that grant super admin.',
  stepUp: true,
  feature: 'auth.roles.manage',
  body: UpdateRole,
  success: returns(done()),
  errors: ['not_found', 'role_name_taken', 'rights_exceeded', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const deleteRole = defineEndpoint({
  ...base,
  ...operation('deleteRole', 'DELETE', path),
  summary: 'Delete a role',
  description:
    'A role that a user or an API key holds cannot be deleted. Send the id in the body or as a query parameter.',
  stepUp: true,
  feature: 'auth.roles.manage',
  query: z.object(optionalFields(id.shape)),
  body: z.object(optionalFields(id.shape)),
  bodyOptional: true,
  success: returns(done()),
  errors: ['not_found', 'role_in_use', 'rights_exceeded', 'stale'],
  permissions: { table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const getRoleAcl = defineEndpoint({
  ...base,
  ...operation('getRoleAcl', 'GET', `${path}/acl`),
  summary: 'Read the rights of a role',
  description: 'Returns the rights that the role grants.',
  feature: 'auth.acl.manage',
  query: z.object({ roleId: uuid('Id of the role.') }),
  success: returns(RoleAcl),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const updateRoleAcl = defineEndpoint({
  ...base,
  ...operation('updateRoleAcl', 'PUT', `${path}/acl`),
  summary: 'Change the rights of a role',
  description:
    'Fields that you leave out do not change. The change takes effect on the next request of every user and key ' +
    'with the role: rights are removed first, then new rights are added, then the response is sent. If the role ' +
    'has too many holders for one request, the response is 503 `unfinished`: repeat the request to continue. ' +
    'Until it is complete, no holder has more rights than before. You can only grant rights that you hold; only ' +
    'super admins can grant `*` and super admin.',
  stepUp: true,
  feature: 'auth.acl.manage',
  body: UpdateRoleAcl,
  success: returns(sanitized(), { description: 'All users and keys with the role have the new rights.' }),
  errors: ['not_found', 'rights_exceeded', 'stale', 'unfinished'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
  timeoutSeconds: 29,
});
