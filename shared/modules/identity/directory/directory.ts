/** Tenants and their organizations (a tree), as stored. */
export interface Tenant {
  id: string;
  name: string;
  isActive: boolean;
  /** Deleted tenants stay behind, closed, so that their ids never open anything again. */
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
  /** Null at the top of the tree. */
  parentId: string | null;
  isActive: boolean;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export const directoryLimits = {
  name: 200,
  slug: 150,
  /** Levels of a tree; ancestors and descendants of every row are listed with it. */
  depth: 32,
  /** Organizations of one tenant: every change of the tree reads it whole. */
  organizations: 2_000,
  /** Organizations that one request moves: each takes three of a transaction's hundred writes. */
  moves: 25,
} as const;
