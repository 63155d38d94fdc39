import { flag, resourceData, resourceEvents, text, textOrNull } from '../../../kernel/events/definition.ts';

const tenant = resourceData('tenant', 'platform', {
  name: text('Name of the tenant.', 'acme'),
  isActive: flag('Users and keys of a closed tenant have no access.', true),
});

const organization = resourceData('organization', 'organization', {
  name: text('Name of the organization.', 'north'),
  slug: text('Short name, unique in the tenant.', 'north'),
  parentId: textOrNull('Id of the parent organization; null at the top.', null),
  isActive: flag('Users and keys of a closed organization have no access.', true),
});

export const directoryEvents = [
  ...resourceEvents(tenant, {
    'directory.tenant.created': 'A tenant was created.',
    'directory.tenant.updated': 'A tenant was renamed, closed or opened.',
    'directory.tenant.deleted': 'A tenant was deleted.',
  }),
  ...resourceEvents(organization, {
    'directory.organization.created': 'An organization was created.',
    'directory.organization.updated': 'An organization was changed or moved in the tree.',
    'directory.organization.deleted': 'An organization was deleted.',
  }),
];
