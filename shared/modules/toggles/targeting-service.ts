/** Reads, changes and tests the targeting of toggles and of tenants' own values. */

import { dateMs } from '../../kernel/base/dates.ts';
import { toJson } from '../../kernel/base/json.ts';
import type { Scope, TenantScope } from '../../kernel/base/principal.ts';
import { truncate } from '../../kernel/base/text.ts';
import { laterThan, toIso } from '../../kernel/base/times.ts';
import { assertConditionExpressions } from '../../kernel/conditions/condition-expressions.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { Caller, Reader, Target } from '../../kernel/http/operation.ts';
import { updateWithRetry } from '../../kernel/http/optimistic-locking.ts';
import { Reply, withRevision } from '../../kernel/http/reply.ts';
import { findStoredValues } from './check-store.ts';
import { MissingToggleError } from './errors.ts';
import { contextProblem } from './evaluation/context.ts';
import type { Evaluation } from './evaluation/evaluate.ts';
import { noTargeting, type Targeting, type TargetingRule } from './evaluation/rule.ts';
import { killSwitchProblem, targetingProblem } from './evaluation/targeting.ts';
import type { ToggleType } from './evaluation/toggle-types.ts';
import { evaluateAll, explain, givenContext } from './evaluation-service.ts';
import { findAllToggles } from './ofrep/all-toggles-store.ts';
import { overrideTag, writtenOverride } from './override-service.ts';
import * as overrides from './override-store.ts';
import { useWrites } from './segment-store.ts';
import {
  allLists,
  assertSegments,
  globalList,
  listsFor,
  overrideUseWrites,
  segmentsIn,
} from './segment-uses.ts';
import type {
  OverrideTargeting,
  Playground,
  SetOverrideTargeting,
  SetTargeting,
  ToggleTargeting,
} from './targeting-contract.ts';
import type { OverrideRow, ToggleRow } from './toggle.ts';
import { type Definer, readToggle } from './toggle-service.ts';
import * as store from './toggle-store.ts';

type GivenTargeting = Pick<SetTargeting, 'rules' | 'killSwitch'>;

/** Returns the rule with the ids of its segments in lower case, as they are stored. */
function withLowerCaseIds(rule: TargetingRule): TargetingRule {
  const { segments } = rule;
  return segments === undefined ? rule : { ...rule, segments: segments.map((id) => id.toLowerCase()) };
}

/** Returns the targeting with the given fields changed. Throws InvalidInputError. */
async function changedTargeting(
  { type }: Pick<ToggleRow, 'type'>,
  before: Targeting,
  { rules, killSwitch }: GivenTargeting,
): Promise<Targeting> {
  const problem =
    (rules !== undefined && targetingProblem(type, rules)) ||
    (killSwitch !== undefined && killSwitchProblem(type, killSwitch));
  if (problem) throw new InvalidInputError(problem);
  // Validated by `targetingProblem` above.
  const given = rules?.map((rule) => withLowerCaseIds(rule as TargetingRule));
  const conditions = given?.map(({ condition }, index) => [`rules[${index}].condition`, condition]) ?? [];
  await assertConditionExpressions(Object.fromEntries(conditions));
  return {
    rules: given ?? before.rules,
    killSwitch: killSwitch ?? before.killSwitch,
  };
}

function toToggleTargeting(toggle: ToggleRow): ToggleTargeting {
  const { id: toggleId, identifier, type, defaultValue, owner = null, expiresAt = null } = toggle;
  const { rules, killSwitch } = toggle.targeting ?? noTargeting;
  return { toggleId, identifier, type, defaultValue, rules, killSwitch: { ...killSwitch }, owner, expiresAt };
}

/** Returns the targeting and the toggle's revision. Throws NotFoundError. */
export async function getTargeting(_: unknown, { id }: Pick<Target, 'id'>) {
  const toggle = await readToggle(id);
  return withRevision(toToggleTargeting(toggle), toggle.revision);
}

/** Throws NotFoundError, InvalidInputError, StaleError. */
export async function setTargeting(
  { context }: Definer,
  { id, ifMatch, owner, expiresAt, ...given }: SetTargeting & Target,
) {
  return updateWithRetry(
    () => readToggle(id),
    ifMatch,
    async (before) => {
      const targeting = await changedTargeting(before, before.targeting ?? noTargeting, given);
      const lists = await listsFor([before.targeting, targeting], globalList);
      assertSegments(targeting, lists);
      const after: ToggleRow = {
        ...before,
        targeting,
        ...(owner !== undefined && { owner: owner || null }),
        ...(expiresAt !== undefined && { expiresAt: expiresAt && toIso(dateMs(expiresAt)) }),
        updatedAt: laterThan(before.updatedAt, context.nowMs),
        revision: before.revision + 1,
      };
      const uses = useWrites(lists, segmentsIn(before.targeting), segmentsIn(targeting));
      await store.replaceToggle(before, after, context, uses);
      return withRevision(toToggleTargeting(after), after.revision);
    },
  );
}

function toOverrideTargeting(
  { tenantId }: TenantScope,
  toggle: ToggleRow,
  own: OverrideRow | undefined,
): OverrideTargeting {
  const { rules, killSwitch } = own?.targeting ?? noTargeting;
  return {
    toggleId: toggle.id,
    identifier: toggle.identifier,
    tenantId,
    isOverride: own !== undefined,
    value: own === undefined ? toggle.defaultValue : own.value,
    rules,
    killSwitch: { ...killSwitch },
  };
}

/** The targeting in a response, with the `ETag` of the tenant's value. */
const targetingReply = (scope: TenantScope, toggle: ToggleRow, own: OverrideRow | undefined) =>
  new Reply(toOverrideTargeting(scope, toggle, own), { etag: overrideTag(toggle, own) });

/** Throws NotFoundError. */
export async function getOverrideTargeting({ scope }: Reader<TenantScope>, { id }: Pick<Target, 'id'>) {
  const toggle = await readToggle(id);
  const own = await overrides.findOverride(scope, toggle);
  return targetingReply(scope, toggle, own);
}

/** Throws NotFoundError, InvalidInputError, StaleError. */
export async function setOverrideTargeting(
  { scope, context }: Caller<TenantScope>,
  { id, ifMatch, ...given }: SetOverrideTargeting & Target,
) {
  const toggle = await readToggle(id);
  const read = async () => {
    const own = await overrides.findOverride(scope, toggle);
    return { own, etag: overrideTag(toggle, own) };
  };
  return updateWithRetry(read, ifMatch, async ({ own: before }) => {
    const targeting = await changedTargeting(toggle, before?.targeting ?? noTargeting, given);
    const lists = await listsFor([before?.targeting, targeting], allLists(scope));
    // A restore of the tenant may bring back rules whose global segment was deleted since; the kill switch still works.
    if (given.rules !== undefined) assertSegments(targeting, lists);
    const own = { ...writtenOverride(scope, toggle, before, undefined, context.nowMs), targeting };
    const [used, uses] = [segmentsIn(before?.targeting), segmentsIn(targeting)];
    const segmentWrites = overrideUseWrites(scope, toggle.overrideSlot, lists, used, uses);
    await overrides.putOverride(toggle, before, own, context, segmentWrites);
    return targetingReply(scope, toggle, own);
  });
}

/** Characters of a value's JSON in the list of all toggles. */
const shownCharacters = 200;

function evaluatedLine(identifier: string, type: ToggleType, evaluation: Evaluation | undefined) {
  if (evaluation === undefined) return [];
  const { value, variant, reason } = evaluation;
  return [
    { identifier, type, value: truncate(toJson(value) ?? 'null', shownCharacters, '…'), variant, reason },
  ];
}

/** Evaluates a toggle for a context and explains the result. Throws InvalidInputError and MissingToggleError. */
export async function evaluateInPlayground(
  { scope, context: { nowMs } }: Caller<TenantScope & Partial<Scope>>,
  { identifier, context: sent, at, withAll }: Playground,
) {
  const given = sent ?? {};
  const problem = contextProblem(given);
  if (problem !== undefined) throw new InvalidInputError({ context: problem });
  const all = withAll ? await findAllToggles(scope) : undefined;
  const toggle = (await findStoredValues(scope, [identifier])).get(identifier);
  if (toggle === undefined) throw new MissingToggleError(identifier);
  const context = givenContext(scope, given, at === undefined ? nowMs : dateMs(at));
  const [evaluation] = await evaluateAll([toggle], context);
  if (evaluation === undefined) throw new MissingToggleError(identifier);
  const { failedPrerequisite = null } = evaluation;
  const others = all && (await evaluateAll(all, context));
  return {
    ...{ identifier, type: toggle.type, ...evaluation },
    failedPrerequisite,
    rules: explain(toggle, evaluation, context),
    toggles:
      all?.flatMap(({ identifier: other, type }, index) => evaluatedLine(other, type, others?.[index])) ??
      null,
    context: { ...context.data },
  };
}
