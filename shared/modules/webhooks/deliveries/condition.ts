/** Decides by their conditions to which webhooks an event is delivered. */
import {
  type Condition,
  decideFor,
  holdsFor,
  loadCondition,
} from '../../../kernel/conditions/stored-condition.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { Subscription } from '../endpoints/webhook-reader.ts';
import type { TestedCondition } from './delivery-contract.ts';

/** The body of the delivery, which conditions read. */
export interface EventBody {
  type: string;
  timestamp: string | undefined;
  data: object;
}

async function isDeliverable(
  { conditionText, webhookId }: Subscription,
  event: EventBody,
  nowMs: number,
): Promise<boolean> {
  if (conditionText === undefined) return true;
  try {
    return holdsFor(await loadCondition(conditionText), event, nowMs);
  } catch (error) {
    // If a condition cannot be evaluated, the event is delivered: receivers can ignore it, but could not
    // recover a missed one.
    log('warn', 'a condition was not evaluated', { webhookId, error: describeError(error) });
    return true;
  }
}

/**
 * Splits the subscriptions into those whose condition holds and those whose condition excludes the event. A
 * condition that exceeds its budget excludes nothing.
 */
export async function applyConditions(
  subscriptions: readonly Subscription[],
  event: EventBody,
  nowMs: number,
): Promise<{ wanted: Subscription[]; heldBack: Subscription[] }> {
  const [wanted, heldBack]: [Subscription[], Subscription[]] = [[], []];
  for (const one of subscriptions) ((await isDeliverable(one, event, nowMs)) ? wanted : heldBack).push(one);
  return { wanted, heldBack };
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
    return { condition: { holds: result, decidedBy, error: null } };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { condition: { holds: true, decidedBy: null, error: message } };
  }
}
