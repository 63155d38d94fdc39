import { grants } from './features.ts';

/** The caller, as stored in the item of its key or session. */
export interface Principal {
  /** `api_key:<id>` or `user:<id>`; stored as `createdBy`. */
  subject: string;
  /** The name of the key, or the user's e-mail address; absent if no request authenticated the principal. */
  name?: string;
  /** Null only for super admin keys without a tenant. */
  tenantId: string | null;
  /** The default organization; null without one. */
  organizationId: string | null;
  /** Organizations that the caller may select; null means all of its tenant. */
  organizationIds: readonly string[] | null;
  features: readonly string[];
  isSuperAdmin: boolean;
  /** May call only operations that read. */
  readOnly?: true;
}

/** Tenant and organization of a request; the first argument of every store function. */
export interface TenantScope {
  readonly tenantId: string;
}

export interface Scope extends TenantScope {
  /** The active organization, to which writes go. */
  readonly organizationId: string;
  /** Organizations that lists and reads include: the active one, or all allowed ones when `__all__` is selected. */
  readonly organizationIds: readonly string[];
}

/** Whether the principal has the feature, by exact grant, `prefix.*` or `*`. Super admins have all. */
export function hasFeature(principal: Principal, feature: string): boolean {
  return principal.isSuperAdmin || principal.features.some((grant) => grants(grant, feature));
}

/** Whether the principal may select every organization of its tenant, and act for the whole tenant. */
export const reachesAll = ({
  isSuperAdmin,
  organizationIds,
}: Pick<Principal, 'isSuperAdmin' | 'organizationIds'>): boolean => isSuperAdmin || organizationIds === null;

/** The user's id in `user:<id>`; null for keys. */
export function userIdOf(subject: string): string | null {
  return subject.startsWith('user:') ? subject.slice('user:'.length) : null;
}
