/** The tenant endpoints. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, nameText, queryBoolean, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { listOf, listQuery } from '../../../kernel/lists/list.ts';
import { directoryLimits } from './directory.ts';

export function nameField(description: string, example: string) {
  return nameText(directoryLimits.name).check(about(description, example));
}

export const created = z.object({ id: uuid('Id of the new resource.') });
export const done = z.object({ ok: z.boolean().check(about('Always true.')) });

export const TenantRow = z
  .object({
    id: uuid('Id of the tenant.'),
    name: nameField('Name of the tenant.', 'acme'),
    isActive: z
      .boolean()
      .check(about('Whether the tenant is open. All requests to a closed tenant are rejected.')),
    createdAt: timestamp('When the tenant was created.'),
    updatedAt: timestamp('When the tenant was last changed.'),
  })
  .check(z.meta({ id: 'Tenant', description: 'A customer of the platform, which owns all its data.' }));
export type TenantRow = z.infer<typeof TenantRow>;

const active = z
  .boolean()
  .check(about('False closes the tenant: its API keys and sessions are rejected at once.'));

export const ListTenants = z.object({
  ...listQuery({ sortFields: ['name', 'createdAt', 'updatedAt'], searches: 'the name' }),
  id: z.optional(z.guid().check(z.toLowerCase())).check(about('Only this tenant.')),
  isActive: z.optional(queryBoolean()).check(about('Only open, or only closed tenants.')),
});
export type ListTenants = z.infer<typeof ListTenants>;

export const CreateTenant = z.object({
  name: nameField('Name of the tenant.', 'acme'),
  isActive: z.optional(active),
});
export type CreateTenant = z.infer<typeof CreateTenant>;

export const UpdateTenant = z.object({
  id: uuid('Id of the tenant to change.'),
  name: z.optional(nameField('Name of the tenant.', 'acme')),
  isActive: z.optional(active),
});
export type UpdateTenant = z.infer<typeof UpdateTenant>;

const base = { module: 'directory', auth: 'caller', scope: 'none', superAdmin: true } as const;
const path = '/api/directory/tenants';

export const listTenants = defineEndpoint({
  ...base,
  ...operation('listTenants', 'GET', path),
  summary: 'List tenants',
  description: 'Returns every tenant of the platform, sorted by name.',
  feature: 'directory.tenants.view',
  query: ListTenants,
  success: returns(listOf(TenantRow)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const createTenant = defineEndpoint({
  ...base,
  ...operation('createTenant', 'POST', path),
  summary: 'Create a tenant',
  description: 'Creates a tenant without organizations, users and keys.',
  feature: 'directory.tenants.manage',
  body: CreateTenant,
  success: creates(created),
  etag: true,
  permissions: { table: ['PutItem', 'UpdateItem'] },
});

export const updateTenant = defineEndpoint({
  ...base,
  ...operation('updateTenant', 'PUT', path),
  summary: 'Change a tenant',
  description:
    'Changes the given fields and leaves all others as they are. A closed tenant can no longer be selected, and ' +
    'its API keys and sessions are rejected from their next request on; they work again when the tenant is ' +
    'reopened. If a request is interrupted, repeat it to complete it.',
  feature: 'directory.tenants.manage',
  body: UpdateTenant,
  success: returns(done),
  errors: ['not_found', 'own_home', 'stale'],
  etag: true,
  timeoutSeconds: 29,
  permissions: { table: ['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem'] },
});

export const deleteTenant = defineEndpoint({
  ...base,
  ...operation('deleteTenant', 'DELETE', path),
  summary: 'Delete a tenant',
  description: 'Closes the tenant and removes it from the list. Its data can no longer be accessed.',
  stepUp: true,
  feature: 'directory.tenants.manage',
  query: z.object({ id: uuid('Id of the tenant.') }),
  success: returns(done),
  errors: ['not_found', 'own_home', 'stale'],
  timeoutSeconds: 29,
  permissions: { table: ['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem'] },
});
