import { toItem } from './item.ts';
import type { Key } from './keys.ts';
import type { Write } from './write.ts';

/**
 * A write that succeeds once in so many days, for the transaction of what must not be repeated; ConditionFailedError
 * says that it was done before. DynamoDB removes what has expired when it likes, so the condition looks at the time.
 */
export function onceWrite(
  key: Key,
  entity: string,
  { forDays, nowMs }: { forDays: number; nowMs: number },
): Write {
  const nowSeconds = Math.floor(nowMs / 1_000);
  return {
    put: { ...toItem(key, entity, {}), ttl: nowSeconds + forDays * 86_400 },
    when: {
      expression: 'attribute_not_exists(pk) OR #ttl <= :now',
      names: { '#ttl': 'ttl' },
      values: { ':now': nowSeconds },
    },
  };
}
