/** Every command that scheduled jobs may run, as data. The code is in `command-handlers.ts`. */
import { platformConfig } from '../extensions/config.ts';
import type { Commands } from '../kernel/commands/command.ts';
import { moduleCommands } from './module-commands.ts';

export const commands: Commands = { ...moduleCommands, ...platformConfig.commands };
