/** The code of every command, for the worker. */
import * as z from 'zod/mini';
import { PublishEvent } from '../events/contract.ts';
import { publishOwnEvent } from '../events/publish-service.ts';
import { platformCommands } from '../platform.commands.ts';
import { PermanentError } from '../workers/errors.ts';
import type { CommandHandler } from './command.ts';
import type { CommandName } from './commands.ts';

const handlers: Readonly<Record<CommandName, CommandHandler>> = {
  'scheduler.test.echo': async (payload) => ({ echoed: payload, timestamp: new Date().toISOString() }),

  'events.publish': async (payload, { tenantId, organizationId, idempotencyKey }) => {
    if (tenantId === null) throw new PermanentError('The command needs a tenant.');
    // Stored when another schema held, perhaps.
    const { data: event } = z.safeParse(PublishEvent, payload);
    if (event === undefined) throw new PermanentError('The payload is no event.');
    const scope = { tenantId, ...(organizationId !== null && { organizationId }) };
    // An attempt that repeats one must not publish twice.
    return { id: await publishOwnEvent(scope, { ...event, id: event.id ?? idempotencyKey }, Date.now()) };
  },

  ...platformCommands,
};

/** The code of a command. Throws PermanentError when there is none of that name any more. */
export function handlerOf(name: string): CommandHandler {
  if (!Object.hasOwn(handlers, name)) throw new PermanentError(`There is no command "${name}".`);
  return handlers[name as CommandName];
}
