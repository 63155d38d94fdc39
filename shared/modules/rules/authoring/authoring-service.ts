/** Validates a rule and runs it on sample data before it is saved. */

import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { runAsOf } from '../../../kernel/auth/run-as.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { loadPatternEngine } from '../../../kernel/base/patterns.ts';
import { hasFeature } from '../../../kernel/base/principal.ts';
import { textOrNull } from '../../../kernel/base/text.ts';
import { AppError } from '../../../kernel/errors/app-error.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Actor } from '../../../kernel/http/operation.ts';
import { parseInput } from '../../../kernel/http/validate.ts';
import { compile } from '../execution/compiled-rule.ts';
import type { Effect, RuleEffects } from '../execution/effects.ts';
import { runRules } from '../execution/execution.ts';
import { toSingleExecution } from '../execution/execution-response.ts';
import { assertPeriod, writtenBytes } from '../rule.ts';
import type { ValidateRule, Validation } from './authoring-contract.ts';
import { assertExpressions, ruleWarnings } from './rule-expressions.ts';
import { UpdateRule } from './rule-fields-contract.ts';
import { ruleLimits } from './rule-limits.ts';
import { actionWarnings, conditionWarnings } from './warnings.ts';

const noUser = '00000000-0000-0000-0000-000000000000';

/** Effects are reported, not executed. */
const nothing = async (): Promise<Effect> => ({ writes: [] });
const noEffects: RuleEffects = { notify: nothing, callWebhook: nothing };

/** Throws InvalidInputError for a rule that is too large to be stored. */
function assertSize(rule: UpdateRule): void {
  if (writtenBytes(rule) > ruleLimits.bytes)
    throw new InvalidInputError({ body: `must have at most ${ruleLimits.bytes} bytes of JSON` });
}

async function errorsOf(
  { data, ...rule }: ValidateRule,
  { warnings, isStrict }: ChangeContext,
): Promise<Record<string, string>> {
  try {
    const input = { body: { id: noUser, ...rule }, rawQueryString: '' };
    const parsed = await parseInput({ body: UpdateRule }, input, isStrict);
    warnings?.push(...parsed.warnings);
    assertSize(parsed.input.body as UpdateRule);
    await assertExpressions(rule);
    assertPeriod({
      effectiveFrom: textOrNull(rule.effectiveFrom),
      effectiveTo: textOrNull(rule.effectiveTo),
    });
    return {};
  } catch (error) {
    if (error instanceof AppError && error.details) return error.details;
    throw error;
  }
}

/** What an unsaved, valid rule does with data, without effects. */
export async function evaluateUnsaved(
  { scope: { tenantId, organizationId }, context }: Actor,
  { data, conditionExpression, successActions, failureActions, ...rule }: ValidateRule,
): Promise<NonNullable<Validation['evaluation']>> {
  const textOf = (name: string, otherwise: string) =>
    typeof rule[name] === 'string' ? String(rule[name]) : otherwise;
  const head = {
    id: noUser,
    revision: 0,
    ruleId: textOf('ruleId', 'unsaved'),
    ruleName: textOf('ruleName', 'unsaved'),
    ruleType: rule.ruleType === 'GUARD' ? ('GUARD' as const) : ('VALIDATION' as const),
    entityType: textOf('entityType', 'unknown'),
    eventType: null,
    effectiveFrom: null,
    effectiveTo: null,
    priority: 0,
    runAs: runAsOf(context.principal),
    isBlocked: false,
    missingFieldPolicy: rule.missingFieldPolicy === 'fail' ? ('fail' as const) : ('ignore' as const),
  };
  const compiled = compile(head, toJson({ conditionExpression, successActions, failureActions }));
  const [type = '', id = ''] = context.principal.subject.split(':', 2);
  const execution = await runRules(
    [compiled],
    {
      scope: { tenantId, organizationId },
      entityType: null,
      entityId: null,
      eventType: null,
      data,
      user: { id, type },
      depth: 0,
      key: noUser,
      explain: true,
      context,
    },
    { effects: noEffects, rights: async (_, feature) => hasFeature(context.principal, feature) },
  );
  const answer = toSingleExecution(execution, { dryRun: false, logIds: undefined });
  const { conditionResult, actionsExecuted, allowed, fields, trace, error } = answer;
  return {
    conditionResult,
    actionsExecuted,
    allowed,
    fields,
    trace,
    missingFields: compiled.condition.missingFields({ data, resolve: () => undefined }),
    ...(error !== undefined && { error }),
  };
}

/** Returns errors and warnings of a rule and, if data is given, what the rule would do with it. */
export async function validateRule(author: Actor, input: ValidateRule): Promise<Validation> {
  const errors = await errorsOf(input, author.context);
  const valid = Object.keys(errors).length === 0;
  if (!valid) return { valid, errors, warnings: [], evaluation: null };
  await loadPatternEngine();
  const { conditionExpression, successActions, failureActions } = input;
  const evaluation = input.data === undefined ? null : await evaluateUnsaved(author, input);
  const warnings = [
    ...(evaluation?.missingFields ?? []).map((field) => `The data has no field ${field}.`),
    ...(conditionExpression === undefined ? [] : conditionWarnings(conditionExpression)),
    ...ruleWarnings(input),
    ...actionWarnings('successActions', successActions),
    ...actionWarnings('failureActions', failureActions),
  ];
  return { valid, errors, warnings, evaluation };
}
