/** The code of every command, for the worker. */
import { platformCommands } from '../extensions/commands.ts';
import type { CommandHandler } from '../kernel/commands/command.ts';
import { PermanentError } from '../kernel/queues/errors.ts';
import { moduleCommandHandlers } from './module-command-handlers.ts';

const handlers: Readonly<Record<string, CommandHandler>> = { ...moduleCommandHandlers, ...platformCommands };

/** Returns the code of a command. Throws PermanentError when no command has that name any more. */
export function handlerOf(name: string): CommandHandler {
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (handler === undefined) throw new PermanentError(`The command "${name}" does not exist.`);
  return handler;
}
