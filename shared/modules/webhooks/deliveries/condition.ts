/** Decides by their conditions to which webhooks an event is delivered. */

import { toJson } from '../../../kernel/base/json.ts';
import {
  type Condition,
  decideFor,
  holdsFor,
  loadCondition,
} from '../../../kernel/conditions/stored-condition.ts';
import { toShownTrace } from '../../../kernel/conditions/trace.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { Subscription } from '../endpoints/webhook-rows.ts';
import type { TestedCondition } from './delivery-contract.ts';

/** The body of the delivery, which conditions read. */
export interface EventBody {
  type: string;
  timestamp: string | undefined;
  data: object;
}

/** Time for the conditions of one event: events of other tenants wait for the same workers. */
const eventMs = 2_000;

async function isDeliverable(
  { conditionText, webhookId }: Subscription,
  event: EventBody,
  nowMs: number,
  time: { leftMs: number },
): Promise<boolean> {
  if (conditionText === undefined) return true;
  try {
    if (time.leftMs <= 0) throw new Error(`The conditions of the event took longer than ${eventMs} ms.`);
    const condition = await loadCondition(conditionText);
    const startedAtMs = performance.now();
    try {
      return holdsFor(condition, event, nowMs);
    } finally {
      time.leftMs -= performance.now() - startedAtMs;
    }
  } catch (error) {
    // If a condition cannot be evaluated, the event is delivered: receivers can ignore it, but could not
    // recover a missed one.
    log('warn', 'a condition was not evaluated', { webhookId, error: describeError(error) });
    return true;
  }
}

/**
 * Splits the subscriptions into those whose condition holds and those whose condition excludes the event. A
 * condition that exceeds its budget, or follows after the time for all conditions, excludes nothing.
 */
export async function applyConditions(
  subscriptions: readonly Subscription[],
  event: EventBody,
  nowMs: number,
): Promise<{ selected: Subscription[]; heldBack: Subscription[] }> {
  const [selected, heldBack]: [Subscription[], Subscription[]] = [[], []];
  const time = { leftMs: eventMs };
  for (const one of subscriptions)
    ((await isDeliverable(one, event, nowMs, time)) ? selected : heldBack).push(one);
  return { selected, heldBack };
}

/** The result of a webhook's condition for a test event; undefined without a condition. */
export async function testCondition(
  condition: Condition | null,
  event: EventBody,
  nowMs: number,
): Promise<{ condition?: TestedCondition }> {
  if (condition === null) return {};
  try {
    const { result, decidedBy } = decideFor(await loadCondition(toJson(condition)), event, nowMs);
    return { condition: { holds: result, decidedBy: decidedBy && toShownTrace(decidedBy), error: null } };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { condition: { holds: true, decidedBy: null, error: message } };
  }
}
