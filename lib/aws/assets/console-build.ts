/**
 * The build of the console. It is kept by what it is made of, so that a start or a deployment of the same sources finds it;
 * the folder of a build is complete as soon as it exists.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { applyBrand, brandParts, type ConsoleBrand } from './console-brand.ts';
import { hashOfFiles, keepFolder, keptFoldersOf, projectRoot, useKept } from './kept-folders.ts';

const viteConfig = 'lib/console/vite.config.ts';
const maxOutputCharacters = 4_000;

/** The sources of the console, what else they import, the packages by version, and the brand. */
function hashOfSources(brand: ConsoleBrand): string {
  return hashOfFiles('{lib/console,shared/clients/typescript}/**/*.*', {
    // Types are generated, and nothing of them is left in the build.
    exclude: /^lib\/console\/dist\/|\/node_modules\/|\/typescript\/openapi\.ts$/,
    more: brandParts(brand),
  });
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

async function build(dir: string, brand: ConsoleBrand, signal: AbortSignal | undefined): Promise<void> {
  if (useKept(dir)) return;
  await keepFolder(dir, async (fresh) => {
    await runVite(fresh, signal);
    applyBrand(fresh, brand);
  });
}

/** The folder with the build of the sources as they are now, and what makes it when it is not there. */
export function keptConsole(brand: ConsoleBrand = {}): {
  dir: string;
  build: (signal?: AbortSignal) => Promise<void>;
} {
  const dir = join(keptFoldersOf('console'), hashOfSources(brand));
  return { dir, build: (signal) => build(dir, brand, signal) };
}

/** Builds the console of the brand unless that is done. Returns the folder. Throws when the build fails. */
export async function buildConsole(brand?: ConsoleBrand): Promise<string> {
  const { dir, build: make } = keptConsole(brand);
  await make();
  return dir;
}
