/** What failed fault tests leave for the search of the cause, in `.local/faults/<seed>/<test file>/`. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { dataOwner } from '../../../lib/demo/stage.ts';
import { makeDataDir } from '../../../lib/local/data-dir.ts';

const dataDir = join(import.meta.dirname, '../../../.local');
const root = join(dataDir, 'faults');

/** Creates a folder in `.local`, which `npm start -- --fresh` may still empty. */
function makeFolder(folder: string): void {
  makeDataDir(dataDir, dataOwner);
  mkdirSync(folder, { recursive: true });
}

/** The folder of the test file that runs; undefined outside of fault tests. */
function folderOfFile(): string | undefined {
  const { FAULT_SEED: seed } = process.env;
  const file = basename(expect.getState().testPath ?? '');
  return seed === undefined || file === '' ? undefined : join(root, seed, file);
}

/** Copies the logs of a runtime that is about to remove them. */
export function keepLogs(runtimeDir: string): void {
  const [folder, logs] = [folderOfFile(), join(runtimeDir, 'logs')];
  if (folder === undefined || !existsSync(logs)) return;
  makeFolder(folder);
  cpSync(logs, join(folder, 'logs'), { recursive: true });
}

/** Writes a report and returns its path; undefined outside of fault tests. */
export function keepReport(name: string, report: object): string | undefined {
  const folder = folderOfFile();
  if (folder === undefined) return undefined;
  makeFolder(folder);
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(path, JSON.stringify(report, null, 1));
  return path;
}

/** Writes a report that is kept whether the tests fail or not, as `.local/faults/<name>.json`. */
export function writeReport(name: string, report: object): void {
  makeFolder(root);
  writeFileSync(join(root, `${name.replaceAll(/\W+/g, '-')}.json`), JSON.stringify(report, null, 1));
}

/** Removes what was kept of a test file that succeeded. */
export function forgetRun(): void {
  const folder = folderOfFile();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
