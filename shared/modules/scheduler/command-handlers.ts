/** The code of the module's commands. */
import type { CommandHandler } from '../../kernel/commands/command.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'scheduler.test.echo': async (payload) => ({ echoed: payload, timestamp: new Date().toISOString() }),
};
