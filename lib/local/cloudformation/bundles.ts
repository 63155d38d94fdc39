/**
 * The bundles that a runtime runs. Making all of them takes most of a start's time, so finished ones are kept, by what
 * they are made of, for later runs that need the same; without waiting, each is made when it is first called.
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

/** What bundles are made of: their sources, what bundles them, the packages, by version and place, and the machine. */
function hashOfSources(): string {
  return hashOfFiles('{functions,shared,lib/aws}/**/*.*', {
    exclude: /\.md$/,
    more: [process.platform, process.arch, projectRoot],
  });
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
    if (!useKept(kept)) return false;
    linkTree(kept, bundleDir);
    return true;
  } catch {
    // Another run has just removed them.
    rmSync(bundleDir, { recursive: true, force: true });
    return false;
  }
}

/** Keeps what is in the folder for later runs; where nothing can be written, they bundle again. */
function keep(kept: string, bundleDir: string): Promise<void> {
  return keepFolder(kept, (fresh) => {
    for (const part of parts)
      if (existsSync(join(bundleDir, part))) linkTree(join(bundleDir, part), join(fresh, part));
  }).catch(() => undefined);
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
  const { bundleDir, entries, ingested, sharesCode = false, watched = false } = options;
  const stamp = join(bundleDir, 'made-of');
  const madeOf = `${hashOfSources()}${sharesCode ? `-${sharedCode}` : ''}`;
  // What bundles takes longer to load than kept bundles to be found.
  const makers = () => import('./bundle-makers.ts');
  const onInvalid = () => rmSync(stamp, { force: true });
  const complete = async (): Promise<LocalBundles> => {
    if (!watched) return { ...allThere, madeOf };
    const { bundlesWhenNeeded } = await makers();
    return { ...bundlesWhenNeeded({ bundleDir, entries, isAllMissing: false, onInvalid }), madeOf };
  };
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return complete();
  rmSync(bundleDir, { recursive: true, force: true });
  const kept = join(options.keptDir ?? keptFoldersOf('bundles'), madeOf);
  if (takeKept(kept, bundleDir)) {
    writeFileSync(stamp, madeOf);
    return complete();
  }
  const finish = async () => {
    await keep(kept, bundleDir);
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
