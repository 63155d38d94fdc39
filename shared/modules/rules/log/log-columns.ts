import type { RuleLog } from './log-entry-contract.ts';

/** The columns of the exported log. */
export const logFile = {
  fileName: 'rule_logs',
  columns: [
    'id',
    'executedAt',
    'ruleId',
    'ruleName',
    'ruleType',
    'entityType',
    'entityId',
    'eventType',
    'executionResult',
    'errorMessage',
    'executionTimeMs',
    'executedBy',
    'eventId',
    'inputContext',
    'outputContext',
    'tenantId',
    'organizationId',
  ],
} as const satisfies { fileName: string; columns: readonly (keyof RuleLog)[] };
