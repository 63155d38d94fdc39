import { bodyOf, idMadeBy, madeBy, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import * as organizationContract from './organization-contract.ts';
import * as switcherContract from './switcher-contract.ts';
import * as tenantContract from './tenant-contract.ts';

const createTenant = sample(tenantContract.createTenant, {
  request: (unique) => ({ body: { name: unique('acme') } }),
  events: ['directory.tenant.created'],
});
const tenant = idMadeBy(createTenant);

const createOrganization = sample(organizationContract.createOrganization, {
  request: (unique) => ({ body: { name: unique('north') } }),
  events: ['directory.organization.created'],
});
const organization = idMadeBy(createOrganization);
const createBranch = sampleAfter(organization, organizationContract.createOrganization, {
  request: ({ id }, unique) => ({ body: { name: unique('harbour'), parentId: id } }),
});
const branch = idMadeBy(createBranch);
const parent = madeBy(createBranch, (_, request) => ({ id: String(bodyOf(request).parentId) }));

/** Closed first, so that nothing is added while it is deleted. */
const deleted = (resource: string) => [`${resource}.updated`, `${resource}.deleted`];

export const directorySamples = [
  sample(organizationContract.listOrganizations),
  createOrganization,
  sampleAfter(branch, organizationContract.updateOrganization, {
    request: ({ id }) => ({ body: { id, parentId: null } }),
    events: ['directory.organization.updated'],
  }),
  sampleAfter(organization, organizationContract.deleteOrganization, {
    request: (query) => ({ query }),
    events: deleted('directory.organization'),
  }),
  sampleAfter(parent, organizationContract.deleteOrganization, {
    variant: 'which moves another',
    request: (query) => ({ query }),
    events: ['directory.organization.updated', ...deleted('directory.organization')],
  }),
  sample(switcherContract.getOrganizationSwitcher),
  sample(tenantContract.listTenants),
  createTenant,
  sampleAfter(tenant, tenantContract.updateTenant, {
    request: ({ id }) => ({ body: { id, isActive: false } }),
    events: ['directory.tenant.updated'],
  }),
  sampleAfter(tenant, tenantContract.deleteTenant, {
    request: (query) => ({ query }),
    events: deleted('directory.tenant'),
  }),
];
