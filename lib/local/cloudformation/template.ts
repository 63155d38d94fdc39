/** The synthesized app as it would be deployed: every resource with its names and resolved properties. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ResolvedApp, Resource } from '../types.ts';
import { isRecord, resolveValue, type TemplateScope } from './intrinsics.ts';
import { found } from './properties.ts';
import { account, region, resourceNames } from './resource-names.ts';

interface Manifest {
  artifacts: Record<string, { type: string; properties: { templateFile: string } }>;
}

interface Template {
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}

interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Condition?: string;
  Metadata?: { 'aws:asset:path'?: string };
}

/** What stacks refer to in other stacks. */
interface SharedValues {
  /** By the name of the export. */
  exports: Map<string, () => unknown>;
  /** By stack and name, `<stack>.<output>`. */
  outputs: Map<string, () => unknown>;
  /** Values of secrets, by name and ARN. */
  secrets: Map<string, () => string>;
}

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
};
/** CloudFormation's quota for a stack. */
const maxResources = 500;

/**
 * Resolves a cloud assembly folder. Throws an error naming stack, resource and property for an intrinsic function,
 * attribute, name or export that it cannot resolve.
 */
export function resolveApp(assemblyDir: string): ResolvedApp {
  const readJson = (file: string) => JSON.parse(readFileSync(join(assemblyDir, file), 'utf8'));
  const { artifacts }: Manifest = readJson('manifest.json');
  const shared: SharedValues = { exports: new Map(), outputs: new Map(), secrets: new Map() };
  const stacks = Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([stack, { properties }]) => openStack(stack, readJson(properties.templateFile), shared));
  const resources = stacks.flatMap((resolveResources) => resolveResources());

  const byType = Map.groupBy(resources, (resource) => resource.type);
  const byName = new Map<string, Resource>();
  // The ARN of a function's URL is the ARN of the function, so it resolves to the function.
  const named = resources.filter(({ type }) => type !== 'AWS::Lambda::Url').toReversed();
  // ARNs are searched last: a role and a function may share a name, but an ARN belongs to one resource.
  for (const resource of named) byName.set(resource.physicalId, resource);
  for (const resource of named) byName.set(resource.arn, resource);
  return {
    resources,
    ofType: (type) => byType.get(type) ?? [],
    find: (idOrArn) => byName.get(idOrArn),
    assetPath: ({ codePath }) => (codePath === undefined ? undefined : resolve(assemblyDir, codePath)),
  };
}

/** Returns a random value, which lives as long as this process. */
function generateSecret(options: unknown, place: string): string {
  const { PasswordLength = 32, ExcludePunctuation, ...others } = isRecord(options) ? options : {};
  const [unsupported] = Object.keys(others);
  if (unsupported !== undefined) throw new Error(`${place}: ${unsupported} does not run locally`);
  const length = Number(PasswordLength);
  // A hexadecimal value contains no character that `ExcludePunctuation` excludes or that a header cannot carry.
  return randomBytes(length).toString('hex').slice(0, length);
}

/** Registers what other stacks may refer to. Returns the function that resolves the resources. */
function openStack(stack: string, { Resources, Outputs = {} }: Template, shared: SharedValues) {
  const { exports, outputs, secrets } = shared;
  const placeOf = (id: string) => `template of ${stack}, resource ${id}`;
  const property = (id: string, name: string): unknown =>
    resolveValue(Resources[id]?.Properties?.[name], scope, `${placeOf(id)}, ${name}`);
  const names = new LRUCache<string, ReturnType<typeof resourceNames>>({
    max: maxResources,
    memoMethod(logicalId) {
      const { Type: type } = found(Resources[logicalId], `the resource ${logicalId} does not exist`);
      return resourceNames({ type, stack, logicalId }, (name) => property(logicalId, name));
    },
  });
  const namesOf = (logicalId: string) => names.memo(logicalId);
  const scope: TemplateScope = {
    ref: (id) => pseudoParameters[id] ?? namesOf(id).physicalId,
    attribute(id, name) {
      const problem = `unknown attribute ${name} of ${id} (${Resources[id]?.Type})`;
      return found(namesOf(id).attributes[name], problem);
    },
    importValue: (name) => found(exports.get(name), `no stack exports ${name}`)(),
    stackOutput: (name, output) =>
      found(outputs.get(`${name}.${output}`), `the stack ${name} has no output ${output}`)(),
    secret: (id) => found(secrets.get(id), `the app has no secret ${id}`)(),
  };

  for (const [id, { Value, Export }] of Object.entries(Outputs)) {
    const place = `template of ${stack}, output ${id}`;
    const value = () => resolveValue(Value, scope, place);
    outputs.set(`${stack}.${id}`, value);
    if (Export) exports.set(Export.Name, value);
  }
  for (const [id, { Type, Properties = {} }] of Object.entries(Resources)) {
    if (Type !== 'AWS::SecretsManager::Secret') continue;
    const { SecretString, GenerateSecretString } = Properties;
    const generated = SecretString === undefined && generateSecret(GenerateSecretString, placeOf(id));
    const value = () => generated || String(property(id, 'SecretString'));
    secrets.set(String(property(id, 'Name')), value).set(namesOf(id).arn, value);
  }

  return (): Resource[] =>
    Object.entries(Resources).map(([logicalId, { Type: type, Properties = {}, Condition, Metadata }]) => {
      if (Condition !== undefined) throw new Error(`${placeOf(logicalId)}: conditions do not run locally`);
      const names = Object.keys(Properties);
      const properties = Object.fromEntries(names.map((name) => [name, property(logicalId, name)]));
      const codePath = Metadata?.['aws:asset:path'];
      return { stack, logicalId, type, properties, ...namesOf(logicalId), codePath };
    });
}
