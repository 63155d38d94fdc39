import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { hostNatives, lambdaPackages, placeNatives } from '../../lib/aws/assets/native-packages.ts';
import { bundleFunctions } from '../../lib/aws/bundling/bundle.ts';
import { separateFiles } from '../../lib/aws/bundling/separate-files.ts';
import { functionBundleDir, functionEntries } from '../../lib/aws/function-entries.ts';
import { defineAwslambda } from '../../lib/local/lambda/streaming.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { errors } from '../../shared/catalog/errors.ts';
import { siteBucketVariable, siteDirVariable } from '../../shared/modules/platform/console/site.ts';
import { folderOfTest, folderOfTests } from '../support/folders.ts';

const entries = functionEntries(endpoints);
const shared: string | undefined = inject('bundleDir');
const bundleDir = shared ?? folderOfTests();
const bundleFile = (module: string, name: string): string =>
  join(functionBundleDir(bundleDir, { module, name }), 'index.mjs');
const texts = new Map<string, string>();
/** Code of the bundles, read once for all tests. */
function bundleText(module: string, name: string): string {
  const file = bundleFile(module, name);
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** A browser file that the bundler compressed and embedded as text. */
const embeddedFile = /"[A-Za-z0-9+/=]{10000,}"/g;

beforeAll(async () => {
  if (shared === undefined) await bundleFunctions({ entries, bundleDir, withMaps: false });
});

/** What documents say of errors, unless the error says the same. */
const documented = errors.filter((error) => error.when !== error.example().message).map(({ when }) => when);

describe.each(entries)('the bundle of $module/$name', ({ module, name, isSplit }) => {
  it('loads only Node modules and its own files when it starts, less than a megabyte', () => {
    const folder = functionBundleDir(bundleDir, { module, name });
    const beside = readdirSync(folder).filter((file) => !separateFiles.has(file) && file !== 'node_modules');
    if (!isSplit) expect(beside).toEqual(['index.mjs']);
    const loaded = new Set(['index.mjs']);
    let bytes = 0;
    for (const file of loaded) {
      const code = readFileSync(join(folder, file), 'utf8').replace(embeddedFile, '');
      bytes += Buffer.byteLength(code);
      for (const { moduleRequest } of parseSync(file, code).module.staticImports)
        if (!isBuiltin(moduleRequest.value)) loaded.add(join('.', moduleRequest.value));
    }
    expect(bytes).toBeLessThan(isSplit ? 400_000 : 1_000_000);
    expect(beside).toEqual(expect.arrayContaining([...loaded]));
    expect(loaded.size).toBeLessThanOrEqual(8);
  });

  it('leaves out the credential providers that Lambda never needs, and the documentation of errors', () => {
    const text = bundleText(module, name);
    expect(text).not.toMatch(/fromInstanceMetadata|AssumeRoleWithWebIdentity|sso_session/);
    expect(documented.filter((when) => text.includes(when))).toEqual([]);
  });
});

/** One function for each kind of trigger; integration tests start the others. */
const samples = [
  ...new Map(entries.map((entry) => [/\.(\w+)\.ts$/.exec(entry.file)?.[1] ?? entry.module, entry])).values(),
];

describe('the bundles that are deployed', () => {
  const deployed = folderOfTests();
  beforeAll(async () => {
    await bundleFunctions({ entries: samples, bundleDir: deployed });
  });

  it.each(samples)(
    'have a separate source map that names existing files ($module/$name)',
    ({ module, name, file: source }) => {
      const file = join(deployed, 'maps', module, name, 'index.mjs.map');
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(file, 'utf8'));
      // A virtual module of a bundler plugin has no file: `<plugin>:<module>`. Source maps of packages name sources
      // that are not shipped.
      const files = sources.filter((path) => !/^[\w-]+:|\/node_modules\//.test(path));
      const missing = files.filter((path) => !existsSync(join(dirname(file), path)));
      expect(missing).toEqual([]);
      expect(sources.some((path) => path.endsWith(source))).toBe(true);
    },
  );

  it.each(samples)('load and export a handler ($module/$name)', async ({ module, name }) => {
    process.env.TABLE_NAME ??= 'platform-modules-test';
    process.env.AWS_REGION ??= 'us-east-1';
    process.env[siteBucketVariable] ??= 'platform-modules-test-console';
    process.env[siteDirVariable] ??= 'console';
    defineAwslambda();
    const file = join(functionBundleDir(deployed, { module, name }), 'index.mjs');
    const loaded: { handler?: unknown } = await import(pathToFileURL(file).href);
    expect(loaded.handler).toBeTypeOf('function');
  });
});

/** Loads the given files as Lambda does. Throws if one does not load or a function has no handler. */
const loader = `
  globalThis.awslambda = { streamifyResponse: (handler) => handler };
  for (const file of process.argv.slice(1)) {
    const { handler } = await import(file);
    if (file.endsWith('/index.mjs') && typeof handler !== 'function') throw new Error(file + ' has no handler.');
  }`;

it('every function runs without installed packages, except those with native code, which are no development dependencies', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const name of hostNatives().folders.keys())
    expect(packages[`node_modules/${name}`]).not.toHaveProperty('dev');
  const shared = new Map<string, string>();
  for (const entry of entries) {
    const folder = functionBundleDir(bundleDir, entry);
    for (const file of readdirSync(folder)) if (separateFiles.has(file)) shared.set(file, join(folder, file));
  }
  // The program of a thread responds to its parent.
  shared.delete('reader-thread.mjs');
  const functions = entries.map(({ module, name }) => bundleFile(module, name));
  const urls = [...functions, ...shared.values()].map((file) => pathToFileURL(file).href);
  const site = { [siteBucketVariable]: 'test', [siteDirVariable]: 'c' };
  const env = { TABLE_NAME: 'test', AWS_REGION: 'us-east-1', ...site };
  // No parent folder has packages.
  expect(bundleDir.startsWith(process.cwd())).toBe(false);
  execFileSync(process.execPath, ['--input-type=module', '-e', loader, ...urls], { cwd: bundleDir, env });
});

it('is deployed with the functions that execute rules, and with no other function of that module', () => {
  const having = entries.filter(
    (entry) =>
      entry.module === 'rules' && readdirSync(functionBundleDir(bundleDir, entry)).includes('re2js.mjs'),
  );
  expect(having.map(({ name }) => name)).toEqual(expect.arrayContaining(['execute-rules', 'execute-rule']));
  expect(having.map(({ name }) => name)).not.toContain('delete-rule');
});

describe('machine code', () => {
  const folder = functionBundleDir(bundleDir, { module: 'attachments', name: 'get-image' });
  const natives = hostNatives().folders;

  it('is deployed with the functions that decode images, and with no other', () => {
    const having = entries.filter((entry) => {
      const dir = functionBundleDir(bundleDir, entry);
      return existsSync(join(dir, 'sharp.mjs')) || existsSync(join(dir, 'node_modules', '@img'));
    });
    const decoding = ['attachments/extract-text', 'attachments/get-image'];
    expect(having.map(({ module, name }) => `${module}/${name}`).toSorted()).toEqual(decoding);
    for (const { module, name } of entries) expect(bundleText(module, name)).not.toMatch(/@img\/sharp/);
  });

  it('contains only the files for this platform, far below the size limit of Lambda', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['node_modules', 'sharp.mjs']));
    expect(natives.size).toBeGreaterThan(0);
    const found = readdirSync(join(folder, 'node_modules', '@img'));
    expect(found.map((name) => `@img/${name}`).toSorted()).toEqual([...natives.keys()].toSorted());
    const bytes = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 250 MB, unzipped.
    expect(bytes).toBeLessThan(100 * 1024 * 1024);
  });

  it('is loaded when an image is resized, not when the function starts', async () => {
    const index = bundleText('attachments', 'get-image');
    expect(index).toContain('import("./sharp.mjs")');
    expect(index).not.toMatch(/libvips/);
    const { default: sharp } = await import(pathToFileURL(join(folder, 'sharp.mjs')).href);
    const create = { width: 2, height: 2, channels: 3, background: 'red' };
    expect((await sharp({ create }).png().toBuffer()).subarray(1, 4).toString()).toBe('PNG');
  });

  it('for Lambda is copied as files, pinned by the lock file', () => {
    const target = folderOfTest();
    placeNatives(target, { folders: natives, copied: true });
    const [name = ''] = natives.keys();
    expect(lstatSync(join(target, 'node_modules', name)).isSymbolicLink()).toBe(false);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    for (const lambda of lambdaPackages) {
      const pinned = { cpu: ['arm64'], os: ['linux'], integrity: expect.stringMatching(/^sha512-/) };
      expect(packages[`node_modules/${lambda}`]).toMatchObject(pinned);
    }
  });
});

it('functions that list entries of every module contain no manifest and only their own handler', async () => {
  const listing = [
    ...['list-events', 'list-webhook-events', 'stream-events', 'broadcast', 'list-features'],
    ...['update-role-acl', 'update-user-acl', 'list-targets', 'create-job', 'execute-jobs', 'export-list'],
  ];
  const own = entries.filter(({ name }) => listing.includes(name));
  expect(own.length).toBe(listing.length);
  const folder = folderOfTest();
  const { metafile } = await bundleFunctions({ entries: own, bundleDir: folder, withMaps: false });
  for (const { module, name, file } of own) {
    const outputs = Object.entries(metafile.outputs).filter(([path]) =>
      dirname(path).endsWith(`/${module}/${name}`),
    );
    const inputs = outputs.flatMap(([, output]) => Object.keys(output.inputs));
    expect(inputs.length, name).toBeGreaterThan(10);
    const code = inputs.filter((path) =>
      /^functions\/|^shared\/modules\/[^/]+\/module\.ts$|\/samples(?:\.ts$|\/)/.test(path),
    );
    expect(code, name).toEqual([file]);
  }
});

describe('bundling again', () => {
  const entry = { module: 'sample', name: 'hello', file: '' };

  it('writes only changed files, and removes deleted ones', async () => {
    const folder = folderOfTest();
    const source = join(folder, 'hello.ts');
    const [one, other] = ['hello', 'other'].map((name) => ({ ...entry, name, file: source }));
    const bundle = (...all: (typeof one)[]) =>
      bundleFunctions({ entries: all.filter((each) => each !== undefined), bundleDir: folder });
    const file = join(functionBundleDir(folder, entry), 'index.mjs');
    await writeFile(source, 'export const handler = () => "one";');
    expect(await bundle(one, other)).toMatchObject({ functions: 2, changed: 2 });
    const writtenAtMs = statSync(file).mtimeMs;
    expect(await bundle(one, other)).toMatchObject({ functions: 2, changed: 0 });
    expect(statSync(file).mtimeMs).toBe(writtenAtMs);

    await writeFile(source, 'export const handler = () => "two";');
    expect(await bundle(one)).toMatchObject({ functions: 1, changed: 1 });
    expect(readdirSync(join(folder, 'functions', 'sample'))).toEqual(['hello']);
  });

  it('names the file that does not compile', async () => {
    const folder = folderOfTest();
    await writeFile(join(folder, 'broken.ts'), 'export const handler = ;');
    const broken = [{ ...entry, file: join(folder, 'broken.ts') }];
    await expect(bundleFunctions({ entries: broken, bundleDir: folder })).rejects.toThrow(/broken\.ts/);
  });
});

describe('code loaded by import()', () => {
  const folder = folderOfTests();
  const entry = { module: 'sample', name: 'rare', file: join(folder, 'rare.ts') };
  const bundle = () => bundleFunctions({ entries: [entry], bundleDir: join(folder, 'bundles') });

  it('shares classes and state with the function', async () => {
    await writeFile(
      join(folder, 'shared.ts'),
      'export class OwnError extends Error {}\nexport const calls: string[] = [];',
    );
    await writeFile(
      join(folder, 'part.ts'),
      "import { calls, OwnError } from './shared.ts';\ncalls.push('part');\nexport const fail = () => { throw new OwnError('x'); };",
    );
    await writeFile(
      entry.file,
      "import { calls, OwnError } from './shared.ts';\n" +
        'export const handler = async () => {\n' +
        '  const before = calls.length;\n' +
        "  const { fail } = await import('./part.ts');\n" +
        '  try { fail(); } catch (error) { return [before, calls.length, error instanceof OwnError]; }\n' +
        '};',
    );
    await bundle();
    const dir = functionBundleDir(join(folder, 'bundles'), entry);
    const { handler } = await import(pathToFileURL(join(dir, 'index.mjs')).href);
    expect(await handler()).toEqual([0, 1, true]);
    expect(readdirSync(dir)).toEqual(['index.mjs']);
  });

  it('is in separate files where a function is split; unused files are removed', async () => {
    await writeFile(
      join(folder, 'one.ts'),
      "import { calls } from './shared.ts';\nexport const one = calls;",
    );
    await writeFile(
      entry.file,
      "import { calls } from './shared.ts';\n" +
        "export const handler = async () => (await import('./one.ts')).one === calls;",
    );
    const split = { ...entry, name: 'split', isSplit: true } as const;
    const bundleSplit = () =>
      bundleFunctions({ entries: [entry, split], bundleDir: join(folder, 'bundles') });
    await bundleSplit();
    const dir = functionBundleDir(join(folder, 'bundles'), split);
    const { handler } = await import(pathToFileURL(join(dir, 'index.mjs')).href);
    expect(await handler()).toBe(true);
    expect(readdirSync(dir).length).toBeGreaterThan(2);
    expect(readdirSync(functionBundleDir(join(folder, 'bundles'), entry))).toEqual(['index.mjs']);

    await writeFile(entry.file, 'export const handler = () => true;');
    await bundleSplit();
    expect(readdirSync(dir)).toEqual(['index.mjs']);
    expect(readdirSync(join(folder, 'bundles', 'maps', 'sample', 'split'))).toEqual(['index.mjs.map']);
  });

  it('is a separate file for a large package, which no function may load when it starts', async () => {
    await writeFile(entry.file, "export const handler = () => import('re2js');");
    await bundle();
    expect(readdirSync(functionBundleDir(join(folder, 'bundles'), entry)).toSorted()).toEqual([
      'index.mjs',
      're2js.mjs',
    ]);
    await writeFile(entry.file, "import { RE2JS } from 're2js';\nexport const handler = () => RE2JS;");
    await expect(bundle()).rejects.toThrow(/rare\.ts must load re2js by import\(\)/);
  });
});

it('has the sources of each function for a debugger', async () => {
  const dir = folderOfTest();
  const entry = entries.filter(({ name }) => name === 'get-health');
  await bundleFunctions({ entries: entry, bundleDir: dir, forDebugger: true });
  const file = join(functionBundleDir(dir, { module: 'health', name: 'get-health' }), 'index.mjs');
  const [, map = ''] =
    /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(readFileSync(file, 'utf8')) ?? [];
  const { sources } = JSON.parse(Buffer.from(map, 'base64').toString()) as { sources: string[] };
  const files = sources.map((source) => join(dirname(file), source));
  expect(files).toContain(join(process.cwd(), 'functions/platform/health/get-health.ts'));
});
