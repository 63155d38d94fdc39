/**
 * Budgets of a tenant's images: renderings per minute, counted separately for callers without credentials so that they
 * cannot exhaust the budget of others; and bytes of stored sizes per month.
 */

import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { monthOf } from '../../../kernel/base/times.ts';
import { integerSetting, megabyteSetting } from '../../../kernel/settings/settings.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { updateItem } from '../../../kernel/table/write.ts';
import { keptSizesKey } from '../keys.ts';

const minuteSeconds = 60;
/** Sizes are stored for 30 days, so the sizes of a month are deleted by the end of the next month. */
const countedDays = 62;

/** The tenant whose budget a rendering uses. */
export interface RenderCaller extends TenantScope {
  isAuthenticated: boolean;
}

const policyOf = ({ isAuthenticated }: RenderCaller): RatePolicy => ({
  name: isAuthenticated ? 'images' : 'public-images',
  limit: integerSetting('IMAGE_RENDERS_PER_MINUTE'),
  windowSeconds: minuteSeconds,
});

/**
 * Counts a rendering. Throws RateLimitedError. A separate request, because in transactions the renderings of one tenant
 * would conflict.
 */
export async function countRendering(caller: RenderCaller, nowMs: number): Promise<void> {
  await countAgainst(policyOf(caller), caller.tenantId, nowMs);
}

/**
 * Counts the bytes of a size to store. Returns false if the tenant's monthly budget is exhausted. A separate request, as
 * above.
 */
export async function countKeptBytes(scope: TenantScope, bytes: number, nowMs: number): Promise<boolean> {
  const remainingBytes = megabyteSetting('KEPT_IMAGES_QUOTA_MB') - bytes;
  if (remainingBytes < 0) return false;
  try {
    await updateItem({
      Key: keptSizesKey(scope, monthOf(nowMs)),
      UpdateExpression: 'ADD #bytes :bytes SET #ttl = :ttl, entity = :entity, v = :v',
      ConditionExpression: 'attribute_not_exists(#bytes) OR #bytes <= :left',
      ExpressionAttributeNames: { '#bytes': 'bytes', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':bytes': bytes,
        ':left': remainingBytes,
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
