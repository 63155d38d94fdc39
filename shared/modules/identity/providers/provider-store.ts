/** Stores the provider of a tenant, with the domains by which the log-in page finds it. */
import { type Change, type ChangeContext, recordChange, rowChanges } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { batchGet, getItem, queryAll } from '../../../kernel/table/read.ts';
import { ifRevision, transact } from '../../../kernel/table/write.ts';
import { providerKey, signInDomainKey, signInDomainPartition } from '../keys.ts';
import type { Provider } from './provider.ts';

const entity = 'provider';

/** The provider of a tenant; undefined when it has none. */
export async function findProvider(scope: TenantScope): Promise<Provider | undefined> {
  const item = await getItem(providerKey(scope));
  return item && fromItem<Provider>(item, entity);
}

/** The providers that sign in addresses of a verified domain. Two requests. */
export async function findProvidersOfDomain(domain: string): Promise<Provider[]> {
  const entries = await queryAll({ pk: signInDomainPartition(domain), consistent: false });
  const items = await batchGet(entries.map(({ sk }) => providerKey({ tenantId: String(sk) })));
  return items.map((item) => fromItem<Provider>(item, entity));
}

/** The fields for the audit trail: whether the secret was replaced, but not the secret. */
function visible({ sealedSecret, limit, revision, ...provider }: Provider) {
  return { ...provider, clientSecret: sealedSecret === null ? 'none' : sealedSecret.slice(-8) };
}

function changeOf(action: Change['action'], before: Provider | undefined, after: Provider): Change {
  const { tenantId, issuer, revision } = after;
  return {
    tenantId,
    organizationId: null,
    resource: 'auth.provider',
    resourceId: tenantId,
    action,
    version: revision,
    data: { issuer },
    changes: rowChanges(action, before && visible(before), visible(after)),
  };
}

/** Stores the settings. Throws StaleError if others have changed them since they were read. */
export async function replaceProvider(
  before: Provider | undefined,
  after: Provider,
  context: ChangeContext,
): Promise<void> {
  const { revision, ...row } = after;
  const removed = before?.verifiedDomains.filter((domain) => !after.verifiedDomains.includes(domain)) ?? [];
  await transact([
    { put: toItem(providerKey(after), entity, row, { revision }), ...ifRevision(before?.revision) },
    ...after.verifiedDomains.map((domain) => ({
      put: toItem(signInDomainKey(domain, after), 'sign-in-domain', {}),
    })),
    ...removed.map((domain) => ({ delete: signInDomainKey(domain, after) })),
    ...recordChange(changeOf(before ? 'updated' : 'created', before, after), context),
  ]);
}

/** Throws StaleError. */
export async function removeProvider(provider: Provider, context: ChangeContext): Promise<void> {
  const deleted = { ...provider, revision: provider.revision + 1 };
  await transact([
    { delete: providerKey(provider), ...ifRevision(provider.revision) },
    ...provider.verifiedDomains.map((domain) => ({ delete: signInDomainKey(domain, provider) })),
    ...recordChange(changeOf('deleted', provider, deleted), context),
  ]);
}
