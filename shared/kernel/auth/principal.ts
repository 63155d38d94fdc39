import { grants } from './features.ts';

/** The caller, as stored in the item of its key or session. */
export interface Principal {
  /** `api_key:<id>` or `user:<id>`; stored as `createdBy`. */
  subject: string;
  /** Null only for super admin keys without a home. */
  tenantId: string | null;
  /** The organization acted in when none is selected; null when the caller has no home organization. */
  organizationId: string | null;
  /** Organizations the caller may select; null means every one of its tenant. */
  organizationIds: readonly string[] | null;
  features: readonly string[];
  isSuperAdmin: boolean;
}

/** Tenant and organization of a request; the first argument of every store function. */
export interface TenantScope {
  readonly tenantId: string;
}

export interface Scope extends TenantScope {
  /** The active organization: writes go there. */
  readonly organizationId: string;
  /** Organizations that lists and reads include: the active one, or all allowed ones when `__all__` is selected. */
  readonly organizationIds: readonly string[];
}

/** Does the principal hold the feature, by exact grant, `prefix.*` or `*`? Super admins hold all. */
export function hasFeature(principal: Principal, feature: string): boolean {
  return principal.isSuperAdmin || principal.features.some((grant) => grants(grant, feature));
}

/** The user's id in `user:<id>`; null for keys. */
export function userIdOf(subject: string): string | null {
  return subject.startsWith('user:') ? subject.slice('user:'.length) : null;
}
