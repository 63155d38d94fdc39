/** The handlers of the module's commands. */

import type { CommandHandler } from '../../kernel/commands/command.ts';
import { toIso } from '../../kernel/text/times.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'scheduler.test.echo': async (payload) => ({ echoed: payload, timestamp: toIso(Date.now()) }),
};
