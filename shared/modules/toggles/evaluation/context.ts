/** Builds the evaluation context from attributes of callers and of the platform. Pure. */

import { findKey, toJson } from '../../../kernel/base/json.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import type { ConditionInput } from '../../../kernel/conditions/field.ts';
import { forbiddenNames } from '../../../kernel/conditions/names.ts';
import { inputOf } from '../../../kernel/conditions/stored-condition.ts';
import { timeParts } from '../../../kernel/conditions/time-parts.ts';
import { findJsonProblem, jsonProblemText } from '../../../kernel/http/caller-json.ts';

const contextLimits = {
  /** Maximum size of a context as JSON. */
  bytes: 32_768,
  targetingKey: 1_024,
} as const;

/** Attributes that a caller sends. */
export type GivenContext = Readonly<Record<string, unknown>>;

/** The context of an evaluation. */
export interface EvaluationContext {
  targetingKey: string | undefined;
  /** The attributes that conditions can read. */
  data: Readonly<Record<string, unknown>>;
  input: ConditionInput;
}

/** Attributes of the platform. */
export interface ContextInput {
  tenantId: string;
  organizationId?: string | undefined;
  /** The caller; absent if the caller evaluates for other users. */
  user?: { id: string; type: 'user' | 'api_key' } | undefined;
  nowMs: number;
}

/** Returns why a context is invalid; undefined for a valid context. */
export function contextProblem(context: GivenContext): string | undefined {
  // Clients write an unknown user as null.
  const targetingKey = context.targetingKey ?? undefined;
  if (targetingKey !== undefined && typeof targetingKey !== 'string') return 'targetingKey must be a string';
  if (targetingKey !== undefined && !hasAtMost(targetingKey, contextLimits.targetingKey)) {
    return `targetingKey must have at most ${contextLimits.targetingKey} characters`;
  }
  if (Buffer.byteLength(toJson(context)) > contextLimits.bytes) {
    return `The context must have at most ${contextLimits.bytes} bytes as JSON`;
  }
  const name = findKey(context, forbiddenNames);
  if (name !== undefined) return `The name "${name}" may not be used as a key`;
  const problem = findJsonProblem(context);
  return problem && `The context ${jsonProblemText(problem)}`;
}

/** Whether only the platform sets the attribute, or the name is a path in it: a field `tenant.id` would read such a name first. */
const isReserved = (name: string): boolean =>
  // The first letters decide most names, in less time.
  (name.startsWith('t') || name.startsWith('.') || name.startsWith('[') || name.startsWith(']')) &&
  /^[.[\]]*(?:tenant|time)(?:[.[\]]|$)/.test(name);

// Most contexts have no such name, and a copy takes longer than an evaluation.
const withoutReserved = (given: GivenContext): GivenContext =>
  Object.keys(given).some(isReserved)
    ? Object.fromEntries(Object.entries(given).filter(([name]) => !isReserved(name)))
    : given;

/**
 * Builds the context of one request. Attributes of callers are unchanged, but the platform sets `tenant` and `time`, and
 * `organization` unless the caller sends it.
 */
export function toContext(
  given: GivenContext,
  { tenantId, organizationId, user, nowMs }: ContextInput,
): EvaluationContext {
  const key = given.targetingKey ?? user?.id;
  const targetingKey = typeof key === 'string' && key !== '' ? key : undefined;
  let time: ReturnType<typeof timeParts> | undefined;
  const data = {
    ...withoutReserved(given),
    ...(user !== undefined && given.user === undefined && { user }),
    ...(organizationId !== undefined &&
      given.organization === undefined && { organization: { id: organizationId } }),
    ...(targetingKey !== undefined && { targetingKey }),
    tenant: { id: tenantId },
    // Computed lazily: few conditions use it, and it takes as long as ten comparisons.
    get time() {
      time ??= timeParts(nowMs);
      return time;
    },
  };
  return { targetingKey, data, input: inputOf(data, nowMs) };
}
