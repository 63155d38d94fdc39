import { streamEndpoint } from '../../shared/kernel/http/stream-endpoint.ts';
import { exportReply } from '../../shared/kernel/lists/export-source.ts';
import { exportLogs } from '../../shared/modules/rules/log/log-contract.ts';
import { logExport } from '../../shared/modules/rules/log/log-export.ts';

export const handler = streamEndpoint(exportLogs, async (input) =>
  exportReply(logExport, input.query.format, input),
);
