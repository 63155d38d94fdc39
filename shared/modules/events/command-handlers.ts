/** The handlers of the module's commands. */
import { type CommandHandler, payloadOf } from '../../kernel/commands/command.ts';
import { PermanentError } from '../../kernel/queues/errors.ts';
import { PublishEvent } from './publish-contract.ts';
import { publishOwnEvent } from './publish-service.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'webhooks.publish_event': async (payload, { tenantId, organizationId, idempotencyKey }) => {
    if (tenantId === null) throw new PermanentError('The command needs a tenant.');
    const event = payloadOf(PublishEvent, payload);
    const scope = { tenantId, ...(organizationId !== null && { organizationId }) };
    // A repeated attempt must not publish twice.
    const named = { ...event, id: event.id ?? idempotencyKey };
    const isOfModule = event.id === undefined;
    return { id: await publishOwnEvent(scope, named, Date.now(), { isOfModule }) };
  },
};
