/** Who may read a file. */
import type { Principal, Scope } from '../../../kernel/auth/principal.ts';

/** Where a file belongs. */
export interface FileLocation {
  tenantId: string;
  organizationId: string;
}

/** A caller with credentials. */
export interface FileReader {
  principal: Pick<Principal, 'isSuperAdmin'>;
  scope: Partial<Scope>;
}

/** How a partition shows its files. */
export interface PartitionAccess {
  isPublic: boolean;
  /** The deployment's `PUBLIC_FILES_REQUIRE_AUTH`. */
  publicNeedsCaller: boolean;
}

/** Whether anybody may read the files without credentials. */
export type Visibility = 'public' | 'private';

export function visibilityOf({ isPublic, publicNeedsCaller }: PartitionAccess): Visibility {
  return isPublic && !publicNeedsCaller ? 'public' : 'private';
}

/**
 * `hidden` is answered like a file that does not exist; `unauthenticated` tells a caller without credentials that
 * some might help.
 */
export type FileAccess = 'granted' | 'unauthenticated' | 'hidden';

/**
 * Public files are for everybody, private ones for who acts in their organization, and for super admins. `reader` is
 * undefined for who sends no credentials.
 */
export function decideFileAccess(
  { tenantId, organizationId }: FileLocation,
  partition: PartitionAccess,
  reader: FileReader | undefined,
): FileAccess {
  if (visibilityOf(partition) === 'public') return 'granted';
  if (reader === undefined) return 'unauthenticated';
  const { principal, scope } = reader;
  if (partition.isPublic || principal.isSuperAdmin) return 'granted';
  const sees = scope.tenantId === tenantId && scope.organizationIds?.includes(organizationId);
  return sees ? 'granted' : 'hidden';
}
