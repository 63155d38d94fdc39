/** The lists of this module that `format=` exports, with all fields of a row in display order. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import { exportOf } from '../../kernel/resources/export.ts';
import { listRuleRevisions } from './authoring/history-contract.ts';
import * as ruleHistory from './authoring/history-service.ts';
import { listRules } from './authoring/rule-contract.ts';
import { ruleFields } from './authoring/rule-field-names.ts';
import * as businessRules from './authoring/rule-service.ts';
import { logFile } from './log/log-columns.ts';
import { listLogs } from './log/log-contract.ts';
import * as ruleLogs from './log/log-service.ts';
import { ruleSets } from './sets/rule-sets.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(listLogs, logFile, ruleLogs.listLogs),
  exportOf(ruleSets),
  exportSource(
    listRuleRevisions,
    {
      fileName: 'rule_revisions',
      columns: ['revision', 'action', 'changedAt', 'changedBy', 'changedFields', 'restoredFrom'],
    },
    ruleHistory.listRuleRevisions,
  ),
  exportSource(listRules, { fileName: 'rules', columns: ruleFields }, async ({ scope }, query) => {
    const { data, pagination } = await businessRules.listRules({ scope, context: {} }, query);
    return { items: data, totalPages: pagination.totalPages };
  }),
];
