/** Tenants and their organizations (a tree), as stored. */
export interface Tenant {
  id: string;
  name: string;
  isActive: boolean;
  /** Deleted tenants stay stored as closed, so that their ids never become valid again. */
  deletedAt?: string | undefined;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export interface Organization {
  id: string;
  tenantId: string;
  name: string;
  /** Unique in the tenant. */
  slug: string;
  /** Null for a root of the tree. */
  parentId: string | null;
  isActive: boolean;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export const directoryLimits = {
  name: 200,
  slug: 150,
  /** Levels of a tree; every row lists its ancestors and descendants. */
  depth: 32,
  /** Organizations of one tenant: every change of the tree reads all of them. */
  organizations: 2_000,
  /** Organizations that one request moves: each needs three of a transaction's hundred writes. */
  moves: 25,
} as const;
