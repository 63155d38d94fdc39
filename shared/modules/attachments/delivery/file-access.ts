/** Decides who may read a file. Pure. */
import type { Principal, Scope } from '../../../kernel/base/principal.ts';

/** Tenant and organization of a file. */
export interface FileLocation {
  tenantId: string;
  organizationId: string;
}

/** Who reads a file; both are undefined without credentials. */
export interface FileReader {
  principal: Pick<Principal, 'isSuperAdmin'> | undefined;
  scope: Partial<Scope> | undefined;
}

/** The access rules of a partition. */
export interface PartitionAccess {
  isPublic: boolean;
  /** The deployment's `PUBLIC_FILES_REQUIRE_AUTH`. */
  publicNeedsCaller: boolean;
}

/** Whether files can be read without credentials. */
export type Visibility = 'public' | 'private';

export function visibilityOf({ isPublic, publicNeedsCaller }: PartitionAccess): Visibility {
  return isPublic && !publicNeedsCaller ? 'public' : 'private';
}

/**
 * `hidden` returns the same response as for a missing file. `unauthenticated` means that the caller must send
 * credentials.
 */
export type FileAccess = 'granted' | 'unauthenticated' | 'hidden';

/**
 * Decides about access. Everyone may read public files; callers of the organization and super admins may read private
 * files.
 */
export function decideFileAccess(
  { tenantId, organizationId }: FileLocation,
  partition: PartitionAccess,
  { principal, scope }: FileReader,
): FileAccess {
  if (visibilityOf(partition) === 'public') return 'granted';
  if (principal === undefined) return 'unauthenticated';
  if (partition.isPublic || principal.isSuperAdmin) return 'granted';
  const isInScope = scope?.tenantId === tenantId && scope.organizationIds?.includes(organizationId);
  return isInScope ? 'granted' : 'hidden';
}
