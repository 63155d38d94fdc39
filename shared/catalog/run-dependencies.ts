/** What runs of scheduled jobs need of all modules, for the worker that executes them. */
import { commandHandlers } from './command-handlers.ts';
import { commands } from './commands.ts';
import { features } from './features.ts';

export const runDependencies = { commands, commandHandlers, features };
