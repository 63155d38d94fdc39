/**
 * `npm run admin`: manages tenants, organizations, users, roles and API keys, and exports, erases, saves and restores
 * data: in AWS with the credentials of the shell, or, with `--local`, in the local runtime. The same code writes in
 * both.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CommanderError } from 'commander';
import { AppError } from '../shared/kernel/errors/app-error.ts';
import { connectTable } from '../shared/kernel/table/table.ts';
import { UsageError, type Values } from './admin/flags.ts';
import { createProgram } from './admin/program.ts';
import { connectionProblem, stageName, targetOf } from './admin/target.ts';
import type { Verb } from './admin/verb.ts';

const usageExitCode = 2;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function print(result: unknown, values: Values): void {
  if (values.text('output') === 'table') console.table(result);
  else console.log(JSON.stringify(result, null, 2));
}

/** Prints the usual next step on stderr, because stdout is for programs. */
function printNext(verb: Verb, result: unknown, values: Values): void {
  if (verb.next === undefined || !isRecord(result)) return;
  const where = values.has('local') ? '--local' : `--stage ${stageName(values)}`;
  console.error(`Next: npm run admin -- ${verb.next(result)} ${where}`);
}

async function textOf(error: unknown, values: Values): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof AppError && error.details ? ` ${JSON.stringify(error.details)}` : '';
  return (await connectionProblem(error, values)) ?? `${error.message}${fields}`;
}

async function run(verb: Verb, values: Values, words: readonly string[]): Promise<void> {
  try {
    const { name, config } = await targetOf(values);
    connectTable({ name, client: new DynamoDBClient(config) });
    const result = await verb.run(values, words);
    print(result, values);
    printNext(verb, result, values);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    console.error(await textOf(error, values));
    process.exitCode = 1;
  }
}

try {
  await createProgram(run).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExitCode;
  else if (error instanceof UsageError) {
    console.error(error.message);
    process.exitCode = usageExitCode;
  } else throw error;
}
