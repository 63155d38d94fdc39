/**
 * The cloud assembly of a runtime: synthesized by the CDK app in a child process, restored from the cache, or borrowed
 * from another runtime.
 */
import { hash } from 'node:crypto';
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
import { settingNames } from '../../../shared/kernel/settings/settings.ts';
import { keepFolder, keptFoldersOf, useKept } from '../../aws/assets/kept-folders.ts';
import { runChildProgram } from '../child-program.ts';

export interface SynthesisInput {
  dataDir: string;
  settings: Record<string, string>;
  /** Folder of the bundled functions. */
  bundleDir: string;
}

const stampFile = 'made-of.json';
export const ingestVariable = 'INGEST';

/** Returns the folder of a runtime's bundles. */
export function buildDir(dataDir: string): string {
  return join(dataDir, 'build');
}

/** Returns the folder of a runtime's assembly. */
export function assemblyDir(dataDir: string): string {
  return join(dataDir, 'assembly');
}

/** Settings given by the process environment. Functions receive them only through the template. */
export function settingsFromEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of [...settingNames, 'LOG_LEVEL']) {
    const value = env[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  // Not a setting of functions: it decides whether the ingest service exists.
  return { [ingestVariable]: env[ingestVariable] === 'off' ? 'off' : 'on', ...given };
}

/** Replaces the path of the bundles in cached assemblies. */
const bundleDirMark = '{{bundles}}';
const program = new URL('./synthesize.ts', import.meta.url);

interface Making {
  /** Synthesizes the templates into the data folder. */
  synthesize(input: SynthesisInput): Promise<unknown>;
  /** Folder of the cache for later runs. */
  cacheDir: string;
}

const making: Making = {
  synthesize: (input) => runChildProgram(program, input),
  cacheDir: keptFoldersOf('assemblies'),
};

/**
 * Synthesizes the assembly of stage `local` below `dataDir`, or reuses the one of the last start or of the cache when
 * the inputs are the same. `madeOf` is the hash of the bundles' inputs, undefined when it is unknown yet. Returns the
 * folder of the assembly. Throws when a setting is unknown.
 */
export async function openAssembly(
  input: SynthesisInput,
  madeOf: string | undefined,
  { synthesize, cacheDir }: Making = making,
): Promise<string> {
  const { dataDir, bundleDir, settings } = input;
  const outdir = assemblyDir(dataDir);
  const stamp = join(outdir, stampFile);
  if (madeOf === undefined) {
    await synthesize(input);
    return outdir;
  }
  const content = hash('sha256', JSON.stringify([madeOf, settings, readFileSync(program, 'utf8')]));
  const state = JSON.stringify({ content, bundleDir });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return outdir;
  rmSync(stamp, { force: true });
  const cached = join(cacheDir, content);
  const mark = { bundleDir: JSON.stringify(bundleDir).slice(1, -1), mark: bundleDirMark };
  if (!restoreFromCache(cached, outdir, (text) => text.replaceAll(mark.mark, mark.bundleDir))) {
    await synthesize(input);
    const saveToCache = (fresh: string) =>
      copyFiles(outdir, fresh, (text) => text.replaceAll(mark.bundleDir, mark.mark));
    // Where the cache is not writable, each run synthesizes.
    await keepFolder(cached, saveToCache).catch(() => undefined);
  }
  writeFileSync(stamp, state);
  return outdir;
}

function restoreFromCache(cached: string, outdir: string, edit: (text: string) => string): boolean {
  try {
    if (!useKept(cached)) return false;
    rmSync(outdir, { recursive: true, force: true });
    copyFiles(cached, outdir, edit);
    return true;
  } catch {
    // Another run has removed the cache entry in the meantime.
    return false;
  }
}

/** Copies a folder of text files. */
function copyFiles(from: string, to: string, edit: (text: string) => string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    writeFileSync(join(to, name), edit(readFileSync(join(from, name), 'utf8')));
}

/** Call this when the assembly was changed: the next start synthesizes again. */
export function forgetAssembly(directory: string): void {
  rmSync(join(directory, stampFile), { force: true });
}

/** Copies an assembly below `dataDir`: own templates, the same code. Returns its folder. */
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
