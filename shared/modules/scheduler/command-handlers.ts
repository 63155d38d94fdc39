/** The handlers of the module's commands. */

import { toIso } from '../../kernel/base/times.ts';
import type { CommandHandler } from '../../kernel/commands/command.ts';

export const commandHandlers: Readonly<Record<string, CommandHandler>> = {
  'scheduler.test.echo': async (payload) => ({ echoed: payload, timestamp: toIso(Date.now()) }),
};
