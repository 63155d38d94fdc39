/** Addresses of the console's pages, for links in notifications and mails. */

import { uuidPattern } from './ids.ts';
import type { TenantScope } from './principal.ts';

/** Path of the console on the public host. */
export const consolePath = '/console';

/** The pages of single things, by entity type; the id follows. */
const pageOfEntity: ReadonlyMap<string, string> = new Map([
  ['attachments.attachment', 'files'],
  ['business_rules.rule', 'rules'],
  ['payment_gateways.payment', 'payments'],
  ['scheduler.job', 'jobs'],
  ['webhooks.webhook', 'webhooks'],
]);
/** The page about a whole module. */
const pageOfModule: ReadonlyMap<string, string> = new Map([['email', 'mails']]);

/** What a link is about. */
export interface LinkedSource {
  module: string;
  entityType?: string;
  entityId?: string;
}

function pathOf({ module, entityType, entityId }: LinkedSource): string | undefined {
  if (entityType === undefined) return pageOfModule.get(module);
  const page = pageOfEntity.get(entityType);
  // The id may be text of a caller.
  if (page === undefined || entityId === undefined || !uuidPattern.test(entityId)) return undefined;
  return `${page}/${entityId}`;
}

/**
 * The address of the page about the source, with its tenant and organization; undefined if the console has none. Without
 * an organization the page is shown in the one of its reader.
 */
export function consolePageOf(
  { tenantId, organizationId }: TenantScope & { readonly organizationId: string | null },
  source: LinkedSource,
): string | undefined {
  const path = pathOf(source);
  if (path === undefined) return undefined;
  const organization = organizationId === null ? '' : `/o/${organizationId}`;
  return `${consolePath}/t/${tenantId}${organization}/${path}`;
}
