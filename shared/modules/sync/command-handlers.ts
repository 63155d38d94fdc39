/** The handlers of the module's commands. */
import { type CommandHandler, payloadOf } from '../../kernel/commands/command.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { sendBatch } from './runs/run.ts';
import { StartRun } from './runs/run-fields-contract.ts';
import { runScheduled } from './schedules/schedule-run.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'data_sync.run': async (payload, { tenantId, organizationId, owner, jobId, idempotencyKey }) => {
    if (tenantId === null || organizationId === null)
      throw new PermanentError('The command needs an organization.');
    const input = payloadOf(StartRun, payload);
    const context = { principal: await owner(), nowMs: Date.now() };
    // Adapters load the clients of other services, which no other job needs.
    const { findAdapter } = await import('./adapters.ts');
    const dependencies = { findAdapter, send: sendBatch };
    return runScheduled(
      { tenantId, organizationId },
      input,
      { jobId, idempotencyKey },
      dependencies,
      context,
    );
  },
};
