import { grants } from './features.ts';

/** Who is calling, as the key (or session) item says it at this request. */
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

/** Where a request acts. Every store call starts with it. */
export interface TenantScope {
  readonly tenantId: string;
}

export interface Scope extends TenantScope {
  /** The active organization: writes go there. */
  readonly organizationId: string;
  /** What lists and reads see: the active organization, or all allowed ones when `__all__` is selected. */
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
