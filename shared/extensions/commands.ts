/** The code of the commands that `shared/extensions/config.ts` declares, under the same names. */

import type { CommandHandler } from '../kernel/commands/command.ts';
import type { platformConfig } from './config.ts';

export const platformCommands: Readonly<Record<keyof typeof platformConfig.commands, CommandHandler>> = {};
