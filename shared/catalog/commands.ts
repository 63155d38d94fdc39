/** Every command that scheduled jobs may run, as data. The code is in `command-handlers.ts`. */
import { platformConfig } from '../extensions/config.ts';
import type { CommandSpec } from '../kernel/commands/command.ts';
import { moduleCommands } from './module-commands.ts';

export const commands: Readonly<Record<string, CommandSpec>> = {
  ...moduleCommands,
  ...platformConfig.commands,
};

/** Returns the command with this name; undefined when there is none. */
export function commandNamed(name: string): CommandSpec | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}
