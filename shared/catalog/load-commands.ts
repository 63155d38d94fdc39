/** Loads the commands when a job of a command is saved: their payloads import contracts of several modules. */
import type { Commands } from '../kernel/commands/command.ts';

export const loadCommands = async (): Promise<Commands> => (await import('./commands.ts')).commands;
