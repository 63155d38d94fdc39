/** The organization endpoints. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, queryBoolean, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../../kernel/lists/list.ts';
import { directoryLimits } from './directory.ts';
import { created, done, nameField } from './tenant-contract.ts';

const slug = z.pipe(
  z.string().check(z.toLowerCase()),
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(directoryLimits.slug),
      z.regex(/^[a-z0-9_-]+$/, { error: 'must contain only letters, digits, hyphens and underscores' }),
    ),
);

const ids = (description: string) => z.array(z.guid().check(z.toLowerCase())).check(about(description, []));
const count = (description: string) => z.int().check(about(description, 1));

const common = {
  id: uuid('Id of the organization.'),
  name: z.string().check(about('Name of the organization.', 'north')),
  slug: z.string().check(about('Short name, unique in the tenant.', 'north')),
  parentId: z.nullable(uuid('Parent organization; null at the top.')),
  depth: count('Depth in the tree; 0 at the top.'),
  isActive: z.boolean().check(about('Whether the organization is open: a closed one cannot be selected.')),
};

export const OrganizationOption = z
  .object(common)
  .check(z.meta({ id: 'OrganizationOption', description: 'An organization for selection.' }));
export type OrganizationOption = z.infer<typeof OrganizationOption>;

export const OrganizationRow = z
  .object({
    ...common,
    tenantId: uuid('Tenant of the organization.'),
    tenantName: z.string().check(about('Name of the tenant.', 'acme')),
    parentName: z.nullable(z.string()).check(about('Name of the parent organization.', 'Europe')),
    rootId: uuid('Root of its branch; its own id if it is the root.'),
    treePath: z.string().check(about('Ids from the top down to itself, joined by `/`.', 'a/b')),
    pathLabel: z
      .string()
      .check(about('Names from the top down to itself, joined by ` / `.', 'Europe / north')),
    ancestorIds: ids('Ids of its ancestors, from the top down.'),
    childIds: ids('Its child organizations, by name.'),
    descendantIds: ids('Ids of its descendants, depth first.'),
    childrenCount: count('Number of child organizations.'),
    descendantsCount: count('Number of descendants.'),
    createdAt: timestamp('When the organization was created.'),
    updatedAt: timestamp('When the organization was last changed.'),
  })
  .check(z.meta({ id: 'Organization', description: 'An organization with its position in the tree.' }));
export type OrganizationRow = z.infer<typeof OrganizationRow>;

export interface OrganizationNode extends OrganizationOption {
  children: OrganizationNode[];
}
export const OrganizationNode: z.ZodMiniType<OrganizationNode> = z
  .object({
    ...common,
    children: z.array(z.lazy(() => OrganizationNode)).check(about('Its child organizations, by name.')),
  })
  .check(z.meta({ id: 'OrganizationNode', description: 'An organization with its children.' }));

const itemsOf = <Row extends z.core.$ZodType>(row: Row, description: string) =>
  z.object({ items: z.array(row).check(about(description)) });

const uuidList = z.pipe(
  z.transform((value: unknown) =>
    String(value)
      .split(',')
      .map((id) => id.trim().toLowerCase())
      .filter((id) => id !== ''),
  ),
  z.array(z.guid()),
);

export const ListOrganizations = z.object({
  ...listQuery({ sortFields: ['name', 'createdAt', 'updatedAt'], searches: 'name or slug' }),
  view: z
    ._default(z.enum(['options', 'manage', 'tree']), 'options')
    .check(about('`options`: a flat list in tree order; `manage`: pages of full rows; `tree`: nested.')),
  ...idFilter(),
  ids: z.optional(uuidList).check(about('Only organizations with one of these ids, separated by commas.')),
  status: z
    .optional(z.enum(['all', 'active', 'inactive']))
    .check(about('By default `all` for `manage`, else `active`.')),
  includeInactive: z.optional(queryBoolean()).check(about('True means `status=all`.')),
});
export type ListOrganizations = z.infer<typeof ListOrganizations>;

const field = {
  name: nameField('Name of the organization.', 'north'),
  slug: slug.check(
    about(
      'Short name of letters, digits, hyphens and underscores, stored in lower case. If it is taken in the ' +
        'tenant, a number is added.',
      'north',
    ),
  ),
  parentId: z.nullable(uuid('Parent organization; null for the top.')),
  childIds: z
    .array(z.guid().check(z.toLowerCase()))
    .check(
      z.maxLength(directoryLimits.moves),
      about('Its child organizations; current children that are not in the list move to its parent.', []),
    ),
  isActive: z.boolean().check(about('False closes the organization: it can no longer be selected.')),
};
const tenant = z.optional(z.nullable(uuid("Tenant of the organization; by default the caller's.")));

export const CreateOrganization = z.object({
  tenantId: tenant,
  name: field.name,
  slug: z.optional(field.slug),
  parentId: z.optional(field.parentId),
  childIds: z.optional(field.childIds),
  isActive: z.optional(field.isActive),
});
export type CreateOrganization = z.infer<typeof CreateOrganization>;

export const UpdateOrganization = z.object({
  id: uuid('Id of the organization to change.'),
  tenantId: tenant,
  name: z.optional(field.name),
  slug: z.optional(field.slug),
  parentId: z.optional(field.parentId),
  childIds: z.optional(field.childIds),
  isActive: z.optional(field.isActive),
});
export type UpdateOrganization = z.infer<typeof UpdateOrganization>;

const base = { module: 'directory', auth: 'caller', scope: 'tenant' } as const;
const path = '/api/directory/organizations';
const reach =
  'Callers who may select only some organizations can access these and the organizations below them; others ' +
  'return 404.';

export const listOrganizations = defineEndpoint({
  ...base,
  ...operation('listOrganizations', 'GET', path),
  summary: 'List organizations',
  description: `Returns the organizations of the tenant in one of three views; only \`manage\` is paginated. ${reach}`,
  feature: 'directory.organizations.view',
  query: ListOrganizations,
  errors: ['page_too_large'],
  success: returns(
    z.union([
      listOf(OrganizationRow),
      itemsOf(OrganizationNode, 'The top-level organizations with their children.'),
      itemsOf(OrganizationOption, 'The organizations; a parent precedes its children.'),
    ]),
  ),
});

export const createOrganization = defineEndpoint({
  ...base,
  ...operation('createOrganization', 'POST', path),
  summary: 'Create an organization',
  description:
    'Without `parentId`, the organization is created at the top of the tree or, for callers who may select only ' +
    'some organizations, under their own organization.',
  feature: 'directory.organizations.manage',
  body: CreateOrganization,
  success: creates(created),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['PutItem', 'ConditionCheckItem'] },
});

export const updateOrganization = defineEndpoint({
  ...base,
  ...operation('updateOrganization', 'PUT', path),
  summary: 'Change an organization',
  description:
    'Changes the given fields and leaves all others as they are; a move that would create a cycle is rejected. ' +
    'A closed organization can no longer be selected, and its API keys and sessions are rejected from their ' +
    `next request on. If a request is interrupted, repeat it to complete it. ${reach}`,
  feature: 'directory.organizations.manage',
  body: UpdateOrganization,
  success: returns(done),
  errors: ['not_found', 'own_home', 'stale'],
  etag: true,
  timeoutSeconds: 29,
  permissions: {
    table: ['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem', 'ConditionCheckItem'],
  },
});

export const deleteOrganization = defineEndpoint({
  ...base,
  ...operation('deleteOrganization', 'DELETE', path),
  summary: 'Delete an organization',
  description:
    'Closes the organization, moves its direct children to its parent and deletes it. Its data can no longer be ' +
    'accessed. Its files still count towards the storage of the tenant, so delete files that you do not need ' +
    `first. ${reach}`,
  feature: 'directory.organizations.manage',
  query: z.object({ id: uuid('Id of the organization.') }),
  success: returns(done),
  errors: ['not_found', 'own_home', 'stale'],
  timeoutSeconds: 29,
  permissions: {
    table: ['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem', 'ConditionCheckItem'],
  },
});
