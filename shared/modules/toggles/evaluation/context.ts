/** The evaluation context: what callers send, and what the platform knows itself. Pure. */
import type { ConditionInput } from '../../../kernel/conditions/comparison.ts';
import { forbiddenNames } from '../../../kernel/conditions/condition.ts';
import { resolver } from '../../../kernel/conditions/resolver.ts';
import { timeParts } from '../../../kernel/conditions/time-parts.ts';
import { findJsonProblem } from '../../../kernel/http/caller-json.ts';
import { findKey, toJson } from '../../../kernel/http/json.ts';

const contextLimits = {
  /** A context as JSON. */
  bytes: 32_768,
  targetingKey: 1_024,
} as const;

/** What a caller sends: any attributes beside the key. */
export type GivenContext = Readonly<Record<string, unknown>>;

/** Who is evaluated for. */
export interface EvaluationContext {
  targetingKey: string | undefined;
  /** Everything that conditions may look at. */
  data: Readonly<Record<string, unknown>>;
  facts: ConditionInput;
}

/** What the platform knows of a request. */
export interface ContextInput {
  tenantId: string;
  organizationId?: string | undefined;
  /** Of the caller; where a caller evaluates for others, absent. */
  user?: { id: string; type: 'user' | 'api_key' } | undefined;
  nowMs: number;
}

/** Why a context cannot be evaluated; undefined when it can. */
export function contextProblem(context: GivenContext): string | undefined {
  const { targetingKey } = context;
  if (targetingKey !== undefined && typeof targetingKey !== 'string') return 'targetingKey must be a text';
  if (targetingKey !== undefined && targetingKey.length > contextLimits.targetingKey) {
    return `targetingKey must have at most ${contextLimits.targetingKey} characters`;
  }
  if (Buffer.byteLength(toJson(context)) > contextLimits.bytes) {
    return `The context must have at most ${contextLimits.bytes} bytes of JSON`;
  }
  const name = findKey(context, forbiddenNames);
  if (name !== undefined) return `The name "${name}" may not be used as a key`;
  const problem = findJsonProblem(context);
  return (
    problem &&
    `${problem.field}: ${problem.kind === 'not_unicode' ? 'must be valid Unicode' : 'nests too deep'}`
  );
}

/**
 * The context of one request. Attributes of callers stand as they are; `tenant` and `time` are the platform's own, and so is
 * `organization` unless the caller names one.
 */
export function toContext(
  given: GivenContext,
  { tenantId, organizationId, user, nowMs }: ContextInput,
): EvaluationContext {
  const key = given.targetingKey ?? user?.id;
  const targetingKey = typeof key === 'string' && key !== '' ? key : undefined;
  let time: ReturnType<typeof timeParts> | undefined;
  const data = {
    ...given,
    ...(user !== undefined && given.user === undefined && { user }),
    ...(organizationId !== undefined &&
      given.organization === undefined && { organization: { id: organizationId } }),
    ...(targetingKey !== undefined && { targetingKey }),
    tenant: { id: tenantId },
    // Few conditions look at it, and it takes as long as ten comparisons.
    get time() {
      time ??= timeParts(nowMs);
      return time;
    },
  };
  return { targetingKey, data, facts: { data, resolve: resolver(nowMs, data) } };
}
