/** What an execution must know of a rule before it looks into its condition. */
import { lastMomentOf } from '../../../kernel/http/dates.ts';
import type { StoredRule } from '../rule.ts';
import type { MissingFieldPolicy, RuleType } from './rule-contract.ts';

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
  /** Condition and actions as JSON text; undefined where they are too long to be at hand. */
  documents: string | undefined;
}

export function headOf({ rule, revision }: StoredRule): RuleHead {
  const { id, ruleId, ruleName, ruleType, entityType, eventType, effectiveFrom, effectiveTo } = rule;
  const plain = { id, ruleId, ruleName, ruleType, entityType, eventType, effectiveFrom, effectiveTo };
  return { ...plain, missingFieldPolicy: rule.missingFieldPolicy, revision, documents: undefined };
}

type Period = Pick<RuleHead, 'effectiveFrom' | 'effectiveTo'>;

/** Why a rule is not in effect at a moment, or undefined. The first and the last moment count. */
export function notInEffect({ effectiveFrom, effectiveTo }: Period, nowMs: number): string | undefined {
  if (effectiveFrom !== null && Date.parse(effectiveFrom) > nowMs)
    return `The rule is in effect from ${effectiveFrom} on.`;
  if (effectiveTo !== null && lastMomentOf(effectiveTo) < nowMs)
    return `The rule was in effect until ${effectiveTo}.`;
  return undefined;
}

/** Does a rule of this event take part in an execution? `events` null means that the event is not known. */
export function isForEvent(ruleEvent: string | null, events: readonly string[] | null): boolean {
  return ruleEvent === null || events === null || events.includes(ruleEvent);
}
