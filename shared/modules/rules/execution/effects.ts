/**
 * The interface of effects that other modules implement; rule-effects.ts connects them. Each function returns
 * writes for the transaction of the execution, which also writes the log.
 */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Write } from '../../../kernel/table/write.ts';
import type { Payload } from '../../webhooks/public.ts';

/** A failed action; the others are still run. */
export class ActionError extends Error {
  override name = 'ActionError';
}

/** The user or key that the rule runs as lacks the feature of an action. */
export class ActionRefusedError extends ActionError {
  override name = 'ActionRefusedError';

  constructor(feature: string) {
    super(`The user or key that the rule runs as does not have the feature ${feature}.`);
  }
}

/** The origin and scope of an action. */
export interface Cause {
  scope: RowScope;
  rule: { id: string; ruleId: string; ruleName: string };
  entityType: string;
  entityId: string | null;
  eventType: string | null;
  /** Number of rules in the chain of events that led to this action; every resulting event must contain it. */
  depth: number;
  /** Identifies this action of this execution; the same if the rules of an event run again. */
  key: string;
  context: ChangeContext;
}

export interface RuleNotification {
  recipients: readonly string[];
  message: string;
  subject: string | null;
  template: string | null;
}

/** A checked request to a URL, or a request to a webhook. */
export type RuleWebhookCall = { url: string; payload: Payload } | { webhookId: string; body: unknown };

export interface Effect {
  /** A few: an execution may have `executionLimits.effectWrites` in total. */
  writes: readonly Write[];
  /** Fields of the result in response and log. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Each throws ActionError if the action failed, and any other error to fail the whole execution. */
export interface RuleEffects {
  notify: (notification: RuleNotification, cause: Cause) => Promise<Effect>;
  callWebhook: (call: RuleWebhookCall, cause: Cause) => Promise<Effect>;
}
