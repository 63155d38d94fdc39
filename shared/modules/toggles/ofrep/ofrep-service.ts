/** Evaluates toggles for OFREP. */

import { responseBytes, toJson } from '../../../kernel/base/json.ts';
import type { Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import { contentTagOf } from '../../../kernel/http/content-tag.ts';
import type { Caller, RequestCaller } from '../../../kernel/http/operation.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import { findStoredValues, type StoredToggle } from '../check-store.ts';
import { EvaluationFailedError, MissingToggleError } from '../errors.ts';
import { contextProblem, type EvaluationContext, type GivenContext } from '../evaluation/context.ts';
import type { Evaluation } from '../evaluation/evaluate.ts';
import type { Reason } from '../evaluation/reasons.ts';
import { evaluateAll, givenContext } from '../evaluation-service.ts';
import { countEvaluations } from '../usage.ts';
import { findAllToggles, type ListedToggle } from './all-toggles-store.ts';
import type { Evaluate, OfrepFailure, OfrepSuccess } from './ofrep-contract.ts';
import { streamUrl } from './stream-token.ts';

type ActiveScope = TenantScope & Partial<Scope>;

/** Seconds in the background after which a client closes its stream. */
const inactivityDelaySec = 120;
/** Lambda limits responses to 6 MB. */
const maxResponseBytes = 5_000_000;

/** Throws InvalidInputError. */
function contextOf(scope: ActiveScope, { context }: Evaluate, nowMs: number): EvaluationContext {
  const given: GivenContext = context ?? {};
  const problem = contextProblem(given);
  if (problem !== undefined) throw new InvalidInputError({ context: problem }, problem);
  return givenContext(scope, given, nowMs);
}

/** The parts of a toggle in a flag. */
type FlagToggle = Pick<StoredToggle, 'toggleId' | 'type'> & Partial<Pick<StoredToggle, 'metadata'>>;

/** The reason of the protocol, which has fewer than the platform. */
function ofrepReasonOf(reason: Reason): OfrepSuccess['reason'] {
  if (reason === 'PREREQUISITE_FAILED') return 'DISABLED';
  return reason === 'DEFAULT' || reason === 'ERROR' ? 'UNKNOWN' : reason;
}

function toSuccess(
  key: string,
  { toggleId, type, metadata = {} }: FlagToggle,
  evaluation: Evaluation,
): OfrepSuccess {
  const { value, variant, reason, source, rule, failedPrerequisite } = evaluation;
  return {
    key,
    // The protocol has no null value; without a value, the SDK uses the default in the code. The official provider needs
    // the field, and null is a value of a json toggle.
    ...(value !== undefined && (value !== null || type === 'json') && { value }),
    reason: ofrepReasonOf(reason),
    variant,
    metadata: {
      ...metadata,
      ...{ toggleId, source, reason },
      ...(rule !== null && { rule: rule.index }),
      ...(failedPrerequisite !== undefined && { prerequisite: failedPrerequisite.identifier }),
    },
  };
}

/** Evaluates one toggle for a context. Throws InvalidInputError, MissingToggleError and EvaluationFailedError. */
export async function evaluateFlag(
  { scope, context: { nowMs } }: Caller<ActiveScope>,
  { key, ...input }: Evaluate & { key: string },
): Promise<OfrepSuccess> {
  const context = contextOf(scope, input, nowMs);
  const toggle = (await findStoredValues(scope, [key])).get(key);
  const [evaluation] = toggle === undefined ? [] : await evaluateAll([toggle], context);
  if (toggle === undefined || evaluation === undefined) throw new MissingToggleError(key);
  await countEvaluations(scope, [{ toggleId: toggle.toggleId, evaluation }], nowMs);
  const { error } = evaluation;
  if (error === null) return toSuccess(key, toggle, evaluation);
  throw new EvaluationFailedError(error.message);
}

/** The entries of the response. A value that no longer fits into it has an error instead. */
export function toFlags(
  toggles: readonly (FlagToggle & Pick<ListedToggle, 'identifier'>)[],
  evaluations: readonly Evaluation[],
): (OfrepSuccess | OfrepFailure)[] {
  let bytes = 0;
  return toggles.flatMap((toggle, index): (OfrepSuccess | OfrepFailure)[] => {
    const evaluation = evaluations[index];
    if (evaluation === undefined) return [];
    const { identifier: key } = toggle;
    const { error } = evaluation;
    if (error !== null) return [{ key, errorCode: error.code, errorDetails: error.message }];
    const flag = toSuccess(key, toggle, evaluation);
    bytes += responseBytes(flag);
    if (bytes <= maxResponseBytes) return [flag];
    return [
      {
        key,
        errorCode: 'GENERAL',
        errorDetails: 'The values of all toggles are too large for one response.',
      },
    ];
  });
}

/** Evaluates all toggles for a context, and returns the `ETag` of their values. Throws InvalidInputError. */
export async function evaluateFlags(
  {
    scope,
    context: { nowMs },
    apiKey,
    session,
  }: Caller<ActiveScope> & Pick<RequestCaller, 'apiKey' | 'session'>,
  input: Evaluate,
) {
  const context = contextOf(scope, input, nowMs);
  const toggles = await findAllToggles(scope);
  const evaluations = await evaluateAll(toggles, context);
  await countEvaluations(
    scope,
    toggles.map(({ toggleId }, index) => ({ toggleId, evaluation: evaluations[index] })),
    nowMs,
  );
  const flags = toFlags(toggles, evaluations);
  const requestUri = streamUrl(scope, { apiKey, session }, nowMs);
  const eventStreams =
    requestUri === undefined ? [] : [{ type: 'sse' as const, endpoint: { requestUri }, inactivityDelaySec }];
  return new Reply({ flags, eventStreams }, { etag: contentTagOf(toJson(flags)) });
}
