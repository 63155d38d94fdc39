/** The cloud assembly of a runtime: made by the CDK app in a process of its own, kept, or borrowed. */
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
  /** Where the functions are bundled, and stay. */
  bundleDir: string;
}

const stampFile = 'made-of.json';
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

/** Stands for the folder with the bundles in assemblies that are kept. */
const bundleDirMark = '{{bundles}}';
const program = new URL('./synthesize.ts', import.meta.url);

interface Making {
  /** Makes the templates in the data folder. */
  synthesize(input: SynthesisInput): Promise<unknown>;
  /** Where assemblies are kept for later runs. */
  keptDir: string;
}

const making: Making = {
  synthesize: (input) => runChildProgram(program, input),
  keptDir: keptFoldersOf('assemblies'),
};

/**
 * Makes the assembly of stage `local` below `dataDir`, or takes one that is of the same: that of the last start, or that of
 * another run. `madeOf` tells what the bundles are made of; undefined when that is not settled yet. Returns the assembly's
 * folder. Throws when a setting is unknown.
 */
export async function openAssembly(
  input: SynthesisInput,
  madeOf: string | undefined,
  { synthesize, keptDir }: Making = making,
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
  const kept = join(keptDir, content);
  const mark = { bundleDir: JSON.stringify(bundleDir).slice(1, -1), mark: bundleDirMark };
  if (!takeKept(kept, outdir, (text) => text.replaceAll(mark.mark, mark.bundleDir))) {
    await synthesize(input);
    const keep = (fresh: string) =>
      copyFiles(outdir, fresh, (text) => text.replaceAll(mark.bundleDir, mark.mark));
    // Where nothing can be written, each run synthesizes.
    await keepFolder(kept, keep).catch(() => undefined);
  }
  writeFileSync(stamp, state);
  return outdir;
}

function takeKept(kept: string, outdir: string, edit: (text: string) => string): boolean {
  try {
    if (!useKept(kept)) return false;
    rmSync(outdir, { recursive: true, force: true });
    copyFiles(kept, outdir, edit);
    return true;
  } catch {
    // Another run has just removed it.
    return false;
  }
}

/** Copies a folder of text files. */
function copyFiles(from: string, to: string, edit: (text: string) => string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    writeFileSync(join(to, name), edit(readFileSync(join(from, name), 'utf8')));
}

/** The assembly was changed: the next start makes it anew. */
export function forgetAssembly(directory: string): void {
  rmSync(join(directory, stampFile), { force: true });
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
