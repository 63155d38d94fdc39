/** The code of every command, for the worker. */
import { platformCommands } from '../extensions/commands.ts';
import type { CommandHandlers } from '../kernel/commands/command.ts';
import { moduleCommandHandlers } from './module-command-handlers.ts';

export const commandHandlers: CommandHandlers = { ...moduleCommandHandlers, ...platformCommands };
