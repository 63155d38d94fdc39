/** Users, roles and API keys of a tenant. */
import { randomBytes } from 'node:crypto';
import { featureTitles } from '../../shared/catalog/declared-features.ts';
import type { ApiKeyRow } from '../../shared/kernel/auth/identity-types.ts';
import { normalizeAddress } from '../../shared/kernel/base/email-address.ts';
import { NotFoundError } from '../../shared/kernel/errors/errors.ts';
import { createApiKey, rotateSecret } from '../../shared/modules/identity/api-keys/api-key-service.ts';
import {
  findApiKey,
  listApiKeys,
  removeApiKey,
} from '../../shared/modules/identity/api-keys/api-key-store.ts';
import { assertDeclared } from '../../shared/modules/identity/declared-features.ts';
import * as roles from '../../shared/modules/identity/roles/role-service.ts';
import { updateUserAcl } from '../../shared/modules/identity/users/user-acl-service.ts';
import * as users from '../../shared/modules/identity/users/user-service.ts';
import { UsageError, type Values } from './flags.ts';
import { administrator } from './target.ts';
import { allRows, type Verb } from './verb.ts';

async function existingKey(values: Values): Promise<ApiKeyRow> {
  const key = await findApiKey(values.text('tenantId') ?? null, values.required('id'));
  if (key === undefined) throw new NotFoundError('Key');
  return key;
}

/** A key with the API's field names, without the hashes of its secrets. */
function visibleKey(row: ApiKeyRow) {
  const { secretSha256, previous, prefix, expiresAtMs, perMinute, perHour, revision, ...key } = row;
  return {
    ...key,
    keyPrefix: prefix,
    expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
    requestsPerMinute: perMinute,
    requestsPerHour: perHour,
  };
}

/** Throws UsageError for a text that is no e-mail address. */
function addressOf(text: string): string {
  const address = normalizeAddress(text);
  if (address === undefined) throw new UsageError(`--email must be an e-mail address, got "${text}".`);
  return address;
}

/** The tenant of the keys; null for keys of super admins without a tenant. Throws UsageError. */
function keysTenant(values: Values): string | null {
  const tenantId = values.text('tenantId');
  if (tenantId !== undefined) return tenantId;
  if (values.has('isSuperAdmin')) return null;
  throw new UsageError(
    '--tenantId is required. For keys of super admins without a tenant, use --isSuperAdmin instead.',
  );
}

/** Long enough, and with every kind of character that a password policy may require. */
const newPassword = (): string => `${randomBytes(15).toString('base64url')}-Aa1`;

async function createUser(values: Values): Promise<Record<string, unknown>> {
  const tenantId = values.required('tenantId');
  const caller = { scope: { tenantId }, context: administrator(tenantId) };
  const features = values.list('features');
  assertDeclared(features ?? [], [], featureTitles);
  const given = values.text('password');
  const password = given ?? newPassword();
  const input = {
    email: addressOf(values.required('email')),
    password,
    name: values.text('name'),
    organizationId: values.text('organizationId') ?? null,
    roles: values.list('roles'),
  };
  const { id, email, organizationId } = await users.addUser(caller, input);
  if (features !== undefined || values.has('isSuperAdmin')) {
    const acl = { userId: id, features, isSuperAdmin: values.has('isSuperAdmin') };
    await updateUserAcl(featureTitles)(caller, acl);
  }
  return { id, tenantId, organizationId, email, ...(given === undefined && { password }) };
}

async function createRole(values: Values): Promise<Record<string, unknown>> {
  const tenantId = values.required('tenantId');
  const caller = { scope: { tenantId }, context: administrator(tenantId) };
  const name = values.required('name');
  const features = values.list('features');
  // Before the role exists: a corrected command would find its name taken.
  assertDeclared(features ?? [], [], featureTitles);
  const { id } = (await roles.createRole(caller, { name })).body;
  if (features !== undefined) await roles.updateRoleAcl(featureTitles)(caller, { roleId: id, features });
  return { id, tenantId, name, features: features ?? [] };
}

export const identityVerbs: readonly Verb[] = [
  {
    command: 'user create',
    summary: 'Create a user with roles or direct rights; generates and prints a password unless one is given',
    required: ['tenantId', 'email'],
    optional: ['password', 'name', 'organizationId', 'roles', 'features', 'isSuperAdmin'],
    run: createUser,
    next: ({ tenantId }) => `key create --tenantId ${tenantId} --name <name> --features '*'`,
  },
  {
    command: 'user list',
    summary: 'List the users of a tenant',
    required: ['tenantId'],
    run: (values) => {
      const tenantId = values.required('tenantId');
      const caller = { scope: { tenantId }, principal: administrator(tenantId).principal };
      return allRows((page, pageSize) => users.listUsers(caller, { page, pageSize }));
    },
  },
  {
    command: 'user password',
    summary: 'Change the password of a user and end all sessions of the user',
    required: ['tenantId', 'id'],
    optional: ['password'],
    run: async (values) => {
      const [tenantId, id] = [values.required('tenantId'), values.required('id')];
      const given = values.text('password');
      const password = given ?? newPassword();
      await users.updateUser({ scope: { tenantId }, context: administrator(tenantId) }, { id, password });
      return { id, ...(given === undefined && { password }) };
    },
  },
  {
    command: 'user delete',
    summary: 'Delete a user',
    required: ['tenantId', 'id'],
    run: async (values) => {
      const [tenantId, id] = [values.required('tenantId'), values.required('id')];
      await users.deleteUser({ scope: { tenantId }, context: administrator(tenantId) }, { id });
      return { deleted: id };
    },
  },
  {
    command: 'role create',
    summary: 'Create a role',
    required: ['tenantId', 'name'],
    optional: ['features'],
    run: createRole,
  },
  {
    command: 'role list',
    summary: 'List the roles of a tenant',
    required: ['tenantId'],
    run: (values) => {
      const tenantId = values.required('tenantId');
      return allRows((page, pageSize) => roles.listRoles({ scope: { tenantId } }, { page, pageSize }));
    },
  },
  {
    command: 'role delete',
    summary: 'Delete a role that no user or key has',
    required: ['tenantId', 'id'],
    run: async (values) => {
      const [tenantId, id] = [values.required('tenantId'), values.required('id')];
      await roles.deleteRole({ scope: { tenantId }, context: administrator(tenantId) }, { id });
      return { deleted: id };
    },
  },
  {
    command: 'key create',
    summary: 'Create an API key; its secret is printed only once',
    required: ['name'],
    optional: [
      'tenantId',
      'organizationId',
      'features',
      'isSuperAdmin',
      'expiresAt',
      'requestsPerMinute',
      'requestsPerHour',
      'readOnly',
    ],
    run: async (values) => {
      const features = values.list('features');
      assertDeclared(features ?? [], [], featureTitles);
      const input = {
        name: values.required('name'),
        tenantId: keysTenant(values),
        organizationId: values.text('organizationId'),
        features,
        isSuperAdmin: values.has('isSuperAdmin'),
        expiresAtMs: values.expiresAtMs(),
        perMinute: values.positiveInteger('requestsPerMinute'),
        perHour: values.positiveInteger('requestsPerHour'),
        ...(values.has('readOnly') && { readOnly: true as const }),
      };
      const { key, secret } = await createApiKey(input, administrator());
      return { ...visibleKey(key), secret };
    },
  },
  {
    command: 'key list',
    summary: 'List the API keys of a tenant, or those of super admins without a tenant',
    optional: ['tenantId', 'isSuperAdmin'],
    run: async (values) => {
      const tenantId = keysTenant(values);
      const rows = await allRows((page, pageSize) => listApiKeys(tenantId, { page, pageSize, filters: {} }));
      return rows.map(visibleKey);
    },
  },
  {
    command: 'key rotate',
    summary: 'Give an API key a new secret, which is printed only once',
    required: ['id'],
    optional: ['tenantId', 'graceSeconds'],
    run: async (values) => {
      const { key, secret } = await rotateSecret(
        await existingKey(values),
        values.graceSeconds(),
        administrator(),
      );
      return { ...visibleKey(key), secret };
    },
  },
  {
    command: 'key delete',
    summary: 'Delete an API key',
    required: ['id'],
    optional: ['tenantId'],
    run: async (values) => {
      const key = await existingKey(values);
      await removeApiKey(key, administrator());
      return { deleted: key.id };
    },
  },
];
