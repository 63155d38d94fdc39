/**
 * The bundles that a runtime runs. Making all of them takes most of the start's time, so finished bundles are cached
 * under a hash of their inputs. With `whenNeeded`, each bundle is made when its function is first called.
 */
import { cpSync, existsSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hashOfFiles,
  keepFolder,
  keptFoldersOf,
  projectRoot,
  useKept,
} from '../../aws/assets/kept-folders.ts';
import type { BundlesOnDemand } from './bundle-makers.ts';
import { type BundlesOptions, sharedCode } from './local-bundles.ts';

const parts = ['functions', 'ingest', sharedCode];

/** Hash of all inputs of the bundles: sources, bundler, packages by version and path, and the machine. */
function hashOfSources(): string {
  return hashOfFiles('{functions,shared,lib/aws}/**/*.*', {
    exclude: /\.md$/,
    more: [process.platform, process.arch, projectRoot],
  });
}

/** Copies a folder by hard links to its files. */
function linkTree(from: string, to: string): void {
  const linkFile = (source: string, target: string): boolean => {
    if (!lstatSync(source).isFile()) return true;
    try {
      linkSync(source, target);
      return false;
    } catch {
      // Links fail between disks and on file systems without links: the file is copied.
      return true;
    }
  };
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: linkFile });
}

/** Replaces a folder by one of the cache. Returns false, without a folder, when the cache has none. */
export function restoreKept(kept: string, folder: string, copy: (from: string, to: string) => void): boolean {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  try {
    if (!useKept(kept)) return false;
    copy(kept, folder);
    return true;
  } catch {
    // Another run has removed the cache entry in the meantime.
    remove();
    return false;
  }
}

/**
 * Fills the folder with all bundles of the sources, unless it already holds them. `madeOf` is the hash of the inputs,
 * undefined while bundles are missing; `onDemand` makes bundles, undefined when all exist for good. Throws when
 * something does not compile.
 */
export async function openBundles(
  options: BundlesOptions,
): Promise<{ madeOf: string | undefined; onDemand?: BundlesOnDemand }> {
  const { bundleDir, whenNeeded = false, sharesCode = false, forDebugger = false, watched = false } = options;
  const stamp = join(bundleDir, 'made-of');
  const madeOf = `${hashOfSources()}${sharesCode ? `-${sharedCode}` : ''}${forDebugger ? '-debugger' : ''}`;
  const kept = join(options.cacheDir ?? keptFoldersOf('bundles'), madeOf);
  const finish = async () => {
    const made = parts.filter((part) => existsSync(join(bundleDir, part)));
    // Where the cache is not writable, later runs bundle again.
    await keepFolder(kept, (fresh) => {
      for (const part of made) linkTree(join(bundleDir, part), join(fresh, part));
    }).catch(() => undefined);
    writeFileSync(stamp, madeOf);
  };

  let isComplete =
    (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) || restoreKept(kept, bundleDir, linkTree);
  if (isComplete) writeFileSync(stamp, madeOf);
  // Loaded only when needed: loading the bundler takes longer than a look into the cache.
  const makers = () => import('./bundle-makers.ts');
  if (!isComplete && !whenNeeded) {
    await (await makers()).bundleEverything(options);
    await finish();
    isComplete = true;
  }
  if (isComplete && !watched) return { madeOf };
  const { bundlesWhenNeeded } = await makers();
  const onInvalid = () => rmSync(stamp, { force: true });
  const onDemand = await bundlesWhenNeeded({ ...options, isComplete, onAllMade: finish, onInvalid });
  return { madeOf: isComplete ? madeOf : undefined, onDemand };
}
