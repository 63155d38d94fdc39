/**
 * Erases a tenant: everything it has in the table, the bucket and the schedules. The tenant is closed first, so that
 * nothing is written any more; then rounds of deletion follow until one finds nothing, and a last scan proves it. A process that
 * repeats an interrupted erasure goes on with what is left.
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
  /** Uploads that were never completed. */
  uploads: number;
  schedules: number;
}

export interface Erased {
  /** What this call deleted. */
  deleted: Found;
  /** What the last look found: nothing. */
  left: Found;
}

/** What was on its way when the tenant was closed may write for some moments more. */
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

/** Everything that the tenant has, counted. */
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

/** Deletes everything that the tenant has at the moment. Returns how much it was. */
export async function eraseOnce(tenantId: string, progress: Progress): Promise<Found> {
  progress.label('deleting schedules');
  progress.begin(0);
  const schedules = await eraseSchedulesOf(tenantId, progress.advance);
  progress.label('deleting files');
  progress.begin(0);
  const files = await eraseFilesOf(tenantId, progress.advance);
  // Counts of the deployment, which stay: they must not count what is deleted.
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
    await deleteTenant(tenantId, undefined, { tenantId: null }, context);
  } catch (error) {
    // It was deleted before, or an earlier erasure came as far.
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** Whether the tenant was erased, or its erasure has begun. */
async function isErased(tenantId: string): Promise<boolean> {
  return (await getItem(erasedKey({ tenantId }))) !== undefined;
}

/**
 * Erases the tenant and returns what was deleted. Throws NotFoundError for a tenant that never was, and an Error when
 * something of the tenant still appears after several rounds; repeating the call goes on.
 */
export async function eraseTenant(
  tenantId: string,
  context: ChangeContext,
  progress: Progress,
): Promise<Erased> {
  if (!(await isErased(tenantId)) && sumOf(await findTenantData(tenantId, progress)) === 0)
    throw new NotFoundError('Tenant');
  // Before anything is gone: a backup must not bring back what was half erased.
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
  throw new Error('The tenant is still being written to. Repeat the command when its queues are empty.');
}
