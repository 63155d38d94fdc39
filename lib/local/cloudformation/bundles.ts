/**
 * The bundles that a runtime runs. Making all of them takes most of a start's time, so finished ones are kept, by what
 * they are made of, for later runs that need the same; without waiting, each is made when it is first called.
 */
import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { bundleFunctions, bundleOptions } from '../../aws/bundling/bundle.ts';
import {
  type FunctionEntry,
  functionBundleDir,
  functionEntries,
} from '../../aws/bundling/function-entries.ts';
import { bundleIngest, type IngestEndpoint } from '../../aws/bundling/ingest-bundle.ts';
import { bundleWithSharedCode, sharedCode } from './shared-bundles.ts';

const { absWorkingDir: projectRoot } = bundleOptions;
/** Beside the packages that bundles are made of: never committed, and gone when those are. */
const keptOfProject = join(projectRoot, 'node_modules', '.cache', 'platform-modules', 'bundles');
/** About 55 MB each; each user of one has its files under names of its own. */
const maxKept = 5;
const abandonedMs = 3_600_000;
const parts = ['functions', 'ingest', sharedCode];

export interface LocalBundles {
  /** A hash of what they are made of; undefined while some are missing. */
  madeOf: string | undefined;
  /** Undefined when the function with this module is there, else resolves when it is. Rejects when it does not compile. */
  ready(moduleUrl: string): Promise<void> | undefined;
  /** Makes what is not there yet. Resolves when it is, or when it turned out not to compile, which is printed. */
  makeRest(): Promise<void>;
  /** The sources have changed: each bundle is made again before its function is called next. */
  invalidate(): void;
  /** Resolves when nothing is being made any more. */
  stop(): Promise<void>;
}

const allThere: Omit<LocalBundles, 'madeOf'> = {
  ready: () => undefined,
  makeRest: async () => undefined,
  invalidate: () => undefined,
  stop: async () => undefined,
};

/** What bundles are made of: their sources, what bundles them, the packages, by version and place, and the machine. */
function hashOfSources(): string {
  const found = globSync('{functions,shared,lib/aws}/**/*.*', { cwd: projectRoot });
  const files = [...found.filter((file) => !file.endsWith('.md')).toSorted(), 'package-lock.json'];
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(join(projectRoot, file)))}`);
  return hash('sha256', [process.platform, process.arch, projectRoot, ...hashes].join('\n'));
}

/** Gives every file below `from` a second name below `to`. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // Another disk, or one without links.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyFileSync(source, target);
  }
}

/** Puts kept bundles into an empty folder. False when there are none. */
function takeKept(kept: string, bundleDir: string): boolean {
  try {
    utimesSync(kept, new Date(), new Date());
    linkTree(kept, bundleDir);
    return true;
  } catch {
    // None, or another run has just removed them.
    rmSync(bundleDir, { recursive: true, force: true });
    return false;
  }
}

/** Keeps what is in the folder for later runs; where nothing can be written, they bundle again. */
function keep(kept: string, bundleDir: string): void {
  try {
    mkdirSync(dirname(kept), { recursive: true });
    removeOld(dirname(kept));
    const fresh = mkdtempSync(join(dirname(kept), 'fresh-'));
    try {
      for (const part of parts) {
        if (existsSync(join(bundleDir, part))) linkTree(join(bundleDir, part), join(fresh, part));
      }
      renameSync(fresh, kept);
    } finally {
      // It is still there when another run has kept the same meanwhile.
      rmSync(fresh, { recursive: true, force: true });
    }
  } catch {}
}

function removeOld(keptDir: string): void {
  const folders = readdirSync(keptDir).map((name) => {
    const path = join(keptDir, name);
    return { path, isFresh: name.startsWith('fresh-'), usedAtMs: statSync(path).mtimeMs };
  });
  const kept = folders.filter(({ isFresh }) => !isFresh).sort((a, b) => b.usedAtMs - a.usedAtMs);
  const abandoned = folders.filter(({ isFresh, usedAtMs }) => isFresh && usedAtMs < Date.now() - abandonedMs);
  for (const { path } of [...kept.slice(maxKept - 1), ...abandoned]) {
    rmSync(path, { recursive: true, force: true });
  }
}

export interface BundlesOptions {
  bundleDir: string;
  /** Functions that are not kept are left for later. */
  whenNeeded?: boolean;
  /** Functions share their code (`shared-bundles.ts`). */
  sharesCode?: boolean;
  /** They can be invalidated. */
  watched?: boolean;
  /** What there is to bundle; only tests pass other than all. */
  entries?: readonly FunctionEntry[];
  ingested?: readonly IngestEndpoint[];
  /** Where bundles are kept for later runs. */
  keptDir?: string;
}

/**
 * Fills the folder with all bundles of the sources as they are now, unless it holds them already. Throws when something
 * does not compile.
 */
export async function openBundles(options: BundlesOptions): Promise<LocalBundles> {
  const { bundleDir, entries = functionEntries(endpoints), ingested = endpoints } = options;
  const { sharesCode, watched = false } = options;
  const stamp = join(bundleDir, 'made-of');
  const state = `${hashOfSources()}${sharesCode ? `-${sharedCode}` : ''}`;
  const whenNeeded = (missing: readonly FunctionEntry[], onAllMade: () => void) =>
    bundlesWhenNeeded({
      bundleDir,
      entries,
      missing,
      onAllMade,
      onInvalid: () => rmSync(stamp, { force: true }),
    });
  const complete = (): LocalBundles => ({
    ...(watched ? whenNeeded([], () => undefined) : allThere),
    madeOf: state,
  });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return complete();
  rmSync(bundleDir, { recursive: true, force: true });
  const kept = join(options.keptDir ?? keptOfProject, state);
  if (takeKept(kept, bundleDir)) {
    writeFileSync(stamp, state);
    return complete();
  }
  const finish = () => {
    keep(kept, bundleDir);
    writeFileSync(stamp, state);
  };
  if (options.whenNeeded) {
    const bundles = whenNeeded(entries, finish);
    await bundleIngest({ endpoints: ingested, bundleDir });
    return { ...bundles, madeOf: undefined };
  }
  await Promise.all([
    sharesCode
      ? bundleWithSharedCode({ entries, bundleDir })
      : bundleFunctions({ entries, bundleDir, withMaps: false }),
    bundleIngest({ endpoints: ingested, bundleDir }),
  ]);
  // Its process would wait for more work with all the memory that this took: gigabytes.
  await stop();
  finish();
  return complete();
}

/** Stands in for a bundle until it is made; each another one, as CDK tells code apart by what it is. */
function putPlaceholder(file: string, { module, name }: FunctionEntry): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `throw new Error('${module}/${name} is bundled when it is first called.');\n`);
}

function bundlesWhenNeeded(options: {
  bundleDir: string;
  entries: readonly FunctionEntry[];
  missing: readonly FunctionEntry[];
  /** All are there, and all of the same sources. */
  onAllMade: () => void;
  onInvalid: () => void;
}): Omit<LocalBundles, 'madeOf'> {
  const { bundleDir, entries } = options;
  const missing = new Map<string, FunctionEntry>();
  const making = new Map<string, Promise<void>>();
  let stopping = false;
  let isInvalid = false;
  const fileOf = (entry: FunctionEntry) => join(functionBundleDir(bundleDir, entry), 'index.mjs');
  for (const entry of options.missing) {
    putPlaceholder(fileOf(entry), entry);
    missing.set(pathToFileURL(fileOf(entry)).href, entry);
  }

  function make(urls: readonly string[]): Promise<void> {
    const chosen = new Map<string, FunctionEntry>();
    for (const url of urls) {
      const entry = missing.get(url);
      if (entry !== undefined) chosen.set(url, entry);
      missing.delete(url);
    }
    const chosenEntries = { entries: [...chosen.values()], bundleDir, withMaps: false, keepOthers: true };
    // What is being made of older sources must not be there last.
    const older = Promise.allSettled([...chosen.keys()].map((url) => making.get(url)));
    const made = older
      .then(() => bundleFunctions(chosenEntries))
      .then(() => undefined)
      .catch((error: unknown) => {
        // One of them is wrong: the others are made alone, and it is tried again when it is called again.
        for (const [url, entry] of chosen) missing.set(url, entry);
        throw error;
      })
      .finally(() => {
        for (const url of chosen.keys()) if (making.get(url) === made) making.delete(url);
      });
    for (const url of chosen.keys()) making.set(url, made);
    return made;
  }

  /** By module: what functions have in common is read once for all of them. */
  async function makeRest(): Promise<void> {
    const modules = new Set([...missing.values()].map(({ module }) => module));
    let failed = false;
    for (const module of modules) {
      // Each is made when it is called from here on.
      if (isInvalid) return;
      const urls = [...missing].filter(([, entry]) => entry.module === module).map(([url]) => url);
      if (stopping) return;
      if (urls.length === 0) continue;
      // The bundler has printed what is wrong.
      await make(urls).catch(() => {
        failed = true;
      });
    }
    await Promise.allSettled(making.values());
    if (failed || stopping || isInvalid || missing.size > 0) return;
    await stop();
    options.onAllMade();
  }

  let rest: Promise<void> | undefined;
  return {
    ready: (moduleUrl) => (missing.has(moduleUrl) ? make([moduleUrl]) : making.get(moduleUrl)),
    makeRest: () => {
      rest ??= makeRest();
      return rest;
    },
    invalidate() {
      isInvalid = true;
      options.onInvalid();
      for (const entry of entries) missing.set(pathToFileURL(fileOf(entry)).href, entry);
    },
    async stop() {
      stopping = true;
      await rest;
      await Promise.allSettled(making.values());
      await stop();
    },
  };
}
