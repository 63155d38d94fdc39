/** Runs the actions of one rule in order. A failed action does not stop the others. */

import type { Resolve } from '../../../kernel/conditions/resolver.ts';
import { isNone } from '../../../kernel/conditions/values.ts';
import { partsOf, templatesIn } from '../../../kernel/expressions/template.ts';
import { UnstorableError } from '../../../kernel/table/errors.ts';
import { checkItemSize } from '../../../kernel/table/item-size.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { executionLimits } from '../limits.ts';
import { isSecretName, isSecretPath, namesSecret, redact, redacted, withoutText } from '../log/redact.ts';
import { type ActionTypeName, featureOfAction } from './action.ts';
import { type ActionOutcome, actionExecutors, type Config } from './action-executors.ts';
import type { RuleAction } from './compiled-rule.ts';
import { ActionError, ActionRefusedError, type Cause, type RuleEffects } from './effects.ts';
import { escapeInUrl, fill } from './placeholders.ts';

/** The result of one action. */
export interface ActionResult {
  type: string;
  success: boolean;
  error?: string;
  /** Further fields of the response. */
  detail: Readonly<Record<string, unknown>>;
  /** The same without secrets, for the log. */
  logged: Readonly<Record<string, unknown>>;
}

const usedUp = `the execution has produced more than ${executionLimits.outputBytes} bytes.`;

/** Limits the output of all actions of an execution; see `executionLimits`. */
export class Allowance {
  #bytes: number = executionLimits.outputBytes;
  #writes: number = executionLimits.effectWrites;

  get isUsedUp(): boolean {
    return this.#bytes < 0;
  }

  /** Throws ActionError if the output exceeds the limit. */
  spend(bytes: number): void {
    this.#bytes -= bytes;
    if (this.isUsedUp) throw new ActionError(usedUp);
  }

  /** Throws ActionError. */
  spendWrites(count: number): void {
    if (count > this.#writes) throw new ActionError('The execution has too many effects.');
    this.#writes -= count;
  }
}

export interface ActionsContext {
  cause: Omit<Cause, 'key'>;
  /** Identifies this rule in the execution. */
  key: string;
  /** Resolves placeholders; values that earlier actions have set have precedence over the data. */
  resolve: (set: ReadonlyMap<string, unknown>) => Resolve;
  effects: RuleEffects;
  allowance: Allowance;
  /** Whether the user or key that the rule runs as has a feature now. */
  hasFeature: (feature: string) => Promise<boolean>;
  /** The message when the time is up; undefined before. */
  timeIsUp: () => string | undefined;
}

export interface ActionsOutcome {
  results: ActionResult[];
  writes: Write[];
  /** Values that actions have set, by field. */
  fields: Map<string, unknown>;
  /** The first refused action with its reason. */
  refusal: string | null;
  /** An action has used a feature. */
  usedRights: boolean;
  /** Why some actions were not run. */
  problem?: string;
}

/** Actions whose texts are visible to people, so that secrets must not appear in them. */
const shown: ReadonlySet<string> = new Set([
  'ALLOW_TRANSITION',
  'BLOCK_TRANSITION',
  'LOG',
  'SHOW_ERROR',
  'SHOW_WARNING',
  'SHOW_INFO',
]);

/** Resolves the same names, but hides the values of secret names. */
function withoutSecrets(resolve: Resolve): Resolve {
  return (name) => {
    const value = resolve(name);
    if (isNone(value)) return value;
    return isSecretPath(name) ? redacted : redact(value);
  };
}

/** Whether a text in the value has a name or an expression with a secret name. */
function hasSecret(value: unknown): boolean {
  const parts = templatesIn(value).flatMap(({ text }) => partsOf(text));
  return parts.some(({ kind, content }) => kind !== 'text' && namesSecret(content));
}

/** The logged fields of a successful action. */
function loggedDetail(
  type: string,
  config: Config,
  detail: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'SET_FIELD': {
      const isSecret = isSecretName(String(detail.field)) || hasSecret(config.value);
      return { field: detail.field, value: isSecret ? redacted : redact(detail.value) };
    }
    case 'NOTIFY': {
      const { message, ...rest } = detail;
      return rest;
    }
    case 'CALL_WEBHOOK':
      // Secrets in URLs are usually in the query.
      return 'url' in detail ? { ...detail, url: String(detail.url).split('?')[0] } : detail;
    default:
      return detail;
  }
}

/** Maximum size of an action's result in the response. */
const resultBytes = 100;

async function take(
  action: RuleAction,
  index: number,
  set: ReadonlyMap<string, unknown>,
  { cause, key, resolve, effects, allowance, hasFeature, timeIsUp }: ActionsContext,
): Promise<ActionOutcome> {
  if (!Object.hasOwn(actionExecutors, action.type))
    throw new ActionError(`The action ${action.type} does not exist.`);
  const feature = featureOfAction(action.type);
  if (feature !== undefined && !(await hasFeature(feature))) throw new ActionRefusedError(feature);
  allowance.spend(resultBytes);
  const names = shown.has(action.type) ? withoutSecrets(resolve(set)) : resolve(set);
  const place = `Rule ${cause.rule.ruleId}, config`;
  const context = {
    resolve: names,
    spend: (bytes: number) => allowance.spend(bytes),
    watch: () => {
      const problem = timeIsUp();
      if (problem !== undefined) throw new ActionError(`The expression was not evaluated: ${problem}`);
    },
    place,
  };
  const { url, ...others } = action.config ?? {};
  const config: Config = {
    ...(fill(others, context) as Config),
    ...(url !== undefined && { url: fill(url, { ...context, place: `${place}.url`, escape: escapeInUrl }) }),
  };
  const execute = actionExecutors[action.type as ActionTypeName];
  const outcome = await execute(config, { ...cause, key: `${key}:${index}` }, effects);
  const { writes = [] } = outcome;
  allowance.spendWrites(writes.length);
  // Before the transaction, in which it would fail all rules of the execution.
  for (const write of writes) if ('put' in write) checkItemSize(write.put);
  return outcome;
}

/**
 * The message of a failed action: an ActionError's own, or that of an effect that is too large or of a stack
 * overflow. Rethrows every other error, which is a defect.
 */
function failureText(error: unknown): string {
  if (error instanceof ActionError) return error.message;
  if (error instanceof UnstorableError) return 'The effect of the action is too large to be stored.';
  if (error instanceof RangeError) return 'The action is nested too deeply.';
  throw error;
}

/**
 * Whether one of the actions blocks. It does so also if its message fails or a limit prevents it, as the data of the caller
 * must not lift a block.
 */
export const isBlocking = (actions: readonly RuleAction[]): boolean =>
  actions.some(({ type }) => type === 'BLOCK_TRANSITION');

/** Runs the actions and returns their results. Rethrows errors of an effect, except ActionError. */
export async function runActions(
  actions: readonly RuleAction[],
  context: ActionsContext,
): Promise<ActionsOutcome> {
  const outcome: ActionsOutcome = {
    results: [],
    writes: [],
    fields: new Map(),
    refusal: null,
    usedRights: false,
  };
  for (const [index, action] of actions.entries()) {
    const problem = context.allowance.isUsedUp ? usedUp : context.timeIsUp();
    if (problem !== undefined) {
      outcome.problem = `${actions.length - index} of ${actions.length} actions were not run: ${problem}`;
      return outcome;
    }
    const { type } = action;
    try {
      const { detail, writes = [], sets } = await take(action, index, outcome.fields, context);
      const logged = loggedDetail(type, action.config ?? {}, detail);
      outcome.results.push({ type, success: true, detail, logged });
      outcome.writes.push(...writes);
      if (sets) outcome.fields.set(sets.field, sets.value);
      if (featureOfAction(type) !== undefined) outcome.usedRights = true;
    } catch (error) {
      if (error instanceof ActionRefusedError) outcome.refusal ??= `${type}: ${error.message}`;
      const text = hasSecret(action.config) ? withoutText(failureText(error)) : failureText(error);
      outcome.results.push({ type, success: false, error: text, detail: {}, logged: {} });
    }
  }
  return outcome;
}
