/** How executions of rules are shown in stories: all rules of an execution, with the comparison that decided each. */
import type { StoryEdge } from '../../kernel/events/cause.ts';
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { ruleLogKey } from './keys.ts';
import {
  digits,
  executionKind,
  type LoggedExecution,
  type LoggedRule,
  logIdOf,
  partDigits,
  toLoggedExecution,
} from './log/logged-execution.ts';

function keyOf(tenantId: string, { organizationId, atMs, ref = {} }: StoryEdge, part: number) {
  const scope = { tenantId, organizationId: String(organizationId) };
  return ruleLogKey(scope, { atMs, execution: String(ref.execution), part: digits(part, partDigits) });
}

function shownRule(logged: LoggedExecution, rule: LoggedRule, index: number) {
  const { ruleId, ruleName, result, error, executionTimeMs } = rule;
  const { decidedBy = null, actionsExecuted = null } = Object(rule.output);
  const logId = logIdOf(logged, index);
  return { logId, ruleId, ruleName, result, decidedBy, actions: actionsExecuted, error, executionTimeMs };
}

/** The status of an execution: an error of any rule, else whether any condition was true. */
function statusOf(results: readonly string[]): string {
  return ['ERROR', 'SUCCESS'].find((result) => results.includes(result)) ?? 'FAILURE';
}

export const storyParts: StoryParts = {
  [executionKind]: {
    feature: 'business_rules.logs.view',
    keyOf: (tenantId, edge) => keyOf(tenantId, edge, 0),
    moreKeys: (tenantId, edge) =>
      Array.from({ length: Math.max(0, Number(edge.ref?.parts) - 1) }, (_, index) =>
        keyOf(tenantId, edge, index + 1),
      ),
    show: (item, _edge, more) => {
      const rules = [item, ...more]
        .map(toLoggedExecution)
        .flatMap((logged) => logged.rules.map((rule, index) => shownRule(logged, rule, index)));
      const { atMs } = toLoggedExecution(item);
      const durationMs = rules.reduce((sum, { executionTimeMs }) => sum + executionTimeMs, 0);
      return {
        title: rules.map(({ ruleName }) => ruleName).join(', '),
        status: statusOf(rules.map(({ result }) => result)),
        endedAtMs: atMs + durationMs,
        resourceId: rules[0]?.logId ?? '',
        detail: { rules },
      };
    },
  },
};
