/**
 * The only file that knows how it is remembered which sizes of an image are stored: in one item beside its row, which
 * the transaction that deletes the attachment deletes as well.
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

/** DynamoDB forgets the item once nothing in it is alive. */
function ttlOf(variants: Variants): number {
  return Math.ceil(Math.max(...Object.values(variants).map(({ untilMs }) => untilMs)) / 1_000);
}

/**
 * Asks for the right to make a size that the bucket does not have. Exact under races: what was decided holds only for
 * the item as it was read, and only while the attachment exists. Undefined when another request came in between: ask
 * again. Throws NotFoundError when the attachment has been deleted, and what `count` throws, which is called before a
 * claim.
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

/** What became of a claim: `gone` with the attachment, `lapsed` when it took so long that another has it. */
export type ClaimResult = 'settled' | 'gone' | 'lapsed';

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
    return 'settled';
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    return error.item === undefined ? 'gone' : 'lapsed';
  }
}

/** The size is in the bucket now. */
export function keepVariant(
  owner: FileOwner,
  name: string,
  claim: string,
  nowMs: number,
): Promise<ClaimResult> {
  const variant = storedVariant(nowMs);
  const ttl = ttlOf({ [name]: variant });
  // Everything else was stored before this, and is gone before this.
  return endClaim(owner, name, claim, {
    expression: 'SET variants.#name = :variant, #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':variant': variant, ':ttl': ttl },
  });
}

/** Nothing came of the claim. */
export function releaseVariant(owner: FileOwner, name: string, claim: string): Promise<ClaimResult> {
  return endClaim(owner, name, claim, { expression: 'REMOVE variants.#name' });
}
