/**
 * The bundles that a runtime runs. Making all of them takes most of the start's time, so finished bundles are cached
 * under a hash of their inputs. With `whenNeeded`, each bundle is made when its function is first called.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  hashOfFiles,
  keepFolder,
  keptFoldersOf,
  projectRoot,
  useKept,
} from '../../aws/assets/kept-folders.ts';
import type { FunctionEntry } from '../../aws/function-entries.ts';
import type { IngestEndpoint } from '../../aws/ingest-entry.ts';
import { type LocalBundles, sharedCode } from './local-bundles.ts';

const parts = ['functions', 'ingest', sharedCode];

const allThere: Omit<LocalBundles, 'madeOf'> = {
  ready: () => undefined,
  makeRest: async () => undefined,
  invalidate: () => undefined,
  stop: async () => undefined,
};

/** Hash of all inputs of the bundles: sources, bundler, packages by version and path, and the machine. */
function hashOfSources(): string {
  return hashOfFiles('{functions,shared,lib/aws}/**/*.*', {
    exclude: /\.md$/,
    more: [process.platform, process.arch, projectRoot],
  });
}

/** Links every file below `from` to the same path below `to`. */
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
    // Links fail between disks and on file systems without links.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyFileSync(source, target);
  }
}

/** Restores cached bundles into an empty folder. Returns false when the cache has none. */
function restoreFromCache(cached: string, bundleDir: string): boolean {
  try {
    if (!useKept(cached)) return false;
    linkTree(cached, bundleDir);
    return true;
  } catch {
    // Another run has removed the cache entry in the meantime.
    rmSync(bundleDir, { recursive: true, force: true });
    return false;
  }
}

/** Saves the bundles in the folder to the cache. Where the cache is not writable, later runs bundle again. */
function saveToCache(cached: string, bundleDir: string): Promise<void> {
  return keepFolder(cached, (fresh) => {
    for (const part of parts)
      if (existsSync(join(bundleDir, part))) linkTree(join(bundleDir, part), join(fresh, part));
  }).catch(() => undefined);
}

export interface BundlesOptions {
  bundleDir: string;
  /** Bundles that are not in the cache are made when they are needed. */
  whenNeeded?: boolean;
  /** Functions share code (`shared-bundles.ts`). */
  sharesCode?: boolean;
  /** The bundles can be invalidated. */
  watched?: boolean;
  /** Entries to bundle; only tests pass a subset. */
  entries?: readonly FunctionEntry[];
  ingested?: readonly IngestEndpoint[];
  /** Folder of the cache for later runs. */
  cacheDir?: string;
}

/**
 * Fills the folder with all bundles of the sources , unless it already holds them. Throws when something does not
 * compile.
 */
export async function openBundles(options: BundlesOptions): Promise<LocalBundles> {
  const { bundleDir, entries, ingested, sharesCode = false, watched = false } = options;
  const stamp = join(bundleDir, 'made-of');
  const madeOf = `${hashOfSources()}${sharesCode ? `-${sharedCode}` : ''}`;
  // Loaded only when needed: loading the bundler takes longer than a look into the cache.
  const makers = () => import('./bundle-makers.ts');
  const onInvalid = () => rmSync(stamp, { force: true });
  const complete = async (): Promise<LocalBundles> => {
    if (!watched) return { ...allThere, madeOf };
    const { bundlesWhenNeeded } = await makers();
    return { ...bundlesWhenNeeded({ bundleDir, entries, isAllMissing: false, onInvalid }), madeOf };
  };
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return complete();
  rmSync(bundleDir, { recursive: true, force: true });
  const cached = join(options.cacheDir ?? keptFoldersOf('bundles'), madeOf);
  if (restoreFromCache(cached, bundleDir)) {
    writeFileSync(stamp, madeOf);
    return complete();
  }
  const finish = async () => {
    await saveToCache(cached, bundleDir);
    writeFileSync(stamp, madeOf);
  };
  const { bundleEverything, bundlesWhenNeeded, bundleIngested } = await makers();
  if (options.whenNeeded) {
    const setting = { bundleDir, entries, isAllMissing: true, onAllMade: finish, onInvalid };
    const bundles = bundlesWhenNeeded(setting);
    await bundleIngested(bundleDir, ingested);
    return { ...bundles, madeOf: undefined };
  }
  await bundleEverything({ bundleDir, entries, ingested, sharesCode });
  await finish();
  return complete();
}
