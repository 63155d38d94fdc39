import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assemblyDir, forgetAssembly, openAssembly } from '../../../lib/local/cloudformation/synthesis.ts';

let dataDir: string;
let made: number;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'synthesis-test-'));
  made = 0;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function open(madeOf: string | undefined, settings: Record<string, string> = {}): Promise<number> {
  await openAssembly({ dataDir, settings, bundleDir: join(dataDir, 'build') }, madeOf, async () => {
    mkdirSync(assemblyDir(dataDir), { recursive: true });
    made += 1;
  });
  return made;
}

it('templates are made once for the same sources and settings', async () => {
  expect(await open('sources', { LOG_LEVEL: 'info' })).toBe(1);
  expect(await open('sources', { LOG_LEVEL: 'info' })).toBe(1);
});

it.each<[string, string | undefined, Record<string, string>]>([
  ['other sources', 'other', {}],
  ['another setting', 'sources', { LOG_LEVEL: 'debug' }],
  ['bundles that are not made yet', undefined, {}],
])('templates are made again for %s', async (_, madeOf, settings) => {
  await open('sources');
  expect(await open(madeOf, settings)).toBe(2);
  expect(await open('sources')).toBe(3);
});

it('templates are made again after they were changed', async () => {
  await open('sources');
  forgetAssembly(assemblyDir(dataDir));
  expect(await open('sources')).toBe(2);
});

it('templates that could not be made are not taken for made', async () => {
  await open('sources');
  const failing = openAssembly({ dataDir, settings: { STAGE: 'x' }, bundleDir: '' }, 'sources', () =>
    Promise.reject(new Error('unknown setting STAGE')),
  );
  await expect(failing).rejects.toThrow('unknown setting');
  expect(await open('sources')).toBe(2);
});
