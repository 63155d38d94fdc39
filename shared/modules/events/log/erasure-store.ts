/** Erases the data of entries of the event log. */
import { toJson } from '../../../kernel/base/json.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { deleteObjects } from '../../../kernel/files/bucket.ts';
import { putItems } from '../../../kernel/table/batch-write.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import { type Item, queryPages } from '../../../kernel/table/read.ts';
import { transact } from '../../../kernel/table/write.ts';
import { erasurePassKey, eventLogPartition } from '../keys.ts';
import { type ErasedEntity, erasureOf } from './erasure.ts';
import { openData } from './log-store.ts';
import { dataKeyOf, toErasableEvent, toErasedItem } from './logged-event.ts';

/** Time between two passes over the log of a tenant. */
const passSeconds = 900;
/** Pages of at most 1 MB that one message reads. */
const pagesPerMessage = 50;
/** Concurrent reads of objects. */
const parallelObjects = 10;

/** Claims the tenant's next pass. Returns 0, or the seconds after which it can be claimed. */
export async function claimErasurePass(scope: TenantScope, nowMs: number): Promise<number> {
  try {
    await transact([onceWrite(erasurePassKey(scope), 'event_erasure', { forSeconds: passSeconds, nowMs })]);
    return 0;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const ttl = Number(error.item?.ttl) || 0;
    return Math.min(passSeconds, Math.max(1, ttl - Math.floor(nowMs / 1_000)));
  }
}

/** The items whose data is to be erased; long data is read from the bucket only if it decides. */
async function selected(
  { tenantId }: TenantScope,
  items: readonly Item[],
  decide: ReturnType<typeof erasureOf>,
): Promise<Item[]> {
  const found: Item[] = [];
  await forEachParallel(items, parallelObjects, async (item) => {
    const event = toErasableEvent(item);
    const isErased = decide(event);
    if (isErased === true) found.push(item);
    if (isErased !== undefined) return;
    const data = toJson((await openData(tenantId, { sk: String(item.sk) })) ?? {});
    if (decide({ ...event, data })) found.push(item);
  });
  return found;
}

/**
 * Erases the data of a tenant's entries about these entities. Returns the sort key after which a later call continues;
 * undefined at the end. An item is replaced before its object is deleted.
 */
export async function eraseEntries(
  scope: TenantScope,
  entities: readonly ErasedEntity[],
  after: string | undefined,
): Promise<string | undefined> {
  const decide = erasureOf(entities);
  let pages = 0;
  let last: string | undefined;
  for await (const page of queryPages({ pk: eventLogPartition(scope), after, consistent: true })) {
    const found = await selected(scope, page, decide);
    await putItems(found.map((item) => toErasedItem(scope, item)));
    const long = found.filter((item) => toErasableEvent(item).data === undefined);
    if (long.length > 0)
      await deleteObjects(long.map(({ sk }) => dataKeyOf(scope.tenantId, { sk: String(sk) })));
    const end = page.at(-1);
    if (end !== undefined) last = String(end.sk);
    pages += 1;
    if (pages === pagesPerMessage) return last;
  }
  return undefined;
}
