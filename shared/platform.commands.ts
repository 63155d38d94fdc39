/** The code of the commands that `platform.config.ts` declares, under the same names. */
import type { platformConfig } from './platform.config.ts';
import type { CommandHandler } from './scheduler/command.ts';

export const platformCommands: Readonly<Record<keyof typeof platformConfig.commands, CommandHandler>> = {};
