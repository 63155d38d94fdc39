/**
 * Packages with machine code, which cannot be bundled: they are stored in a `node_modules` folder beside the functions that
 * load them. Locally those that npm installed for this machine do; Lambda needs the same versions for its own.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { projectRoot } from './kept-folders.ts';

const installed = join(projectRoot, 'node_modules');

/** Their specifiers, which the bundler leaves as they are. */
export const nativeSpecifiers = ['@img/sharp-*'];

/** What sharp loads on Lambda: arm64, with glibc. */
export const lambdaPackages = ['@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64'];
const lambdaTarget = ['--cpu=arm64', '--os=linux', '--libc=glibc'];

export interface NativePackages {
  /** Name → folder. */
  folders: ReadonlyMap<string, string>;
  /** What is uploaded needs the files themselves; on this machine links to them will do, and cost nothing. */
  copied: boolean;
}

/** Those that npm installed for the machine that this runs on. Empty where sharp has none. */
export function hostNatives(): NativePackages {
  const scope = join(installed, '@img');
  const names = existsSync(scope) ? readdirSync(scope).filter((name) => name.startsWith('sharp-')) : [];
  return { folders: new Map(names.map((name) => [`@img/${name}`, join(scope, name)])), copied: false };
}

interface LockEntry {
  version: string;
  integrity: string;
}

function lockEntries(): Record<string, LockEntry> {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry | undefined>;
  };
  return Object.fromEntries(
    lambdaPackages.map((name) => {
      const entry = lock.packages[`node_modules/${name}`];
      if (entry === undefined) throw new Error(`package-lock.json does not name ${name}.`);
      return [name, { version: entry.version, integrity: entry.integrity }];
    }),
  );
}

function versionIn(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  return String((JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version);
}

/** A project that wants nothing but these, pinned by version and checksum as the platform's own lock file has them. */
function writeProject(folder: string, entries: Record<string, LockEntry>): void {
  const dependencies = Object.fromEntries(
    Object.entries(entries).map(([name, { version }]) => [name, version]),
  );
  const root = { name: 'lambda-natives', version: '0.0.0', private: true, dependencies };
  const packages = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]),
  );
  const lock = { ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

/**
 * Those of Lambda's machines: what npm installed here, where that is the same machine, else fetched once into
 * `cacheDir` by npm, which checks them against the checksums of the lock file. Throws when they cannot be fetched.
 */
export function lambdaNatives(cacheDir: string): NativePackages {
  const entries = lockEntries();
  const at = (root: string): NativePackages => ({
    folders: new Map(lambdaPackages.map((name) => [name, join(root, name)])),
    copied: true,
  });
  const complete = (root: string) =>
    Object.entries(entries).every(([name, { version }]) => versionIn(join(root, name)) === version);
  if (complete(installed)) return at(installed);

  const fingerprint = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
  const kept = resolve(cacheDir, `natives-${fingerprint}`);
  const folder = join(kept, 'node_modules');
  if (complete(folder)) return at(folder);

  mkdirSync(resolve(cacheDir), { recursive: true });
  const fresh = mkdtempSync(join(resolve(cacheDir), 'fetching-'));
  try {
    writeProject(fresh, entries);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, stderr } = spawnSync(npm, ['ci', ...lambdaTarget, ...options], {
      cwd: fresh,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    if (status !== 0 || !complete(join(fresh, 'node_modules'))) {
      throw new Error(`npm could not fetch ${lambdaPackages.join(' and ')} for Lambda.\n${stderr ?? ''}`);
    }
    rmSync(kept, { recursive: true, force: true });
    renameSync(fresh, kept);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return at(folder);
}

/** Puts packages into the folder of a function, instead of those that were there. */
export function placeNatives(functionDir: string, { folders, copied }: NativePackages): void {
  const folder = join(functionDir, 'node_modules');
  rmSync(folder, { recursive: true, force: true });
  for (const [name, from] of folders) {
    const to = join(folder, name);
    mkdirSync(dirname(to), { recursive: true });
    if (copied) cpSync(from, to, { recursive: true });
    // A junction is what Windows lets everybody make; elsewhere it is a link like any other.
    else symlinkSync(from, to, 'junction');
  }
}
