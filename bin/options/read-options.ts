/** Reads the options of a command. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Prints how the command is called, after the problem if it is known, and ends the process. */
export function endWithUsage(usage: string, problem?: string): never {
  if (problem !== undefined) console.error(problem);
  console.error(`Usage: ${usage}`);
  process.exit(2);
}

/** Like `parseArgs`, but ends the process with the problem and the usage if an option is unknown or has no value. */
export function readOptions<Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    return endWithUsage(usage, error instanceof Error ? error.message : String(error));
  }
}
