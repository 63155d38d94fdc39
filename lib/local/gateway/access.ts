/** `access.json`: addresses and keys for clients of the local runtime. It exists when the runtime is ready. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Access } from '../service.ts';

const previousOf = (path: string) => path.replace(/\.json$/, '.previous.json');

/** Renames the file of an earlier run: until this run is ready, no client may read it. */
export function retireAccess(path: string): void {
  if (existsSync(path)) renameSync(path, previousOf(path));
}

/** Returns the content of an earlier run; undefined when there is none or it cannot be read. */
export function readPrevious(path: string): Access | undefined {
  try {
    const access: unknown = JSON.parse(readFileSync(previousOf(path), 'utf8'));
    return isRecord(access) ? access : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, readable by its owner only. */
export function writeAccess(path: string, access: Access): void {
  const unfinished = `${path}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
  rmSync(previousOf(path), { force: true });
}
