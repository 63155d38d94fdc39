/** Events that come without a change: the event alone, and what remembers its id. */
import { ConditionFailedError } from '../table/errors.ts';
import { eventIdKey } from '../table/keys.ts';
import { transact, type Write } from '../table/write.ts';
import { eventLimits } from './limits.ts';
import { type DomainEvent, outboxWrite } from './outbox.ts';

/** DynamoDB removes what has expired when it likes, so the condition looks at the time as well. */
function rememberId(tenantId: string, id: string, nowMs: number): Write {
  const nowSeconds = Math.floor(nowMs / 1_000);
  return {
    put: {
      ...eventIdKey({ tenantId }, id),
      entity: 'event_id',
      v: 1,
      ttl: nowSeconds + eventLimits.rememberIdDays * 86_400,
    },
    when: {
      expression: 'attribute_not_exists(pk) OR #ttl <= :now',
      names: { '#ttl': 'ttl' },
      values: { ':now': nowSeconds },
    },
  };
}

/** Stores an event of a tenant; with `remembersId` only when the tenant has not used the id lately. */
export async function insertEvent(
  event: DomainEvent & { tenantId: string },
  { remembersId }: { remembersId: boolean },
): Promise<void> {
  const { tenantId, id, occurredAtMs } = event;
  const once = remembersId ? [rememberId(tenantId, id, occurredAtMs)] : [];
  try {
    await transact([...once, outboxWrite(event)]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
