/** The fields of a rule that an execution needs before its condition. */
import { type RunAs, subjectOf } from '../../../kernel/auth/run-as.ts';
import { lastMomentOf } from '../../../kernel/base/dates.ts';
import type { StoredRule } from '../rule.ts';
import type { MissingFieldPolicy } from './rule-fields-contract.ts';
import type { RuleType } from './rule-limits.ts';

export interface RuleHead {
  id: string;
  revision: number;
  ruleId: string;
  ruleName: string;
  ruleType: RuleType;
  entityType: string;
  eventType: string | null;
  effectiveFrom: string | null;
  effectiveTo: string | null;
  missingFieldPolicy: MissingFieldPolicy;
  priority: number;
  runAs: Pick<RunAs, 'subject' | 'tenantId'>;
  /** An action was refused, which the rule shows as its `blockedReason`. */
  isBlocked: boolean;
  /** Condition and actions as JSON text; undefined if they are too long for the index item. */
  documents: string | undefined;
}

export function headOf({ rule, revision }: StoredRule): RuleHead {
  const { id, ruleId, ruleName, ruleType, entityType, eventType, effectiveFrom, effectiveTo } = rule;
  const plain = { id, ruleId, ruleName, ruleType, entityType, eventType, effectiveFrom, effectiveTo };
  const { priority, missingFieldPolicy, runAs, blockedReason } = rule;
  return {
    ...plain,
    missingFieldPolicy,
    priority,
    runAs: { subject: subjectOf(runAs), tenantId: runAs.tenantId },
    isBlocked: blockedReason !== null,
    revision,
    documents: undefined,
  };
}

type Period = Pick<RuleHead, 'effectiveFrom' | 'effectiveTo'>;

/** Why a rule is not in effect at a time, or undefined. Both limits are inclusive. */
export function notInEffect({ effectiveFrom, effectiveTo }: Period, nowMs: number): string | undefined {
  if (effectiveFrom !== null && Date.parse(effectiveFrom) > nowMs)
    return `The rule takes effect at ${effectiveFrom}.`;
  if (effectiveTo !== null && lastMomentOf(effectiveTo) < nowMs)
    return `The rule was in effect until ${effectiveTo}.`;
  return undefined;
}

/** Whether a rule of this event takes part in an execution. `events` null means that the event is unknown. */
export function isForEvent(ruleEvent: string | null, events: readonly string[] | null): boolean {
  return ruleEvent === null || events === null || events.includes(ruleEvent);
}
