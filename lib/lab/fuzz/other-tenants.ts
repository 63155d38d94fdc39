/** Resources outside of the fuzzed tenant and organization: foreign and deleted ones. */

import { sampleOf, samples } from '../../../shared/catalog/samples.ts';
import type { SampleClient } from '../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { deleteOrganization } from '../../../shared/modules/identity/directory/organization-contract.ts';
import { deleteTenant } from '../../../shared/modules/identity/directory/tenant-contract.ts';
import { uuidPattern } from './body.ts';
import { forEachConcurrently } from './concurrency.ts';

export interface OtherTenants {
  ids: string[];
  keys: string[];
}

/** A tenant, and optionally the organization of its requests. */
export interface FuzzScope {
  tenantId: string;
  organizationId?: string;
}

/** Creates a client with super admin rights in the scope, or by default in its own tenant. */
export type ClientOf = (scope?: FuzzScope) => SampleClient;

/** Samples that read by id: one resource of nearly every type. */
const readSamples = samples.filter(
  ({ endpoint }) => endpoint.method === 'GET' && endpoint.path.includes('{'),
);

async function createById(client: SampleClient, operationId: string): Promise<Record<string, unknown>> {
  const { endpoint, prepare } = sampleOf(operationId);
  return client.call(endpoint, await prepare(client));
}

/** Creates resources and a key in an organization, and adds their ids and the secret to `found`. */
async function fill(client: SampleClient, found: OtherTenants, concurrency: number): Promise<void> {
  const { id, secret } = await createById(client, 'createApiKey');
  found.ids.push(String(id));
  found.keys.push(String(secret));
  await forEachConcurrently(readSamples, concurrency, async ({ endpoint, prepare }) => {
    const request = toWire(endpoint, await prepare(client));
    found.ids.push(...(request.path.match(uuidPattern) ?? []));
  });
}

/** Creates a tenant, a deleted tenant, and a deleted organization in the first, each with resources and a key. */
export async function createOtherTenants(clientOf: ClientOf, concurrency: number): Promise<OtherTenants> {
  const found: OtherTenants = { ids: [], keys: [] };
  const home = clientOf();

  async function createOrganization(tenantId: string): Promise<string> {
    const { id } = await createById(clientOf({ tenantId }), 'createOrganization');
    const organizationId = String(id);
    await fill(clientOf({ tenantId, organizationId }), found, concurrency);
    found.ids.push(organizationId);
    return organizationId;
  }

  const [foreign, deleted] = [await createById(home, 'createTenant'), await createById(home, 'createTenant')];
  const [foreignId, deletedId] = [String(foreign.id), String(deleted.id)];
  await createOrganization(foreignId);
  const organizationId = await createOrganization(foreignId);
  await clientOf({ tenantId: foreignId }).call(deleteOrganization, { query: { id: organizationId } });
  await createOrganization(deletedId);
  await home.call(deleteTenant, { query: { id: deletedId } });
  found.ids.push(foreignId, deletedId);
  return found;
}
