import { toItem } from './item.ts';
import type { Key } from './keys.ts';
import type { Write } from './write.ts';

/**
 * A write that succeeds once in so many days, for the transaction of what must not be repeated; ConditionFailedError
 * says that it was done before, and has the item with its attributes. DynamoDB removes what has expired when it likes, so the condition looks at the time.
 */
export function onceWrite(
  key: Key,
  entity: string,
  {
    forDays,
    nowMs,
    attributes = {},
  }: { forDays: number; nowMs: number; attributes?: Readonly<Record<string, unknown>> },
): Write {
  const nowSeconds = Math.floor(nowMs / 1_000);
  return {
    put: { ...toItem(key, entity, attributes), ttl: nowSeconds + forDays * 86_400 },
    when: {
      expression: 'attribute_not_exists(pk) OR #ttl <= :now',
      names: { '#ttl': 'ttl' },
      values: { ':now': nowSeconds },
    },
  };
}
