/** The commands of all modules, as data. Written by `npm run openapi`. */
import type { CommandSpec } from '../kernel/commands/command.ts';
import { commands as events } from '../modules/events/commands.ts';
import { commands as rules } from '../modules/rules/commands.ts';
import { commands as scheduler } from '../modules/scheduler/commands.ts';
import { commands as sync } from '../modules/sync/commands.ts';

export const moduleCommands: Readonly<Record<string, CommandSpec>> = {
  ...events,
  ...rules,
  ...scheduler,
  ...sync,
};
