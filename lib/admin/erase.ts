/**
 * Erases a tenant: all its data in the table, the bucket and the schedules. The tenant is closed first, so that no new
 * data is written. Deletion rounds then repeat until one finds nothing, and a last scan confirms it. An interrupted
 * erasure can be repeated.
 */
import type { ChangeContext } from '../../shared/kernel/audit/record.ts';
import { NotFoundError } from '../../shared/kernel/errors/errors.ts';
import { eraseFilesOf, objectsOf, uploadsOf } from '../../shared/kernel/files/tenant-files.ts';
import { fromAttributes } from '../../shared/kernel/table/attributes.ts';
import { deleteItems } from '../../shared/kernel/table/batch-write.ts';
import { toItem } from '../../shared/kernel/table/item.ts';
import { erasedKey, type Key } from '../../shared/kernel/table/keys.ts';
import { getItem } from '../../shared/kernel/table/read.ts';
import { commit } from '../../shared/kernel/table/write.ts';
import { deleteTenant } from '../../shared/modules/identity/directory/tenant-service.ts';
import { releaseTenantSegments } from '../../shared/modules/toggles/release-tenant-segments.ts';
import { belongsTo, ownerAttributes } from './owner.ts';
import type { Progress } from './progress.ts';
import { scanTable } from './scan.ts';
import { eraseSchedulesOf, schedulesOf } from './tenant-schedules.ts';

export interface Found {
  items: number;
  objects: number;
  /** Incomplete multipart uploads. */
  uploads: number;
  schedules: number;
}

export interface Erased {
  /** The number that this call deleted. */
  deleted: Found;
  /** The result of the last scan: nothing. */
  left: Found;
}

/** Requests that were in progress when the tenant was closed may still write for a moment. */
const maxRounds = 6;

const sumOf = ({ items, objects, uploads, schedules }: Found): number =>
  items + objects + uploads + schedules;

async function keysOf(tenantId: string, progress: Progress): Promise<Key[]> {
  const keys: Key[] = [];
  await scanTable(
    (items) => {
      for (const item of items.map(fromAttributes))
        if (belongsTo(item, tenantId)) keys.push({ pk: String(item.pk), sk: String(item.sk) });
    },
    { progress, attributes: ownerAttributes },
  );
  return keys;
}

/** Counts the tenant's data. */
export async function findTenantData(tenantId: string, progress: Progress): Promise<Found> {
  progress.label('looking at items');
  const items = (await keysOf(tenantId, progress)).length;
  progress.label('looking at schedules');
  progress.begin(0);
  const schedules = (await schedulesOf(tenantId, progress.advance)).length;
  progress.label('looking at files');
  const [objects, uploads] = [
    (await Array.fromAsync(objectsOf(tenantId))).length,
    (await Array.fromAsync(uploadsOf(tenantId))).length,
  ];
  progress.end();
  return { items, objects, uploads, schedules };
}

/** Deletes the tenant's current data. Returns the deleted number. */
export async function eraseOnce(tenantId: string, progress: Progress): Promise<Found> {
  progress.label('deleting schedules');
  progress.begin(0);
  const schedules = await eraseSchedulesOf(tenantId, progress.advance);
  progress.label('deleting files');
  progress.begin(0);
  const files = await eraseFilesOf(tenantId, progress.advance);
  // Deployment-wide counters stay, and must not count the deleted rows.
  await releaseTenantSegments({ tenantId });
  progress.label('looking at items');
  const keys = await keysOf(tenantId, progress);
  progress.label('deleting items');
  progress.begin(keys.length);
  const chunk = 250;
  for (let start = 0; start < keys.length; start += chunk) {
    const some = keys.slice(start, start + chunk);
    await deleteItems(some);
    progress.advance(some.length);
  }
  progress.end();
  return { items: keys.length, schedules, ...files };
}

async function close(tenantId: string, context: ChangeContext): Promise<void> {
  try {
    await deleteTenant({ context }, { id: tenantId });
  } catch (error) {
    // The tenant was deleted before, possibly by an earlier erasure.
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** Whether the tenant was erased or its erasure has begun. */
async function isErased(tenantId: string): Promise<boolean> {
  return (await getItem(erasedKey({ tenantId }))) !== undefined;
}

/**
 * Erases the tenant and returns what was deleted. Throws NotFoundError for an unknown tenant, and an Error when data
 * of the tenant still appears after several rounds; repeat the call then.
 */
export async function eraseTenant(
  tenantId: string,
  context: ChangeContext,
  progress: Progress,
): Promise<Erased> {
  if (!(await isErased(tenantId)) && sumOf(await findTenantData(tenantId, progress)) === 0)
    throw new NotFoundError('Tenant');
  // Recorded before deleting anything: a backup must not restore a partly erased tenant.
  await commit([{ put: toItem(erasedKey({ tenantId }), 'erased-tenant', {}) }]);
  await close(tenantId, context);
  const deleted: Found = { items: 0, objects: 0, uploads: 0, schedules: 0 };
  for (let round = 1; round <= maxRounds; round += 1) {
    const found = await eraseOnce(tenantId, progress);
    deleted.items += found.items;
    deleted.objects += found.objects;
    deleted.uploads += found.uploads;
    deleted.schedules += found.schedules;
    if (sumOf(found) > 0) continue;
    const left = await findTenantData(tenantId, progress);
    if (sumOf(left) === 0) return { deleted, left };
  }
  throw new Error("The tenant's data is still being written. Repeat the command when its queues are empty.");
}
