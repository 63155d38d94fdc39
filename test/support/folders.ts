/** Temporary folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, onTestFinished } from 'vitest';

const create = (): string => mkdtempSync(join(tmpdir(), 'platform-test-'));
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A folder for all tests of the file or block that calls it. */
export function folderOfTests(): string {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
}

/** A folder for each test of the file or block that calls it. Returns a function that names that of the current test. */
export function folderOfEachTest(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = create();
  });
  afterEach(() => remove(folder));
  return () => folder;
}

/** A folder for the test that calls it. */
export function folderOfTest(): string {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
}
