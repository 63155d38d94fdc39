/** AWS::Lambda::Function resources of the template, validated as Lambda does. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { propertiesOf } from '../cloudformation/properties.ts';
import { roleTrusts, statementsOfRole } from '../gateway/identities.ts';
import type { ResolvedApp, Resource } from '../types.ts';

// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const environmentBytes = 4096;
const memoryRangeMb = { min: 128, max: 10_240 };
const timeoutRangeSeconds = { min: 1, max: 900 };

const wholeNumber = ({ min, max }: { min: number; max: number }) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int(error).check(z.gte(min, error), z.lte(max, error));
};
const isSmall = (variables: object) => Buffer.byteLength(JSON.stringify(variables)) <= environmentBytes;
const environmentVariables = z
  .record(z.string(), z.coerce.string())
  .check(z.refine(isSmall, `must have at most ${environmentBytes} bytes together`));
const functionProperties = z.object({
  Role: z.string(),
  /** File and export: `index.handler`, `folder/index.api.create`. */
  Handler: z.string().check(z.regex(/^(.*\/)?[^/.]*\.[^/]+$/, 'must have the form file.export')),
  Runtime: z.string(),
  MemorySize: z._default(wholeNumber(memoryRangeMb), memoryRangeMb.min),
  Timeout: z._default(wholeNumber(timeoutRangeSeconds), 3),
  ReservedConcurrentExecutions: z.optional(z.int()),
  Environment: z.optional(z.object({ Variables: z.optional(environmentVariables) })),
  LoggingConfig: z.optional(z.object({ LogGroup: z.optional(z.string()) })),
});

export type FunctionDefinition = ReturnType<typeof defineFunction>;

function handlerModule(codeDir: string, handler: string, name: string) {
  const dot = handler.indexOf('.', handler.lastIndexOf('/') + 1);
  const base = join(codeDir, handler.slice(0, dot));
  const file = ['.mjs', '.js', '.cjs'].map((extension) => base + extension).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name} has no module ${base}.mjs, .js or .cjs for its handler.`);
  return { moduleUrl: pathToFileURL(file).href, exportPath: handler.slice(dot + 1) };
}

function defineFunction(app: ResolvedApp, resource: Resource) {
  const { physicalId: name, arn } = resource;
  const properties = propertiesOf(resource, functionProperties);
  const codeDir = app.assetPath(resource);
  if (codeDir === undefined) throw new Error(`${name} has no code: its metadata has no path.`);
  const roleArn = properties.Role;
  if (!roleTrusts(app, roleArn, 'lambda.amazonaws.com')) {
    throw new Error(`${roleArn}, the role of ${name}, does not trust Lambda (lambda.amazonaws.com).`);
  }
  return {
    name,
    arn,
    region: arn.split(':')[3] ?? 'us-east-1',
    roleArn,
    statements: statementsOfRole(app, roleArn),
    ...handlerModule(codeDir, properties.Handler, name),
    runtime: properties.Runtime,
    memoryMb: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    environment: properties.Environment?.Variables ?? {},
    logGroupName: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
    /** Maximum number of workers; undefined for the account's pool. */
    reservedConcurrency: properties.ReservedConcurrentExecutions,
    /** A URL streams its responses. */
    streams: app
      .ofType('AWS::Lambda::Url')
      .some(({ properties: url }) => url.TargetFunctionArn === arn && url.InvokeMode === 'RESPONSE_STREAM'),
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
