import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { assemblyDir, forgetAssembly, openAssembly } from '../../../lib/demo/code/synthesis.ts';
import { folderOfEachTest } from '../../support/folders.ts';

const dataDir = folderOfEachTest();
let made: number;
beforeEach(() => {
  made = 0;
});
const template = 'stack.template.json';

async function open(
  madeOf: string | undefined,
  settings: Record<string, string> = {},
  run = 'first',
): Promise<number> {
  const runDir = join(dataDir(), run);
  const bundleDir = join(runDir, 'build');
  const cacheDir = join(dataDir(), 'kept');
  const synthesize = async () => {
    mkdirSync(assemblyDir(runDir), { recursive: true });
    writeFileSync(join(assemblyDir(runDir), template), JSON.stringify({ Code: `${bundleDir}/rules` }));
    made += 1;
  };
  await openAssembly({ dataDir: runDir, settings, bundleDir }, madeOf, synthesize, cacheDir);
  return made;
}

it('templates are synthesized once for the same sources and settings', async () => {
  expect(await open('sources', { LOG_LEVEL: 'info' })).toBe(1);
  expect(await open('sources', { LOG_LEVEL: 'info' })).toBe(1);
});

it.each<[string, string | undefined, Record<string, string>]>([
  ['other sources', 'other', {}],
  ['another setting', 'sources', { LOG_LEVEL: 'debug' }],
  ['bundles that are not built yet', undefined, {}],
])('templates are synthesized again for %s', async (_, madeOf, settings) => {
  await open('sources');
  expect(await open(madeOf, settings)).toBe(2);
});

it('changed templates are restored at the next start', async () => {
  await open('sources');
  const changed = join(assemblyDir(join(dataDir(), 'first')), template);
  writeFileSync(changed, 'changed');
  forgetAssembly(assemblyDir(join(dataDir(), 'first')));
  await open('sources');
  expect(readFileSync(changed, 'utf8')).toContain('rules');
});

it('templates are reused by other runs of the same sources, with their bundles', async () => {
  await open('sources');
  expect(await open('sources', {}, 'second')).toBe(1);
  const taken = readFileSync(join(assemblyDir(join(dataDir(), 'second')), template), 'utf8');
  expect(JSON.parse(taken)).toEqual({ Code: join(dataDir(), 'second', 'build', 'rules') });
  expect(await open('other', {}, 'second')).toBe(2);
});

it('failed synthesis is not cached', async () => {
  await open('sources');
  const cacheDir = join(dataDir(), 'kept');
  const synthesize = () => Promise.reject(new Error('unknown setting STAGE'));
  const given = { dataDir: join(dataDir(), 'first'), settings: { STAGE: 'x' }, bundleDir: '' };
  for (const _ of ['first', 'second'])
    await expect(openAssembly(given, 'sources', synthesize, cacheDir)).rejects.toThrow('unknown setting');
});
