/**
 * What a tenant's images may cost: renderings per minute, counted apart for callers without credentials, who can then
 * take nothing from the others; and bytes of sizes that are kept, per month.
 */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { integerSetting, megabyteSetting } from '../../../kernel/settings/settings.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { updateItem } from '../../../kernel/table/write.ts';
import { monthOf } from '../../../kernel/text/times.ts';
import { keptSizesKey } from '../keys.ts';

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

/**
 * Counts bytes of a size that is to be kept. False when the tenant has kept as many this month as it may. A request of
 * its own, as above.
 */
export async function countKeptBytes(scope: TenantScope, bytes: number, nowMs: number): Promise<boolean> {
  const left = megabyteSetting('KEPT_IMAGES_QUOTA_MB') - bytes;
  if (left < 0) return false;
  try {
    await updateItem({
      Key: keptSizesKey(scope, monthOf(nowMs)),
      UpdateExpression: 'ADD #bytes :bytes SET #ttl = :ttl, entity = :entity, v = :v',
      ConditionExpression: 'attribute_not_exists(#bytes) OR #bytes <= :left',
      ExpressionAttributeNames: { '#bytes': 'bytes', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':bytes': bytes,
        ':left': left,
        ':ttl': Math.ceil(nowMs / 1_000) + countedDays * 86_400,
        ':entity': 'kept_sizes',
        ':v': 1,
      },
    });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}
