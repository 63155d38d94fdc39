import { bodyOf, idMadeBy, madeBy, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const createTenant = sample(contract.createTenant, {
  request: (unique) => ({ body: { name: unique('acme') } }),
  events: ['directory.tenant.created'],
});
const tenant = idMadeBy(createTenant);

const createOrganization = sample(contract.createOrganization, {
  request: (unique) => ({ body: { name: unique('north') } }),
  events: ['directory.organization.created'],
});
const organization = idMadeBy(createOrganization);
const createBranch = sampleAfter(organization, contract.createOrganization, {
  request: ({ id }, unique) => ({ body: { name: unique('harbour'), parentId: id } }),
});
const branch = idMadeBy(createBranch);
const parent = madeBy(createBranch, (_, request) => ({ id: String(bodyOf(request).parentId) }));

/** Closed first, so that nothing is added while it is deleted. */
const deleted = (resource: string) => [`${resource}.updated`, `${resource}.deleted`];

export const directorySamples = [
  sample(contract.listOrganizations),
  createOrganization,
  sampleAfter(branch, contract.updateOrganization, {
    request: ({ id }) => ({ body: { id, parentId: null } }),
    events: ['directory.organization.updated'],
  }),
  sampleAfter(organization, contract.deleteOrganization, {
    request: (query) => ({ query }),
    events: deleted('directory.organization'),
  }),
  sampleAfter(parent, contract.deleteOrganization, {
    variant: 'which moves another',
    request: (query) => ({ query }),
    events: ['directory.organization.updated', ...deleted('directory.organization')],
  }),
  sample(contract.getOrganizationSwitcher),
  sample(contract.listTenants),
  createTenant,
  sampleAfter(tenant, contract.updateTenant, {
    request: ({ id }) => ({ body: { id, isActive: false } }),
    events: ['directory.tenant.updated'],
  }),
  sampleAfter(tenant, contract.deleteTenant, {
    request: (query) => ({ query }),
    events: deleted('directory.tenant'),
  }),
];
