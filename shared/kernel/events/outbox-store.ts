/** Events without a change: the event, and the record of its id. */
import { hash } from 'node:crypto';
import { canonicalJson } from '../base/json.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { eventIdKey } from '../table/keys.ts';
import { onceWrite } from '../table/once.ts';
import { transact, type Write } from '../table/write.ts';
import { eventLimits } from './limits.ts';
import { type DomainEvent, outboxWrite } from './outbox.ts';

/** Equal for events with the same type and data. */
const contentOf = ({ type, data }: DomainEvent): string =>
  hash('sha256', canonicalJson([type, data]), 'base64url');

/**
 * Stores an event of a tenant, and `more` in the same transaction; with `remembersId`, only if its publisher has not used the id recently. Returns `conflict` if
 * the id was used for another event. Modules and callers have separate ids: callers could predict those of modules and must
 * not block them.
 */
export async function insertEvent(
  event: DomainEvent & { tenantId: string },
  {
    remembersId,
    isOfModule = false,
    more = [],
  }: { remembersId: boolean; isOfModule?: boolean; more?: readonly Write[] },
): Promise<'stored' | 'repeated' | 'conflict'> {
  if (!remembersId) {
    await transact([outboxWrite(event), ...more]);
    return 'stored';
  }
  const key = eventIdKey(event, isOfModule ? `module:${event.id}` : event.id);
  const content = contentOf(event);
  const kept = { forDays: eventLimits.rememberIdDays, nowMs: event.occurredAtMs, attributes: { content } };
  try {
    await transact([...more, onceWrite(key, 'event_id', kept), outboxWrite(event)]);
    return 'stored';
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Earlier versions did not record the content.
    const { content: known = content } = error.item ?? {};
    return known === content ? 'repeated' : 'conflict';
  }
}
