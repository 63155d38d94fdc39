/** The bundles of a runtime: their folder and the functions that make them. */
import type { FunctionEntry } from '../../aws/function-entries.ts';
import type { IngestEndpoint } from '../../aws/ingest-entry.ts';

/** Folder of the code that bundles share, beside the folders of the functions. */
export const sharedCode = 'shared-code';

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

export interface LocalBundles {
  /** Hash of the inputs; undefined while bundles are missing. */
  madeOf: string | undefined;
  /**
   * Undefined when the bundle with this module exists; otherwise a promise that resolves when it does. Rejects when
   * the function does not compile.
   */
  ready(moduleUrl: string): Promise<void> | undefined;
  /** Makes the missing bundles. Resolves when they exist, or when one did not compile (the error is printed). */
  makeRest(): Promise<void>;
  /** Called when sources have changed: each bundle is made again before the next call of its function. */
  invalidate(): void;
  /** Resolves when no bundle is being made. */
  stop(): Promise<void>;
}
