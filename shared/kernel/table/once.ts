import { toItem } from './item.ts';
import type { Key } from './keys.ts';
import type { Write } from './write.ts';

/** How long something must not be repeated, from now on. */
type Kept = { forDays: number; nowMs: number } | { forSeconds: number; nowMs: number };

/**
 * A write that succeeds once in so many days or seconds, for the transaction of what must not be repeated;
 * ConditionFailedError says that it was done before, and has the item with its attributes. DynamoDB removes what has
 * expired when it likes, so the condition looks at the time.
 */
export function onceWrite(
  key: Key,
  entity: string,
  { attributes = {}, nowMs, ...kept }: Kept & { attributes?: object },
): Extract<Write, { put: Key }> {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const keptSeconds = 'forDays' in kept ? kept.forDays * 86_400 : kept.forSeconds;
  return {
    put: { ...toItem(key, entity, attributes), ttl: nowSeconds + keptSeconds },
    when: {
      expression: 'attribute_not_exists(pk) OR #ttl <= :now',
      names: { '#ttl': 'ttl' },
      values: { ':now': nowSeconds },
    },
  };
}
