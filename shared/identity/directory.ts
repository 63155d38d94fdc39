/** Tenants and their organizations (a tree), as stored. */
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

export const directoryLimits = { name: 200, keyName: 120 } as const;
