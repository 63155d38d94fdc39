/** Events without a change: the event, and the record of its id. */
import { ConditionFailedError } from '../table/errors.ts';
import { eventIdKey } from '../table/keys.ts';
import { onceWrite } from '../table/once.ts';
import { transact } from '../table/write.ts';
import { eventLimits } from './limits.ts';
import { type DomainEvent, outboxWrite } from './outbox.ts';

/**
 * Stores an event of a tenant; with `remembersId`, only when its publisher has not used the id recently. Modules and
 * callers have separate ids: callers could predict those of modules and must not block them.
 */
export async function insertEvent(
  event: DomainEvent & { tenantId: string },
  { remembersId, isOfModule = false }: { remembersId: boolean; isOfModule?: boolean },
): Promise<void> {
  const { tenantId, id, occurredAtMs } = event;
  const key = eventIdKey({ tenantId }, isOfModule ? `module:${id}` : id);
  const forDays = eventLimits.rememberIdDays;
  const once = remembersId ? [onceWrite(key, 'event_id', { forDays, nowMs: occurredAtMs })] : [];
  try {
    await transact([...once, outboxWrite(event)]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
