/** The code of the commands of all modules. Written by `npm run openapi`. */
import type { CommandHandler } from '../kernel/commands/command.ts';
import { commandHandlers as events } from '../modules/events/command-handlers.ts';
import { commandHandlers as rules } from '../modules/rules/command-handlers.ts';
import { commandHandlers as scheduler } from '../modules/scheduler/command-handlers.ts';
import { commandHandlers as sync } from '../modules/sync/command-handlers.ts';

export const moduleCommandHandlers: Readonly<Record<string, CommandHandler>> = {
  ...events,
  ...rules,
  ...scheduler,
  ...sync,
};
