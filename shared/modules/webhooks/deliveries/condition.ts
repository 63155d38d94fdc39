/** Which webhooks an event is delivered to, by their conditions over the body of the delivery. */
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

/** What conditions look at: the body of the delivery. */
export interface EventBody {
  type: string;
  timestamp: string | undefined;
  data: object;
}

async function isWanted(
  { conditionText, webhookId }: Subscription,
  event: EventBody,
  nowMs: number,
): Promise<boolean> {
  if (conditionText === undefined) return true;
  try {
    return holdsFor(await loadCondition(conditionText), event, nowMs);
  } catch (error) {
    // The receiver can drop what it did not want; it cannot miss what it never got.
    log('warn', 'a condition was not evaluated', { webhookId, error: describeError(error) });
    return true;
  }
}

/**
 * The subscriptions whose conditions hold for the event, and those whose conditions hold it back. A condition that takes longer
 * than its budget holds nothing back.
 */
export async function applyConditions(
  subscriptions: readonly Subscription[],
  event: EventBody,
  nowMs: number,
): Promise<{ wanted: Subscription[]; heldBack: Subscription[] }> {
  const [wanted, heldBack]: [Subscription[], Subscription[]] = [[], []];
  for (const one of subscriptions) ((await isWanted(one, event, nowMs)) ? wanted : heldBack).push(one);
  return { wanted, heldBack };
}

/** What the condition of a webhook says of a test event; none without a condition. */
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
