/** `access.json`: addresses and keys for clients of the local runtime. It exists when the runtime is ready. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { DemoAccess } from '../../demo/data/demo.ts';

const previousOf = (path: string) => path.replace(/\.json$/, '.previous.json');

/** Renames the file of an earlier run: until this run is ready, no client may read it. */
export function retireAccess(path: string): void {
  if (existsSync(path)) renameSync(path, previousOf(path));
}

/**
 * Returns the demo of an earlier run, so that its keys stay valid; undefined when there is none or it cannot be read.
 */
export function readPrevious(path: string): DemoAccess | undefined {
  try {
    const access = JSON.parse(readFileSync(previousOf(path), 'utf8')) as Partial<DemoAccess>;
    return access.tenants && access.keys && access.keyIds ? (access as DemoAccess) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, readable by its owner only. */
export function writeAccess(path: string, access: Record<string, unknown>): void {
  const unfinished = `${path}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
  rmSync(previousOf(path), { force: true });
}
