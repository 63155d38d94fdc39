import { type EndpointSpec, operation } from '../../kernel/http/endpoint-spec.ts';
import { type Need, sampleAfter } from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

/** A call of another module, whose contract this one does not import: it is only a prerequisite. */
const createRole: EndpointSpec = {
  ...operation('createRole', 'POST', '/api/auth/roles'),
  ...{ module: 'roles', auth: 'caller', scope: 'tenant', feature: 'auth.roles.manage' },
  ...{ summary: 'Create a role', description: 'A search finds it.' },
  success: { status: 201 },
};

const shownId = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

const role: Need<{ id: string; name: string }> = {
  shown: { id: shownId, name: 'Support' },
  make: async (client) => {
    const name = `Support ${crypto.randomUUID()}`;
    const { id } = await client.call(createRole, { body: { name } });
    return { id: String(id), name };
  },
};

export const searchSamples = [
  sampleAfter(role, contract.searchThings, { request: ({ name }) => ({ query: { q: name } }) }),
  sampleAfter(role, contract.nameThings, {
    request: ({ id }) => ({ query: { things: `auth.role:${id}` } }),
  }),
];
