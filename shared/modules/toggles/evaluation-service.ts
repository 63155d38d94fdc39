/** Evaluates stored toggles for checks, the playground and OFREP. */

import { type Principal, type Scope, type TenantScope, userIdOf } from '../../kernel/base/principal.ts';
import { loadEnginesOf } from '../../kernel/conditions/engines.ts';
import type { StoredToggle } from './check-store.ts';
import {
  type ContextInput,
  type EvaluationContext,
  type GivenContext,
  toContext,
} from './evaluation/context.ts';
import {
  type Evaluation,
  evaluate,
  explainRules,
  type RuleLine,
  SegmentMembership,
} from './evaluation/evaluate.ts';
import { DependentEvaluations } from './evaluation/prerequisites.ts';

/** Time limit of all evaluations in one request. */
const requestBudgetMs = 5_000;

type ActiveScope = TenantScope & Partial<Scope>;

/** Builds the context of the caller. */
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

/** Builds a context from attributes that the caller sends. */
export function givenContext(
  { tenantId, organizationId }: ActiveScope,
  given: GivenContext,
  nowMs: number,
): EvaluationContext {
  return toContext(given, { tenantId, organizationId, nowMs });
}

/** Explains the evaluation of a toggle rule by rule, after `evaluateAll` has loaded what its rules need. */
export function explain(
  toggle: StoredToggle,
  evaluation: Evaluation,
  context: EvaluationContext,
): RuleLine[] {
  return explainRules(toggle, evaluation, context, new SegmentMembership(context, ...toggle.segments));
}

/** Evaluates toggles of one tenant for one context, with the toggles that they need. Errors in rules are part of the result; they are not thrown. */
export async function evaluateAll(
  toggles: readonly StoredToggle[],
  context: EvaluationContext,
): Promise<Evaluation[]> {
  const needed = new Set(
    toggles.flatMap((toggle) => (toggle.prerequisites.length > 0 ? [toggle.needed] : [])),
  );
  const all = [...toggles, ...[...needed].flatMap((others) => [...others.values()])];
  await loadEnginesOf(
    all.flatMap(({ targeting, override, segments }) => [targeting, override?.targeting, ...segments]),
  );
  const segments = all.find((toggle) => toggle.segments.length > 0)?.segments ?? [];
  const membership = new SegmentMembership(context, ...segments);
  const endsAtMs = performance.now() + requestBudgetMs;
  const evaluations = new DependentEvaluations((toggle, findFailed) =>
    evaluate(toggle, context, membership, endsAtMs - performance.now(), findFailed),
  );
  return toggles.map((toggle) => evaluations.of(toggle));
}
