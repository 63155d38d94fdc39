/**
 * What other modules do for rules; rule-effects.ts says which. Each function answers the writes that carry its effect
 * out: they go into the transaction of the execution, together with its log.
 */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { Payload } from '../../webhooks/public.ts';

/** An action failed; the others go on. */
export class ActionError extends Error {
  override name = 'ActionError';
}

/** Where an action comes from, and where it acts. */
export interface Cause {
  place: RowScope;
  rule: { id: string; ruleId: string; ruleName: string };
  entityType: string;
  entityId: string | null;
  eventType: string | null;
  /** How many rules in a row set off what this action does; it belongs into every event of it. */
  depth: number;
  /** Names this action of this execution, the same when the rules of an event are run once more. */
  key: string;
  context: ChangeContext;
}

export interface RuleNotification {
  recipients: readonly string[];
  message: string;
  subject: string | null;
  template: string | null;
}

/** To a URL, which may be called, with the request as it is sent; or to a webhook. */
export type RuleWebhookCall = { url: string; payload: Payload } | { webhookId: string; body: unknown };

export interface Effect {
  /** At most a handful: an execution has room for `executionLimits.effectWrites`. */
  writes: readonly Write[];
  /** What the answer and the log say of it. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Each throws ActionError when there is nothing that could be done, and anything else to have nothing happen at all. */
export interface RuleEffects {
  notify: (notification: RuleNotification, cause: Cause) => Promise<Effect>;
  callWebhook: (call: RuleWebhookCall, cause: Cause) => Promise<Effect>;
}
