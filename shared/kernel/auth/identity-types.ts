/** Roles, users and API keys as stored. */
import type { Acl } from './acl.ts';
import type { LinkGrant } from './link-token.ts';

/** Progress of applying a change of a role's rights to all holders of the role. */
export interface FanOut {
  /** Identifies the change: a process that reads another id has been overtaken. */
  id: string;
  /** `narrowing` removes rights that the new ones lack, until they are committed; `widening` then adds the new ones. */
  phase: 'narrowing' | 'widening';
  /** Revision of the role before the change, for readers. */
  since: number;
  /** The last holder updated in this phase; null at its start. */
  after: string | null;
}

export interface Role {
  id: string;
  tenantId: string;
  name: string;
  acl: Acl;
  /** A change in progress: until it is committed, only rights allowed by both states apply. */
  pending?: Acl | undefined;
  /** Missing when the last change is applied to every holder. */
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
  /** Replaces the rights of the roles; null uses those of the roles. */
  acl: Acl | null;
  isActive: boolean;
}

/** The secret of an invitation's link, by its hash, with its grant. */
export interface Invitation extends LinkGrant {
  sha256: string;
}

export interface UserRow extends UserRights {
  id: string;
  tenantId: string;
  email: string;
  name: string | null;
  /** `scrypt$…`; null for a user who cannot log in with a password. */
  passwordHash: string | null;
  /** The link by which an invited user chooses the first password. */
  invitation?: Invitation | undefined;
  /** Increases when address, password or `isActive` change: links that were made before are void. Missing before the first change. */
  accountVersion?: number | undefined;
  pending?: UserRights | undefined;
  /** Revision for readers while a change is pending. */
  pendingSince?: number | undefined;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** The person who knows the secret of an API key. */
export interface KeyOwner {
  /** The home of the user, which is another tenant than that of the key for super admins. */
  tenantId: string;
  userId: string;
}

/** Which tokens of an issuer start sessions of a key. */
export interface Workload {
  issuer: string;
  audience: string;
  /** `*` stands for any text. */
  subject: string;
}

export interface ApiKeyRow {
  id: string;
  name: string;
  description: string | null;
  /** Visible beginning of the secret. */
  prefix: string;
  /** Null for a super admin key without a tenant. */
  tenantId: string | null;
  /** Home organization; null for none. */
  organizationId: string | null;
  roleIds: readonly string[];
  /** Its own features, besides those of its roles; granted by the administrator's tool. */
  features: readonly string[];
  isSuperAdmin: boolean;
  expiresAtMs: number | null;
  /** The key's own rate limits; null for the deployment's. */
  perMinute: number | null;
  perHour: number | null;
  /** Addresses and CIDR ranges from which the key may be used; missing for any address. */
  allowedAddresses?: readonly string[] | undefined;
  /** The key may call only operations that read. */
  readOnly?: true | undefined;
  /** Missing for none. */
  workloads?: readonly Workload[] | undefined;
  secretSha256: string;
  /** The previous secret, valid until its grace period ends. */
  previous?: { secretSha256: string; expiresAtMs: number; owner?: KeyOwner | undefined } | undefined;
  /** The key is refused unless this user is active. Missing if no user has seen the secret. */
  secretOwner?: KeyOwner | undefined;
  createdBy: string;
  createdAt: string;
  revision: number;
}

/** A caller whose rights come from roles. */
export interface Holder {
  kind: 'KEY' | 'USER';
  id: string;
}
