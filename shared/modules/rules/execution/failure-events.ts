/** Publishes events of failed rules. */

import { uuidOf } from '../../../kernel/base/ids.ts';
import { outboxWrite } from '../../../kernel/events/outbox.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { executionLimits } from '../limits.ts';
import type { Execution, ExecutionInput } from './execution.ts';

const failureEventType = 'business_rules.rule.execution_failed';

/** One event per failed rule, up to `executionLimits.failureEvents`. */
export function failureWrites(
  { executed }: Pick<Execution, 'executed'>,
  { scope, entityType, key, context }: ExecutionInput,
): Write[] {
  const failed = executed.filter(({ error }) => error !== null).slice(0, executionLimits.failureEvents);
  return failed.map(({ rule, error: errorMessage }) =>
    outboxWrite({
      id: uuidOf(`${key}:${rule.id}:failed`),
      type: failureEventType,
      tenantId: scope.tenantId,
      organizationId: scope.organizationId,
      occurredAtMs: context.nowMs,
      version: rule.revision,
      data: {
        id: rule.id,
        ruleId: rule.ruleId,
        ruleName: rule.ruleName,
        entityType: entityType ?? rule.entityType,
        errorMessage,
        tenantId: scope.tenantId,
        organizationId: scope.organizationId,
      },
    }),
  );
}
