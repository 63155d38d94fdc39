/**
 * What a tenant's images may cost: renderings per minute, counted apart for callers without credentials, who can then
 * take nothing from the others; and bytes of sizes that are kept, per month.
 */
import type { FileOwner } from '../files/object-keys.ts';
import { countAgainst, type RatePolicy } from '../http/rate-limit.ts';
import type { TenantScope } from '../identity/principal.ts';
import { integerSetting, megabyteSetting } from '../settings.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { keptSizesKey, keptSizesShards } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

const minuteSeconds = 60;
/** Sizes are kept for 30 days: what was stored in a month is gone at the end of the next. */
const countedDays = 62;

/** Whose budget a rendering counts against. */
export interface RenderCaller extends TenantScope {
  isAuthenticated: boolean;
}

const policyOf = ({ isAuthenticated }: RenderCaller): RatePolicy => ({
  name: isAuthenticated ? 'images' : 'public-images',
  limit: integerSetting('IMAGE_RENDERS_PER_MINUTE'),
  windowSeconds: minuteSeconds,
});

/**
 * Counts a rendering. Throws RateLimitedError, which says when to come back. A request of its own: in a transaction, the
 * renderings of one tenant would conflict with each other.
 */
export async function countRendering(caller: RenderCaller, nowMs: number): Promise<void> {
  await countAgainst(policyOf(caller), caller.tenantId, nowMs);
}

/** The tenant keeps as many bytes of sizes as it may in a month. */
export class KeptSizesFullError extends ConditionFailedError {
  override name = 'KeptSizesFullError';
}

/**
 * Counts bytes that are kept of an attachment's sizes, in the transaction that remembers them. It fails with
 * KeptSizesFullError. A page with many images makes their sizes at once: they count on several items, each of which has
 * a part of the quota.
 */
export function keptBytesWrite({ tenantId, attachmentId }: FileOwner, bytes: number, nowMs: number): Write {
  const shard = Number.parseInt(attachmentId.slice(0, 2), 16) % keptSizesShards;
  const left = Math.floor(megabyteSetting('KEPT_IMAGES_QUOTA_MB') / keptSizesShards) - bytes;
  return {
    add: keptSizesKey({ tenantId }, new Date(nowMs).toISOString().slice(0, 7), shard),
    amounts: { bytes },
    values: { ttl: Math.ceil(nowMs / 1_000) + countedDays * 86_400, entity: 'kept_sizes', v: 1 },
    when: {
      expression: `${left < 0 ? '' : 'attribute_not_exists(#bytes) OR '}#bytes <= :left`,
      names: { '#bytes': 'bytes' },
      values: { ':left': left },
    },
    otherwise: (item) => new KeptSizesFullError(item, 'full'),
  };
}
