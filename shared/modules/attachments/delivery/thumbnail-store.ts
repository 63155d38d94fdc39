/**
 * Stores which sizes of an image are in the bucket: in one item beside the attachment's row, which is deleted in the same
 * transaction as the row.
 */

import { NotFoundError } from '../../../kernel/errors/errors.ts';
import type { FileOwner } from '../../../kernel/files/object-keys.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { notExists, revisionIs, transact, updateItem } from '../../../kernel/table/write.ts';
import { attachmentKey, thumbnailsKey } from '../keys.ts';
import {
  type Decision,
  decideClaim,
  storedVariant,
  type VariantRequest,
  type Variants,
} from './variant-claim.ts';

const entity = 'thumbnails';

interface Thumbnails {
  variants: Variants;
  revision: number;
}

/** The item expires with the last of its sizes. */
function ttlOf(variants: Variants): number {
  return Math.ceil(Math.max(...Object.values(variants).map(({ untilMs }) => untilMs)) / 1_000);
}

/**
 * Claims the rendering of a size that the bucket does not have. Safe under races: the claim requires that the item has not
 * changed since the read, and that the attachment exists. Returns undefined if another request has changed the item; the
 * caller repeats it. Throws NotFoundError if the attachment was deleted, and the errors of `count`, which is called before
 * the claim.
 */
export async function claimVariant(
  { tenantId, attachmentId }: FileOwner,
  name: string,
  request: VariantRequest,
  count: () => Promise<void>,
): Promise<Decision | undefined> {
  const key = thumbnailsKey({ tenantId }, attachmentId);
  const item = await getItem(key);
  const current = item && fromItem<Thumbnails>(item, entity);
  const decision = decideClaim(current?.variants ?? {}, name, request);
  if (decision.kind !== 'claimed') return decision;
  await count();
  const { variants } = decision;
  const revision = (current?.revision ?? 0) + 1;
  try {
    await transact([
      {
        check: attachmentKey({ tenantId }, attachmentId),
        when: { expression: 'attribute_exists(pk)' },
        otherwise: () => new NotFoundError('Attachment'),
      },
      {
        put: { ...toItem(key, entity, { variants }, { revision }), ttl: ttlOf(variants) },
        when: current === undefined ? notExists : revisionIs(current.revision),
      },
    ]);
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
  return decision;
}

/** Result of ending a claim: `deleted` with the attachment, `lapsed` if it expired and another request has claimed the size. */
export type ClaimResult = 'ended' | 'deleted' | 'lapsed';

async function endClaim(
  { tenantId, attachmentId }: FileOwner,
  name: string,
  claim: string,
  update: { expression: string; names?: Record<string, string>; values?: Record<string, unknown> },
): Promise<ClaimResult> {
  try {
    await updateItem({
      Key: thumbnailsKey({ tenantId }, attachmentId),
      UpdateExpression: `${update.expression} ADD rev :one`,
      ConditionExpression: 'variants.#name.claim = :claim',
      ExpressionAttributeNames: { '#name': name, ...update.names },
      ExpressionAttributeValues: { ...update.values, ':claim': claim, ':one': 1 },
    });
    return 'ended';
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item === undefined ? 'deleted' : 'lapsed';
  }
}

/** Ends a claim after the size was stored in the bucket. */
export function keepVariant(
  owner: FileOwner,
  name: string,
  claim: string,
  nowMs: number,
): Promise<ClaimResult> {
  const variant = storedVariant(nowMs);
  const ttl = ttlOf({ [name]: variant });
  // All other sizes were stored earlier and expire earlier.
  return endClaim(owner, name, claim, {
    expression: 'SET variants.#name = :variant, #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':variant': variant, ':ttl': ttl },
  });
}

/** Ends a claim without a stored size. */
export function releaseVariant(owner: FileOwner, name: string, claim: string): Promise<ClaimResult> {
  return endClaim(owner, name, claim, { expression: 'REMOVE variants.#name' });
}
