/** The handlers of the module's commands. */
import { type CommandHandler, payloadOf } from '../../kernel/commands/command.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { StartRun } from './runs/run-fields-contract.ts';
import { startDependencies } from './runs/start-dependencies.ts';
import { runScheduled } from './schedules/schedule-run.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'data_sync.run': async (payload, { tenantId, organizationId, owner, jobId, idempotencyKey }) => {
    if (tenantId === null || organizationId === null)
      throw new PermanentError('The command needs an organization.');
    const input = payloadOf(StartRun, payload);
    const caller = {
      scope: { tenantId, organizationId },
      context: { principal: await owner(), nowMs: Date.now() },
    };
    return runScheduled(caller, input, { jobId, idempotencyKey }, startDependencies);
  },
};
