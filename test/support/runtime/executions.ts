/** Executions without a table: rules as plain values, with effects and clock controlled by the test. */

import type { RuleHead } from '../../../shared/modules/rules/authoring/rule-head.ts';
import { compile, type ExecutableRule } from '../../../shared/modules/rules/execution/compiled-rule.ts';
import {
  ActionError,
  type Cause,
  type RuleEffects,
} from '../../../shared/modules/rules/execution/effects.ts';
import type {
  Execution,
  ExecutionEnvironment,
  ExecutionInput,
} from '../../../shared/modules/rules/execution/execution.ts';
import { runRules } from '../../../shared/modules/rules/execution/execution.ts';

export const scope = { tenantId: 'tenant-1', organizationId: 'organization-1' };
export const nowMs = Date.parse('2026-03-01T09:30:00.000Z');

export type RuleParts = Partial<RuleHead> & { condition?: unknown; success?: unknown; failure?: unknown };

let made = 0;

/** A rule with the given values; by default its condition holds and it has no actions. */
export function anExecutableRule({
  condition = null,
  success,
  failure,
  ...head
}: RuleParts = {}): ExecutableRule {
  made += 1;
  const documents = { conditionExpression: condition, successActions: success, failureActions: failure };
  return compile(
    {
      id: `rule-${made}`,
      revision: 1,
      ruleId: `R-${made}`,
      ruleName: `Rule ${made}`,
      ruleType: 'VALIDATION',
      entityType: 'sales.order',
      eventType: null,
      effectiveFrom: null,
      effectiveTo: null,
      missingFieldPolicy: 'ignore',
      priority: 0,
      runAs: { subject: 'user:ada', tenantId: 'tenant-1' },
      isBlocked: false,
      ...head,
    },
    JSON.stringify(documents),
  );
}

export const holds = { field: 'total', operator: 'IS_NOT_EMPTY' };
export const fails = { field: 'total', operator: 'IS_EMPTY' };

export function anInput(more: Partial<ExecutionInput> = {}): ExecutionInput {
  return {
    scope,
    entityType: 'sales.order',
    entityId: 'SO-1',
    eventType: 'created',
    data: { total: 250 },
    user: { id: 'ada', type: 'user' },
    depth: 0,
    key: 'execution-1',
    explain: false,
    context: { principal: { subject: 'user:ada' }, nowMs },
    ...more,
  };
}

/** The requested effects. */
export interface ExecutionRequest {
  notified: unknown[];
  called: unknown[];
  causes: Cause[];
}

/** Effects that record their requests and write one item each. */
export function notingEffects(): { effects: RuleEffects; requested: ExecutionRequest } {
  const requested: ExecutionRequest = { notified: [], called: [], causes: [] };
  const noting =
    (list: unknown[]): RuleEffects['notify'] & RuleEffects['callWebhook'] =>
    async (what, cause) => {
      list.push(what);
      requested.causes.push(cause);
      return { writes: [{ put: { pk: 'effect', sk: cause.key } }], detail: { queued: true } };
    };
  return {
    effects: { notify: noting(requested.notified), callWebhook: noting(requested.called) },
    requested,
  };
}

/** Effects that are not executed. */
const refuse = () => Promise.reject(new ActionError('no one is there'));
export const noEffects: RuleEffects = { notify: refuse, callWebhook: refuse };

export function run(
  rules: readonly ExecutableRule[],
  more: Partial<ExecutionInput> = {},
  environment: Partial<ExecutionEnvironment> = {},
): Promise<Execution> {
  return runRules(rules, anInput(more), { effects: noEffects, rights: async () => true, ...environment });
}

export const logMessage = (message: unknown) => ({ type: 'LOG', config: { message } });
export const setField = (field: unknown, value: unknown) => ({ type: 'SET_FIELD', config: { field, value } });
export const emitEvent = (config: Record<string, unknown>) => ({ type: 'EMIT_EVENT', config });
export const blockTransition = { type: 'BLOCK_TRANSITION' };

/** The results of the actions of one rule whose condition holds. */
export async function resultsOf(actions: unknown[], more: Partial<ExecutionInput> = {}) {
  const { executed } = await run([anExecutableRule({ success: actions })], more);
  return executed[0]?.actions ?? [];
}
