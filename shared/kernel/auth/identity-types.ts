/** Roles, users and API keys as stored. */
import type { Acl } from './acl.ts';

/** Progress of applying a change of a role's rights to all holders of the role. */
export interface FanOut {
  /** Names the change: a process that finds another id here has been overtaken. */
  id: string;
  /** `narrowing` takes what the new rights lack, until they are committed; `widening` then gives what they add. */
  phase: 'narrowing' | 'widening';
  /** Revision of the role before the change, as readers knew it. */
  since: number;
  /** The last holder that this phase has reached; null at its start. */
  after: string | null;
}

export interface Role {
  id: string;
  tenantId: string;
  name: string;
  acl: Acl;
  /** A change that is under way: until it is committed, only what both allow counts. */
  pending?: Acl | undefined;
  /** Missing when the last change has reached every holder. */
  fanOut?: FanOut | undefined;
  /** Number of users and keys that hold the role. */
  users: number;
  keys: number;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** The fields that determine a user's rights. */
export interface UserRights {
  organizationId: string | null;
  roleIds: readonly string[];
  /** Replaces the rights of the roles; null leaves them. */
  acl: Acl | null;
  isActive: boolean;
}

/** The secret of a link, by its hash, and until when the link is valid. */
export interface Invitation {
  sha256: string;
  expiresAtMs: number;
}

export interface UserRow extends UserRights {
  id: string;
  tenantId: string;
  email: string;
  name: string | null;
  /** `scrypt$…`; null for a user who cannot log in with a password. */
  passwordHash: string | null;
  /** The link by which an invited user chooses the first password; void once there is one. */
  invitation?: Invitation | undefined;
  pending?: UserRights | undefined;
  /** Revision that readers know while a change is pending. */
  pendingSince?: number | undefined;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export interface ApiKeyRow {
  id: string;
  name: string;
  description: string | null;
  /** Visible beginning of the secret. */
  prefix: string;
  /** Null for a super admin key that has no home. */
  tenantId: string | null;
  /** Home organization; null means none. */
  organizationId: string | null;
  roleIds: readonly string[];
  /** Features of its own, beside those of its roles; the administrator's tool gives them. */
  features: readonly string[];
  isSuperAdmin: boolean;
  expiresAtMs: number | null;
  /** The key's own rate limits; null means the deployment's. */
  perMinute: number | null;
  perHour: number | null;
  /** Addresses and CIDR ranges from which the key may be used; missing for everywhere. */
  allowedAddresses?: readonly string[] | undefined;
  secretSha256: string;
  /** The secret before the last rotation, valid until its grace ends. */
  previous?: { secretSha256: string; expiresAtMs: number } | undefined;
  createdBy: string;
  createdAt: string;
  revision: number;
}

/** A caller whose rights come from roles. */
export interface Holder {
  kind: 'KEY' | 'USER';
  id: string;
}
