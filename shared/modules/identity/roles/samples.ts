import { bodyOf, idMadeBy, madeBy, type Need, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const createRole = sample(contract.createRole, {
  request: (unique) => ({ body: { name: unique('support') } }),
  events: ['auth.role.created'],
});
const role = idMadeBy(createRole);
/** Names of roles for users and keys. Documents show none, because a new tenant has no such role. */
export const roleNames: Need<{ roles: unknown[] }> = {
  ...madeBy(createRole, (_, request) => ({ roles: [bodyOf(request).name] })),
  shown: { roles: [] },
};
export const roleById = madeBy(createRole, ({ id }) => ({ roleId: String(id) }));

const features = ['business_rules.*', 'scheduler.jobs.view'];

export const roleSamples = [
  sample(contract.listRoles),
  createRole,
  sampleAfter(role, contract.updateRole, {
    request: ({ id }, unique) => ({ body: { id, name: unique('help desk') } }),
    events: ['auth.role.updated'],
  }),
  sampleAfter(role, contract.deleteRole, {
    request: (body) => ({ body }),
    events: ['auth.role.deleted'],
  }),
  sampleAfter(roleById, contract.getRoleAcl, { request: (query) => ({ query }) }),
  sampleAfter(roleById, contract.updateRoleAcl, {
    request: ({ roleId }) => ({ body: { roleId, features } }),
    events: ['auth.role.updated'],
  }),
];
