/** The rows of the log's export. */
import { exportSource } from '../../../kernel/lists/export-source.ts';
import { logFile } from './log-columns.ts';
import { exportLogs } from './log-contract.ts';
import * as logs from './log-service.ts';

/** Every matching entry, newest first. */
export const logExport = exportSource(exportLogs, logFile, ({ scope, query: { format, ...filters } }) => {
  const query = { page: 1, pageSize: 100, ...filters, sortField: 'executedAt', sortDir: 'desc' } as const;
  return logs.listLogs(scope, query, Date.now());
});
