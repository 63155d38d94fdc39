/**
 * The cloud assembly of a runtime: synthesized by the CDK app in a child process, restored from the cache, or borrowed
 * from another runtime.
 */
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames } from '../../../shared/kernel/settings/settings.ts';
import { keepFolder, keptFoldersOf } from '../../aws/assets/kept-folders.ts';
import { runChildProgram } from '../child-program.ts';
import { restoreKept } from './bundles.ts';

export interface SynthesisInput {
  dataDir: string;
  settings: Record<string, string>;
  /** Folder of the bundled functions. */
  bundleDir: string;
}

const stampFile = 'made-of.json';
export const ingestVariable = 'INGEST';

/** Returns the folder of a runtime's bundles. */
export const buildDir = (dataDir: string): string => join(dataDir, 'build');

/** Returns the folder of a runtime's assembly. */
export const assemblyDir = (dataDir: string): string => join(dataDir, 'assembly');

/** Settings given by the process environment. Functions receive them only through the template. */
export function settingsFromEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  // INGEST is not a setting of functions: it decides whether the ingest service exists.
  const names = [ingestVariable, ...settingNames, 'LOG_LEVEL'];
  const given = names.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { [ingestVariable]: 'on', ...Object.fromEntries(given) };
}

/** Replaces the path of the bundles in cached assemblies. */
const bundleDirMark = '{{bundles}}';
const program = new URL('./synthesize.ts', import.meta.url);

/**
 * Synthesizes the assembly of stage `local` below `dataDir`, or reuses the one of the last start or of the cache when
 * the inputs are the same. `madeOf` is the hash of the bundles' inputs, undefined when it is unknown yet. Returns the
 * folder of the assembly. Throws when a setting is unknown.
 */
export async function openAssembly(
  input: SynthesisInput,
  madeOf: string | undefined,
  synthesize: (input: SynthesisInput) => Promise<unknown> = (given) => runChildProgram(program, given),
  cacheDir = keptFoldersOf('assemblies'),
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
  const kept = join(cacheDir, content);
  const inJson = JSON.stringify(bundleDir).slice(1, -1);
  const isRestored = restoreKept(kept, outdir, (from, to) => copyTexts(from, to, bundleDirMark, inJson));
  if (!isRestored) {
    await synthesize(input);
    // Where the cache is not writable, each run synthesizes.
    await keepFolder(kept, (fresh) => copyTexts(outdir, fresh, inJson, bundleDirMark)).catch(() => undefined);
  }
  writeFileSync(stamp, state);
  return outdir;
}

/** Copies a folder of text files, with one text replaced. */
function copyTexts(from: string, to: string, replaced: string, replacement: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8');
    writeFileSync(join(to, name), text.replaceAll(replaced, replacement));
  }
}

/** Call this when the assembly was changed: the next start synthesizes again. */
export function forgetAssembly(directory: string): void {
  rmSync(join(directory, stampFile), { force: true });
}

/** Copies an assembly below `dataDir`: own templates, the same code. Returns its folder. */
export function borrowAssembly(dataDir: string, from: string): string {
  const outdir = assemblyDir(dataDir);
  rmSync(outdir, { recursive: true, force: true });
  cpSync(from, outdir, { recursive: true });
  return outdir;
}
