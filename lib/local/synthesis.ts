/** From source to cloud assembly, in this process: bundles the functions and synthesizes the CDK app. */
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { AssetStaging } from 'aws-cdk-lib';
import { stop } from 'esbuild';
import { endpoints } from '../../shared/endpoints.ts';
import { settingNames } from '../../shared/settings.ts';
import { createApp } from '../aws/app.ts';
import { bundleFunctions, bundleOptions, functionEntries } from '../aws/bundle.ts';
import { bundleIngest } from '../aws/ingest-bundle.ts';

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
  // Not a setting of functions, but of what stands where.
  return { ingest: env.INGEST === 'off' ? 'off' : 'on', ...given };
}

/** What bundles are made of, as sizes and times of change: another text means that they must be made again. */
function stateOfSources(): string {
  const { absWorkingDir: projectRoot } = bundleOptions;
  const files = globSync(['{functions,shared,lib/aws}/**/*', 'package-lock.json'], { cwd: projectRoot });
  const states = files.toSorted().map((file) => {
    const { size, mtimeMs } = statSync(join(projectRoot, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return hash('sha256', states.join('\n'));
}

/** Bundles everything, unless nothing has changed since: that takes most of a start's time. */
async function bundleChanged(bundleDir: string): Promise<void> {
  const stamp = join(bundleDir, 'made-of');
  const state = stateOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  rmSync(stamp, { force: true });
  await Promise.all([
    bundleFunctions({ entries: functionEntries(endpoints), bundleDir, withMaps: false }),
    bundleIngest({ endpoints, bundleDir }),
  ]);
  // Its process would wait for more work with all the memory that this took: gigabytes.
  await stop();
  writeFileSync(stamp, state);
}

/**
 * Writes bundles and templates of stage `local` below `dataDir`. Answers the assembly's folder. Functions that
 * were bundled before are taken from `bundled`. Throws when a function does not compile or a setting is unknown.
 */
export async function synthesize(
  dataDir: string,
  settings: Record<string, string>,
  bundled?: string,
): Promise<string> {
  const bundleDir = bundled ?? buildDir(dataDir);
  const outdir = assemblyDir(dataDir);
  rmSync(outdir, { recursive: true, force: true });
  if (bundled === undefined) await bundleChanged(bundleDir);
  // CDK remembers what it copied for as long as the process lives; that folder may be gone by now.
  AssetStaging.clearAssetHashCache();
  return createApp({ stage: 'local', settings, bundleDir, outdir }).synth().directory;
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
