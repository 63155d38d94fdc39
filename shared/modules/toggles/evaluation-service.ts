/** Evaluations of stored toggles, for checks, for the playground and for OFREP. */
import { type Principal, type Scope, type TenantScope, userIdOf } from '../../kernel/auth/principal.ts';
import { loadPatternEngine } from '../../kernel/text/patterns.ts';
import type { StoredToggle } from './check-store.ts';
import {
  type ContextInput,
  type EvaluationContext,
  type GivenContext,
  toContext,
} from './evaluation/context.ts';
import { type Evaluation, evaluate, SegmentMembership } from './evaluation/evaluate.ts';

/** All evaluations of one request take no longer. */
const requestBudgetMs = 5_000;

type ActiveScope = TenantScope & Partial<Scope>;

/** The context of a caller who asks for itself. */
export function ownContext(
  scope: ActiveScope,
  principal: Principal | undefined,
  nowMs: number,
): EvaluationContext {
  const { tenantId, organizationId } = scope;
  if (principal === undefined) return toContext({}, { tenantId, organizationId, nowMs });
  const [type, id = ''] = principal.subject.split(':');
  const user: ContextInput['user'] = { id, type: userIdOf(principal.subject) === null ? 'api_key' : 'user' };
  return toContext({}, { tenantId, organizationId, nowMs, ...(type !== 'system' && { user }) });
}

/** The context of another user, given by the caller. */
export function givenContext(
  { tenantId, organizationId }: ActiveScope,
  given: GivenContext,
  nowMs: number,
): EvaluationContext {
  return toContext(given, { tenantId, organizationId, nowMs });
}

function usesPatterns({ targeting, override, segments }: StoredToggle): boolean {
  return [targeting, override?.targeting, ...segments].some((one) => one?.usesPatterns);
}

/** Evaluates toggles of one tenant for one context; never throws for what they hold. */
export async function evaluateAll(
  toggles: readonly StoredToggle[],
  context: EvaluationContext,
): Promise<Evaluation[]> {
  if (toggles.some(usesPatterns)) await loadPatternEngine();
  const segments = toggles.find((one) => one.segments.length > 0)?.segments ?? [];
  const membership = new SegmentMembership(context, ...segments);
  const endsAtMs = performance.now() + requestBudgetMs;
  return toggles.map(({ slot, type, defaultValue, targeting, override }) =>
    evaluate(
      {
        slot,
        type,
        defaultValue,
        targeting,
        override: override && { value: override.value, targeting: override.targeting },
      },
      context,
      membership,
      endsAtMs - performance.now(),
    ),
  );
}
