import { exportReply } from '../../shared/exports/export-handler.ts';
import { streamEndpoint } from '../../shared/http/stream-endpoint.ts';
import { exportLogs } from '../../shared/rules/contract.ts';
import { logExport } from '../../shared/rules/log-export.ts';

export const handler = streamEndpoint(exportLogs, async (input) =>
  exportReply(logExport, input.query.format, input),
);
