/** The cloud assembly of a runtime: made by the CDK app in a process of its own, kept, or borrowed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { settingNames } from '../../../shared/kernel/settings/settings.ts';

export interface SynthesisInput {
  dataDir: string;
  settings: Record<string, string>;
  /** Where the functions are bundled, and stay. */
  bundleDir: string;
}

export const ingestVariable = 'INGEST';

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
 * Makes the assembly of stage `local` below `dataDir`, or takes the one that is there when it is of the same. `madeOf` tells
 * what the bundles are made of; undefined when that is not settled yet. Returns the assembly's folder. Throws when a setting
 * is unknown.
 */
export async function openAssembly(
  input: SynthesisInput,
  madeOf: string | undefined,
  synthesize: (input: SynthesisInput) => Promise<void> = synthesizeInChild,
): Promise<string> {
  const outdir = assemblyDir(input.dataDir);
  const stamp = join(outdir, 'made-of.json');
  const state = madeOf && JSON.stringify({ madeOf, settings: input.settings, bundleDir: input.bundleDir });
  if (state !== undefined && existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return outdir;
  rmSync(stamp, { force: true });
  await synthesize(input);
  if (state !== undefined) writeFileSync(stamp, state);
  return outdir;
}

/** The assembly was changed: the next start makes it anew. */
export function forgetAssembly(directory: string): void {
  rmSync(join(directory, 'made-of.json'), { force: true });
}

async function synthesizeInChild(input: SynthesisInput): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./synthesize.ts', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // What this process preloads, such as a debugger, is not for that one.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.stdin.end(JSON.stringify(input));
  const ended = once(child, 'close');
  const problem = await text(child.stderr);
  const [code] = await ended;
  if (code !== 0) throw new Error(problem || `The templates could not be synthesized: exit code ${code}.`);
}

/** Makes an assembly below `dataDir` of one that exists: templates of its own, with the same code. Returns its folder. */
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
