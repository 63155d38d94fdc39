/** The synthesized app as it would be deployed: every resource with its names and resolved properties. */
import { resolve as resolvePath } from 'node:path';
import type { ResolvedApp, Resource } from '../types.ts';
import { type RawResource, readAssembly, type StackTemplate } from './assembly.ts';
import { resolveDynamicReferences } from './dynamic-references.ts';
import {
  isRecord,
  noValue,
  resolveCondition,
  resolveValue,
  type TemplateLocation,
  type TemplateScope,
  templateError,
} from './intrinsics.ts';
import { type ResourceNames, resourceNames } from './resource-names.ts';

/**
 * Resolves a cloud assembly folder. Uses account 000000000000 and region us-east-1 where the app names none. Throws an
 * error naming stack, resource and property for an intrinsic function, attribute, name or export that it cannot
 * resolve.
 */
export function resolveApp(assemblyDir: string): ResolvedApp {
  const assembly = readAssembly(assemblyDir);
  const exportedBy = new Map<string, () => unknown>();
  const scopes = assembly.stacks.map((stack) => createScope(stack, exportedBy));
  for (const { stack, scope } of scopes) registerExports(stack, scope, exportedBy);

  const resources: Resource[] = [];
  const paths = new Map<Resource, string>();
  for (const { stack, scope, namesOf } of scopes) {
    for (const [logicalId, raw] of Object.entries(stack.resources)) {
      const place = { stack: stack.name, resource: logicalId, property: 'Condition' };
      if (raw.Condition !== undefined && !scope.condition(raw.Condition, place)) continue;
      const properties = resolveValue(raw.Properties ?? {}, scope, { ...place, property: '' });
      const { physicalId, arn, attributes } = namesOf(logicalId, place);
      const resource: Resource = {
        stack: stack.name,
        logicalId,
        type: raw.Type,
        properties: properties as Record<string, unknown>,
        physicalId,
        arn,
        attributes,
      };
      resources.push(resource);
      const path = codePath(stack, raw, resource, assembly.assetPaths);
      if (path !== undefined) paths.set(resource, path);
    }
  }
  resolveDynamicReferences(resources);
  return createApp(resources, paths);
}

function createApp(resources: Resource[], paths: Map<Resource, string>): ResolvedApp {
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
    assetPath: (resource) => paths.get(resource),
  };
}

/** A template names code in the resource's metadata, or only by the key of its asset. */
function codePath(
  stack: StackTemplate,
  raw: RawResource,
  resource: Resource,
  assetPaths: Map<string, string>,
): string | undefined {
  const named = raw.Metadata?.['aws:asset:path'];
  if (typeof named === 'string') return resolvePath(stack.directory, named);
  const code = resource.properties.Code ?? resource.properties.Content;
  const key = isRecord(code) ? code.S3Key : undefined;
  return typeof key === 'string' ? assetPaths.get(key) : undefined;
}

interface StackScope {
  stack: StackTemplate;
  scope: TemplateScope;
  namesOf(logicalId: string, place: TemplateLocation): ResourceNames;
}

function createScope(stack: StackTemplate, exportedBy: Map<string, () => unknown>): StackScope {
  const names = new Map<string, ResourceNames>();
  const pending = new Set<string>();

  function namesOf(logicalId: string, place: TemplateLocation): ResourceNames {
    const known = names.get(logicalId);
    if (known !== undefined) return known;
    const raw = stack.resources[logicalId];
    if (raw === undefined) throw templateError(place, `the resource ${logicalId} does not exist`);
    if (pending.has(logicalId)) throw templateError(place, `the name of ${logicalId} refers to itself`);
    pending.add(logicalId);
    const resolved = resourceNames({
      type: raw.Type,
      stack: stack.name,
      logicalId,
      property: (name) => {
        const at = { stack: stack.name, resource: logicalId, property: name };
        const value = resolveValue(raw.Properties?.[name], scope, at);
        return value === noValue ? undefined : value;
      },
      environment: stack.environment,
    });
    pending.delete(logicalId);
    names.set(logicalId, resolved);
    return resolved;
  }

  const scope: TemplateScope = {
    ref: (id, place) => {
      const pseudo = pseudoParameter(stack, id);
      if (pseudo !== undefined) return pseudo;
      if (Object.hasOwn(stack.parameters, id)) return parameterValue(stack, id, place);
      return namesOf(id, place).physicalId;
    },
    attribute: (id, attribute, place) => {
      const value = namesOf(id, place).attributes[attribute];
      if (value !== undefined) return value;
      const type = stack.resources[id]?.Type ?? 'unknown type';
      throw templateError(place, `unknown attribute ${attribute} of ${id} (${type})`);
    },
    importValue: (name, place) => {
      const exported = exportedBy.get(name);
      if (exported === undefined) throw templateError(place, `no stack exports ${name}`);
      return exported();
    },
    condition: (name, place) => {
      if (!Object.hasOwn(stack.conditions, name))
        throw templateError(place, `the condition ${name} does not exist`);
      return resolveCondition(stack.conditions[name], scope, { ...place, property: `Conditions.${name}` });
    },
  };
  return { stack, scope, namesOf };
}

function pseudoParameter(stack: StackTemplate, name: string): unknown {
  const { accountId, region, partition, urlSuffix } = stack.environment;
  switch (name) {
    case 'AWS::AccountId':
      return accountId;
    case 'AWS::Region':
      return region;
    case 'AWS::Partition':
      return partition;
    case 'AWS::URLSuffix':
      return urlSuffix;
    case 'AWS::StackName':
      return stack.name;
    case 'AWS::StackId':
      return `arn:${partition}:cloudformation:${region}:${accountId}:stack/${stack.name}/local`;
    case 'AWS::NotificationARNs':
      return [];
    case 'AWS::NoValue':
      return noValue;
    default:
      return undefined;
  }
}

function parameterValue(stack: StackTemplate, name: string, place: TemplateLocation): unknown {
  const value = stack.parameters[name]?.Default;
  if (value !== undefined) return value;
  throw templateError(place, `parameter ${name} has no default`);
}

function registerExports(
  stack: StackTemplate,
  scope: TemplateScope,
  exportedBy: Map<string, () => unknown>,
): void {
  for (const [outputId, output] of Object.entries(stack.outputs)) {
    const place = { stack: stack.name, resource: outputId, property: 'Outputs' };
    if (output.Export === undefined) continue;
    if (output.Condition !== undefined && !scope.condition(output.Condition, place)) continue;
    const name = resolveValue(output.Export.Name, scope, place);
    if (typeof name === 'string') exportedBy.set(name, () => resolveValue(output.Value, scope, place));
  }
}
