/** Reads a CDK cloud assembly: its stacks, their templates and the paths of their assets. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord } from './intrinsics.ts';
import type { Environment } from './resource-names.ts';

/** One stack of the assembly with its template's sections. */
export interface StackTemplate {
  name: string;
  environment: Environment;
  resources: Record<string, RawResource>;
  parameters: Record<string, { Type?: string; Default?: unknown }>;
  outputs: Record<string, { Value?: unknown; Export?: { Name?: unknown }; Condition?: string }>;
  conditions: Record<string, unknown>;
  /** Absolute path of the folder that holds the template; asset paths are relative to it. */
  directory: string;
}

export interface RawResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Condition?: string;
  Metadata?: Record<string, unknown>;
}

export interface Assembly {
  stacks: StackTemplate[];
  /** Absolute paths of packed files and folders, by their keys in the assets bucket. */
  assetPaths: Map<string, string>;
}

interface Artifact {
  type: string;
  environment?: string;
  properties?: { templateFile?: string; stackName?: string; file?: string; directoryName?: string };
}

/**
 * Reads an assembly folder (`cdk.out`), nested ones included.
 * Throws when the folder has no manifest or a file in it cannot be read.
 */
export function readAssembly(directory: string): Assembly {
  const assembly: Assembly = { stacks: [], assetPaths: new Map() };
  addAssembly(resolve(directory), assembly);
  return assembly;
}

function addAssembly(directory: string, assembly: Assembly): void {
  const manifest = readJson(join(directory, 'manifest.json')) as { artifacts?: Record<string, Artifact> };
  for (const [id, artifact] of Object.entries(manifest.artifacts ?? {})) {
    const properties = artifact.properties ?? {};
    if (artifact.type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      assembly.stacks.push(readStack(directory, id, artifact, properties.templateFile));
    } else if (artifact.type === 'cdk:asset-manifest' && properties.file !== undefined) {
      addAssets(directory, properties.file, assembly.assetPaths);
    } else if (artifact.type === 'cdk:cloud-assembly' && properties.directoryName !== undefined) {
      addAssembly(join(directory, properties.directoryName), assembly);
    }
  }
}

function readStack(directory: string, id: string, artifact: Artifact, templateFile: string): StackTemplate {
  const template = readJson(join(directory, templateFile)) as Record<string, unknown>;
  const section = <T>(name: string): T => (template[name] ?? {}) as T;
  return {
    name: artifact.properties?.stackName ?? id,
    environment: environmentOf(artifact.environment),
    resources: section<StackTemplate['resources']>('Resources'),
    parameters: section<StackTemplate['parameters']>('Parameters'),
    outputs: section<StackTemplate['outputs']>('Outputs'),
    conditions: section<StackTemplate['conditions']>('Conditions'),
    directory,
  };
}

/** CDK writes `aws://unknown-account/unknown-region` for a stack without a fixed environment. */
function environmentOf(location = ''): Environment {
  const [, account, region] = /^aws:\/\/([^/]+)\/(.+)$/.exec(location) ?? [];
  return {
    accountId: account === undefined || account === 'unknown-account' ? '000000000000' : account,
    region: region === undefined || region === 'unknown-region' ? 'us-east-1' : region,
    partition: 'aws',
    urlSuffix: 'amazonaws.com',
  };
}

interface FileAsset {
  source?: { path?: string };
  destinations?: Record<string, { objectKey?: string }>;
}

function addAssets(directory: string, file: string, assetPaths: Map<string, string>): void {
  const manifest = readJson(join(directory, file));
  const files = isRecord(manifest) && isRecord(manifest.files) ? manifest.files : {};
  for (const asset of Object.values(files) as FileAsset[]) {
    const path = asset.source?.path;
    if (path === undefined) continue;
    for (const { objectKey } of Object.values(asset.destinations ?? {})) {
      if (objectKey !== undefined) assetPaths.set(objectKey, resolve(directory, path));
    }
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
