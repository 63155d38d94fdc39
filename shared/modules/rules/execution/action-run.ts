/** Takes the actions of one rule, in order. One that fails does not stop the others. */

import type { Resolve } from '../../../kernel/conditions/resolver.ts';
import { isNone } from '../../../kernel/conditions/values.ts';
import { toJson } from '../../../kernel/http/json.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { executionLimits } from '../limits.ts';
import { isSecretName, isSecretPath, redact, redacted } from '../log/redact.ts';
import type { ActionTypeName } from './action.ts';
import { type ActionOutcome, actionExecutors, type Config } from './action-executors.ts';
import type { RuleAction } from './compiled-rule.ts';
import { ActionError, type Cause, type RuleEffects } from './effects.ts';
import { fill } from './placeholders.ts';

/** What became of one action. */
export interface ActionResult {
  type: string;
  success: boolean;
  error?: string;
  /** What the answer says beside. */
  detail: Readonly<Record<string, unknown>>;
  /** The same without secrets, for the log. */
  logged: Readonly<Record<string, unknown>>;
}

const usedUp = `the execution has produced more than ${executionLimits.outputBytes} bytes.`;

/** What all actions of an execution may produce together; see `executionLimits`. */
export class Allowance {
  #bytes: number = executionLimits.outputBytes;
  #writes: number = executionLimits.effectWrites;

  get isUsedUp(): boolean {
    return this.#bytes < 0;
  }

  /** Throws ActionError when there is no room left. */
  spend(bytes: number): void {
    this.#bytes -= bytes;
    if (this.isUsedUp) throw new ActionError(usedUp);
  }

  /** Throws ActionError. */
  spendWrites(count: number): void {
    if (count > this.#writes) throw new ActionError('There are too many effects for one execution.');
    this.#writes -= count;
  }
}

export interface ActionsContext {
  cause: Omit<Cause, 'key'>;
  /** Names this rule's part of the execution. */
  key: string;
  /** Looks placeholders up; values that earlier actions have set come before the data. */
  resolve: (set: ReadonlyMap<string, unknown>) => Resolve;
  effects: RuleEffects;
  allowance: Allowance;
  /** Why nothing more may be done, when the time is up. */
  timeIsUp: () => string | undefined;
}

export interface ActionsOutcome {
  results: ActionResult[];
  writes: Write[];
  /** Values that fields shall have. */
  fields: Map<string, unknown>;
  blocked: boolean;
  /** Why some actions were not taken. */
  problem?: string;
}

/** Texts that people read: what is secret does not show in them. */
const shown: ReadonlySet<string> = new Set([
  'ALLOW_TRANSITION',
  'BLOCK_TRANSITION',
  'LOG',
  'SHOW_ERROR',
  'SHOW_WARNING',
  'SHOW_INFO',
]);

/** The same names, without the values behind names of secrets. */
function withoutSecrets(resolve: Resolve): Resolve {
  return (name) => {
    const value = resolve(name);
    if (isNone(value)) return value;
    return isSecretPath(name) ? redacted : redact(value);
  };
}

const placeholders = /\{\{([^{}]*)\}\}/g;

/** Does a text in the value name a secret? */
function namesSecret(value: unknown): boolean {
  return [...toJson(value ?? null).matchAll(placeholders)].some(([, name = '']) => isSecretPath(name.trim()));
}

/** What the log says of an action that succeeded. */
function loggedDetail(
  type: string,
  config: Config,
  detail: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'SET_FIELD': {
      const isSecret = isSecretName(String(detail.field)) || namesSecret(config.value);
      return { field: detail.field, value: isSecret ? redacted : redact(detail.value) };
    }
    case 'NOTIFY': {
      const { message, ...rest } = detail;
      return rest;
    }
    case 'CALL_WEBHOOK':
      // What follows the question mark is where addresses carry secrets.
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
  { cause, key, resolve, effects, allowance }: ActionsContext,
): Promise<ActionOutcome> {
  if (!Object.hasOwn(actionExecutors, action.type))
    throw new ActionError(`There is no action ${action.type}.`);
  allowance.spend(resultBytes);
  const names = shown.has(action.type) ? withoutSecrets(resolve(set)) : resolve(set);
  const config = fill(action.config ?? {}, names, (bytes) => allowance.spend(bytes)) as Config;
  const execute = actionExecutors[action.type as ActionTypeName];
  const outcome = await execute(config, { ...cause, key: `${key}:${index}` }, effects);
  allowance.spendWrites(outcome.writes?.length ?? 0);
  return outcome;
}

/** What to tell of a failure: our own sentences; a depth that overflows the stack; nothing of what is a bug of ours. */
function failureText(error: unknown): string {
  if (error instanceof ActionError) return error.message;
  if (error instanceof RangeError) return 'The action is nested too deeply.';
  throw error;
}

/**
 * Takes the actions and returns what became of each. Throws what an effect throws that is no ActionError.
 */
export async function runActions(
  actions: readonly RuleAction[],
  context: ActionsContext,
): Promise<ActionsOutcome> {
  const outcome: ActionsOutcome = { results: [], writes: [], fields: new Map(), blocked: false };
  for (const [index, action] of actions.entries()) {
    const problem = context.allowance.isUsedUp ? usedUp : context.timeIsUp();
    if (problem !== undefined) {
      outcome.problem = `${actions.length - index} of ${actions.length} actions were not taken: ${problem}`;
      return outcome;
    }
    const { type } = action;
    try {
      const { detail, writes = [], sets, blocks } = await take(action, index, outcome.fields, context);
      const logged = loggedDetail(type, action.config ?? {}, detail);
      outcome.results.push({ type, success: true, detail, logged });
      outcome.writes.push(...writes);
      if (sets) outcome.fields.set(sets.field, sets.value);
      if (blocks) outcome.blocked = true;
    } catch (error) {
      outcome.results.push({ type, success: false, error: failureText(error), detail: {}, logged: {} });
    }
  }
  return outcome;
}
