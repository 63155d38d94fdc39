/** The user or key with whose current rights work is done later: rules, scheduled jobs. Pure. */
import { type Principal, reachesAll } from '../base/principal.ts';

export interface RunAs {
  subject: string;
  /** The tenant of that user or key; null if it has none. */
  tenantId: string | null;
  /** The user's e-mail address or the key's name when it was set; null if unknown. */
  name: string | null;
}

/** Where the work takes effect. */
export interface WorkScope {
  tenantId: string | null;
  organizationId: string | null;
}

export const runAsOf = ({ subject, tenantId, name }: Principal): RunAs => ({
  subject,
  tenantId,
  name: name ?? null,
});

/** `runAs` as the API returns it. */
export interface ShownRunAs {
  type: string;
  id: string;
  name: string | null;
  tenantId: string | null;
}

export function shownRunAs({ subject, name, tenantId }: RunAs): ShownRunAs {
  const [type = '', id = ''] = subject.split(':', 2);
  return { type, id, name, tenantId };
}

export const subjectOf = ({ type, id }: Pick<ShownRunAs, 'type' | 'id'>): string => `${type}:${id}`;

/** Work of a tenant acts in all of its organizations, so who it runs as must reach every one. */
function mayActIn(principal: Principal, { tenantId, organizationId }: WorkScope): boolean {
  if (principal.isSuperAdmin) return true;
  if (tenantId === null || principal.tenantId !== tenantId) return false;
  if (reachesAll(principal)) return true;
  return organizationId !== null && principal.organizationIds?.includes(organizationId) === true;
}

/** The principal, restricted to a scope; undefined if it may not act there, or only read. */
export function confinedTo(scope: WorkScope, principal: Principal): Principal | undefined {
  if (principal.readOnly || !mayActIn(principal, scope)) return undefined;
  const { tenantId, organizationId } = scope;
  return {
    ...principal,
    tenantId,
    organizationId,
    organizationIds: organizationId === null ? principal.organizationIds : [organizationId],
    features: principal.isSuperAdmin ? ['*'] : principal.features,
    isSuperAdmin: false,
  };
}
