/** Bundles of the local runtime: built once for all runs, or one by one on the first call. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { exportEntry, functionBundleDir } from '../../lib/aws/function-entries.ts';
import { openBundles } from '../../lib/demo/code/bundles.ts';
import { type BundlesOptions, sharedCode } from '../../lib/demo/code/local-bundles.ts';
import { createStackMapper } from '../../lib/demo/code/stack-mapper.ts';
import { defineAwslambda } from '../../lib/local/lambda/streaming.ts';
import { folderOfTests } from '../support/folders.ts';

const folder = folderOfTests();
const cacheDir = join(folder, 'kept');
const health = { module: 'health', name: 'get-health', file: 'functions/platform/health/get-health.ts' };
const notFound = { module: 'front', name: 'not-found', file: 'functions/platform/front/not-found.ts' };
const broken = { module: 'front', name: 'broken', file: join(folder, 'broken.ts') };
const entries = [health, notFound];
const fileOf = (bundleDir: string, entry: { module: string; name: string }) =>
  join(functionBundleDir(bundleDir, entry), 'index.mjs');
const urlOf = (bundleDir: string, entry: { module: string; name: string }) =>
  pathToFileURL(fileOf(bundleDir, entry)).href;

async function openOnDemand(options: BundlesOptions) {
  const { onDemand } = await openBundles(options);
  if (onDemand === undefined) throw new Error('All bundles exist.');
  return onDemand;
}

// Each test bundles several times, on machines that run other tests meanwhile.
vi.setConfig({ testTimeout: 90_000 });

describe('bundles built on demand', () => {
  const bundleDir = join(folder, 'when-needed');
  const options = { bundleDir, entries, ingested: [], cacheDir, whenNeeded: true };

  it('are built one by one, then the rest, and are reused by the next start', async () => {
    const bundles = await openOnDemand(options);
    expect(readFileSync(fileOf(bundleDir, health), 'utf8')).toMatch(/is bundled when it is first called/);

    await Promise.all([bundles.ready(urlOf(bundleDir, health)), bundles.ready(urlOf(bundleDir, health))]);

    expect(bundles.ready(urlOf(bundleDir, health))).toBeUndefined();
    expect(await import(urlOf(bundleDir, health))).toHaveProperty('handler');
    expect(readFileSync(fileOf(bundleDir, notFound), 'utf8')).toMatch(/is bundled when/);
    await bundles.makeRest();
    expect(await import(urlOf(bundleDir, notFound))).toHaveProperty('handler');
    await bundles.stop();
    const { mtimeMs } = statSync(fileOf(bundleDir, health));
    expect(await openBundles(options)).not.toHaveProperty('onDemand');
    expect(statSync(fileOf(bundleDir, health)).mtimeMs).toBe(mtimeMs);
  });

  it('are reused by other runs of the same sources under other names', async () => {
    const other = join(folder, 'other');
    expect(await openBundles({ ...options, bundleDir: other })).not.toHaveProperty('onDemand');
    expect(readFileSync(fileOf(other, health))).toEqual(readFileSync(fileOf(bundleDir, health)));
    rmSync(other, { recursive: true });
    expect(readFileSync(fileOf(bundleDir, health), 'utf8')).toMatch(/handler/);
  });
});

describe('bundles with shared code', () => {
  const bundleDir = join(folder, 'sharing');
  const image = { module: 'attachments', name: 'get-image', file: 'functions/attachments/get-image.ts' };
  const rule = { module: 'rules', name: 'execute-rule', file: 'functions/rules/execute-rule.ts' };
  const options = { bundleDir, entries: [health, rule, image], ingested: [], cacheDir, sharesCode: true };

  it('have a handler each, load their dynamic imports, and contain no other bundles', async () => {
    await openBundles(options);
    defineAwslambda();
    for (const entry of options.entries) {
      expect(await import(urlOf(bundleDir, entry))).toHaveProperty('handler');
    }
    const part = (name: string) => import(pathToFileURL(join(bundleDir, sharedCode, name)).href);
    expect(await part('re2js.mjs')).toHaveProperty('RE2JS');
    const { default: sharp } = await part('sharp.mjs');
    const create = { width: 2, height: 2, channels: 3, background: 'red' };
    expect((await sharp({ create }).png().toBuffer()).subarray(1, 4).toString()).toBe('PNG');
    const whole = join(folder, 'whole');
    await openBundles({ ...options, bundleDir: whole, entries: [health], sharesCode: false });
    expect(readFileSync(fileOf(whole, health), 'utf8')).not.toContain(sharedCode);
  });
});

describe('a function that does not compile', () => {
  const bundleDir = join(folder, 'broken');
  const options = { bundleDir, entries: [health, broken], ingested: [], cacheDir: join(folder, 'no') };
  beforeAll(() => writeFileSync(broken.file, 'export const handler = ;'));

  it('is reported on each call until it is fixed, while others run', async () => {
    const bundles = await openOnDemand({ ...options, whenNeeded: true });
    await bundles.ready(urlOf(bundleDir, health));
    await expect(bundles.ready(urlOf(bundleDir, broken))).rejects.toThrow(/broken\.ts/);
    writeFileSync(broken.file, 'export const handler = () => 1;');
    await bundles.ready(urlOf(bundleDir, broken));
    expect(await import(urlOf(bundleDir, broken))).toHaveProperty('handler');
    await bundles.stop();
  });

  it('prevents the start of a runtime that builds all bundles', async () => {
    writeFileSync(broken.file, 'export const handler = ;');
    rmSync(bundleDir, { recursive: true });
    await expect(openBundles(options)).rejects.toThrow(/broken\.ts/);
  });
});

describe('bundles with watched sources', () => {
  it('are rebuilt on the first call after a change, and by the next start', async () => {
    const bundleDir = join(folder, 'watched');
    const changing = { module: 'front', name: 'changing', file: join(folder, 'changing.ts') };
    writeFileSync(changing.file, "export const handler = () => 'before';");
    const cacheDir = join(folder, 'kept of watched');
    const options = { bundleDir, entries: [changing], ingested: [], cacheDir, watched: true };
    const bundles = await openOnDemand(options);
    const text = () => readFileSync(fileOf(bundleDir, changing), 'utf8');
    expect(text()).toContain('before');

    writeFileSync(changing.file, "export const handler = () => 'after';");
    expect(bundles.ready(urlOf(bundleDir, changing))).toBeUndefined();
    bundles.invalidate();
    await bundles.ready(urlOf(bundleDir, changing));
    expect(text()).toContain('after');
    expect(bundles.ready(urlOf(bundleDir, changing))).toBeUndefined();
    await bundles.stop();

    // The sources of the platform are unchanged since the first start, but the folder is not.
    writeFileSync(changing.file, "export const handler = () => 'next start';");
    await openBundles({ ...options, cacheDir: join(folder, 'kept by no one') });
    expect(text()).toContain('next start');
  });
});

describe('stack traces of functions', () => {
  const text = 'Include the requestId';
  const source = /(\w+ \()?shared\/kernel\/errors\/errors\.ts:\d+:\d+\)?/.source;

  /** The position of a text in a bundled file, as stack traces name it. */
  function positionIn(file: string): string {
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = lines.findIndex((one) => one.includes(text));
    return `${pathToFileURL(file).href}:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`;
  }

  it('name the source positions, unless the sources have changed', async () => {
    const bundleDir = join(folder, 'traced');
    await openBundles({ bundleDir, entries, ingested: [], cacheDir: join(folder, 'kept of traced') });
    const at = positionIn(fileOf(bundleDir, health));
    const stack = `{"stack":"Error: x\\n    at a (${at})\\n    at node:internal/x:1:2"}`;
    expect(createStackMapper()('{"message":"no stack"}')).toBeUndefined();
    const mapped = new RegExp(`^{"stack":"Error: x\\\\n {4}at ${source}\\\\n {4}at node:internal/x:1:2"}$`);
    expect(await createStackMapper()(stack)).toMatch(mapped);
    writeFileSync(fileOf(bundleDir, health), '// other sources');
    expect(await createStackMapper()(stack)).toBe(stack);
  });

  it('name the source positions of a split function', async () => {
    const bundleDir = join(folder, 'mapped-split');
    const cacheDir = join(folder, 'kept of split');
    await openBundles({ bundleDir, entries: [exportEntry], ingested: [], cacheDir });
    const dir = functionBundleDir(bundleDir, exportEntry);
    const file = readdirSync(dir).find((one) => readFileSync(join(dir, one), 'utf8').includes(text)) ?? '';
    expect(file).not.toBe('index.mjs');
    const stack = `Error: x\n    at a (${positionIn(join(dir, file))})`;
    expect(await createStackMapper()(stack)).toMatch(new RegExp(source));
  });
});
