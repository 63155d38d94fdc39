/** The code of every command, for the worker. */
import * as z from 'zod/mini';
import { platformCommands } from '../extensions/commands.ts';
import { PermanentError } from '../kernel/queues/errors.ts';
import { PublishEvent } from '../modules/events/contract.ts';
import { publishOwnEvent } from '../modules/events/publish-service.ts';
import { ExecuteSetCommand } from '../modules/rules/execution/execution-input-contract.ts';
import { executeSetOnce } from '../modules/rules/sets/set-execution-service.ts';
import type { CommandHandler } from '../modules/scheduler/commands/command.ts';
import { sendBatch } from '../modules/sync/runs/messages.ts';
import { StartRun } from '../modules/sync/runs/start-contract.ts';
import { runScheduled } from '../modules/sync/schedules/schedule-run.ts';
import type { CommandName } from './commands.ts';

/** The payload as the command takes it now; another schema may have held when it was stored. Throws PermanentError. */
function payloadOf<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, payload);
  if (!parsed.success) throw new PermanentError('The command does not take this payload.');
  return parsed.data;
}

const handlers: Readonly<Record<CommandName, CommandHandler>> = {
  'scheduler.test.echo': async (payload) => ({ echoed: payload, timestamp: new Date().toISOString() }),

  'webhooks.publish_event': async (payload, { tenantId, organizationId, idempotencyKey }) => {
    if (tenantId === null) throw new PermanentError('The command needs a tenant.');
    const event = payloadOf(PublishEvent, payload);
    const scope = { tenantId, ...(organizationId !== null && { organizationId }) };
    // An attempt that repeats one must not publish twice.
    const named = { ...event, id: event.id ?? idempotencyKey };
    const isOfModule = event.id === undefined;
    return { id: await publishOwnEvent(scope, named, Date.now(), { isOfModule }) };
  },

  'business_rules.execute_set': async (payload, { tenantId, organizationId, owner, idempotencyKey }) => {
    if (tenantId === null || organizationId === null)
      throw new PermanentError('The command needs an organization.');
    const body = payloadOf(ExecuteSetCommand, payload);
    const scope = { tenantId, organizationId, organizationIds: [organizationId] };
    const context = { principal: await owner(), nowMs: Date.now() };
    return executeSetOnce(scope, body, context, idempotencyKey);
  },

  'data_sync.run': async (payload, { tenantId, organizationId, owner, jobId, idempotencyKey }) => {
    if (tenantId === null || organizationId === null)
      throw new PermanentError('The command needs an organization.');
    const input = payloadOf(StartRun, payload);
    const context = { principal: await owner(), nowMs: Date.now() };
    // They come with the clients of other services, which no other job needs.
    const { findAdapter } = await import('../modules/sync/adapters.ts');
    const parts = { findAdapter, send: sendBatch };
    return runScheduled({ tenantId, organizationId }, input, { jobId, idempotencyKey }, parts, context);
  },

  ...platformCommands,
};

/** The code of a command. Throws PermanentError when there is none of that name any more. */
export function handlerOf(name: string): CommandHandler {
  if (!Object.hasOwn(handlers, name)) throw new PermanentError(`There is no command "${name}".`);
  return handlers[name as CommandName];
}
