/** The endpoints for users and their own rights, with the schemas of their requests and responses. */
import * as z from 'zod/mini';
import { addressField } from '../../../kernel/contracts/address-field.ts';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, optionalFields, queryList, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { aclFields, done, revision, sanitized } from './acl-fields.ts';

export const userLimits = { password: 256, name: 120, roles: 20, roleName: 100 } as const;

const field = {
  email: addressField('Address to log in with; unique in the tenant, ignoring case.'),
  password: text(userLimits.password, 0).check(
    z.meta({
      description: '8 to 256 characters with a digit, an upper-case letter and a special character.',
      examples: ['Enigma-1942'],
      format: 'password',
    }),
  ),
  name: z.nullable(text(userLimits.name, 0)).check(about('Name shown to people.', 'Ada Lovelace')),
  organizationId: z.nullable(
    uuid('Home organization, which is used unless the user selects another; null means none.'),
  ),
  roles: z
    .array(text(userLimits.roleName))
    .check(
      z.maxLength(userLimits.roles),
      about('Roles by id or by name; the user has the rights of all of them.', ['support']),
    ),
  isActive: z.boolean().check(about('Inactive users cannot log in and have no sessions.', true)),
};

const id = z.object({ id: uuid('Id of the user.') });

export const CreateUser = z.object({
  email: field.email,
  password: field.password,
  name: z.optional(field.name),
  organizationId: z.optional(field.organizationId),
  roles: z.optional(field.roles),
  isActive: z.optional(field.isActive),
});
export type CreateUser = z.infer<typeof CreateUser>;

export const UpdateUser = z.object({
  ...optionalFields(CreateUser.shape),
  id: uuid('Id of the user to change.'),
});
export type UpdateUser = z.infer<typeof UpdateUser>;

const named = (description: string, example: string) =>
  z.nullable(z.string()).check(about(description, example));

export const UserRow = z
  .object({
    id: uuid('Id of the user.'),
    email: field.email,
    name: field.name,
    organizationId: field.organizationId,
    organizationName: named('Name of the home organization.', 'North'),
    tenantId: uuid('Tenant the user belongs to.'),
    tenantName: named('Name of the tenant.', 'Acme'),
    roles: z.array(z.string()).check(about('Names of the roles.', ['support'])),
    roleIds: z.array(uuid('Id of a role.')).check(about('Ids of the roles, in the order of `roles`.')),
    hasPassword: z.boolean().check(about('Whether the user can log in with a password.', true)),
    isActive: field.isActive,
    createdAt: timestamp('When the user was created.'),
    updatedAt: timestamp('When the user was last changed.'),
    revision: revision(),
  })
  .check(z.meta({ id: 'User', description: 'A person who can log in.' }));
export type UserRow = z.infer<typeof UserRow>;

/** Ids in one query parameter, separated by commas. */
const idList = () => queryList(z.array(z.guid().check(z.toLowerCase())).check(z.maxLength(userLimits.roles)));

export const ListUsers = z.object({
  ...listQuery({
    sortFields: ['email', 'name', 'createdAt', 'updatedAt'],
    searches: 'e-mail address and name',
  }),
  ...idFilter(),
  name: z
    .optional(z.string().check(z.maxLength(userLimits.name)))
    .check(about('Only users with this text in the name, ignoring case.')),
  organizationId: z.optional(uuid('Only users of this organization.')),
  roleIds: z.optional(idList()).check(about('Only users with any of these roles: ids, separated by commas.')),
});
export type ListUsers = z.infer<typeof ListUsers>;

export const UserAcl = z.object({
  hasCustomAcl: z
    .boolean()
    .check(about('Whether the user has individual rights instead of those of its roles.')),
  ...aclFields(),
  updatedAt: z
    .nullable(timestamp('When the user was last changed.'))
    .check(about('When the user was last changed; null without individual rights.')),
});
export type UserAcl = z.infer<typeof UserAcl>;

export const UpdateUserAcl = z.object({
  ...optionalFields(aclFields()),
  userId: uuid('Id of the user.'),
});
export type UpdateUserAcl = z.infer<typeof UpdateUserAcl>;

const base = { module: 'users', auth: 'caller', scope: 'tenant' } as const;
const path = '/api/auth/users';

const UserList = z.extend(listOf(UserRow), {
  isSuperAdmin: z.boolean().check(about('Whether the caller is a super admin.', false)),
});

export const listUsers = defineEndpoint({
  ...base,
  ...operation('listUsers', 'GET', path),
  summary: 'List and search users',
  description:
    'Returns users sorted by e-mail address. Callers who may select only some organizations see the users of ' +
    'these organizations.',
  feature: 'auth.users.view',
  query: ListUsers,
  success: returns(UserList),
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const createUser = defineEndpoint({
  ...base,
  ...operation('createUser', 'POST', path),
  summary: 'Create a user',
  description:
    'The user belongs to `organizationId`, by default the selected organization. You can only assign roles ' +
    'whose rights you hold.',
  stepUp: true,
  feature: 'auth.users.manage',
  body: CreateUser,
  success: creates(id),
  errors: ['email_taken', 'rights_exceeded'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
});

export const updateUser = defineEndpoint({
  ...base,
  ...operation('updateUser', 'PUT', path),
  summary: 'Change a user',
  description:
    'Changes the given fields and leaves all others as they are. A change of roles, organization or `isActive` ' +
    'takes effect on the next request of every session; a new password and `isActive: false` end all sessions. ' +
    'You cannot change the e-mail address or password of a user who has rights that you lack, and only super ' +
    'admins can change super admins. Rules and jobs that run as a deactivated user stop, and API keys whose secret the ' +
    'user knows are refused: list them first with `runAs=user:<id>` in `GET /api/business_rules/rules` and ' +
    '`GET /api/scheduler/jobs`, and with `ownerId` in `GET /api/api_keys/keys`; take them over, or rotate the keys.',
  stepUp: true,
  feature: 'auth.users.manage',
  body: UpdateUser,
  success: returns(done()),
  errors: ['not_found', 'email_taken', 'own_account', 'rights_exceeded', 'session_required', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  timeoutSeconds: 29,
});

export const deleteUser = defineEndpoint({
  ...base,
  ...operation('deleteUser', 'DELETE', path),
  summary: 'Delete a user',
  description:
    'Ends the sessions of the user and the API keys whose secret the user knows; the e-mail address can be used again. Send the id in the body or as a query ' +
    'parameter. You cannot delete yourself, and only super admins can delete super admins.',
  stepUp: true,
  feature: 'auth.users.manage',
  query: z.object(optionalFields(id.shape)),
  body: z.object(optionalFields(id.shape)),
  bodyOptional: true,
  success: returns(done()),
  errors: ['not_found', 'own_account', 'rights_exceeded', 'stale'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
  timeoutSeconds: 29,
});

export const getUserAcl = defineEndpoint({
  ...base,
  ...operation('getUserAcl', 'GET', `${path}/acl`),
  summary: 'Read the individual rights of a user',
  description: 'Returns the individual rights of the user, which replace the rights of the roles.',
  feature: 'auth.acl.manage',
  query: z.object({ userId: uuid('Id of the user.') }),
  success: returns(UserAcl),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const updateUserAcl = defineEndpoint({
  ...base,
  ...operation('updateUserAcl', 'PUT', `${path}/acl`),
  summary: 'Change the individual rights of a user',
  description:
    'Individual rights replace the rights of the roles. Fields that you leave out do not change. To use the ' +
    'rights of the roles again, send no features and `isSuperAdmin: false`. The change takes effect on the next ' +
    'request of every session. You can only grant rights that you hold; only super admins can grant `*` and ' +
    'super admin.',
  stepUp: true,
  feature: 'auth.acl.manage',
  body: UpdateUserAcl,
  success: returns(sanitized()),
  errors: ['not_found', 'rights_exceeded', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
  timeoutSeconds: 29,
});
