/** From source to cloud assembly, in this process: synthesizes the CDK app over bundled functions. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AssetStaging } from 'aws-cdk-lib';
import { settingNames } from '../../../shared/kernel/settings/settings.ts';
import { createApp } from '../../aws/app.ts';

const ingestVariable = 'INGEST';

/** Where a runtime keeps the bundles it made. */
export function buildDir(dataDir: string): string {
  return join(dataDir, 'build');
}

/** Where a runtime keeps the assembly that it synthesized. */
export function assemblyDir(dataDir: string): string {
  return join(dataDir, 'assembly');
}

/** The settings that the process environment names; the functions see them through the template only. */
export function settingsFromEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of [...settingNames, 'LOG_LEVEL']) {
    const value = env[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  // Not a setting of functions, but whether the service for large uploads is there.
  return { [ingestVariable]: env[ingestVariable] === 'off' ? 'off' : 'on', ...given };
}

/**
 * Writes the templates of stage `local` below `dataDir`, for functions that are bundled in `bundleDir` and stay there.
 * Answers the assembly's folder. Throws when a setting is unknown.
 */
export function synthesize(dataDir: string, settings: Record<string, string>, bundleDir: string): string {
  const outdir = assemblyDir(dataDir);
  rmSync(outdir, { recursive: true, force: true });
  // CDK remembers what it read for as long as the process lives; that folder may be gone by now.
  AssetStaging.clearAssetHashCache();
  const { [ingestVariable]: ingest, ...ofFunctions } = settings;
  return createApp({
    stage: 'local',
    options: { ingest: ingest === 'on' },
    settings: ofFunctions,
    bundleDir,
    outdir,
    copyCode: false,
  }).synth().directory;
}

/** Makes an assembly below `dataDir` of one that exists: templates of its own, with the same code. Answers its folder. */
export function borrowAssembly(dataDir: string, from: string): string {
  const outdir = assemblyDir(dataDir);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = resolve(from, entry.name);
    if (entry.isDirectory()) symlinkSync(source, join(outdir, entry.name), 'dir');
    else cpSync(source, join(outdir, entry.name));
  }
  return outdir;
}
