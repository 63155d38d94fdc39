/** What is expensive to make and kept for later runs: a folder for each state of what it is made of. */
import { hash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const maxKept = 5;
const abandonedMs = 3_600_000;

/** The folder for kept things of one kind: beside the packages, so never committed, and gone when those are. */
export function keptFoldersOf(kind: string): string {
  return join(projectRoot, 'node_modules', '.cache', 'platform-modules', kind);
}

/** A hash of the files that match the patterns, by name and content, of the packages by version, and of `more`. */
export function hashOfFiles(
  patterns: string | readonly string[],
  { exclude, more = [] }: { exclude?: RegExp; more?: readonly string[] } = {},
): string {
  const found = globSync(patterns, { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .filter((file) => exclude?.test(file) !== true);
  const files = [...found.toSorted(), 'package-lock.json'];
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(join(projectRoot, file)))}`);
  return hash('sha256', [...more, ...hashes].join('\n'));
}

/** Whether the folder is kept, which counts as a use of it. */
export function useKept(folder: string): boolean {
  if (!existsSync(folder)) return false;
  utimesSync(folder, new Date(), new Date());
  return true;
}

/** Removes folders that were not used for longest, and what is left of those that were never finished. */
function removeOld(dir: string): void {
  const folders = readdirSync(dir).map((name) => {
    const path = join(dir, name);
    return { path, isFresh: name.startsWith('fresh-'), usedAtMs: statSync(path).mtimeMs };
  });
  const kept = folders.filter(({ isFresh }) => !isFresh).sort((a, b) => b.usedAtMs - a.usedAtMs);
  const abandoned = folders.filter(({ isFresh, usedAtMs }) => isFresh && usedAtMs < Date.now() - abandonedMs);
  for (const { path } of [...kept.slice(maxKept - 1), ...abandoned]) {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Has `fill` make the folder, which exists once it is complete. Throws what `fill` throws. */
export async function keepFolder(
  folder: string,
  fill: (fresh: string) => void | Promise<void>,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  removeOld(dirname(folder));
  const fresh = mkdtempSync(join(dirname(folder), 'fresh-'));
  try {
    await fill(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    // Another process has made the same meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
