/** AWS::Lambda::Function resources of the template, validated as Lambda does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { roleTrusts, statementsOfRole } from '../gateway/identities.ts';
import type { PolicyStatement, ResolvedApp, Resource } from '../types.ts';

export interface FunctionDefinition {
  name: string;
  arn: string;
  region: string;
  roleArn: string;
  statements: readonly PolicyStatement[];
  moduleUrl: string;
  exportPath: string;
  runtime: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  logGroupName: string;
  /** Maximum number of workers; undefined for the account's pool. */
  reservedConcurrency: number | undefined;
}

// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const environmentBytes = 4096;
const memoryRangeMb = { min: 128, max: 10_240 };
const timeoutRangeSeconds = { min: 1, max: 900 };

type Properties = Record<string, unknown>;

function text(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${what} is missing or not text.`);
}

function wholeNumber(
  value: unknown,
  fallback: number,
  range: { min: number; max: number },
  what: string,
): number {
  const given = value === undefined ? fallback : Number(value);
  if (Number.isInteger(given) && given >= range.min && given <= range.max) return given;
  throw new Error(`${what} must be a whole number from ${range.min} to ${range.max}.`);
}

function section(properties: Properties, name: string): Properties {
  const value = properties[name];
  return typeof value === 'object' && value !== null ? (value as Properties) : {};
}

function environmentOf(properties: Properties, name: string): Record<string, string> {
  const variables = section(section(properties, 'Environment'), 'Variables');
  const environment: Record<string, string> = {};
  for (const [key, value] of Object.entries(variables)) environment[key] = String(value);
  const bytes = Buffer.byteLength(JSON.stringify(environment));
  if (bytes > environmentBytes) {
    throw new Error(`The environment of ${name} has ${bytes} bytes; Lambda takes ${environmentBytes}.`);
  }
  return environment;
}

function handlerModule(
  codeDir: string,
  handler: string,
  name: string,
): { moduleUrl: string; exportPath: string } {
  const slash = handler.lastIndexOf('/') + 1;
  const dot = handler.indexOf('.', slash);
  if (dot < 0) throw new Error(`The handler "${handler}" of ${name} is not of the form file.export.`);
  const base = join(codeDir, handler.slice(0, dot));
  const file = ['.mjs', '.js', '.cjs'].map((extension) => base + extension).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name} has no module ${base}.mjs, .js or .cjs for its handler.`);
  return { moduleUrl: pathToFileURL(file).href, exportPath: handler.slice(dot + 1) };
}

function defineFunction(app: ResolvedApp, resource: Resource): FunctionDefinition {
  const { properties, physicalId: name, arn } = resource;
  const codeDir = app.assetPath(resource);
  if (codeDir === undefined) throw new Error(`${name} has no code: no asset manifest contains it.`);
  const roleArn = text(properties.Role, `Role of ${name}`);
  if (!roleTrusts(app, roleArn, 'lambda.amazonaws.com')) {
    throw new Error(`${roleArn}, the role of ${name}, does not trust Lambda (lambda.amazonaws.com).`);
  }
  const reserved = properties.ReservedConcurrentExecutions;
  return {
    name,
    arn,
    region: arn.split(':')[3] ?? 'us-east-1',
    roleArn,
    statements: statementsOfRole(app, roleArn),
    ...handlerModule(codeDir, text(properties.Handler, `Handler of ${name}`), name),
    runtime: text(properties.Runtime, `Runtime of ${name}`),
    memoryMb: wholeNumber(properties.MemorySize, 128, memoryRangeMb, `MemorySize of ${name}`),
    timeoutSeconds: wholeNumber(properties.Timeout, 3, timeoutRangeSeconds, `Timeout of ${name}`),
    environment: environmentOf(properties, name),
    logGroupName: String(section(properties, 'LoggingConfig').LogGroup ?? `/aws/lambda/${name}`),
    reservedConcurrency: reserved === undefined ? undefined : Number(reserved),
  };
}

/**
 * Returns every Lambda function of the app by name. Throws an error that names the function for definitions that
 * Lambda would refuse at deployment: missing code or handler, a role it cannot assume, sizes out of range, a too large
 * environment.
 */
export function defineFunctions(app: ResolvedApp): ReadonlyMap<string, FunctionDefinition> {
  const definitions = app.ofType('AWS::Lambda::Function').map((resource) => defineFunction(app, resource));
  return new Map(definitions.map((definition) => [definition.name, definition]));
}
