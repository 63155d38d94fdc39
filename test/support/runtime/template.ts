/** The synthesized templates of a stage as plain data, with look-ups for infrastructure tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { type AppOptions, createApp } from '../../../lib/aws/app.ts';
import { functionBundleDir, functionEntries } from '../../../lib/aws/function-entries.ts';
import { ingestBundleFile } from '../../../lib/aws/ingest-entry.ts';
import { endpoints as allEndpoints } from '../../../shared/catalog/endpoints.ts';
import { onceInRun } from './once-in-run.ts';

export interface TemplateResource {
  stack: string;
  logicalId: string;
  type: string;
  properties: Readonly<Record<string, unknown>>;
  deletionPolicy: string | undefined;
  updatePolicy?: Readonly<Record<string, unknown>> | undefined;
  /** Logical ids in the resource's DependsOn. */
  dependsOn: readonly string[];
}

export interface SynthesizedStack {
  name: string;
  tags: Readonly<Record<string, string>>;
  terminationProtection: boolean;
  dependencies: readonly string[];
  resources: readonly TemplateResource[];
  outputs: readonly { value: unknown; exportName: unknown }[];
  outputNames: readonly string[];
  parameters: readonly string[];
  /** Its region; `unknown-region` is any. */
  region: string;
}

export interface Synthesized {
  stacks: readonly SynthesizedStack[];
  stack(part: string): SynthesizedStack;
  ofType(type: string): readonly TemplateResource[];
  /** The only resource of that type, or of those with that value. Throws when there is none, or more. */
  only(type: string, property?: string, value?: unknown): TemplateResource;
  /** The resource of `{Ref}` or `{Fn::GetAtt}` in the same stack. */
  referenced(from: TemplateResource, reference: unknown): TemplateResource;
}

type SynthOptions = Omit<AppOptions, 'bundleDir' | 'outdir'> & { before?: (app: App) => void };

/** Synthesizes a stage with placeholder bundles. The templates of the whole platform are made once per test run. */
export function synthesize({ before, ...options }: SynthOptions = {}): Synthesized {
  const { endpoints, workers, queues, ...rest } = options;
  const isWhole = endpoints === undefined && workers === undefined && queues === undefined;
  const stacks =
    isWhole && before === undefined
      ? onceInRun(rest, () => synthesizeStacks(options, before))
      : synthesizeStacks(options, before);
  return lookUps(stacks);
}

function synthesizeStacks(
  options: Omit<SynthOptions, 'before'>,
  before: SynthOptions['before'],
): SynthesizedStack[] {
  const folder = mkdtempSync(join(tmpdir(), 'platform-synth-'));
  try {
    for (const entry of functionEntries(options.endpoints ?? allEndpoints, options.workers)) {
      const bundle = functionBundleDir(folder, entry);
      mkdirSync(bundle, { recursive: true });
      writeFileSync(join(bundle, 'index.mjs'), `// ${entry.module}/${entry.name}`);
    }
    mkdirSync(join(folder, 'ingest'));
    writeFileSync(ingestBundleFile(folder), '// ingest');
    const app = createApp({ ...options, bundleDir: folder, outdir: join(folder, 'cdk.out') });
    before?.(app);
    return app.synth().stacks.map((artifact) => ({
      name: artifact.stackName,
      tags: artifact.tags,
      terminationProtection: artifact.terminationProtection ?? false,
      dependencies: artifact.dependencies.map((dependency) => dependency.id),
      resources: resourcesOf(artifact.stackName, artifact.template),
      outputs: outputsOf(artifact.template),
      outputNames: Object.keys((artifact.template as Template).Outputs ?? {}),
      parameters: Object.keys((artifact.template as Template).Parameters ?? {}),
      region: artifact.environment.region,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Template {
  Resources: Record<
    string,
    {
      Type: string;
      Properties?: Record<string, unknown>;
      DeletionPolicy?: string;
      UpdatePolicy?: Record<string, unknown>;
      DependsOn?: string | string[];
    }
  >;
  Parameters?: Record<string, unknown>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

function resourcesOf(stack: string, template: Template): TemplateResource[] {
  return Object.entries(template.Resources).map(([logicalId, resource]) => ({
    stack,
    logicalId,
    type: resource.Type,
    properties: resource.Properties ?? {},
    deletionPolicy: resource.DeletionPolicy,
    dependsOn: [resource.DependsOn ?? []].flat(),
    ...(resource.UpdatePolicy && { updatePolicy: resource.UpdatePolicy }),
  }));
}

function outputsOf(template: Template): { value: unknown; exportName: unknown }[] {
  return Object.values(template.Outputs ?? {}).map((output) => ({
    value: output.Value,
    exportName: output.Export?.Name,
  }));
}

function lookUps(stacks: readonly SynthesizedStack[]): Synthesized {
  const resources = stacks.flatMap((stack) => stack.resources);
  const ofType = (type: string): TemplateResource[] => resources.filter((resource) => resource.type === type);
  return {
    stacks,
    ofType,
    stack(part) {
      const found = stacks.find((stack) => stack.name.endsWith(`-${part}`));
      if (!found) throw new Error(`No stack ends with -${part}`);
      return found;
    },
    only(type, property = '', value = undefined) {
      const [first, ...others] = ofType(type).filter(
        ({ properties }) => text(properties[property]) === text(value),
      );
      if (first === undefined || others.length > 0)
        throw new Error(`Not one resource of ${type} has ${property} ${text(value)}.`);
      return first;
    },
    referenced(from, reference) {
      const logicalId = logicalIdOf(reference);
      const found = resources.find((r) => r.stack === from.stack && r.logicalId === logicalId);
      if (!found)
        throw new Error(`${from.logicalId} refers to ${text(reference)}, which is not in its stack`);
      return found;
    },
  };
}

function logicalIdOf(reference: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = reference as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  return Ref ?? attribute?.[0] ?? '';
}

/** A property as one text, with intrinsic functions as `<name>`: `arn:<AWS::Partition>:…`. */
export function text(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Ref') return `<${argument}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  if (name === 'Fn::ImportValue') return `<import ${text(argument)}>`;
  if (name === 'Fn::Join')
    return (argument as [string, unknown[]])[1].map(text).join((argument as [string])[0]);
  return JSON.stringify(value);
}
