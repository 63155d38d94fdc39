/** Files that a build has made, put where they are uploaded from: what did not change is not touched, and what is gone is removed. */
import { globSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Puts another file in its place instead of other bytes into the same file: that may have a second name elsewhere. */
async function replace(from: string, to: string): Promise<void> {
  const copy = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, copy);
  await rename(copy, to);
}

/** Returns false when the bytes are those that are there, and leaves the file alone. */
export async function replaceIfChanged(from: string, to: string): Promise<boolean> {
  const existing = await readFile(to).catch(() => undefined);
  if (existing?.equals(await readFile(from))) return false;
  await replace(from, to);
  return true;
}

/** The files of one build, by paths within the folder that they are put into. */
export class PlacedFiles {
  readonly #root: string;
  readonly #wanted = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Puts a file there. Returns whether it differs from what was there. */
  place(from: string, path: string): Promise<boolean> {
    this.keep(path);
    return replaceIfChanged(from, join(this.#root, path));
  }

  /** Says that what is there belongs to the build. */
  keep(path: string): void {
    this.#wanted.add(path);
  }

  /** Removes all else from the folders of these files; with patterns, also folders that they match and that have none. */
  async removeOthers(patterns: readonly string[]): Promise<void> {
    const cwd = this.#root;
    const folders = new Set([...this.#wanted].map(dirname));
    const others = globSync(patterns, { cwd }).filter((path) => !folders.has(path));
    const files = [...folders].flatMap((folder) => globSync(join(folder, '*'), { cwd }));
    for (const path of [...others, ...files.filter((file) => !this.#wanted.has(file))])
      await rm(join(cwd, path), { recursive: true, force: true });
  }
}
