/**
 * The build of the console. It is kept by what it is made of, so that a start or a deployment of the same sources finds it;
 * the folder of a build is complete as soon as it exists.
 */
import { spawn } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundleOptions } from './bundle.ts';

const { absWorkingDir: projectRoot } = bundleOptions;
const viteConfig = 'lib/console/vite.config.ts';
/** Beside the packages that the build is made of: never committed, and gone when those are. */
const keptDir = join(projectRoot, 'node_modules', '.cache', 'platform-modules', 'console');
const maxKept = 5;
const abandonedMs = 3_600_000;
const maxOutputCharacters = 4_000;

/** The sources of the console, what else they import, and the packages by version. */
function hashOfSources(): string {
  const found = globSync('{lib/console,shared/clients/typescript}/**/*.*', {
    cwd: projectRoot,
    exclude: ['lib/console/dist/**', '**/node_modules/**'],
  });
  const files = [...found.toSorted(), 'package-lock.json'].filter((file) =>
    statSync(join(projectRoot, file)).isFile(),
  );
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(join(projectRoot, file)))}`);
  return hash('sha256', hashes.join('\n'));
}

/** Removes builds that were not used for longest, and the rest of builds that broke off. */
function removeOld(): void {
  const folders = readdirSync(keptDir).map((name) => {
    const path = join(keptDir, name);
    return { path, isFresh: name.startsWith('fresh-'), usedAtMs: statSync(path).mtimeMs };
  });
  const kept = folders.filter(({ isFresh }) => !isFresh).sort((a, b) => b.usedAtMs - a.usedAtMs);
  const abandoned = folders.filter(({ isFresh, usedAtMs }) => isFresh && usedAtMs < Date.now() - abandonedMs);
  for (const { path } of [...kept.slice(maxKept - 1), ...abandoned]) {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Runs Vite. Throws with what it printed when the build fails. */
function runVite(outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const flags = ['--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, [vite, 'build', '--config', viteConfig, ...flags], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-maxOutputCharacters);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The console could not be built: ${output.trim() || `exit code ${code}`}`));
    });
  });
}

function putInPlace(fresh: string, dir: string): void {
  try {
    renameSync(fresh, dir);
  } catch (error) {
    // Another process has built the same meanwhile.
    if (!existsSync(dir)) throw error;
  }
}

async function build(dir: string, signal: AbortSignal | undefined): Promise<void> {
  if (existsSync(dir)) return utimesSync(dir, new Date(), new Date());
  mkdirSync(keptDir, { recursive: true });
  removeOld();
  const fresh = join(keptDir, `fresh-${randomUUID()}`);
  try {
    await runVite(fresh, signal);
    putInPlace(fresh, dir);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The folder with the build of the sources as they are now, and what makes it when it is not there. */
export function keptConsole(): { dir: string; build: (signal?: AbortSignal) => Promise<void> } {
  const dir = join(keptDir, hashOfSources());
  return { dir, build: (signal) => build(dir, signal) };
}

/** Builds the console unless that is done. Returns the folder. Throws when the build fails. */
export async function buildConsole(): Promise<string> {
  const { dir, build: make } = keptConsole();
  await make();
  return dir;
}
