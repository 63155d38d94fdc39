import { PlatformError } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';

/** The tenants among which the user must choose, if an address and a password belong to accounts of several. */
export function tenantChoices(error: unknown): [id: string, name: string][] {
  if (!(error instanceof PlatformError) || error.code !== 'tenant_required') return [];
  const tenants: unknown = isJsonObject(error.body) ? error.body.tenants : undefined;
  if (!Array.isArray(tenants)) return [];
  return tenants
    .filter(isJsonObject)
    .map(({ id, name }) => [String(id), typeof name === 'string' ? name : String(id)]);
}
