/** The handlers of the module's commands. */
import { type CommandHandler, payloadOf } from '../../kernel/commands/command.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { ExecuteSetCommand } from './execution/execution-input.ts';
import { executeSetOnce } from './sets/set-execution-service.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'business_rules.execute_set': async (payload, { tenantId, organizationId, owner, idempotencyKey }) => {
    if (tenantId === null || organizationId === null)
      throw new PermanentError('The command needs an organization.');
    const body = payloadOf(ExecuteSetCommand, payload);
    const scope = { tenantId, organizationId, organizationIds: [organizationId] };
    const context = { principal: await owner(), nowMs: Date.now() };
    return executeSetOnce(scope, body, context, idempotencyKey);
  },
};
