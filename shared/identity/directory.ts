/** Tenants, their organizations (a tree) and their API keys, as stored. */
export interface Tenant {
  id: string;
  name: string;
  isActive: boolean;
  createdAt: string;
}

export interface Organization {
  id: string;
  tenantId: string;
  name: string;
  /** Null at the top of the tree. */
  parentId: string | null;
  isActive: boolean;
  createdAt: string;
}

/** An API key without its secret. */
export interface ApiKey {
  id: string;
  name: string;
  /** Visible beginning of the secret. */
  prefix: string;
  /** Null for a super admin key that has no home. */
  tenantId: string | null;
  /** Home organization; null means none, and every organization of the tenant may be selected. */
  organizationId: string | null;
  features: readonly string[];
  isSuperAdmin: boolean;
  expiresAtMs: number | null;
  /** The key's own rate limits; null means the deployment's. */
  perMinute: number | null;
  perHour: number | null;
  createdAt: string;
}

export const directoryLimits = { name: 200, keyName: 120 } as const;
