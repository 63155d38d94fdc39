/** Finds the stage of a command and reads its file. */
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unknownName } from '../../../shared/kernel/base/nearest-name.ts';
import { parseStageOptions, type StageOptions } from './stage-options.ts';

/** One file per stage, named after it. */
const stagesFolder = 'bin/stages';
const defaultStage = 'dev';
const ignoreAlarmsContext = 'ignoreAlarms';

export interface RequestedStage {
  stage: string;
  options: StageOptions;
  ignoreAlarms: boolean;
}

/** The names of all stages that have a file. */
export function stageNames(folder: string = stagesFolder): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
}

/**
 * Reads the file of a stage. Throws when the file does not exist, with the most similar name, and when an option is
 * unknown or invalid.
 */
export async function readStageFile(stage: string, folder: string = stagesFolder): Promise<StageOptions> {
  const known = stageNames(folder);
  if (!known.includes(stage))
    throw new Error(`${unknownName('stage', stage, known)} Each has a file in ${folder}.`);
  const file: { default?: unknown } = await import(pathToFileURL(resolve(join(folder, `${stage}.ts`))).href);
  return parseStageOptions(stage, file.default);
}

/**
 * Resolves CDK context, `-c name=value` of the CDK CLI, to a stage: `stage` is its name, and `ignoreAlarms=on` applies
 * to one deployment. All other options are in the stage's file, so other names are refused; those with a colon are
 * CDK's own.
 */
export async function requestedStage(
  context: Readonly<Record<string, unknown>>,
  folder?: string,
): Promise<RequestedStage> {
  const known = ['stage', ignoreAlarmsContext];
  const unknown = Object.keys(context).find((name) => /^[\w-]+$/.test(name) && !known.includes(name));
  const stage = String(context.stage ?? defaultStage);
  if (unknown !== undefined)
    throw new Error(
      `${unknownName('context', unknown, known)} Options of the stage are in ${stagesFolder}/${stage}.ts.`,
    );
  const ignoreAlarms = context[ignoreAlarmsContext] ?? 'off';
  if (ignoreAlarms !== 'on' && ignoreAlarms !== 'off')
    throw new Error(`The context ${ignoreAlarmsContext} must be on or off, got "${ignoreAlarms}"`);
  return { stage, options: await readStageFile(stage, folder), ignoreAlarms: ignoreAlarms === 'on' };
}
