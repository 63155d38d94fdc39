/** The handlers of the module's commands. */
import { type CommandHandler, payloadOf } from '../../kernel/commands/command.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { FairMutex } from '../../kernel/queues/fair-mutex.ts';
import { ExecuteSetCommand } from './execution/execution-contract.ts';
import { executionLimits } from './limits.ts';
import { executeSetOnce } from './sets/set-execution-service.ts';

/** A set may have a hundred rules of 256 KB, and conditions that are evaluated for seconds. */
const mutex = new FairMutex(executionLimits.maxMutexWaitMs);

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'business_rules.execute_set': async (payload, { tenantId, organizationId, owner, idempotencyKey }) => {
    if (tenantId === null || organizationId === null)
      throw new PermanentError('The command needs an organization.');
    const body = payloadOf(ExecuteSetCommand, payload);
    const scope = { tenantId, organizationId, organizationIds: [organizationId] };
    return mutex.run(tenantId, async () => {
      const context = { principal: await owner(), nowMs: Date.now() };
      return executeSetOnce(scope, body, context, idempotencyKey);
    });
  },
};
